import { problem } from '../errors';
import { metaOf } from '../fields';
import type { DecimalSign } from './numberText';
import { type Oddity, oddityOf } from './oddities';
import { type ColumnParts, compileParts, Flaw, trim, Wall } from './readCell';
import { Priced } from './signs';
import type { CellValue, ImportColumn, ImportTemplate, RowIssue, RowValues } from './template';
import type { FoundOrder } from './timeText';

/** What the cells of a file mean besides what they say. */
export interface FileContext {
  /** Order of day and month; day first unless chosen otherwise. */
  readonly order?: FoundOrder;
  /** The order of columns that have one of their own, by their keys. */
  readonly orders?: Readonly<Record<string, FoundOrder>>;
  /** The sign before decimals; `open` where the numbers of the file do not tell. */
  readonly decimal?: DecimalSign | 'open';
  /** Time zone of an airport by its IATA code; undefined for an airport not known here. */
  readonly zoneOf?: (airport: string) => string | undefined;
  /** The clock of instants whose column names no airport. */
  readonly zone?: string;
  /** True where no text of the file can have letters that were lost or encoded twice. */
  readonly unbroken?: boolean;
  /** Now, in ms since 1970: dates far from it are odd. Without it none is. */
  readonly now?: number;
}

/** One row, read. */
export interface RowRead {
  /** By column key; null where a cell is empty or wrong. An instant whose zone is not known is not among them. */
  readonly values: RowValues;
  /** In the order of the template's columns. */
  readonly issues: readonly RowIssue[];
  /** Times that wait for their zone, `YYYY-MM-DDTHH:mm:ss` by column key: `finishTime` completes them. */
  readonly walls: Readonly<Record<string, string>> | undefined;
}

/** Reads a row, given the texts of the file's columns; what is not mapped is not looked at, and may be missing. */
export type RowReader = (cells: readonly (string | undefined)[]) => RowRead;

interface Reading extends ColumnParts {
  readonly key: string;
  /** Place in the file. */
  readonly at: number;
  readonly zoneOf: string | undefined;
  /** What is odd about a value that was read. */
  readonly odd: Oddity | undefined;
}

const NONE: readonly RowIssue[] = [];

/**
 * Compiles the reader of a file's rows. `mapping` names the template's column of each column of the file. Checks between
 * columns run too; of several issues at one column the first error counts.
 */
export function rowReader(
  template: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  context: FileContext = {},
): RowReader {
  const place = new Map<string, number>();
  for (const [at, key] of mapping.entries()) if (key && !place.has(key)) place.set(key, at);
  const readings: Reading[] = [];
  for (const column of template.columns) {
    const at = place.get(column.key);
    if (at === undefined) continue;
    readings.push({
      key: column.key,
      ...compileParts(column, context.orders?.[column.key] ?? context.order, context.decimal),
      at,
      zoneOf: column.zoneOf,
      odd: oddityOf(column, context),
    });
  }
  // Times need the airports of their row: they come last.
  readings.sort((a, b) => Number(a.zoneOf !== undefined) - Number(b.zoneOf !== undefined));
  const blank = blankRow(template);
  const zoneOf = context.zoneOf;
  const orderOf = new Map(template.columns.map(({ key }, at) => [key, at]));

  return (cells) => {
    const values = { ...blank };
    let issues: RowIssue[] | undefined;
    let walls: Record<string, string> | undefined;
    let priced: [string, Priced][] | undefined;
    for (const { key, read, empty, at, zoneOf: airportColumn, odd } of readings) {
      let zone = context.zone;
      if (airportColumn !== undefined) {
        const airport = values[airportColumn];
        zone = typeof airport === 'string' ? zoneOf?.(airport) : undefined;
      }
      const text = trim(cells[at] ?? '');
      const value = text === '' ? empty : (read(text, zone) ?? empty);
      const found = odd?.(text, value, zone);
      if (found) {
        issues ??= [];
        issues.push({ column: key, level: 'warning', problem: found });
      }
      if (typeof value !== 'object' || value === null) values[key] = value;
      else if (value instanceof Priced) {
        values[key] = value.value;
        priced ??= [];
        priced.push([key, value]);
      } else if (value instanceof Flaw) {
        values[key] = value.value;
        issues ??= [];
        issues.push({ column: key, level: value.level, problem: value.problem });
      } else if (value instanceof Wall) {
        delete values[key];
        walls ??= {};
        walls[key] = value.text;
      } else values[key] = value;
    }
    for (const [key, amount] of priced ?? []) {
      const value = amount.in(values);
      if (!(value instanceof Flaw)) continue;
      values[key] = value.value;
      issues ??= [];
      issues.push({ column: key, level: value.level, problem: value.problem });
    }
    const found = template.row(values);
    if (found.length > 0) issues = withoutRepeats(issues, found);
    if (issues && issues.length > 1) {
      issues.sort((a, b) => (orderOf.get(a.column) ?? 0) - (orderOf.get(b.column) ?? 0));
    }
    return { values, issues: issues ?? NONE, walls };
  };
}

/**
 * What an empty row holds. Made by JSON.parse, because an object that grew by names known only at run time is kept as a
 * hash table: copying it for each row would take longer than reading the row.
 */
function blankRow(template: ImportTemplate): Record<string, CellValue> {
  const values = template.columns.map(({ key, field }) => [key, metaOf(field).kind === 'codes' ? [] : null]);
  return JSON.parse(JSON.stringify(Object.fromEntries(values)));
}

/** A cell that is wrong by itself needs no second reason. */
function withoutRepeats(own: readonly RowIssue[] = NONE, found: readonly RowIssue[]): RowIssue[] {
  const bad = new Set(own.filter(({ level }) => level === 'error').map(({ column }) => column));
  return [...own, ...found.filter(({ column }) => !bad.has(column))];
}

/** A problem of a column that the file does not have cannot be mended in a cell: which required ones are missing. */
export function missingColumns(
  template: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
): readonly ImportColumn[] {
  const present = new Set(mapping);
  return template.columns.filter(({ key, required }) => required && !present.has(key));
}

/** The problem of missing required columns, named by their headers; undefined when all are there. */
export function missingProblem(
  template: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  language: 'en' | 'cn',
) {
  const missing = missingColumns(template, mapping);
  if (missing.length === 0) return undefined;
  return problem('HEADER_MISSING', { columns: missing.map((column) => column[language]).join(', ') });
}

/** A value as text that reads back as the same value whatever the order of dates: for the csv that is sent. */
export function canonicalText(value: CellValue | undefined, wall?: string): string {
  if (wall !== undefined) return wall.replace('T', ' ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.join(';');
  return typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value);
}
