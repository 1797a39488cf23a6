import { negated, percentOf, sumOf, toMinor } from '@contract/rules/money';
import {
  creditOf,
  lineTaxes,
  type TaxedLine,
  type VatCategory,
  vatCategories,
  vatCodeProblem,
  vatGroups,
  vatPlace,
  vatRateOn,
} from '@contract/rules/vat';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const EUR = 'EUR';
const line = (netAmount: string, vatCategory: VatCategory = 'S', vatRate = vatCategory === 'S' ? 21 : 0) => ({
  netAmount,
  vatCategory,
  vatRate,
});
/** Breakdown of lines as rows: category, rate, taxable amount, tax. */
const breakdown = (lines: readonly TaxedLine[], currency = EUR) => {
  const taxes = lineTaxes(lines, currency);
  return vatGroups(
    lines.map((one, at) => ({ ...one, taxAmount: taxes[at] ?? '' })),
    currency,
  ).map(({ vatCategory, vatRate, taxable, taxAmount }) => [vatCategory, vatRate, taxable, taxAmount]);
};

describe('the tax of an invoice', () => {
  // EN 16931-1, BR-CO-17 and BR-S-08 to BR-O-09: one group for each category and rate, its tax rounded once.
  test.each<[string, TaxedLine[], unknown[][]]>([
    ['standard rate', [line('100.00')], [['S', 21, '100.00', '21.00']]],
    ['zero rate', [line('100.00', 'Z')], [['Z', 0, '100.00', '0.00']]],
    ['exempt (art. 144, 146)', [line('80.00', 'E')], [['E', 0, '80.00', '0.00']]],
    ['reverse charge (art. 196)', [line('80.00', 'AE')], [['AE', 0, '80.00', '0.00']]],
    ['outside the scope (art. 44)', [line('80.00', 'O')], [['O', 0, '80.00', '0.00']]],
    ['intra-Community supply (art. 138)', [line('80.00', 'K')], [['K', 0, '80.00', '0.00']]],
    ['export (art. 146)', [line('80.00', 'G')], [['G', 0, '80.00', '0.00']]],
    [
      'several rates and categories',
      [line('100.00'), line('50.00', 'S', 9), line('10.00', 'E'), line('0.10')],
      [
        ['S', 21, '100.10', '21.02'],
        ['S', 9, '50.00', '4.50'],
        ['E', 0, '10.00', '0.00'],
      ],
    ],
    ['rounding of the sum, not of each line', Array(3).fill(line('0.02')), [['S', 21, '0.06', '0.01']]],
    ['half a cent away from zero', [line('0.50', 'S', 9)], [['S', 9, '0.50', '0.05']]],
    ['a discount', [line('100.00'), line('-25.00')], [['S', 21, '75.00', '15.75']]],
  ])('is that of EN 16931: %s', (_, lines, expected) => {
    expect(breakdown(lines)).toEqual(expected);
  });

  test('has the digits of the currency', () => {
    expect(breakdown([line('1005', 'S', 10)], 'JPY')).toEqual([['S', 10, '1005', '101']]);
  });
});

const cents = fc.integer({ min: -2_000_000, max: 9_000_000 }).filter((minor) => minor !== 0);
const taxed = fc
  .record({ cents, category: fc.constantFrom(...vatCategories), rate: fc.constantFrom(5, 9, 19, 21, 25.5) })
  .map(({ cents: minor, category, rate }) => {
    const sign = minor < 0 ? '-' : '';
    const size = String(Math.abs(minor)).padStart(3, '0');
    return line(`${sign}${size.slice(0, -2)}.${size.slice(-2)}`, category, category === 'S' ? rate : 0);
  });

test('the breakdown, the totals and the lines of any invoice agree to the cent', () => {
  fc.assert(
    fc.property(fc.array(taxed, { minLength: 1, maxLength: 40 }), (lines) => {
      const taxes = lineTaxes(lines, EUR);
      const groups = vatGroups(
        lines.map((one, at) => ({ ...one, taxAmount: taxes[at] ?? '' })),
        EUR,
      );
      for (const { taxable, taxAmount, vatRate } of groups)
        expect(taxAmount).toBe(percentOf(taxable, vatRate, EUR));
      expect(
        sumOf(
          groups.map(({ taxAmount }) => taxAmount),
          EUR,
        ),
      ).toBe(sumOf(taxes, EUR));
      expect(
        sumOf(
          groups.map(({ taxable }) => taxable),
          EUR,
        ),
      ).toBe(
        sumOf(
          lines.map(({ netAmount }) => netAmount),
          EUR,
        ),
      );
      // No line is off by more than the cents that rounding adds or loses.
      for (const [at, { netAmount, vatRate }] of lines.entries())
        expect(
          Math.abs(toMinor(taxes[at] ?? '', EUR) - toMinor(percentOf(netAmount, vatRate, EUR), EUR)),
        ).toBeLessThanOrEqual(1);
    }),
  );
});

