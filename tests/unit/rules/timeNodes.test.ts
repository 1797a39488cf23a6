import { billStages } from '@contract/bill/bill';
import { type LegState, type StageFacts, stageOf } from '@contract/rules/billStage';
import {
  judgeNode,
  type NodeBill,
  type NodeEntry,
  type NodeFacts,
  nodeChanges,
  type TimeNodeName,
  timeNode,
  timeNodeNames,
} from '@contract/rules/timeNodes';
import { instantOf } from '@contract/rules/zonedTime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-03T12:00:00Z');
const at = (hour: number) => instantOf(NOW + hour * HOUR);
const T1_MRN = '26NL0004327TRAJ3J9';

/** A bill of ten boxes, with only its planned departure and landing. */
const bare: NodeBill & StageFacts = {
  etd: at(-180),
  eta: at(-68),
  atd: null,
  ata: null,
  noaAt: null,
  noaBoxCount: null,
  t1At: null,
  t1Mrn: null,
  pickupAt: null,
  atWarehouseAt: null,
  warehouseId: null,
  tatAt: null,
  podAt: null,
  podBoxCount: null,
  declaredAt: null,
  clearanceReleasedAt: null,
  handoverAt: null,
  removedAt: null,
  pickupClosedBoxes: null,
  boxCount: 10,
  pickedBoxes: 0,
  outboundBoxes: 10,
  uldNumbers: [],
  remarks: null,
  parcels: { waiting: 5, stopped: 0, released: 0, refused: 0 },
  trips: [],
};
type Whole = typeof bare;
const noFacts: NodeFacts = {
  trips: 0,
  inboundBegun: false,
  outboundDeparture: null,
  lastDeparture: null,
  outboundEnd: null,
  t1SameSite: false,
  collectedAt: null,
  collectedBoxes: 0,
};
const delivered = {
  ...noFacts,
  trips: 1,
  inboundBegun: true,
  outboundDeparture: at(-30),
  lastDeparture: at(-30),
  outboundEnd: at(-29),
};

/** Returns a complete entry, so that nothing is missing for any node. */
const entryAt = (time: string | null): NodeEntry => ({
  time,
  noaBoxCount: 10,
  podBoxCount: 10,
  t1Mrn: T1_MRN,
  warehouseId: 1,
});
const judge = (name: TimeNodeName, entry: NodeEntry, bill: Partial<Whole> = {}, facts = noFacts) =>
  judgeNode(name, entry, { ...bare, ...bill }, facts, NOW);
const code = (...given: Parameters<typeof judge>) => judge(...given).refused?.problem.code;
const warned = (...given: Parameters<typeof judge>) => judge(...given).warnings.map((one) => one.code);

