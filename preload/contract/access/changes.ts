/** Bookkeeping fields, whose changes are not listed. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['id', 'version', 'updatedAt', 'updatedBy']);
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const isSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields that differ between two states of a record; for a new or deleted one, those with a value. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [old, now] = [asRecord(before), asRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !BOOKKEEPING.has(field) && !isSame(old[field], now[field]),
  );
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asRecord = (value: unknown) => (isRecord(value) ? value : {});
