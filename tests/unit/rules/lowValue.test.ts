import {
  type Consignment,
  declaredAs,
  type EuRateRow,
  type EuRules,
  euRulesOn,
  inEuros,
  itemsOf,
  overScheme,
  rateDays,
  rateNote,
  ratePublishedOn,
  ratesKnownTo,
} from '@contract/rules/lowValue';
import { fromMinor, toMinor } from '@contract/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Rows as the law has them in 2026. */
const ROWS: readonly EuRateRow[] = [
  { kind: 'relief', amount: '150.00', validFrom: '2010-01-01', validTo: '2026-06-30' },
  { kind: 'low_value', amount: '150.00', validFrom: '2021-07-01', validTo: null },
  { kind: 'ioss_limit', amount: '150.00', validFrom: '2021-07-01', validTo: null },
  { kind: 'item_duty', amount: '3.00', validFrom: '2026-07-01', validTo: '2028-07-01' },
  { kind: 'product_ids', amount: null, validFrom: '2026-11-01', validTo: null },
];
const PUBLISHED = '2026-10-21';
const RATES = { CNY: '7.6075', JPY: '177.2', USD: '1.0845', GBP: '0.86' };
const stored = {
  today: '2026-11-20',
  rates: new Map(Object.entries(RATES).map(([currency, rate]) => [currency, { rate, day: PUBLISHED }])),
  last: new Map(Object.keys(RATES).map((currency) => [currency, PUBLISHED])),
};
const rulesOn = (day: string, rows = ROWS): EuRules => euRulesOn(rows, day, stored);
const sold: Omit<Consignment, 'euros'> = {
  vatScheme: 'ioss',
  toConsumer: true,
  preferential: false,
  restricted: false,
};

describe('the intrinsic value in EUR decides (Delegated Regulation (EU) 2015/2446, art. 1 (48))', () => {
  test.each([
    ['1000.00', 'CNY', '131.45', 'H7', true],
    ['20000', 'JPY', '112.87', 'H7', true],
    ['155.00', 'USD', '142.92', 'H7', true],
    ['140.00', 'GBP', '162.79', 'H1', false],
    ['150.00', 'EUR', '150.00', 'H7', true],
    ['150.01', 'EUR', '150.01', 'H1', false],
    ['129.00', 'GBP', '150.00', 'H7', true],
  ])('%s %s is %s EUR: %s, IOSS %s', (amount, currency, euros, type, ioss) => {
    const rules = rulesOn('2026-11-20');
    expect(inEuros(amount, currency, rules)).toBe(euros);
    expect(declaredAs({ ...sold, euros }, rules)).toMatchObject({ type, ioss });
    expect(overScheme({ ...sold, euros }, rules)).toBe(!ioss);
  });

  test('never as if an unknown currency were EUR', () => {
    expect(inEuros('100.00', 'THB', rulesOn('2026-11-20'))).toBeUndefined();
  });
});

describe('how a consignment is declared', () => {
  const cases: readonly [source: string, day: string, goods: Partial<Consignment>, expected: object][] = [
    [
      'Regulation (EU) 2026/382: sold to a consumer with IOSS, F48 without C07',
      '2026-11-20',
      {},
      { type: 'H7', flatDuty: true, relief: false, procedures: ['F48'], productIds: true },
    ],
    [
      'special arrangements (Directive 2006/112/EC, art. 369y): F49',
      '2026-11-20',
      { vatScheme: 'special' },
      { type: 'H7', flatDuty: true, ioss: false, procedures: ['F49'] },
    ],
    [
      'standard collection of VAT: F53',
      '2026-11-20',
      { vatScheme: 'standard' },
      { type: 'H7', flatDuty: true, ioss: false, procedures: ['F53'] },
    ],
    [
      'preferential goods outside IOSS: H1 at their own rate',
      '2026-11-20',
      { vatScheme: 'standard', preferential: true },
      { type: 'H1', flatDuty: false, procedures: [] },
    ],
    [
      'preferential goods with IOSS: the duty by the item',
      '2026-11-20',
      { preferential: true },
      { type: 'H7', flatDuty: true, procedures: ['F48'] },
    ],
    [
      'goods sold to a business: no distance sale',
      '2026-11-20',
      { toConsumer: false },
      { type: 'H1', flatDuty: false, ioss: false, productIds: false, procedures: [] },
    ],
    [
      'restricted goods: H1, and still the duty by the item',
      '2026-11-20',
      { restricted: true },
      { type: 'H1', flatDuty: true, productIds: true, procedures: ['F48'] },
    ],
    [
      'the last day of the relief (Regulation (EC) 1186/2009, art. 23): C07',
      '2026-06-30',
      {},
      { type: 'H7', flatDuty: false, relief: true, procedures: ['C07', 'F48'] },
    ],
    [
      'the relief covers goods sold to a business',
      '2026-06-30',
      { toConsumer: false, vatScheme: 'standard' },
      { type: 'H7', flatDuty: false, relief: true, procedures: ['C07'] },
    ],
    ['the first day without relief', '2026-07-01', {}, { flatDuty: true, relief: false }],
    [
      'the day before product identifiers (Delegated Regulation (EU) 2026/1022)',
      '2026-10-31',
      {},
      { productIds: false },
    ],
    ['the first day of product identifiers', '2026-11-01', {}, { productIds: true }],
    ['the last day of the duty by the item', '2028-07-01', {}, { flatDuty: true }],
    ['the day after it', '2028-07-02', {}, { flatDuty: false, type: 'H7' }],
    [
      'above the limit: no scheme, no code',
      '2026-11-20',
      { euros: '150.01' },
      { type: 'H1', ioss: false, flatDuty: false, productIds: false, procedures: [] },
    ],
  ];
  test.each(cases)('%s', (_, day, goods, expected) => {
    expect(declaredAs({ ...sold, euros: '64.00', ...goods }, rulesOn(day))).toMatchObject(expected);
  });

  test('follows the amounts of the rows, whatever they are', () => {
    const rows = ROWS.map((row) => (row.kind === 'low_value' ? { ...row, amount: '100.00' } : row));
    expect(declaredAs({ ...sold, euros: '100.01' }, rulesOn('2026-11-20', rows)).type).toBe('H1');
    expect(declaredAs({ ...sold, euros: '100.00' }, rulesOn('2026-11-20', rows)).type).toBe('H7');
  });
});

