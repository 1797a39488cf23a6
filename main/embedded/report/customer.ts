import { customerReport } from '@contract/report/customer';
import { sql } from 'kysely';
import { askedBills, spanBefore } from './asked';
import { asShare, euros, kilosOf, percentOf } from './formulas';
import { pointsOf, reportHandlers } from './report';

const TOP = 12;
const LARGEST = 5;

/** Volume, quality and profit by customer: of the bills of a span, each read once and their lines by their bills. */
export const customerReportHandlers = reportHandlers('reportCustomer', customerReport, {
  rows: (asked) => {
    const before = spanBefore(asked);
    return sql`
      with asked as materialized (
        select bill.id, bill.customerId, bill.packageCount, bill.weight, service.slaHours,
          unixepoch(bill.podAt) - unixepoch(bill.ata) as way
        from bill join service on service.id = bill.serviceId where ${askedBills(asked)}
      ),
      earlier as (${
        before
          ? sql`select bill.customerId, sum(bill.packageCount) as parcels from bill where ${askedBills(before)} group by 1`
          : sql`select null as customerId, null as parcels`
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

  tiles: async ({ db, rows }) => {
    const { rows: sums } = await sql<
      Record<'customers' | 'bills' | 'parcels' | 'weight' | 'revenue' | 'profit' | 'largest', number>
    >`
      select count(*) as customers, coalesce(sum(bills), 0) as bills, coalesce(sum(parcels), 0) as parcels,
        coalesce(sum(weight), 0) as weight, coalesce(sum(revenue), 0) as revenue, coalesce(sum(profit), 0) as profit,
        coalesce(sum(case when place <= ${LARGEST} then parcels end), 0) as largest
      from (select *, row_number() over (order by parcels desc, id) as place from ${rows})`.execute(db);
    const {
      customers = 0,
      bills = 0,
      parcels = 0,
      weight = 0,
      revenue = 0,
      profit = 0,
      largest = 0,
    } = sums[0] ?? {};
    return {
      customers: { value: customers },
      bills: { value: bills },
      parcels: { value: parcels },
      weight: { value: kilosOf(weight) },
      profit: { value: euros(profit) },
      margin: { value: percentOf(profit, revenue) },
      topFiveShare: { value: percentOf(largest, parcels) },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: found } = await sql<{
      key: number;
      parcels: number;
      growth: number | null;
      margin: number | null;
    }>`
      select customerId as key, parcels, growth / 1000 as growth, margin / 1000 as margin from ${rows} as rows
      order by parcels desc, key`.execute(db);
    return {
      volume: pointsOf(found.slice(0, TOP).map(({ key, parcels, growth }) => ({ key, parcels, growth }))),
      profitability: pointsOf(found.map(({ key, parcels, margin }) => ({ key, parcels, margin }))),
    };
  },
});
