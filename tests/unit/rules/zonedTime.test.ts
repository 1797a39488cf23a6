import { toWall } from '@contract/rules/zonedTime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const zones = [
  'Asia/Shanghai',
  'Europe/Amsterdam',
  'Africa/Casablanca',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
];
const HOUR = 3_600_000;

/** `YYYY-MM-DD HH:mm:ss` as the runtime writes it for a zone: the Swedish way of writing times. */
const formats = new Map(
  [...zones, 'Pacific/Apia'].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
const two = (value: number) => String(value).padStart(2, '0');
function shown(time: number, zone: string): string {
  const { year, month, day, hour, minute, second } = toWall(time, zone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

test.each(zones)('a clock in %s shows what the runtime says, at any instant', (zone) => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1960), max: Date.UTC(2060) }), (time) => {
      expect(shown(time, zone)).toBe(formats.get(zone)?.format(time));
    }),
    { numRuns: 400 },
  );
});

describe('a day on which clocks are changed', () => {
  test.each([
    ['Europe/Amsterdam', Date.UTC(2026, 2, 29)],
    ['Europe/Amsterdam', Date.UTC(2026, 9, 25)],
    ['America/St_Johns', Date.UTC(2026, 10, 1)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
    ['Africa/Casablanca', Date.UTC(2026, 1, 15)],
    // It left out a whole day.
    ['Pacific/Apia', Date.UTC(2011, 11, 30)],
  ])('in %s is shown hour by hour as the runtime says', (zone, day) => {
    for (let time = day - 24 * HOUR; time < day + 48 * HOUR; time += HOUR / 4)
      expect(shown(time, zone)).toBe(formats.get(zone)?.format(time));
  });
});

test('what is no zone or no time is refused', () => {
  expect(() => toWall('2026-11-03T00:00:00Z', 'Europe/Nowhere')).toThrow(RangeError);
  expect(() => toWall('yesterday', 'UTC')).toThrow(RangeError);
  expect(() => toWall('yesterday', 'Asia/Shanghai')).toThrow(RangeError);
});
