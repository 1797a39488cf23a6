import { decimalsOf, judgeDecimals, quickNumber, readNumber } from '@contract/importing/numberText';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { long } from '../../support/long';

const runs = long ? 100_000 : 2_000;

describe('numbers as people write them', () => {
  test.each([
    ['0', '0'],
    ['12', '12'],
    ['-3.5', '-3.5'],
    ['007', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['12,5', '12.5'],
    ['12,50', '12.50'],
    ['0,123', '0.123'],
    ['1234,567', '1234.567'],
    ['1.234', '1.234'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1 234.5', '1234.5'],
    ['1 234,567', '1234.567'],
    ['1 234 567', '1234567'],
    ["1'234.50", '1234.50'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['１２．５', '12.5'],
    ['\u22125', '-5'],
    ['1.5E3', '1500'],
    ['1.5e-2', '0.015'],
    ['2E+05', '200000'],
  ])('are read: %s as %s', (text, digits) => expect(readNumber(text, false)).toBe(digits));

  test.each([
    ['1,234', '1234'],
    ['12,345', '12345'],
    ['1,234.00', '1234'],
    ['5.0', '5'],
    ['5,00', '5'],
    ['1 234', '1234'],
    ['1.5E3', '1500'],
  ])('are read as whole number: %s as %s', (text, digits) => expect(readNumber(text, true)).toBe(digits));

  test.each(['1,234', '12,345', '999,999'])('are ambiguous where decimals may be: %s', (text) =>
    expect(readNumber(text, false)).toMatchObject({ code: 'NUMBER_SEPARATOR', params: { value: text } }),
  );

  test.each(['1.234', '5.000', '12.345'])('are ambiguous as whole number: %s', (text) =>
    expect(readNumber(text, true)).toMatchObject({ code: 'NUMBER_SEPARATOR' }),
  );

  test.each(['1.5', '0.25', '1,5', '1,234.5'])('are refused as whole number: %s', (text) =>
    expect(readNumber(text, true)).toMatchObject({ code: 'NUMBER_INTEGER' }),
  );

  test.each([
    'abc',
    '12 kg',
    '1,23,456',
    '1.2.3',
    '1,2,3',
    '--5',
    '1-2',
    '.',
    ',',
    '-',
    'NaN',
    'Infinity',
    '0x10',
    '1..2',
    '1 23',
  ])('are refused: %s', (text) =>
    expect(readNumber(text, false)).toMatchObject({ code: 'NUMBER_INVALID', params: { value: text } }),
  );

  test.each(['8.68E+14', '1E11', '1E-11', '1e999'])('are refused for lost digits: %s', (text) =>
    expect(readNumber(text, false)).toMatchObject({ code: 'NUMBER_SCIENTIFIC' }),
  );

  test('are refused at once, and shown in part, when very long', () => {
    const found = readNumber('9'.repeat(100_000).concat('x'), false);
    expect(found).toMatchObject({ code: 'NUMBER_INVALID' });
    expect(JSON.stringify(found).length).toBeLessThan(200);
  });

  test('give digits or a problem for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9., 'eE]{0,20}$/)),
        fc.boolean(),
        (text, whole) => {
          const read = readNumber(text, whole);
          if (typeof read !== 'string') return;
          expect(read).toMatch(whole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/);
        },
      ),
      { numRuns: runs },
    );
  });

  test('read back in any usual form', () => {
    const styles = [
      [',', '.'],
      ['.', ','],
      [' ', '.'],
      [' ', ','],
      ["'", '.'],
    ] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom(...styles),
        (whole, cents, [group, decimal]) => {
          const written = `${String(whole).replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${String(cents).padStart(2, '0')}`;
          expect(readNumber(written, false)).toBe(`${whole}.${String(cents).padStart(2, '0')}`);
        },
      ),
      { numRuns: runs },
    );
  });
});

test('parses numbers quickly with the result of Number, or not at all', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.stringMatching(/^\d{1,9}(\.\d{1,6})?$/), fc.stringMatching(/^[-.0-9 ]{0,16}$/)),
      (text) => {
        const quick = quickNumber(text);
        if (quick < 0) return;
        expect(quick).toBe(Number(text));
        expect(readNumber(text, false)).toBe(text);
      },
    ),
    { numRuns: runs },
  );
});

test.each([
  ['1', 0],
  ['1.50', 1],
  ['1.000', 0],
  ['0.123', 3],
])('keeps in %s %i significant decimals', (text, decimals) => expect(decimalsOf(text)).toBe(decimals));

describe('the decimal sign of a file', () => {
  test.each<[string, string[], string, string | undefined, string | undefined]>([
    ['commas', ['12,500', '0,420', '1.234,5'], ';', 'comma', undefined],
    ['a comma with currency', ['€ 980,50', '1.250'], ';', 'comma', undefined],
    ['points', ['12,500', '0.420'], ',', 'point', undefined],
    ['points and thousands', ['1,234.5', '12,345'], ',', 'point', undefined],
    ['both', ["1'234.50", '980,5', '1.250'], ';', undefined, '1.250'],
    ['neither, by a comma', ['12,345', '7'], ',', undefined, '12,345'],
    ['neither, by a point', ['1.250', '7'], ',', 'point', undefined],
    ['neither, by a point between semicolons', ['1.250', '7'], ';', undefined, '1.250'],
    ['no sign at all', ['12', '7', 'n/a.'], ';', undefined, undefined],
    ['full-width digits', ['１２，５', '1.250'], ';', 'comma', undefined],
  ])('is found from %s', (_, texts, separator, decimal, open) =>
    expect(judgeDecimals(texts, separator)).toMatchObject({ decimal, open }),
  );

  test('is asked for with the numbers that depend on it', () =>
    expect(judgeDecimals(['1.250', '980,50', '3.400', '1.250', '7.100', '9.999'], ';').examples).toEqual([
      ...['1.250', '3.400', '7.100'],
    ]));

  test('reads every number back as written when one number shows the sign', () => {
    const number = fc.record({
      value: fc.integer({ min: 0, max: 99_999_999 }),
      decimals: fc.constantFrom(0, 1, 2, 3),
      grouped: fc.boolean(),
    });
    const telling = number.map((one) => ({ ...one, decimals: 2 }));
    fc.assert(
      fc.property(
        fc.array(number, { maxLength: 20 }),
        telling,
        fc.constantFrom(
          { sign: '.', thousands: ',', name: 'point' as const },
          { sign: ',', thousands: '.', name: 'comma' as const },
        ),
        (others, one, { sign, thousands, name }) => {
          const numbers = [...others, one];
          const plain = numbers.map(({ value, decimals }) => (value / 10 ** decimals).toFixed(decimals));
          const texts = plain.map((text, at) => {
            const [whole = '', rest] = text.split('.');
            const head = numbers[at]?.grouped ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
            return rest === undefined ? head : head + sign + rest;
          });
          for (const separator of [',', ';', '\t'])
            expect(judgeDecimals(texts, separator).decimal).toBe(name);
          expect(texts.map((text) => readNumber(text, false, name))).toEqual(plain);
        },
      ),
      { numRuns: long ? 5_000 : 500 },
    );
  });
});
