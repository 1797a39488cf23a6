import {
  dayText,
  finishTime,
  instantIn,
  judgeDateOrder,
  readDate,
  readTime,
  typedTime,
  wallText,
} from '@contract/importing/timeText';
import { instantsAt, occursTwice } from '@contract/rules/zonedTime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { long } from '../../support/long';

const runs = long ? 50_000 : 500;

function read(text: string, order: 'DMY' | 'MDY' = 'DMY'): string {
  const found = readTime(text, order);
  if ('code' in found) return found.code;
  return found.instant ?? (found.timed ? wallText(found.wall) : dayText(found.wall));
}

describe('a date or time in a file', () => {
  test.each([
    ['03/11/2026 08:15', '2026-11-03T08:15:00'],
    ['3/11/26 8:05', '2026-11-03T08:05:00'],
    ['03-11-2026 08:15:30', '2026-11-03T08:15:30'],
    ['03.11.2026', '2026-11-03'],
    ['2026-11-03 08:15', '2026-11-03T08:15:00'],
    ['2026-11-03T08:15:30', '2026-11-03T08:15:30'],
    ['2026/11/3 8:15', '2026-11-03T08:15:00'],
    ['2026-11-03', '2026-11-03'],
    ['20261103', '2026-11-03'],
    ['20261103 08:15', '2026-11-03T08:15:00'],
    ['2026年11月3日', '2026-11-03'],
    ['2026年11月3日 08:15', '2026-11-03T08:15:00'],
    ['2026年11月3日 下午 3:15', '2026-11-03T15:15:00'],
    ['3-Nov-26', '2026-11-03'],
    ['03 nov 2026 08:15', '2026-11-03T08:15:00'],
    ['03/11/2026 12:05 AM', '2026-11-03T00:05:00'],
    ['03/11/2026 12:05 pm', '2026-11-03T12:05:00'],
    ['2026-11-03T08:15:00Z', '2026-11-03T08:15:00Z'],
    ['2026-11-03T08:15:00.250Z', '2026-11-03T08:15:00Z'],
    ['2026-11-03 08:15+01:00', '2026-11-03T07:15:00Z'],
    ['2026-11-03 08:15 -0500', '2026-11-03T13:15:00Z'],
    ['29/02/2028', '2028-02-29'],
  ])('is read: %s', (text, expected) => expect(read(text)).toBe(expected));

  test.each([
    '31/02/2026',
    '11/31/2026 08:15',
    '29/02/2026',
    '08:15',
    '03-Nov',
    '2026-13-01',
    '2026-00-10',
    '03/11/2026 24:00',
    '03/11/2026 08:60',
    '1/2',
    'tomorrow',
    '03/11/2026 13:00 AM',
    '03/11-2026',
    '2026-11-03 08',
  ])('is refused: %s', (text) => expect(read(text)).toBe('DATE_INVALID'));

  test.each(['03/11/1999', '2101-01-01', '0026-11-03'])('is refused for its implausible year: %s', (text) =>
    expect(read(text)).toBe('DATE_YEAR'),
  );

  test.each(['26/11/03', '26-11-03', '26.1.03', '31/12/15 08:30'])(
    'is ambiguous when the short year of %s may be first or last',
    (text) => expect(read(text)).toBe('DATE_YEAR_SHORT'),
  );

  test.each([
    ['25/11/26', '2026-11-25'],
    ['13/11/19', '2019-11-13'],
    ['26/11/2003', '2003-11-26'],
  ])('is read with the short year of %s last', (text, day) => expect(read(text)).toBe(day));

  test('has the month first only when that is selected', () => {
    expect(read('11/03/2026', 'MDY')).toBe('2026-11-03');
    expect(read('31/12/2026', 'MDY')).toBe('DATE_INVALID');
    expect(read('2026-11-03', 'MDY')).toBe('2026-11-03');
  });

  test('gives a time or a problem for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-/.: 0-9TZ+APM年月日]{0,24}$/)), (text) => {
        expect(read(text)).toMatch(/^(DATE_INVALID|DATE_YEAR|\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?)$/);
      }),
      { numRuns: runs },
    );
  });
});