describe('the order of the time nodes', () => {
  test.each<[TimeNodeName, Partial<Whole>, NodeFacts, string]>([
    ['eta', { etd: at(-50) }, noFacts, 'etd'],
    ['ata', { etd: at(-50) }, noFacts, 'etd'],
    ['ata', { atd: at(-50) }, noFacts, 'atd'],
    ['noa', { ata: at(-50) }, noFacts, 'ata'],
    ['t1', { ata: at(-50) }, noFacts, 'ata'],
    ['pickup', { ata: at(-50) }, noFacts, 'ata'],
    ['atWarehouse', { pickupAt: at(-50) }, noFacts, 'pickupAt'],
    ['tat', {}, { ...delivered, outboundDeparture: at(-50) }, 'outboundDeparture'],
    ['pod', { tatAt: at(-50) }, noFacts, 'tatAt'],
    ['pod', {}, { ...delivered, outboundEnd: at(-50) }, 'outboundEnd'],
  ])('keeps %s not earlier than the one before', (name, bill, facts, previous) => {
    const { refused } = judge(name, entryAt(at(-51)), bill, facts);
    expect(refused?.problem).toEqual({
      code: 'NODE_ORDER',
      params: { node: { field: timeNode(name).field }, previous: { field: previous } },
    });
    expect(refused?.field).toBe(timeNode(name).field);
    expect(code(name, entryAt(at(-49)), bill, facts)).toBeUndefined();
    // The same minute is allowed; only take-off and landing of one flight must differ.
    expect(code(name, entryAt(at(-50)), bill, facts)).toBe(previous === 'etd' ? 'NODE_ORDER' : undefined);
  });

  test.each<[TimeNodeName, string]>([
    ['noa', 'ata'],
    ['t1', 'ata'],
    ['pickup', 'ata'],
    ['atWarehouse', 'pickupAt'],
    ['tat', 'outboundDeparture'],
    ['pod', 'tatAt'],
  ])('makes %s wait for the one before', (name, previous) => {
    expect(judge(name, entryAt(at(-10))).refused?.problem).toEqual({
      code: 'NODE_MISSING',
      params: { node: { field: timeNode(name).field }, previous: { field: previous } },
    });
  });

  test('keeps a node before those that follow it', () => {
    const bill = { ata: at(-50), noaAt: at(-40), noaBoxCount: 10 };
    expect(judge('ata', entryAt(at(-39)), bill).refused?.problem).toEqual({
      code: 'NODE_ORDER',
      params: { node: { field: 'noaAt' }, previous: { field: 'ata' } },
    });
    expect(code('ata', entryAt(at(-40)), bill)).toBeUndefined();
  });

  test('allows the same minute, whatever the seconds', () => {
    const second = (time: string, seconds: number) => time.replace(/\d\dZ$/, `${seconds}Z`);
    const bill = { ata: second(at(-50), 45), pickupAt: second(at(-40), 10) };
    expect(code('noa', entryAt(at(-50)), bill)).toBeUndefined();
    expect(code('ata', entryAt(second(at(-40), 50)), bill)).toBeUndefined();
    expect(code('noa', entryAt(at(-51)), bill)).toBe('NODE_ORDER');
  });

  test('compares a proof of delivery with the hub if known, else with the departure', () => {
    expect(
      code('pod', entryAt(at(-29)), { tatAt: at(-29.5) }, { ...delivered, outboundEnd: at(-20) }),
    ).toBeUndefined();
  });

  test.each(timeNodeNames)('allows %s in the future only when it is planned', (name) => {
    const bill = ['atd', 'ata'].includes(name) ? {} : { ata: at(-50), pickupAt: at(-40) };
    const ahead = (hours: number) => code(name, entryAt(at(hours)), bill, delivered);
    expect(ahead(0.2)).toBeUndefined();
    expect(ahead(0.3)).toBe(name === 'eta' ? undefined : 'NODE_FUTURE');
  });
});

describe('the further fields of a node', () => {
  test.each<[TimeNodeName, Partial<Whole>, string]>([
    ['noa', { ata: at(-50) }, 'noaBoxCount'],
    ['t1', { ata: at(-50) }, 't1Mrn'],
    ['atWarehouse', { pickupAt: at(-50) }, 'warehouseId'],
    ['pod', { tatAt: at(-50) }, 'podBoxCount'],
  ])('are required for %s, unless the bill has them already', (name, bill, field) => {
    expect(judge(name, { time: at(-10) }, bill).refused).toMatchObject({
      field,
      problem: { code: 'REQUIRED' },
    });
    const known = { [field]: field === 't1Mrn' ? T1_MRN : 3 };
    expect(code(name, { time: at(-10) }, { ...bill, ...known })).toBeUndefined();
  });

  test.each([
    ['uld', 'uldNumbers'],
    ['remarks', 'remarks'],
  ] as const)('are required for %s when the bill has none and they are left out', (name, field) => {
    expect(judgeNode(name, {}, bare, noFacts, NOW).refused).toMatchObject({
      field,
      problem: { code: 'REQUIRED' },
    });
  });

  test('refuse a wrong T1 number', () => {
    const wrong = { time: at(-10), t1Mrn: '26NL0004327TRAJ3J8' };
    expect(judge('t1', wrong, { ata: at(-50) }).refused).toMatchObject({
      field: 't1Mrn',
      problem: { code: 'T1_MRN' },
    });
  });
});

