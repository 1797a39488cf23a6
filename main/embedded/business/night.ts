import { instantOf } from '@contract/rules/zonedTime';
import type { Store, Writer } from '../store/open';
import { yearsAfter } from './contract';
import {
  advanceUnattended,
  type DocumentKind,
  type DocumentRow,
  documentsWhere,
  note,
  save,
  tell,
  today,
} from './document';
import { documentKinds } from './kinds';

const DAY = 86_400_000;
/** Days before its end at which its people are told, where a document does not say so itself. */
const NOTICE = 30;

type Due = (by: { write: Writer; now: string }, kind: DocumentKind, row: DocumentRow) => Promise<void>;

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

/** What a night brings to an approved document: its end, its renewal, or word that the end is near. */
function dueOf(kind: DocumentKind, row: DocumentRow, day: string): Due | undefined {
  const { validTo, terminatedOn } = row;
  if (terminatedOn !== null && terminatedOn <= day)
    return (by, kind) => save(by, kind, row, { state: 'terminated' }, null);
  if (typeof validTo !== 'string') return undefined;
  if (validTo < day)
    return async (by, kind) => {
      if (row.autoRenew === true) {
        await save(by, kind, row, { validTo: yearsAfter(validTo, 1), endToldAt: null }, null);
        await note(by, kind, row, 'renew');
        return;
      }
      await save(by, kind, row, { state: 'expired' }, null);
      await note(by, kind, row, 'expire');
    };
  const notice = kind.notice
    ? kind.notice(row)
    : typeof row.noticeDays === 'number'
      ? row.noticeDays
      : NOTICE;
  if (row.endToldAt !== null || notice === null || day < dayBefore(validTo, notice)) return undefined;
  return async (by, kind) => {
    const [year, month, date] = validTo.split('-');
    const people = [row.ownerStaffId, row.createdBy, row.submittedBy].filter((id) => typeof id === 'number');
    await tell(by, kind, row, people, 'DOCUMENT_ENDS', { day: `${date}/${month}/${year}` });
    await save(by, kind, row, { endToldAt: by.now }, null);
  };
}

/** Ends documents that ran out, renews those that renew themselves, tells of those that end soon, and lets approvals go on that wait for nobody. */
export async function documentNight(store: Store, time: number): Promise<void> {
  const now = instantOf(time);
  const day = today(now);
  for (const kind of Object.values(documentKinds)) {
    const [approved, pending] = [
      await documentsWhere(store.read, kind, { state: 'approved' }),
      await documentsWhere(store.read, kind, { state: 'pending' }),
    ];
    if (pending.length === 0 && !approved.some((row) => dueOf(kind, row, day))) continue;
    await store.write(async (write) => {
      for (const row of await documentsWhere(write, kind, { state: 'approved' }))
        await dueOf(kind, row, day)?.({ write, now }, kind, row);
      for (const row of await documentsWhere(write, kind, { state: 'pending' }))
        await advanceUnattended({ write, now }, kind, row);
    });
  }
}