describe('the time zone of a file', () => {
  test('turns a wall time into the instant that its clock shows', () => {
    expect(finishTime('2026-11-03T07:50:00', 'Europe/Amsterdam')).toBe('2026-11-03T06:50:00Z');
    expect(finishTime('2026-07-03T07:50:00', 'Europe/Amsterdam')).toBe('2026-07-03T05:50:00Z');
    expect(finishTime('2026-11-03T02:40:00', 'Asia/Shanghai')).toBe('2026-11-02T18:40:00Z');
  });

  test('has a message for a skipped hour, and asks which of a repeated one is meant', () => {
    expect(finishTime('2026-03-29T02:30:00', 'Europe/Amsterdam')).toEqual({ code: 'TIME_SKIPPED' });
    expect(finishTime('2026-10-25T03:00:00', 'Europe/Amsterdam')).toBe('2026-10-25T02:00:00Z');
    for (const [wall, zone, instants] of [
      ['2026-10-25T02:30:00', 'Europe/Amsterdam', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']],
      ['2026-11-01T01:15:20', 'America/Chicago', ['2026-11-01T06:15:20Z', '2026-11-01T07:15:20Z']],
      ['2026-04-05T01:45:00', 'Australia/Lord_Howe', ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z']],
    ] as const) {
      const found = finishTime(wall, zone);
      expect(found).toMatchObject({ code: 'TIME_TWICE' });
      const { params = {} } = typeof found === 'string' ? {} : found;
      // The two texts in the message give the same instants in any order of day, month and year.
      for (const order of ['DMY', 'MDY', 'YMD'] as const)
        expect([params.first, params.second].map((text) => readTime(String(text), order))).toMatchObject(
          instants.map((instant) => ({ instant })),
        );
      for (const instant of instants) {
        const typed = readTime(typedTime(instant, zone), 'DMY');
        expect(typed).toMatchObject({ instant: instant.replace(/:20Z$/, ':00Z') });
      }
    }
    expect(typedTime('2026-10-25T02:30:00Z', 'Europe/Amsterdam')).toBe('25/10/2026 03:30');
  });

  test('gives the same with remembered offsets', () => {
    const zones = fc.constantFrom(
      'Europe/Amsterdam',
      'America/Chicago',
      'Asia/Shanghai',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
    );
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: 4_102_444_800 }), zones, (seconds, zone) => {
        const date = new Date(seconds * 1000);
        const wall = {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: date.getUTCSeconds(),
        };
        const [first, second] = instantsAt(wall, zone);
        expect(instantIn(wall, zone)).toEqual(
          second === undefined
            ? (first ?? { code: 'TIME_SKIPPED' })
            : expect.objectContaining({ code: 'TIME_TWICE' }),
        );
        for (const instant of [first, second])
          if (instant) expect(occursTwice(instant, zone)).toBe(second !== undefined);
      }),
      { numRuns: runs },
    );
  });
});

describe('the date order of a column', () => {
  const open = ['03/11/2026', '04/05/2026'];
  const many = Array.from({ length: 30 }, (_, at) => `${(at % 12) + 13}/11/2026`);
  test.each([
    [['03/11/2026', '25/12/2026'], { order: 'DMY', examples: ['03/11/2026'] }],
    [['03/11/2026', '12/25/2026'], { order: 'MDY', examples: ['03/11/2026'] }],
    [['26-11-2026 10:00'], { order: 'DMY', examples: [] }],
    [open, { order: 'open', examples: open }],
    [['2026-11-05', '5 Nov 2026', '05.11.2026'], { order: 'DMY', examples: [] }],
    [['2026-11-25'], { order: null, examples: [] }],
    [['11/11/2026'], { order: null, examples: [] }],
    [['25/12/2026', '12/25/2026', '03/11/2026'], { order: 'open', isMixed: true }],
    [[...many, '11/16/2026', '03/11/2026'], { order: 'DMY', isMixed: false }],
    [['11/5/2026 8:30 AM', '11/6/2026 3:15:00 PM'], { order: 'open', byHalves: true }],
    [['\u200b05/11/2026\u00a008:30'], { order: 'open' }],
    [[], { order: null, examples: [] }],
  ])('is found in %j', (texts, expected) => expect(judgeDateOrder(texts)).toMatchObject(expected));

  test('is required only for the dates that need it', () => {
    expect(readDate('05/11/2026', 'open')).toEqual({
      code: 'DATE_TWO_WAYS',
      params: { value: '05/11/2026' },
    });
    const days = ['25/11/2026', '11/25/2026', '2026-11-25', '25.11.2026'].map((text) =>
      readDate(text, 'open'),
    );
    for (const day of days) expect(day).toMatchObject({ wall: { month: 11, day: 25 } });
    expect(readDate('11/11/2026', 'open')).toMatchObject({ wall: { month: 11, day: 11 } });
  });
});

