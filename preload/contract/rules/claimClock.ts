/**
 * Time limits for claims against a carrier. Road: CMR art. 30 and 32; air: Montreal Convention art. 31 and 35. Days are
 * `YYYY-MM-DD` at the place of delivery, and the day from which a limit runs is not counted (CMR art. 30(4), 32(1)).
 */

import { daysAfter } from './usDays';

export const claimConventions = ['cmr', 'montreal', 'none'] as const;
export type ClaimConvention = (typeof claimConventions)[number];

/**
 * Findings that set the limit. A missing part counts as damage, not as loss (Fothergill v Monarch Airlines; CMR art.
 * 30(1)): only the loss of a whole consignment needs no notice.
 */
export const claimFindings = ['damage_visible', 'damage_hidden', 'shortage', 'loss', 'delay'] as const;
export type ClaimFinding = (typeof claimFindings)[number];

/** Rules that set the last day of a notice; `…_loss` set none. */
export const noticeRules = [
  'cmr_delivery',
  'cmr_hidden',
  'cmr_delay',
  'cmr_loss',
  'montreal_damage',
  'montreal_delay',
  'montreal_loss',
] as const;
export type NoticeRule = (typeof noticeRules)[number];

/** Facts of a case that set its limits; null: not stated. */
export interface ClaimFacts {
  readonly claimConvention: ClaimConvention | null;
  readonly claimFinding: ClaimFinding | null;
  /** Day of delivery or receipt; for a delay, of being at the consignee's disposal; for a loss, of taking over. */
  readonly claimStartOn: string | null;
}

const RULES: Readonly<Record<'cmr' | 'montreal', Readonly<Record<ClaimFinding, NoticeRule>>>> = {
  cmr: {
    damage_visible: 'cmr_delivery',
    damage_hidden: 'cmr_hidden',
    shortage: 'cmr_delivery',
    loss: 'cmr_loss',
    delay: 'cmr_delay',
  },
  montreal: {
    damage_visible: 'montreal_damage',
    damage_hidden: 'montreal_damage',
    shortage: 'montreal_damage',
    loss: 'montreal_loss',
    delay: 'montreal_delay',
  },
};

/** Returns the rule for a case; undefined while its convention or finding is not stated, or without a convention. */
export const noticeRuleOf = ({ claimConvention, claimFinding }: ClaimFacts): NoticeRule | undefined =>
  claimConvention === null || claimConvention === 'none' || claimFinding === null
    ? undefined
    : RULES[claimConvention][claimFinding];

const SUNDAY = 0;
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * Adds days, without counting Sundays. Public holidays are counted, because those of the place are unknown: the result
 * is then earlier than the limit, never later.
 */
function withoutSundays(day: string, count: number): string {
  let [at, left] = [day, count];
  while (left > 0) {
    at = daysAfter(at, 1);
    if (weekday(at) !== SUNDAY) left -= 1;
  }
  return at;
}

/** Returns the last day on which notice is in time; null if there is no limit, or if it is not known yet. */
export function noticeDueOn(facts: ClaimFacts): string | null {
  const { claimStartOn: start } = facts;
  if (start === null) return null;
  switch (noticeRuleOf(facts)) {
    case 'cmr_delivery':
      return start;
    case 'cmr_hidden':
      return withoutSundays(start, 7);
    case 'cmr_delay':
    case 'montreal_delay':
      return daysAfter(start, 21);
    case 'montreal_damage':
      return daysAfter(start, 14);
    case 'cmr_loss':
    case 'montreal_loss':
    case undefined:
      return null;
  }
}

/** Adds years; 29 February becomes the 28th, the earlier day. */
function yearsAfter(day: string, years: number): string {
  const [year, rest] = [Number(day.slice(0, 4)) + years, day.slice(4)];
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${rest === '-02-29' && !leap ? '-02-28' : rest}`;
}

/** Days after taking over at which a road carrier's total loss counts as such at the earliest (CMR art. 32(1)(b)). */
const LOST_AFTER = 30;

/**
 * Returns the last day on which an action can be brought; null if it is not known. By air the two years run from the
 * arrival at the destination (Montreal art. 35), so an earlier `arrivedOn` counts.
 */
export function suitDueOn(facts: ClaimFacts, arrivedOn: string | null): string | null {
  const { claimConvention, claimFinding, claimStartOn: start } = facts;
  if (start === null || noticeRuleOf(facts) === undefined) return null;
  if (claimConvention === 'cmr')
    return yearsAfter(claimFinding === 'loss' ? daysAfter(start, LOST_AFTER) : start, 1);
  return yearsAfter(arrivedOn !== null && arrivedOn < start ? arrivedOn : start, 2);
}

/** Stage of a notice: `sent`, `late` (its day has passed), `soon` (three days or less), `open`, or `none`. */
export type NoticeStage = 'none' | 'open' | 'soon' | 'late' | 'sent';

/** Days before the last day from which a notice is urgent; the alert's default as well. */
export const NOTICE_WARNING_DAYS = 3;

/** Returns the stage of a case's notice on a day. A resolved or closed case needs none any more. */
export function noticeStage(
  found: {
    readonly noticeDueOn: string | null;
    readonly noticeSentAt: string | null;
    readonly state: 'open' | 'processing' | 'resolved' | 'closed';
  },
  today: string,
): NoticeStage {
  if (found.noticeSentAt !== null) return 'sent';
  if (found.noticeDueOn === null || found.state === 'resolved' || found.state === 'closed') return 'none';
  if (found.noticeDueOn < today) return 'late';
  return found.noticeDueOn <= daysAfter(today, NOTICE_WARNING_DAYS) ? 'soon' : 'open';
}
