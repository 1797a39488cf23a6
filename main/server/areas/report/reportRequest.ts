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
export function boundedSpan(request: ReportRequest): ReportRequest {
  const { from, to = request.now } = request;
  if (from && Date.parse(to) - Date.parse(from) > LONGEST_YEARS * 366 * DAY)
    throw refuseFields({ [request.to ? 'to' : 'from']: problem('SPAN_TOO_LONG', { years: LONGEST_YEARS }) });
  return request;
}

/** The query of a report, and its time. */
export type ReportRequest = ReportQuery & { readonly now: string; readonly node: ReportDay };
type Condition = RawBuilder<SqlBool>;

export const and = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join([...conditions], sql` and `)})`;

const among = (column: Expr, values: readonly (number | string)[] | undefined): Condition[] =>
  values ? [sql<SqlBool>`${column} in ${listed(values)}`] : [];

/** Conditions on `bill` for the common filters that are set. */
const narrowings = (request: ReportRequest): Condition[] => [
  ...among(sql`bill.customerId`, request.customerId),
  ...(request.groupId
    ? [sql<SqlBool>`bill.customerId in (select id from customer where groupId in ${listed(request.groupId)})`]
    : []),
  ...among(sql`bill.landingAirportId`, request.landingAirportId),
  ...among(sql`bill.warehouseId`, request.warehouseId),
  ...(request.toCountryId
    ? [
        sql<SqlBool>`bill.destinationId in (select id from destination where countryId in ${listed(request.toCountryId)})`,
      ]
    : []),
  ...among(sql`bill.destinationId`, request.destinationId),
  ...among(sql`bill.lastMileId`, request.lastMileId),
  ...(request.channelCode
    ? [beginsWith('bill.channelCode', channelCodeRule.normalise(request.channelCode))]
    : []),
  ...among(sql`bill.serviceId`, request.serviceId),
  ...among(sql`bill.mode`, request.mode),
];

/**
 * Bills that reports count: not removed, archived or not. Both values of the flag are listed for the indexes, which
 * begin with it.
 */
const counted = sql<SqlBool>`bill.removedAt is null and bill.archived in (0, 1)`;

/** Conditions on `bill`: counted, and within the common filters, at any time. */
export const ofBills = (request: ReportRequest): Condition => and([counted, ...narrowings(request)]);

/** True if the report is filtered to some bills. */
export const isNarrowed = (request: ReportRequest): boolean => narrowings(request).length > 0;

/** Condition that a time is within the requested span. */
export const isWithinSpan = ({ from, to }: Pick<ReportRequest, 'from' | 'to'>, time: Expr): Condition =>
  and([...(from ? [sql<SqlBool>`${time} >= ${from}`] : []), ...(to ? [sql<SqlBool>`${time} <= ${to}`] : [])]);

/** Column of `bill` by whose days the report selects. */
export const billTime = ({ node }: ReportRequest): Expr =>
  sql.ref(`bill.${isOneOf(billDays, node) ? node : 'createdAt'}`);

/** Conditions on `bill`: counted, within the common filters, and within the requested days. */
export const requestedBills = (request: ReportRequest): Condition =>
  and([ofBills(request), isWithinSpan(request, billTime(request))]);

/** The preceding span of the same length; undefined where the span has no beginning. */
export function spanBefore(request: ReportRequest): ReportRequest | undefined {
  const { from, to = request.now } = request;
  if (!from) return undefined;
  const start = Date.parse(from);
  const length = Date.parse(to) - start;
  return { ...request, from: instantOf(start - length - 1000), to: instantOf(start - 1000) };
}

const zoneOf = ({ zone }: ReportRequest) => zone ?? officeZone();

/** Length of periods: as requested, else days within a month, weeks within half a year. */
export function grainOf(request: ReportRequest): Grain {
  if (request.grain) return request.grain;
  if (!request.from) return 'month';
  const days = (Date.parse(request.to ?? request.now) - Date.parse(request.from)) / DAY;
  return days <= 32 ? 'day' : days <= 185 ? 'week' : 'month';
}

/** Minutes by which a clock is ahead of UTC. */
function aheadOf(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = toWall(time, zone);
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - time) / 60_000);
}

/** Clock changes of the reader's time zone, with the offset until then: two years back without a span. */
function offsets(request: ReportRequest): { until: string | null; minutes: number }[] {
  const zone = zoneOf(request);
  const end = Date.parse(request.to ?? request.now) + 2 * DAY;
  const start = request.from ? Date.parse(request.from) : end - 730 * DAY;
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
export function periodOf(request: ReportRequest, time: Expr): Expr {
  const changes = offsets(request);
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
  const starts = STARTS[grainOf(request)].map((part) => sql`, ${sql.lit(part)}`);
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

/** First day, on the reader's clock, of the day, week or month of a known time. */
export const periodAt = (request: ReportRequest, at: string): string =>
  periodStart(dayAt(at, zoneOf(request)), grainOf(request));

/** First days of all periods in the span; empty if it has no beginning. */
export function periodsOf(request: ReportRequest): string[] {
  if (!request.from) return [];
  const zone = zoneOf(request);
  const grain = grainOf(request);
  const last = dayAt(request.to ?? request.now, zone);
  const found: string[] = [];
  for (let day = periodStart(dayAt(request.from, zone), grain); day <= last; ) {
    found.push(day);
    const next = Date.parse(day) + (grain === 'month' ? 32 : grain === 'week' ? 7 : 1) * DAY;
    day = periodStart(dayText(next), grain);
  }
  return found;
}

/** Start of the reader's day, and of the next one. */
export const todayOf = (request: ReportRequest) =>
  dayBounds(dayAt(request.now, zoneOf(request)), zoneOf(request));
