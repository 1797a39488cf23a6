import type { Problem } from '../errors';

/** A kind of code of the trade: its stored form, validity and display. All functions are pure. */
export interface CodeRule {
  /** Longest stored form, in characters. */
  readonly max: number;
  /** Converts typed text to the stored form: trimmed, upper-cased, separators removed as usual in the trade. */
  normalise(raw: string): string;
  /** Returns the problem of a normalised value; undefined if it is valid. */
  check(value: string): Problem | undefined;
  /** Returns a warning about a valid but odd value. */
  warn?(value: string): Problem | undefined;
  /** Returns why a stored value that `check` refuses has no effect; for example, one that an older version accepted. */
  unused?(value: string): Problem | undefined;
  /** Formats a value for people; the stored form if absent. */
  format?(value: string): string;
  /** All valid values, if there are few enough to choose from. */
  readonly values?: () => readonly string[];
  /** Kind of platform display names (`Intl`) for the values. */
  readonly names?: 'currency' | 'region';
  /** The choice list whose labels the values use. */
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
