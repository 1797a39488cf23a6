import type { ParcelState } from '@contract/customs/parcel';
import { customsCounts, customsOf } from '@contract/rules/custody';
import { expect, test } from 'vitest';

test.each<[ParcelState, ParcelState | null, string]>([
  ['clearance', null, 'clearance'],
  ['held', null, 'held'],
  ['free', null, 'free'],
  ['failed', null, 'failed'],
  ['completed', null, 'free'],
  ['completed', 'abnormal', 'free'],
  ['abnormal', null, 'clearance'],
  ['abnormal', 'clearance', 'clearance'],
  ['abnormal', 'held', 'held'],
  ['abnormal', 'free', 'free'],
  ['abnormal', 'failed', 'failed'],
])('the customs status of a parcel that is %s after %s is %s', (state, previousState, answer) => {
  expect(customsOf({ state, previousState })).toBe(answer);
});

test('counts abnormal parcels by the decision before; where none is known, as stopped', () => {
  const counters = {
    ...{ parcelsClearance: 1, parcelsFree: 2, parcelsHeld: 3 },
    ...{ parcelsFailed: 4, parcelsAbnormal: 20, parcelsCompleted: 5 },
  };
  const abnormal = [
    { previousState: 'free' as const, n: 6 },
    { previousState: 'failed' as const, n: 7 },
    { previousState: 'held' as const, n: 1 },
    { previousState: null, n: 2 },
  ];
  expect(customsCounts(counters, abnormal)).toEqual({ waiting: 1, stopped: 10, released: 13, refused: 11 });
});
