import { accuracyOf, bookedKg, freeKg } from '@contract/rules/capacity';
import { containerCount, manyIn, uldCount, weekdayPattern } from '@contract/rules/codes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the free weight of a flight of 1000 kg', () => {
  test.each<[string, [number, number][], [number, number][], number | null, number]>([
    ['nothing booked, nothing promised', [], [], null, 1000],
    ['what is booked is gone', [[1, 400.5]], [], null, 599.5],
    ['what was promised is kept from others', [], [[1, 300]], 2, 700],
    ['and free for whom it was promised', [], [[1, 300]], 1, 1000],
    ['what is booked comes out of the promise first', [[1, 200]], [[1, 300]], 2, 700],
    ['more than was promised takes from all', [[1, 450]], [[1, 300]], 2, 550],
    ['own bookings count once for oneself', [[1, 200]], [[1, 300]], 1, 800],
    [
      'others’ promises are kept from one who has a promise',
      [],
      [
        [1, 300],
        [2, 500],
      ],
      1,
      500,
    ],
    [
      'bookings of one customer add up',
      [
        [1, 100],
        [1, 150],
      ],
      [[1, 200]],
      2,
      750,
    ],
  ])('is counted: %s', (_, booked, promised, customer, free) => {
    const shares = (list: [number, number][]) => list.map(([customerId, kg]) => ({ customerId, kg }));
    expect(freeKg(1000, shares(booked), shares(promised), customer)).toBe(free);
  });

  test('keeps every allotment intact for bookings within it', () => {
    const share = fc.record({
      customerId: fc.integer({ min: 1, max: 4 }),
      kg: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(share), fc.array(share), (wishes, promised) => {
        fc.pre(freeKg(1000, [], promised) >= 0);
        const booked: typeof wishes = [];
        for (const wish of wishes)
          if (wish.kg <= freeKg(1000, booked, promised, wish.customerId)) booked.push(wish);
        expect(freeKg(1000, booked, promised)).toBeGreaterThanOrEqual(0);
        expect(bookedKg(booked)).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

test.each([
  [1000, 1000, 100],
  [1000, 900, 90],
  [1000, 1100, 90],
  [1000, 877, 87.7],
  [1000, 0, 0],
  [1000, 2500, 0],
  [0, 10, undefined],
])('rates a forecast of %i that became %i with %s %%', (forecast, actual, accuracy) => {
  expect(accuracyOf(forecast, actual)).toBe(accuracy);
});

test.each([
  [uldCount, ['3xPMC', '3 PMC x', 'x'], false],
  [uldCount, ['3xPMC', '3XPMC', '3×pmc', 'PMC*3', 'pmc x 03'], true],
  [containerCount, ['2x40HQ', '40hq*2', '2 x 40 HQ'], true],
  [containerCount, ['40HQ', '2x50HQ', '0x40HQ', '100x40HQ'], false],
  [weekdayPattern, ['1.3.5..', '135', '5,3,1', 'D135', '1.3.5'], true],
  [weekdayPattern, ['8', '', 'Monday', '.......'], false],
] as const)('reads counts and days as people type them', (rule, typed, right) => {
  const [normal, ...others] = typed;
  if (!right) {
    for (const one of typed.slice(1)) expect(rule.check(rule.normalise(one)), one).toBeDefined();
    return;
  }
  expect(rule.check(normal)).toBeUndefined();
  for (const one of [normal, ...others]) expect(rule.normalise(one), one).toBe(normal);
});

test('sums a list of counts', () => {
  expect(manyIn(['3xPMC', '12xAKE'])).toBe(15);
  expect(manyIn([])).toBe(0);
});