describe('a two-digit year in front', () => {
  test.each([
    // No shipment is from 2005: the year is first.
    [['26/11/05', '26/11/06'], { order: 'YMD' }],
    [['26.11.05 08:30', '26.11.06 09:00'], { order: 'YMD' }],
    [['26/11/05', '26/11/21'], { order: 'YMD' }],
    // 26 November 2021, or 21 November 2026.
    [['26/11/21', '27/11/20'], { order: 'open', choices: ['DMY', 'YMD'], isMixed: false }],
    // One of the parts must be a day.
    [['26/11/21', '05/11/21'], { order: 'DMY' }],
    [['26/11/26', '25/11/26', '03/11/26'], { order: 'DMY' }],
    // The same day in both orders.
    [['26/11/26'], { order: 'DMY', examples: [] }],
    [['26/11/05', '05/11/2026'], { order: 'open', isMixed: true }],
  ])('is recognised in %j', (texts, expected) => expect(judgeDateOrder(texts)).toMatchObject(expected));

  test('is read in that order, only where the date may have it', () => {
    const dayOf = (text: string, order: 'YMD' | 'DMY' | 'open') => {
      const found = readDate(text, order);
      return 'code' in found ? found.code : dayText(found.wall);
    };
    expect(dayOf('26/11/05', 'YMD')).toBe('2026-11-05');
    expect(dayOf('26/11/05 08:30', 'YMD')).toBe('2026-11-05');
    expect(dayOf('26/11/21', 'YMD')).toBe('2026-11-21');
    expect(dayOf('26/11/21', 'DMY')).toBe('2021-11-26');
    expect(dayOf('26/11/21', 'open')).toBe('DATE_TWO_WAYS');
    expect(dayOf('26/11/05', 'open')).toBe('2026-11-05');
    expect(dayOf('26/11/05', 'DMY')).toBe('DATE_YEAR_SHORT');
    expect(dayOf('05/11/2026', 'YMD')).toBe('DATE_TWO_WAYS');
    expect(dayOf('2026-11-05', 'YMD')).toBe('2026-11-05');
  });
});

describe('times as partners write them', () => {
  test.each([
    '5 nov. 2026 8:30',
    '5. November 2026 08:30',
    '5 novembre 2026 08:30',
    '5 listopada 2026 08:30',
    '05NOV2026/0830',
    '20261105T083000',
    '08:30 05/11/2026',
    '05/11/2026 8:30 a.m.',
    '2026年11月5日8时30分',
    '2026-11-05 8：30',
    '２０２６／１１／０５　０８：３０',
    '2026-11-05\u00a008:30',
    '\u200b2026-11-05 08:30',
    '05NOV26 0830',
    'Nov 5, 2026 8:30 AM',
    '5 november 2026 08:30',
    'Thu 05/11/2026 08:30',
    '05/11/2026, 08:30',
    '05/11/2026 - 08:30',
    '05/11/2026 08h30',
    '05/11/2026 8:30h',
    '5.11.2026 8.30',
    '20261105083000',
  ])('are read: %s', (text) => {
    const wall = { year: 2026, month: 11, day: 5, hour: 8, minute: 30, second: 0 };
    expect(readTime(text, 'DMY')).toMatchObject({ wall, timed: true });
  });
  test.each([
    ['5 mei 2026', 5],
    ['5 Mai 2026', 5],
    ['5 okt 2026', 10],
    ['5. Dez. 2026', 12],
    ['5 août 2026', 8],
    ['5 janvier 2026', 1],
    ['5 juin 2026', 6],
    ['5 juillet 2026', 7],
    ['5 März 2026', 3],
    ['5 maart 2026', 3],
    ['5 maj 2026', 5],
  ])('are read by month: %s is %d', (text, month) =>
    expect(readTime(text, 'DMY')).toMatchObject({ wall: { month, day: 5 } }),
  );
  test('are read with a named zone', () =>
    expect(readTime('2026-11-05 08:30 CET', 'DMY')).toMatchObject({ instant: '2026-11-05T07:30:00Z' }));
  test('have the day first with points, whatever the file', () => {
    expect(readTime('05.11.2026 08:30', 'MDY')).toMatchObject({ wall: { month: 11, day: 5 } });
    expect(judgeDateOrder(['05/11/2026', '05.11.2026'])).toMatchObject({ order: 'DMY' });
  });
  test.each([
    ['46331', '2026-11-05'],
    ['46331.354166667', '2026-11-05 08:30'],
    ['46331,5', '2026-11-05 12:00'],
  ])('of a spreadsheet are offered for its number: %s', (text, expected) =>
    expect(readTime(text, 'DMY')).toMatchObject({ code: 'DATE_SERIAL', params: { expected } }),
  );
  test.each(['05/11/2026 08:30-10:30', '2026-11-05 08:30 -10:30', '5.11.2026 8:30-1000'])(
    'are refused for a span of time: %s',
    (text) => expect(readTime(text, 'DMY')).toMatchObject({ code: 'DATE_INVALID' }),
  );
  test.each([
    ['2026-11-05 08:30:00-05:00', '2026-11-05T13:30:00Z'],
    ['2026-11-05T08:30-05:00', '2026-11-05T13:30:00Z'],
    ['2026-11-05 08:30 -0500', '2026-11-05T13:30:00Z'],
  ])('are read with an offset behind UTC: %s', (text, instant) =>
    expect(readTime(text, 'DMY')).toMatchObject({ instant }),
  );
  test.each(['0830', '12345', 'TBA', '2026-11-05 24:00', '12345678'])('are refused: %s', (text) =>
    expect(readTime(text, 'DMY')).toHaveProperty('code'),
  );
});
