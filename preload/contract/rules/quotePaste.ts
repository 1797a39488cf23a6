import { type Problem, problem } from '../errors';
import { money } from '../fields';
import { type PastedCells, pastedSign, textOfRows } from '../importing/clipboard';
import type { DecimalSign } from '../importing/numberText';
import { type CellReader, compileParts, Flaw, trim } from '../importing/readCell';
import { isTotalRow, LAST_ROWS } from '../importing/totals';
import { chargeBases } from '../vocabulary';
import { laneCodes } from './codes';
import type { WeightBreak } from './pricing';
import type { QuoteLine } from './quote';
import { type PasteColumn, quoteHead, TEMPLATE_ORDER } from './quoteHeads';
import { blockNotes, columnNotes, type PasteNote, totalNotes } from './tablePaste';

export interface WrongCell<Column> {
  /** Number among the given rows, from 1. */
  readonly row: number;
  readonly column: Column;
  readonly problem: Problem;
}

/**
 * Valid lines, the unchanged invalid rows, and notes on cells without a place. `open` is an ambiguous number, if the
 * block does not reveal its decimal sign: it must be pasted again with one.
 */
export interface PastedLines<Line, Column> {
  readonly open: string | undefined;
  readonly lines: readonly Line[];
  readonly wrong: readonly WrongCell<Column>[];
  readonly left: string;
  readonly notes: readonly PasteNote[];
}
/** Result of one row: its line, or its problems. */
export type RowRead<Line, Column> = { line: Line } | { wrong: Omit<WrongCell<Column>, 'row'>[] };
/** Column of a rate card: a number is the minimum weight in kg of a price column. */
type QuoteColumn = PasteColumn | number;

/** Lookup of values by the text of a cell. */
export interface PasteWords {
  /** Returns the charge item by code or name. */
  readonly item: (text: string) => { readonly id: number; readonly basis: string } | undefined;
  readonly basis: (text: string) => (typeof chargeBases)[number] | undefined;
  /** The code of a currency by its code, name or sign; undefined where the text may mean several or none. */
  readonly currency: (text: string) => string | undefined;
}

type CellReading = { readonly value: string | number | null } | { readonly problem: Problem };

function readLane(column: keyof typeof laneCodes, text: string): CellReading {
  const code = laneCodes[column].normalise(text);
  if (code === '') return column === 'zone' ? { value: null } : { problem: problem('REQUIRED') };
  const found = laneCodes[column].check(code);
  return found ? { problem: found } : { value: code };
}

/** Reads a number of a block; returns its problem if it is none. */
export type NumberReader = (text: string) => string | Problem;

/** Creates the reader of a block's numbers, as for a file: by the decimal sign given, or detected over all of them. */
function numberReader(
  texts: Iterable<string>,
  sign: DecimalSign | undefined,
): { readonly numbers: NumberReader; readonly open: string | undefined } {
  const column = {
    key: '',
    en: '',
    cn: '',
    field: money(),
    required: false,
    examples: ['', '', ''],
  } as const;
  const { decimal, open } = pastedSign(texts, sign);
  const read: CellReader = compileParts(column, 'DMY', decimal).read;
  const numbers: NumberReader = (text) => {
    const value = read(text);
    return value instanceof Flaw ? value.problem : String(value ?? '');
  };
  return { numbers, open };
}

function readPrice(text: string, numbers: NumberReader): CellReading {
  if (text === '') return { value: null };
  const read = numbers(text);
  if (typeof read !== 'string') return { problem: read };
  return /^\d{1,10}(\.\d{1,4})?$/.test(read)
    ? { value: read }
    : { problem: problem('QUOTE_CELL_PRICE', { value: text }) };
}

const isPrice = (column: QuoteColumn | undefined): boolean =>
  typeof column === 'number' || column === 'minCharge' || column === 'flatPrice';

/** Reads a cell; for a charge item, returns its id. */
function readCell(column: QuoteColumn, text: string, words: PasteWords, numbers: NumberReader): CellReading {
  const known = (value: string | number | undefined): CellReading =>
    value === undefined ? { problem: problem('REFERENCE_UNKNOWN', { value: text }) } : { value };
  if (typeof column === 'number') return readPrice(text, numbers);
  switch (column) {
    case 'originCode':
    case 'destinationCode':
    case 'zone':
      return readLane(column, text);
    case 'minCharge':
    case 'flatPrice':
      return readPrice(text, numbers);
    case 'chargeItemId':
      return text === '' ? { problem: problem('REQUIRED') } : known(words.item(text)?.id);
    case 'basis':
      return text === '' ? { value: null } : known(words.basis(text));
    case 'currency':
      return text === '' ? { value: null } : known(words.currency(text));
    case 'transitHours':
      if (text === '') return { value: null };
      return /^\d{1,4}$/.test(text)
        ? { value: Number(text) }
        : { problem: problem('NUMBER_INVALID', { value: text }) };
  }
}

