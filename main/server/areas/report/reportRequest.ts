import { problem } from '@contract/errors';
import { isOneOf } from '@contract/names';
import { billDays, type Grain, type ReportDay, type ReportQuery } from '@contract/report/report';
import { channelCodeRule } from '@contract/rules/codes';
import { dayAt, dayBounds, instantOf, toWall } from '@contract/rules/zonedTime';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { officeZone } from '../../core/officeClock';
import { refuseFields } from '../../core/refusal';
import { beginsWith, listed } from '../../store/dialect';
import type { Expr } from './formulas';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Maximum years of a span with a first day: the work grows with its days. */
const LONGEST_YEARS = 10;

/** Refuses a longer span, from its first day to its last or to now. */
export function boundedSpan(asked: ReportRequest): ReportRequest {
  const { from, to = asked.now } = asked;
  if (from && Date.parse(to) - Date.parse(from) > LONGEST_YEARS * 366 * DAY)
    throw refuseFields({ [asked.to ? 'to' : 'from']: problem('SPAN_TOO_LONG', { years: LONGEST_YEARS }) });
  return asked;
}

/** The query of a report, and its time. */
export type ReportRequest = ReportQuery & { readonly now: string; readonly node: ReportDay };
type Condition = RawBuilder<SqlBool>;

export const and = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;

const among = (column: Expr, values: readonly (number | string)[] | undefined): Condition[] =>
  values ? [sql<SqlBool>`${column} in ${listed(values)}`] : [];

/** Conditions on `bill` for the common filters that are set. */
const narrowings = (asked: ReportRequest): Condition[] => [
  ...among(sql`bill.customerId`, asked.customerId),
  ...(asked.groupId
    ? [sql<SqlBool>`bill.customerId in (select id from customer where groupId in ${listed(asked.groupId)})`]
    : []),
  ...among(sql`bill.landingAirportId`, asked.landingAirportId),
  ...among(sql`bill.warehouseId`, asked.warehouseId),
  ...(asked.toCountryId
    ? [
        sql<SqlBool>`bill.destinationId in (select id from destination where countryId in ${listed(asked.toCountryId)})`,
      ]
    : []),
  ...among(sql`bill.destinationId`, asked.destinationId),
  ...among(sql`bill.lastMileId`, asked.lastMileId),
  ...(asked.channelCode
    ? [beginsWith('bill.channelCode', channelCodeRule.normalise(asked.channelCode))]
    : []),
  ...among(sql`bill.serviceId`, asked.serviceId),
  ...among(sql`bill.mode`, asked.mode),
];

/**
 * Bills that reports count: not removed, archived or not. Both values of the flag are listed for the indexes, which
 * begin with it.
 */
const counted = sql<SqlBool>`bill.removedAt is null and bill.archived in (0, 1)`;

/** Conditions on `bill`: counted, and within the common filters, at any time. */
export const ofBills = (asked: ReportRequest): Condition => and([counted, ...narrowings(asked)]);

/** True if the report is filtered to some bills. */
export const isNarrowed = (asked: ReportRequest): boolean => narrowings(asked).length > 0;

/** Condition that a time is within the requested span. */
export const isWithinSpan = ({ from, to }: Pick<ReportRequest, 'from' | 'to'>, time: Expr): Condition =>
  and([...(from ? [sql<SqlBool>`${time} >= ${from}`] : []), ...(to ? [sql<SqlBool>`${time} <= ${to}`] : [])]);

/** Column of `bill` by whose days the report selects. */
export const billTime = ({ node }: ReportRequest): Expr =>
  sql.ref(`bill.${isOneOf(billDays, node) ? node : 'createdAt'}`);

/** Conditions on `bill`: counted, within the common filters, and within the requested days. */
export const askedBills = (asked: ReportRequest): Condition =>
  and([ofBills(asked), isWithinSpan(asked, billTime(asked))]);

