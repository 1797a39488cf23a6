import type { Allocated } from '@contract/finance/billCost';
import { fromMinor, percentOf, allocate as sharesByWeight, toMinor } from '@contract/rules/money';
import type { shareBases } from '@contract/vocabulary';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import type { Reader } from '../../store/open';
import { openDiff } from './billCostDiff';
import { addCost, markInvoiced, readCost, setInvoicedTax } from './costs';
import { requireBill, taxedOn } from './lines';

/** One supplier invoice over many bills. */
interface Invoice {
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

/** Finds the bills of numbers, each once, in the order given. Refuses unknown numbers by name. */
async function billsOf(db: Reader, numbers: readonly string[]) {
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

/** Share of each bill in an invoice and in its tax, and the accrued amount. The shares add up to the invoice. */
export async function sharesOf(db: Reader, wanted: Invoice): Promise<Share[]> {
  const invoice = await taxedOn(db, wanted, wanted.invoiceDate);
  const { by, currency, supplierId, feeCategoryId } = invoice;
  const bills = await billsOf(db, invoice.bills);
  const weights = bills.map((bill) =>
    by === 'weight'
      ? (bill.billingWeight ?? bill.weight)
      : by === 'boxes'
        ? bill.boxCount
        : bill.packageCount,
  );
  if (weights.every((weight) => weight === 0) || toMinor(invoice.amount, currency) === 0)
    throw refuse('ALLOCATION_NOTHING');
  const amounts = sharesByWeight(invoice.amount, weights, currency);
  // The tax of the invoice is shared as well: calculated for each bill, the cents would not add up to the invoice.
  const tax = percentOf(invoice.amount, invoice.taxRate ?? 0, currency);
  const net = amounts.map((amount) => Math.abs(toMinor(amount, currency)));
  const taxes = sharesByWeight(tax, net, currency);
  const shares: Share[] = [];
  for (const [index, { id, billNo, batchNo }] of bills.entries()) {
    const expected = await accrualOf(db, id, supplierId, feeCategoryId, currency);
    shares.push({
      ...{ billId: id, billNo, batchNo, currency },
      weight: by === 'weight' ? (weights[index] ?? 0) / 1000 : (weights[index] ?? 0),
      amount: amounts[index] ?? '0',
      taxAmount: taxes[index] ?? '0',
      accrued: expected ? fromMinor(expected.amount, currency) : null,
    });
  }
  return shares;
}

/** The accrued cost of a supplier for a bill and a category that has no invoice yet. */
const accrualOf = (db: Reader, billId: number, supplierId: number, feeCategoryId: number, currency: string) =>
  db
    .selectFrom('billCost')
    .select(['billCost.id', 'billCost.amount'])
    .where('billId', '=', billId)
    .where('supplierId', '=', supplierId)
    .where('feeCategoryId', '=', feeCategoryId)
    .where('billCost.currency', '=', currency)
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
    .orderBy('billCost.id')
    .executeTakeFirst();

/**
 * Writes the shares of an invoice: an accrued cost is matched to it, or a difference is opened; without one a new cost
 * is created. A share of zero gets no line.
 */
export async function allocate(context: Context, wanted: Invoice): Promise<Allocated> {
  const invoice = await taxedOn(context.write, wanted, wanted.invoiceDate);
  const { supplierId, feeCategoryId, currency, invoiceNo, invoiceDate, dueDate, remark } = invoice;
  const { vatCodeId, taxRate, ownCompanyId } = invoice;
  const shares = await sharesOf(choiceOf(context), invoice);
  let [costs, diffs] = [0, 0];
  for (const { billId, amount, taxAmount } of shares) {
    if (toMinor(amount, currency) === 0) continue;
    await requireBill(context.write, billId);
    const expected = await accrualOf(context.write, billId, supplierId, feeCategoryId, currency);
    if (expected) {
      const cost = await readCost(context.write, expected.id);
      const diff = await openDiff(context, cost, {
        invoiceNo,
        invoiceDate,
        dueDate,
        amount,
        reason: 'price',
      });
      if (diff) {
        await setInvoicedTax(context, cost, { vatCodeId, ownCompanyId }, invoiceDate);
        diffs += 1;
      } else {
        const tax = { vatCodeId, taxRate, taxAmount, ownCompanyId };
        await markInvoiced(context, cost, { invoiceNo, invoiceDate, dueDate }, tax);
        costs += 1;
      }
      continue;
    }
    await addCost(
      context,
      {
        ...{ billId, supplierId, feeCategoryId, currency, invoiceNo, invoiceDate, dueDate, remark },
        ...{ vatCodeId, taxRate, ownCompanyId },
        chargeItemId: null,
        basis: 'fixed',
        quantity: 1,
        unitPrice: amount,
        estimated: false,
      },
      'allocation',
      { taxAmount },
    );
    costs += 1;
  }
  return { shares, costs, diffs };
}
