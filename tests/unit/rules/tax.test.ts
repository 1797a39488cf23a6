import { LANGUAGES } from '@contract/limits';
import { euRulesOn } from '@contract/rules/lowValue';
import { lineFor, namedRate, type TaxedGoods, type TaxRates, tariffCode, taxOf } from '@contract/rules/tax';
import { say } from '@contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const rates = (changes: Partial<TaxRates> = {}): TaxRates => ({
  currency: 'EUR',
  dutyRate: 12,
  specificDuty: null,
  additional: [],
  vatRate: 21,
  ...changes,
});
const goods = (changes: Partial<TaxedGoods> = {}): TaxedGoods => ({
  currency: 'EUR',
  goodsValue: '300',
  freight: '0',
  quantity: 0,
  items: 1,
  inlandTransport: '0',
  vatScheme: 'standard',
  toBusiness: false,
  preferentialRate: null,
  ...changes,
});

const RATE = { day: '2026-10-21' };
const rules = (day = '2026-11-20') =>
  euRulesOn(
    [
      { kind: 'relief', amount: '150', validFrom: '2010-01-01', validTo: '2026-06-30' },
      { kind: 'low_value', amount: '150', validFrom: '2021-07-01', validTo: null },
      { kind: 'ioss_limit', amount: '150', validFrom: '2021-07-01', validTo: null },
      { kind: 'item_duty', amount: '3', validFrom: '2026-07-01', validTo: '2028-07-01' },
    ],
    day,
    {
      today: '2026-11-20',
      rates: new Map([
        ['GBP', { ...RATE, rate: '0.86' }],
        ['CNY', { ...RATE, rate: '7.6075' }],
        ['SEK', { ...RATE, rate: '11' }],
      ]),
      last: new Map(),
    },
  );
/** Taxes in the EU; throws where a rate is missing. */
function taxed(line: TaxRates, sent: TaxedGoods, day?: string, inUnion = true) {
  const found = taxOf(line, sent, rules(day), inUnion);
  if (!found) throw new Error('no rate');
  return found;
}

describe('duty and VAT of consignments, to the cent', () => {
  const cases: readonly [
    source: string,
    line: Partial<TaxRates>,
    sent: Partial<TaxedGoods>,
    expected: object,
    day?: string,
  ][] = [
    [
      'H1, 300 EUR at 12 %, VAT 21 % (UCC, art. 56; Directive 2006/112/EC, art. 85)',
      {},
      {},
      { duty: '36.00', vatBase: '336.00', vat: '70.56', total: '106.56', declarationType: 'H1' },
    ],
    [
      'H7 to France, two items of 3 EUR on 64 EUR (Regulation (EU) 2026/382)',
      { vatRate: 20 },
      { goodsValue: '64', items: 2 },
      { duty: '0.00', itemDuty: '6.00', vat: '14.00', total: '20.00', procedures: ['F53'] },
    ],
    [
      'the same with IOSS: the seller pays the VAT (Directive 2006/112/EC, art. 143 (1) (ca))',
      { vatRate: 20 },
      { goodsValue: '64', items: 2, vatScheme: 'ioss' },
      { itemDuty: '6.00', vat: '0.00', total: '6.00', procedures: ['F48'] },
    ],
    [
      '155 EUR with an IOSS number: IOSS ends at 150 EUR (Directive 2006/112/EC, art. 369l)',
      {},
      { goodsValue: '155', vatScheme: 'ioss' },
      { duty: '18.60', vat: '36.46', total: '55.06', declarationType: 'H1', procedures: [] },
    ],
    [
      '145 EUR and 10 EUR of freight: the intrinsic value counts, not CIF (2015/2446, art. 1 (48))',
      {},
      { goodsValue: '145', freight: '10' },
      {
        customsValue: '155.00',
        duty: '0.00',
        itemDuty: '3.00',
        vatBase: '158.00',
        vat: '33.18',
        total: '36.18',
      },
    ],
    ['just 150 EUR', {}, { goodsValue: '150' }, { itemDuty: '3.00', duty: '0.00', declarationType: 'H7' }],
    ['a cent more', {}, { goodsValue: '150.01' }, { itemDuty: '0.00', duty: '18.00', declarationType: 'H1' }],
    [
      'sold to a business: no distance sale, the rate of the tariff',
      {},
      { goodsValue: '145', freight: '10', toBusiness: true, vatScheme: 'ioss' },
      { duty: '18.60', itemDuty: '0.00', vat: '36.46', total: '55.06', declarationType: 'H1' },
    ],
    [
      'preference outside IOSS: the own rate',
      {},
      { goodsValue: '145', freight: '10', preferentialRate: 0 },
      { duty: '0.00', itemDuty: '0.00', vat: '32.55', total: '32.55', declarationType: 'H1' },
    ],
    [
      'preference with IOSS: the duty by the item',
      {},
      { goodsValue: '145', freight: '10', preferentialRate: 0, vatScheme: 'ioss' },
      { itemDuty: '3.00', vat: '0.00', total: '3.00', declarationType: 'H7' },
    ],
    [
      'a preferential rate above the limit',
      {},
      { preferentialRate: 4.5 },
      { duty: '13.50', vat: '65.84', total: '79.34' },
    ],
    [
      'June 2026: relief from duty, VAT due (Regulation (EC) 1186/2009, art. 23)',
      {},
      { goodsValue: '145', freight: '10' },
      { duty: '0.00', itemDuty: '0.00', vat: '32.55', total: '32.55', procedures: ['C07'] },
      '2026-06-30',
    ],
    [
      'July 2028: the rate of the tariff again',
      {},
      { goodsValue: '145', freight: '10' },
      { duty: '18.60', itemDuty: '0.00', total: '55.06' },
      '2028-07-02',
    ],
    [
      'GBP 140 at 0.86 are 162.79 EUR (Implementing Regulation (EU) 2015/2447, art. 146)',
      {},
      { goodsValue: '140', currency: 'GBP', vatScheme: 'ioss' },
      { euros: '162.79', customsValue: '162.79', duty: '19.53', vat: '38.29', total: '57.82' },
    ],
    [
      'CNY 1,000 at 7.6075 are 131.45 EUR',
      {},
      { goodsValue: '1000', currency: 'CNY', vatScheme: 'ioss' },
      { euros: '131.45', itemDuty: '3.00', vat: '0.00', total: '3.00' },
    ],
    [
      'a tariff in SEK: the limit and the duty by the item stay in EUR',
      { currency: 'SEK', vatRate: 25 },
      { goodsValue: '145', freight: '10' },
      { currency: 'SEK', euros: '145.00', customsValue: '1705.00', itemDuty: '33.00', vat: '434.50' },
    ],
  ];
  test.each(cases)('%s', (_, line, sent, expected, day) => {
    expect(taxed(rates(line), goods(sent), day)).toMatchObject(expected);
  });

  test('ask for the rate of a currency that has none', () => {
    expect(taxOf(rates(), goods({ currency: 'THB' }), rules(), true)).toBeUndefined();
  });

  test('outside of the EU know neither low value nor IOSS, nor a rate of EUR', () => {
    const line = rates({ currency: 'USD', vatRate: 0 });
    const sent = goods({ currency: 'USD', goodsValue: '145', vatScheme: 'ioss' });
    expect(taxed(line, sent, undefined, false)).toMatchObject({
      ...{ euros: null, declarationType: null, procedures: [] },
      ...{ duty: '17.40', itemDuty: '0.00', total: '17.40' },
    });
  });
});

