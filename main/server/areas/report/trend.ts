import type { TileAnswer } from '@contract/report/report';
import { trendReport } from '@contract/report/trend';
import { FREE_HOURS } from '@contract/rules/lateness';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';
import {
  asHours,
  asShare,
  breathe,
  durationTile,
  hoursTile,
  kilosOf,
  percentOf,
  secondsBetween,
  spreadBy,
  spreadsOf,
  unscaled,
} from './formulas';
import { pointsOf, reportHandlers } from './report';
import { billTime, periodOf, type ReportRequest, requestedBills, spanBefore } from './reportRequest';

const TOP = 10;
const RELEASE_HOURS = 24;
const clearance = secondsBetween(sql`bill.ata`, sql`bill.clearanceReleasedAt`);
const endToEnd = secondsBetween(sql`bill.ata`, sql`bill.podAt`);
const inTime = sql`${endToEnd} <= service.slaHours * 3600`;
const judged = sql`(${endToEnd} + service.slaHours)`;
const bills = (request: ReportRequest) =>
  sql`bill where ${billTime(request)} is not null and ${requestedBills(request)}`;

/** Started days for which the cargo station charges storage: from the end of its free time to the pickup. */
const storageDays = sql`max(0, (unixepoch(bill.pickupAt) - unixepoch(bill.noaAt)
  - coalesce(cargoStation.freeHours, ${FREE_HOURS}) * 3600 + 86399) / 86400)`;

interface Volume {
  readonly bills: number;
  readonly parcels: number;
  readonly weight: number;
  readonly inTime: number;
  readonly judged: number;
}
interface Period {
  /** First day of the period. */
  readonly period: string;
  readonly bills: number;
  readonly parcels: number;
  /** In thousandths of a percent. */
  readonly onTime: number | null;
  /** In thousandths of an hour. */
  readonly clearance: number | null;
}
const NOTHING: Volume = { bills: 0, parcels: 0, weight: 0, inTime: 0, judged: 0 };

async function volumeOf(db: Reader, request: ReportRequest): Promise<Volume> {
  await breathe();
  const { rows } = await sql<Volume>`
    select count(*) as bills, coalesce(sum(bill.packageCount), 0) as parcels, coalesce(sum(bill.weight), 0) as weight,
      coalesce(sum(${inTime}), 0) as inTime, count(${judged}) as judged
    from bill join service on service.id = bill.serviceId
    where ${billTime(request)} is not null and ${requestedBills(request)}`.execute(db);
  return rows[0] ?? NOTHING;
}

/**
 * Share of parcels that customs released within a day of landing; the end of that day is calculated once for each bill.
 */
async function releaseRate(db: Reader, request: ReportRequest): Promise<TileAnswer> {
  await breathe();
  const { rows } = await sql<{ known: number; soon: number; unknown: number }>`
    with asked as materialized (
      select bill.id, bill.ata, strftime('%Y-%m-%dT%H:%M:%SZ', bill.ata, ${`+${RELEASE_HOURS} hours`}) as dayEnd
      from bill where ${requestedBills(request)}
    )
    select count(asked.ata) as known, count(case when parcel.releasedAt <= asked.dayEnd then 1 end) as soon,
      count(case when asked.ata is null then 1 end) as unknown
    from asked join parcel on parcel.billId = asked.id`.execute(db);
  const { known = 0, soon = 0, unknown = 0 } = rows[0] ?? {};
  return { value: percentOf(soon, known), noData: unknown };
}

