import type { LogAction, LogModule } from '@contract/access/operateLog';
import { billName } from '@contract/bill/billName';
import { ACTORS } from '@contract/words';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { authorOf, handOf } from './billRow';
import type { BuiltBill } from './bills';
import { brokerDesk, DAY, type Hours, iso, MINUTE, onceOpen } from './clock';
import { isAmerican } from './lanes';
import { realNameOf, staffId } from './people';
import { roles } from './peopleData';
import type { Shipment } from './shipments';

type BillLogRow = Omit<Insertable<Database['billLog']>, 'id'>;
type OperateLogRow = Omit<Insertable<Database['operateLog']>, 'id'>;

/** Days of the operation log in the demo; the logs of the bills are complete. */
const OPERATE_LOG_DAYS = 14;

/** One change of a bill, for both logs. */
export interface Change {
  readonly at: number;
  /** User name; null for a partner's system or our own. */
  readonly by: string | null;
  readonly action: LogAction;
  readonly field?: string;
  readonly before?: string | null;
  readonly after?: string | null;
  readonly remark?: string;
}

const nodeNames = {
  ata: 'ata',
  noa: 'noaAt',
  declared: 'declaredAt',
  t1: 't1At',
  released: 'clearanceReleasedAt',
  handover: 'handoverAt',
  tat: 'tatAt',
  pod: 'podAt',
} as const;

/** Lists the changes of a bill with their authors, in order. */
export function changesOf(
  { shipment, row }: BuiltBill,
  storyChanges: readonly Change[],
  now: number,
): Change[] {
  const { flight, reached, checked, removed, archived } = shipment;
  const random = shipment.random.fork('log');
  const author = authorOf(shipment);
  const american = isAmerican(flight.lane.landing);
  const broker = american ? roles.brokerUs : roles.broker;
  const desk = author ?? roles.documents[0];
  const hand = handOf(shipment);
  const soon = () => random.int(2, 25) * MINUTE;
  const set = (field: string, at: number | null, by: string | null): Change[] =>
    at === null
      ? []
      : [{ ...writtenDown(at + soon(), by, now), action: 'update', field, before: null, after: iso(at) }];
  const node = (name: keyof typeof nodeNames, by: string | null) => set(nodeNames[name], reached[name], by);
  const time = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);
  const changes: Change[] = [
    { at: flight.created, by: author, action: shipment.source === 'import' ? 'import' : 'create' },
    ...offloadChanges(shipment, desk),
    ...(checked === null
      ? []
      : [
          {
            at: checked,
            by: broker,
            action: 'check',
            field: 'checked',
            before: 'false',
            after: 'true',
          } as const,
        ]),
    ...node('ata', desk),
    ...node('noa', null),
    ...node('declared', broker),
    ...node('t1', broker),
    ...set('pickupAt', time(row.pickupAt), hand),
    ...set('atWarehouseAt', time(row.atWarehouseAt), hand),
    ...node('released', null),
    ...node('handover', broker),
    ...node('tat', hand),
    ...node('pod', hand),
    ...(removed === null
      ? []
      : [
          {
            at: removed.at,
            by: desk,
            action: 'remove',
            field: 'removedAt',
            before: null,
            after: iso(removed.at),
            remark: removed.reason,
          } as const,
        ]),
    ...(archived === null
      ? []
      : [
          {
            at: archived,
            by: hand,
            action: 'archive',
            field: 'archived',
            before: 'false',
            after: 'true',
          } as const,
        ]),
    ...storyChanges,
  ];
  return changes
    .filter(({ at }) => at <= now)
    .map((change, order) => ({ change, order }))
    .sort((a, b) => a.change.at - b.change.at || a.order - b.order)
    .map(({ change }) => change);
}

/** Time zones and shift hours of the people who record events. */
const SHIFTS: Readonly<Record<string, readonly [zone: string, Hours]>> = {
  'chen.jing': ['Asia/Shanghai', { open: 8.5, close: 22 }],
  'zhao.min': ['Asia/Shanghai', { open: 8.5, close: 22 }],
  'b.devries': ['Europe/Amsterdam', brokerDesk],
  'w.janssen': ['Europe/Amsterdam', { open: 5.5, close: 23 }],
  's.peeters': ['Europe/Brussels', { open: 5.5, close: 23 }],
  'k.oconnor': ['America/Chicago', { open: 6, close: 22 }],
};

