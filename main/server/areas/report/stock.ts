import type { ChartPoint } from '@contract/report/report';
import { LONG_STORAGE_DAYS, stockReport } from '@contract/report/stock';
import { STORAGE_WARNING_DAYS } from '@contract/rules/lateness';
import { sql } from 'kysely';
import { jsonRows } from '../../store/jsonRows';
import type { Reader } from '../../store/open';
import { balanceOf, isThereAt, type Period, type Stay } from '../custody/stay';
import { staysOf } from '../custody/stays';
import { totalOf } from './formulas';
import { reportHandlers } from './report';
import { ofBills, periodAt, periodsOf, type ReportRequest } from './reportRequest';

const DAY = 86_400_000;

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
  /** Growth of the stock in each period, by its first day, as JSON. */
  readonly changes: string;
}

const COLUMNS = {
  integers: [
    ...(['id', 'warehouseId', 'destinationId', 'opening', 'boxesIn', 'boxesOut', 'closing'] as const),
    ...(['oldestDays', 'storageDays', 'overSeven', 'overEighty'] as const),
  ],
  texts: ['changes'],
} as const;

const periodOf = ({ from, to, now }: ReportRequest): Period => ({
  from: from ?? '',
  to: to && to < now ? to : now,
});

/** Sums of the stays between a warehouse and a hub. */
function sumsOf(request: ReportRequest, stays: readonly Stay[], destinationId: number | null) {
  const period = periodOf(request);
  const { opening, came, left, closing } = balanceOf(stays, period, 'boxes');
  const days = (at: string) => Math.floor((Date.parse(period.to) - Date.parse(at)) / DAY);
  const lying = stays
    .filter((stay) => stay.boxes > 0 && isThereAt(stay, period.to))
    .map(({ boxes, cameAt }) => ({ boxes, days: days(cameAt) }));
  const over = (limit: number) =>
    totalOf(
      lying.filter((one) => one.days > limit),
      'boxes',
    );
  return {
    id: Math.min(...stays.map(({ billId }) => billId)),
    warehouseId: stays[0]?.warehouseId ?? 0,
    destinationId,
    ...{ opening, boxesIn: came, boxesOut: left, closing },
    oldestDays: lying.length > 0 ? Math.max(...lying.map((one) => one.days)) : null,
    storageDays: lying.reduce((sum, one) => sum + one.boxes * one.days, 0),
    overSeven: over(LONG_STORAGE_DAYS),
    overEighty: over(STORAGE_WARNING_DAYS),
    changes: JSON.stringify(Object.fromEntries(changesOf(request, stays, period))),
  };
}

function changesOf(request: ReportRequest, stays: readonly Stay[], { from, to }: Period) {
  const changes = new Map<string, number>();
  const add = (at: string | null, boxes: number) => {
    if (at === null || at <= from || at > to) return;
    const key = periodAt(request, at);
    changes.set(key, (changes.get(key) ?? 0) + boxes);
  };
  for (const { boxes, cameAt, leftAt } of stays) {
    add(cameAt, boxes);
    add(leftAt, -boxes);
  }
  return changes;
}

async function placesOf(read: Reader, request: ReportRequest) {
  const bills = ofBills(request);
  const stays = await staysOf(read, { bills, from: periodOf(request).from, parcels: false });
  const { rows } = await sql<{ id: number; destinationId: number | null }>`
    select id, destinationId from bill where ${bills}`.execute(read);
  const hubs = new Map(rows.map(({ id, destinationId }) => [id, destinationId]));
  const asked = request.warehouseId;
  const groups = Map.groupBy(
    stays.filter(({ warehouseId }) => !asked || asked.includes(warehouseId)),
    ({ warehouseId, billId }) => `${warehouseId} ${hubs.get(billId) ?? null}`,
  );
  return [...groups.values()]
    .map((own) => sumsOf(request, own, hubs.get(own[0]?.billId ?? 0) ?? null))
    .filter(({ opening, boxesIn, closing }) => opening > 0 || boxesIn > 0 || closing > 0);
}

/** Boxes by warehouse and hub, from the custody ledger. Held boxes are those in the warehouse now. */
export const stockReportHandlers = reportHandlers('reportStock', stockReport, {
  few: true,
  rows: async (request, read) => sql`
    select moved.*, warehouse.code, warehouse.nameEn, warehouse.nameCn, destination.code as hub,
      coalesce(held.boxes, 0) as heldBoxes
    from (${jsonRows(await placesOf(read, request), COLUMNS)}) as moved
    join warehouse on warehouse.id = moved.warehouseId
    left join destination on destination.id = moved.destinationId
    left join (
      select coalesce(box.placeId, bill.warehouseId) as placeId, bill.destinationId, count(*) as boxes
      from box join bill on bill.id = box.billId
      where box.place = 'warehouse' and box.state = 'blocked' and ${ofBills(request)} group by 1, 2
    ) as held on held.placeId = moved.warehouseId and held.destinationId is moved.destinationId`,

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

  charts: async ({ request, all }) => {
    const places = await all<Place>();
    const flow = [...Map.groupBy(places, ({ warehouseId }) => warehouseId)]
      .map(([key, own]) => ({
        key,
        boxesIn: totalOf(own, 'boxesIn'),
        boxesOut: totalOf(own, 'boxesOut'),
        opening: totalOf(own, 'opening'),
      }))
      .sort((a, b) => b.boxesIn - a.boxesIn || a.key - b.key);
    return {
      stockPerDay: cumulated(places, flow, request),
      flow: flow.map(({ key, boxesIn, boxesOut }) => ({ key, values: { boxesIn, boxesOut } })),
    };
  },
});

/** Stock of each warehouse at the end of each period: the opening stock, plus each change since. */
function cumulated(
  places: readonly Place[],
  warehouses: readonly { key: number; opening: number }[],
  request: ReportRequest,
): ChartPoint[] {
  const grew = new Map<string, number>();
  const changed = new Set<string>();
  for (const { warehouseId, changes } of places)
    for (const [key, change] of Object.entries<number>(JSON.parse(changes))) {
      changed.add(key);
      grew.set(`${key} ${warehouseId}`, (grew.get(`${key} ${warehouseId}`) ?? 0) + change);
    }
  const periods = [...new Set([...periodsOf(request), ...changed])].sort();
  return warehouses.flatMap(({ key: part, opening }) => {
    let stock = opening;
    return periods.map((key) => {
      stock += grew.get(`${key} ${part}`) ?? 0;
      return { key, part, values: { stock } };
    });
  });
}