/** Business over time: bills of a span by period. */
export const trendReportHandlers = reportHandlers('reportTrend', trendReport, {
  few: true,
  rows: (request) => {
    const period = periodOf(request, billTime(request));
    return sql`
      select volume.*, ${asHours(sql`cleared.median`)} as clearance, ${asHours(sql`cleared.p90`)} as clearance90,
        ${asHours(sql`done.median`)} as endToEnd, ${asHours(sql`done.p90`)} as endToEnd90
      from (
        select min(bill.id) as id, ${period} as period, count(*) as bills, sum(bill.packageCount) as parcels,
          sum(bill.weight) as weight, ${asShare(sql`sum(${inTime})`, sql`count(${judged})`)} as onTime
        from bill join service on service.id = bill.serviceId
        where ${billTime(request)} is not null and ${requestedBills(request)} group by 2
      ) as volume
        join (${spreadBy(period, clearance, bills(request))}) as cleared on cleared.key = volume.period
        join (${spreadBy(period, endToEnd, bills(request))}) as done on done.key = volume.period`;
  },

  tiles: async ({ db, request }) => {
    const earlier = spanBefore(request);
    const [is, was] = [await volumeOf(db, request), earlier ? await volumeOf(db, earlier) : undefined];
    const { storageTime, ...times } = await spreadsOf(
      db,
      {
        clearance,
        clearanceDeclared: secondsBetween(sql`bill.declaredAt`, sql`bill.clearanceReleasedAt`),
        noaLead: secondsBetween(sql`bill.ata`, sql`bill.noaAt`),
        pickupLead: secondsBetween(sql`bill.noaAt`, sql`bill.pickupAt`),
        dwell: secondsBetween(sql`bill.ata`, sql`bill.pickupAt`),
        storageTime: storageDays,
        endToEnd,
      },
      sql`bill left join cargoStation on cargoStation.id = bill.cargoStationId
        where ${billTime(request)} is not null and ${requestedBills(request)}`,
    );
    const compare = (value: number | null, before: number | null | undefined): TileAnswer => ({
      value,
      ...(before === undefined ? {} : { before }),
    });
    return {
      bills: compare(is.bills, was?.bills),
      parcels: compare(is.parcels, was?.parcels),
      weight: compare(kilosOf(is.weight), was && kilosOf(was.weight)),
      onTime: {
        ...compare(percentOf(is.inTime, is.judged), was && percentOf(was.inTime, was.judged)),
        noData: is.bills - is.judged,
      },
      releaseRate: await releaseRate(db, request),
      clearance: hoursTile(times.clearance),
      clearanceDeclared: hoursTile(times.clearanceDeclared),
      noaLead: hoursTile(times.noaLead),
      pickupLead: hoursTile(times.pickupLead),
      dwell: hoursTile(times.dwell),
      storageTime: { value: storageTime.median, p90: storageTime.p90, noData: storageTime.noData },
      inboundLead: await durationTile(
        db,
        secondsBetween(sql`bill.atWarehouseAt`, sql`pick.inboundFinishAt`),
        sql`pick join bill on bill.id = pick.billId where ${requestedBills(request)}`,
      ),
      warehouseTime: await durationTile(
        db,
        secondsBetween(sql`pick.inboundFinishAt`, sql`pick.outboundFinishAt`),
        sql`pick join bill on bill.id = pick.billId where ${requestedBills(request)}`,
      ),
      endToEnd: hoursTile(times.endToEnd),
    };
  },

  charts: async ({ db, request, all }) => {
    const periods = (await all<Period>())
      .map(({ period, bills, parcels, onTime, clearance }) => ({
        key: period,
        bills,
        parcels,
        onTime: unscaled(onTime),
        clearance: unscaled(clearance),
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const top = async (key: string) => {
      await breathe();
      const { rows: found } = await sql<object>`
        select ${sql.ref(key)} as key, sum(bill.packageCount) as parcels
        from bill left join destination on destination.id = bill.destinationId
        where ${billTime(request)} is not null and ${requestedBills(request)}
        group by key order by parcels desc, key limit ${TOP}`.execute(db);
      return pointsOf(found);
    };
    return {
      volume: pointsOf(periods.map(({ key, parcels, bills }) => ({ key, parcels, bills }))),
      quality: pointsOf(periods.map(({ key, onTime, clearance }) => ({ key, onTime, clearance }))),
      customers: await top('bill.customerId'),
      countries: await top('destination.countryId'),
      lastMiles: await top('bill.lastMileId'),
    };
  },
});
