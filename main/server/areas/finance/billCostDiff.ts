import { problem } from '@contract/errors';
import type { BillCost } from '@contract/finance/billCost';
import { type BillCostDiff, billCostDiffRow, diffFilters, diffMachine } from '@contract/finance/billCostDiff';
import { refusalOf } from '@contract/machine';
import { fromMinor, minorInBase, toMinor } from '@contract/rules/money';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { changeStamp, newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows, sumGroups } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { addCost, invoicePartOf, markInvoiced, readCost } from './costs';
import { NOT_BILLED } from './lines';
import { payCosts } from './payments';
import { rateOn } from './rates';

const codec = codecOf(billCostDiffRow);

const diffList: ListDefinition<typeof billCostDiffRow> = {
  table: 'billCostDiffOfBill',
  row: billCostDiffRow,
  filters: diffFilters,
  keyword: ['diffNo', 'billNo', 'batchNo', 'invoiceNo', 'costNo'],
  order: '-createdAt',
};

async function readDiff(db: Reader, id: number): Promise<BillCostDiff> {
  return codec.decode(await rowById(db, 'billCostDiffOfBill', id));
}

/** A supplier's invoice of one cost. */
interface Invoice {
  readonly invoiceNo: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly amount: string;
  readonly reason: BillCostDiff['reason'];
}

/** Larger differences than these are highlighted: percent, and euro cents. */
const LARGE = { percent: 5, cents: 5000 };

/** Returns a difference in hundredths of a percent, rounded half away from zero; null if nothing was accrued. */
function percentOff(diff: number, accrued: number): number | null {
  if (accrued === 0) return null;
  const exact = (Math.abs(diff) * 10_000) / Math.abs(accrued);
  return Math.sign(diff) * Math.round(exact);
}

