import { LANGUAGES } from '@contract/limits';
import { fromMinor, fromScaled, lineAmount, toMinor } from '@contract/rules/money';
import {
  chargeableWeight,
  closest,
  type Lane,
  laneFit,
  type PriceTable,
  type PriceTerms,
  priceOf,
  type Route,
  weightLine,
} from '@contract/rules/pricing';
import { say } from '@contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const terms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  volumetricDivisor: 6000,
  roundTo: '0.5',
  fuelSurchargePercent: 0,
  ...changes,
});
const table = (changes: Partial<PriceTable> = {}): PriceTable => ({
  basis: 'per_kg',
  minCharge: null,
  breaks: [
    { fromKg: 0, price: '1.20' },
    { fromKg: 100, price: '0.95' },
    { fromKg: 500, price: '0.80' },
    { fromKg: 1000, price: '0.72' },
  ],
  flatPrice: null,
  ...changes,
});
const cents = (amount: string | null): number => (amount === null ? 0 : toMinor(amount, 'EUR'));
const total = (kg: number, of: PriceTable = table()) => priceOf(of, kg, 'EUR', 0).total;

describe('the chargeable weight', () => {
  test.each([
    [90, 0.96, {}, 160, true],
    [160.1, 0.96, {}, 160.5, false],
    [160.5, 0.96, {}, 160.5, false],
    [160.001, null, { roundTo: '1' }, 161, false],
    [0, 0.001, { volumetricDivisor: 5000 }, 0.5, true],
    [0, 0, {}, 0, false],
  ] as const)('is for %s kg and %s m³ (%o): %s kg', (weight, volume, changes, kg, byVolume) => {
    expect(chargeableWeight(weight, volume, terms(changes))).toEqual({ kg, byVolume });
  });

  test('is the smallest whole step not below weight or volume', () => {
    const thousandths = fc.integer({ min: 0, max: 50_000_000 });
    const divisor = fc.constantFrom(4000, 5000, 6000, 7000);
    fc.assert(
      fc.property(thousandths, thousandths, divisor, fc.boolean(), (grams, litres, by, half) => {
        const { kg } = chargeableWeight(
          grams / 1000,
          litres / 1000,
          terms({ volumetricDivisor: by, roundTo: half ? '0.5' : '1' }),
        );
        const [found, step] = [BigInt(Math.round(kg * 1000)), half ? 500n : 1000n];
        const covers = (weight: bigint) =>
          weight >= BigInt(grams) && weight * BigInt(by) >= BigInt(litres) * 1_000_000n;
        expect(found % step).toBe(0n);
        expect(covers(found)).toBe(true);
        if (found > 0n) expect(covers(found - step)).toBe(false);
      }),
    );
  });
});

describe('a price by weight breaks', () => {
  test.each([
    [50, '60.00'],
    [79, '94.80'],
    // 100 kg at 0.95 cost less than 80 kg at 1.20.
    [80, '95.00'],
    [99.5, '95.00'],
    [100, '95.00'],
    [450, '400.00'],
    [1000, '720.00'],
    [4000, '2880.00'],
  ])('is for %s kg %s', (kg, amount) => expect(total(kg)).toBe(amount));

  test('names the break it was charged by', () => {
    const by = (kg: number) => {
      const { quantity, unitPrice, limited, lines } = priceOf(table(), kg, 'EUR', 0);
      return [quantity, unitPrice, limited, lines[0]?.says.code];
    };
    expect(by(79)).toEqual([79, '1.20', false, 'PRICE_BREAK']);
    expect(by(80)).toEqual([100, '0.95', false, 'PRICE_NEXT_BREAK']);
  });

  test('is at least the minimum, with fuel charged on that too', () => {
    const { total: sum, lines, limited } = priceOf(table({ minCharge: '85.00' }), 10, 'EUR', 12.5);
    expect([sum, limited]).toEqual(['95.63', true]);
    expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
      ['charge', '12.00'],
      ['minimum', '73.00'],
      ['fuel', '10.63'],
      ['total', '95.63'],
    ]);
  });

  const cards = fc
    .record({
      weights: fc.uniqueArray(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 6 }),
      prices: fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 7, maxLength: 7 }),
      least: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    })
    .map(({ weights, prices, least }) =>
      table({
        breaks: [0, ...weights.sort((a, b) => a - b)].map((grams, index) => ({
          fromKg: grams / 1000,
          price: fromScaled(prices[index] ?? 0, 4),
        })),
        minCharge: least === null ? null : fromMinor(least, 'EUR'),
      }),
    );
  const kilograms = fc.integer({ min: 0, max: 6_000_000 }).map((grams) => grams / 1000);
  const percent = fc.integer({ min: 0, max: 60_000 }).map((thousandths) => thousandths / 1000);

  test('is never above that of the next break or below the minimum, and its lines add up', () => {
    fc.assert(
      fc.property(cards, kilograms, percent, (card, kg, fuel) => {
        const { total: sum, lines } = priceOf(card, kg, 'EUR', fuel);
        const amounts = lines.map(({ amount }) => cents(amount));
        expect(amounts.slice(0, -1).reduce((all, one) => all + one, 0)).toBe(amounts.at(-1));
        expect(cents(sum)).toBe(amounts.at(-1));

        const least = cents(card.minCharge);
        const bare = cents(total(kg, card));
        expect(bare).toBeGreaterThanOrEqual(least);
        expect(cents(sum)).toBeGreaterThanOrEqual(bare);
        const next = card.breaks.find(({ fromKg }) => fromKg > kg);
        if (next) {
          const there = cents(lineAmount(next.fromKg, next.price, 'EUR'));
          expect(bare).toBeLessThanOrEqual(Math.max(there, least));
        }
      }),
    );
  });

  test('does not fall with more weight when no break is cheaper than the one before', () => {
    const rising = cards.filter(({ breaks }) =>
      breaks.every(({ fromKg, price }, index) => {
        const before = breaks[index - 1];
        const at = (one: { fromKg: number; price: string }) =>
          cents(lineAmount(one.fromKg, one.price, 'EUR'));
        return before === undefined || at(before) <= at({ fromKg, price });
      }),
    );
    fc.assert(
      fc.property(rising, kilograms, kilograms, (card, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(cents(total(less, card))).toBeLessThanOrEqual(cents(total(more, card)));
      }),
    );
  });
});

