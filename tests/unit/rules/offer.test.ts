import { check } from '@contract/checked';
import { readClipboard } from '@contract/importing/clipboard';
import { offerLines } from '@contract/lineFields';
import { currencyNamed } from '@contract/rules/currencies';
import { percentShare, raisedPrice, unitPriceOf } from '@contract/rules/money';
import {
  changedOffers,
  costOf,
  type OfferLine,
  offered,
  offerIssues,
  offerLineText,
  offerTotals,
} from '@contract/rules/offer';
import { readOfferLines } from '@contract/rules/offerPaste';
import { type PriceTable, priceOf } from '@contract/rules/pricing';
import type { PasteWords } from '@contract/rules/quotePaste';
import { describe, expect, test } from 'vitest';

const line = (changes: Partial<OfferLine> = {}): OfferLine => ({
  ...{ chargeItemId: 1, basis: 'per_kg', quantity: 100, unitPrice: '0.12', amount: '12.00' },
  ...{ currency: 'EUR', costPrice: '0.09', ...changes },
});
const checked = (lines: readonly object[]) => check(offerLines(), lines);

describe('the lines of an offer', () => {
  test('have the amount of their quantity, whatever was sent', () => {
    const { amount: _, ...bare } = line({ quantity: 3.333, unitPrice: '1.0055' });
    const found = checked([bare, { ...line({ chargeItemId: 2, amount: '999' }), currency: 'jpy' }]);
    expect(found.ok && found.value.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      '3.35 EUR',
      '12 JPY',
    ]);
  });

  test.each([
    ['the same item twice', [line(), line({ unitPrice: '9' })], 'OFFER_LINE_TWICE'],
    ['more than sums keep exactly', [line({ quantity: 1e6, unitPrice: '1000.01' })], 'OFFER_LINE_AMOUNT'],
    ['a cost beyond that', [line({ quantity: 1e6, costPrice: '1000.01' })], 'OFFER_LINE_AMOUNT'],
    ['a price that is none', [line({ unitPrice: '1,2' })], 'FORMAT'],
    ['a price below nothing', [line({ unitPrice: '-1' })], 'FORMAT'],
    ['nothing of it', [line({ quantity: 0 })], 'NUMBER_MIN'],
    ['no currency', [line({ currency: 'ZZZ' })], 'CURRENCY_UNKNOWN'],
  ] as const)('are refused with %s', (_, lines, code) => {
    const found = checked(lines);
    expect(found.ok ? '' : Object.values(found.problems)[0]?.code).toBe(code);
  });

  test('total amount and margin in each currency, its own first', () => {
    const lines = [
      line({ quantity: 1000, amount: '120.00' }),
      line({ amount: '60', currency: 'JPY', costPrice: null }),
    ];
    expect(offerTotals(lines, 'EUR')).toEqual([
      { currency: 'EUR', amount: '120.00', cost: '90.00', margin: '30.00', marginPercent: 25 },
      { currency: 'JPY', amount: '60', cost: null, margin: null, marginPercent: null },
    ]);
    // With one line lacking its cost, the total cost is unknown.
    expect(offerTotals([...lines, line({ amount: '1.00', costPrice: null })], 'EUR')[0]).toMatchObject({
      amount: '121.00',
      margin: null,
    });
    expect(offerTotals([], 'EUR')).toEqual([
      { currency: 'EUR', amount: '0.00', cost: null, margin: null, marginPercent: null },
    ]);
    expect(offerTotals([line({ costPrice: '0.15' })], 'EUR')[0]).toMatchObject({
      margin: '-3.00',
      marginPercent: -25,
    });
  });

  test('differ between versions when prices, costs or bases do', () => {
    const before = [line(), line({ chargeItemId: 2 }), line({ chargeItemId: 3 })];
    const after = [
      line({ unitPrice: '0.1200' }),
      line({ chargeItemId: 3, costPrice: null }),
      line({ chargeItemId: 4 }),
    ];
    const changes = changedOffers(before, after);
    expect(changes.map((one) => [one.chargeItemId, one.before !== null, one.after !== null])).toEqual([
      [3, true, true],
      [4, false, true],
      [2, true, false],
    ]);
    expect(offerLineText(line(), 'H7')).toBe('H7 100 × 0.12 = 12.00 EUR');
  });
});

