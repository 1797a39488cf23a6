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

function readRow(
  cells: readonly string[],
  columns: readonly (QuoteColumn | undefined)[],
  words: PasteWords,
): RowRead<QuoteLine, QuoteColumn> {
  const wrong: Omit<WrongCell<QuoteColumn>, 'row'>[] = [];
  const refuse = (column: PasteColumn | number, found: Problem) => {
    wrong.push({ column, problem: found });
    return null;
  };
  const cell = (column: PasteColumn | number) => (cells[columns.indexOf(column)] ?? '').trim();
  const lane = (column: keyof typeof laneCodes) => {
    const code = laneCodes[column].normalise(cell(column));
    if (code === '' && column === 'zone') return code;
    const found = code === '' ? problem('REQUIRED') : laneCodes[column].check(code);
    if (found) refuse(column, found);
    return code;
  };
  const price = (column: PasteColumn | number): string | null => {
    const text = cell(column);
    if (text === '') return null;
    const read = readNumber(text, false);
    if (typeof read !== 'string') return refuse(column, read);
    return /^\d{1,10}(\.\d{1,4})?$/.test(read)
      ? read
      : refuse(column, problem('QUOTE_CELL_PRICE', { value: text }));
  };
  const [originCode, destinationCode, zone] = [lane('originCode'), lane('destinationCode'), lane('zone')];
  const itemText = cell('chargeItemId');
  const item = itemText === '' ? undefined : words.item(itemText);
  if (!item)
    refuse(
      'chargeItemId',
      itemText === '' ? problem('REQUIRED') : problem('REFERENCE_UNKNOWN', { value: itemText }),
    );
  const basisText = cell('basis');
  const basis = basisText === '' ? item?.basis : words.basis(basisText);
  if (basis === undefined && basisText !== '')
    refuse('basis', problem('REFERENCE_UNKNOWN', { value: basisText }));
  const currency = cell('currency').toUpperCase();
  if (currency !== '' && !words.isCurrency(currency))
    refuse('currency', problem('REFERENCE_UNKNOWN', { value: currency }));
  const hours = cell('transitHours');
  if (hours !== '' && !/^\d{1,4}$/.test(hours))
    refuse('transitHours', problem('NUMBER_INVALID', { value: hours }));
  const minCharge = price('minCharge');
  const breaks = columns
    .filter((column) => typeof column === 'number')
    .sort((a, b) => a - b)
    .flatMap((fromKg): WeightBreak[] => {
      const found = price(fromKg);
      return found === null ? [] : [{ fromKg, price: found }];
    });
  const single = price('flatPrice');
  // What is not charged by weight has one price, in whichever column of prices it stands.
  const flatPrice = single ?? (basis !== 'per_kg' && breaks.length === 1 ? (breaks[0]?.price ?? null) : null);
  const byWeight = flatPrice === null ? breaks : [];
  if (wrong.length === 0) {
    if (flatPrice === null && byWeight.length === 0) refuse('flatPrice', problem('REQUIRED'));
    else if (byWeight.length > 0 && basis !== 'per_kg') refuse('basis', problem('QUOTE_CELL_BASIS'));
    else if (byWeight.length > 0 && byWeight[0]?.fromKg !== 0) refuse(0, problem('REQUIRED'));
  }
  if (wrong.length > 0 || !item) return { wrong };
  return {
    line: {
      ...{ originCode, destinationCode, zone: zone || null, chargeItemId: item.id },
      basis: chargeBases.find((one) => one === basis) ?? 'fixed',
      ...{ minCharge, breaks: byWeight, flatPrice },
      transitHours: hours === '' ? null : Number(hours),
      currency: currency || null,
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
