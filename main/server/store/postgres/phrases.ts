/**
 * What released migrations say in a way that only SQLite takes, and that they may no longer say otherwise: a truth beside
 * a number, a text of JSON beside a number, a column of two tables.
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
  [
    "fileJob.options ->> '$.importJob' = bill.importJobId",
    "as_integer(fileJob.options ->> '$.importJob') = bill.importJobId",
  ],
  [
    "'supplier', '[\"trucker\"]', warehouse.countryId, 1",
    "'supplier', '[\"trucker\"]', min(warehouse.countryId), 1",
  ],
  ['do update set n = n + 1', 'do update set n = billCount.n + 1'],
];

/** A statement with such phrases put right. */
export function phrases(text: string): string {
  let said = text;
  for (const [sqlite, postgres] of PHRASES) said = said.replaceAll(sqlite, postgres);
  return said;
}
