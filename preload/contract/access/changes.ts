/** Said of every record, and of none in particular. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['id', 'version', 'updatedAt', 'updatedBy']);
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const isSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two states of a record differ; where it was not, or is no longer, those of which anything is known. */
export function changedFields(before: unknown, after: unknown): string[] {
  const [old, now] = [asRecord(before), asRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !BOOKKEEPING.has(field) && !isSame(old[field], now[field]),
  );
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const asRecord = (value: unknown) => (isRecord(value) ? value : {});