test('counts items by six digits in H7 and by whole codes in H1', () => {
  const codes = ['6109100010', '6109100090', '640411', '640411'];
  expect(itemsOf(codes, 'H7')).toBe(2);
  expect(itemsOf(codes, 'H1')).toBe(3);
});

describe('the customs rate of a day (Implementing Regulation (EU) 2015/2447, art. 146)', () => {
  test.each([
    // The last Wednesday of October 2026 is the 28th, of September the 30th, of December the 30th.
    ['2026-11-01', '2026-10-21'],
    ['2026-11-30', '2026-10-21'],
    ['2026-10-31', '2026-09-23'],
    ['2027-01-01', '2026-12-23'],
    ['2026-03-15', '2026-02-18'],
  ])('for %s is that of %s', (day, published) => {
    expect(ratePublishedOn(day)).toBe(published);
  });

  test('is the second-last Wednesday of the month before, for any day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const found = new Date(`${ratePublishedOn(day)}T00:00:00Z`);
          expect(found.getUTCDay()).toBe(3);
          const month = (days: number) => new Date(found.getTime() + days * 86_400_000).getUTCMonth();
          expect(month(7)).toBe(found.getUTCMonth());
          expect(month(14)).toBe((found.getUTCMonth() + 1) % 12);
          expect((found.getUTCMonth() + 1) % 12).toBe(date.getUTCMonth());
        },
      ),
    );
  });

  test.each([
    ['2026-08-19', '2026-09-30'],
    ['2026-08-18', '2026-08-31'],
    ['2026-11-18', '2026-12-31'],
    ['2026-12-30', '2027-01-31'],
  ])('rates of %s are known to %s', (last, known) => expect(ratesKnownTo(last)).toBe(known));

  test('is that of the present month until the next is published', () => {
    expect(rateDays('2026-12-05', '2026-11-17')).toMatchObject({
      published: '2026-10-21',
      later: '2026-11-18',
    });
    expect(rateDays('2026-12-05', '2026-11-18')).toMatchObject({ published: '2026-11-18', later: null });
  });

  test('is asked for where it is not known, and said to be late where it is to come', () => {
    expect(rateNote('EUR', rulesOn('2026-12-24'))).toBeUndefined();
    expect(rateNote('USD', rulesOn('2026-11-20'))).toBeUndefined();
    expect(rateNote('THB', rulesOn('2026-11-20'))).toEqual({
      code: 'EU_CURRENCY_NONE',
      params: { currency: 'THB', day: '20/11/2026', published: '21/10/2026' },
    });
    const missing = euRulesOn(ROWS, '2026-12-24', { ...stored, rates: new Map() });
    expect(rateNote('USD', missing)).toEqual({
      code: 'EU_CURRENCY_ENDED',
      params: { currency: 'USD', day: '24/12/2026', published: '18/11/2026', known: '30/11/2026' },
    });
    const early = euRulesOn(ROWS, '2026-12-05', { ...stored, today: '2026-11-10' });
    expect(rateNote('USD', early)).toEqual({
      code: 'EU_CURRENCY_LATER',
      params: { currency: 'USD', day: '05/12/2026', published: '18/11/2026', known: '30/11/2026' },
    });
  });

  test('rounds to the cent, half away from zero', () => {
    const minor = fc.integer({ min: 0, max: 10 ** 9 });
    fc.assert(
      fc.property(minor, fc.constantFrom('CNY', 'JPY', 'USD', 'GBP'), (value, currency) => {
        const rate = BigInt(Math.round(Number(RATES[currency as keyof typeof RATES]) * 1e6));
        const scale = currency === 'JPY' ? 100n : 1n;
        const exact = BigInt(value) * 1_000_000n * scale;
        const expected = (exact * 2n + rate) / (rate * 2n);
        const found = inEuros(fromMinor(value, currency), currency, rulesOn('2026-11-20')) ?? '';
        expect(BigInt(toMinor(found, 'EUR'))).toBe(expected);
      }),
    );
  });
});

test('says from which day on a rate is not known', () => {
  expect(rulesOn('2026-11-20').notes).toEqual([]);
  expect(rulesOn('2028-07-02').notes).toEqual([
    {
      code: 'EU_RATE_ENDED',
      params: { kind: { choice: ['euRateKind', 'item_duty'] }, day: '02/07/2028', known: '01/07/2028' },
    },
  ]);
  expect(rulesOn('2026-11-20', ROWS.slice(0, 4)).notes).toMatchObject([{ code: 'EU_RATE_NONE' }]);
});
