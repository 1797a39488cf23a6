import type { Bill } from '../bill/bill';
import { type Problem, problem } from '../errors';
import { flightNo as flightRule, voyage as voyageRule } from './codes';

const HOUR = 3_600_000;

/** Another flight for a bill. Times left out stay unchanged. */
export interface FlightChange {
  readonly flightNo: string;
  readonly etd?: string | undefined;
  readonly eta?: string | undefined;
  readonly reason?: string | null | undefined;
}

type FlightBill = Pick<Bill, 'mode' | 'flightNo' | 'etd' | 'eta' | 'atd' | 'ata'>;

/** True if the bill's flight has left, as far as is known. `now` is in milliseconds. */
export function hasDeparted({ atd, ata, etd }: FlightBill, now: number): boolean {
  return atd !== null || ata !== null || (etd !== null && Date.parse(etd) <= now);
}

/** True if a change moves the flight in time: the cargo was offloaded, or rebooked. */
export const movesFlight = (change: FlightChange, bill: FlightBill): boolean =>
  (change.etd !== undefined && change.etd !== bill.etd) ||
  (change.eta !== undefined && change.eta !== bill.eta);

/** Returns why a change of the flight is refused, by field, and its warnings (domain reference 3.1.3, 3.1.5). */
export function judgeFlight(
  change: FlightChange,
  bill: FlightBill,
  now: number,
): { fields: Record<string, Problem>; warnings: Problem[] } {
  const { flightNo, reason, etd = bill.etd, eta = bill.eta } = change;
  const fields: Record<string, Problem> = {};
  const departed = hasDeparted(bill, now);
  const wrong = (bill.mode === 'air' ? flightRule : voyageRule).check(flightNo);
  if (wrong) fields.flightNo = wrong;
  if (movesFlight(change, bill) && etd && eta && Date.parse(eta) <= Date.parse(etd))
    fields.eta = order('eta', 'etd');
  if (change.etd && etd && bill.ata && Date.parse(bill.ata) <= Date.parse(etd))
    fields.etd = order('ata', 'etd');
  if (departed && !reason?.trim()) fields.reason = problem('REASON_REQUIRED');
  const warnings: Problem[] = departed ? [problem('FLIGHT_DEPARTED')] : [];
  const moved = bill.eta && eta ? Math.abs(Date.parse(eta) - Date.parse(bill.eta)) / HOUR : 0;
  if (moved > 24) warnings.push(problem('ETA_MOVED', { hours: Math.round(moved * 10) / 10 }));
  return { fields, warnings };
}

const order = (node: string, previous: string): Problem =>
  problem('NODE_ORDER', { node: { field: node }, previous: { field: previous } });

/** Returns the changed fields of a bill for a change of flight. Cargo that leaves later has not left yet. */
export function flightChanges({ flightNo, etd, eta }: FlightChange, bill: FlightBill): Partial<Bill> {
  const stayed = etd !== undefined && bill.atd !== null && bill.ata === null && etd > bill.atd;
  return {
    flightNo,
    ...(etd === undefined ? {} : { etd }),
    ...(eta === undefined ? {} : { eta }),
    ...(stayed ? { atd: null } : {}),
  };
}
