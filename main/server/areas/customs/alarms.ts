import type { Bill } from '@contract/bill/bill';
import type { ParcelGiven } from '@contract/customs/parcel';
import type { Context } from '../../core/context';
import { readBill } from '../bill/billFacts';
import { inBoth, notifyStaff } from '../partners/messages';

/** True when a bill has just become an exception or a failure with customs. */
const hasTurnedBad = (before: Bill, { clearanceStatus: status }: Bill): boolean =>
  status !== before.clearanceStatus && (status === 'exception' || status === 'failure');

/** Notifies the brokers when a bill has become an exception or a failure with customs (reference 3.1.7). */
export async function notifyClearance(context: Context, before: Bill): Promise<void> {
  const bill = await readBill(context.write, before.id);
  if (!hasTurnedBad(before, bill)) return;
  const status = { choice: ['clearanceStatus', bill.clearanceStatus ?? ''] as const };
  await notifyStaff(context, {
    type: bill.clearanceStatus === 'failure' ? 'alert' : 'exception',
    text: inBoth('CLEARANCE_TURNED', { status }),
    to: ['bill.customs.declare'],
    bill,
  });
}

/**
 * Notifies the people who work on cases of abnormal parcels (reference 3.3), and the brokers too when that stops the
 * clearance of the bill: one message covers both.
 */
export async function notifyAbnormal(
  context: Context,
  before: Bill,
  n: number,
  { type }: ParcelGiven['abnormal'],
): Promise<void> {
  const bill = await readBill(context.write, before.id);
  await notifyStaff(context, {
    type: 'exception',
    text: inBoth('PARCELS_ABNORMAL', { n, type: { choice: ['abnormalType', type] } }),
    to: hasTurnedBad(before, bill) ? ['bill.cases.edit', 'bill.customs.declare'] : ['bill.cases.edit'],
    bill,
  });
}
