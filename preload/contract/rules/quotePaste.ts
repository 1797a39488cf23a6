import { type Problem, problem } from '../errors';
import { readNumber } from '../importing/numberText';
import { chargeBases } from '../vocabulary';
import { laneCodes } from './codes';
import type { WeightBreak } from './pricing';
import type { QuoteLine } from './quote';

/** Columns that rows of a rate card are read from, besides those of weight breaks. */
export type PasteColumn =
  | 'originCode'
  | 'destinationCode'
  | 'zone'
  | 'chargeItemId'
  | 'basis'
  | 'minCharge'
  | 'flatPrice'
  | 'transitHours'
  | 'currency';

/** What headers are recognised by, in lower case (reference 6.12). */
const HEADS: Readonly<Record<string, PasteColumn>> = {
  ...{ origin: 'originCode', 起运地: 'originCode', 始发地: 'originCode' },
  ...{ destination: 'destinationCode', 目的地: 'destinationCode' },
  ...{ zone: 'zone', 分区: 'zone' },
  ...{ 'charge item': 'chargeItemId', 收费项目: 'chargeItemId' },
  ...{ basis: 'basis', 'charged by': 'basis', 计费方式: 'basis' },
  ...{ min: 'minCharge', 'minimum charge': 'minCharge', 最低收费: 'minCharge' },
  ...{ price: 'flatPrice', 单价: 'flatPrice' },
  ...{ 'transit hours': 'transitHours', 时效: 'transitHours' },
  ...{ currency: 'currency', 币种: 'currency' },
};
/** The columns of the template, for rows that come without their header. */
const USUAL: readonly (PasteColumn | number)[] = [
  ...(['originCode', 'destinationCode', 'chargeItemId', 'basis', 'minCharge'] as const),
  ...[0, 100, 300, 500, 1000],
  'currency',
];

/** A cell that could not be read. */
export interface WrongCell<Column> {
  /** Of the rows that were given, from 1. */
  readonly row: number;
  readonly column: Column;
  readonly problem: Problem;
}

/** What was pasted: lines that are right, and the rows that are not, as they were. */
export interface PastedLines<Line, Column> {
  readonly lines: readonly Line[];
  readonly wrong: readonly WrongCell<Column>[];
  readonly left: string;
}
/** One row: its line, or what is wrong in it. */
export type RowRead<Line, Column> = { line: Line } | { wrong: Omit<WrongCell<Column>, 'row'>[] };
/** Of a rate card: a number is the weight that its column begins at. */
type QuoteColumn = PasteColumn | number;

/** What cells are understood by. */
export interface PasteWords {
  /** The charge item of a code or a name. */
  readonly item: (text: string) => { readonly id: number; readonly basis: string } | undefined;
  readonly basis: (text: string) => (typeof chargeBases)[number] | undefined;
  readonly isCurrency: (text: string) => boolean;
}

function columnsOf(cells: readonly string[]): (PasteColumn | number | undefined)[] | undefined {
  const found = cells.map((cell) => {
    const text = cell.trim().toLowerCase();
    const kg = /^(\d+(?:\.\d{1,3})?)\s*(?:kg|公斤)?\+?$/.exec(text);
    return kg ? Number(kg[1]) : HEADS[text];
  });
  return found.includes('originCode') && found.includes('destinationCode') ? found : undefined;
}

type Read = { readonly value: string | number | null } | { readonly problem: Problem };

function readLane(column: keyof typeof laneCodes, text: string): Read {
  const code = laneCodes[column].normalise(text);
  if (code === '') return column === 'zone' ? { value: null } : { problem: problem('REQUIRED') };
  const found = laneCodes[column].check(code);
  return found ? { problem: found } : { value: code };
}

function readPrice(text: string): Read {
  if (text === '') return { value: null };
  const read = readNumber(text, false);
  if (typeof read !== 'string') return { problem: read };
  return /^\d{1,10}(\.\d{1,4})?$/.test(read)
    ? { value: read }
    : { problem: problem('QUOTE_CELL_PRICE', { value: text }) };
}

/** What a cell says. Of a charge item, its id. */
function readCell(column: PasteColumn | number, text: string, words: PasteWords): Read {
  const known = (value: string | number | undefined): Read =>
    value === undefined ? { problem: problem('REFERENCE_UNKNOWN', { value: text }) } : { value };
  if (typeof column === 'number') return readPrice(text);
  switch (column) {
    case 'originCode':
    case 'destinationCode':
    case 'zone':
      return readLane(column, text);
    case 'minCharge':
    case 'flatPrice':
      return readPrice(text);
    case 'chargeItemId':
      return text === '' ? { problem: problem('REQUIRED') } : known(words.item(text)?.id);
    case 'basis':
      return text === '' ? { value: null } : known(words.basis(text));
    case 'currency': {
      const code = text.toUpperCase();
      return code === '' ? { value: null } : known(words.isCurrency(code) ? code : undefined);
    }
    case 'transitHours':
      if (text === '') return { value: null };
      return /^\d{1,4}$/.test(text)
        ? { value: Number(text) }
        : { problem: problem('NUMBER_INVALID', { value: text }) };
  }
}