/** Moves a night event to the morning of its author; until then it is recorded by the carriers' feeds. */
function writtenDown(at: number, by: string | null, now: number): { at: number; by: string | null } {
  const shift = by === null ? undefined : SHIFTS[by];
  if (!shift) return { at, by };
  const later = onceOpen(at, ...shift, (at % (50 * MINUTE)) + 5 * MINUTE);
  return later <= now ? { at: later, by } : { at: Math.min(at, now), by: null };
}

function offloadChanges({ flight }: Shipment, by: string): Change[] {
  const { offload } = flight;
  if (!offload) return [];
  const change = (field: string, before: string, after: string): Change => ({
    at: offload.changedAt,
    by,
    action: 'update',
    field,
    before,
    after,
    remark: 'Offloaded by the airline',
  });
  return [
    change('flightNo', offload.flightNo, flight.flightNo),
    change('etd', iso(offload.etd), iso(flight.etd)),
    change('eta', iso(offload.eta), iso(flight.eta)),
  ];
}

const operator = (by: string | null) => ({
  operatorId: by === null ? null : staffId(by),
  operatorName: by === null ? ACTORS.system : realNameOf(by),
});

/** Converts changes to lines of the bill's log. */
export const billLogOf = (billId: number, changes: readonly Change[]): BillLogRow[] =>
  changes.map(({ at, by, action, field, before, after, remark }) => ({
    billId,
    at: iso(at),
    ...operator(by),
    action,
    field: field ?? null,
    oldValue: before ?? null,
    newValue: after ?? null,
    remark: remark ?? null,
  }));

/** IP addresses of the staff, from ranges reserved for documentation. */
const addresses: Readonly<Record<string, string>> = {
  'chen.jing': '203.0.113.21',
  'zhao.min': '203.0.113.22',
  'b.devries': '192.0.2.14',
  'k.oconnor': '198.51.100.9',
  'w.janssen': '192.0.2.31',
  's.peeters': '192.0.2.52',
  'li.wei': '192.0.2.10',
};
const CONSOLE = 'Freight Console 0.1.0 (Windows)';

/** A line of the operation log before sorting. */
export interface Entry {
  readonly at: number;
  readonly by: string | null;
  readonly module: LogModule;
  readonly action: LogAction;
  readonly objectType: OperateLogRow['objectType'];
  readonly objectId: number | null;
  readonly objectNo: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
  readonly result?: 'ok' | 'fail';
  /** Customer in whose log it also appears. */
  readonly customerId?: number | null;
  readonly companyId?: number | null;
}

/** Converts an entry to a row, in the form that the API writes. */
export const operateLogRow = (entry: Entry): OperateLogRow => ({
  at: iso(entry.at),
  ...operator(entry.by),
  module: entry.module,
  action: entry.action,
  objectType: entry.objectType,
  objectId: entry.objectId === null ? null : String(entry.objectId),
  objectNo: entry.objectNo,
  before: JSON.stringify(entry.before ?? null),
  after: JSON.stringify(entry.after ?? null),
  ip: entry.by === null ? null : (addresses[entry.by] ?? '192.0.2.77'),
  userAgent: entry.by === null ? null : CONSOLE,
  result: entry.result ?? 'ok',
  customerId: entry.customerId ?? null,
  companyId: entry.companyId ?? null,
});

/** Converts the recent changes of a bill to lines of the operation log. */
export function billEntries(row: BuiltBill['row'], changes: readonly Change[], now: number): Entry[] {
  return changes
    .filter(({ at }) => at > now - OPERATE_LOG_DAYS * DAY)
    .map(({ at, by, action, field, before, after }) => ({
      at,
      by,
      module: 'bill',
      action,
      objectType: 'bill',
      objectId: row.id,
      objectNo: billName(row),
      before: field === undefined ? null : { [field]: before ?? null },
      after:
        field === undefined
          ? { billNo: row.billNo, batchNo: row.batchNo, eta: row.eta }
          : { [field]: after ?? null },
    }));
}
