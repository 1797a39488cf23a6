/**
 * Phrases of views and triggers that only SQLite accepts, and that must not change because backups are compared with their
 * text: a boolean mixed with a number, JSON text mixed with a number, an ambiguous column.
 */
const PHRASES: readonly (readonly [string, string])[] = [
  ["coalesce(parcel.state = 'abnormal', 0)", "coalesce(parcel.state = 'abnormal', false)"],
  [
    "coalesce(fileJob.changes ->> '$.fetched', 0)",
    "coalesce(as_integer(fileJob.changes ->> '$.fetched'), 0)",
  ],
  [
    "coalesce(fileJob.changes ->> '$.records.added', 0)",
    "coalesce(as_integer(fileJob.changes ->> '$.records.added'), 0)",
  ],
  [
    "coalesce(fileJob.changes ->> '$.records.changed', 0)",
    "coalesce(as_integer(fileJob.changes ->> '$.records.changed'), 0)",
  ],
  ['do update set n = n + 1', 'do update set n = billCount.n + 1'],
];

/** Replaces such phrases in a statement. */
export function phrases(text: string): string {
  let replaced = text;
  for (const [sqlite, postgres] of PHRASES) replaced = replaced.replaceAll(sqlite, postgres);
  return replaced;
}
