import { daySpans, daysOf, spansOf, withoutSpans } from '@contract/rules/daySpans';
import { describe, expect, test } from 'vitest';

describe('date ranges', () => {
  test.each([
    ['today', '2026-02-28', '2026-02-28', '2026-02-28'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last7Days', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['next7Days', '2026-12-30', '2026-12-30', '2027-01-05'],
    // A Sunday ends the week that began on its Monday.
    ['thisWeek', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['thisWeek', '2026-03-02', '2026-03-02', '2026-03-08'],
    ['lastWeek', '2026-03-02', '2026-02-23', '2026-03-01'],
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['thisQuarter', '2026-05-31', '2026-04-01', '2026-06-30'],
    ['thisQuarter', '2026-12-31', '2026-10-01', '2026-12-31'],
    ['thisYear', '2026-05-31', '2026-01-01', '2026-12-31'],
  ] as const)('mean %s seen from %s', (span, today, from, to) => {
    expect(daysOf(span, today)).toEqual([from, to]);
  });

  test('in the future are offered where a day may be in the future', () => {
    expect(spansOf('eta')).toEqual(daySpans);
    expect(spansOf('createdAt')).not.toContain('next7Days');
    expect(spansOf('createdAt')).toContain('thisYear');
  });

  test('are requested from a list as their days, on the clock of the reader', () => {
    const query = {
      keyword: '112',
      state: ['paid'],
      validTo: { span: 'thisMonth', of: 'date' },
      eta: { span: 'today', of: 'dateTime' },
    };
    expect(withoutSpans(query, '2026-11-22', 'Asia/Shanghai')).toEqual({
      ...{ keyword: '112', state: ['paid'], validToFrom: '2026-11-01', validToTo: '2026-11-30' },
      ...{ etaFrom: '2026-11-21T16:00:00Z', etaTo: '2026-11-22T15:59:59Z' },
    });
    // The day on which the clocks go back has 25 hours.
    expect(withoutSpans({ eta: query.eta }, '2026-10-25', 'Europe/Brussels')).toEqual({
      ...{ etaFrom: '2026-10-24T22:00:00Z', etaTo: '2026-10-25T22:59:59Z' },
    });
  });

  test('stay unchanged when they are no range', () => {
    const query = { eta: { span: 'someday', of: 'dateTime' }, etaFrom: '2026-11-01T00:00:00Z' };
    expect(withoutSpans(query, '2026-11-22', 'UTC')).toBe(query);
  });
});
