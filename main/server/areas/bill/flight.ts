import { type FlightChange, flightChanges, judgeFlight, movesFlight } from '@contract/rules/flight';
import type { Context } from '../../core/context';
import { Refusal, refuseFields } from '../../core/refusal';
import { bills } from './billFacts';
import { addEvent } from './billHistory';
import { forgetEvent, inWords, type NodeSet, writeNode } from './nodeWrites';

/**
 * Books a bill on another flight: manually, or from a list of flights. Throws {@link Refusal}: STALE_DATA when
 * `version` is given and old, STATE_NOT_ALLOWED, REASON_REQUIRED once the flight has left, NODE_ORDER, FLIGHT_FORMAT.
 * Does not check permissions: the call does.
 */
export async function changeFlight(
  context: Context,
  billId: number,
  change: FlightChange & { readonly version?: number },
): Promise<NodeSet> {
  const { write, now } = context;
  const bill = await bills.open(context, billId, 'setFlight', change.version);
  const { fields, warnings } = judgeFlight(change, bill, Date.parse(now));
  if (Object.keys(fields).length > 0) throw refuseFields(fields);
  const moved = movesFlight(change, bill);
  const changes = flightChanges(change, bill);
  const after = await writeNode(
    context,
    bill,
    changes,
    moved ? 'offload' : 'setFlight',
    change.reason?.trim() || null,
  );
  if (after.atd === null) await forgetEvent(write, bill.id, 'atd', bill.atd);
  if (moved) await addEvent(context, bill.id, 'OFFLOADED', { location: after.flightNo });
  return { bill: after, warnings: inWords(context, warnings) };
}
