import {
  allocate,
  fromMinor,
  fromScaled,
  grouped,
  inBase,
  lineAmount,
  negated,
  percentOf,
  settleInOrder,
  sumOf,
  toMinor,
  toScaled,
} from '@contract/rules/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Decimals by ISO 4217; the others have two. */
const DIGITS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3, CLF: 4 };
const currency = fc.constantFrom('EUR', 'USD', 'CNY', 'JPY', 'KWD', 'CLF');
const minor = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const weights = fc
  .array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 60 })
  .filter((all) => all.some((one) => one > 0));

/** True for the nearest whole number to a fraction, halves away from zero: by comparing, without dividing. */
function isNearest(found: number, numerator: bigint, denominator: bigint): boolean {
  const off = BigInt(found) * denominator - numerator;
  const twice = (off < 0n ? -off : off) * 2n;
  if (twice !== denominator) return twice < denominator;
  const size = (value: bigint) => (value < 0n ? -value : value);
  return size(BigInt(found) * denominator) > size(numerator);
}

describe('amounts and their minor units', () => {
  test('convert there and back unchanged', () => {
    fc.assert(fc.property(minor, currency, (value, code) => toMinor(fromMinor(value, code), code) === value));
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 6 }), (value, digits) => {
        return toScaled(fromScaled(value, digits), digits) === value;
      }),
    );
  });
  test.each([
    ['1.005', 'EUR', '1.01'],
    ['-1.005', 'EUR', '-1.01'],
    ['0.004', 'EUR', '0.00'],
    ['-0.004', 'EUR', '0.00'],
    ['1.5', 'JPY', '2'],
    ['1.0005', 'KWD', '1.001'],
  ])('round %s %s to %s', (text, code, shown) => {
    expect(fromMinor(toMinor(text, code), code)).toBe(shown);
  });
  test('have no sign for zero', () => expect(negated('0.00', 'EUR')).toBe('0.00'));
  test('add up without loss', () => {
    expect(sumOf(['0.10', '0.20', '-0.30'], 'EUR')).toBe('0.00');
    fc.assert(
      fc.property(fc.array(minor, { maxLength: 50 }), currency, (values, code) => {
        const sum = sumOf(
          values.map((value) => fromMinor(value, code)),
          code,
        );
        return toMinor(sum, code) === values.reduce((all, value) => all + value, 0);
      }),
    );
  });
});

describe('the amount of a line', () => {
  test.each([
    [1, '980.0000', 'EUR', '980.00'],
    [0.5, '0.0100', 'EUR', '0.01'],
    [3120.5, '0.0900', 'EUR', '280.85'],
    [3, '0.3333', 'JPY', '1'],
    [1.5, '-1.0100', 'EUR', '-1.52'],
  ])('is for %s at %s %s: %s', (quantity, price, code, amount) => {
    expect(lineAmount(quantity, price, code)).toBe(amount);
  });

  test('is rounded once, to the nearest unit of its currency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        currency,
        (quantity, price, code) => {
          const found = toMinor(lineAmount(quantity / 1000, fromScaled(price, 4), code), code);
          const digits = DIGITS[code] ?? 2;
          return isNearest(found, BigInt(quantity) * BigInt(price) * 10n ** BigInt(digits), 10n ** 7n);
        },
      ),
    );
  });

  test.each([
    ['980.00', 21, 'EUR', '205.80'],
    ['0.50', 9, 'EUR', '0.05'],
    ['-0.50', 9, 'EUR', '-0.05'],
    ['100', 10.5, 'JPY', '11'],
  ])('has for %s at %s %% of tax in %s: %s', (amount, percent, code, tax) => {
    expect(percentOf(amount, percent, code)).toBe(tax);
  });
});

describe('an amount in euro', () => {
  test.each([
    ['980.00', 'EUR', '1.000000', '980.00'],
    ['108.50', 'USD', '1.085000', '100.00'],
    ['1000', 'JPY', '163.120000', '6.13'],
    ['-1.00', 'CNY', '7.830000', '-0.13'],
    ['0.010', 'KWD', '0.333000', '0.03'],
  ])('is for %s %s at %s: %s', (amount, code, rate, base) => expect(inBase(amount, code, rate)).toBe(base));

  test('is the nearest cent', () => {
    fc.assert(
      // No currency is bought at less than a hundredth of it per euro.
      fc.property(minor, currency, fc.integer({ min: 10_000, max: 999_999_999 }), (value, code, rate) => {
        const digits = DIGITS[code] ?? 2;
        const found = toMinor(inBase(fromMinor(value, code), code, fromScaled(rate, 6)), 'EUR');
        return isNearest(found, BigInt(value) * 10n ** 8n, BigInt(rate) * 10n ** BigInt(digits));
      }),
    );
  });
});

