import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { explain, type Problem, problem } from '@contract/errors';
import type { FileIssue } from '@contract/files/fileJobRow';
import { fixOf } from '@contract/importing/fixes';
import { type ImportTemplate, sheetKey } from '@contract/importing/template';
import { type Language, MAX_ROW_ERRORS } from '@contract/limits';
import type { CheckedTable } from '../../../tabular/check';
import type { ShownIssue } from '../../../tabular/issues';
import { saveFile } from '../../../tabular/saveFile';
import { errorFile } from '../../../tabular/sendFile';
import { countsOfAll } from '../../../tabular/sheets';
import type { Context, UploadedFile } from '../../core/context';
import type { Writer } from '../../store/open';
import { keepFile } from '../../store/storedFiles';
import { conclude } from './conclude';
import type { Conversion } from './conversion';
import type { CheckedFile } from './reading';

/** Rows above which the error file of a csv stays a csv: colours are not worth a workbook of that size. */
const LARGE = 50_000;

/**
 * Writes the rows of a file that were not imported, or all of them, with their problems; the file is not stored yet.
 */
export async function writeErrorFile(
  { job, options, files, beat }: Pick<Conversion, 'job' | 'options' | 'files'> & { beat?: () => void },
  { opened: { type }, sheets }: Pick<CheckedFile, 'opened' | 'sheets'>,
  view: 'errors' | 'all',
): Promise<UploadedFile> {
  const rows = sheets.reduce((sum, checked) => sum + checked.rows(view).length, 0);
  // The corrected file is sent again, so its type must be one that the kind accepts.
  const asWorkbook = sheets.every(({ template }) => template.types.includes('xlsx'));
  const format = !asWorkbook || (type === 'csv' && rows > LARGE) ? 'csv' : 'xlsx';
  const folder = path.join(files, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, randomBytes(12).toString('hex'));
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of errorFile(sheets, view, format, options.language)) {
      hash.update(piece);
      beat?.();
      yield piece;
    }
  }
  const size = await saveFile(place, hashed());
  const name = `${path.parse(job.fileName).name.slice(0, 230)}-errors.${format}`;
  return { name, type: format, size, hash: hash.digest('hex'), path: place };
}

/** Stores an error file with its job. */
export async function keepErrorFile(context: Context, jobId: number, file: UploadedFile): Promise<string> {
  const { id } = await keepFile(context, file);
  await context.write.updateTable('fileJob').set({ errorFileId: id }).where('id', '=', jobId).execute();
  return id;
}

/** Row counts of a checked file in the fields of a job; a row with only warnings counts as good. */
export const countsOf = (...sheets: readonly CheckedTable[]) => {
  const counts = countsOfAll(sheets);
  return {
    totalRows: counts.rows,
    okRows: counts.ok + counts.warnings,
    errorRows: counts.errors,
    warningRows: counts.warnings,
  };
};

/** Ends a job with nothing imported: all rows are returned, those with errors with the reason. */
export async function refuseAll(
  conversion: Conversion,
  read: Pick<CheckedFile, 'opened' | 'sheets'>,
  also: (context: Context) => Promise<void> = async () => undefined,
): Promise<void> {
  const { job, options, files } = conversion;
  const beat = () => conversion.beat(60, 95, 0.5);
  const { sheets } = read;
  const file = await writeErrorFile({ job, options, files, beat }, read, 'all');
  await conversion.write(async (context) => {
    await keepIssues(context.write, job.id, foundIn(...sheets));
    await also(context);
    await conclude(
      context.write,
      job,
      {
        ...countsOf(...sheets),
        okRows: 0,
        status: 'failed',
        problem: problem('FILE_ROW_ERRORS', { n: countsOfAll(sheets).errors }),
        errorFileId: await keepErrorFile(context, job.id, file),
      },
      context.now,
    );
  });
}

/** A finding about a row, as stored. */
export interface RowFinding {
  /** Key of the sheet; empty for a file that is one sheet. */
  readonly sheet: string;
  readonly row: number;
  readonly columnKey: string;
  readonly header: string;
  readonly value: string;
  readonly problem?: Problem;
  /** In place of a problem: text in the uploader's language. */
  readonly text?: { readonly code: string; readonly message: string };
  readonly level: 'error' | 'warning';
}

/** Findings about the rows of the sheets of a file, errors first, each level limited to what a response may hold. */
export function foundIn(...sheets: readonly CheckedTable[]): RowFinding[] {
  const errors: RowFinding[] = [];
  const warnings: RowFinding[] = [];
  for (const checked of sheets) findIn(checked, errors, warnings);
  return [...errors, ...warnings];
}

function findIn(checked: CheckedTable, errors: RowFinding[], warnings: RowFinding[]): void {
  for (const view of ['errors', 'warnings'] as const) {
    for (const place of checked.rows(view)) {
      if (errors.length >= MAX_ROW_ERRORS && (view === 'errors' || warnings.length >= MAX_ROW_ERRORS)) break;
      if (view === 'warnings' && warnings.length >= MAX_ROW_ERRORS) break;
      const issues = checked.issues(place);
      const wrong = new Set(issues.flatMap(({ level, column }) => (level === 'error' ? [column] : [])));
      for (const issue of issues) {
        const found = foundAt(checked, place, issue);
        if (issue.level === 'error' && errors.length < MAX_ROW_ERRORS) errors.push(found);
        // A cell with an error has to be changed anyway, so its warnings are of no use.
        const isOdd = issue.level === 'warning' && !wrong.has(issue.column);
        if (isOdd && warnings.length < MAX_ROW_ERRORS) warnings.push(found);
      }
    }
  }
}

function foundAt(checked: CheckedTable, place: number, issue: ShownIssue): RowFinding {
  const { table, template } = checked;
  const header = template.columns.find(({ key }) => key === issue.column)?.en ?? issue.column;
  const column = checked.placeOf(issue.column);
  return {
    sheet: sheetKey(template),
    row: table.number(place),
    columnKey: issue.column,
    header,
    value: column === undefined ? '' : table.text(place, column),
    ...(issue.problem
      ? { problem: issue.problem }
      : { text: { code: issue.code, message: issue.message ?? '' } }),
    level: issue.level,
  };
}

/** Finding about a row in a reader's language. */
export function issueIn(
  { columns }: ImportTemplate,
  language: Language,
  { columnKey, problem: found, text, ...issue }: RowFinding,
): FileIssue {
  const header = columns.find(({ key }) => key === columnKey)?.[language] ?? issue.header;
  const code = found?.code ?? text?.code ?? 'FORMAT';
  const message = found ? explain(language, found, header) : (text?.message ?? '');
  const expected = found?.params?.expected;
  return {
    ...{ ...issue, header, column: columnKey, code, message },
    ...(fixOf(code) && expected !== undefined ? { expected: String(expected) } : {}),
  };
}

/** Stores findings of a job. */
export async function keepIssues(write: Writer, jobId: number, found: readonly RowFinding[]): Promise<void> {
  for (let from = 0; from < found.length; from += 100) {
    await write
      .insertInto('fileIssue')
      .values(
        found.slice(from, from + 100).map(({ problem: found, text, value, ...issue }) => ({
          jobId,
          ...issue,
          value: value.slice(0, 500),
          code: found?.code ?? text?.code ?? 'FORMAT',
          params: JSON.stringify(found ? (found.params ?? {}) : { $said: text?.message ?? '' }),
        })),
      )
      .onConflict((twice) => twice.doNothing())
      .execute();
  }
}