/** Opens a difference where an invoice has another amount than accrued; undefined when they are equal. */
export async function openDiff(
  context: Context,
  cost: BillCost,
  invoice: Invoice,
): Promise<BillCostDiff | undefined> {
  const { write, now } = context;
  const { currency } = cost;
  const [accrued, invoiced] = [toMinor(cost.amount, currency), toMinor(invoice.amount, currency)];
  if (invoiced === 0) throw refuseFields({ amount: problem('AMOUNT_ZERO') });
  const waiting = await write
    .selectFrom('billCostDiff')
    .select('diffNo')
    .where('costId', '=', cost.id)
    .where('state', 'in', ['open', 'disputed'])
    .executeTakeFirst();
  if (waiting) throw refuse('DIFF_OPEN', { no: waiting.diffNo });
  const diff = invoiced - accrued;
  if (diff === 0) return undefined;
  const percent = percentOff(diff, accrued);
  const rate = await rateOn(write, currency, invoice.invoiceDate);
  const base = rate && minorInBase(diff, currency, rate.rate);
  const large =
    Math.abs(percent ?? Number.POSITIVE_INFINITY) > LARGE.percent * 100 || Math.abs(base ?? 0) > LARGE.cents;
  const { invoiceNo, invoiceDate, dueDate, reason } = invoice;
  const { id } = await write
    .insertInto('billCostDiff')
    .values({
      ...newStamp(context),
      diffNo: await nextNumber(write, 'billCostDiff', 'diffNo', 'CD', now),
      ...{ billId: cost.billId, costId: cost.id, currency, invoiceNo, invoiceDate, dueDate, reason },
      accruedAmount: accrued,
      invoicedAmount: invoiced,
      diffAmount: diff,
      diffPercent: percent,
      large: large ? 1 : 0,
      state: 'open',
      ...{ handledBy: null, handledAt: null, adjustCostId: null, remark: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await readDiff(write, id);
  await log(context, 'create', made, { after: made });
  return made;
}

const log = (
  context: Context,
  action: 'create' | 'acceptDiff' | 'dispute' | 'reopen',
  diff: BillCostDiff,
  change: { before?: unknown; after?: unknown },
) =>
  context.log({
    module: 'finance',
    action,
    objectType: 'billCostDiff',
    objectId: diff.id,
    objectNo: diff.diffNo,
    ...change,
  });

/**
 * Accepts a difference: the cost keeps the accrued amount, a new line has the difference, and both belong to the
 * invoice.
 */
async function adjust(context: Context, diff: BillCostDiff): Promise<number> {
  const cost = await readCost(context.write, diff.costId);
  const { dueDate } = await context.write
    .selectFrom('billCostDiff')
    .select('dueDate')
    .where('id', '=', diff.id)
    .executeTakeFirstOrThrow();
  const invoice = { invoiceNo: diff.invoiceNo, invoiceDate: diff.invoiceDate, dueDate };
  await markInvoiced(context, cost, invoice);
  const { billId, feeCategoryId, chargeItemId, supplierId, currency, vatCodeId, taxRate, ownCompanyId } =
    cost;
  const made = await addCost(
    context,
    {
      ...{ billId, feeCategoryId, chargeItemId, supplierId, currency, vatCodeId, taxRate, ownCompanyId },
      ...invoice,
      invoiceNo: null,
      basis: 'fixed',
      quantity: 1,
      unitPrice: diff.diffAmount,
      estimated: false,
      ...NOT_BILLED,
      remark: diff.diffNo,
    },
    'diff',
    { part: invoicePartOf(cost) },
  );
  await context.write
    .updateTable('billCost')
    .set({ invoiceNo: diff.invoiceNo })
    .where('id', '=', made.id)
    .execute();
  return made.id;
}

/** Undoes the acceptance: removes the line, and the cost is accrued again. */
async function takeBack(context: Context, diff: BillCostDiff): Promise<void> {
  if (diff.adjustCostId === null) return;
  const line = await readCost(context.write, diff.adjustCostId);
  if (Number(line.paidAmount) !== 0) throw refuse('COST_PAID', { payment: line.paymentNo ?? '' });
  await context.write
    .updateTable('billCostDiff')
    .set({ adjustCostId: null })
    .where('id', '=', diff.id)
    .execute();
  await context.write.deleteFrom('billCost').where('id', '=', line.id).execute();
  await markInvoiced(context, await readCost(context.write, diff.costId), null);
}

const LOGGED = { accept: 'acceptDiff', dispute: 'dispute', reopen: 'reopen' } as const;
const LEADS_TO = { accept: 'accepted', dispute: 'disputed', reopen: 'open' } as const;

/** Changes of differences, by their state machine. */
const diffs = record({
  table: 'billCostDiff',
  row: billCostDiffRow,
  machine: diffMachine,
  load: ({ read }, id: number) => readDiff(read, id),
  about: itself,
});

/** Differences between invoiced and accrued amounts. */
export const billCostDiffHandlers: GroupHandlers<'billCostDiff'> = {
  list: ({ read }, { query }) => listRows(read, diffList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: diffList, resource: 'billCostDiff' }, query),

  totals: async ({ read }, { query }) => {
    const sums = ['accruedAmount', 'invoicedAmount', 'diffAmount'] as const;
    const groups = await sumGroups(read, diffList, query, ['currency'], sums);
    return {
      currencies: groups.map((group) => {
        const currency = String(group.currency);
        const of = (name: (typeof sums)[number]) => fromMinor(Number(group[name] ?? 0), currency);
        return {
          currency,
          lines: Number(group.lines),
          accruedAmount: of('accruedAmount'),
          invoicedAmount: of('invoicedAmount'),
          diffAmount: of('diffAmount'),
        };
      }),
    };
  },

  get: ({ read }, { params }) => readDiff(read, params.id),

  decide: async (context, { params, body }) => {
    const { version, action, remark } = body;
    const diff = await diffs.open(context, params.id, action, version);
    if (action !== 'reopen' && !remark) throw refuse('REASON_REQUIRED');
    const adjustCostId = action === 'accept' ? await adjust(context, diff) : null;
    if (action === 'reopen') await takeBack(context, diff);
    await context.write
      .updateTable('billCostDiff')
      .set({
        state: LEADS_TO[action],
        adjustCostId,
        handledBy: action === 'reopen' ? null : context.caller.id,
        handledAt: action === 'reopen' ? null : context.now,
        remark: remark || diff.remark,
        ...changeStamp(context),
        version: version + 1,
      })
      .where('id', '=', diff.id)
      .execute();
    const after = await readDiff(context.write, diff.id);
    await log(context, LOGGED[action], diff, {
      before: { state: diff.state },
      after: { state: after.state, remark: after.remark },
    });
    return after;
  },

  /** Pays the line that adjusts the cost; the difference is paid with it. */
  paid: async (context, { body }) => {
    const { paymentDate, method, bankReference } = body;
    const ids = await selectedIds(context, diffList, body);
    const lines = new Map<number, number>();
    const refused: { key: number; code: string; msg: string }[] = [];
    for (const id of ids) {
      const diff = await readDiff(context.read, id);
      const why = refusalOf(diffMachine, 'pay', diff);
      if (why) refused.push({ key: id, code: why.code, msg: context.say(why.code, why.params) });
      else if (diff.adjustCostId !== null) lines.set(diff.adjustCostId, id);
    }
    if (lines.size === 0) {
      context.unchanged();
      return { ok: 0, failed: refused, changed: 0, paymentNos: [], pendingNos: [] };
    }
    const paid = await payCosts(context, [...lines.keys()], { paymentDate, method, bankReference });
    const failed = paid.failed.map((one) => ({ ...one, key: lines.get(Number(one.key)) ?? one.key }));
    return { ...paid, failed: [...failed, ...refused] };
  },
};
