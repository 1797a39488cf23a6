import { type Problem, problem } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { type DecimalSign, judgeDecimals } from '@contract/importing/numberText';
import { missingColumns } from '@contract/importing/readRow';
import { type ImportTemplate, matchHeaders } from '@contract/importing/template';
import { type DateOrder, judgeDateOrder } from '@contract/importing/timeText';
import { type ExampleRows, exampleRows, isOwnHeader, isTotal } from './ownColumns';
import { type RowRange, rangesOf, type TextTable } from './table';

/** A column of a file and what it is taken for. */
export interface MatchedColumn {
  /** As a spreadsheet names it: A, B, … */
  readonly letter: string;
  readonly header: string;
  /** Column of the template; null when none, or when another column of the file has it. */
  readonly key: string | null;
  readonly samples: readonly string[];
}

/** How the headers of a file match a template. */
export interface Match {
  readonly columns: readonly MatchedColumn[];
  /** Keys of required columns that the file lacks. */
  readonly missing: readonly string[];
  /** Worth telling and no hindrance: columns that are not imported, headers that stand twice, blank rows. */
  readonly notices: readonly Problem[];
  /** In which order the file writes dates; `certain` is false when every date can be read in both. */
  readonly dates: { readonly order: DateOrder; readonly certain: boolean } | null;
  /** The sign before decimals; `open` where it stays so, with a number that can be read in two ways. Null where none counts. */
  readonly decimals: { readonly sign: DecimalSign | 'open'; readonly example?: string } | null;
}

/** The decimal sign of a file, by what each of its sheets says: a certain one counts before others. */
export const decimalsOf = (found: readonly Match['decimals'][]): DecimalSign | 'open' | undefined =>
  (found.find((one) => one !== null && one.sign !== 'open') ?? found.find((one) => one !== null))?.sign;

/** The order of dates of a file, by what each of its sheets says: a certain one counts before others. */
export const datesOf = (found: readonly Match['dates'][]): DateOrder | undefined =>
  (found.find((dates) => dates?.certain) ?? found.find((dates) => dates !== null))?.order;

const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
const LOOKED_AT = 200;
const DATES_LOOKED_AT = 20_000;
const NUMBERS_LOOKED_AT = 10_000;
const RANGES_NAMED = 8;

/** Matches the header row at `header` with the columns of a template. */
export function matchTable(table: TextTable, template: ImportTemplate, header: number): Match {
  const headers = Array.from({ length: table.columnCount }, (_, column) => table.text(header, column).trim());
  const mapping = matchHeaders(template, headers).map((key) => key ?? null);
  const examples = exampleRows(table, template, mapping, header);
  const columns = headers.map((text, at) => ({
    letter: columnLetter(at),
    header: text,
    key: mapping[at] ?? null,
    samples: samplesOf(table, header, at, examples),
  }));
  return {
    columns,
    missing: missingColumns(template, mapping).map(({ key }) => key),
    notices: [
      ...(header > 0 ? [problem('HEADER_FOUND', { row: table.number(header) })] : []),
      ...headerNotices(template, columns),
      ...hiddenNotices(table, columns),
      ...blankNotices(table, header),
      ...rowNotices(table, header, examples, (row) => isTotal(table, template, mapping, row)),
    ],
    dates: judgeDates(table, template, mapping, header),
    decimals: judgeNumbers(table, template, mapping, header),
  };
}

/** Rows at the head of a file among which its header is. */
const HEAD_ROWS = 10;

/**
 * Place of the header: the first row, unless that lacks required columns and a later one has more of them. Of two headers
 * in two languages the second is the last that is no data.
 */
export function findHeader(table: TextTable, template: ImportTemplate): number {
  const matchedAt = (row: number) =>
    matchHeaders(
      template,
      Array.from({ length: table.columnCount }, (_, column) => table.text(row, column).trim()),
    );
  const countOf = (row: number) => matchedAt(row).filter((key) => key !== undefined).length;
  const end = Math.min(table.rowCount, HEAD_ROWS);
  const isWhole = (row: number) => missingColumns(template, matchedAt(row)).length === 0;
  let best = 0;
  if (!isWhole(0)) {
    let most = countOf(0);
    for (let row = 1; row < end; row++) {
      const count = countOf(row);
      if (count <= most || (!isWhole(row) && count < LEAST_MATCHED)) continue;
      best = row;
      most = count;
    }
  }
  // A second header names the same columns; no row of data does.
  while (best + 1 < end && isWhole(best) && isWhole(best + 1)) best++;
  return best;
}

/** Columns that a row names which is a header, where it lacks required ones. */
const LEAST_MATCHED = 3;

/** Name of a column as spreadsheets have it, from 0. */
export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetter(Math.floor(column / 26) - 1) + letter;
}

function samplesOf(table: TextTable, header: number, column: number, examples: ExampleRows): string[] {
  const samples: string[] = [];
  for (let row = header + 1; row < Math.min(table.rowCount, header + LOOKED_AT); row++) {
    if (examples.is(row)) continue;
    const text = table.text(row, column).trim();
    if (text !== '') samples.push(text.slice(0, SAMPLE_LENGTH));
    if (samples.length === SAMPLES) break;
  }
  return samples;
}

