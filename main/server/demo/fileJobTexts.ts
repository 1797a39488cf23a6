import { declarationTemplate } from '@contract/bill/declarationTemplate';
import { explain } from '@contract/errors';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import type { Insertable } from 'kysely';
import { csvCell } from '../../tabular/csvWriter';
import { ERROR_HEADER } from '../../tabular/ownColumns';
import type { Database } from '../store/tables';
import type { Cells, DemoFile } from './fileJobs';

/** Status of a file: all-or-nothing kinds fail for one mistake; of the others the good rows were imported. */
export const statusOf = ({ kind, rows, mode, mistakes }: DemoFile): 'success' | 'failed' | 'exception' => {
  if (mistakes.length === 0) return 'success';
  const whole = kind === 'declaration' || mode === 'all';
  return whole || new Set(mistakes.map(({ at }) => at)).size === rows.length ? 'failed' : 'exception';
};

const headerOf = (kind: FileKind, key: string): string =>
  (kind === 'declaration' ? declarationTemplate : fileTemplates[kind]).columns.find((one) => one.key === key)
    ?.en ?? key;

const textOf = (cells: readonly (readonly string[])[]): string =>
  `${cells.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;

/** Formats rows as the csv file of a kind. */
export function csvOf(kind: FileKind, rows: readonly Cells[]): string {
  const keys = Object.keys(rows[0] ?? {});
  return textOf([
    keys.map((key) => headerOf(kind, key)),
    ...rows.map((row) => keys.map((key) => row[key] ?? '')),
  ]);
}

export const errorName = (name: string): string => name.replace(/\.csv$/, '-errors.csv');

/** The error file: all rows of a failed file, otherwise the bad ones, each with its error. */
export function errorsOf(file: DemoFile): string {
  const { kind, rows, mistakes } = file;
  const keys = Object.keys(rows[0] ?? {});
  const reasons = new Map(
    mistakes.map(({ at, column, problem: found }) => [at, explain('en', found, headerOf(kind, column))]),
  );
  const back = rows.flatMap((row, at) =>
    statusOf(file) === 'failed' || reasons.has(at)
      ? [[...keys.map((key) => row[key] ?? ''), reasons.get(at) ?? '']]
      : [],
  );
  return textOf([[...keys.map((key) => headerOf(kind, key)), ERROR_HEADER], ...back]);
}

export const issuesOf = (
  jobId: number,
  { kind, rows, mistakes }: DemoFile,
): Insertable<Database['fileIssue']>[] =>
  mistakes.map(({ at, column, problem: found }) => ({
    jobId,
    sheet: '',
    row: at + 2,
    columnKey: column,
    header: headerOf(kind, column),
    value: rows[at]?.[column] ?? '',
    code: found.code,
    params: JSON.stringify(found.params ?? {}),
    level: 'error',
  }));
