import { daysStored, palletDays, stationDays } from '@contract/rules/storage';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const AMS = 'Europe/Amsterdam';
const charged = { free: 3, until: '2026-11-30T12:00:00Z', zone: AMS };

test('charges a pallet in on 13 November and out on the 26th for 11 days after 3 free ones', () => {
  for (const [came, left] of [
    ['2026-11-13T06:00:00Z', '2026-11-26T21:00:00Z'],
    ['2026-11-13T21:00:00Z', '2026-11-26T06:00:00Z'],
  ] as const)
    expect(palletDays([{ came, left }], charged)).toBe(11);
});

test('counts days by the clock of the warehouse', () => {
  // 23:30 in UTC is the next day in Amsterdam.
  expect(daysStored('2026-11-13T23:30:00Z', '2026-11-14T10:00:00Z', AMS)).toBe(1);
  expect(daysStored('2026-11-13T23:30:00Z', '2026-11-14T10:00:00Z', 'UTC')).toBe(2);
  // The night of the clock change has 25 hours.
  expect(daysStored('2026-10-24T10:00:00Z', '2026-10-26T10:00:00Z', AMS)).toBe(3);
});

test('adds up pallets that left on different days, and those still there until now', () => {
  const stays = [
    { came: '2026-11-13T08:00:00Z', left: '2026-11-15T08:00:00Z' },
    { came: '2026-11-13T08:00:00Z', left: '2026-11-17T08:00:00Z' },
    { came: '2026-11-20T08:00:00Z', left: null },
  ];
  expect(palletDays(stays, charged)).toBe(0 + 2 + 8);
});

test('never charges less for goods that stayed longer', () => {
  const hours = fc.integer({ min: 0, max: 3000 });
  const at = (offset: number) =>
    new Date(Date.parse('2026-01-01T00:00:00Z') + offset * 3_600_000).toISOString();
  fc.assert(
    fc.property(hours, hours, hours, fc.nat(10), (came, one, more, free) => {
      const until = { ...charged, free };
      const short = palletDays([{ came: at(came), left: at(came + one) }], until);
      expect(palletDays([{ came: at(came), left: at(came + one + more) }], until)).toBeGreaterThanOrEqual(
        short,
      );
    }),
  );
});

test('counts begun days at the cargo station after its free hours', () => {
  const noa = '2026-11-13T08:00:00Z';
  expect(stationDays(noa, '2026-11-15T08:00:00Z', 48)).toBe(0);
  expect(stationDays(noa, '2026-11-15T08:00:01Z', 48)).toBe(1);
  expect(stationDays(noa, '2026-11-18T07:00:00Z', 48)).toBe(3);
});
