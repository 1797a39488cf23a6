import { daysAfter } from '@contract/rules/usDays';
import { today } from '../../../app/zone';

/** First and last day of the month before the present one, whose books are closed next. */
export function lastMonth(): readonly [from: string, to: string] {
  const to = daysAfter(`${today().slice(0, 8)}01`, -1);
  return [`${to.slice(0, 8)}01`, to];
}
