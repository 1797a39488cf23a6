import {
  type BoxChain,
  chainBreak,
  chainProblem,
  differenceProblem,
  SHORTAGE_REASONS,
  SURPLUS_REASONS,
} from '@contract/rules/boxChain';
import { type BoxFacts, boxStateOf } from '@contract/rules/boxState';
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

  test('requires a reason of its own kind for a difference', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (actual, expected) => {
        const without = differenceProblem(actual, expected, null)?.code;
        expect(without).toBe(
          actual === expected ? undefined : actual > expected ? 'COUNT_EXCEEDED' : 'REASON_REQUIRED',
        );
        const reasons = actual > expected ? SURPLUS_REASONS : SHORTAGE_REASONS;
        for (const reason of reasons) expect(differenceProblem(actual, expected, reason)).toBeUndefined();
      }),
    );
    expect(differenceProblem(3, 4, 'surplus_found')?.code).toBe('REASON_REQUIRED');
    expect(differenceProblem(5, 4, 'shortage')?.code).toBe('COUNT_EXCEEDED');
  });
});

const AT = '2026-11-03T08:00:00Z';
const arrived: BoxFacts = {
  inboundAt: AT,
  outboundAt: null,
  palletised: false,
  delivered: false,
  counted: true,
  stuck: 0,
  waiting: 0,
  parcels: 20,
  cleared: false,
};

test.each([
  ['expected', { inboundAt: null, counted: false }],
  ['missing', { inboundAt: null }],
  ['received', { waiting: 1 }],
  ['ready', {}],
  ['blocked', { stuck: 1 }],
  ['blocked', { stuck: 1, palletised: true }],
  ['palletised', { palletised: true }],
  ['loaded', { outboundAt: AT, palletised: true }],
  ['loaded', { outboundAt: AT, stuck: 1 }],
  ['delivered', { outboundAt: AT, delivered: true }],
  ['received', { parcels: 0 }],
  ['ready', { parcels: 0, cleared: true }],
] as const)('finds a box %s: %o', (state, facts) => {
  expect(boxStateOf({ ...arrived, ...facts })).toBe(state);
});

test('keeps a box with a held or waiting parcel from being ready to leave', () => {
  const at = fc.constantFrom(null, AT);
  const facts = fc.record({
    ...{
      inboundAt: at,
      outboundAt: at,
      palletised: fc.boolean(),
      delivered: fc.boolean(),
      counted: fc.boolean(),
    },
    ...{
      stuck: fc.nat(3),
      waiting: fc.nat(3),
      parcels: fc.integer({ min: 6, max: 40 }),
      cleared: fc.boolean(),
    },
  });
  fc.assert(
    fc.property(facts, (one) => {
      if (one.stuck + one.waiting > 0) expect(boxStateOf(one)).not.toBe('ready');
      if (one.stuck > 0 && one.inboundAt && !one.outboundAt) expect(boxStateOf(one)).toBe('blocked');
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
