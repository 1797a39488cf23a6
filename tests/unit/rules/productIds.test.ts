import { isIdentified, isPreferential, productId, standardProductId } from '@contract/rules/productIds';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

// Delegated Regulation (EU) 2026/1022; check digit: GS1 General Specifications 7.9.1.
describe('a standardised product identifier', () => {
  test.each([
    ['4006381333931', undefined],
    ['4006381333932', 'CHECK_DIGIT'],
    ['036000291452', undefined],
    ['036000291453', 'CHECK_DIGIT'],
    ['96385074', undefined],
    ['96385075', 'CHECK_DIGIT'],
    ['10614141000415', undefined],
    // Neither of a length of GTIN nor digits alone: no check digit is known.
    ['080442957X', undefined],
    ['Y081', undefined],
  ])('%s: %s', (value, expected) => {
    expect(standardProductId.check(value)?.code).toBe(expected);
  });

  test.each([
    ['y081 ', 'Y081'],
    ['4006381-333931', '4006381333931'],
    ['400 6381 333931', '4006381333931'],
    ['Model 7-b', 'Model 7-b'],
  ])('%s is stored as %s', (typed, stored) => expect(standardProductId.normalise(typed)).toBe(stored));

  test('finds every wrong digit of a GTIN-13', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const right = '4006381333931';
        const wrong = [...right]
          .map((digit, index) => (index === at ? (Number(digit) + by) % 10 : digit))
          .join('');
        expect(standardProductId.check(wrong)?.code).toBe('CHECK_DIGIT');
      }),
    );
  });
});

test('an item needs the identifiers of merchant and manufacturer', () => {
  const both = { merchantProductId: 'SKU-1', manufacturerProductId: 'M-1' };
  expect(isIdentified(both)).toBe(true);
  expect(isIdentified({ ...both, merchantProductId: null })).toBe(false);
  expect(isIdentified({ ...both, manufacturerProductId: null })).toBe(false);
  expect(productId.max).toBe(70);
});

test.each([
  ['100', false],
  ['200', true],
  ['300', true],
  ['400', true],
  [null, false],
])('preference %s: %s', (code, expected) => expect(isPreferential(code)).toBe(expected));
