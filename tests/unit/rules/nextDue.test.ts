import { type DueFacts, dueOrder, nextDueAt } from '@contract/rules/nextDue';
import { describe, expect, test } from 'vitest';

const facts = (changes: Partial<DueFacts> = {}): DueFacts => ({
  ...{ stage: 'arrived', mode: 'air', eta: '2026-11-01T08:00:00Z', ata: '2026-11-01T09:00:00Z' },
  ...{ noaAt: null, pickupAt: null, pickupFinished: false, clearanceStatus: null, tatAt: null, podAt: null },
  outboundEnd: null,
  ...changes,
});

describe('the next due step of a bill', () => {
  test.each<[string, Partial<DueFacts>, string | null]>([
    ['a draft: its landing', { stage: 'draft', ata: null }, '2026-11-01T08:00:00Z'],
    ['a draft without a time', { stage: 'draft', eta: null, ata: null }, null],
    ['landed: the notice of arrival', {}, '2026-11-01T21:00:00Z'],
    ['landed by sea: the release', { mode: 'sea' }, '2026-11-03T09:00:00Z'],
    [
      'notified: the release, which is due before the pickup',
      { noaAt: '2026-11-01T20:00:00Z' },
      '2026-11-03T09:00:00Z',
    ],
    [
      'released: the pickup',
      { noaAt: '2026-11-01T20:00:00Z', clearanceStatus: 'success' },
      '2026-11-03T20:00:00Z',
    ],
    [
      'picked up: the release',
      { stage: 'inbound', noaAt: '2026-11-01T20:00:00Z', pickupFinished: true },
      '2026-11-03T09:00:00Z',
    ],
    [
      'brought in and released: nothing by a time',
      {
        stage: 'clearance',
        noaAt: '2026-11-01T20:00:00Z',
        pickupFinished: true,
        clearanceStatus: 'handover',
      },
      null,
    ],
    [
      'on its way: the proof of delivery',
      { stage: 'transit', outboundEnd: '2026-11-04T10:00:00Z' },
      '2026-11-05T10:00:00Z',
    ],
    [
      'at the hub: the proof of delivery, counted from there',
      { stage: 'transit', outboundEnd: '2026-11-04T10:00:00Z', tatAt: '2026-11-04T18:00:00Z' },
      '2026-11-05T18:00:00Z',
    ],
    ['delivered: nothing', { stage: 'delivery', podAt: '2026-11-05T10:00:00Z' }, null],
    ['removed: nothing', { stage: 'removed' }, null],
  ])('is found: %s', (_, changes, expected) => {
    expect(nextDueAt(facts(changes))).toBe(expected);
  });

  test('orders bills: overdue, soon, without a time, the latest delivered, those delivered before', () => {
    const ordered = [
      facts(),
      facts({ stage: 'draft', eta: '2026-12-24T08:00:00Z' }),
      facts({
        stage: 'outbound',
        noaAt: '2026-11-01T20:00:00Z',
        pickupFinished: true,
        clearanceStatus: 'success',
      }),
      facts({ stage: 'delivery', podAt: '2026-11-08T10:00:00Z' }),
      facts({ stage: 'delivery', podAt: '2026-11-05T10:00:00Z' }),
    ].map(dueOrder);
    expect(ordered).toEqual(ordered.toSorted());
    expect(new Set(ordered).size).toBe(5);
  });
});
