import { billsToSet, proposedShares, type SharedBill, shareBoxes, sumOf } from '@contract/rules/boxShares';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

let last = 0;
const bill = (boxCount: number, more: Partial<SharedBill> = {}): SharedBill => {
  last += 1;
  return {
    ...{ id: last, archived: false, boxCount, outboundBoxes: 0, noaBoxCount: null, podBoxCount: null },
    ...more,
  };
};
const shared = (
  total: number,
  bills: readonly SharedBill[],
  detail: 'noaBoxCount' | 'podBoxCount' = 'noaBoxCount',
) => {
  const shares = shareBoxes(detail, total, bills);
  return shares && bills.map(({ id }) => shares.get(id));
};

describe('boxes of a waybill', () => {
  test('are shared by the boxes of its bills where all have arrived', () => {
    const bills = [bill(3), bill(2)];
    expect(shared(5, bills)).toEqual([3, 2]);
    for (const total of [0, 1, 3, 4, 6, 10]) expect(shared(total, bills)).toBeUndefined();
  });

  test('are those of its only bill, whatever their number', () => {
    for (const total of [0, 2, 3, 4]) expect(shared(total, [bill(3)])).toEqual([total]);
  });

  test('keep the numbers that a person gave, as long as their sum is the same', () => {
    const bills = [bill(3, { noaBoxCount: 4 }), bill(2, { noaBoxCount: 1 })];
    expect(shared(5, bills)).toEqual([4, 1]);
    expect(shared(6, bills)).toBeUndefined();
    // The rest has arrived: the first notice named three boxes of one bill.
    expect(shared(5, [bill(3, { noaBoxCount: 3 }), bill(2)])).toEqual([3, 2]);
  });

  test('that were signed for are those that left', () => {
    const left = [bill(3, { outboundBoxes: 3 }), bill(2)];
    expect(shared(3, left, 'podBoxCount')).toEqual([3, 0]);
    expect(shared(5, left, 'podBoxCount')).toBeUndefined();
  });

  test('count those that an archived bill keeps, and never set it', () => {
    const bills = [bill(3, { archived: true, noaBoxCount: 2 }), bill(2)];
    expect(shared(4, bills)).toEqual([2, 2]);
    expect(shared(5, bills)).toBeUndefined();
    const shares = new Map(bills.map(({ id }) => [id, 2]));
    expect(billsToSet('noaBoxCount', shares, bills)).toEqual([bills[1]]);
  });

  test('leave a bill alone that gets none and has no number', () => {
    const bills = [bill(3), bill(2), bill(2, { noaBoxCount: 2 })];
    const [one, two, three] = bills.map(({ id }) => id);
    const shares = new Map([
      [one ?? 0, 3],
      [two ?? 0, 0],
      [three ?? 0, 0],
    ]);
    expect(billsToSet('noaBoxCount', shares, bills).map(({ id }) => id)).toEqual([one, three]);
    expect(billsToSet('noaBoxCount', new Map([[one ?? 0, 0]]), bills.slice(0, 1))).toHaveLength(1);
  });

  test('are proposed by what is known of each bill where they cannot be shared', () => {
    const bills = [bill(3, { noaBoxCount: 1 }), bill(2)];
    const proposed = (total: number | null) => [...proposedShares('noaBoxCount', total, bills).values()];
    expect(proposed(9)).toEqual([1, 2]);
    expect(proposed(null)).toEqual([1, 2]);
    expect(proposed(5)).toEqual([3, 2]);
  });

  test('add up to the total, and are no more than the boxes of any bill or the number it had', () => {
    const anyBill = fc.record({
      boxCount: fc.integer({ min: 1, max: 6 }),
      outboundBoxes: fc.integer({ min: 0, max: 6 }),
      noaBoxCount: fc.option(fc.integer({ min: 0, max: 6 })),
      podBoxCount: fc.option(fc.integer({ min: 0, max: 6 })),
      archived: fc.boolean(),
    });
    let known = 0;
    fc.assert(
      fc.property(
        fc.array(anyBill, { minLength: 2, maxLength: 5 }),
        fc.constantFrom('noaBoxCount' as const, 'podBoxCount' as const),
        fc.integer({ min: 0, max: 20 }),
        (columns, detail, total) => {
          const bills = columns.map((one) => bill(one.boxCount, one));
          const shares = shareBoxes(detail, total, bills);
          if (!shares) return;
          known += 1;
          expect(sumOf(shares.values())).toBe(total);
          expect([...shares.keys()]).toEqual(bills.map(({ id }) => id));
          for (const one of bills) {
            const boxes = detail === 'noaBoxCount' ? one.boxCount : one.outboundBoxes;
            expect([boxes, one[detail]]).toContain(shares.get(one.id));
          }
          // Bills that are left alone have no box of the total.
          const set = billsToSet(
            detail,
            shares,
            bills.filter(({ archived }) => !archived),
          );
          const kept = bills.filter(({ archived }) => archived).map(({ id }) => shares.get(id) ?? 0);
          if (set.length > 1)
            expect(sumOf(set.map(({ id }) => shares.get(id) ?? 0)) + sumOf(kept)).toBe(total);
        },
      ),
      { numRuns: 3000 },
    );
    expect(known).toBeGreaterThan(100);
  });
});
