import type { BackupSchedule } from '@contract/backup';
import { dayAt, toWall } from '@contract/rules/zonedTime';
import { describe, expect, test } from 'vitest';
import { isDue } from '../../../main/server/areas/monitor/watch';
import { nextTurn } from '../../../main/server/areas/report/schedule';
import { nextTime } from '../../../main/server/core/officeClock';
import { lastTurn } from '../../../main/server/store/backupTurn';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Nights on which the clocks change, and places where they do so at another hour or by another step. */
const NIGHTS = [
  ['Europe/Brussels', '2027-03-28'],
  ['Europe/Brussels', '2027-10-31'],
  ['Europe/London', '2027-03-28'],
  ['Atlantic/Azores', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Africa/Cairo', '2027-04-30'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['America/Santiago', '2027-09-05'],
] as const;
const TIMES = ['00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '03:00', '23:30'];
const table = NIGHTS.flatMap(([zone, day]) => TIMES.map((time) => ({ zone, day, time })));

/** Every fifth minute of the day of a change and of the days beside it, in a zone. */
function* minutesAround(day: string, zone: string): Generator<number> {
  const middle = Date.parse(day);
  for (let at = middle - 3 * DAY; at <= middle + 4 * DAY; at += 5 * MINUTE) {
    const here = dayAt(at, zone);
    if (here >= dayBefore(day) && here <= dayAfter(day)) yield at;
  }
}
const shifted = (day: string, by: number) => new Date(Date.parse(day) + by).toISOString().slice(0, 10);
const dayBefore = (day: string) => shifted(day, -DAY);
const dayAfter = (day: string) => shifted(day, DAY);
const threeDays = (day: string) => [dayBefore(day), day, dayAfter(day)];

test('the table has nights whose hour is skipped, and nights whose hour comes twice', () => {
  const hours = NIGHTS.map(([zone, day]) => {
    const found = [...minutesAround(day, zone)].filter((at) => dayAt(at, zone) === day);
    return (found.length * 5) / 60;
  });
  expect(hours).toEqual([23, 25, 23, 25, 23, 25, 23, 23.5, 24.5, 23]);
  expect(toWall('2027-03-28T01:30:00Z', 'Europe/Brussels')).toMatchObject({ hour: 3, minute: 30 });
});

describe.each(table)('at $time in $zone around $day', ({ zone, day, time }) => {
  test('a report is sent once a day', () => {
    const daily = { frequency: 'daily', weekdays: [], sendTime: time } as const;
    const sent: string[] = [];
    let next: string | null = null;
    for (const at of minutesAround(day, zone)) {
      next ??= nextTurn(daily, at - MINUTE, zone);
      if (next === null || Date.parse(next) > at) continue;
      sent.push(dayAt(at, zone));
      next = nextTurn(daily, at, zone);
    }
    expect(sent).toEqual(threeDays(day));
  });

  test('alerts are sent once a day', () => {
    const rule = { frequency: 'daily', sendTime: time } as const;
    const sent: string[] = [];
    let triggeredAt = '2027-01-01T00:00:00Z';
    for (const now of minutesAround(day, zone)) {
      if (!isDue(rule, [{ triggeredAt }], { now, zone })) continue;
      // The next match appears in the same minute, so it waits for a day.
      if (triggeredAt > '2027-01-02') sent.push(dayAt(now, zone));
      triggeredAt = new Date(now + 1000).toISOString();
    }
    expect(sent).toEqual(threeDays(day).slice(-sent.length));
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(3);
  });

  test('a backup is made once a day, and once a week', () => {
    const turns = (schedule: BackupSchedule) => {
      const found = [...minutesAround(day, zone)].map((at) => lastTurn(schedule, at, zone) ?? 0);
      // A turn that goes back would be made a second time, or hide one that was missed.
      expect(found).toEqual([...found].sort((a, b) => a - b));
      return [...new Set(found)].map((at) => dayAt(at, zone)).filter((one) => one >= dayBefore(day));
    };
    expect(turns({ every: 'day', time, weekday: 0, keep: 7 })).toEqual(threeDays(day));
    const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => turns({ every: 'week', time, weekday, keep: 7 }));
    expect(weekly.flat().sort()).toEqual(threeDays(day));
  });

  test('an email about a truck that was prepared at any minute goes out within a day, at its time', () => {
    for (const at of minutesAround(day, zone)) {
      const due = nextTime(time, at, zone);
      expect(due).toBeGreaterThanOrEqual(at);
      expect(due - at).toBeLessThanOrEqual(25 * 60 * MINUTE);
      const { hour, minute } = toWall(due, zone);
      const shown = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
      if (shown !== time) expect(dayAt(due, zone)).toBe(day);
    }
  });
});
