/** Rates and limits that are valid for a period: dated rows to which a later change adds another row. */

/** Days of validity, `YYYY-MM-DD`; the last day is included, null if it is not known. */
export interface Period {
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** True if a period includes a day. */
export const isOn = ({ validFrom, validTo }: Period, day: string): boolean =>
  validFrom <= day && (validTo === null || validTo >= day);

/** True if two periods have a day in common. */
export const overlap = (one: Period, other: Period): boolean =>
  (one.validTo === null || other.validFrom <= one.validTo) &&
  (other.validTo === null || one.validFrom <= other.validTo);

/** Returns the row of a day; rows of one kind never overlap. */
export const rowOn = <R extends Period>(rows: readonly R[], day: string): R | undefined =>
  rows.find((row) => isOn(row, day));

/** Returns the last day that any of the rows includes; null without an end, undefined without rows. */
export function knownTo(rows: readonly Period[]): string | null | undefined {
  let last: string | undefined;
  for (const { validTo } of rows) {
    if (validTo === null) return null;
    if (last === undefined || validTo > last) last = validTo;
  }
  return last;
}