describe('a warning of a node', () => {
  test.each<[string, TimeNodeName, NodeEntry, Partial<Whole>, NodeFacts]>([
    ['ETA_MOVED', 'eta', entryAt(at(-43)), {}, noFacts],
    ['ATA_DIFFERS', 'ata', entryAt(at(-19)), {}, noFacts],
    ['NOA_LATE', 'noa', entryAt(at(-25)), { ata: at(-50) }, noFacts],
    ['NOA_COUNT', 'noa', { ...entryAt(at(-49)), noaBoxCount: 8 }, { ata: at(-50) }, noFacts],
    ['NOA_PICKED', 'noa', entryAt(at(-49)), { ata: at(-50), pickedBoxes: 11 }, noFacts],
    ['T1_SAME_SITE', 't1', entryAt(at(-49)), { ata: at(-50) }, { ...noFacts, t1SameSite: true }],
    ['NOA_MISSING', 'pickup', entryAt(at(-49)), { ata: at(-50) }, noFacts],
    ['PICKUP_LATE', 'pickup', entryAt(at(-1)), { ata: at(-50), noaAt: at(-50) }, noFacts],
    ['WAREHOUSE_LATE', 'atWarehouse', entryAt(at(-37)), { pickupAt: at(-50) }, noFacts],
    [
      'TAT_LATE',
      'tat',
      entryAt(at(-1)),
      {},
      { ...delivered, outboundDeparture: at(-50), lastDeparture: at(-50) },
    ],
    ['POD_COUNT', 'pod', { ...entryAt(at(-1)), podBoxCount: 9 }, { tatAt: at(-2) }, delivered],
  ])('is given and the node saved: %s', (expected, name, entry, bill, facts) => {
    expect(code(name, entry, bill, facts)).toBeUndefined();
    expect(warned(name, entry, bill, facts)).toEqual([expected]);
  });

  test('is not given for usual values', () => {
    expect(warned('eta', entryAt(at(-60)))).toEqual([]);
    expect(warned('ata', entryAt(at(-60)))).toEqual([]);
    expect(warned('noa', entryAt(at(-49)), { ata: at(-50) })).toEqual([]);
    expect(warned('pickup', entryAt(at(-3)), { ata: at(-50), noaAt: at(-50) })).toEqual([]);
    expect(warned('pod', entryAt(at(-1)), { tatAt: at(-2) }, delivered)).toEqual([]);
  });

  test('is given for a changed number of ULDs after the arrival notice', () => {
    const bill = { ...bare, uldNumbers: ['PMC12345CK'] };
    const uldNumbers = ['PMC12345CK', 'PMC12346CK'];
    expect(judgeNode('uld', { uldNumbers }, bill, noFacts, NOW).warnings).toEqual([]);
    const { warnings } = judgeNode('uld', { uldNumbers }, { ...bill, noaAt: at(-10) }, noFacts, NOW);
    expect(warnings).toEqual([{ code: 'ULD_COUNT', params: { actual: 2, expected: 1 } }]);
  });
});

/** A step of the journey, tried in the current state; one that is not allowed then changes nothing. */
type Step =
  | { readonly node: TimeNodeName }
  | { readonly leg: 'pickup' | 'inbound' | 'outbound'; readonly trip: number };
interface Journey {
  readonly bill: Whole;
  readonly hour: number;
  readonly departure: number | null;
  readonly end: number | null;
}

const stage = (bill: StageFacts) => billStages[stageOf(bill)].rank;
const factsOf = ({ bill, departure, end }: Journey): NodeFacts => ({
  trips: bill.trips.length,
  inboundBegun: bill.trips.some(({ inbound }) => inbound !== 'none'),
  outboundDeparture: departure === null ? null : at(departure),
  lastDeparture: departure === null ? null : at(departure),
  outboundEnd: end === null ? null : at(end),
  t1SameSite: false,
  collectedAt: null,
  collectedBoxes: 0,
});

/** Moves a leg of one of two trips of five boxes on, in the order in which trucks can. */
function moveLeg(journey: Journey, { leg, trip }: Extract<Step, { leg: string }>): Journey {
  const { bill, hour } = journey;
  if (bill.ata === null) return journey;
  const trips = [...bill.trips];
  const found = trips[trip];
  if (!found) {
    // A trip added after the cargo is known to be elsewhere reopens the bill: that journey is not tested here.
    const gone = bill.atWarehouseAt !== null || trips.some(({ outbound }) => outbound === 'finished');
    if (leg !== 'pickup' || trip !== trips.length || gone) return journey;
    trips.push({ boxes: 5, pickup: 'open', inbound: 'none', clearance: 'none', outbound: 'none' });
    return { ...journey, bill: { ...bill, trips, pickupAt: bill.pickupAt ?? at(hour) } };
  }
  const before = { pickup: 'finished', inbound: found.pickup, outbound: found.inbound }[leg];
  if (before !== 'finished' || found[leg] === 'finished') return journey;
  const to: LegState = found[leg] === 'none' ? 'open' : 'finished';
  trips[trip] = { ...found, [leg]: to };
  const ended = trips.length === 2 && trips.every(({ outbound }) => outbound === 'finished');
  const departure = leg === 'outbound' ? (journey.departure ?? hour) : journey.departure;
  return { ...journey, bill: { ...bill, trips }, departure, end: ended ? hour : null };
}

