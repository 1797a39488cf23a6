import { type Bill, closedBill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { CLOCK_TOLERANCE } from '@contract/rules/timeNodes';
import type { Context } from '../../core/context';
import { Refusal, refuseFields } from '../../core/refusal';
import { readBill } from '../bill/billFacts';

/** Loads a bill for a change. Throws NOT_FOUND, BILL_REMOVED, BILL_ARCHIVED. */
export async function readOpenBill({ read }: Pick<Context, 'read'>, id: number): Promise<Bill> {
  const bill = await readBill(read, id);
  const closed = closedBill(bill);
  if (closed) throw new Refusal(closed);
  return bill;
}

/** Returns the given time, or now. Throws NODE_FUTURE at the field for a future time. */
export function timeGiven({ now }: Pick<Context, 'now'>, field: string, at: string | null): string {
  if (at === null) return now;
  if (Date.parse(at) > Date.parse(now) + CLOCK_TOLERANCE)
    throw refuseFields({ [field]: problem('NODE_FUTURE', { node: { field } }) });
  return at;
}

/** Throws NODE_ORDER at the field when a time is before the one that it must follow. */
export function requireAfter(field: string, at: string, previous: string, earliest: string | null): void {
  if (earliest !== null && Date.parse(at) < Date.parse(earliest))
    throw refuseFields({
      [field]: problem('NODE_ORDER', { node: { field }, previous: { field: previous } }),
    });
}
