import type { ChartPoint } from '@contract/report/report';
import { LONG_STORAGE_DAYS, stockReport } from '@contract/report/stock';
import { STORAGE_WARNING_DAYS } from '@contract/rules/lateness';
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../store/dialect';
import { totalOf } from './formulas';
import { reportHandlers } from './report';
import { ofBills, periodOf, periodsOf, type ReportRequest } from './reportRequest';

/** Stages of bills whose boxes may be in our warehouse. */
const HERE = ['inbound', 'clearance', 'outbound'] as const;
const DAY = 86_400;

/** A warehouse and a hub that its boxes go to. */
interface Place {
  readonly warehouseId: number;
  readonly opening: number;
  readonly boxesIn: number;
  readonly boxesOut: number;
  readonly closing: number;
  readonly heldBoxes: number;
  readonly overSeven: number;
  readonly overEighty: number;
  /** Days in stock of the oldest box; null if there is none. */
  readonly oldestDays: number | null;
}

const endOf = ({ to, now }: ReportRequest) => (to && to < now ? to : now);

/**
 * Boxes of trips by arrival and departure. Boxes left behind by a finished outbound leg were missing or refused, and
 * are no longer in stock; of a running one, departed boxes are counted.
 */
const trips = (request: ReportRequest): RawBuilder<unknown> => sql`
  (select bill.warehouseId, bill.destinationId, pick.billId, pick.inboundBoxes as boxes,
    coalesce(pick.inboundFinishAt, pick.inboundStartAt) as inAt,
    coalesce(pick.outboundFinishAt, pick.outboundStartAt) as outAt,
    case when pick.outboundFinished = 1 then pick.inboundBoxes else coalesce(pick.outboundBoxes, 0) end as gone
  from pick join bill on bill.id = pick.billId
  where pick.inboundBoxes > 0 and bill.warehouseId is not null and ${ofBills(request)})`;

/** Boxes of a trip in stock at an instant. */
const lyingAt = (instant: string) =>
  sql`(case when inAt <= ${instant} then boxes - case when outAt <= ${instant} then gone else 0 end else 0 end)`;
const daysAt = (instant: string) => sql`(unixepoch(${instant}) - unixepoch(inAt)) / ${sql.lit(DAY)}`;
const before = ({ from }: ReportRequest) => from ?? '';

/** Boxes between warehouses and hubs: reads every trip, and held boxes by the bills that are here. */
export const stockReportHandlers = reportHandlers('reportStock', stockReport, {
  few: true,
  rows: (request) => {
    const end = endOf(request);
    const lying = lyingAt(end);
    return sql`
      select moved.id, moved.warehouseId, moved.destinationId, warehouse.code, warehouse.nameEn, warehouse.nameCn,
        destination.code as hub, opening, boxesIn, opening + boxesIn - closing as boxesOut,
        closing, coalesce(held.boxes, 0) as heldBoxes, oldestDays, storageDays, overSeven, overEighty
      from (
        select min(billId) as id, warehouseId, destinationId, sum(${lyingAt(before(request))}) as opening,
          sum(case when inAt > ${before(request)} and inAt <= ${end} then boxes else 0 end) as boxesIn,
          sum(${lying}) as closing, max(case when ${lying} > 0 then ${daysAt(end)} end) as oldestDays,
          sum(case when ${lying} > 0 then ${lying} * ${daysAt(end)} else 0 end) as storageDays,
          sum(case when ${daysAt(end)} > ${LONG_STORAGE_DAYS} then ${lying} else 0 end) as overSeven,
          sum(case when ${daysAt(end)} > ${STORAGE_WARNING_DAYS} then ${lying} else 0 end) as overEighty
        from ${trips(request)} group by warehouseId, destinationId
      ) as moved join warehouse on warehouse.id = moved.warehouseId
      left join destination on destination.id = moved.destinationId
      left join (
        select bill.warehouseId, bill.destinationId, count(*) as boxes
        from bill join box on box.billId = bill.id and box.state = 'blocked'
        where bill.stage in (${sql.join([...HERE])}) and ${ofBills(request)} group by 1, 2
      ) as held on held.warehouseId = moved.warehouseId and held.destinationId is moved.destinationId
      where opening > 0 or boxesIn > 0 or closing > 0`;
  },

  tiles: async ({ all }) => {
    const places = await all<Place>();
    const oldest = places.flatMap(({ oldestDays }) => oldestDays ?? []);
    return {
      stock: { value: totalOf(places, 'closing') },
      heldBoxes: { value: totalOf(places, 'heldBoxes') },
      overSeven: { value: totalOf(places, 'overSeven') },
      overEighty: { value: totalOf(places, 'overEighty') },
      oldestDays: { value: oldest.length > 0 ? Math.max(...oldest) : null },
    };
  },

  charts: async ({ db, request, all }) => {
    const places = await all<Place>();
    const flow = [...Map.groupBy(places, ({ warehouseId }) => warehouseId)]
      .map(([key, own]) => ({
        key,
        boxesIn: totalOf(own, 'boxesIn'),
        boxesOut: totalOf(own, 'boxesOut'),
        opening: totalOf(own, 'opening'),
      }))
      .sort((a, b) => b.boxesIn - a.boxesIn || a.key - b.key);
    // Growth of each warehouse's stock in each period.
    const { rows: changes } = await sql<{ key: string; part: number; change: number }>`
      select key, warehouseId as part, sum(change) as change from (
        select ${periodOf(request, sql`inAt`)} as key, warehouseId, boxes as change from ${trips(request)}
          where inAt > ${before(request)} and inAt <= ${endOf(request)}
        union all
        select ${periodOf(request, sql`outAt`)}, warehouseId, -gone from ${trips(request)}
          where outAt > ${before(request)} and outAt <= ${endOf(request)}
      ) where warehouseId in ${listed(flow.map(({ key }) => key))} group by key, part order by key`.execute(
      db,
    );
    return {
      stockPerDay: cumulated(changes, flow, request),
      flow: flow.map(({ key, boxesIn, boxesOut }) => ({ key, values: { boxesIn, boxesOut } })),
    };
  },
});

/** Stock of each warehouse at the end of each period: the opening stock, plus each change since. */
function cumulated(
  changes: readonly { key: string; part: number; change: number }[],
  warehouses: readonly { key: number; opening: number }[],
  request: ReportRequest,
): ChartPoint[] {
  const grew = new Map(changes.map(({ key, part, change }) => [`${key} ${part}`, change]));
  const periods = [...new Set([...periodsOf(request), ...changes.map(({ key }) => key)])].sort();
  return warehouses.flatMap(({ key: part, opening }) => {
    let stock = opening;
    return periods.map((key) => {
      stock += grew.get(`${key} ${part}`) ?? 0;
      return { key, part, values: { stock } };
    });
  });
}
