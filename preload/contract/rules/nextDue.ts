import type { Bill } from '../bill/bill';
import { NOA_DUE_HOURS, PICKUP_DUE_HOURS, POD_DUE_HOURS, RELEASE_DUE_HOURS } from './lateness';
import { instantOf } from './zonedTime';

const HOUR = 3_600_000;

/** Inputs of a bill's next deadline: its stage, its times, and its last departure from the warehouse. */
export type DueFacts = Pick<
  Bill,
  | 'stage'
  | 'mode'
  | 'eta'
  | 'ata'
  | 'noaAt'
  | 'pickupAt'
  | 'pickupFinished'
  | 'clearanceStatus'
  | 'tatAt'
  | 'podAt'
> & { readonly outboundEnd: string | null };

/** Ignores texts that are no times: data of an older version may contain anything. */
function after(from: string | null, hours: number): string[] {
  const time = Date.parse(from ?? '');
  return Number.isNaN(time) ? [] : [instantOf(time + hours * HOUR)];
}

/**
 * Returns the next deadline of a bill (reference 7.3): its landing; the notice of arrival, the pickup and the release,
 * whichever is missing and due first; the proof of delivery. Null if nothing is due.
 */
export function nextDueAt(facts: DueFacts): string | null {
  const { stage, eta, ata, noaAt, tatAt, clearanceStatus: status } = facts;
  switch (stage) {
    case 'draft':
      return eta;
    case 'transit':
      return after(tatAt ?? facts.outboundEnd, POD_DUE_HOURS)[0] ?? null;
    case 'delivery':
    case 'removed':
      return null;
    default: {
      const noaMissing = facts.mode === 'air' && noaAt === null && facts.pickupAt === null;
      const released = status === 'success' || status === 'handover';
      return (
        [
          ...(noaMissing ? after(ata, NOA_DUE_HOURS) : []),
          ...(facts.pickupFinished ? [] : after(noaAt, PICKUP_DUE_HOURS)),
          ...(released ? [] : after(ata, RELEASE_DUE_HOURS)),
        ].sort()[0] ?? null
      );
    }
  }
}

/** Sorts after every deadline: bills with nothing due, and after them finished ones, the latest first. */
const NOTHING_DUE = '9000-01-01T00:00:00Z';
const DONE = Date.UTC(9600, 0, 1);

/** Sort key of a bill by its next deadline: overdue first, then by time, delivered and removed ones last. */
export function dueOrder(facts: DueFacts): string {
  const { stage, podAt, ata, eta } = facts;
  if (stage !== 'delivery' && stage !== 'removed') return nextDueAt(facts) ?? NOTHING_DUE;
  return instantOf(DONE - (Date.parse(podAt ?? ata ?? eta ?? '') || 0));
}
