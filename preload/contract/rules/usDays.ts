/** Days of the United States government, `YYYY-MM-DD`, without time zone. */

/** The time zone in which US customs counts days. */
export const US_CUSTOMS_ZONE = 'America/New_York';

const DAY = 86_400_000;
const MONDAY = 1;
const THURSDAY = 4;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekday = (time: number): number => new Date(time).getUTCDay();

/** Adds days to a day. */
export const daysAfter = (day: string, count: number): string => dayOf(timeOf(day) + count * DAY);

/** The n-th weekday of a month. */
function nth(year: number, month: number, which: number, n: number): number {
  const first = Date.UTC(year, month - 1, 1);
  return first + (((which - weekday(first) + 7) % 7) + (n - 1) * 7) * DAY;
}

/** The last Monday of May. */
function memorialDay(year: number): number {
  const last = Date.UTC(year, 4, 31);
  return last - ((weekday(last) - MONDAY + 7) % 7) * DAY;
}

/** Returns the observed date of a fixed holiday: Friday before a Saturday, Monday after a Sunday. */
function observed(year: number, month: number, day: number): number {
  const time = Date.UTC(year, month - 1, day);
  const on = weekday(time);
  return on === 6 ? time - DAY : on === 0 ? time + DAY : time;
}

/** The first year of Juneteenth as a federal holiday. */
const JUNETEENTH = 2021;

/** Returns the federal holidays (5 U.S.C. 6103) observed in a year; the next New Year's Day may be in December. */
export function federalHolidays(year: number): string[] {
  return [
    observed(year, 1, 1),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    memorialDay(year),
    ...(year >= JUNETEENTH ? [observed(year, 6, 19)] : []),
    observed(year, 7, 4),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    observed(year, 11, 11),
    nth(year, 11, THURSDAY, 4),
    observed(year, 12, 25),
  ].map(dayOf);
}

function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return federalHolidays(year).includes(day) || federalHolidays(year + 1)[0] === day;
}

/** True for a working day of CBP. */
export function isWorkingDay(day: string): boolean {
  const on = weekday(timeOf(day));
  return on !== 0 && on !== 6 && !isHoliday(day);
}

/** Adds working days to a day, which itself does not count. */
export function workingDaysAfter(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = daysAfter(found, 1);
    if (isWorkingDay(found)) left--;
  }
  return found;
}

/** Counts the working days after one day up to another; negative if the other is earlier. */
export function workingDaysBetween(from: string, to: string): number {
  const [first, last, sign] = from <= to ? [from, to, 1] : [to, from, -1];
  let count = 0;
  for (let day = first; day < last; ) {
    day = daysAfter(day, 1);
    if (isWorkingDay(day)) count++;
  }
  return count === 0 ? 0 : count * sign;
}

/** Working days after the release within which the entry summary is due (19 CFR 142.12). */
const SUMMARY_DAYS = 10;

/** Calendar days after the arrival within which an entry is due (19 CFR 142.2). */
export const ENTRY_DUE_DAYS = 15;

/** Days after the entry within which its summary can be corrected, and those before the scheduled liquidation. */
const CORRECTION_DAYS = 300;
const BEFORE_LIQUIDATION_DAYS = 15;
/** Days after the entry for which customs schedules its liquidation as a rule. */
const LIQUIDATION_DAYS = 314;

/**
 * Returns the last day of a post-summary correction: within 300 days of the entry, and up to 15 days before the
 * scheduled liquidation, whichever is earlier (CBP, general notice of 1 November 2017). A liquidation that is scheduled
 * later than usual has been extended or suspended: then only the 15 days count (general notice of 14 August 2019).
 */
export function correctionDue(entryDate: string, liquidationOn: string | null): string {
  const usual = daysAfter(entryDate, LIQUIDATION_DAYS);
  const scheduled = liquidationOn ?? usual;
  const byLiquidation = daysAfter(scheduled, -BEFORE_LIQUIDATION_DAYS);
  if (scheduled > usual) return byLiquidation;
  const byEntry = daysAfter(entryDate, CORRECTION_DAYS);
  return byEntry < byLiquidation ? byEntry : byLiquidation;
}

/** Returns the due day of the summary for goods released on a day. */
export const summaryDue = (released: string): string => workingDaysAfter(released, SUMMARY_DAYS);
/** Returns the due day of the entry for goods arrived on a day. */
export const entryDue = (arrived: string): string => daysAfter(arrived, ENTRY_DUE_DAYS);
