import { noticeDaysOf } from '@contract/rules/lateness';
import { formatDay, instantOf } from '@contract/rules/zonedTime';
import { officeDay } from '../../core/officeClock';
import type { Store, Writer } from '../../store/open';
import { yearsAfter } from './contract';
import { type DocumentKind, type DocumentRow, documentsOf, documentsWhere, inOffice, note } from './document';
import { adjustToStaff, notify } from './documentRun';
import { everyKind } from './kinds';

const DAY = 86_400_000;

type DueChange = (by: { write: Writer; now: string }, kind: DocumentKind, row: DocumentRow) => Promise<void>;

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

/** Nightly change of an approved document: its end, its renewal, or a notice that the end is near. */
function dueOf(row: DocumentRow, day: string): DueChange | undefined {
  const { validTo, terminatedOn } = row;
  if (terminatedOn !== null && terminatedOn <= day)
    return (by, kind) => documentsOf(kind).save(by, row, { state: 'terminated' });
  if (typeof validTo !== 'string') return undefined;
  if (validTo < day)
    return async (by, kind) => {
      if (row.autoRenew === true) {
        await documentsOf(kind).save(by, row, { validTo: yearsAfter(validTo, 1), endToldAt: null });
        await note(by, kind, row, 'renew');
        return;
      }
      await documentsOf(kind).save(by, row, { state: 'expired' });
      await note(by, kind, row, 'expire');
    };
  const notice = noticeDaysOf(row);
  const notified = row.endToldAt !== null || terminatedOn !== null;
  if (notified || notice === null || day < dayBefore(validTo, notice)) return undefined;
  return async (by, kind) => {
    const people = await inOffice(by.write, kind, [row.ownerStaffId, row.createdBy, row.submittedBy]);
    const code = row.autoRenew === true ? 'DOCUMENT_RENEWS' : 'DOCUMENT_ENDS';
    await notify(by, kind, row, people, code, { day: formatDay(validTo) });
    await documentsOf(kind).save(by, row, { endToldAt: by.now });
  };
}

/**
 * Ends expired documents, renews those with automatic renewal, sends notices of those that end soon, and adjusts open
 * approvals to changes of staff.
 */
export async function documentNight(store: Store, time: number): Promise<void> {
  const now = instantOf(time);
  const day = officeDay(now);
  for (const kind of everyKind) {
    const [approved, pending] = [
      await documentsWhere(store.read, kind, { state: 'approved' }),
      await documentsWhere(store.read, kind, { state: 'pending' }),
    ];
    if (pending.length === 0 && !approved.some((row) => dueOf(row, day))) continue;
    await store.write(async (write) => {
      for (const row of await documentsWhere(write, kind, { state: 'approved' }))
        await dueOf(row, day)?.({ write, now }, kind, row);
      for (const row of await documentsWhere(write, kind, { state: 'pending' }))
        await adjustToStaff({ write, now }, kind, row);
    });
  }
}
