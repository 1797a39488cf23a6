import { problem } from '../errors';
import { metaOf } from '../fields';
import type { DecimalSign } from './numberText';
import { type Oddity, oddityOf } from './oddities';
import { type ColumnParts, compileParts, Flaw, trim, Wall } from './readCell';
import { Priced } from './signs';
import type { CellValue, ImportColumn, ImportTemplate, RowIssue, RowValues } from './template';
import type { FoundOrder } from './timeText';

/** Context for the meaning of a file's cells. */
export interface FileContext {
  /** Order of day and month; day first unless chosen otherwise. */
  readonly order?: FoundOrder;
  /** Date orders of columns that differ from it, by column key. */
  readonly orders?: Readonly<Record<string, FoundOrder>>;
  /** The decimal sign; `open` if the numbers of the file do not reveal it. */
  readonly decimal?: DecimalSign | 'open';
  /** Returns the time zone of an airport by IATA code; undefined if it is not known here. */
  readonly zoneOf?: (airport: string) => string | undefined;
  /** Time zone of instants whose column names no airport. */
  readonly zone?: string;
  /** True if no text of the file can be lost or double-encoded. */
  readonly unbroken?: boolean;
  /** Now, in ms since 1970: dates far from it are odd. Without it, no date is. */
  readonly now?: number;
}

/** The result of reading a row. */
export interface RowRead {
  /** By column key; null for an empty or invalid cell. Excludes instants whose zone is not known. */
  readonly values: RowValues;
  /** In the order of the template's columns. */
  readonly issues: readonly RowIssue[];
  /** Times that need a zone, `YYYY-MM-DDTHH:mm:ss` by column key: `finishTime` completes them. */
  readonly walls: Readonly<Record<string, string>> | undefined;
}

/** Reads a row from the texts of the file's columns; unmapped ones are ignored, and may be missing. */
export type RowReader = (cells: readonly (string | undefined)[]) => RowRead;

interface Reading extends ColumnParts {
  readonly key: string;
  /** Index of the column in the file. */
  readonly at: number;
  readonly zoneOf: string | undefined;
  /** Check for odd values. */
  readonly odd: Oddity | undefined;
}

const NONE: readonly RowIssue[] = [];

/**
 * Compiles the reader of a file's rows. `mapping` gives the template's column for each column of the file. Runs checks
 * between columns too; of several issues at one column the first error counts.
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
  // Times need the airports of their row, so they are read last.
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
 * Returns the values of an empty row. JSON.parse makes a fast object; one built from names known only at run time is a
 * hash table, and copying it for each row would take longer than reading the row.
 */
function blankRow(template: ImportTemplate): Record<string, CellValue> {
  const values = template.columns.map(({ key, field }) => [key, metaOf(field).kind === 'codes' ? [] : null]);
  return JSON.parse(JSON.stringify(Object.fromEntries(values)));
}

/** Merges issues; a cell that is invalid by itself gets no second error. */
function withoutRepeats(own: readonly RowIssue[] = NONE, found: readonly RowIssue[]): RowIssue[] {
  const bad = new Set(own.filter(({ level }) => level === 'error').map(({ column }) => column));
  return [...own, ...found.filter(({ column }) => !bad.has(column))];
}

/** Returns the required columns that the file lacks; their problems cannot be corrected in a cell. */
export function missingColumns(
  template: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
): readonly ImportColumn[] {
  const present = new Set(mapping);
  return template.columns.filter(({ key, required }) => required && !present.has(key));
}

/** Returns the problem of missing required columns, with their headers; undefined if none is missing. */
export function missingProblem(
  template: ImportTemplate,
  mapping: readonly (string | null | undefined)[],
  language: 'en' | 'cn',
) {
  const missing = missingColumns(template, mapping);
  if (missing.length === 0) return undefined;
  return problem('HEADER_MISSING', { columns: { list: missing.map((column) => column[language]) } });
}

/** Formats a value so that it reads back the same in any date order: for the csv that is sent. */
export function canonicalText(value: CellValue | undefined, wall?: string): string {
  if (wall !== undefined) return wall.replace('T', ' ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.join(';');
  return typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value);
}
