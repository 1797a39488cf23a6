import { customerReport } from '@contract/report/customer';
import type { TileAnswer } from '@contract/report/report';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';
import { asShare, byParcels, euros, kilosOf, percentOf, spreadOf, totalOf, unscaled } from './formulas';
import { pointsOf, reportHandlers } from './report';
import { billTime, type ReportRequest, requestedBills, spanBefore } from './reportRequest';

const TOP = 12;
const LARGEST = 5;

const DAY = 86_400_000;

interface Customer {
  readonly id: number;
  readonly bills: number;
  readonly parcels: number;
  /** In grams. */
  readonly weight: number;
  /** The next three in cents of the base currency. */
  readonly revenue: number;
  readonly cost: number;
  readonly profit: number;
  /** In thousandths of a percent. */
  readonly growth: number | null;
  readonly margin: number | null;
}

/** Days of the span's revenue that the customers of its bills still owe: invoiced and not settled. */
async function salesOutstanding(db: Reader, request: ReportRequest): Promise<TileAnswer> {
  const { rows } = await sql<{ revenue: number | null; open: number | null; first: string | null }>`
    select sum(line.baseAmount) as revenue, min(${billTime(request)}) as first,
      sum(case when line.state in ('invoiced', 'part_paid') and line.amount <> 0
        then line.baseAmount * 1.0 * (line.amount - line.paidAmount) / line.amount end) as "open"
    from bill join billRevenue as line on line.billId = bill.id where ${requestedBills(request)}`.execute(db);
  const { revenue = null, open = null, first = null } = rows[0] ?? {};
  const from = request.from ?? first;
  const to = request.to && request.to < request.now ? request.to : request.now;
  if (!revenue || !from || revenue <= 0) return { value: null };
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  return { value: Math.round(((open ?? 0) / revenue) * days * 10) / 10 };
}

/**
 * Accuracy of the forecasts for these bills against the landed quantities; forecasts whose bills have not all landed
 * have no data.
 */
async function forecastAccuracy(db: Reader, request: ReportRequest): Promise<TileAnswer> {
  const { median, noData } = await spreadOf(
    db,
    sql`accuracy`,
    sql`(select distinct forecast.id, forecast.accuracy from bill
      join forecastBill on forecastBill.billId = bill.id
      join parcelForecast as forecast on forecast.id = forecastBill.parcelForecastId
      where ${requestedBills(request)})`,
  );
  return { value: median === null ? null : Math.round(median / 100) / 10, noData };
}

/** Volume, quality and profit by customer: of the bills of a span, each read once and their lines by their bills. */
export const customerReportHandlers = reportHandlers('reportCustomer', customerReport, {
  few: true,
  rows: (request) => {
    const before = spanBefore(request);
    return sql`
      with asked as materialized (
        select bill.id, bill.customerId, bill.packageCount, bill.weight, service.slaHours,
          unixepoch(bill.podAt) - unixepoch(bill.ata) as way
        from bill join service on service.id = bill.serviceId where ${requestedBills(request)}
      ),
      earlier as (${
        before
          ? sql`select bill.customerId, sum(bill.packageCount) as parcels from bill where ${requestedBills(before)} group by 1`
          : sql`select cast(null as integer) as customerId, cast(null as integer) as parcels`
      }),
      volume as (
        select customerId, count(*) as bills, sum(packageCount) as parcels, sum(weight) as weight,
          sum(way <= slaHours * 3600) as inTime, count(way + slaHours) as delivered
        from asked group by customerId
      ),
      troubles as (
        select asked.customerId, count(*) as cases from asked join abnormalCase on abnormalCase.billId = asked.id group by 1
      ),
      earned as (
        select asked.customerId, sum(baseAmount) as amount from asked join billRevenue on billRevenue.billId = asked.id group by 1
      ),
      paid as (
        select asked.customerId, sum(baseAmount) as amount from asked join billCost on billCost.billId = asked.id group by 1
      )
      select customer.id, customer.id as customerId, customer.groupId, customer.salesStaffId, customer.code, customer.nameEn, customer.nameCn, volume.bills, volume.parcels,
        volume.weight, ${asShare(sql`volume.inTime`, sql`volume.delivered`)} as onTime,
        coalesce(troubles.cases, 0) as cases, coalesce(earned.amount, 0) as revenue, coalesce(paid.amount, 0) as cost,
        coalesce(earned.amount, 0) - coalesce(paid.amount, 0) as profit,
        ${asShare(sql`(coalesce(earned.amount, 0) - coalesce(paid.amount, 0))`, sql`coalesce(earned.amount, 0)`)} as margin,
        ${asShare(sql`(volume.parcels - earlier.parcels)`, sql`earlier.parcels`)} as growth
      from volume join customer on customer.id = volume.customerId
        left join earlier on earlier.customerId = customer.id left join troubles on troubles.customerId = customer.id
        left join earned on earned.customerId = customer.id left join paid on paid.customerId = customer.id`;
  },

  tiles: async ({ db, request, all }) => {
    const customers = byParcels(await all<Customer>());
    const parcels = totalOf(customers, 'parcels');
    const weight = totalOf(customers, 'weight');
    const cost = totalOf(customers, 'cost');
    const profit = totalOf(customers, 'profit');
    return {
      customers: { value: customers.length },
      bills: { value: totalOf(customers, 'bills') },
      parcels: { value: parcels },
      weight: { value: kilosOf(weight) },
      profit: { value: euros(profit) },
      margin: { value: percentOf(profit, totalOf(customers, 'revenue')) },
      topFiveShare: { value: percentOf(totalOf(customers.slice(0, LARGEST), 'parcels'), parcels) },
      costPerKg: { value: weight > 0 && cost > 0 ? euros((cost * 1000) / weight) : null },
      costPerParcel: { value: parcels > 0 && cost > 0 ? euros(cost / parcels) : null },
      dso: await salesOutstanding(db, request),
      forecastAccuracy: await forecastAccuracy(db, request),
    };
  },

  charts: async ({ all }) => {
    const customers = byParcels(await all<Customer>()).map(({ id, parcels, growth, margin }) => ({
      key: id,
      parcels,
      growth: unscaled(growth),
      margin: unscaled(margin),
    }));
    return {
      volume: pointsOf(customers.slice(0, TOP).map(({ key, parcels, growth }) => ({ key, parcels, growth }))),
      profitability: pointsOf(customers.map(({ key, parcels, margin }) => ({ key, parcels, margin }))),
    };
  },
});
