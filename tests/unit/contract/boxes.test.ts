import { places } from '@contract/custody/place';
import { namesOf } from '@contract/names';
import { type BoxChain, chainBreak, chainProblem, SURPLUS_REASONS } from '@contract/rules/boxChain';
import { type BoxFacts, boxStateOf } from '@contract/rules/boxState';
import {
  type Goods,
  type Movement,
  mayMove,
  mayReport,
  reportedPlaces,
  startsOf,
} from '@contract/rules/custody';
import { overdueDays, uldTypeOf } from '@contract/warehouse/pmc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const LINKS = ['boxCount', 'noa', 'picked', 'inbound', 'outbound', 'pod'] as const;
const count = fc.option(fc.nat(400), { nil: null });
const anyChain: fc.Arbitrary<BoxChain> = fc.record({
  boxCount: fc.nat(400),
  noa: count,
  picked: count,
  inbound: count,
  outbound: count,
  pod: count,
});
const known = (chain: BoxChain) => LINKS.flatMap((link) => chain[link] ?? []);

describe('the chain of box counts', () => {
  test('breaks exactly when a known count exceeds the known one before it', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        const counts = known(chain);
        const descending = counts.every((one, at) => at === 0 || one <= (counts[at - 1] ?? 0));
        const broken = chainBreak(chain);
        expect(broken === undefined).toBe(descending);
        if (broken) {
          expect(chain[broken.link]).toBe(broken.actual);
          expect(broken.actual).toBeGreaterThan(broken.limit);
        }
      }),
    );
  });

  test('refuses a change exactly when it breaks the chain, unless a reason explains the surplus', () => {
    fc.assert(
      fc.property(anyChain, fc.constantFrom(...LINKS), (chain, link) => {
        const at = LINKS.indexOf(link);
        const before = LINKS.slice(0, at)
          .flatMap((name) => chain[name] ?? [])
          .at(-1);
        const after = LINKS.slice(at + 1).flatMap((name) => chain[name] ?? [])[0];
        const own = chain[link];
        const wrong =
          own !== null && ((before !== undefined && own > before) || (after !== undefined && after > own));
        expect(chainProblem(chain, link, null) !== undefined).toBe(wrong);
        expect(chainProblem(chain, link, 'shortage') !== undefined).toBe(wrong);
        for (const reason of SURPLUS_REASONS) expect(chainProblem(chain, link, reason)).toBeUndefined();
      }),
    );
  });

  test('never breaks when counts only fall', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { minLength: 6, maxLength: 6 }), (counts) => {
        const [boxCount = 0, noa = 0, picked = 0, inbound = 0, outbound = 0, pod = 0] = counts.sort(
          (a, b) => b - a,
        );
        const chain = { boxCount, noa, picked, inbound, outbound, pod };
        expect(chainBreak(chain)).toBeUndefined();
        for (const link of LINKS) expect(chainProblem(chain, link, null)).toBeUndefined();
      }),
    );
  });
});

const AT = '2026-11-03T08:00:00Z';
const arrived: BoxFacts = {
  palletised: false,
  counted: true,
  goods: {
    ...{ no: 'A1', place: 'warehouse' },
    parcels: 20,
    ...{ waiting: 0, held: 0, refused: 0, abnormal: 0 },
    announced: true,
    cleared: false,
    releasedAt: null,
  },
};

test.each([
  ['expected', { counted: false }, { place: 'announced' }],
  ['missing', {}, { place: 'announced' }],
  ['received', {}, { waiting: 1 }],
  ['ready', {}],
  ['blocked', {}, { held: 1 }],
  ['blocked', {}, { refused: 1 }],
  ['blocked', {}, { abnormal: 1 }],
  ['blocked', { palletised: true }, { held: 1 }],
  ['palletised', { palletised: true }],
  ['palletised', { palletised: true }, { waiting: 1 }],
  ['loaded', { palletised: true }, { place: 'truck' }],
  ['loaded', {}, { place: 'truck', held: 1 }],
  ['loaded', {}, { place: 'hub' }],
  ['delivered', {}, { place: 'delivered' }],
  ['delivered', {}, { place: 'collected' }],
  ['blocked', {}, { place: 'customs' }],
  ['missing', { counted: false }, { place: 'lost' }],
  ['missing', {}, { place: 'destroyed' }],
  ['missing', {}, { place: 'returned' }],
  ['received', {}, { parcels: 0 }],
  ['ready', {}, { parcels: 0, cleared: true }],
  ['received', {}, { parcels: 0, cleared: true, announced: false }],
] as const)('finds a box %s: %o, %o', (state, facts, goods: Partial<Goods> = {}) => {
  expect(boxStateOf({ ...arrived, ...facts, goods: { ...arrived.goods, ...goods } })).toBe(state);
});

const anyGoods: fc.Arbitrary<Goods> = fc.record({
  ...{ no: fc.constant('A1'), place: fc.constantFrom(...namesOf(places)) },
  ...{ waiting: fc.nat(2), held: fc.nat(2), refused: fc.nat(2), abnormal: fc.nat(2) },
  parcels: fc.integer({ min: 8, max: 40 }),
  ...{ announced: fc.boolean(), cleared: fc.boolean() },
  releasedAt: fc.constantFrom(null, AT),
});

