import { billRow, billTotals } from '@contract/bill/bill';
import { billLogRow, timelineEvent } from '@contract/bill/billHistory';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { holdsReferences } from '../../core/uses';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows, totalsOf } from '../../store/listRows';
import { billActions } from './billActions';
import { bills, readBill } from './billFacts';
import { allOf, billList, byStage } from './billList';
import { searchNumbers } from './billSearch';
import { createBill, updateBill } from './billWrites';
import { deleteBill } from './deleteBill';

holdsReferences('bill', billRow, 'billNo');

const logList: ListDefinition<typeof billLogRow> = {
  table: 'billLog',
  row: billLogRow,
  filters: ['billId', 'at', 'operatorId', 'action'],
  keyword: ['field', 'remark', 'operatorName'],
  order: '-at',
};
const eventCodec = codecOf(timelineEvent);

/** Bills: list, counts, single record, history, and all actions. */
export const billHandlers: GroupHandlers<'bill'> = {
  list: ({ read }, { query }) => listRows(read, billList, query),

  count: async ({ read }, { query }) => {
    const { stage: _, ...rest } = query;
    const counts = await byStage(read, rest);
    // A query by ids covers every stage.
    const all = query.id ? Object.values(counts).reduce((sum, n) => sum + n, 0) : allOf(counts);
    return { all, ...counts };
  },

  totals: ({ read }, { query }) => totalsOf(read, billList, query, billTotals),

  get: ({ read }, { params }) => readBill(read, params.id),

  create: (context, { body }) => createBill(context, body, { source: 'manual', importJobId: null }),

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const before = await bills.open(context, params.id, 'update', version);
    return updateBill(context, before, patch);
  },

  delete: async (context, { params }) => {
    const { caller } = context;
    const bill = await readBill(context.read, params.id);
    if (!caller.superAdmin) throw refuse('NO_PERMISSION');
    bills.allow('delete', bill);
    await deleteBill(context, bill, 'delete');
    return null;
  },

  check: (context, { body }) => billActions.check(context, body.selection),
  uncheck: (context, { body }) => billActions.uncheck(context, body.selection),
  remove: (context, { body }) => billActions.remove(context, body.selection, body.removeReason),
  recover: (context, { body }) => billActions.recover(context, body.selection),
  archive: (context, { body }) => billActions.archive(context, body.selection, body.force),
  restore: (context, { body }) => billActions.restore(context, body.selection),

  exportExcel: async (context, { body }) => {
    await context.log({ module: 'bill', action: 'export', objectType: 'bill', after: body });
    return exportRows(context, { definition: billList, resource: 'bill' }, body);
  },

  timeline: async ({ read }, { params }) => {
    await readBill(read, params.id);
    const rows = await read
      .selectFrom('timelineEvent')
      .selectAll()
      .where('billId', '=', params.id)
      .orderBy('occurredAt')
      .orderBy('id')
      .execute();
    return rows.map(eventCodec.decode);
  },

  logs: ({ read }, { query }) => listRows(read, logList, query),

  search: ({ read }, { query }) => searchNumbers(read, query.keyword),
};
