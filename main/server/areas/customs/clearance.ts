import { type Bill, billFilters, billRow } from '@contract/bill/bill';
import {
  type ClearanceAction,
  type ClearanceRecord,
  clearanceBill,
  clearanceMachine,
  clearanceStates,
  nextStepOf,
} from '@contract/customs/clearance';
import { namesOf, perName, pickOf } from '@contract/names';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { record } from '../../core/record';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { billList, countBills } from '../bill/billList';
import { requireAfter, timeGiven } from './openBill';

/** Loads the clearance of a bill in the shape of the contract. */
async function recordOf(db: Reader, billId: number): Promise<{ bill: Bill; record: ClearanceRecord }> {
  const bill = await readBill(db, billId);
  const left = await db
    .selectFrom('pick')
    .select('id')
    .where('billId', '=', billId)
    .where('outboundFinished', '=', 1)
    .executeTakeFirst();
  const { id, clearanceStatus: status, ...rest } = bill;
  const same = pickOf(rest, namesOf(RECORD));
  return {
    bill,
    record: {
      ...same,
      billId: id,
      status,
      nextStep: nextStepOf(bill),
      outboundFinished: left !== undefined,
    },
  };
}
/** Fields that the record copies from the bill under the same name. */
const RECORD = {
  ...{ version: 0, partial: 0, declaredAt: 0, clearanceReleasedAt: 0, blockedAt: 0, handoverAt: 0 },
  ...{ handoverTo: 0, hsCheckedAt: 0, stage: 0, archived: 0, parcelsClearance: 0, parcelsFree: 0 },
  ...{ parcelsHeld: 0, parcelsFailed: 0, parcelsAbnormal: 0, parcelsCompleted: 0 },
} as const satisfies Partial<Record<keyof Bill & keyof ClearanceRecord, 0>>;

const clearances = record({
  table: 'bill',
  row: billRow,
  machine: clearanceMachine,
  load: ({ read }, billId: number) => recordOf(read, billId),
  // The record shares its version with the bill.
  about: (found) => ({ row: found.record, facts: found.record }),
});

async function step(
  context: Context,
  billId: number,
  action: ClearanceAction,
  version: number,
  change: (bill: Bill) => Partial<Bill>,
): Promise<ClearanceRecord> {
  const { bill } = await clearances.open(context, billId, action, version);
  await clearances.save(context, bill, change(bill));
  await refreshBill(context.write, billId);
  const after = await clearances.load(context, billId);
  await logBill(context, action, bill, { before: bill, after: after.bill });
  return after.record;
}

/** A bill as stored; its next step is added afterwards. */
const stored = clearanceBill.omit({ nextStep: true });
/** The work list: bills in customs clearance, in order of landing. */
const list: ListDefinition<typeof stored> = {
  ...billList,
  row: stored,
  filters: billFilters,
  order: 'ata',
};

const withNext = (row: z.output<typeof stored>) => ({ ...row, nextStep: nextStepOf(row) });

/** The clearance of bills: the work list, one bill's record, and its handover. */
export const clearanceHandlers: GroupHandlers<'clearance'> = {
  list: async ({ read }, { query }) => {
    const page = await listRows(read, list, query);
    return { ...page, list: page.list.map(withNext) };
  },
  export: (context, { query }) =>
    exportRows(
      context,
      {
        definition: list,
        resource: 'bill',
        worked: { row: clearanceBill, of: (_, rows) => rows.map(withNext) },
      },
      query,
    ),

  count: async ({ read }, { query }) => {
    const { clearanceStatus: _, ...rest } = query;
    const counts = await countBills(read, rest, 'clearanceStatus');
    return perName(namesOf(clearanceStates), (name) => counts.get(name) ?? 0);
  },

  get: async ({ read }, { params }) => (await recordOf(read, params.id)).record,

  handOver: async (context, { params, body }) => {
    const handoverAt = timeGiven(context, 'handoverAt', body.handoverAt);
    const record = await step(context, params.id, 'handOver', body.version, (bill) => {
      requireAfter('handoverAt', handoverAt, 'clearanceReleasedAt', bill.clearanceReleasedAt);
      return { handoverAt, handoverTo: body.handoverTo };
    });
    await addEvent(context, params.id, 'HANDED_OVER', { occurredAt: handoverAt });
    return record;
  },

  undoHandOver: async (context, { params, body }) => {
    const record = await step(context, params.id, 'undoHandOver', body.version, () => ({
      handoverAt: null,
      handoverTo: null,
    }));
    await addEvent(context, params.id, 'HANDOVER_UNDONE');
    return record;
  },
};