/** Reads one row: returns its line, or its problems. */
function readRow(
  cells: readonly string[],
  columns: readonly (QuoteColumn | undefined)[],
  words: PasteWords,
  numbers: NumberReader,
): RowRead<QuoteLine, QuoteColumn> {
  const wrong: Omit<WrongCell<QuoteColumn>, 'row'>[] = [];
  const refuse = (column: QuoteColumn, found: Problem) => wrong.push({ column, problem: found });
  const cell = (column: QuoteColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  const value = <T extends string | number>(column: QuoteColumn): T | null => {
    const read = readCell(column, cell(column), words, numbers);
    if ('value' in read) return read.value as T | null;
    refuse(column, read.problem);
    return null;
  };
  const lane = {
    originCode: value<string>('originCode') ?? '',
    destinationCode: value<string>('destinationCode') ?? '',
    zone: value<string>('zone'),
  };
  const chargeItemId = value<number>('chargeItemId');
  const basis = value<QuoteLine['basis']>('basis') ?? words.item(cell('chargeItemId'))?.basis;
  const [currency, minCharge] = [value<string>('currency'), value<string>('minCharge')];
  const transitHours = value<number>('transitHours');
  const breaks = columns
    .filter((column) => typeof column === 'number')
    .sort((a, b) => a - b)
    .flatMap((fromKg): WeightBreak[] => {
      const price = value<string>(fromKg);
      return price === null ? [] : [{ fromKg, price }];
    });
  const single = value<string>('flatPrice');
  // A charge not based on weight has one price, in any of the price columns.
  const flatPrice = single ?? (basis !== 'per_kg' && breaks.length === 1 ? (breaks[0]?.price ?? null) : null);
  const byWeight = flatPrice === null ? breaks : [];
  if (wrong.length === 0) {
    if (flatPrice === null && byWeight.length === 0) refuse('flatPrice', problem('REQUIRED'));
    else if (byWeight.length > 0 && basis !== 'per_kg') refuse('basis', problem('QUOTE_CELL_BASIS'));
    else if (byWeight.length > 0 && byWeight[0]?.fromKg !== 0) refuse(0, problem('REQUIRED'));
  }
  if (wrong.length > 0 || chargeItemId === null) return { wrong };
  return {
    line: {
      ...{ ...lane, chargeItemId, basis: chargeBases.find((one) => one === basis) ?? 'fixed' },
      ...{ minCharge, breaks: byWeight, flatPrice, transitHours, currency },
    },
  };
}

/** Reading rules for a table of lines. */
export interface RowReading<Line, Column> {
  /** Returns the columns of a header row; undefined if it is none. */
  readonly headOf: (cells: readonly string[]) => (Column | undefined)[] | undefined;
  /** Column order of rows without a header. */
  readonly usual: readonly Column[];
  readonly isNumber: (column: Column) => boolean;
  readonly readRow: (
    cells: readonly string[],
    columns: readonly (Column | undefined)[],
    numbers: NumberReader,
  ) => RowRead<Line, Column>;
}

/** Keeps only the first of columns with the same header. */
const once = <Column>(columns: readonly (Column | undefined)[]) =>
  columns.map((column, at) => (columns.indexOf(column) === at ? column : undefined));

/**
 * Reads rows of a spreadsheet, with a header or in the usual columns. Rows with invalid cells are left out and returned
 * unchanged under their header; total rows are left out and listed.
 */
export function readRows<Line, Column>(
  block: PastedCells,
  { headOf, usual, isNumber, readRow: readOne }: RowReading<Line, Column>,
  sign: DecimalSign | undefined,
): PastedLines<Line, Column> {
  const rows = block.rows.filter((row) => row.some((cell) => cell !== ''));
  const [first] = rows;
  const head = first && headOf(first);
  const columns = head ? once(head) : usual;
  const data = head ? rows.slice(1) : rows;
  const { numbers, open } = numberReader(
    data.flatMap((cells) => cells.filter((_, at) => columns[at] !== undefined && isNumber(columns[at]))),
    sign,
  );
  const lines: Line[] = [];
  const wrong: WrongCell<Column>[] = [];
  const left: (readonly string[])[] = head && first ? [first] : [];
  const totals: number[] = [];
  for (const [at, row] of data.entries()) {
    const read = readOne(row, columns, numbers);
    const isTotal = at >= data.length - LAST_ROWS && isTotalRow(row.map(trim), () => 'wrong' in read);
    if ('line' in read) lines.push(read.line);
    else if (isTotal) totals.push(block.rows.indexOf(row) + 1);
    else {
      left.push(row);
      // Counts rows among those left out, where they are corrected.
      wrong.push(...read.wrong.map((cell) => ({ row: left.length, ...cell })));
    }
  }
  return {
    ...{ open, lines, wrong, left: wrong.length === 0 ? '' : textOfRows(left) },
    notes: [
      ...columnNotes(data, head && first, (at) => columns[at] !== undefined),
      ...totalNotes(totals),
      ...blockNotes(block),
    ],
  };
}

/** Reads rows of a rate card (reference 6.12). */
export const readQuoteLines = (
  block: PastedCells,
  words: PasteWords,
  sign?: DecimalSign,
): PastedLines<QuoteLine, QuoteColumn> =>
  readRows(
    block,
    {
      ...{ headOf: quoteHead, usual: TEMPLATE_ORDER, isNumber: isPrice },
      readRow: (cells, columns, numbers) => readRow(cells, columns, words, numbers),
    },
    sign,
  );

/** Sets one cell of a line. A line has either one price or prices by weight: the newer one wins. */
function withCell(line: QuoteLine, column: QuoteColumn, value: string | number | null): QuoteLine {
  if (typeof column !== 'number') {
    if (column === 'basis' && value === null) return line;
    const breaks = column === 'flatPrice' && value !== null ? [] : line.breaks;
    return { ...line, breaks, [column]: value };
  }
  const others = line.breaks.filter(({ fromKg }) => fromKg !== column);
  if (value === null) return { ...line, breaks: others };
  const breaks = [...others, { fromKg: column, price: String(value) }].sort((a, b) => a.fromKg - b.fromKg);
  return { ...line, breaks, flatPrice: null };
}

/**
 * Pastes a block of cells over lines, from one cell to the right and down, like a spreadsheet. Cells below the last
 * line create new ones on its lane; cells beyond the last column are reported. Invalid cells stay unchanged and are
 * reported by line.
 */
export function putCells(
  lines: readonly QuoteLine[],
  columns: readonly QuoteColumn[],
  at: { readonly row: number; readonly column: number },
  block: PastedCells,
  words: PasteWords,
  sign?: DecimalSign,
): {
  readonly open: string | undefined;
  readonly lines: readonly QuoteLine[];
  readonly wrong: readonly WrongCell<QuoteColumn>[];
  readonly put: number;
  readonly notes: readonly PasteNote[];
} {
  const all = [...lines];
  const wrong: WrongCell<QuoteColumn>[] = [];
  const columnAt = (right: number) => columns[at.column + right];
  const { numbers, open } = numberReader(
    block.rows.flatMap((row) => row.filter((_, right) => isPrice(columnAt(right)))),
    sign,
  );
  let put = 0;
  block.rows.forEach((cells, down) => {
    const row = at.row + down;
    const last = all.at(-1);
    let line = all[row] ?? (last && { ...last, minCharge: null, breaks: [], flatPrice: null });
    if (!line) return;
    cells.forEach((cell, right) => {
      const column = columnAt(right);
      if (column === undefined || !line) return;
      const read = readCell(column, cell, words, numbers);
      const weighs = typeof column !== 'number' || line.basis === 'per_kg' || cell === '';
      if ('problem' in read) wrong.push({ row: row + 1, column, problem: read.problem });
      else if (!weighs) wrong.push({ row: row + 1, column, problem: problem('QUOTE_CELL_BASIS') });
      else {
        line = withCell(line, column, read.value);
        put += 1;
      }
    });
    all[row] = line;
  });
  const notes = [
    ...columnNotes(block.rows, undefined, (right) => columnAt(right) !== undefined),
    ...blockNotes(block),
  ];
  return { open, lines: all, wrong, put, notes };
}

/** True for whole lines, with a header or in the columns of the template. */
export function isLines(block: PastedCells, words: PasteWords): boolean {
  if (quoteHead(block.rows[0] ?? [])) return true;
  const { lines, open } = readQuoteLines(block, words);
  // Lines whose decimal sign is still open count as lines as well.
  return lines.length > 0 || (open !== undefined && readQuoteLines(block, words, 'point').lines.length > 0);
}
