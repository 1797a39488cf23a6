import {
  type ContainerTariff,
  chargedDays,
  chargedSteps,
  chargedTotal,
  clockOfCharge,
  tariffFor,
  tariffStepsProblem,
} from '@contract/rules/containerCharges';
import { describe, expect, test } from 'vitest';

const TARIFF: ContainerTariff = {
  ...{
    kind: 'demurrage',
    carrierScac: null,
    podCode: null,
    containerTypes: [],
    freeDays: 4,
    currency: 'USD',
  },
  steps: [
    { fromDay: 1, dayPrice: '75' },
    { fromDay: 6, dayPrice: '150' },
    { fromDay: 11, dayPrice: '210.50' },
  ],
  ...{ validFrom: '2026-01-01', validTo: null },
};

/** A tariff of days 1-5: 75, 6-10: 150, then 210.50. */
test.each([
  [0, '0.00', []],
  [1, '75.00', [[1, 1, 1]]],
  [5, '375.00', [[1, 5, 5]]],
  [
    6,
    '525.00',
    [
      [1, 5, 5],
      [6, 6, 1],
    ],
  ],
  [
    10,
    '1125.00',
    [
      [1, 5, 5],
      [6, 10, 5],
    ],
  ],
  [
    12,
    '1546.00',
    [
      [1, 5, 5],
      [6, 10, 5],
      [11, 12, 2],
    ],
  ],
] as const)('charges %d days with %s USD', (days, total, spans) => {
  const steps = chargedSteps(TARIFF, days);
  expect(steps.map(({ fromDay, toDay, days: count }) => [fromDay, toDay, count])).toEqual(spans);
  expect(chargedTotal(steps, 'USD')).toBe(total);
});

test('charges from a later day on what is not charged yet', () => {
  const steps = chargedSteps(TARIFF, 12, 4);
  expect(steps.map(({ amount }) => amount)).toEqual(['150.00', '750.00', '421.00']);
});

describe('the clock of a charge', () => {
  const none = { discharged: null, lastFreeDay: null, gateOut: null, emptyReturned: null };
  const clock = (kind: 'demurrage' | 'detention', days: object) => {
    const found = clockOfCharge(kind, { ...none, ...days }, 4, '2026-11-20');
    return found && [found.freeUntil, found.until, chargedDays(found), found.running];
  };
  test.each([
    ['demurrage', {}, undefined],
    ['detention', { discharged: '2026-11-01' }, undefined],
    ['demurrage', { discharged: '2026-11-10' }, ['2026-11-14', '2026-11-20', 6, true]],
    [
      'demurrage',
      { discharged: '2026-11-10', lastFreeDay: '2026-11-17' },
      ['2026-11-17', '2026-11-20', 3, true],
    ],
    [
      'demurrage',
      { lastFreeDay: '2026-11-12', gateOut: '2026-11-12' },
      ['2026-11-12', '2026-11-12', 0, false],
    ],
    [
      'demurrage',
      { lastFreeDay: '2026-11-12', gateOut: '2026-11-13' },
      ['2026-11-12', '2026-11-13', 1, false],
    ],
    ['demurrage', { lastFreeDay: '2026-11-25' }, ['2026-11-25', '2026-11-20', 0, true]],
    ['detention', { gateOut: '2026-11-10' }, ['2026-11-14', '2026-11-20', 6, true]],
    [
      'detention',
      { gateOut: '2026-11-10', emptyReturned: '2026-11-16' },
      ['2026-11-14', '2026-11-16', 2, false],
    ],
  ] as const)('of %s with %o', (kind, days, expected) => {
    expect(clock(kind, days)).toEqual(expected);
  });
});

test('takes the tariff of the carrier before that of the port and of the type', () => {
  const wanted = {
    ...{
      kind: 'demurrage' as const,
      carrierScac: 'COSU',
      podCode: 'USLAX',
      containerType: '40RF',
      day: '2026-11-20',
    },
  };
  const general = TARIFF;
  const ofType = { ...TARIFF, containerTypes: ['20RF', '40RF'] };
  const ofPort = { ...TARIFF, podCode: 'USLAX' };
  const ofCarrier = { ...TARIFF, carrierScac: 'COSU' };
  const others = [
    { ...TARIFF, carrierScac: 'MAEU', podCode: 'USLAX' },
    { ...TARIFF, podCode: 'USNYC', containerTypes: ['40RF'] },
    { ...TARIFF, kind: 'detention' as const, carrierScac: 'COSU' },
    { ...TARIFF, carrierScac: 'COSU', podCode: 'USLAX', validTo: '2026-11-19' },
  ];
  expect(tariffFor(others, wanted)).toBeUndefined();
  for (const [better, worse] of [
    [ofCarrier, ofPort],
    [ofPort, ofType],
    [ofType, general],
  ] as const)
    expect(tariffFor([...others, worse, better], wanted)).toBe(better);
});

test.each([
  [[{ fromDay: 1, dayPrice: '75' }], undefined],
  [[], 1],
  [[{ fromDay: 2, dayPrice: '75' }], 1],
  [
    [
      { fromDay: 1, dayPrice: '75' },
      { fromDay: 1, dayPrice: '150' },
    ],
    2,
  ],
  [[{ fromDay: 1, dayPrice: '-75' }], 1],
] as const)('checks the steps %o', (steps, no) => {
  expect(tariffStepsProblem(steps)?.params?.no).toBe(no);
});