function headerNotices(template: ImportTemplate, columns: readonly MatchedColumn[]): Problem[] {
  const notices: Problem[] = [];
  const ignored: string[] = [];
  for (const { key, header, letter, samples } of columns) {
    if (key !== null || isOwnHeader(header)) continue;
    const [twin] = matchHeaders(template, [header]);
    if (twin !== undefined) notices.push(problem('HEADER_TWICE', { column: `${header} (${letter})` }));
    else if (header !== '') ignored.push(header);
    else if (samples.length > 0) ignored.push(letter);
  }
  if (ignored.length > 0) notices.push(problem('COLUMNS_IGNORED', { columns: ignored.join(', ') }));
  return notices;
}

/** Columns that are imported although they are hidden. */
function hiddenNotices(table: TextTable, columns: readonly MatchedColumn[]): Problem[] {
  const hidden = table.hiddenColumns.flatMap((at) => {
    const { key, header, letter } = columns[at] ?? {};
    return key ? [`${header} (${letter})`] : [];
  });
  return hidden.length === 0 ? [] : [problem('COLUMNS_HIDDEN', { columns: hidden.join(', ') })];
}

function blankNotices(table: TextTable, header: number): Problem[] {
  const from = table.number(header);
  const ranges = table.blankRows.filter((range) => range.from > from);
  const [first] = ranges;
  if (!first) return [];
  if (ranges.length === 1 && first.from === first.to) return [problem('ROW_BLANK', { row: first.from })];
  return [problem('ROWS_BLANK', { rows: rangesText(ranges) })];
}

/** Rows by their numbers, as many as fit a notice. */
function rangesText(ranges: readonly RowRange[]): string {
  const named = ranges
    .slice(0, RANGES_NAMED)
    .map((range) => (range.from === range.to ? String(range.from) : `${range.from}–${range.to}`));
  return named.join(', ') + (ranges.length > RANGES_NAMED ? ', …' : '');
}

/** Rows that were read otherwise than they look: typed over examples, hidden, of merged cells, with results of formulas. */
function rowNotices(
  table: TextTable,
  header: number,
  examples: ExampleRows,
  isTotalRow: (row: number) => boolean,
): Problem[] {
  const typed: number[] = [];
  const totals: number[] = [];
  for (let row = header + 1; row < table.rowCount; row++) {
    if (examples.isTypedOver(row)) typed.push(table.number(row));
    if (isTotalRow(row)) totals.push(table.number(row));
  }
  const from = table.number(header);
  const found = [
    ['EXAMPLES_FILLED', rangesOf(typed)],
    ['ROWS_LEFT_OUT', rangesOf(totals)],
    ['ROWS_HIDDEN', table.hiddenRows],
    ['CELLS_FILLED', table.markedRows('filled')],
    ['CELLS_COMPUTED', table.markedRows('computed')],
  ] as const;
  return found.flatMap(([code, ranges]) => {
    const rows = ranges.filter((range) => range.from > from);
    return rows.length === 0 ? [] : [problem(code, { rows: rangesText(rows) })];
  });
}

function judgeDates(
  table: TextTable,
  template: ImportTemplate,
  mapping: readonly (string | null)[],
  header: number,
): Match['dates'] {
  const dated = new Set(
    template.columns.filter(({ field }) => /^date/.test(metaOf(field).kind)).map(({ key }) => key),
  );
  const places = [...mapping.entries()].flatMap(([at, key]) => (key && dated.has(key) ? [at] : []));
  return places.length === 0 ? null : judgeDateOrder(textsOf(table, places, header, DATES_LOOKED_AT));
}

function* textsOf(
  table: TextTable,
  places: readonly number[],
  header: number,
  most: number,
): Generator<string> {
  const end = Math.min(table.rowCount, header + most);
  for (const at of places) for (let row = header + 1; row < end; row++) yield table.text(row, at);
}

const NUMERIC = /^(?:weight|volume|decimal|money|fixed)$/;

/** Spreadsheets keep numbers as such: their decimal sign is no question. */
function judgeNumbers(
  table: TextTable,
  template: ImportTemplate,
  mapping: readonly (string | null)[],
  header: number,
): Match['decimals'] {
  if (!table.written) return null;
  const numeric = new Set(
    template.columns.filter(({ field }) => NUMERIC.test(metaOf(field).kind)).map(({ key }) => key),
  );
  const places = [...mapping.entries()].flatMap(([at, key]) => (key && numeric.has(key) ? [at] : []));
  if (places.length === 0) return null;
  const { decimal, open } = judgeDecimals(textsOf(table, places, header, NUMBERS_LOOKED_AT), table.separator);
  if (decimal) return { sign: decimal };
  return open === undefined ? null : { sign: 'open', example: open.slice(0, SAMPLE_LENGTH) };
}
