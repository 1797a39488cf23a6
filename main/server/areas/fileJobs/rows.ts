import { setImmediate } from 'node:timers/promises';
import { type Problem, problem } from '@contract/errors';
import { fileKinds } from '@contract/files/fileKinds';
import type { Insertable } from 'kysely';
import type { CheckedTable } from '../../../tabular/check';
import type { ForeignIssue } from '../../../tabular/issues';
import type { Context } from '../../core/context';
import { Refusal } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { inSavepoint } from '../../store/savepoint';
import type { Database } from '../../store/tables';
import { Aside, carryOver, keepIds, NotAside } from './aside';
import { conclude } from './conclude';
import type { Conversion, Converter } from './conversion';
import { foundIn, keepErrorFile, keepIssues, refuseAll, writeErrorFile } from './outcome';
import { type CheckedFile, readAndCheck, readTable } from './reading';
import type { FileRow, Outcome, RowKind } from './rowKind';

const DONE: Outcome = {};

/** Rows between two checks whether to end. */
const BREATH = 50;

/** Reason and column of a refusal. Rethrows errors that are no refusal. */
export function outcomeOf(error: unknown, columns: RowKind['columns'] = {}): Outcome {
  if (!(error instanceof Refusal)) throw error;
  const [field = '', found = error.problem] = Object.entries(error.details.fields ?? {})[0] ?? [];
  return { column: columns[field] ?? field, problem: found };
}

/** For kinds that import row by row: a refused row leaves nothing behind. */
export const rowByRow =
  (
    take: (context: Context, row: FileRow, conversion: Conversion) => Promise<Outcome | undefined>,
    columns: RowKind['columns'] = {},
  ): RowKind['apply'] =>
  async (context, rows, conversion) => {
    const beat = (part: number) => conversion.beat(40, 90, part);
    return takeRows(context, rows, (row) => take(context, row, conversion), { beat, columns });
  };

/** Imports rows one by one; a refused one leaves nothing behind. Returns the results worth reporting. */
export async function takeRows(
  context: Context,
  rows: readonly FileRow[],
  take: (row: FileRow) => Promise<Outcome | undefined>,
  { beat, columns = {} }: { beat: (part: number) => void; columns?: RowKind['columns'] },
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  for (const [at, row] of rows.entries()) {
    if (at % BREATH === 0) {
      // A file imported as a whole gives others their turn in between; they may end it.
      await setImmediate();
      beat(at / rows.length);
    }
    try {
      const outcome = await inSavepoint(
        context.write,
        () => take(row),
        (made) => !made?.problem,
      );
      if (outcome) outcomes.set(row.row, outcome);
    } catch (error) {
      outcomes.set(row.row, outcomeOf(error, columns));
    }
  }
  return outcomes;
}

/**
 * Converter of a kind with independent rows. Each chunk commits together with the number of its last row: after a kill
 * the import continues behind it, and no row counts twice.
 */
export function rowConverter(kind: RowKind): Converter {
  return {
    template: kind.template,
    run: (conversion) => run(kind, conversion),
    trial: async ({ read, all, warehouseIds, rehearsed }, file) => {
      const { sheets, checked } = await readTable(file, (await kind.context?.(read)) ?? {});
      const { rehearse } = kind;
      if (!rehearse) {
        checked.setForeign((await kind.foreign?.(all, checked, { own: null, warehouseIds })) ?? []);
        return { sheets, records: null };
      }
      const beat = (part: number) => file.beat?.(40, 100, part);
      const { issues, records } = await rehearsed((context) => rehearse(context, checked, beat));
      checked.setForeign(issues);
      return { sheets, records };
    },
  };
}

/** Thrown when rows of an all-or-nothing file were refused on writing: nothing of it stays. */
class RowsRefused extends Error {
  readonly issues: readonly ForeignIssue[];

  constructor(issues: readonly ForeignIssue[]) {
    super();
    this.issues = issues;
  }
}

/** Thrown when the data that the rows were checked against changed before they were written. */
class DataChanged extends Error {}

/**
 * Maximum attempts to prepare rows on a copy. An attempt fails if other users change the data it read; after the last
 * one, rows are written to the store directly and other writes wait.
 */
const MOST_TIMES = 3;
/** Number of rows up to which no copy is made, because other writes wait only briefly for so few. */
const FEW = 100;

