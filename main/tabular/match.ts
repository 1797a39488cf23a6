import { type Problem, problem } from '@contract/errors';
import { metaOf } from '@contract/fields';
import type { DecimalSign } from '@contract/importing/numberText';
import { missingColumns } from '@contract/importing/readRow';
import { headerFinder, type ImportTemplate, matchHeaders } from '@contract/importing/template';
import { type DateOrder, type FoundOrder, judgeDateOrder } from '@contract/importing/timeText';
import { textsOf } from './columnTexts';
import { judgeNumbers } from './matchNumbers';
import { type ExampleRows, exampleRows, isExported, isNoData, isOwnHeader } from './ownColumns';
import { type RowRange, rangesOf, type TextTable } from './table';

/** A column of a file and the template column it maps to. */
export interface MatchedColumn {
  /** The column's letters in a spreadsheet: A, B, … */
  readonly letter: string;
  readonly header: string;
  /** Key of the template column; null if there is none, or if another column of the file has it. */
  readonly key: string | null;
  readonly samples: readonly string[];
}

/** How the headers of a file match a template. */
export interface Match {
  readonly columns: readonly MatchedColumn[];
  /** Keys of required columns that the file lacks. */
  readonly missing: readonly string[];
  /** Notices that do not prevent an import: columns that are not imported, duplicate headers, blank rows. */
  readonly notices: readonly Problem[];
  /** Order of day and month in the file; null if no date depends on it. */
  readonly dates: MatchedDates | null;
  /** The decimal sign; `open` if it cannot be determined. Null if no number depends on it. */
  readonly decimals: { readonly sign: DecimalSign | 'open'; readonly examples: readonly string[] } | null;
}

/** Order of day and month in the dates of a file. */
export interface MatchedDates {
  readonly order: FoundOrder;
  /** The order of each column with dates that depend on it, by template key. */
  readonly orders: Readonly<Record<string, FoundOrder>>;
  /** Possible orders, where the order is open. */
  readonly choices: readonly DateOrder[];
  /** True if dates determine the order, false if headers and other cells do. */
  readonly certain: boolean;
  /** Dates that are valid in both orders, with the order of their column. */
  readonly examples: readonly { readonly text: string; readonly order: FoundOrder }[];
}

/** Order of day and month in all sheets of a file. */
export interface JudgedFile extends Omit<MatchedDates, 'orders'> {
  /** True if columns have different orders: each is read in its own. */
  readonly differs: boolean;
}

/** Returns the decimal sign of a file from those of its sheets; a certain one takes precedence. */
export const decimalsOf = (found: readonly Match['decimals'][]): Match['decimals'] =>
  found.find((one) => one !== null && one.sign !== 'open') ?? found.find((one) => one !== null) ?? null;

/** Returns the date order of a file from its sheets'; certain ones take precedence. Null if no date depends on it. */
export function datesOf(found: readonly Match['dates'][]): JudgedFile | null {
  const there = found.filter((dates) => dates !== null);
  if (there.length === 0) return null;
  const certain = there.some((dates) => dates.certain);
  const decided = there.filter((dates) => dates.order !== 'open' && dates.certain === certain);
  const [order, other] = [...new Set(decided.map((dates) => dates.order))];
  const isOpen = there.some((dates) => Object.values(dates.orders).includes('open'));
  return {
    order: order === undefined || (other !== undefined && isOpen) ? 'open' : order,
    certain,
    choices: [...new Set(there.flatMap(({ choices }) => choices))],
    differs:
      new Set(there.flatMap(({ orders }) => Object.values(orders)).filter((own) => own !== 'open')).size > 1,
    examples: there
      .flatMap(({ examples }) => examples)
      .map((one) => ({ ...one, order: one.order === 'open' && !other ? (order ?? 'open') : one.order }))
      .slice(0, SAMPLES),
  };
}

/** The order of each column of a sheet; open ones take the file's. */
export const ordersIn = (dates: Match['dates'], file: FoundOrder): Readonly<Record<string, FoundOrder>> =>
  Object.fromEntries(
    Object.entries(dates?.orders ?? {}).map(([key, own]) => [key, own === 'open' ? file : own]),
  );

const SAMPLES = 3;
const SAMPLE_LENGTH = 200;
const LOOKED_AT = 200;
const DATES_LOOKED_AT = 20_000;
const RANGES_NAMED = 8;