function take(journey: Journey, step: Step): Journey {
  const next = { ...journey, hour: journey.hour + 1 };
  if ('leg' in step) return moveLeg(next, step);
  const entry = entryAt(at(next.hour));
  if (judgeNode(step.node, entry, next.bill, factsOf(next), NOW).refused) return next;
  return { ...next, bill: { ...next.bill, ...nodeChanges(step.node, entry) } as Whole };
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ node: fc.constantFrom(...timeNodeNames) }),
  fc.record({ leg: fc.constantFrom('pickup', 'inbound', 'outbound'), trip: fc.constantFrom(0, 1) }),
  fc.record({ leg: fc.constantFrom('pickup', 'inbound', 'outbound'), trip: fc.constantFrom(0, 1) }),
);
const steps = fc.array(anyStep, { minLength: 5, maxLength: 120, size: 'max' });
const start: Journey = { bill: bare, hour: -160, departure: null, end: null };

describe('the stage over any order of nodes and legs', () => {
  test('never goes back without a response of customs', () => {
    fc.assert(
      fc.property(steps, (order) => {
        let journey = start;
        for (const step of order) {
          const next = take(journey, step);
          expect(stage(next.bill)).toBeGreaterThanOrEqual(stage(journey.bill));
          journey = next;
        }
      }),
      { numRuns: 400 },
    );
  });

  test('never goes back by a response of customs', () => {
    fc.assert(
      fc.property(steps, (order) => {
        const { bill } = order.reduce(take, start);
        const declared = { ...bill, declaredAt: at(-1) };
        const decided = { ...declared, parcelsClearance: 0, parcelsFree: 4, parcelsFailed: 1 };
        const ranks = [bill, declared, decided].map(stage);
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
      { numRuns: 400 },
    );
  });

  test('reaches every stage of the journey', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(steps, (order) => {
        order.reduce((journey, step) => {
          reached.add(stageOf(journey.bill));
          return take(journey, step);
        }, start);
      }),
      { numRuns: 400, seed: 7 },
    );
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'draft',
        'arrived',
        'pickup',
        'clearing',
        'inbound',
        'outbound',
        'transit',
        'delivery',
      ]),
    );
  });

  test('clearing a node undoes what setting it did, and only the last node can be cleared', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...timeNodeNames), (order, name) => {
        const journey = order.reduce(take, start);
        const { bill } = journey;
        const { field } = timeNode(name);
        fc.pre(bill[field] === null);
        const set = take(journey, { node: name });
        fc.pre(set.bill[field] !== null);
        const cleared = judgeNode(name, { time: null }, set.bill, factsOf(set), NOW);
        const last = timeNodeNames
          .map(timeNode)
          .every((other) => other.place <= timeNode(name).place || !bill[other.field]);
        if (!last) expect(cleared.refused?.problem.code).toBe('NODE_NOT_LAST');
        if (cleared.refused) return;
        const after = { ...set.bill, ...nodeChanges(name, { time: null }) } as Whole;
        expect(stageOf(after)).toBe(stageOf(bill));
        expect({ ...after, warehouseId: null }).toEqual({ ...bill, warehouseId: null });
      }),
      { numRuns: 600 },
    );
  });

  test('times entered by the rules are in the order of the journey', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...timeNodeNames), fc.integer({ min: -90, max: 0 })), {
          maxLength: 40,
        }),
        (entries) => {
          let bill: Whole = bare;
          for (const [name, hour] of entries) {
            const entry = entryAt(at(hour));
            if (!judgeNode(name, entry, bill, delivered, NOW).refused)
              bill = { ...bill, ...nodeChanges(name, entry) } as Whole;
          }
          for (const [first, second] of [
            ['etd', 'ata'],
            ['atd', 'ata'],
            ['ata', 'noaAt'],
            ['ata', 't1At'],
            ['ata', 'pickupAt'],
            ['pickupAt', 'atWarehouseAt'],
            ['tatAt', 'podAt'],
          ] as const) {
            const [a, b] = [bill[first], bill[second]];
            if (a && b) expect(Date.parse(a)).toBeLessThanOrEqual(Date.parse(b));
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