async function run(kind: RowKind, conversion: Conversion): Promise<void> {
  const { db } = conversion;
  const read = await readAndCheck(conversion, await kind.context?.(db));
  for (let times = 1; ; times += 1) {
    try {
      return await write(kind, conversion, read, times <= MOST_TIMES);
    } catch (error) {
      if (!(error instanceof DataChanged)) throw error;
    }
  }
}

async function write(
  kind: RowKind,
  conversion: Conversion,
  read: CheckedFile,
  mayAside: boolean,
): Promise<void> {
  const { db, job, options, scope } = conversion;
  const { checked } = read;
  const foreign = (await kind.foreign?.(db, checked, scope)) ?? [];
  checked.setForeign(foreign);
  const whole = fileKinds[job.kind].mode === 'asked' && options.mode !== 'good';
  if (whole && checked.counts.errors > 0) return refuseAll(conversion, read);
  const refused = await earlierRefusals(db, job.id);
  let ok = job.doneRow > 0 ? job.okRows : 0;
  const rows = goodRows(checked, job.doneRow);
  const all = rows.length;
  const size = whole ? Math.max(all, 1) : kind.chunk;
  for (let from = 0; from < all; from += size) {
    conversion.beat(40, 90, from / all, {
      totalRows: checked.counts.rows,
      okRows: ok,
      errorRows: checked.counts.errors + refused.length,
    });
    const chunk = fileRows(checked, rows.slice(from, from + size));
    try {
      const aside = mayAside && chunk.length > FEW ? await writeAside(kind, conversion, chunk) : undefined;
      if (whole && aside) requireTaken(kind, chunk, aside.outcomes);
      const issues = await conversion.write(async (context) => {
        if (aside) await carry(kind, conversion, context, { ...aside, checked, foreign });
        const outcomes = aside?.outcomes ?? (await kind.apply(context, chunk, conversion));
        if (whole) requireTaken(kind, chunk, outcomes);
        return keepOutcomes(kind, context, conversion.job.id, chunk, outcomes, ok);
      });
      refused.push(...issues);
      ok += chunk.length - issues.length;
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw error;
      checked.setForeign([...foreign, ...error.issues]);
      return refuseAll(conversion, read);
    }
    // In the API's own thread, give others their turn.
    await setImmediate();
  }
  checked.setForeign([...foreign, ...refused]);
  const { counts } = checked;
  const file =
    counts.errors > 0
      ? await writeErrorFile({ job, options: conversion.options, files: conversion.files }, read, 'errors')
      : undefined;
  await conversion.write(async (context) => {
    const { write, now } = context;
    await write.deleteFrom('fileIssue').where('jobId', '=', job.id).execute();
    await keepIssues(write, job.id, foundIn(checked));
    const status = counts.errors === 0 ? 'success' : ok > 0 ? 'exception' : 'failed';
    const wrong =
      status === 'failed'
        ? problem('FILE_ROW_ERRORS', { n: counts.errors })
        : problem('FILE_PARTLY', { ok, n: counts.errors });
    await conclude(
      write,
      job,
      {
        totalRows: counts.rows,
        okRows: ok,
        errorRows: counts.errors,
        warningRows: counts.warnings,
        status,
        problem: counts.errors > 0 ? wrong : await kind.verdict?.(context, conversion),
        ...(ok > 0 ? { appliedAt: now } : {}),
        ...(kind.changes ? { changes: JSON.stringify(await kind.changes(context, conversion, ok)) } : {}),
        ...(file ? { errorFileId: await keepErrorFile(context, job.id, file) } : {}),
      },
      now,
    );
  });
}

/** Positions of the valid rows after a given one. */
export function goodRows(checked: CheckedTable, after: number): number[] {
  const rows: number[] = [];
  for (const place of checked.rows('all')) {
    if (!checked.isBad(place) && checked.table.number(place) > after) rows.push(place);
  }
  return rows;
}

/** Converts checked rows to the form that a kind imports. */
export function fileRows(checked: CheckedTable, places: readonly number[]): FileRow[] {
  const given = new Set(checked.mapping.filter((key) => typeof key === 'string'));
  return places.map((place) => {
    const { values, walls = {} } = checked.read(place);
    return { row: checked.table.number(place), values, walls, given };
  });
}

/** Rows written to a copy, to be carried over. */
interface WrittenAside {
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly copy: Aside;
  readonly written: ReturnType<Aside['written']>;
}

