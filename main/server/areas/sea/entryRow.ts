import { entryDuty } from '@contract/rules/entryDuty';
import { entryMissing } from '@contract/rules/entryMissing';
import { entryDue } from '@contract/rules/usDays';
import { entryMachine, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { Reader } from '../../store/open';
import { filedRecord } from './filedRecord';
import { readRates } from './usRate';

/** Entries as records that are filed. */
export const entryRecord = filedRecord({
  doc: 'entry',
  table: 'seaEntry',
  row: seaEntry.row,
  machine: entryMachine,
  numberOf: ({ id, entryNo }: SeaEntry) => entryNo ?? `#${id}`,
  link: '/sea/entry/detail',
  files: 'sea.entry.file',
  missing: async (db, entry) => entryMissing(entry, await readRates(db)),
  // Rates may have changed since it was saved: it is submitted with the present ones.
  fresh: async (db, entry) => ({ ...(await followingFrom(db, entry)), reason: null }),
  quiet: ['duties'],
});

/** Derived fields: sums, duty and fees, missing fields, due date. */
export async function followingFrom(db: Reader, entry: Parameters<typeof entryMissing>[0]) {
  const rates = await readRates(db);
  const { parts, unknown: _, outdated: __, ...sums } = entryDuty(entry, rates);
  return {
    ...sums,
    duties: [...parts],
    lineCount: entry.lines.length,
    importerName: entry.importer?.name ?? null,
    missingCount: entryMissing(entry, rates).length,
    entryDueOn: entry.importDate === null ? null : entryDue(entry.importDate),
  } satisfies Partial<SeaEntry>;
}
