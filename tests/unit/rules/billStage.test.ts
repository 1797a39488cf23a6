import { billStages } from '@contract/bill/bill';
import {
  boxesExpected,
  type LegState,
  pickupOver,
  type StageFacts,
  stageOf,
  type Trip,
} from '@contract/rules/billStage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const AT = '2026-11-01T08:00:00Z';
/** A landed bill of ten boxes on which customs has yet to decide. */
const landed: StageFacts = {
  ...{ removedAt: null, podAt: null, ata: AT, declaredAt: AT, pickupAt: AT, atWarehouseAt: null },
  ...{ boxCount: 10, noaBoxCount: null, pickupClosedBoxes: null },
  parcels: { waiting: 5, stopped: 0, released: 0, refused: 0 },
  trips: [],
};
const truck = (boxes: number, pickup: LegState = 'finished', more: Partial<Trip> = {}): Trip => ({
  ...{ boxes, pickup, inbound: 'none', clearance: 'none', outbound: 'none' },
  ...more,
});

describe('a bill whose boxes arrive in parts', () => {
  test.each<[string, Partial<StageFacts>, string, boolean]>([
    ['a truck is on its way', { noaBoxCount: 6, trips: [truck(6, 'open')] }, 'pickup', false],
    ['all boxes of the notice are fetched', { noaBoxCount: 6, trips: [truck(6)] }, 'clearing', true],
    ['some are still at the station', { noaBoxCount: 6, trips: [truck(4)] }, 'pickup', false],
    ['a later notice names more', { noaBoxCount: 10, trips: [truck(6)] }, 'pickup', false],
    ['the second truck goes', { noaBoxCount: 10, trips: [truck(6), truck(4, 'open')] }, 'pickup', false],
    ['the second truck is back', { noaBoxCount: 10, trips: [truck(6), truck(4)] }, 'clearing', true],
    ['no notice, and not all are fetched', { trips: [truck(6)] }, 'pickup', false],
    [
      'a person declared that no more come',
      { noaBoxCount: 8, pickupClosedBoxes: 8, trips: [truck(6)] },
      'clearing',
      true,
    ],
    [
      'more are announced than were when that was declared',
      { noaBoxCount: 9, pickupClosedBoxes: 8, trips: [truck(6)] },
      'pickup',
      false,
    ],
    [
      'the first part is counted in while the second waits at the station',
      { noaBoxCount: 10, trips: [truck(6, 'finished', { inbound: 'open' })] },
      'inbound',
      false,
    ],
  ])('is in the right stage: %s', (_, changes, stage, over) => {
    const facts = { ...landed, ...changes };
    expect([stageOf(facts), pickupOver(facts)]).toEqual([stage, over]);
  });
});

const boxes = fc.integer({ min: 0, max: 12 });
const leg = fc.constantFrom<LegState>('none', 'open', 'finished');
const anyTrip: fc.Arbitrary<Trip> = fc.record({
  boxes: fc.integer({ min: 1, max: 8 }),
  pickup: fc.constantFrom<LegState>('open', 'finished'),
  inbound: leg,
  clearance: leg,
  outbound: leg,
});
const anyFacts: fc.Arbitrary<StageFacts> = fc.record({
  removedAt: fc.constantFrom(null, null, null, AT),
  podAt: fc.constantFrom(null, null, null, AT),
  ata: fc.constantFrom(null, AT),
  declaredAt: fc.constantFrom(null, AT),
  pickupAt: fc.constantFrom(null, AT),
  atWarehouseAt: fc.constantFrom(null, AT),
  boxCount: fc.integer({ min: 1, max: 12 }),
  noaBoxCount: fc.option(boxes, { nil: null }),
  pickupClosedBoxes: fc.option(boxes, { nil: null }),
  parcels: fc.record({ waiting: fc.nat(1), stopped: fc.nat(1), released: fc.nat(1), refused: fc.nat(1) }),
  trips: fc.array(anyTrip, { maxLength: 3 }),
});
const rank = (facts: StageFacts) => billStages[stageOf(facts)].rank;
const picked = ({ trips }: StageFacts) => trips.reduce((sum, { boxes: own }) => sum + own, 0);

describe('the stage of a bill', () => {
  test('ends no pickup while a truck is out, or before one went', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (facts.trips.length > 0 && facts.trips.every(({ pickup }) => pickup === 'finished')) return;
        expect(pickupOver(facts)).toBe(false);
      }),
    );
  });

  test('ends an undeclared pickup exactly when all boxes are fetched', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const back = facts.trips.length > 0 && facts.trips.every(({ pickup }) => pickup === 'finished');
        const over = pickupOver({ ...facts, pickupClosedBoxes: null });
        expect(over).toBe(back && picked(facts) >= boxesExpected(facts));
      }),
    );
  });

  test('keeps a declared end after notices of no more boxes, but not of more than were fetched', () => {
    fc.assert(
      fc.property(anyFacts, boxes, (facts, noa) => {
        const declared = { ...facts, pickupClosedBoxes: boxesExpected(facts) };
        fc.pre(pickupOver(declared));
        const later = { ...declared, noaBoxCount: noa };
        expect(pickupOver(later)).toBe(noa <= boxesExpected(facts) || noa <= picked(facts));
        // Nothing is stored: with the old notice, the pickup is as before.
        expect(pickupOver({ ...later, noaBoxCount: facts.noaBoxCount })).toBe(true);
      }),
    );
  });

  test('never advances on a notice of more boxes, and stays once something is counted in', () => {
    fc.assert(
      fc.property(anyFacts, boxes, fc.integer({ min: 0, max: 6 }), (facts, noa, more) => {
        const [few, many] = [noa, noa + more].map((noaBoxCount) => ({ ...facts, noaBoxCount }));
        if (!few || !many) return;
        expect(rank(many)).toBeLessThanOrEqual(rank(few));
        if (facts.trips.some(({ inbound }) => inbound !== 'none')) expect(stageOf(many)).toBe(stageOf(few));
      }),
    );
  });

  test('is pickup exactly while goods are fetched or wait for it, and none is counted in', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        fc.pre(facts.trips.length > 0 && facts.removedAt === null && facts.podAt === null);
        const further = facts.trips.some(
          ({ inbound, outbound }) => inbound !== 'none' || outbound !== 'none',
        );
        expect(stageOf(facts) === 'pickup').toBe(!further && !pickupOver(facts));
      }),
    );
  });
});