/** The preceding span of the same length; undefined where the span has no beginning. */
export function spanBefore(asked: ReportRequest): ReportRequest | undefined {
  const { from, to = asked.now } = asked;
  if (!from) return undefined;
  const start = Date.parse(from);
  const length = Date.parse(to) - start;
  return { ...asked, from: instantOf(start - length - 1000), to: instantOf(start - 1000) };
}

const zoneOf = ({ zone }: ReportRequest) => zone ?? officeZone();

/** Length of periods: as requested, else days within a month, weeks within half a year. */
export function grainOf(asked: ReportRequest): Grain {
  if (asked.grain) return asked.grain;
  if (!asked.from) return 'month';
  const days = (Date.parse(asked.to ?? asked.now) - Date.parse(asked.from)) / DAY;
  return days <= 32 ? 'day' : days <= 185 ? 'week' : 'month';
}

/** Minutes by which a clock is ahead of UTC. */
function aheadOf(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = toWall(time, zone);
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - time) / 60_000);
}

/** Clock changes of the reader's time zone, with the offset until then: two years back without a span. */
function offsets(asked: ReportRequest): { until: string | null; minutes: number }[] {
  const zone = zoneOf(asked);
  const end = Date.parse(asked.to ?? asked.now) + 2 * DAY;
  const start = asked.from ? Date.parse(asked.from) : end - 730 * DAY;
  const found: { until: string | null; minutes: number }[] = [];
  let minutes = aheadOf(start, zone);
  for (let day = start; day < end; day += DAY) {
    const next = aheadOf(day + DAY, zone);
    if (next === minutes) continue;
    let [low, high] = [day, day + DAY];
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000;
      if (middle <= low) break;
      if (aheadOf(middle, zone) === minutes) low = middle;
      else high = middle;
    }
    found.push({ until: instantOf(high), minutes });
    minutes = next;
  }
  return [...found, { until: null, minutes }];
}

const STARTS = { day: [], week: ['weekday 0', '-6 days'], month: ['start of month'] } as const;

/** First day, on the reader's clock, of the day, week or month of a time. */
export function periodOf(asked: ReportRequest, time: Expr): Expr {
  const changes = offsets(asked);
  const ahead = sql.join(
    changes.map(({ until, minutes }) =>
      until === null
        ? sql`else ${`${minutes} minutes`}`
        : sql`when ${time} < ${until} then ${`${minutes} minutes`}`,
    ),
    sql` `,
  );
  const [last] = changes.slice(-1);
  const shift = changes.length > 1 ? sql`case ${ahead} end` : sql`${`${last?.minutes ?? 0} minutes`}`;
  const starts = STARTS[grainOf(asked)].map((part) => sql`, ${sql.lit(part)}`);
  return sql`date(${time}, ${shift}${sql.join(starts, sql``)})`;
}

/** First day of a day's week or month, or the day itself. */
function periodStart(day: string, grain: Grain): string {
  if (grain === 'month') return `${day.slice(0, 8)}01`;
  if (grain === 'day') return day;
  const at = Date.parse(day);
  return dayText(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY);
}
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** First days of all periods in the span; empty if it has no beginning. */
export function periodsOf(asked: ReportRequest): string[] {
  if (!asked.from) return [];
  const zone = zoneOf(asked);
  const grain = grainOf(asked);
  const last = dayAt(asked.to ?? asked.now, zone);
  const found: string[] = [];
  for (let day = periodStart(dayAt(asked.from, zone), grain); day <= last; ) {
    found.push(day);
    const next = Date.parse(day) + (grain === 'month' ? 32 : grain === 'week' ? 7 : 1) * DAY;
    day = periodStart(dayText(next), grain);
  }
  return found;
}

/** Start of the reader's day, and of the next one. */
export const todayOf = (asked: ReportRequest) => dayBounds(dayAt(asked.now, zoneOf(asked)), zoneOf(asked));
