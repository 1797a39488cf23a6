import { instantOf } from '@contract/rules/zonedTime';
import type { Reader } from '../../store/open';
import type { AlertCondition, AlertMatch } from './alertMatch';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface Evaluation {
  readonly read: Reader;
  readonly watched: AlertCondition;
  readonly hours: number;
  readonly now: number;
}
export type Evaluator = (look: Evaluation) => Promise<AlertMatch[]>;

export const ago = (now: number, hours: number) => instantOf(now - hours * HOUR);
export const lastingMatch = (billId: number, objectNo: string, since: string): AlertMatch => ({
  ...{ objectId: billId, objectNo, billId, since },
  occurrence: '',
});

/** A match for the end of a validity. Prolonging it makes another match, since the end identifies the occurrence. */
export const endingMatch = (objectId: number, objectNo: string, validTo: string | null): AlertMatch => ({
  ...{ objectId, objectNo, billId: null, occurrence: validTo ?? '' },
  // The last day is valid as a whole.
  since: instantOf(Date.parse(validTo ?? '') + DAY),
});
