import { dayAt, dayBounds, instantOf, toWall } from '@contract/rules/zonedTime';
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

/** `YYYY-MM-DD HH:mm:ss` as the runtime formats it for a zone: in the Swedish locale. */
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

test.each(zones)('shows the clock in %s as the runtime does, at any instant', (zone) => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1960), max: Date.UTC(2060) }), (time) => {
      expect(shown(time, zone)).toBe(formats.get(zone)?.format(time));
    }),
    { numRuns: 400 },
  );
});

describe('a day with a clock change', () => {
  test.each([
    ['Europe/Amsterdam', Date.UTC(2026, 2, 29)],
    ['Europe/Amsterdam', Date.UTC(2026, 9, 25)],
    ['America/St_Johns', Date.UTC(2026, 10, 1)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
    ['Africa/Casablanca', Date.UTC(2026, 1, 15)],
    // This zone skipped a whole day.
    ['Pacific/Apia', Date.UTC(2011, 11, 30)],
  ])('is shown in %s hour by hour as by the runtime', (zone, day) => {
    for (let time = day - 24 * HOUR; time < day + 48 * HOUR; time += HOUR / 4)
      expect(shown(time, zone)).toBe(formats.get(zone)?.format(time));
  });
});

test('refuses an unknown zone or time', () => {
  expect(() => toWall('2026-11-03T00:00:00Z', 'Europe/Nowhere')).toThrow(RangeError);
  expect(() => toWall('yesterday', 'UTC')).toThrow(RangeError);
  expect(() => toWall('yesterday', 'Asia/Shanghai')).toThrow(RangeError);
});

describe('a calendar day', () => {
  test.each([
    ['Europe/Amsterdam', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['America/Los_Angeles', '2026-01-14', '2026-01-14T08:00:00Z', '2026-01-15T08:00:00Z'],
    // The clocks go forward at midnight: the day begins at one.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ])('in %s, %s lasts from %s to %s', (zone, day, from, next) => {
    expect(dayBounds(day, zone)).toEqual([from, next]);
  });

  test('contains exactly the instants that its zone assigns to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2020) / 1000, max: Date.UTC(2040) / 1000 }),
        fc.constantFrom(...zones),
        (second, zone) => {
          const at = instantOf(second * 1000);
          const [from, next] = dayBounds(dayAt(at, zone), zone);
          expect(from <= at && at < next).toBe(true);
          expect(dayAt(from, zone)).toBe(dayAt(at, zone));
          expect(dayAt(next, zone)).not.toBe(dayAt(at, zone));
        },
      ),
      { numRuns: 400 },
    );
  });
});
