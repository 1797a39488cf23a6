import {
  billNo,
  containerNo,
  imo,
  iso6346Digit,
  nextMawb,
  palletSscc,
  s10Problem,
} from '@contract/rules/codes';
import { entryNo, inBondNo, mrn } from '@contract/rules/customs';
import { vatNo } from '@contract/rules/taxNumbers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Check = (value: string) => { code: string } | undefined;

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const digits = (length: number) => text(DIGITS, length);
const letters = (length: number) => text(LETTERS, length);
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));

/** Tries all possible check digits of a scheme in a number, and returns the valid results. */
const passing = (check: Check, head: string, endings: readonly string[], tail = '') =>
  endings.map((ending) => head + ending + tail).filter((value) => check(value) === undefined);

const one = [...DIGITS];
const two = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));

interface Scheme {
  readonly name: string;
  readonly check: Check;
  /** The characters before the check digits. */
  readonly head: fc.Arbitrary<string>;
  readonly endings: readonly string[];
  /** The characters after them. */
  readonly tail?: string;
  /** True for changes of a digit that the arithmetic of the scheme cannot detect. */
  readonly blind: (value: string, at: number, digit: number) => boolean;
}

const digit = (value: string, at: number) => Number(value[at]);
const never = () => false;
const serialBySevens = (from: number, last: number) => (value: string, at: number, changed: number) =>
  at >= from && at < last && Math.abs(changed - digit(value, at)) === 7;

const LETTER_WORTH = Object.fromEntries(
  Array.from({ length: 40 }, (_, worth) => worth)
    .filter((worth) => worth >= 10 && worth % 11 !== 0)
    .map((worth, i) => [LETTERS[i], worth]),
);
/** Computes the remainder by 11 before 10 becomes 0, by Horner's rule from the last character: unlike the code. */
const restBy11 = (value: string) =>
  [...value].reduceRight((rest, char) => (rest * 2 + (LETTER_WORTH[char] ?? Number(char))) % 11, 0);
const put = (value: string, at: number, changed: number) =>
  value.slice(0, at) + changed + value.slice(at + 1);
/** Remainders 10 and 0 share the digit 0. */
const collapsed = (length: number) => (value: string, at: number, changed: number) => {
  if (at >= length) return false;
  const rests = [restBy11(value.slice(0, length)), restBy11(put(value, at, changed).slice(0, length))];
  return rests.includes(0) && rests.includes(10);
};

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];
const s10Rest = (value: string) =>
  S10_WEIGHTS.reduce((sum, weight, i) => sum + weight * digit(value, i + 2), 0) % 11;

const schemes: Scheme[] = [
  {
    name: 'MAWB',
    check: billNo.check,
    head: join(digits(3), fc.constant('-'), digits(7)),
    endings: one,
    // The airline's prefix is not part of the check; 0 and 7, 1 and 8, 2 and 9 are equal modulo 7.
    blind: (value, at, changed) => at < 3 || serialBySevens(4, 11)(value, at, changed),
  },
  {
    name: 'in-bond number',
    check: inBondNo.check,
    head: digits(8),
    endings: one,
    blind: serialBySevens(0, 8),
  },
  {
    name: 'container',
    check: containerNo.check,
    head: join(letters(3), text('UJZ', 1), digits(6)),
    endings: one,
    blind: collapsed(10),
  },
  {
    name: 'MRN',
    check: mrn.check,
    head: join(digits(2), letters(2), text(DIGITS + LETTERS, 13)),
    endings: one,
    blind: collapsed(17),
  },
  {
    name: 'IMO',
    check: imo.check,
    head: digits(6),
    endings: one,
    blind: (value, at, changed) => at < 6 && ((7 - at) * (changed - digit(value, at))) % 10 === 0,
  },
  {
    name: 'S10',
    check: s10Problem,
    head: join(letters(2), digits(8)),
    endings: one,
    tail: 'NL',
    // Remainders 0 and 6 both give the check digit 5.
    blind: (value, at, changed) => {
      const rests = [s10Rest(value), s10Rest(put(value, at, changed))];
      return at < 10 && rests.includes(0) && rests.includes(6);
    },
  },
  { name: 'SSCC', check: palletSscc.check, head: digits(17), endings: one, blind: never },
  {
    name: 'US entry',
    check: entryNo.check,
    head: join(text(DIGITS + LETTERS, 3), digits(7)),
    endings: one,
    blind: never,
  },
  {
    name: 'Belgian VAT',
    check: vatNo.check,
    head: join(fc.constantFrom('BE0', 'BE1'), digits(7)),
    endings: two,
    blind: never,
  },
  {
    name: 'German VAT',
    check: vatNo.check,
    head: join(fc.constant('DE'), text('123456789', 1), digits(7)),
    endings: one,
    blind: never,
  },
];

