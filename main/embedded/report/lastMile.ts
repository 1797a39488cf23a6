import { lastMileReport } from '@contract/report/lastMile';
import { sql } from 'kysely';
import { askedBills, billTime, periodOf } from './asked';
import {
  asHours,
  durationTile,
  euros,
  hoursOf,
  kilosOf,
  type Spread,
  secondsBetween,
  spreadBy,
} from './formulas';
import { pointsOf, reportHandlers } from './report';

const handover = secondsBetween(sql`bill.tatAt`, sql`bill.podAt`);

/** Bills by carrier and country of destination, and what belongs to them by their bills. */
export const lastMileReportHandlers = reportHandlers('reportLastMile', lastMileReport, {
  rows: (asked) => sql`
    with asked as materialized (
      select bill.id, bill.lastMileId, destination.countryId, bill.packageCount, bill.weight, ${handover} as handover,
        max(bill.outboundBoxes - bill.podBoxCount, 0) as missing
      from bill join destination on destination.id = bill.destinationId
      where bill.lastMileId is not null and ${askedBills(asked)}
    ),
    claimed as (
      select asked.lastMileId, asked.countryId, count(*) as claims from asked
        join abnormalCase on abnormalCase.billId = asked.id and abnormalCase.responsible = 'last_mile' group by 1, 2
    ),
    charged as (
      select asked.lastMileId, asked.countryId, sum(billCost.baseAmount) as cost from asked
        join billCost on billCost.billId = asked.id
        join feeCategory on feeCategory.id = billCost.feeCategoryId and feeCategory.code in ('linehaul', 'delivery')
      group by 1, 2
    )
    select volume.id, volume.lastMileId, lastMile.code, lastMile.nameEn, lastMile.nameCn,
      volume.countryId as toCountryId, volume.bills, volume.parcels, volume.weight,
      ${asHours(sql`way.median`)} as handover, ${asHours(sql`way.p90`)} as handover90,
      volume.missing as missingAtHub, coalesce(claimed.claims, 0) as claims, coalesce(charged.cost, 0) as cost,
      cast(round(charged.cost * 1.0 / nullif(volume.parcels, 0)) as integer) as costPerParcel
    from (
      select min(id) as id, lastMileId, countryId, count(*) as bills, sum(packageCount) as parcels, sum(weight) as weight,
        coalesce(sum(missing), 0) as missing
      from asked group by lastMileId, countryId
    ) as volume join lastMile on lastMile.id = volume.lastMileId
      join (${spreadBy(sql`lastMileId || ' ' || countryId`, sql`handover`, sql`asked`)}) as way
        on way.key = volume.lastMileId || ' ' || volume.countryId
      left join claimed on claimed.lastMileId = volume.lastMileId and claimed.countryId = volume.countryId
      left join charged on charged.lastMileId = volume.lastMileId and charged.countryId = volume.countryId`,

  tiles: async ({ db, asked, rows }) => {
    const { rows: sums } = await sql<Record<'parcels' | 'weight' | 'missing' | 'cost', number>>`
      select coalesce(sum(parcels), 0) as parcels, coalesce(sum(weight), 0) as weight,
        coalesce(sum(missingAtHub), 0) as missing, coalesce(sum(cost), 0) as cost
      from ${rows} as rows`.execute(db);
    const { parcels = 0, weight = 0, missing = 0, cost = 0 } = sums[0] ?? {};
    const shown = sql`bill where bill.lastMileId in (select lastMileId from ${rows}) and ${askedBills(asked)}`;
    return {
      parcels: { value: parcels },
      weight: { value: kilosOf(weight) },
      handover: await durationTile(db, handover, shown),
      missingAtHub: { value: missing },
      costPerParcel: { value: parcels > 0 && cost > 0 ? euros(cost / parcels) : null },
    };
  },

  charts: async ({ db, asked, rows }) => {
    const { rows: carriers } = await sql<object>`
      select lastMileId as key, sum(parcels) as parcels from ${rows} as rows group by key
      order by parcels desc, key`.execute(db);
    const time = billTime(asked);
    const shown = sql`bill where ${time} is not null and bill.lastMileId in (select lastMileId from ${rows})
      and ${askedBills(asked)}`;
    const { rows: periods } = await sql<Spread>`
      ${spreadBy(periodOf(asked, time), handover, shown)} order by key`.execute(db);
    return {
      volume: pointsOf(carriers),
      handovers: pointsOf(
        periods.map(({ key, median, p90 }) => ({ key, handover: hoursOf(median), handover90: hoursOf(p90) })),
      ),
    };
  },
});