describe('a payment of open amounts', () => {
  test.each([
    ['100.00', ['60.00', '240.00'], ['60.00', '40.00']],
    ['300.00', ['60.00', '240.00', '5.00'], ['60.00', '240.00', '0.00']],
    ['50.00', ['60.00', '-20.00', '30.00'], ['60.00', '-20.00', '10.00']],
    ['50.00', ['10.00', '-20.00'], ['0.00', '0.00']],
    ['-50.00', ['10.00'], ['0.00']],
  ])('applies %s to %j as %j', (amount, open, parts) =>
    expect(settleInOrder(amount, open, 'EUR')).toEqual(parts),
  );

  test('pays in order, never more than is open or than there is', () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.array(fc.integer({ min: -99_999, max: 999_999 })), (value, open) => {
        const texts = open.map((one) => fromMinor(one, 'EUR'));
        const parts = settleInOrder(fromMinor(value, 'EUR'), texts, 'EUR').map((one) => toMinor(one, 'EUR'));
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(sum).toBeLessThanOrEqual(value);
        parts.forEach((part, index) => {
          const owed = open[index] ?? 0;
          expect(
            part === 0 || (Math.sign(part) === Math.sign(owed) && Math.abs(part) <= Math.abs(owed)),
          ).toBe(true);
        });
        const all = open.reduce((total, owed) => total + owed, 0);
        if (all >= 0) expect(sum).toBe(Math.min(value, all));
      }),
    );
  });
});

describe('the shares of an amount', () => {
  test('are rounded by the largest remainders, the first of equal ones', () => {
    expect(allocate('100.00', [1, 1, 1], 'EUR')).toEqual(['33.34', '33.33', '33.33']);
    expect(allocate('0.05', [1, 0, 3], 'EUR')).toEqual(['0.01', '0.00', '0.04']);
    expect(allocate('-100.00', [1, 1, 1], 'EUR')).toEqual(['-33.34', '-33.33', '-33.33']);
    expect(allocate('10', [1, 1, 1], 'JPY')).toEqual(['4', '3', '3']);
  });

  test('add up, differ less than a unit from their part, and are zero for zero weight', () => {
    fc.assert(
      fc.property(minor, weights, currency, (value, by, code) => {
        const shares = allocate(fromMinor(value, code), by, code).map((share) => toMinor(share, code));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(value);
        const total = by.reduce((sum, weight) => sum + weight, 0);
        shares.forEach((share, index) => {
          const off = BigInt(share) * BigInt(total) - BigInt(value) * BigInt(by[index] ?? 0);
          expect((off < 0n ? -off : off) < BigInt(total)).toBe(true);
          if (by[index] === 0) expect(share).toBe(0);
        });
      }),
    );
  });

  test('are never smaller for a larger weight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), weights, (value, by) => {
        const shares = allocate(fromMinor(value, 'EUR'), by, 'EUR').map((share) => toMinor(share, 'EUR'));
        for (const [left, one] of by.entries())
          for (const [right, other] of by.entries())
            if (one > other && (shares[left] ?? 0) < (shares[right] ?? 0)) return false;
        return true;
      }),
    );
  });

  test('are refused when all weights are zero', () => {
    expect(() => allocate('1.00', [0, 0], 'EUR')).toThrow(RangeError);
    expect(() => allocate('1.00', [], 'EUR')).toThrow(RangeError);
    expect(() => allocate('1.00', [2, -1], 'EUR')).toThrow(RangeError);
  });
});

test.each([
  ['0.00', '0.00'],
  ['999.5', '999.5'],
  ['1000', '1,000'],
  ['-1234567.8901', '-1,234,567.8901'],
  ['100000', '100,000'],
  ['', ''],
])('reads %s as %s', (amount, shown) => {
  expect(grouped(amount)).toBe(shown);
});
