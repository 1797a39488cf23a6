import type { Bill } from '@contract/bill/bill';
import type { Allocated, BillCost } from '@contract/finance/billCost';
import { fromMinor, percentOf, allocate as sharesByWeight, toMinor } from '@contract/rules/money';
import type { shareBases } from '@contract/vocabulary';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import type { Reader } from '../../store/open';
import { openDiff } from './billCostDiff';
import {
  addCost,
  type CostDraft,
  type InvoicePart,
  joinInvoice,
  markInvoiced,
  readCost,
  setInvoicedTax,
} from './costs';
import { type Billed, requireBill, taxedOn } from './lines';

/** One supplier invoice over many bills. */
interface Invoice extends Billed {
  readonly supplierId: number;
  readonly feeCategoryId: number;
  readonly invoiceNo: string;
  readonly invoiceDate: string;
  readonly dueDate: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly vatCodeId: number | null;
  readonly taxRate: number | null;
  readonly ownCompanyId: number | null;
  readonly by: (typeof shareBases)[number];
  readonly bills: readonly string[];
  readonly remark: string | null;
}
type Share = Allocated['shares'][number];

/** A bill, or a batch of one, as a line names it: {@link billsOf} finds it by that. */
export const billName = ({ billNo, batchNo }: Pick<Bill, 'billNo' | 'batchNo'>): string =>
  `${billNo}/${batchNo}`;

/** Finds the bills of numbers, each once, in the order given. Refuses unknown numbers by name. */
export async function billsOf(db: Reader, numbers: readonly string[]) {
  const found = new Map<number, Awaited<ReturnType<typeof named>>[number]>();
  const unknown: string[] = [];
  for (const number of numbers) {
    const bills = await named(db, number);
    if (bills.length === 0) unknown.push(number);
    for (const bill of bills) found.set(bill.id, bill);
  }
  if (unknown.length > 0) throw refuse('ALLOCATION_UNKNOWN', { numbers: { list: unknown.slice(0, 10) } });
  return [...found.values()];
}

function named(db: Reader, number: string) {
  const [billNo = '', batchNo] = number.split('/').map((part) => part.trim());
  let bills = db
    .selectFrom('bill')
    .select(['id', 'billNo', 'batchNo', 'weight', 'billingWeight', 'boxCount', 'packageCount'])
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null);
  if (batchNo) bills = bills.where('batchNo', '=', batchNo);
  return bills.orderBy('id').execute();
}

/** An amount with its tax, and the measure by which bills share them. */
interface Shared {
  readonly by: Invoice['by'];
  readonly currency: string;
  readonly amount: string;
  readonly taxAmount: string;
}

/** Shares an amount and its tax among bills: the shares of either add up to it. Throws ALLOCATION_NOTHING. */
export function shareAmong(bills: Awaited<ReturnType<typeof billsOf>>, { by, currency, ...whole }: Shared) {
  const weightOf = (bill: (typeof bills)[number]) =>
    by === 'weight'
      ? (bill.billingWeight ?? bill.weight)
      : by === 'boxes'
        ? bill.boxCount
        : bill.packageCount;
  const weights = bills.map(weightOf);
  if (weights.every((weight) => weight === 0) || toMinor(whole.amount, currency) === 0)
    throw refuse('ALLOCATION_NOTHING');
  const amounts = sharesByWeight(whole.amount, weights, currency);
  // The tax of the invoice is shared as well: calculated for each bill, the cents would not add up to the invoice.
  const net = amounts.map((amount) => Math.abs(toMinor(amount, currency)));
  const taxes = sharesByWeight(whole.taxAmount, net, currency);
  return bills.map((bill, index) => ({
    bill,
    weight: weights[index] ?? 0,
    amount: amounts[index] ?? '0',
    taxAmount: taxes[index] ?? '0',
  }));
}

/** Share of each bill in an invoice and in its tax, and the accrued amount. The shares add up to the invoice. */
export async function sharesOf(db: Reader, wanted: Invoice): Promise<Share[]> {
  const invoice = await taxedOn(db, wanted, wanted.invoiceDate);
  const { by, currency, amount, taxRate } = invoice;
  const taxAmount = percentOf(amount, taxRate ?? 0, currency);
  const shares: Share[] = [];
  const parts = shareAmong(await billsOf(db, invoice.bills), { by, currency, amount, taxAmount });
  for (const { bill, weight, ...part } of parts) {
    const { id: billId, billNo, batchNo } = bill;
    const expected = await accrualOf(db, { ...invoice, billId });
    shares.push({
      ...{ billId, billNo, batchNo, currency, ...part },
      weight: by === 'weight' ? weight / 1000 : weight,
      accrued: expected ? fromMinor(expected.amount, currency) : null,
    });
  }
  return shares;
}

