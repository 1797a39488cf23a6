import { closedBill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { isfDueAt, isLateFiling } from '@contract/rules/isfDeadline';
import {
  type SeaBill,
  seaBill,
  seaBillMachine,
  seaBillStateNames,
  seaBillTotals,
} from '@contract/sea/seaBill';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { forgetFilesOf } from '../../core/documentFile';
import { itself, record } from '../../core/record';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { countStates, totalsOf } from '../../store/listRows';
import type { Writer } from '../../store/open';
import { recordLog } from '../access/operateLog';
import { readBill } from '../bill/billFacts';
import { checkTimes } from '../scheduling/air';
import { choosable, plannedOf } from '../scheduling/lines';
import { isfRecord } from './isfRow';
import { logSeaBill, readSeaBill, refreshSeaBill, saveSeaBill } from './seaLinks';

/** Changes of bills of lading, by their state machine. */
export const seaBills = record({
  table: 'seaBill',
  row: seaBill.row,
  machine: seaBillMachine,
  load: ({ read }, id: number) => readSeaBill(read, id),
  about: itself,
});

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(seaBill, {
  check: async (_context, draft, before) => {
    if (before) seaBills.allow('update', before);
    if (draft.polCode === draft.podCode) throw refuseFields({ podCode: problem('TRANSPORT_SAME_PLACE') });
    for (const name of ['grossWeight', 'volume'] as const)
      if (Number(draft[name]) <= 0) throw refuseFields({ [name]: problem('NUMBER_MIN', { min: 0.001 }) });
    checkTimes(draft, {});
    if (draft.loadingAt !== null && draft.loadingAt > draft.etd)
      throw refuseFields({ loadingAt: problem('LOADING_TIMES') });
    const early = draft.containers.findIndex(
      ({ gateOut, emptyReturned }) => gateOut !== null && emptyReturned !== null && emptyReturned < gateOut,
    );
    if (early >= 0)
      throw refuseFields({
        [`containers.${early}.emptyReturned`]: problem('DAYS_ORDER', { previous: { field: 'gateOut' } }),
      });
    const numbers = draft.containers.map(({ containerNo }) => containerNo);
    const twice = numbers.findIndex((number, index) => numbers.indexOf(number) < index);
    if (twice >= 0)
      throw refuseFields({
        [`containers.${twice}.containerNo`]: problem('CODE_EXISTS', { code: String(numbers[twice]) }),
      });
  },
  derive: (draft, _context, before) => ({
    containerNos: draft.containers.map(({ containerNo }) => containerNo),
    ...(before ? {} : { state: 'draft' }),
  }),
  checkLeaving: async (context, row) => {
    seaBills.allow('remove', row);
    await forgetFilesOf(context.write, 'sea_bill', Number(row.id));
  },
});

/** Throws why a bill cannot be linked to a sea bill. */
async function requireLinkable(write: Writer, { id }: SeaBill, billId: number): Promise<void> {
  const bill = await readBill(write, billId);
  const closed = closedBill(bill);
  if (closed) throw new Refusal(closed);
  if (bill.mode !== 'sea') throw refuse('BOOKING_MODE', { bill: billName(bill) });
  const other = await write
    .selectFrom('seaBill')
    .select('mblNo')
    .where('billId', '=', billId)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw refuse('SEA_BILL_LINKED', { bill: billName(bill), no: other.mblNo });
}

/** Gives the ISF of a bill its loading, which decides whether it was filed in time, also after the filing. */
async function timeIsf(context: Context, { isfId, loadingAt }: SeaBill): Promise<void> {
  if (isfId === null) return;
  const isf = await isfRecord.read(context.write, isfId);
  const dueAt = isfDueAt({ ...isf, loadingAt });
  const lateFiling = isf.filedAt !== null && isLateFiling(dueAt, isf.filedAt);
  await isfRecord.save(context, isf, { loadingAt, dueAt, lateFiling });
}

/** Recomputes the derived fields of a bill, and returns it. */
const refreshAndRead = async (context: Context, { id }: { readonly id: number }): Promise<SeaBill> => {
  await refreshSeaBill(context, id);
  return readSeaBill(context.write, id);
};

/** Bills of lading by sea. */
export const seaBillHandlers: GroupHandlers<'seaBill'> = {
  ...usual,

  count: ({ read }, { query: { state: _, ...rest } }) =>
    countStates(read, listOf(seaBill), rest, seaBillStateNames),
  totals: ({ read }, { query }) => totalsOf(read, listOf(seaBill), query, seaBillTotals),

  create: async (context, input) => refreshAndRead(context, await usual.create(context, input)),
  update: async (context, input) => {
    const { loadingAt } = await readSeaBill(context.read, input.params.id);
    const after = await refreshAndRead(context, await usual.update(context, input));
    if (after.loadingAt !== loadingAt) await timeIsf(context, after);
    return after;
  },

  remove: async (context, { params }) => {
    await seaBills.open(context, params.id, 'remove');
    await context.write.deleteFrom('seaNode').where('seaBillId', '=', params.id).execute();
    return usual.remove(context, { params });
  },

  act: async (context, { params, body }) => {
    const { action, reason, version } = body;
    const bill = await seaBills.open(context, params.id, action, version);
    if (action === 'cancel' && !reason) throw refuse('REASON_REQUIRED');
    const cancelReason = action === 'cancel' ? reason : null;
    const state = action === 'cancel' ? 'cancelled' : 'draft';
    await saveSeaBill(context, bill, { state, cancelReason });
    await logSeaBill(
      context,
      action,
      bill,
      { state: bill.state, cancelReason: bill.cancelReason },
      { state, cancelReason },
    );
    return refreshAndRead(context, bill);
  },

  parts: async ({ read }, { params }) => {
    const { billId } = await readSeaBill(read, params.id);
    const bill = await choosable(read, true)
      .clearWhere()
      .where('bill.id', '=', billId ?? 0)
      .executeTakeFirst();
    return { bill: bill ? plannedOf(bill) : null };
  },

  candidates: async ({ read }, { params }) => {
    const { customerId } = await readSeaBill(read, params.id);
    const bills = await choosable(read, true)
      .where('bill.mode', '=', 'sea')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('seaBill').select('seaBill.id').whereRef('seaBill.billId', '=', 'bill.id'))),
      )
      .execute();
    const own = (bill: { customerId: number }) => (bill.customerId === customerId ? 0 : 1);
    return bills.map(plannedOf).sort((a, b) => own(a) - own(b));
  },

  link: async (context, { params, body }) => {
    const { write } = context;
    const { version, billId } = body;
    const before = await seaBills.open(context, params.id, billId === null ? 'unlink' : 'link', version);
    if (billId !== null) await requireLinkable(write, before, billId);
    await saveSeaBill(context, before, { billId });
    const no = async (id: number | null) => (id === null ? null : billName(await readBill(write, id)));
    await logSeaBill(
      context,
      billId === null ? 'unlink' : 'link',
      before,
      { billNo: await no(before.billId) },
      { billNo: await no(billId) },
    );
    return readSeaBill(write, before.id);
  },

  paper: async ({ read, now }, { params, query }) => {
    const bill = await readSeaBill(read, params.id);
    const { carrierCompanyId } = query;
    const carrier =
      carrierCompanyId === null ||
      (await read
        .selectFrom('clientCompany')
        .select('id')
        .where('id', '=', carrierCompanyId)
        .executeTakeFirst());
    if (!carrier)
      throw refuseFields({
        carrierCompanyId: problem('REFERENCE_UNKNOWN', { value: `${carrierCompanyId}` }),
      });
    const { seaPaper } = await import('./seaPaper');
    return seaPaper(read, bill, { ...query, now });
  },

  logs: async ({ read }, { params, query }) => {
    await readSeaBill(read, params.id);
    return recordLog(read, 'seaBill', params.id, query);
  },
};
