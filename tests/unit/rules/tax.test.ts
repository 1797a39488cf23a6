import { LANGUAGES } from '@contract/limits';
import { lineFor, namedRate, type TaxedGoods, type TaxRates, tariffCode, taxOf } from '@contract/rules/tax';
import { say } from '@contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const rates = (changes: Partial<TaxRates> = {}): TaxRates => ({
  currency: 'EUR',
  dutyRate: 12,
  specificDuty: null,
  itemDuty: null,
  additional: [],
  vatRate: 21,
  ...changes,
});
const goods = (changes: Partial<TaxedGoods> = {}): TaxedGoods => ({
  customsValue: '300',
  quantity: 0,
  items: 1,
  inlandTransport: '0',
  ioss: false,
  ...changes,
});

describe('the worked examples of the reference (4.16)', () => {
  test('cover H1: 300 EUR, duty 12 %, VAT 21 %', () => {
    expect(taxOf(rates(), goods())).toMatchObject({
      duty: '36.00',
      vatBase: '336.00',
      vat: '70.56',
      total: '106.56',
    });
  });

  test('cover H7 to France: two items of 3 EUR on a value of 64, with and without IOSS', () => {
    const line = rates({ itemDuty: '3.00', vatRate: 20 });
    const parcel = goods({ customsValue: '64', items: 2 });
    expect(taxOf(line, parcel)).toMatchObject({
      duty: '0.00',
      itemDuty: '6.00',
      vat: '14.00',
      total: '20.00',
    });
    expect(taxOf(line, { ...parcel, ioss: true })).toMatchObject({ vat: '0.00', total: '6.00' });
  });
});

test('charges duty by the item up to 150, and the rate above', () => {
  const line = rates({ itemDuty: '3' });
  expect(taxOf(line, goods({ customsValue: '150' }))).toMatchObject({ itemDuty: '3.00', duty: '0.00' });
  expect(taxOf(line, goods({ customsValue: '150.01' }))).toMatchObject({ itemDuty: '0.00', duty: '18.00' });
});

test('lists further duties, a specific duty and inland transport in separate lines, in both languages', () => {
  const line = rates({ additional: ['Anti-dumping: 28.5', 'Countervailing: 3'], specificDuty: '0.3755' });
  const result = taxOf(line, goods({ quantity: 10.5, inlandTransport: '12.5' }));
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
  const yen = taxOf(rates({ currency: 'JPY', dutyRate: 4.5 }), goods({ customsValue: '1111' }));
  expect(yen).toMatchObject({ duty: '50', vat: '244', total: '294' });
});

test('adds the parts up to the total, to the cent, for any goods', () => {
  const minor = fc.integer({ min: 0, max: 10 ** 11 });
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const money = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
  fc.assert(
    fc.property(minor, minor, fc.integer({ min: 0, max: 999_999 }), (value, transport, rate) => {
      const line = rates({ dutyRate: rate / 1000, additional: ['Other: 7.125'] });
      const sent = { customsValue: money(value), inlandTransport: money(transport) };
      const { duty, additional, vatBase, vat, total } = taxOf(line, goods(sent));
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
