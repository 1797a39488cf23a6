import { goodsCustomsOf, stockStepOf, storageLimitOf, storedUntil } from '@contract/rules/stock';
import { describe, expect, test } from 'vitest';

const GOODS = { parcels: 3, waiting: 0, held: 0, refused: 0, batchStatus: 'released', cleared: false };

describe('what customs says of goods', () => {
  test.each([
    ['released', {}],
    ['held', { held: 1, refused: 1, waiting: 1 }],
    ['refused', { refused: 1, waiting: 1 }],
    ['declared', { waiting: 2 }],
    ['declared', { waiting: 3, batchStatus: 'declared' }],
    ['control', { waiting: 3, batchStatus: 'control' }],
    ['undeclared', { waiting: 3, batchStatus: 'prepared' }],
    ['undeclared', { waiting: 3, batchStatus: 'rejected' }],
    ['undeclared', { waiting: 3, batchStatus: null }],
    ['released', { parcels: 0, batchStatus: null, cleared: true }],
    ['undeclared', { parcels: 0, batchStatus: null }],
  ] as const)('is %s for %j', (status, changes) => {
    expect(goodsCustomsOf({ ...GOODS, ...changes })).toBe(status);
  });
});

test('names what goods wait for: customs, a pallet, a truck, its departure', () => {
  expect(stockStepOf('undeclared', true, true)).toBe('declare');
  expect(stockStepOf('declared', false, false)).toBe('release');
  expect([stockStepOf('control', false, false), stockStepOf('held', false, false)]).toEqual([
    'result',
    'result',
  ]);
  expect(stockStepOf('refused', true, true)).toBe('decide');
  expect(stockStepOf('released', false, false)).toBe('pallet');
  expect(stockStepOf('released', true, false)).toBe('truck');
  expect(stockStepOf('released', true, true)).toBe('depart');
});

test('limits storage as the record of the warehouse says, else temporary storage to 90 days', () => {
  expect(storageLimitOf({ type: 'temporary_storage', maxStorageDays: null })).toBe(90);
  expect(storageLimitOf({ type: 'temporary_storage', maxStorageDays: 20 })).toBe(20);
  expect(storageLimitOf({ type: 'customs_warehouse', maxStorageDays: null })).toBeNull();
});

test('counts from the landing on the clock of the warehouse, and anew after a transit', () => {
  const stay = { landedAt: '2026-08-20T23:30:00Z', cameAt: '2026-08-25T08:00:00Z', underTransit: false };
  expect(storedUntil(stay, 90, 'UTC')).toBe('2026-11-18');
  expect(storedUntil(stay, 90, 'Europe/Amsterdam')).toBe('2026-11-19');
  expect(storedUntil({ ...stay, underTransit: true }, 90, 'UTC')).toBe('2026-11-23');
  expect(storedUntil({ ...stay, landedAt: null }, 90, 'UTC')).toBe('2026-11-23');
});