/** Matches the header row at `header` with the columns of a template, or applies the mapping in `chosen`. */
export function matchTable(
  table: TextTable,
  template: ImportTemplate,
  header: number,
  chosen?: readonly (string | null)[],
): Match {
  const headers = headersAt(table, headerFinder(template), header);
  const known = new Set(template.columns.map(({ key }) => key));
  const mapping = (chosen ?? matchHeaders(template, headers)).map((key) =>
    key && known.has(key) ? key : null,
  );
  const decimals = judgeNumbers(table, template, mapping, header);
  const dates = judgeDates(table, template, mapping, header, decimals);
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
      ...rowNotices(table, header, examples, (row) => isNoData(table, template, mapping, header, row)),
      ...dateNotices(dates),
      ...(template.later?.((key) => {
        const at = mapping.indexOf(key);
        return at < 0 ? [] : dataTexts(table, at, header, examples);
      }) ?? []),
    ],
    ...{ dates, decimals },
  };
}

/** Number of rows in which the header is searched. */
const HEAD_ROWS = 30;

/**
 * Returns the index of the header: the first row, unless it lacks required columns and a later one has more of them. Of
 * two headers in two languages, the second: it is the last row that is no data.
 */
export function findHeader(table: TextTable, template: ImportTemplate): number {
  const columnOf = headerFinder(template);
  const matchedAt = (row: number) => matchHeaders(template, headersAt(table, columnOf, row));
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
  // A second header names the same columns; no data row does.
  while (best + 1 < end && isWhole(best) && isWhole(best + 1)) best++;
  return best;
}

/** Headers of a row. If the row itself names columns, an empty one takes the text above it: a header of two rows. */
function headersAt(table: TextTable, columnOf: ReturnType<typeof headerFinder>, row: number): string[] {
  const textsAt = (at: number) =>
    Array.from({ length: table.columnCount }, (_, column) => table.text(at, column).trim());
  const own = textsAt(row);
  if (row === 0 || own.every((text) => text !== '')) return own;
  const named = own.filter((text) => columnOf(text) !== undefined).length;
  if (named * 2 < own.filter((text) => text !== '').length || named === 0) return own;
  const above = textsAt(row - 1);
  return own.map((text, at) => text || (columnOf(above[at] ?? '') === undefined ? '' : (above[at] ?? '')));
}

/** Minimum matched columns of a header that lacks required ones. */
const LEAST_MATCHED = 3;

/** Letters of a column in a spreadsheet, from index 0. */
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
  const columnOf = headerFinder(template);
  for (const { key, header, letter, samples } of columns) {
    if (key !== null || isOwnHeader(header)) continue;
    if (columnOf(header) !== undefined)
      notices.push(problem('HEADER_TWICE', { column: `${header} (${letter})` }));
    else if (header !== '') ignored.push(header);
    else if (samples.length > 0) ignored.push(letter);
  }
  if (ignored.length > 0) notices.push(problem('COLUMNS_IGNORED', { columns: { list: ignored } }));
  return notices;
}

/** Notices of columns that are imported although they are hidden. */
function hiddenNotices(table: TextTable, columns: readonly MatchedColumn[]): Problem[] {
  const hidden = table.hiddenColumns.flatMap((at) => {
    const { key, header, letter } = columns[at] ?? {};
    return key ? [`${header} (${letter})`] : [];
  });
  return hidden.length === 0 ? [] : [problem('COLUMNS_HIDDEN', { columns: { list: hidden } })];
}

function blankNotices(table: TextTable, header: number): Problem[] {
  const from = table.number(header);
  const ranges = table.blankRows.filter((range) => range.from > from);
  const [first] = ranges;
  if (!first) return [];
  if (ranges.length === 1 && first.from === first.to) return [problem('ROW_BLANK', { row: first.from })];
  return [problem('ROWS_BLANK', { rows: rangesText(ranges) })];
}

/** Lists rows by their numbers, as many as fit a notice. */
export function rangesText(ranges: readonly RowRange[]) {
  const named = ranges
    .slice(0, RANGES_NAMED)
    .map((range) => (range.from === range.to ? String(range.from) : `${range.from}–${range.to}`));
  return { list: [...named, ...(ranges.length > RANGES_NAMED ? ['…'] : [])] };
}