test('credits of any parts bring a line to zero, and never take back more', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 });
  fc.assert(
    fc.property(taxed, parts, ({ netAmount, vatRate }, shares) => {
      const sign = Math.sign(toMinor(netAmount, EUR));
      let left = { netAmount, taxAmount: percentOf(netAmount, vatRate, EUR) };
      for (const share of [...shares, 100]) {
        if (toMinor(left.netAmount, EUR) === 0) break;
        const asked = share === 100 ? left.netAmount : percentOf(left.netAmount, share, EUR);
        if (toMinor(asked, EUR) === 0) continue;
        const taken = creditOf(left, asked, vatRate, EUR);
        left = {
          netAmount: sumOf([left.netAmount, negated(taken.netAmount, EUR)], EUR),
          taxAmount: sumOf([left.taxAmount, negated(taken.taxAmount, EUR)], EUR),
        };
        for (const amount of Object.values(left))
          expect([0, sign]).toContain(Math.sign(toMinor(amount, EUR)) + 0);
      }
      expect(left).toEqual({ netAmount: '0.00', taxAmount: '0.00' });
    }),
  );
});

describe('the place of a service', () => {
  const nl = { country: 'NL', isEu: true, vatNo: 'NL999000111B01' };
  // Directive 2006/112/EC: art. 44 and 196 for a business, art. 45 for a customer without a number.
  test.each([
    ['in our own country', { country: 'NL', isEu: true, vatNo: 'NL004495445B01' }, 'domestic'],
    [
      'a business in another member state',
      { country: 'BE', isEu: true, vatNo: 'BE0777000187' },
      'reverse_charge',
    ],
    [
      'a Greek business, whose number begins with EL',
      { country: 'GR', isEu: true, vatNo: 'EL123456789' },
      'reverse_charge',
    ],
    ['a number of another country', { country: 'FR', isEu: true, vatNo: 'NL004495445B01' }, 'domestic'],
    ['a customer without a number', { country: 'DE', isEu: true, vatNo: null }, 'domestic'],
    ['outside the EU', { country: 'CN', isEu: false, vatNo: null }, 'outside'],
  ])('%s', (_, buyer, place) => {
    expect(vatPlace(nl, buyer)).toBe(place);
  });

  test('of a company outside the EU is outside it', () => {
    expect(vatPlace({ country: 'US', isEu: false, vatNo: null }, nl)).toBe('outside');
  });
});

describe('a VAT code', () => {
  const german = {
    category: 'S' as const,
    rates: [
      { validFrom: '2007-01-01', rate: 19 },
      { validFrom: '2020-07-01', rate: 16 },
      { validFrom: '2021-01-01', rate: 19 },
    ],
  };
  test.each([
    ['2006-12-31', undefined],
    ['2020-06-30', 19],
    ['2020-07-01', 16],
    ['2020-12-31', 16],
    ['2021-01-01', 19],
  ])('has the rate of the day %s', (day, rate) => {
    expect(vatRateOn(german, day)).toBe(rate);
  });

  test.each([
    [{ ...german, reasonEn: null }, undefined],
    [{ ...german, reasonEn: 'x' }, 'reasonEn'],
    [{ category: 'S' as const, rates: [], reasonEn: null }, 'rates'],
    [{ ...german, rates: [...german.rates, { validFrom: '2007-01-01', rate: 7 }], reasonEn: null }, 'rates'],
    [{ category: 'AE' as const, rates: [], reasonEn: null }, 'reasonEn'],
    [{ category: 'Z' as const, rates: [], reasonEn: null }, undefined],
  ])('%j is checked', (code, field) => {
    expect(vatCodeProblem(code)?.field).toBe(field);
  });
});
