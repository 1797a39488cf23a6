import {
  type ClaimConvention,
  type ClaimFinding,
  noticeDueOn,
  noticeRuleOf,
  noticeStage,
  suitDueOn,
} from '@contract/rules/claimClock';
import { describe, expect, test } from 'vitest';

const facts = (
  claimConvention: ClaimConvention | null,
  claimFinding: ClaimFinding | null,
  start: string | null,
) => ({
  claimConvention,
  claimFinding,
  claimStartOn: start,
});

describe('the last day of a notice', () => {
  // 13 November 2026 is a Friday.
  test.each([
    ['cmr', 'damage_visible', '2026-11-13', 'cmr_delivery', '2026-11-13'],
    ['cmr', 'shortage', '2026-11-13', 'cmr_delivery', '2026-11-13'],
    ['cmr', 'damage_hidden', '2026-11-13', 'cmr_hidden', '2026-11-21'],
    // Delivered on a Saturday: the Sundays 15 and 22 do not count.
    ['cmr', 'damage_hidden', '2026-11-14', 'cmr_hidden', '2026-11-23'],
    ['cmr', 'damage_hidden', '2026-11-15', 'cmr_hidden', '2026-11-23'],
    ['cmr', 'delay', '2026-11-13', 'cmr_delay', '2026-12-04'],
    ['cmr', 'loss', '2026-11-13', 'cmr_loss', null],
    ['montreal', 'damage_visible', '2026-11-13', 'montreal_damage', '2026-11-27'],
    ['montreal', 'damage_hidden', '2026-11-13', 'montreal_damage', '2026-11-27'],
    ['montreal', 'shortage', '2026-12-25', 'montreal_damage', '2027-01-08'],
    ['montreal', 'delay', '2026-11-13', 'montreal_delay', '2026-12-04'],
    ['montreal', 'loss', '2026-11-13', 'montreal_loss', null],
  ] as const)('by %s for %s from %s follows %s: %s', (convention, finding, start, rule, due) => {
    const given = facts(convention, finding, start);
    expect(noticeRuleOf(given)).toBe(rule);
    expect(noticeDueOn(given)).toBe(due);
  });

  test('is unknown until convention, finding and day are, and without a convention', () => {
    expect(noticeDueOn(facts(null, 'delay', '2026-11-13'))).toBeNull();
    expect(noticeDueOn(facts('cmr', null, '2026-11-13'))).toBeNull();
    expect(noticeDueOn(facts('cmr', 'delay', null))).toBeNull();
    expect(noticeDueOn(facts('none', 'delay', '2026-11-13'))).toBeNull();
  });
});

describe('the last day to bring an action', () => {
  test('is a year after delivery by road, and two years after the landing by air', () => {
    expect(suitDueOn(facts('cmr', 'damage_hidden', '2026-11-13'), null)).toBe('2027-11-13');
    expect(suitDueOn(facts('cmr', 'delay', '2024-02-29'), null)).toBe('2025-02-28');
    expect(suitDueOn(facts('montreal', 'loss', '2026-11-13'), '2026-11-10')).toBe('2028-11-10');
    expect(suitDueOn(facts('montreal', 'delay', '2026-11-13'), null)).toBe('2028-11-13');
  });

  test('of a total loss by road is counted from thirty days after taking over', () => {
    expect(suitDueOn(facts('cmr', 'loss', '2026-11-13'), null)).toBe('2027-12-13');
  });

  test('is unknown without a convention or a day', () => {
    expect(suitDueOn(facts('none', 'loss', '2026-11-13'), '2026-11-10')).toBeNull();
    expect(suitDueOn(facts('cmr', 'loss', null), null)).toBeNull();
  });
});

test('a notice is urgent for three days, late after its day, and stopped by being given or by the end of its case', () => {
  const at = (due: string | null, state: 'open' | 'processing' | 'resolved' | 'closed' = 'open') =>
    noticeStage({ noticeDueOn: due, noticeSentAt: null, state }, '2026-11-20');
  expect(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', null].map((due) => at(due))).toEqual([
    ...['late', 'soon', 'soon', 'open', 'none'],
  ]);
  expect(at('2026-11-19', 'resolved')).toBe('none');
  expect(
    noticeStage(
      { noticeDueOn: '2026-11-19', noticeSentAt: '2026-11-18T08:00:00Z', state: 'open' },
      '2026-11-20',
    ),
  ).toBe('sent');
});
