import type { Bill } from '../bill/bill';
import type { LegState } from './billStage';
import type { CustomsCounts } from './custody';
import { RELEASE_DUE_HOURS } from './lateness';

export type ClearanceStatus = NonNullable<Bill['clearanceStatus']>;

/** Kind of a trip by its collector: `own` and `broker` trucks count as "picked up by the clearance company". */
export type TripKind = 'own' | 'broker' | 'customer' | 'direct';

/** The customs-related facts of one truck trip. */
export interface ClearanceTrip {
  readonly kind: TripKind;
  /** When the truck left the cargo station, else when it arrived; null if neither is known. */
  readonly pickedAt: string | null;
  readonly inbound: LegState;
  readonly clearance: LegState;
}

export type BatchStatus =
  | 'prepared'
  | 'declared'
  | 'accepted'
  | 'rejected'
  | 'control'
  | 'refused'
  | 'released'
  | 'invalidated';

/** One declaration of a bill. */
export interface ClearanceBatch {
  readonly status: BatchStatus;
  readonly declaredAt: string | null;
}

/** Inputs of the clearance status. */
export type ClearanceFacts = Pick<Bill, 'ata' | 'declaredAt' | 'handoverAt' | 'blockedAt'> & {
  readonly parcels: CustomsCounts;
  readonly trips: readonly ClearanceTrip[];
  readonly batches: readonly ClearanceBatch[];
};

/** The derived clearance status and flags. */
export interface Clearance {
  readonly status: ClearanceStatus | null;
  /** True if customs released some parcels and refused others. */
  readonly partial: boolean;
  /** True if customs has decided finally on everything, or the goods were handed over. */
  readonly settled: boolean;
  /** When the first declaration was lodged. */
  readonly declaredAt: string | null;
}

interface Verdict {
  readonly decided: boolean;
  readonly someReleased: boolean;
  readonly someRefused: boolean;
}

/** Returns the decision of customs: by parcels if there are any, else by declarations, else by the clearance legs. */
function verdictOf(facts: ClearanceFacts, lodged: readonly ClearanceBatch[]): Verdict {
  const { waiting, stopped, released, refused } = facts.parcels;
  const open = waiting + stopped;
  if (released + open + refused > 0)
    return { decided: open === 0, someReleased: released > 0, someRefused: refused > 0 };
  const { trips } = facts;
  const batches = facts.batches.filter(({ status }) => status !== 'invalidated');
  const final = batches.length > 0 && batches.every(({ status }) => FINAL.has(status));
  const closed = trips.length > 0 && trips.every(({ clearance }) => clearance === 'finished');
  const someRefused = lodged.some(({ status }) => REFUSED.has(status));
  const someReleased =
    batches.some(({ status }) => status === 'released') || (closed && (!someRefused || !final));
  return { decided: final || closed, someReleased, someRefused };
}
const REFUSED: ReadonlySet<BatchStatus> = new Set(['rejected', 'refused']);
const FINAL: ReadonlySet<BatchStatus> = new Set(['released', ...REFUSED]);
/** An invalidated declaration has no effect: its goods are as if it had never been lodged. */
const UNLODGED: ReadonlySet<BatchStatus> = new Set(['prepared', 'invalidated']);

const latestOf = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);

/**
 * Returns the clearance status of a bill; the first rule that holds decides. It is independent of the physical stage:
 * goods are often cleared before the truck comes. A day's end with nothing released takes precedence over holds, until
 * the first release.
 */
export function clearanceOf(facts: ClearanceFacts): Clearance {
  const { batches, trips } = facts;
  const lodged = batches.filter(({ status }) => !UNLODGED.has(status));
  const declaredAt =
    batches.length > 0
      ? lodged.reduce<string | null>(
          (first, { declaredAt: at }) => (at !== null && (first === null || at < first) ? at : first),
          null,
        )
      : facts.declaredAt;
  const verdict = verdictOf(facts, lodged);
  const settled = verdict.decided || facts.handoverAt !== null;
  return {
    status: statusOf(facts, verdict, lodged, trips),
    partial: settled && verdict.someReleased && verdict.someRefused,
    settled,
    declaredAt,
  };
}

function statusOf(
  facts: ClearanceFacts,
  { decided, someReleased, someRefused }: Verdict,
  lodged: readonly ClearanceBatch[],
  trips: readonly ClearanceTrip[],
): ClearanceStatus | null {
  if (facts.handoverAt !== null) return 'handover';
  if (decided) return someReleased ? 'success' : 'failure';
  if (lodged.length > 0 && lodged.every(({ status }) => REFUSED.has(status))) return 'failure';
  if (facts.blockedAt !== null && !someReleased) return 'not_released';
  if (facts.parcels.stopped > 0 || lodged.some(({ status }) => status === 'control')) return 'exception';

  const answered = someReleased || someRefused;
  const lodgedAt = latestOf([...lodged.map((batch) => batch.declaredAt), facts.declaredAt]);
  // A customs response proves that a declaration was lodged, even if nobody recorded it.
  const declared = lodged.length > 0 || answered || (facts.batches.length === 0 && facts.declaredAt !== null);
  const counting = trips.some(({ inbound }) => inbound !== 'none');
  if (declared && counting) return 'in_clearance';
  const pickedAt = latestOf(
    trips
      .filter(({ kind }) => kind === 'own' || kind === 'broker')
      // A truck without recorded times also counts as gone.
      .map((trip) => trip.pickedAt ?? ''),
  );
  // Goods counted in are no longer with the truck: undecided parcels of them wait in clearance (reference 3.1.7).
  if (pickedAt !== null && (!declared || pickedAt === '' || minuteOf(pickedAt) >= minuteOf(lodgedAt ?? '')))
    return counting && facts.parcels.waiting > 0 ? 'in_clearance' : 'picked_up';
  if (declared) return 'in_clearance';
  return facts.ata === null ? null : 'not_released';
}

/** Truncates to the minute: trips are recorded by the minute, a declaration lodged "now" has seconds. */
const minuteOf = (at: string): string => at.slice(0, 16);

/** Milliseconds after landing within which something must have been released. */
export const RELEASE_DUE = RELEASE_DUE_HOURS * 3_600_000;

/**
 * True if the end of a working day must record that nothing is released: landed 48 hours ago or more, declared, nothing
 * released, and not recorded before. A declaration lodged within the last day gets that day.
 */
export function isBlocked(facts: ClearanceFacts, now: number): boolean {
  const { status } = clearanceOf(facts);
  if (facts.blockedAt !== null || facts.ata === null) return false;
  if (status !== 'in_clearance' && status !== 'exception' && status !== 'picked_up') return false;
  if (facts.parcels.released > 0) return false;
  if (facts.batches.some((batch) => batch.status === 'released')) return false;
  const lodgedAt = latestOf([...facts.batches.map(({ declaredAt }) => declaredAt), facts.declaredAt]);
  if (lodgedAt === null) return false;
  return now - Date.parse(facts.ata) >= RELEASE_DUE && now - Date.parse(lodgedAt) >= DAY;
}
const DAY = 24 * 3_600_000;
