import { destinationReport } from '@contract/report/destination';
import { vehicleKg } from '@contract/rules/capacity';
import { POD_DUE_HOURS } from '@contract/rules/lateness';
import { type RawBuilder, sql } from 'kysely';
import { type Asked, isNarrowed, ofBills, within } from './asked';
import { asHours, asShare, durationTile, kilosOf, percentOf, secondsBetween, spreadBy } from './formulas';
import { pointsOf, reportHandlers } from './report';

const GRAMS = 1000;
const TOP = 15;
const capacity = sql`case vehicleType ${sql.join(
  Object.entries(vehicleKg).map(([type, kg]) => sql`when ${type} then ${kg * GRAMS}`),
  sql` `,
)} end`;

/** Trucks that have left, one row each. */
const trucks = (asked: Asked): RawBuilder<unknown> => sql`
  (select cmr.id, cmr.toDestinationId, cmr.totalBoxes, cmr.totalParcels, cmr.totalWeight, ${capacity} as capacity,
    ${secondsBetween(sql`cmr.departedAt`, sql`cmr.arrivedAt`)} as way,
    ${secondsBetween(sql`cmr.arrivedAt`, sql`cmr.podAt`)} as signed
  from cmr where cmr.departedAt is not null and cmr.state <> 'cancelled'
    and ${within(asked, sql.ref(`cmr.${asked.node}`))}
    ${
      isNarrowed(asked)
        ? sql`and exists (select 1 from cmrBill join bill on bill.id = cmrBill.billId
            where cmrBill.cmrId = cmr.id and ${ofBills(asked)})`
        : sql``
    })`;

const inTime = sql`signed <= ${POD_DUE_HOURS * 3600}`;

/** Trucks by the hub they went to. */
export const destinationReportHandlers = reportHandlers('reportDestination', destinationReport, {
  rows: (asked) => sql`
    select destination.id, destination.id as toDestinationId, destination.lastMileId, destination.code, destination.nameEn, destination.nameCn, volume.trucks,
      (select count(distinct cmrBill.billId) from ${trucks(asked)} as truck join cmrBill on cmrBill.cmrId = truck.id
        where truck.toDestinationId = destination.id) as bills,
      volume.boxes, volume.parcels, volume.weight, volume.capacity, volume.inTime, volume.signed,
      ${asShare(sql`volume.weight`, sql`volume.capacity`)} as loadFactor,
      ${asHours(sql`way.median`)} as lineHaul, ${asHours(sql`way.p90`)} as lineHaul90,
      ${asShare(sql`volume.inTime`, sql`volume.signed`)} as podOnTime
    from (
      select toDestinationId, count(*) as trucks, sum(totalBoxes) as boxes, sum(totalParcels) as parcels,
        sum(totalWeight) as weight, sum(capacity) as capacity, sum(${inTime}) as inTime, count(signed) as signed
      from ${trucks(asked)} group by toDestinationId
    ) as volume
      join (${spreadBy(sql`toDestinationId`, sql`way`, trucks(asked))}) as way on way.key = volume.toDestinationId
      join destination on destination.id = volume.toDestinationId`,

  tiles: async ({ db, asked, rows }) => {
    const { rows: sums } = await sql<
      Record<'trucks' | 'parcels' | 'weight' | 'capacity' | 'inTime' | 'signed', number>
    >`
      select coalesce(sum(trucks), 0) as trucks, coalesce(sum(parcels), 0) as parcels,
        coalesce(sum(weight), 0) as weight, coalesce(sum(capacity), 0) as capacity,
        coalesce(sum(inTime), 0) as inTime, coalesce(sum(signed), 0) as signed
      from ${rows} as rows`.execute(db);
    const {
      trucks: left = 0,
      parcels = 0,
      weight = 0,
      capacity: most = 0,
      inTime: good = 0,
      signed = 0,
    } = sums[0] ?? {};
    const shown = sql`(select * from ${trucks(asked)} where toDestinationId in (select toDestinationId from ${rows}))`;
    return {
      trucks: { value: left },
      parcels: { value: parcels },
      weight: { value: kilosOf(weight) },
      loadFactor: { value: percentOf(weight, most) },
      lineHaul: await durationTile(db, sql`way`, shown),
      podOnTime: { value: percentOf(good, signed), noData: left - signed },
    };
  },

  charts: async ({ db, rows }) => {
    const { rows: found } = await sql<
      Record<'key' | 'parcels' | 'loadFactor' | 'lineHaul' | 'lineHaul90', number>
    >`
      select toDestinationId as key, parcels, loadFactor / 1000 as loadFactor, lineHaul / 1000 as lineHaul,
        lineHaul90 / 1000 as lineHaul90
      from ${rows} as rows order by parcels desc, key limit ${TOP}`.execute(db);
    return {
      volume: pointsOf(found.map(({ key, parcels, loadFactor }) => ({ key, parcels, loadFactor }))),
      lineHauls: pointsOf(found.map(({ key, lineHaul, lineHaul90 }) => ({ key, lineHaul, lineHaul90 }))),
    };
  },
});