/** One row: its line, or what is wrong in it. */
function readRow(
  cells: readonly string[],
  columns: readonly (QuoteColumn | undefined)[],
  words: PasteWords,
): RowRead<QuoteLine, QuoteColumn> {
  const wrong: Omit<WrongCell<QuoteColumn>, 'row'>[] = [];
  const refuse = (column: PasteColumn | number, found: Problem) => wrong.push({ column, problem: found });
  const cell = (column: PasteColumn | number) => (cells[columns.indexOf(column)] ?? '').trim();
  const value = <T extends string | number>(column: PasteColumn | number): T | null => {
    const read = readCell(column, cell(column), words);
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
  // What is not charged by weight has one price, in whichever column of prices it stands.
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

/**
 * Reads rows as a spreadsheet puts them on the clipboard, with their header or in the usual columns. Rows with wrong cells
 * are left out, and given back as they were under their header.
 */
export function readRows<Line, Column>(
  text: string,
  headOf: (cells: readonly string[]) => (Column | undefined)[] | undefined,
  usual: readonly Column[],
  readOne: (cells: readonly string[], columns: readonly (Column | undefined)[]) => RowRead<Line, Column>,
): PastedLines<Line, Column> {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((row, index) => ({ no: index + 1, row }))
    .filter(({ row }) => row.trim() !== '');
  const head = rows[0] && headOf(rows[0].row.split('\t'));
  const lines: Line[] = [];
  const wrong: WrongCell<Column>[] = [];
  const left: string[] = head && rows[0] ? [rows[0].row] : [];
  for (const { row } of head ? rows.slice(1) : rows) {
    const read = readOne(row.split('\t'), head ?? usual);
    if ('line' in read) lines.push(read.line);
    else {
      left.push(row);
      // Counted as the rows stand that are left: there they are put right.
      wrong.push(...read.wrong.map((cell) => ({ row: left.length, ...cell })));
    }
  }
  return { lines, wrong, left: wrong.length === 0 ? '' : left.join('\n') };
}

/** Rows of a rate card (reference 6.12). */
export const readQuoteLines = (text: string, words: PasteWords): PastedLines<QuoteLine, QuoteColumn> =>
  readRows(text, columnsOf, USUAL, (cells, columns) => readRow(cells, columns, words));
/** A block of cells as a spreadsheet puts it on the clipboard. */
export const blockOf = (text: string): string[][] =>
  text
    .replace(/(\r\n|\r|\n)$/, '')
    .split(/\r\n|\r|\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));

/** A line with one cell of it set. A line has one price or prices by weight: the newer one counts. */
function withCell(line: QuoteLine, column: PasteColumn | number, value: string | number | null): QuoteLine {
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
 * Puts a block of cells over lines, from one cell to the right and down, as a spreadsheet does. What reaches beyond the last
 * line makes new ones on its lane; what reaches beyond the last column falls away. Cells that are wrong stay as they were,
 * and are named by the line that they stand in.
 */
export function putCells(
  lines: readonly QuoteLine[],
  columns: readonly (PasteColumn | number)[],
  at: { readonly row: number; readonly column: number },
  text: string,
  words: PasteWords,
): {
  readonly lines: readonly QuoteLine[];
  readonly wrong: readonly WrongCell<QuoteColumn>[];
  readonly put: number;
} {
  const all = [...lines];
  const wrong: WrongCell<QuoteColumn>[] = [];
  let put = 0;
  blockOf(text).forEach((cells, down) => {
    const row = at.row + down;
    const last = all.at(-1);
    let line = all[row] ?? (last && { ...last, minCharge: null, breaks: [], flatPrice: null });
    if (!line) return;
    cells.forEach((cell, right) => {
      const column = columns[at.column + right];
      if (column === undefined || !line) return;
      const read = readCell(column, cell, words);
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
  return { lines: all, wrong, put };
}

/** Whether what was pasted are whole lines, with their header or in the columns of the template. */
export const isLines = (text: string, words: PasteWords): boolean =>
  columnsOf(blockOf(text)[0] ?? []) !== undefined || readQuoteLines(text, words).lines.length > 0;
