import { lastMileReport } from '@contract/report/lastMile';
import { sql } from 'kysely';
import { listed } from '../../store/dialect';
import {
  asHours,
  byParcels,
  durationTile,
  type Expr,
  euros,
  hoursOf,
  kilosOf,
  type Spread,
  secondsBetween,
  spreadBy,
  totalOf,
} from './formulas';
import { pointsOf, reportHandlers } from './report';
import { billTime, periodOf, type ReportRequest, requestedBills } from './reportRequest';

const handover = secondsBetween(sql`bill.tatAt`, sql`bill.podAt`);

interface Carrier {
  readonly lastMileId: number;
  readonly parcels: number;
  /** In grams. */
  readonly weight: number | null;
  readonly missingAtHub: number;
  /** In cents of the base currency. */
  readonly cost: number;
}

/** Bills of carriers, to any country: to be used after `from`. */
const billsOf = (carriers: readonly Carrier[], request: ReportRequest): Expr =>
  sql`bill where bill.lastMileId in ${listed(carriers.map(({ lastMileId }) => lastMileId))} and ${requestedBills(request)}`;

/** Bills by carrier and destination country, with data joined by bill. */
export const lastMileReportHandlers = reportHandlers('reportLastMile', lastMileReport, {
  few: true,
  rows: (request) => sql`
    with asked as materialized (
      select bill.id, bill.lastMileId, destination.countryId, bill.packageCount, bill.weight, ${handover} as handover,
        max(bill.outboundBoxes - bill.podBoxCount, 0) as missing
      from bill join destination on destination.id = bill.destinationId
      where bill.lastMileId is not null and ${requestedBills(request)}
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

  tiles: async ({ db, request, all }) => {
    const carriers = await all<Carrier>();
    const parcels = totalOf(carriers, 'parcels');
    const cost = totalOf(carriers, 'cost');
    return {
      parcels: { value: parcels },
      weight: { value: kilosOf(totalOf(carriers, 'weight')) },
      handover: await durationTile(db, handover, billsOf(carriers, request)),
      missingAtHub: { value: totalOf(carriers, 'missingAtHub') },
      costPerParcel: { value: parcels > 0 && cost > 0 ? euros(cost / parcels) : null },
    };
  },

  charts: async ({ db, request, all }) => {
    const carriers = await all<Carrier>();
    const byCarrier = Map.groupBy(carriers, ({ lastMileId }) => lastMileId);
    const volume = [...byCarrier].map(([id, own]) => ({ id, parcels: totalOf(own, 'parcels') }));
    const time = billTime(request);
    const shown = sql`${billsOf(carriers, request)} and ${time} is not null`;
    const { rows: periods } = await sql<Spread>`
      ${spreadBy(periodOf(request, time), handover, shown)} order by key`.execute(db);
    return {
      volume: pointsOf(byParcels(volume).map(({ id, parcels }) => ({ key: id, parcels }))),
      handovers: pointsOf(
        periods.map(({ key, median, p90 }) => ({ key, handover: hoursOf(median), handover90: hoursOf(p90) })),
      ),
    };
  },
});
