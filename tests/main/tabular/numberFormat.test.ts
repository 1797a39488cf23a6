import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatShown, shownText } from '../../../main/tabular/numberFormat';
import { long } from '../../support/long';

const text = (code: string, value: number) => shownText(value, formatShown(code), false);

describe('a number cell', () => {
  test.each<[string, number, string]>([
    ['00000', 4435, '04435'],
    ['000000', 30749, '030749'],
    ['000-00000000', 11290424456, '112-90424456'],
    ['00-000', 950, '00-950'],
    ['00 00 00 00 00', 612345678, '06 12 34 56 78'],
    ['"PLD"0', 26110300001, 'PLD26110300001'],
    ['\\+0', 31612345678, '+31612345678'],
    ['[<=9999999]###-####;(###) ###-####', 6175551234, '(617) 555-1234'],
    ['0%', 0.21, '21%'],
    ['0.00%', 0.055, '5.5%'],
    ['0%', 0.07, '7%'],
    ['0%;[Red]-0%', -0.21, '-21%'],
    ['"100%" 0', 5, '5'],
    // A number for calculation keeps all its digits, however few are shown.
    ['#,##0.00', 1234.567, '1234.567'],
    ['# ##0', 12345, '12345'],
    ['0.00E+00', 784512345678, '784512345678'],
    ['# ?/?', 1.5, '1.5'],
    // A currency and a unit are kept with the number.
    ['"EUR"0', 980, 'EUR 980'],
    ['"€"0', 980, '€ 980'],
    ['[$€-2] #,##0', 980, '€ 980'],
    ['[$$-409]#,##0.00', 1250, '$ 1250'],
    ['_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-', -12.5, '-12.5 €'],
    ['#,##0.00\\ "USD"', 1250.5, '1250.5 USD'],
    ['¥#,##0.00', 120, '¥ 120'],
    ['_-"£"* #,##0.00_-', 9.99, '£ 9.99'],
    ['0" kg"', 12, '12 kg'],
    ['0" g"', 350, '350 g'],
    ['0.00" m"', 0.6, '0.6 m'],
    ['0.0"公斤"', 12.5, '12.5 公斤'],
    // Other words are dropped.
    ['0" pcs"', 12, '12'],
    ['#,##0.0,"k"', 12500, '12500'],
    ['0_ ;[Red]\\-0\\ ', 12, '12'],
    ['"day "0', 5, '5'],
    ['00000', 12.5, '12.5'],
    ['000000000000000000', 123456789012345680, '1.23456789012346E+17'],
    ['[$-804]G/通用格式', 123.5, '123.5'],
    ['G/標準', 42, '42'],
    ['Standard', 12, '12'],
    ['Standaard;-Standaard', 12.5, '12.5'],
    ['Allgemein', 3, '3'],
    ['Основной', 3, '3'],
    ['General', 46329, '46329'],
    ['General"00"', 4, '4'],
    ['00000;;"0;0"', 7, '00007'],
    ['General" lbs"', 12, '12 lbs'],
    ['Standaard" kg"', 12, '12 kg'],
    // The section that shows the value decides.
    ['[>=1000]0.0" t";0" kg"', 1250, '1250 t'],
    ['[>=1000]0.0" t";0" kg"', 12, '12 kg'],
    ['[>100]"USD "0;"EUR "0', 12, 'EUR 12'],
    ['[Red][<0]"EUR "0;"USD "0', 980, 'USD 980'],
    ['[>1]0"%";0%', 21, '21'],
    ['[>1]0"%";0%', 0.21, '21%'],
    ['0" USD";-0" EUR";"-"', -5, '-5 EUR'],
    ['0" USD";-0" EUR";0', 0, '0'],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 0, '0'],
    ['0.0"kg";"-"0.0"kg";"nil"', 0, '0 kg'],
    ['[=0]"free";0%', 0.21, '21%'],
    [';;;', 12, ''],
    [';;', 0, ''],
  ])('is read in format %s with value %d as %s', (code, value, shown) =>
    expect(text(code, value)).toBe(shown),
  );

  /** A word, zeros in groups and the characters between them. */
  const shape = fc.record({
    word: fc.constantFrom('', 'PLD', '+', 'A-'),
    groups: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
    sign: fc.constantFrom('-', ' ', '/', 'B'),
  });
  test('is read with every digit in its group, surplus digits in the first', () => {
    let compared = 0;
    fc.assert(
      fc.property(shape, fc.integer({ min: 0, max: 9_999_999_999 }), ({ word, groups, sign }, value) => {
        const code = (word && `"${word}"`) + groups.map((zeros) => '0'.repeat(zeros)).join(`"${sign}"`);
        if (typeof formatShown(code) === 'string') return;
        compared++;
        let left = String(value).padStart(
          groups.reduce((sum, zeros) => sum + zeros, 0),
          '0',
        );
        const parts = groups.toReversed().map((zeros, at) => {
          const part = at === groups.length - 1 ? left : left.slice(-zeros);
          left = left.slice(0, -zeros);
          return part;
        });
        expect(text(code, value)).toBe(word + parts.toReversed().join(sign));
      }),
      { numRuns: long ? 20_000 : 500 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  test('is read unchanged when it is meant for calculation', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[#,0]{1,6}\.?[0#]{0,3}$/), fc.integer(), (made, cents) => {
        if (/0/.test(made) === false) return;
        expect(Number(text(made, cents / 100))).toBe(cents / 100);
      }),
      { numRuns: long ? 20_000 : 500 },
    );
  });
});