test('lists further duties, a specific duty and inland transport in separate lines, in both languages', () => {
  const line = rates({ additional: ['Anti-dumping: 28.5', 'Countervailing: 3'], specificDuty: '0.3755' });
  const result = taxed(line, goods({ quantity: 10.5, inlandTransport: '12.5' }));
  expect(result).toMatchObject({ duty: '39.94', additional: '94.50', vatBase: '446.94', vat: '93.86' });
  expect(result.total).toBe('228.30');
  for (const language of LANGUAGES) {
    const texts = result.lines.map(({ says }) => say(language, says.code, says.params));
    expect(texts.join()).not.toMatch(/\{|undefined/);
    expect(new Set(texts).size).toBe(texts.length);
  }
  expect(say('en', result.lines[3]?.says.code ?? 'FORMAT', result.lines[3]?.says.params)).toBe(
    'Anti-dumping: 28.5 % of 300.00 EUR',
  );
});

test('rounds to the digits of each currency', () => {
  const yen = taxed(
    rates({ currency: 'JPY', dutyRate: 4.5 }),
    goods({ currency: 'JPY', goodsValue: '1111' }),
    undefined,
    false,
  );
  expect(yen).toMatchObject({ duty: '50', vat: '244', total: '294' });
});

test('adds the parts up to the total, to the cent, for any goods', () => {
  const minor = fc.integer({ min: 0, max: 10 ** 11 });
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const money = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
  fc.assert(
    fc.property(minor, minor, fc.integer({ min: 0, max: 999_999 }), (value, transport, rate) => {
      const line = rates({ dutyRate: rate / 1000, additional: ['Other: 7.125'] });
      const sent = { goodsValue: money(value), inlandTransport: money(transport), toBusiness: true };
      const { duty, additional, vatBase, vat, total } = taxed(line, goods(sent));
      expect(cents(duty)).toBe((BigInt(value) * BigInt(rate) + 50_000n) / 100_000n);
      expect(cents(vatBase)).toBe(BigInt(value) + cents(duty) + cents(additional) + BigInt(transport));
      expect(cents(total)).toBe(cents(duty) + cents(additional) + cents(vat));
    }),
  );
});

test('applies the longest matching prefix of a code, else the line for all codes', () => {
  const lines = ['*', '6109', '610910', '61091000'].map((hsCode) => ({ hsCode }));
  const found = (code: string) => lineFor(lines, code)?.hsCode;
  expect(['6109100010', '61091090', '610990', '640411'].map(found)).toEqual([
    '61091000',
    '610910',
    '6109',
    '*',
  ]);
  expect(lineFor([{ hsCode: '6404' }], '610910')).toBeUndefined();
});

test('reads a typed code or rate, or says what it should be', () => {
  expect(tariffCode.normalise(' ＊ '.replace('＊', '*'))).toBe('*');
  expect(tariffCode.check('*')).toBeUndefined();
  expect(tariffCode.check('61')).toBeDefined();
  expect(namedRate.normalise(' Section 301： 25 %')).toBe('Section 301: 25');
  expect(namedRate.check('Section 301: 25')).toBeUndefined();
  expect(namedRate.check('25')).toMatchObject({ code: 'NAMED_RATE_FORMAT' });
});
