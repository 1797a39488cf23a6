import { inboundLegRow } from '@contract/warehouse/pick';
import type { GroupHandlers } from '../context';
import { type ListDefinition, listRows } from '../store/listRows';

const DAY = 24 * 3_600_000;

/** Stages in which goods may be on their way to the warehouse or in it. */
const AT_WORK = ['pickup', 'clearing', 'inbound', 'clearance', 'outbound'] as const;

const definition = (today: string): ListDefinition<typeof inboundLegRow> => ({
  table: 'inboundLegOfBill',
  row: inboundLegRow,
  filters: ['warehouseId', 'customerId', 'billNo', 'plateNo', 'legState', 'photoRequired'],
  keyword: ['billNo', 'batchNo', 'pickNo', 'plateNo'],
  order: '-pickupFinishAt',
  always: (leg, { date }) => {
    const day = String(date ?? today);
    const next = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);
    const ofDay = leg.and([leg('inboundFinishAt', '>=', day), leg('inboundFinishAt', '<', next)]);
    const waiting = leg.and([leg('inboundFinished', '=', 0), leg('stage', 'in', AT_WORK as never)]);
    return [leg('archived', '=', 0), day === today ? leg.or([waiting, ofDay]) : ofDay];
  },
});

/** What trucks bring: waiting and at work, and finished on the day asked for. */
export const inboundBatchHandlers: GroupHandlers<'inboundBatch'> = {
  list: ({ read, now }, { query }) => listRows(read, definition(now.slice(0, 10)), query),
};
