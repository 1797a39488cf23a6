import { destinationReport } from '@contract/report/destination';
import { vehicleKg } from '@contract/rules/capacity';
import { POD_DUE_HOURS } from '@contract/rules/lateness';
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../store/dialect';
import {
  asHours,
  asShare,
  byParcels,
  durationTile,
  kilosOf,
  percentOf,
  secondsBetween,
  spreadBy,
  totalOf,
  unscaled,
} from './formulas';
import { pointsOf, reportHandlers } from './report';
import { isNarrowed, isWithinSpan, ofBills, type ReportRequest } from './reportRequest';

const GRAMS = 1000;
const TOP = 15;
const capacity = sql`case vehicleType ${sql.join(
  Object.entries(vehicleKg).map(([type, kg]) => sql`when ${type} then ${kg * GRAMS}`),
  sql` `,
)} end`;

interface Hub {
  readonly id: number;
  readonly trucks: number;
  readonly parcels: number;
  /** The next two in grams. */
  readonly weight: number;
  readonly capacity: number | null;
  /** Trucks with a signed delivery, and those of them on time. */
  readonly signed: number;
  readonly inTime: number | null;
  /** The next three in thousandths, of a percent and of hours. */
  readonly loadFactor: number | null;
  readonly lineHaul: number | null;
  readonly lineHaul90: number | null;
}

/** Departed trucks, one row each. */
const trucks = (request: ReportRequest): RawBuilder<unknown> => sql`
  (select cmr.id, cmr.toDestinationId, cmr.totalBoxes, cmr.totalParcels, cmr.totalWeight, ${capacity} as capacity,
    ${secondsBetween(sql`cmr.departedAt`, sql`cmr.arrivedAt`)} as way,
    ${secondsBetween(sql`cmr.arrivedAt`, sql`cmr.podAt`)} as signed
  from cmr where cmr.departedAt is not null and cmr.state <> 'cancelled'
    and ${isWithinSpan(request, sql.ref(`cmr.${request.node}`))}
    ${
      isNarrowed(request)
        ? sql`and exists (select 1 from cmrBill join bill on bill.id = cmrBill.billId
            where cmrBill.cmrId = cmr.id and ${ofBills(request)})`
        : sql``
    })`;

const inTime = sql`signed <= ${POD_DUE_HOURS * 3600}`;

/** Trucks by the hub they went to. */
export const destinationReportHandlers = reportHandlers('reportDestination', destinationReport, {
  few: true,
  rows: (request) => sql`
    select destination.id, destination.id as toDestinationId, destination.lastMileId, destination.code, destination.nameEn, destination.nameCn, volume.trucks,
      (select count(distinct cmrBill.billId) from ${trucks(request)} as truck join cmrBill on cmrBill.cmrId = truck.id
        where truck.toDestinationId = destination.id) as bills,
      volume.boxes, volume.parcels, volume.weight, volume.capacity, volume.inTime, volume.signed,
      ${asShare(sql`volume.weight`, sql`volume.capacity`)} as loadFactor,
      ${asHours(sql`way.median`)} as lineHaul, ${asHours(sql`way.p90`)} as lineHaul90,
      ${asShare(sql`volume.inTime`, sql`volume.signed`)} as podOnTime
    from (
      select toDestinationId, count(*) as trucks, sum(totalBoxes) as boxes, sum(totalParcels) as parcels,
        sum(totalWeight) as weight, sum(capacity) as capacity, sum(${inTime}) as inTime, count(signed) as signed
      from ${trucks(request)} group by toDestinationId
    ) as volume
      join (${spreadBy(sql`toDestinationId`, sql`way`, trucks(request))}) as way on way.key = volume.toDestinationId
      join destination on destination.id = volume.toDestinationId`,

  tiles: async ({ db, request, all }) => {
    const hubs = await all<Hub>();
    const left = totalOf(hubs, 'trucks');
    const weight = totalOf(hubs, 'weight');
    const signed = totalOf(hubs, 'signed');
    const shown = sql`(select * from ${trucks(request)} where toDestinationId in ${listed(hubs.map(({ id }) => id))})`;
    return {
      trucks: { value: left },
      parcels: { value: totalOf(hubs, 'parcels') },
      weight: { value: kilosOf(weight) },
      loadFactor: { value: percentOf(weight, totalOf(hubs, 'capacity')) },
      lineHaul: await durationTile(db, sql`way`, shown),
      podOnTime: { value: percentOf(totalOf(hubs, 'inTime'), signed), noData: left - signed },
    };
  },

  charts: async ({ all }) => {
    const largest = byParcels(await all<Hub>()).slice(0, TOP);
    return {
      volume: pointsOf(
        largest.map(({ id, parcels, loadFactor }) => ({
          key: id,
          parcels,
          loadFactor: unscaled(loadFactor),
        })),
      ),
      lineHauls: pointsOf(
        largest.map(({ id, lineHaul, lineHaul90 }) => ({
          key: id,
          lineHaul: unscaled(lineHaul),
          lineHaul90: unscaled(lineHaul90),
        })),
      ),
    };
  },
});