/** Expected costs that have no invoice yet: unpaid, and without an undecided difference. */
export const accruals = (db: Reader) =>
  db
    .selectFrom('billCost')
    .select(['billCost.id', 'billCost.amount'])
    .where('estimated', '=', 1)
    .where('paidAmount', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billCostDiff')
            .select('billCostDiff.id')
            .whereRef('billCostDiff.costId', '=', 'billCost.id')
            .where('billCostDiff.state', 'in', ['open', 'disputed']),
        ),
      ),
    )
    .orderBy('billCost.id');

/** Facts that tell which accrued cost a charge is expected as. */
type Charge = Pick<BillCost, 'billId' | 'supplierId' | 'feeCategoryId' | 'currency'>;

/** The accrued cost of a supplier for a bill and a category, unless it is among those taken. */
export function accrualOf(db: Reader, charge: Charge, taken: readonly number[] = []) {
  const { billId, supplierId, feeCategoryId, currency } = charge;
  const found = accruals(db)
    .where('billId', '=', billId)
    .where('supplierId', '=', supplierId)
    .where('feeCategoryId', '=', feeCategoryId)
    .where('billCost.currency', '=', currency);
  return (taken.length > 0 ? found.where('billCost.id', 'not in', taken) : found).executeTakeFirst();
}

/** A charge of a supplier's invoice for a bill; its tax is a share of the tax of the invoice. */
export type Charged = Omit<Invoice, 'by' | 'bills'> & { readonly billId: number; readonly taxAmount: string };

/**
 * Writes the charge of an invoice: the expected cost gets its invoice, or a difference is opened; without one, `add`
 * creates a cost. Returns what was made.
 */
export async function writeCharge(
  context: Context,
  charged: Charged,
  expectedId: number | undefined,
  add: (draft: CostDraft, more: { readonly taxAmount: string }) => Promise<unknown>,
  part: InvoicePart | null = null,
): Promise<'cost' | 'diff'> {
  const { amount, taxAmount, ...line } = charged;
  const { invoiceNo, invoiceDate, dueDate, vatCodeId, taxRate, ownCompanyId } = charged;
  await requireBill(context.write, charged.billId);
  if (expectedId === undefined) {
    const priced = { chargeItemId: null, basis: 'fixed', quantity: 1, unitPrice: amount } as const;
    await add({ ...line, ...priced, estimated: false }, { taxAmount });
    return 'cost';
  }
  const cost = await readCost(context.write, expectedId);
  const invoice = { invoiceNo, invoiceDate, dueDate };
  await joinInvoice(context, cost.id, charged, part);
  const diff = await openDiff(context, cost, { ...invoice, amount, reason: 'price' });
  if (diff) {
    await setInvoicedTax(context, cost, { vatCodeId, ownCompanyId }, invoiceDate);
    return 'diff';
  }
  await markInvoiced(context, cost, invoice, { vatCodeId, taxRate, taxAmount, ownCompanyId });
  return 'cost';
}

/**
 * Writes the shares of an invoice: an accrued cost is matched to it, or a difference is opened; without one a new cost
 * is created. A share of zero gets no line.
 */
export async function allocate(context: Context, wanted: Invoice): Promise<Allocated> {
  const { by: _, bills: __, ...invoice } = await taxedOn(context.write, wanted, wanted.invoiceDate);
  const shares = await sharesOf(choiceOf(context), wanted);
  const made = { cost: 0, diff: 0 };
  for (const { billId, amount, taxAmount } of shares) {
    if (toMinor(amount, invoice.currency) === 0) continue;
    const charged = { ...invoice, billId, amount, taxAmount };
    const expected = await accrualOf(context.write, charged);
    const add = (draft: CostDraft, more: { readonly taxAmount: string }) =>
      addCost(context, draft, 'allocation', more);
    made[await writeCharge(context, charged, expected?.id, add)] += 1;
  }
  return { shares, costs: made.cost, diffs: made.diff };
}
