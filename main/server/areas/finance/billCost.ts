import { check } from '@contract/checked';
import { billCostRow, costDraft, costDraftFields, costFilters } from '@contract/finance/billCost';
import { fromMinor, negated, toMinor } from '@contract/rules/money';
import type { GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { refuse, refuseFields } from '../../core/refusal';
import { choiceOf, selectedIds } from '../../core/selected';
import { changeStamp } from '../../core/stamps';
import { holdsReferences } from '../../core/uses';
import { type ListDefinition, listRows } from '../../store/listRows';
import { difference } from '../access/operateLog';
import { allocate, sharesOf } from './allocation';
import { openDiff } from './billCostDiff';
import { openDay, requireOpenMonth } from './closedMonths';
import {
  addCost,
  checkDraft,
  costs,
  dayOf,
  draftOfCost,
  insertCost,
  invoicePartOf,
  logCost,
  markInvoiced,
  partAfter,
  readCost,
  removeCost,
  requireOnce,
  setInvoicedTax,
} from './costs';
import { billedColumns, pricedColumns, requireBill, taxedOn, totalsOf } from './lines';
import { payCosts } from './payments';

// The customer is left out: a cost line has that of its bill.
holdsReferences('billCost', billCostRow.omit({ customerId: true }), 'costNo');

const costList: ListDefinition<typeof billCostRow> = {
  table: 'billCostOfBill',
  row: billCostRow,
  filters: costFilters,
  keyword: ['costNo', 'billNo', 'batchNo', 'invoiceNo', 'remark'],
  order: '-createdAt',
};

/** Costs of bills, owed to suppliers. */
export const billCostHandlers: GroupHandlers<'billCost'> = {
  list: ({ read }, { query }) => listRows(read, costList, query),
  totals: ({ read }, { query }) => totalsOf(read, costList, query),
  export: (context, { query }) => exportRows(context, { definition: costList, resource: 'billCost' }, query),
  get: ({ read }, { params }) => readCost(read, params.id),

  create: (context, { body }) => addCost(context, body, 'manual'),

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const before = await costs.open(context, params.id, 'update', version);
    const kept = Object.fromEntries(costDraftFields.map((name) => [name, before[name]]));
    const merged = check(costDraft, { ...kept, ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    const draft = merged.value;
    await checkDraft(context, draft, before);
    for (const day of [before.invoiceDate, draft.invoiceDate])
      await requireOpenMonth(context.read, day, 'invoiceDate');
    const day = dayOf(draft, before.createdAt);
    const taxed = await taxedOn(context.write, draft, day);
    const { quantity, unitPrice, currency, taxRate, estimated, ...plain } = taxed;
    await context.write
      .updateTable('billCost')
      .set({
        ...plain,
        ...billedColumns(draft),
        ...partAfter(before, draft),
        ...(await pricedColumns(context.write, { quantity, unitPrice, currency, taxRate }, day)),
        estimated: estimated ? 1 : 0,
        ...changeStamp(context),
        version: version + 1,
      })
      .where('id', '=', params.id)
      .execute();
    const { before: old, after } = difference(before, draft);
    await logCost(context, 'update', before, { before: old, after });
    return readCost(context.read, params.id);
  },

  remove: async (context, { params }) => {
    await removeCost(context, params.id);
    return null;
  },

  paid: async (context, { body }) => {
    const { paymentDate, method, bankReference } = body;
    const ids = await selectedIds(context, costList, body);
    return payCosts(context, ids, { paymentDate, method, bankReference });
  },

  reverse: async (context, { params, body }) => {
    const cost = await costs.open(context, params.id, 'reverse', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    const bill = await requireBill(context.read, cost.billId);
    const price = toMinor(cost.amount, cost.currency);
    return insertCost(
      context,
      {
        ...draftOfCost(cost),
        billId: bill.id,
        basis: 'fixed',
        quantity: 1,
        unitPrice: fromMinor(-price, cost.currency),
        estimated: false,
        // A closed month stays as it is: the reversal is of today.
        invoiceDate: await openDay(context, cost.invoiceDate),
        billedQuantity: cost.billedQuantity === null ? null : 0 - cost.billedQuantity,
        remark: body.reason,
      },
      'reversal',
      {
        ...{ reversesId: cost.id, taxAmount: negated(cost.taxAmount, cost.currency) },
        part: invoicePartOf(cost),
      },
    );
  },

  invoice: async (context, { params, body }) => {
    const accrued = await costs.open(context, params.id, 'invoice', body.version);
    const { version: _, amount, reason, vatCodeId, ownCompanyId, ...invoice } = body;
    const tax = { vatCodeId, ownCompanyId };
    await checkReferences(context, billCostRow.pick({ vatCodeId: true, ownCompanyId: true }), tax, accrued);
    const cost = await setInvoicedTax(context, accrued, tax, invoice.invoiceDate);
    await requireOnce(context.read, { ...draftOfCost(cost), invoiceNo: invoice.invoiceNo }, cost.id);
    const diff = await openDiff(context, cost, { ...invoice, amount, reason });
    if (!diff) await markInvoiced(context, cost, invoice);
    return { cost: await readCost(context.read, cost.id), diffNo: diff?.diffNo ?? null };
  },

  shares: async (context, { body }) => {
    context.unchanged();
    return { shares: await sharesOf(choiceOf(context), body), costs: 0, diffs: 0 };
  },
  allocate: (context, { body }) => allocate(context, body),
};
