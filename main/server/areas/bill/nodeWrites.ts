import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import type { Problem } from '@contract/errors';
import type { Warning } from '@contract/resource';
import { type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import type { EventCode } from '@contract/words';
import type { Context } from '../../core/context';
import type { Reader, Writer } from '../../store/open';
import { difference } from '../access/operateLog';
import { refreshBoxes } from '../warehouse/boxViews';
import { billCodec, readBill, refreshBill } from './billFacts';
import { addEvent, logBill } from './billHistory';

/** Result of setting a node: the bill as it is now, and warnings in the caller's language. */
export interface NodeSet {
  readonly bill: Bill;
  readonly warnings: Warning[];
}

/** Translates problems into warnings in the caller's language. */
export function inWords({ explain }: Pick<Context, 'explain'>, found: readonly Problem[]): Warning[] {
  return found.map((one) => ({ code: one.code, msg: explain(one) }));
}

/** Names the bill in a warning about one of several. */
export const ofBill = (bill: Bill, { code, msg }: Warning): Warning => ({
  code,
  msg: `${billName(bill)}: ${msg}`,
});

/**
 * Writes the changes of an entry, recomputes the derived columns, and logs it. An entry without changes is not logged.
 */
export async function writeNode(
  context: Context,
  bill: Bill,
  changes: Partial<Bill>,
  action: 'setNode' | 'arrive' | 'setFlight' | 'offload',
  remark: string | null = null,
): Promise<Bill> {
  const { write, caller, now } = context;
  if (difference(bill, { ...bill, ...changes }).changed.length === 0) {
    context.unchanged();
    return bill;
  }
  const stamps = { version: bill.version + 1, updatedAt: now, updatedBy: caller.id };
  const columns = billCodec.encode({ ...changes, ...stamps });
  await write.updateTable('bill').set(columns).where('id', '=', bill.id).execute();
  const { noaBoxCount = bill.noaBoxCount } = changes;
  await refreshBill(write, bill.id);
  // Boxes are missing only where the NOA counts all of them.
  if (noaBoxCount !== bill.noaBoxCount) await refreshBoxes(write, bill.id);
  const after = await readBill(write, bill.id);
  await logBill(context, action, bill, { before: bill, after, remark });
  return after;
}

/**
 * Updates the timeline to the present state: the event of a node moves with the node's time, and is removed with it.
 * The log keeps the history. `instead` replaces the node's own event.
 */
export async function moveEvent(
  context: Context,
  before: Bill,
  after: Bill,
  name: TimeNodeName,
  instead?: EventCode,
): Promise<void> {
  const { field, event: own } = timeNode(name);
  const event = own && (instead ?? own);
  if (!event || before[field] === after[field]) return;
  await forgetEvent(context.write, before.id, name, before[field]);
  const occurredAt = after[field];
  if (occurredAt) {
    const location = await placeOf(context.read, after, name);
    await addEvent(context, after.id, event, { occurredAt, location });
  }
}

/** Removes from the timeline the event of a node at a time that no longer holds. */
export async function forgetEvent(
  write: Writer,
  billId: number,
  name: TimeNodeName,
  at: string | null,
): Promise<void> {
  const { event } = timeNode(name);
  if (!event || !at) return;
  await write
    .deleteFrom('timelineEvent')
    .where('billId', '=', billId)
    .where('code', 'in', name === 'pod' ? [event, 'COLLECTED'] : [event])
    .where('occurredAt', '=', at)
    .execute();
}

/** Place of a node, for the timeline. */
async function placeOf(read: Reader, bill: Bill, name: TimeNodeName): Promise<string | null> {
  const warehouse = name === 'atWarehouse' && bill.warehouseId;
  if (warehouse) {
    const found = await read
      .selectFrom('warehouse')
      .select(['nameEn', 'city'])
      .where('id', '=', warehouse)
      .executeTakeFirst();
    return found ? `${found.nameEn}, ${found.city}` : null;
  }
  if (name === 'tat' || name === 'pod') {
    const hub = await read
      .selectFrom('destination')
      .select('city')
      .where('id', '=', bill.destinationId ?? 0)
      .executeTakeFirst();
    return hub?.city ?? null;
  }
  const airport = await read
    .selectFrom('airport')
    .select(['nameEn', 'airportCode'])
    .where('id', '=', name === 'atd' ? bill.originAirportId : bill.landingAirportId)
    .executeTakeFirst();
  return airport ? `${airport.nameEn} (${airport.airportCode})` : null;
}
