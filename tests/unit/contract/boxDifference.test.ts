import { SHORTAGE_REASONS, SURPLUS_REASONS } from '@contract/rules/boxChain';
import {
  boxDifferences,
  type CountedBill,
  type CountedTrip,
  reasonProblem,
} from '@contract/rules/boxDifference';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const trip = (changes: Partial<CountedTrip> = {}): CountedTrip => ({
  id: 1,
  pickupBoxes: 4,
  inboundBoxes: 4,
  scanned: 4,
  surplus: 0,
  absent: 0,
  ...changes,
});
const bill = (trips: readonly CountedTrip[], changes: Partial<CountedBill> = {}): CountedBill => ({
  boxCount: 4,
  complete: true,
  announced: 4,
  absent: 0,
  ...changes,
  trips,
});
/** Boxes of a trip that were counted by hand: none has a number. */
const typed = (pickupBoxes: number, inboundBoxes: number, id = 1) =>
  trip({ id, pickupBoxes, inboundBoxes, scanned: 0 });

describe('the differences of a bill', () => {
  test.each([
    ['all boxes there', bill([trip()]), 0, [[0, 0]]],
    [
      'one missing and two surplus',
      bill([trip({ inboundBoxes: 5, scanned: 5, surplus: 2 })], { absent: 1 }),
      1,
      [[1, 2]],
    ],
    ['one missing and one surplus', bill([trip({ surplus: 1 })], { absent: 1 }), 1, [[1, 1]]],
    [
      'a surplus box that the truck counted',
      bill([trip({ pickupBoxes: 5, inboundBoxes: 5, scanned: 5, surplus: 1 })]),
      ...([0, [[0, 1]]] as const),
    ],
    [
      'a box that no truck took',
      bill([trip({ pickupBoxes: 3, inboundBoxes: 3, scanned: 3 })], { absent: 1 }),
      1,
      [[0, 0]],
    ],
    [
      'a missing box of its own trip',
      bill([trip({ inboundBoxes: 3, scanned: 3, absent: 1 })], { absent: 1 }),
      1,
      [[1, 0]],
    ],
    ['counts alone, too few', bill([typed(4, 3)], { announced: 0 }), 1, [[1, 0]]],
    ['counts alone, too many', bill([typed(4, 6)], { announced: 0 }), 0, [[0, 2]]],
    ['a typed count and announced numbers', bill([typed(4, 3)], { absent: 4 }), 1, [[1, 0]]],
    [
      'counts alone of two trips, one each way',
      bill([typed(4, 5), typed(4, 3, 2)], { boxCount: 8, announced: 0 }),
      ...([
        1,
        [
          [0, 1],
          [1, 0],
        ],
      ] as const),
    ],
    [
      'two trips, a box that came with neither',
      bill([trip(), trip({ id: 2, inboundBoxes: 3, scanned: 3 })], { boxCount: 8, announced: 8, absent: 1 }),
      ...([
        1,
        [
          [0, 0],
          [1, 0],
        ],
      ] as const),
    ],
    [
      'a trip before the last one, whose missing box has no number yet',
      bill([trip({ scanned: 4, surplus: 2 })], { boxCount: 8, announced: 8, complete: false, absent: 6 }),
      ...([6, [[2, 2]]] as const),
    ],
  ])('are counted with %s', (_, counted, missing, trips) => {
    const found = boxDifferences(counted as CountedBill);
    expect(found.missing).toBe(missing);
    expect([...found.trips.values()].map((one) => [one.missing, one.surplus])).toEqual(trips);
  });

  test('never net a surplus against a shortage', () => {
    const boxes = fc.nat(30);
    fc.assert(
      fc.property(boxes, boxes, boxes, (present, absent, surplus) => {
        const counted = bill(
          [
            trip({
              pickupBoxes: present + absent,
              inboundBoxes: present + surplus,
              scanned: present + surplus,
              surplus,
            }),
          ],
          { boxCount: present + absent, announced: present + absent, absent },
        );
        const { missing, trips } = boxDifferences(counted);
        expect(missing).toBe(absent);
        expect(trips.get(1)).toMatchObject({ missing: absent, surplus });
      }),
    );
  });
});

describe('the reasons of a leg', () => {
  const found = { missing: 1, surplus: 2, missingBoxes: ['M1'], surplusBoxes: ['S1', 'S2'] };
  const none = { ...found, missing: 0, surplus: 0 };
  const counts = { actual: 5, expected: 4 };
  const own = (...boxes: readonly (readonly [string, string])[]) =>
    boxes.map(([boxNo, reason]) => ({ boxNo, reason })) as never;

  test.each([
    ['none', null, [], 'COUNT_EXCEEDED'],
    ['one for the missing box alone', 'shortage', [], 'COUNT_EXCEEDED'],
    ['one for the surplus boxes alone', 'surplus_found', [], 'REASON_REQUIRED'],
    ['one that fits both', 'recount', [], undefined],
    ['one for all but a box with its own', 'surplus_found', own(['M1', 'damage']), undefined],
    [
      'one of its own for each box',
      null,
      own(['M1', 'damage'], ['S1', 'relabel'], ['S2', 'recount']),
      undefined,
    ],
    ['one that does not fit its box', 'surplus_found', own(['M1', 'relabel']), 'REASON_REQUIRED'],
    ['one box left without', 'shortage', own(['S1', 'relabel']), 'COUNT_EXCEEDED'],
  ] as const)('are accepted or refused: %s', (_, differenceReason, differenceReasons, code) => {
    expect(reasonProblem(found, counts, { differenceReason, differenceReasons })?.code).toBe(code);
    expect(reasonProblem(none, counts, { differenceReason, differenceReasons })).toBeUndefined();
  });

  test('are required when the counts agree but the box numbers do not', () => {
    const even = { missing: 1, surplus: 1, missingBoxes: ['M1'], surplusBoxes: ['S1'] };
    const code = (differenceReason: 'recount' | null) =>
      reasonProblem(even, { actual: 4, expected: 4 }, { differenceReason })?.code;
    expect([code(null), code('recount')]).toEqual(['REASON_REQUIRED', undefined]);
  });

  test('must fit the direction of a difference without box numbers', () => {
    const short = { missing: 1, surplus: 0, missingBoxes: [], surplusBoxes: [] };
    const over = { missing: 0, surplus: 1, missingBoxes: [], surplusBoxes: [] };
    for (const differenceReason of SHORTAGE_REASONS)
      expect(reasonProblem(short, { actual: 3, expected: 4 }, { differenceReason })).toBeUndefined();
    for (const differenceReason of SURPLUS_REASONS)
      expect(reasonProblem(over, counts, { differenceReason })).toBeUndefined();
    expect(reasonProblem(short, { actual: 3, expected: 4 }, { differenceReason: 'relabel' })?.code).toBe(
      'REASON_REQUIRED',
    );
    expect(reasonProblem(over, counts, { differenceReason: 'damage' })?.code).toBe('COUNT_EXCEEDED');
  });
});
