import { mailbox } from '@contract/mail/mailbox';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import { DAY, HOUR, iso } from './clock';
import { staffId } from './people';
import { insertRows } from './rows';

/** The mailboxes of the demo: one for each kind of partner mail, and those of warehouses. */
const boxes = [
  {
    kind: 'noa',
    address: 'noa@example.com',
    fromFilter: ['polder-cargo.example.net', 'dyke-air.example.net', 'ardenne-ground.example.net'],
    subjectRegex: '(?:notice of arrival|NOA|到货通知)',
  },
  {
    kind: 'noa',
    address: 'noa-us@example.com',
    fromFilter: ['prairie-ground.example.net', 'arch-ground.example.net'],
    subjectRegex: '^Arrival notice',
    extractBillNo: 'MAWB +# *(\\d{3}-\\d{8})',
    extractPieces: 'PCS RCVD: *(\\d+)',
  },
  {
    kind: 'utb',
    address: 'utb@example.com',
    fromFilter: ['douane.example.org'],
    subjectRegex: 'uitnodiging tot betaling|UTB',
    remark: 'Tax assessments of Dutch customs, one for each declaration',
  },
  {
    kind: 'pod',
    address: 'pod@example.com',
    fromFilter: [],
    subjectRegex: '\\bPOD\\b|proof of delivery|CMR *\\d',
  },
  { kind: 'warehouse', address: 'ams-w1@example.com', fromFilter: [], warehouse: 'AMS-W1' },
  { kind: 'warehouse', address: 'lgg-w1@example.com', fromFilter: [], warehouse: 'LGG-W1' },
  {
    kind: 'warehouse',
    address: 'rtm-w1@example.com',
    fromFilter: [],
    warehouse: 'RTM-W1',
    active: false,
    remark: 'Until the container desk has its own people',
  },
] as const;

const codec = codecOf(mailbox.row);

/** Writes the mailboxes of the demo. */
export async function seedMailboxes(writer: Writer, now: number): Promise<void> {
  const at = iso(now - 60 * DAY + 9 * HOUR);
  const by = staffId('admin');
  const warehouses = await writer.selectFrom('warehouse').select(['id', 'code']).execute();
  const rows = boxes.map((box) => {
    const { warehouse, active, ...own } = { warehouse: null, active: true, ...box };
    return codec.encode({
      ...{ version: 1, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by },
      ...{
        subjectRegex: null,
        extractBillNo: null,
        extractPieces: null,
        extractWeight: null,
        extractTime: null,
      },
      ...{ sort: null, remark: null },
      ...own,
      fromFilter: [...own.fromFilter],
      defaultWarehouseId: warehouses.find(({ code }) => code === warehouse)?.id ?? null,
      active,
    });
  });
  await insertRows(writer, 'mailbox', rows);
}