describe('other prices', () => {
  test.each([
    ['per_parcel', 1200, '0.12', '75.00', '144.00'],
    ['per_parcel', 12, '0.12', '75.00', '75.00'],
    ['per_truck', 2, '560', null, '1120.00'],
    ['percent', 1189, '0.65', '65.00', '772.85'],
    ['fixed', 1, '35', null, '35.00'],
  ] as const)('are for %s: %s at %s, at least %s: %s', (basis, quantity, flatPrice, minCharge, amount) => {
    expect(total(quantity, table({ basis, breaks: [], flatPrice, minCharge }))).toBe(amount);
  });

  test('are rounded by the digits of their currency', () => {
    const yen = priceOf(table({ basis: 'per_parcel', breaks: [], flatPrice: '12.345' }), 3, 'JPY', 10);
    expect(yen.lines.map(({ amount }) => amount)).toEqual(['37', '4', '41']);
  });

  test('describe every line in both languages, each differently', () => {
    const flat = (basis: PriceTable['basis']) =>
      table({ basis, breaks: [], flatPrice: '2', minCharge: '99' });
    const all = [
      weightLine(12.2, null, terms()),
      weightLine(12.2, 1, terms()),
      ...priceOf(table(), 80, 'EUR', 3).lines,
      ...priceOf(table(), 10, 'EUR', 0).lines.slice(0, 1),
      ...priceOf(flat('per_box'), 10, 'EUR', 0).lines.slice(0, 2),
      ...priceOf(flat('percent'), 10, 'EUR', 0).lines.slice(0, 1),
    ];
    for (const language of LANGUAGES) {
      const texts = all.map(({ says }) => say(language, says.code, says.params));
      expect(texts.join()).not.toMatch(/\{|undefined/);
      expect(new Set(texts).size).toBe(texts.length);
    }
    expect(say('en', 'PRICE_BREAK', all[5]?.says.params ?? {})).toBe(
      '10 kg × 1.20 EUR, the price from 0 kg on',
    );
  });
});

describe('the lane of a price', () => {
  const lane = (originCode: string, destinationCode: string, zone: string | null = null): Lane => ({
    originCode,
    destinationCode,
    zone,
  });
  const route: Route = { origin: ['PVG', 'CN'], destination: ['DUI-1', 'DUS', 'DE'], zone: 'Z2' };

  test('is the closest match, the destination before the zone before the origin', () => {
    const all = [
      lane('ANY', 'ANY'),
      lane('PVG', 'ANY'),
      lane('ANY', 'DE'),
      lane('CN', 'DE'),
      lane('PVG', 'DE'),
      lane('ANY', 'DE', 'Z2'),
      lane('ANY', 'DUS'),
      lane('ANY', 'DUI-1'),
    ];
    for (let count = 1; count <= all.length; count += 1) {
      const some = all.slice(0, count);
      expect(closest(some, route)).toBe(some.at(-1));
      expect(closest([...some].reverse(), route)).toBe(some.at(-1));
    }
  });

  test('does not match for another place or zone', () => {
    for (const other of [lane('HKG', 'DE'), lane('PVG', 'FR'), lane('PVG', 'DE', 'Z3')])
      expect(laneFit(other, route)).toBeUndefined();
    expect(laneFit(lane('PVG', 'DE', 'Z2'), { ...route, zone: null })).toBeUndefined();
    expect(closest([lane('PVG', 'FR')], route)).toBeUndefined();
  });
});