/** Notices of rows with unexpected values: overwritten examples, hidden rows, merged cells, results of formulas. */
function rowNotices(
  table: TextTable,
  header: number,
  examples: ExampleRows,
  hasNoData: (row: number) => boolean,
): Problem[] {
  const typed: number[] = [];
  const totals: number[] = [];
  for (let row = header + 1; row < table.rowCount; row++) {
    if (examples.isTypedOver(row)) typed.push(table.number(row));
    if (hasNoData(row)) totals.push(table.number(row));
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

/** Judges each column alone; an open one takes the order of the others, or that of headers and other cells. */
function judgeDates(
  table: TextTable,
  template: ImportTemplate,
  mapping: readonly (string | null)[],
  header: number,
  decimals: Match['decimals'],
): Match['dates'] {
  const dated = new Set(
    template.columns.filter(({ field }) => /^date/.test(metaOf(field).kind)).map(({ key }) => key),
  );
  const columns = [...mapping.entries()].flatMap(([at, key]) => {
    if (!key || !dated.has(key)) return [];
    const { order, ...judged } = judgeDateOrder(textsOf(table, [at], header, DATES_LOOKED_AT));
    return order === null ? [] : [{ key, order, ...judged }];
  });
  if (columns.length === 0) return null;
  const decided = new Set(columns.flatMap(({ order }) => (order === 'open' ? [] : [order])));
  const [first] = decided;
  const certain = decided.size > 0;
  const others = certain
    ? decided.size === 1
      ? first
      : undefined
    : isExported(table, header)
      ? 'DMY'
      : orderByHints(table, header, {
          isMonthFirst: columns.some(({ byHalves }) => byHalves),
          isDayFirst: decimals?.sign === 'comma' || table.separator === ';',
        });
  const orders = columns.map(({ key, order, isMixed, choices }) => {
    const own: FoundOrder =
      order !== 'open' ? order : !isMixed && others && choices.includes(others) ? others : 'open';
    return [key, own] as const;
  });
  const isOpen = orders.some(([, order]) => order === 'open');
  return {
    order: isOpen ? 'open' : (orders[0]?.[1] ?? 'open'),
    orders: Object.fromEntries(orders),
    choices: [...new Set(columns.flatMap(({ choices }, at) => (orders[at]?.[1] === 'open' ? choices : [])))],
    certain,
    examples: columns
      .flatMap(({ examples }, at) => examples.map((text) => ({ text, order: orders[at]?.[1] ?? 'open' })))
      .slice(0, SAMPLES),
  };
}

/** Headings in the languages of countries that put the day first, and headings of the United States. */
const DAY_FIRST =
  /(?<!\p{L})(?:datum|gewicht|aantal|bedrag|opmerking(?:en)?|ontvanger|zending|stuks|colli|anzahl|betrag|menge|empfänger|bemerkung|sendung|fecha|peso|cantidad|importe|destinatario|observaciones|bultos|poids|quantité|montant|destinataire|remarques?|colis|ilość|kwota|odbiorca|uwagi|waga|importo|quantità)(?!\p{L})/iu;
const MONTH_FIRST = /\bzip\b|\bzip ?code\b|\blbs?\b/i;
/** A number with a decimal comma, which is never used in the United States. */
const DECIMAL_COMMA = /^\D{0,4}(?:\d{1,3}(?:[. ]\d{3})+|\d+),\d{1,2}\D{0,4}$/;

/** The order that a file's headers and cells suggest; undefined if they suggest none, or both. */
function orderByHints(
  table: TextTable,
  header: number,
  { isMonthFirst, isDayFirst }: { readonly isMonthFirst: boolean; readonly isDayFirst: boolean },
): DateOrder | undefined {
  const texts = (from: number, to: number) => textsOf(table, everyColumn(table), from - 1, to - from + 1);
  const has = (found: Iterable<string>, form: RegExp) => [...found].some((text) => form.test(text));
  const headers = [...texts(header, header + 1)];
  const month = isMonthFirst || has(headers, MONTH_FIRST);
  const day =
    isDayFirst || has(headers, DAY_FIRST) || has(texts(header + 1, header + LOOKED_AT), DECIMAL_COMMA);
  return month === day ? undefined : month ? 'MDY' : 'DMY';
}
const everyColumn = ({ columnCount }: TextTable) => Array.from({ length: columnCount }, (_, at) => at);

/** Notices of how ambiguous dates are read. */
function dateNotices(dates: Match['dates']): Problem[] {
  const [example] = dates?.examples ?? [];
  if (!dates || !example || dates.order === 'open') return [];
  // A two-digit year first is reported even if all dates are unambiguous.
  if (dates.order === 'YMD') return [problem('DATES_YEAR_FIRST', { value: example.text })];
  if (dates.certain) return [];
  const code = dates.order === 'DMY' ? 'DATES_DAY_FIRST' : 'DATES_MONTH_FIRST';
  return [problem(code, { value: example.text })];
}

function* dataTexts(
  table: TextTable,
  column: number,
  header: number,
  examples: ExampleRows,
): Generator<string> {
  for (let row = header + 1; row < table.rowCount; row++)
    if (!examples.is(row)) yield table.text(row, column).trim();
}