describe.each(schemes)('the check digit of $name', ({ check, head, endings, tail, blind }) => {
  test('is correct for exactly one digit', () => {
    fc.assert(
      fc.property(head, (start) => {
        expect(passing(check, start, endings, tail)).toHaveLength(1);
      }),
    );
  });

  test('reveals a changed digit, unless the scheme cannot', () => {
    fc.assert(
      fc.property(head, fc.nat(), fc.nat(), (start, where, step) => {
        const [right = ''] = passing(check, start, endings, tail);
        const places = [...right].flatMap((char, at) => (DIGITS.includes(char) ? [at] : []));
        const at = places[where % places.length] ?? 0;
        const changed = (digit(right, at) + 1 + (step % 9)) % 10;
        const wrong = check(put(right, at, changed));
        expect(wrong === undefined).toBe(blind(right, at, changed));
      }),
      { numRuns: 500 },
    );
  });
});

describe('VAT numbers with several checks', () => {
  const rsins = digits(8).map((head) => passing(vatNo.check, `NL${head}`, one, 'B01'));

  test('include Dutch ones that pass the 11-proof or the whole check, few by chance', () => {
    const shares = fc.sample(rsins, { numRuns: 500, seed: 1 }).map((all) => all.length);
    // One digit in all but one of eleven cases, and one number in 97 as a whole.
    expect(Math.max(...shares)).toBeLessThanOrEqual(3);
    expect(shares.reduce((sum, share) => sum + share, 0) / 500).toBeGreaterThan(0.85);
    expect(shares.reduce((sum, share) => sum + share, 0) / 500).toBeLessThan(1.2);
  });

  test('include a Dutch one whose whole is 1 modulo 97', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const whole = (pair: string) => BigInt(`2321${nine}11${pair}`) % 97n === 1n;
        const pair = two.slice(1).find(whole);
        fc.pre(pair !== undefined);
        expect(vatNo.check(`NL${nine}B${pair}`)).toBeUndefined();
      }),
    );
  });

  test('include French ones with one numeric key, and none when the SIREN fails Luhn', () => {
    fc.assert(
      fc.property(digits(8), (head) => {
        const keyed = one.map((last) => two.filter((key) => !vatNo.check(`FR${key}${head}${last}`)).length);
        expect(keyed.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
      }),
      { numRuns: 20 },
    );
  });

  test('include British ones with a check pair for 97, and from 100 on for 55 as well', () => {
    const weights = [8, 7, 6, 5, 4, 3, 2];
    fc.assert(
      fc.property(digits(7), (head) => {
        const sum = weights.reduce((total, weight, i) => total + weight * digit(head, i), 0);
        const rests = Number(head.slice(0, 3)) >= 100 ? [0, 42, 55] : [0];
        const expected = two.filter((pair) => rests.includes((sum + Number(pair)) % 97));
        expect(two.filter((pair) => !vatNo.check(`GB${head}${pair}`))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});

test('leaves out the multiples of 11 in the letters of ISO 6346', () => {
  fc.assert(
    fc.property(text(DIGITS + LETTERS, 17), (value) => {
      expect(iso6346Digit(value, 17)).toBe(restBy11(value) % 10);
    }),
  );
});

test('returns a valid next air waybill of a block, with the next serial', () => {
  fc.assert(
    fc.property(digits(3), fc.nat(9_999_998), (prefix, serial) => {
      const [right = ''] = passing(billNo.check, `${prefix}-${String(serial).padStart(7, '0')}`, one);
      const next = nextMawb(right) ?? '';
      expect(billNo.check(next)).toBeUndefined();
      expect(Number(next.slice(4, 11))).toBe(serial + 1);
      expect(next.slice(0, 4)).toBe(`${prefix}-`);
    }),
  );
});