test('lets a box onto a truck exactly when it is here, everything in it is released and nothing is wrong with it', () => {
  fc.assert(
    fc.property(anyGoods, (goods) => {
      const { waiting, held, refused, abnormal } = goods;
      const isHere = goods.place === 'warehouse';
      expect(mayMove(goods, 'truck') === undefined).toBe(isHere && waiting + held + refused + abnormal === 0);
      expect(mayMove(goods, 'pallet') === undefined).toBe(isHere && held + refused + abnormal === 0);
      // Without parcel data, the declaration of its bill decides.
      const unknown = { ...goods, ...{ parcels: 0, waiting: 0, held: 0, refused: 0, abnormal: 0 } };
      expect(mayMove(unknown, 'truck') === undefined).toBe(isHere && goods.announced && goods.cleared);
    }),
  );
});

test('names what blocks a box, and lets no goods leave before customs released them', () => {
  const { goods } = arrived;
  const why = (more: Partial<Goods>) => mayMove({ ...goods, ...more }, 'truck')?.params?.why;
  expect(why({ held: 1, refused: 1 })).toEqual({ choice: ['hindrance', 'held'] });
  expect(why({ refused: 1, abnormal: 1 })).toEqual({ choice: ['hindrance', 'refused'] });
  expect(why({ abnormal: 1, waiting: 1 })).toEqual({ choice: ['hindrance', 'abnormal'] });
  expect(why({ parcels: 0, announced: false, cleared: true })).toEqual({
    choice: ['hindrance', 'undeclared'],
  });
  const released = { ...goods, releasedAt: '2026-11-03T08:00:40Z' };
  const at = (time: string) => mayMove(released, 'truck', { field: 'departedAt', at: time })?.code;
  expect(at('2026-11-03T07:59:00Z')).toBe('NODE_ORDER');
  // Compared by the minute, because people enter minutes.
  expect(at('2026-11-03T08:00:00Z')).toBeUndefined();
});

test.each<[Movement, string]>([
  ['receive', 'BOX_ELSEWHERE'],
  ['unreceive', 'BOX_GONE'],
  ['repack', 'BOX_GONE'],
  ['pallet', 'BOX_GONE'],
  ['truck', 'BOX_GONE'],
  ['load', 'BOX_GONE'],
  ['gate', 'BOX_GONE'],
  ['unload', 'BOX_NOT_CARRIED'],
  ['depart', 'BOX_NOT_LOADED'],
  ['hub', 'BOX_NOT_CARRIED'],
  ['deliver', 'BOX_NOT_CARRIED'],
  ['return', 'BOX_NOT_CARRIED'],
])('refuses %s from any place that it does not start from, and names the place', (movement, code) => {
  const { goods } = arrived;
  for (const place of namesOf(places)) {
    const found = mayMove({ ...goods, place }, movement);
    const isStart = startsOf(movement).includes(place);
    expect(found === undefined, place).toBe(isStart);
    if (!found) continue;
    const notYet = place === 'announced' && movement !== 'receive';
    expect(found.code, place).toBe(notYet ? 'BOX_NOT_RECEIVED' : code);
    if (!notYet) expect(found.params?.place).toEqual({ state: ['place', place] });
  }
});

test('keeps a box on a truck that has departed, and names its note', () => {
  const carried = { no: 'A1', place: 'truck', departedOn: 'CMR1' } as const;
  expect(mayMove(carried, 'unload')).toMatchObject({ code: 'BOX_DEPARTED', params: { cmr: 'CMR1' } });
  expect(mayMove({ ...carried, departedOn: null }, 'unload')).toBeUndefined();
});

test('lets goods be reported at no place twice, and only goods that were lost at the hub', () => {
  for (const to of reportedPlaces)
    for (const place of namesOf(places)) {
      const found = mayReport({ no: 'A1', place }, to);
      if (place === to) expect(found?.code).toBe('GOODS_THERE');
      if (to === 'delivered' && place !== to) expect(found === undefined).toBe(place === 'lost');
    }
});

test('keeps a box with a held or waiting parcel from being ready to leave', () => {
  const facts = fc.record({
    ...{ palletised: fc.boolean(), counted: fc.boolean() },
    goods: anyGoods,
  });
  fc.assert(
    fc.property(facts, (one) => {
      const { held, refused, abnormal, waiting } = one.goods;
      const stuck = held + refused + abnormal;
      if (stuck + waiting > 0) expect(boxStateOf(one)).not.toBe('ready');
      if (stuck > 0 && one.goods.place === 'warehouse') expect(boxStateOf(one)).toBe('blocked');
    }),
  );
});

test('counts days overdue from the end of the free days to the return, or to now', () => {
  const pmc = { collectedAt: '2026-11-01T08:00:00Z', freeDays: 5, returnedAt: null };
  expect(overdueDays(pmc, '2026-11-06T08:00:00Z')).toBe(0);
  expect(overdueDays(pmc, '2026-11-06T08:00:01Z')).toBe(1);
  expect(overdueDays(pmc, '2026-11-10T08:00:00Z')).toBe(4);
  expect(overdueDays({ ...pmc, returnedAt: '2026-11-07T08:00:00Z' }, '2026-12-01T00:00:00Z')).toBe(1);
  expect(overdueDays({ ...pmc, collectedAt: null }, '2026-12-01T00:00:00Z')).toBe(0);
  expect(['PMC12345CK', 'AKE0001XH', 'PAG54321CA', 'PLA12345KE', 'DQF12345XX'].map(uldTypeOf)).toEqual([
    'PMC',
    'AKE',
    'PAG',
    'PLA',
    'other',
  ]);
});
