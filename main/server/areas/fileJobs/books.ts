import { setImmediate } from 'node:timers/promises';
import { type Problem, problem } from '@contract/errors';
import type { MadeRecord } from '@contract/files/fileJob';
import type { FileContext } from '@contract/importing/readRow';
import { type ImportTemplate, sheetKey } from '@contract/importing/template';
import { sql } from 'kysely';
import type { CheckedTable } from '../../../tabular/check';
import type { ForeignIssue } from '../../../tabular/issues';
import { countsOfAll, ownersOf, setForeignOf } from '../../../tabular/sheets';
import type { Context } from '../../core/context';
import { Refusal } from '../../core/refusal';
import { inSavepoint } from '../../store/savepoint';
import { conclude } from './conclude';
import type { Conversion, Converter } from './conversion';
import { countsOf, foundIn, keepIssues, refuseAll } from './outcome';
import { readAndCheck, readTable } from './reading';
import type { Effect, FileRow } from './rowKind';
import { fileRows } from './rows';

/** The rows of a file that together make one record. */
export interface RecordRows {
  /** The row that names the record. */
  readonly head: FileRow;
  /** Rows of the other sheets that belong to the record, in their order, by the key of the sheet. */
  readonly others: Readonly<Record<string, readonly FileRow[]>>;
}

/** Position of a record's field in its file: the sheet, the row among those of the record there, and the column. */
export interface FieldPlace {
  readonly sheet: string;
  /** Position among the record's rows of that sheet, or among all its rows under {@link ROWS}. */
  readonly at: number;
  /** Key of the column; empty if the field has none. */
  readonly column: string;
}

/** A record that was made. */
export interface CreatedRecord {
  readonly effect: Effect;
  readonly number: string;
  /** Fields missing for the record's next step; they do not prevent its creation. */
  readonly missing: readonly { readonly path: string; readonly problem: Problem }[];
}

/** A kind of file whose rows make records of several rows each: all of it goes in, or nothing. */
export interface BookKind {
  readonly template: ImportTemplate;
  /** Resource whose field labels are used. */
  readonly record: string;
  /** Settings for reading the cells, for example the date order. */
  readonly context?: FileContext;
  /** Key that rows of one record share in a file of one sheet; files of several sheets have a key column. */
  readonly together?: (row: FileRow) => string;
  /** Makes the record of some rows. Refuses by the paths of the record's fields. */
  readonly make: (context: Context, rows: RecordRows) => Promise<CreatedRecord>;
  readonly placeOf: (path: string) => FieldPlace;
}

/** The converter of a kind of file whose records have several rows. */
export function bookConverter(kind: BookKind): Converter {
  return {
    template: kind.template,
    run: (conversion) => run(kind, conversion),
    trial: async ({ rehearsed }, file) => {
      const { sheets } = await readTable(file, kind.context ?? {});
      const beat = (part: number) => file.beat?.(40, 100, part);
      setForeignOf(sheets, await rehearsed((context) => rehearse(kind, context, sheets, beat)));
      return { sheets, records: null };
    },
  };
}

/** Thrown when rows that passed the check were refused on writing: nothing of the file stays. */
class RecordsRefused extends Error {
  readonly issues: readonly ForeignIssue[];

  constructor(issues: readonly ForeignIssue[]) {
    super();
    this.issues = issues;
  }
}

async function run(kind: BookKind, conversion: Conversion): Promise<void> {
  const { job } = conversion;
  const read = await readAndCheck(conversion, kind.context);
  const { sheets } = read;
  if (countsOfAll(sheets).errors > 0) return refuseAll(conversion, read);
  try {
    await conversion.write(async (context) => {
      const beat = (part: number) => conversion.beat(40, 95, part, { totalRows: countsOfAll(sheets).rows });
      const { issues, made } = await makeAll(kind, context, sheets, beat);
      if (issues.some(({ level }) => level === 'error')) throw new RecordsRefused(issues);
      setForeignOf(sheets, issues);
      await keepEffects(context, job.id, made);
      await keepIssues(context.write, job.id, foundIn(...sheets));
      await conclude(
        context.write,
        job,
        {
          ...countsOf(...sheets),
          status: 'success',
          appliedAt: context.now,
          changes: JSON.stringify({ made: made.map(madeRecord) }),
        },
        context.now,
      );
    });
  } catch (error) {
    if (!(error instanceof RecordsRefused)) throw error;
    setForeignOf(sheets, error.issues);
    await refuseAll(conversion, read);
  }
}

const madeRecord = ({ effect, number }: Pick<CreatedRecord, 'effect' | 'number'>): MadeRecord => ({
  id: effect.recordId,
  number,
});

interface MadeAt extends CreatedRecord {
  readonly row: number;
}

async function keepEffects({ write }: Context, jobId: number, made: readonly MadeAt[]): Promise<void> {
  for (const { row, effect } of made)
    await write
      .insertInto('fileEffect')
      .values({
        ...{ jobId, row, what: effect.what, recordId: effect.recordId },
        before: JSON.stringify(effect.before),
        after: JSON.stringify(effect.after),
      })
      .execute();
}

