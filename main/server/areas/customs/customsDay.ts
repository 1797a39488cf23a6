import type { Bill } from '@contract/bill/bill';
import type { EuRules } from '@contract/rules/lowValue';
import { dayAt } from '@contract/rules/zonedTime';
import { officeDay } from '../../core/officeClock';
import type { Reader } from '../../store/open';
import { readEuRules } from '../business/euRate';

/** True for a bill that is cleared in the United States. */
export const isAmerican = ({ clearanceType }: Pick<Bill, 'clearanceType'>): boolean =>
  clearanceType === 'us01' || clearanceType === 'us11';

/** Fields of a bill from which the day of its declaration follows. */
export type ToDeclare = Pick<Bill, 'clearanceType'> &
  Partial<Pick<Bill, 'landingAirportId' | 'declaredAt' | 'ata' | 'eta'>>;

/**
 * The day whose rates and limits apply to a bill: that of its declaration, on the clock of the landing airport. Before
 * that the declaration is expected on arrival, since customs accepts none earlier (Regulation (EU) 952/2013, art. 172);
 * never before today.
 */
export async function customsDay(db: Reader, bill: ToDeclare, now: string): Promise<string> {
  const airport = await db
    .selectFrom('airport')
    .select('timeZone')
    .where('id', '=', bill.landingAirportId ?? 0)
    .executeTakeFirst();
  const dayOf = (at: string) => (airport ? dayAt(at, airport.timeZone) : officeDay(at));
  if (bill.declaredAt) return dayOf(bill.declaredAt);
  const arrival = bill.ata ?? bill.eta;
  const today = dayOf(now);
  return arrival && dayOf(arrival) > today ? dayOf(arrival) : today;
}

/** Loads the EU rates and limits of the day on which a bill is declared. */
export const euRulesOf = async (db: Reader, bill: ToDeclare, now: string): Promise<EuRules> =>
  readEuRules(db, await customsDay(db, bill, now), officeDay(now));
