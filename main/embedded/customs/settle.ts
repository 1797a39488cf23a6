import type { Bill } from '@contract/bill/bill';
import { readBill } from '../bill/billFacts';
import type { Writer } from '../store/open';

/** What the status of a bill with customs follows from: where it stands, and its parcels by their states. */
type ClearanceFacts = Pick<
  Bill,
  | 'clearanceStatus'
  | 'parcelsClearance'
  | 'parcelsFree'
  | 'parcelsHeld'
  | 'parcelsFailed'
  | 'parcelsAbnormal'
  | 'parcelsCompleted'
>;

/**
 * The status of a bill with customs after its parcels have changed, and whether it succeeded in part. Held and abnormal
 * parcels make an exception; when all are decided it is a success, in part where some failed, or a failure where all did.
 * What has been handed over stays so.
 */
function clearanceAfter(facts: ClearanceFacts): { status: Bill['clearanceStatus']; partial: boolean } {
  const { clearanceStatus: before, parcelsFailed: failed } = facts;
  const passed = facts.parcelsFree + facts.parcelsCompleted;
  const stuck = facts.parcelsHeld + facts.parcelsAbnormal;
  const open = facts.parcelsClearance;
  const decided = open + stuck === 0;
  const partial = decided && failed > 0 && passed > 0;
  if (open + stuck + passed + failed === 0) return { status: before, partial: false };
  if (before === 'handover') return { status: before, partial };
  if (decided) return { status: passed === 0 ? 'failure' : 'success', partial };
  if (stuck > 0) return { status: 'exception', partial };
  const wasEnded = before === 'exception' || before === 'success' || before === 'failure';
  // A release says that a declaration was lodged, whoever was told of it.
  const begun = (before === null || before === 'not_released') && passed + failed > 0;
  return { status: wasEnded || begun ? 'in_clearance' : before, partial };
}

/** Sets the status of a bill with customs by its parcels, and the time of the release that ended it. */
export async function settleClearance(write: Writer, billId: number, at: string): Promise<void> {
  const bill = await readBill(write, billId);
  const { status, partial } = clearanceAfter(bill);
  const ended = status === 'success' || status === 'handover';
  await write
    .updateTable('bill')
    .set({
      clearanceStatus: status,
      partial: partial ? 1 : 0,
      clearanceReleasedAt: ended ? (bill.clearanceReleasedAt ?? at) : null,
    })
    .where('id', '=', billId)
    .execute();
}
