import type { Problem } from '../errors';

/** A kind of code of the trade: how it is stored, when it is right, how it is shown. All functions are pure. */
export interface CodeRule {
  /** Longest stored form, in characters. */
  readonly max: number;
  /** The stored form of what was typed: trimmed, upper-cased, separators removed as the trade does. */
  normalise(raw: string): string;
  /** What is wrong with a normalised value; undefined when it is right. */
  check(value: string): Problem | undefined;
  /** What is odd but accepted about a right value. */
  warn?(value: string): Problem | undefined;
  /** Why a stored value that `check` refuses has no effect; for example, one that an older version took. */
  unused?(value: string): Problem | undefined;
  /** The form people read; the stored form when absent. */
  format?(value: string): string;
  /** All right values, where there are few enough to choose from. */
  readonly values?: () => readonly string[];
  /** Which of the names every platform knows describe the values. */
  readonly names?: 'currency' | 'region';
  /** The list of choices whose labels are those of the values. */
  readonly labels?:
    | 'contactReceives'
    | 'permission'
    | 'portalTag'
    | 'pushEvent'
    | 'serviceStep'
    | 'supplierType'
    | 'usEntryType'
    | 'usMode'
    | 'weekday';
}