describe('a price of a rate card', () => {
  const table = (changes: Partial<PriceTable>): PriceTable => ({
    ...{ basis: 'per_kg', minCharge: null, breaks: [], flatPrice: '0.10', ...changes },
  });
  const offer = (changes: Partial<PriceTable>, quantity: number, fuel = 0) =>
    offered({
      ...priceOf(table(changes), quantity, 'EUR', fuel),
      basis: table(changes).basis,
      fuelSurchargePercent: fuel,
    });

  test('is offered per unit, with the surcharge included', () => {
    expect(offer({}, 200)).toEqual({ basis: 'per_kg', quantity: 200, unitPrice: '0.1000', currency: 'EUR' });
    expect(offer({}, 200, 2.5).unitPrice).toBe('0.1025');
  });

  test('is offered as a lump sum when its minimum applies', () => {
    expect(offer({ minCharge: '45' }, 200, 10)).toEqual({
      ...{ basis: 'fixed', quantity: 1, unitPrice: '49.50', currency: 'EUR' },
    });
  });

  test('costs the purchase price, per unit sold', () => {
    const sold = offer({ flatPrice: '0.12' }, 300);
    expect(costOf(sold, offer({ flatPrice: '0.09' }, 300))).toBe('0.0900');
    // Bought for a lump sum, sold by the kilogram; sold for a lump sum, bought by the kilogram.
    expect(costOf(sold, offer({ flatPrice: '0.01', minCharge: '25' }, 300))).toBe('0.0833');
    expect(costOf(offer({ minCharge: '45' }, 300), offer({ flatPrice: '0.09' }, 300))).toBe('27.0000');
  });
});

test('raises, divides and compares unit prices without floats', () => {
  expect(raisedPrice('0.1', 3.5)).toBe('0.1035');
  expect(raisedPrice('999999999.9999', 0)).toBe('999999999.9999');
  expect(unitPriceOf('10.00', 3, 'EUR')).toBe('3.3333');
  expect(unitPriceOf('100', 0.3, 'JPY')).toBe('333.3333');
  expect(percentShare('1.00', '3.00', 'EUR')).toBe(33.333);
  expect(percentShare('-1.00', '8.00', 'EUR')).toBe(-12.5);
  expect(percentShare('1.00', '0.00', 'EUR')).toBeNull();
});

test.each([
  [{ mode: 'air', billNo: 'MAEU1234567' }, ['billNo error']],
  [{ mode: 'sea', billNo: '112-90424456' }, ['billNo error']],
  [{ mode: 'air', incoterm: 'FOB' }, ['incoterm warning']],
  [{ mode: 'sea', incoterm: 'FOB', billNo: 'MAEU1234567' }, []],
  [{ mode: 'air', incoterm: 'DAP', billNo: null }, []],
])('names what does not go together in %j', (values, expected) => {
  const issues = offerIssues(values as never);
  expect(issues.map(({ column, level }) => `${column} ${level}`)).toEqual(expected);
});

describe('spreadsheet rows of an offer', () => {
  const words: PasteWords = {
    item: (text) =>
      ({ handling: { id: 1, basis: 'per_kg' }, 提货费: { id: 2, basis: 'per_truck' } })[text.toLowerCase()],
    basis: (text) => ({ 按车: 'per_truck' as const })[text],
    currency: currencyNamed,
  };
  const read = (...rows: string[][]) =>
    readOfferLines(
      readClipboard({ text: rows.map((row) => row.join('\t')).join('\r\n'), html: '' }),
      words,
      'EUR',
    );

  test('become lines, with or without their header, in either language', () => {
    const bare = read(
      ['Handling', '', '1,640.5', '0.11', '', '0.09'],
      ['提货费', '按车', '', '230', 'usd', ''],
    );
    expect(bare.wrong).toEqual([]);
    expect(bare.lines.map((one) => [offerLineText(one, ''), one.basis, one.costPrice])).toEqual([
      [' 1640.5 × 0.11 = 180.46 EUR', 'per_kg', '0.09'],
      [' 1 × 230.00 = 230.00 USD', 'per_truck', null],
    ]);
    const headed = read(['单价', '收费项目', 'Note'], ['5', 'Handling', 'x']);
    expect(headed.lines.map((one) => offerLineText(one, ''))).toEqual([' 1 × 5.00 = 5.00 EUR']);
    expect(headed.notes).toMatchObject([{ problem: { code: 'PASTE_COLUMN', params: { column: 'Note' } } }]);
  });

  test('stay when they are wrong, with row and column of each wrong cell', () => {
    const { lines, wrong, left } = read(
      ['Handling', '', 'many', '-1', 'XXX', ''],
      ['Handling', '', '1', '2', '', ''],
      ['Nothing', '', '', '', '', ''],
    );
    expect(lines).toHaveLength(1);
    expect(wrong.map(({ row, column, problem }) => `${row} ${column} ${problem.code}`)).toEqual([
      '1 quantity NUMBER_INVALID',
      '1 unitPrice QUOTE_CELL_PRICE',
      '1 currency REFERENCE_UNKNOWN',
      '2 chargeItemId REFERENCE_UNKNOWN',
      '2 unitPrice REQUIRED',
    ]);
    expect(left.split('\n')).toHaveLength(2);
  });
});
