import { dayAt, dayBounds } from '@contract/rules/zonedTime';
import { inboundLegRow } from '@contract/warehouse/pick';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';

/** Stages in which goods may be on their way to the warehouse or in it. */
const AT_WORK = ['pickup', 'clearing', 'inbound', 'clearance', 'outbound'] as const;

/** Time zone of a leg: of its warehouse, else of the airport of landing. */
const zone = sql`coalesce((select timeZone from warehouse where warehouse.id = inboundLegOfBill.warehouseId),
  (select timeZone from airport where airport.id = inboundLegOfBill.landingAirportId))`;

/** A day in one time zone. */
interface ZonedDay {
  readonly zone: string;
  readonly from: string;
  readonly next: string;
  readonly isToday: boolean;
}

async function daysOf(read: Reader, asked: string | undefined, now: string): Promise<readonly ZonedDay[]> {
  const zones = await read
    .selectFrom('warehouse')
    .select('timeZone')
    .union(read.selectFrom('airport').select('timeZone'))
    .execute();
  return zones.map(({ timeZone }) => {
    const today = dayAt(now, timeZone);
    const [from, next] = dayBounds(asked ?? today, timeZone);
    return { zone: timeZone, from, next, isToday: asked === undefined || asked === today };
  });
}

const definition = (days: readonly ZonedDay[]): ListDefinition<typeof inboundLegRow> => ({
  table: 'inboundLegOfBill',
  row: inboundLegRow,
  filters: ['warehouseId', 'customerId', 'billNo', 'plateNo', 'legState', 'photoRequired'],
  keyword: ['billNo', 'batchNo', 'pickNo', 'plateNo'],
  order: '-pickupFinishAt',
  always: (leg): Expression<SqlBool>[] => {
    const theirs = (of: readonly ZonedDay[]) =>
      sql`select 1 from json_each(${JSON.stringify(of)}) as day where day.value ->> 'zone' = ${zone}`;
    // The span of all zones lets the index narrow the rows; only those are compared with the exact day.
    const first = days.map(({ from }) => from).sort()[0] ?? '';
    const last =
      days
        .map(({ next }) => next)
        .sort()
        .at(-1) ?? '';
    const ofDay = leg.and([
      leg('inboundFinishAt', '>=', first),
      leg('inboundFinishAt', '<', last),
      sql<SqlBool>`exists (${theirs(days)} and inboundFinishAt >= day.value ->> 'from' and inboundFinishAt < day.value ->> 'next')`,
    ]);
    const current = days.filter(({ isToday }) => isToday);
    const waiting = leg.and([
      leg('inboundFinished', '=', 0),
      leg('stage', 'in', AT_WORK),
      ...(current.length === days.length ? [] : [sql<SqlBool>`exists (${theirs(current)})`]),
    ]);
    return [leg('archived', '=', 0), current.length > 0 ? leg.or([waiting, ofDay]) : ofDay];
  },
});

/** Inbound legs: waiting and in progress, and finished on the given day. */
export const inboundBatchHandlers: GroupHandlers<'inboundBatch'> = {
  list: async ({ read, now }, { query }) =>
    listRows(read, definition(await daysOf(read, query.date, now)), query),
  export: async (context, { query }) =>
    exportRows(
      context,
      {
        definition: definition(await daysOf(context.read, query.date, context.now)),
        resource: 'pick',
      },
      query,
    ),
};
