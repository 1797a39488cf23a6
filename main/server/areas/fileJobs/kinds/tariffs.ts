import { fileTemplates } from '@contract/files/templates';
import type { TariffPart } from '@contract/tools/tariffReading';
import * as z from 'zod';
import type { Context } from '../../../core/context';
import type { FileRow, Outcome, RowKind } from '../rowKind';
import { recordRows, recordsDone } from './records';

/** Codes written in one transaction. A code of more digits comes after its parent, as in tariffs. */
const CHUNK = 200;

const hsCodes = recordRows('hsCode');

/** Stores on the codes of imported rows which file they come from, and since when. */
async function stamp(
  { write, now }: Context,
  rows: readonly FileRow[],
  outcomes: ReadonlyMap<number, Outcome>,
  tariffFile: string,
): Promise<void> {
  for (const { row, values } of rows) {
    const { problem, text } = outcomes.get(row) ?? {};
    if (problem || text) continue;
    await write
      .updateTable('hsCode')
      .set({ tariffFile, fetchedAt: now })
      .where('code', '=', String(values.code))
      .where('region', '=', values.region as 'EU')
      .execute();
  }
}

/** A file of commodity codes that is imported as a whole. */
export const hsCodeRows: RowKind = {
  ...hsCodes,
  apply: async (context, rows, conversion) => {
    const outcomes = await hsCodes.apply(context, rows, conversion);
    await stamp(context, rows, outcomes, conversion.job.fileName);
    return outcomes;
  },
};

/** Adds the source file to new codes; for existing codes a repeated reading is no change. */
async function withSource({ write }: Context, rows: readonly FileRow[]): Promise<FileRow[]> {
  const codes = rows.map(({ values }) => String(values.code));
  const there = await write
    .selectFrom('hsCode')
    .select(['code', 'region'])
    .where('code', 'in', codes)
    .execute();
  const known = new Set(there.map(({ code, region }) => `${code} ${region}`));
  return rows.map(({ values: { source: _, ...values }, given, ...row }) => {
    const rest = [...given].filter((key) => key !== 'source');
    return known.has(`${values.code} ${values.region}`)
      ? { ...row, values, given: new Set(rest) }
      : { ...row, values: { ...values, source: 'crawler' }, given: new Set([...rest, 'source']) };
  });
}

const within = ({ region, codes }: TariffPart, { values }: FileRow): boolean =>
  values.region === region &&
  (codes.length === 0 || codes.some((digits) => String(values.code).startsWith(digits)));

/**
 * A tariff file from which the codes of a region are read, all or those of some chapters; other rows are left alone.
 */
export const tariffRows: RowKind = {
  ...hsCodes,
  template: fileTemplates.tariff,
  chunk: CHUNK,
  apply: async (context, rows, conversion) => {
    const part = partOf(conversion.options);
    const selected = rows.filter((row) => within(part, row));
    const outcomes = await hsCodes.apply(context, await withSource(context, selected), conversion);
    const { fileName, id } = conversion.job;
    await stamp(context, selected, outcomes, fileName);
    await storeRowsRead(context, id, selected.length);
    return outcomes;
  },
  changes: async (context, conversion, ok) => {
    const { changes } = await context.write
      .selectFrom('fileJob')
      .select('changes')
      .where('id', '=', conversion.job.id)
      .executeTakeFirstOrThrow();
    const { fetched } = storedCount.parse(JSON.parse(changes ?? '{"fetched":0}'));
    const { records } = await recordsDone(context, conversion, ok);
    return { fetched, records: { ...records, same: fetched - records.added - records.changed } };
  },
};

const partOf = ({ tariff }: { readonly tariff?: TariffPart | undefined }): TariffPart => {
  if (!tariff) throw new Error('a tariff without the part that is read');
  return tariff;
};

/** The stored summary of a tariff reading: the number of codes fetched. */
const storedCount = z.object({ fetched: z.int() });

/** Stores the number of rows read along with the rows, so that a killed process counts nothing twice. */
async function storeRowsRead({ write }: Context, jobId: number, rowsRead: number): Promise<void> {
  const { changes } = await write
    .selectFrom('fileJob')
    .select('changes')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const { fetched } = storedCount.parse(JSON.parse(changes ?? '{"fetched":0}'));
  await write
    .updateTable('fileJob')
    .set({ changes: JSON.stringify({ fetched: fetched + rowsRead }) })
    .where('id', '=', jobId)
    .execute();
}