/** Makes the records of the valid rows; a refused record leaves nothing behind. */
async function makeAll(
  kind: BookKind,
  context: Context,
  sheets: readonly CheckedTable[],
  beat: (part: number) => void,
): Promise<{ issues: ForeignIssue[]; made: MadeAt[] }> {
  const issues: ForeignIssue[] = [];
  const made: MadeAt[] = [];
  const records = recordsIn(kind, sheets);
  for (const [at, rows] of records.entries()) {
    // Lets other work run in between; it may end this job.
    await setImmediate();
    beat(at / records.length);
    try {
      const one = await inSavepoint(context.write, () => kind.make(context, rows));
      made.push({ ...one, row: rows.head.row });
      for (const { path, problem: found } of one.missing)
        issues.push(issueAt(kind, sheets, rows, path, found, 'warning'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fields = Object.entries(error.details.fields ?? { '': error.problem });
      for (const [path, found] of fields) issues.push(issueAt(kind, sheets, rows, path, found, 'error'));
    }
  }
  return { issues, made };
}

function issueAt(
  kind: BookKind,
  sheets: readonly CheckedTable[],
  { head, others }: RecordRows,
  path: string,
  found: Problem,
  level: 'error' | 'warning',
): ForeignIssue {
  const main = sheets[0];
  const place = kind.placeOf(path);
  const sheet = sheets.find(({ template }) => sheetKey(template) === place.sheet) ?? main;
  const own = sheet === main && place.sheet !== ROWS ? head : others[place.sheet]?.[place.at];
  const isThere = own && sheet?.template.columns.some(({ key }) => key === place.column);
  const column = isThere ? place.column : '';
  const reported = level === 'warning' && found.code === 'REQUIRED' ? lacking(kind, path, column) : found;
  return {
    sheet: sheet && own ? sheetKey(sheet.template) : main && sheetKey(main.template),
    row: (own ?? head).row,
    ...{ column, level, code: reported.code, problem: reported, message: '' },
  };
}

/** Describes a field that is still missing: a draft may lack it, and it may have no column in the file. */
const lacking = ({ record }: BookKind, path: string, column: string): Problem =>
  column === ''
    ? problem('DRAFT_LACKS_FIELD', { what: { field: path.slice(path.lastIndexOf('.') + 1), of: record } })
    : problem('DRAFT_LACKS');

/** Groups the rows of a file into records, and leaves out records with an invalid row. */
function recordsIn(kind: BookKind, sheets: readonly CheckedTable[]): RecordRows[] {
  const [first, ...rest] = sheets;
  if (!first) return [];
  const { together } = kind;
  if (together) return groupsOf(first, together);
  const others = new Map<number, Record<string, FileRow[]>>();
  const bad = new Set<number>();
  for (const sheet of rest) {
    const { of } = sheet.template.sheet ?? {};
    if (!of) continue;
    for (const [row, owner] of ownersOf(sheet, first, of).rows) {
      if (owner === null) continue;
      if (sheet.isBad(row)) bad.add(owner);
      const known = others.get(owner) ?? {};
      const key = sheetKey(sheet.template);
      known[key] = [...(known[key] ?? []), ...fileRows(sheet, [row])];
      others.set(owner, known);
    }
  }
  return [...first.rows('all')]
    .filter((row) => !first.isBad(row) && !bad.has(row))
    .flatMap((row) => fileRows(first, [row]).map((head) => ({ head, others: others.get(row) ?? {} })));
}

/**
 * Groups the rows of a single sheet by their key. The first row is the head of the record; {@link ROWS} has all of
 * them.
 */
function groupsOf(sheet: CheckedTable, together: (row: FileRow) => string): RecordRows[] {
  const groups = new Map<string, { rows: FileRow[]; bad: boolean }>();
  for (const place of sheet.rows('all')) {
    for (const row of fileRows(sheet, [place])) {
      const key = together(row);
      const group = groups.get(key) ?? { rows: [], bad: false };
      group.rows.push(row);
      group.bad ||= sheet.isBad(place);
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(({ rows, bad }) => {
    const [head] = rows;
    return head && !bad ? [{ head, others: { [ROWS]: rows } }] : [];
  });
}

/** Key of all rows of a record in a file of one sheet. */
export const ROWS = 'rows';

/** Creates the records and rolls everything back; returns the issues. */
async function rehearse(
  kind: BookKind,
  context: Context,
  sheets: readonly CheckedTable[],
  beat: (part: number) => void,
): Promise<ForeignIssue[]> {
  const { write } = context;
  // Everything is rolled back, so nobody is notified.
  const quiet: Context = { ...context, log: () => Promise.resolve() };
  await sql`savepoint rehearsal`.execute(write);
  try {
    return (await makeAll(kind, quiet, sheets, beat)).issues;
  } finally {
    await sql`rollback to rehearsal`.execute(write);
    await sql`release rehearsal`.execute(write);
  }
}