/** Writes rows to a copy while others write to the data; undefined where that is impossible. */
async function writeAside(
  kind: RowKind,
  conversion: Conversion,
  rows: readonly FileRow[],
): Promise<WrittenAside | undefined> {
  const { aside } = kind;
  if (!aside) return undefined;
  const { makes, own } = aside;
  const firstId = await conversion.write(({ write }) => keepIds(write, makes, rows.length));
  const copy = await Aside.open(conversion.database, own);
  try {
    const outcomes = await copy.run((write) => kind.apply(conversion.contextOf(write), rows, conversion), {
      ...{ table: makes, id: firstId },
    });
    return { outcomes, copy, written: copy.written(makes) };
  } catch (error) {
    copy.close();
    if (error instanceof NotAside) return undefined;
    throw error;
  }
}

/** Carries over the rows of a copy. Throws {@link DataChanged} where the data they were checked against has changed. */
async function carry(
  kind: RowKind,
  { database, scope }: Conversion,
  { write }: Context,
  {
    copy,
    written,
    checked,
    foreign,
  }: WrittenAside & { readonly checked: CheckedTable; readonly foreign: readonly ForeignIssue[] },
): Promise<void> {
  try {
    if (!copy.isUpToDate(database)) throw new DataChanged();
  } finally {
    copy.close();
  }
  const now = (await kind.foreign?.(write, checked, scope)) ?? [];
  if (JSON.stringify(now) !== JSON.stringify(foreign)) throw new DataChanged();
  await carryOver(write, written);
}

/** Throws {@link RowsRefused} where a row was refused. */
function requireTaken(kind: RowKind, rows: readonly FileRow[], outcomes: ReadonlyMap<number, Outcome>): void {
  const issues = rows.flatMap(({ row }) => issueOf(kind, row, outcomes.get(row) ?? DONE) ?? []);
  if (issues.length > 0) throw new RowsRefused(issues);
}

/** Reason why a row was refused; undefined if it was imported. */
function issueOf(
  { template }: RowKind,
  row: number,
  { column = '', problem: found, text }: Outcome,
): ForeignIssue | undefined {
  const columnKey = template.columns.some(({ key }) => key === column) ? column : '';
  if (found) return { row, column: columnKey, level: 'error', code: found.code, problem: found, message: '' };
  return text && { row, column: columnKey, level: 'error', ...text };
}

/** Effects inserted by one statement. */
const AT_ONCE = 100;

/** Stores the results in the rows' transaction: their changes, the refused rows, and that they are done. */
async function keepOutcomes(
  kind: RowKind,
  { write }: Context,
  jobId: number,
  rows: readonly FileRow[],
  outcomes: ReadonlyMap<number, Outcome>,
  okBefore: number,
): Promise<ForeignIssue[]> {
  const issues: ForeignIssue[] = [];
  const made: Insertable<Database['fileEffect']>[] = [];
  for (const { row } of rows) {
    const outcome = outcomes.get(row) ?? DONE;
    const issue = issueOf(kind, row, outcome);
    if (issue) issues.push(issue);
    else
      for (const { what, recordId, before, after } of outcome.effects ?? [])
        made.push({
          ...{ jobId, row, what, recordId },
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        });
  }
  for (let from = 0; from < made.length; from += AT_ONCE)
    await write
      .insertInto('fileEffect')
      .values(made.slice(from, from + AT_ONCE))
      .onConflict((again) => again.doNothing())
      .execute();
  await keepIssues(
    write,
    jobId,
    issues.map(({ row, column, problem: found, code, message }) => ({
      ...{ sheet: '', row, columnKey: column, header: column, value: '', level: 'error' as const },
      ...(found ? { problem: found } : { text: { code, message } }),
    })),
  );
  await write
    .updateTable('fileJob')
    .set({ doneRow: rows.at(-1)?.row ?? 0, okRows: okBefore + rows.length - issues.length })
    .where('id', '=', jobId)
    .execute();
  return issues;
}

/** Loads the refusals stored before the process was killed. */
async function earlierRefusals(db: Reader, jobId: number): Promise<ForeignIssue[]> {
  const rows = await db
    .selectFrom('fileIssue')
    .selectAll()
    .where('jobId', '=', jobId)
    .where('level', '=', 'error')
    .execute();
  return rows.map(({ row, columnKey, code, params }) => {
    const { $said, ...given } = JSON.parse(params) as Record<string, string>;
    const issue = { row, column: columnKey, level: 'error' as const, code, message: $said ?? '' };
    return $said === undefined ? { ...issue, problem: { code, params: given } as Problem } : issue;
  });
}
