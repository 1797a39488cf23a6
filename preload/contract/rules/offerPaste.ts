import { type Problem, problem } from '../errors';
import type { PastedCells } from '../importing/clipboard';
import type { DecimalSign } from '../importing/numberText';
import { chargeBases } from '../vocabulary';
import { OFFER_PRICE, type OfferLine, withAmount } from './offer';
import { labelsOf } from './quoteHeads';
import {
  type NumberReader,
  type PastedLines,
  type PasteWords,
  type RowRead,
  readRows,
  type WrongCell,
} from './quotePaste';

/** Columns of pasted offer lines. */
export type OfferColumn = 'chargeItemId' | 'basis' | 'quantity' | 'unitPrice' | 'currency' | 'costPrice';

/** Column order for rows pasted without a header. */
const USUAL: readonly OfferColumn[] = [
  ...(['chargeItemId', 'basis', 'quantity', 'unitPrice', 'currency', 'costPrice'] as const),
];

/** Column headers in lower case. */
const HEADS: Readonly<Record<string, OfferColumn>> = {
  ...labelsOf('orderQuote', USUAL),
  ...{ basis: 'basis', price: 'unitPrice', cost: 'costPrice', 成本: 'costPrice' },
};
const NUMBERS: ReadonlySet<OfferColumn> = new Set(['quantity', 'unitPrice', 'costPrice']);

function headOf(cells: readonly string[]): (OfferColumn | undefined)[] | undefined {
  const found = cells.map((cell) => {
    const text = cell.trim().toLowerCase();
    return Object.hasOwn(HEADS, text) ? HEADS[text] : undefined;
  });
  return found.includes('chargeItemId') ? found : undefined;
}

function readRow(
  cells: readonly string[],
  columns: readonly (OfferColumn | undefined)[],
  words: PasteWords,
  usual: string,
  numbers: NumberReader,
): RowRead<OfferLine, OfferColumn> {
  const wrong: Omit<WrongCell<OfferColumn>, 'row'>[] = [];
  const refuse = (column: OfferColumn, found: Problem) => {
    wrong.push({ column, problem: found });
  };
  const cell = (column: OfferColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  const unknown = (column: OfferColumn, value: string) =>
    refuse(column, value === '' ? problem('REQUIRED') : problem('REFERENCE_UNKNOWN', { value }));
  const number = (column: OfferColumn, pattern: RegExp): string | null => {
    const text = cell(column);
    if (text === '') return null;
    const read = numbers(text);
    if (typeof read !== 'string') refuse(column, read);
    else if (pattern.test(read)) return read;
    else
      refuse(
        column,
        pattern === OFFER_PRICE
          ? problem('QUOTE_CELL_PRICE', { value: text })
          : problem('NUMBER_INVALID', { value: text }),
      );
    return null;
  };
  const item = words.item(cell('chargeItemId'));
  if (!item) unknown('chargeItemId', cell('chargeItemId'));
  const basisText = cell('basis');
  const basis = basisText === '' ? item?.basis : words.basis(basisText);
  if (basis === undefined && basisText !== '') unknown('basis', basisText);
  const quantity = number('quantity', /^\d{1,6}(\.\d{1,3})?$/);
  const unitPrice = number('unitPrice', OFFER_PRICE);
  const costPrice = number('costPrice', OFFER_PRICE);
  const currencyText = cell('currency') || usual;
  const currency = words.currency(currencyText);
  if (currency === undefined) unknown('currency', currencyText);
  if (unitPrice === null && cell('unitPrice') === '') refuse('unitPrice', problem('REQUIRED'));
  if (wrong.length > 0 || !item || currency === undefined) return { wrong };
  return {
    line: withAmount({
      chargeItemId: item.id,
      basis: chargeBases.find((one) => one === basis) ?? 'fixed',
      quantity: quantity === null ? 1 : Number(quantity),
      unitPrice: unitPrice ?? '0',
      ...{ currency, costPrice },
    }),
  };
}

/** Reads the lines of an offer; the currency defaults to the one given, the quantity to one. */
export const readOfferLines = (
  block: PastedCells,
  words: PasteWords,
  currency: string,
  sign?: DecimalSign,
): PastedLines<OfferLine, OfferColumn> =>
  readRows(
    block,
    {
      ...{ headOf, usual: USUAL, isNumber: (column) => NUMBERS.has(column) },
      readRow: (cells, columns, numbers) => readRow(cells, columns, words, currency, numbers),
    },
    sign,
  );
