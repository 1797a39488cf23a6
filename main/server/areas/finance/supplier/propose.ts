import type { ExpectedCost, InvoiceRead } from '@contract/finance/supplierInvoice';
import { fromMinor, toMinor } from '@contract/rules/money';
import type { Reader } from '../../../store/open';
import { matchText } from '../../bill/attachmentNames';
import { accruals, billName } from '../allocation';
import { VatCodes } from '../vatProposal';
import type { DocumentLine, SupplierDocument } from './document';

/** Most expected costs offered. */
const OFFERED = 500;

type Proposed = InvoiceRead['lines'][number]['proposed'];

/** Finds the only active company of a kind with a VAT number; null without one, or with several. */
export async function companyOf(
  read: Reader,
  kind: 'own' | 'supplier',
  vatNo: string | null,
): Promise<number | null> {
  if (vatNo === null) return null;
  const [only, ...more] = await read
    .selectFrom('clientCompany')
    .select('id')
    .where('kind', '=', kind)
    .where('active', '=', 1)
    .where('vatNo', '=', vatNo)
    .limit(2)
    .execute();
  return only && more.length === 0 ? only.id : null;
}

/** Expected costs of a supplier in a currency that have no invoice yet. */
export async function expectedOf(
  read: Reader,
  supplierId: number | null,
  currency: string,
): Promise<ExpectedCost[]> {
  if (supplierId === null) return [];
  const rows = await accruals(read)
    .innerJoin('bill', 'bill.id', 'billCost.billId')
    .select(['billCost.costNo', 'billCost.feeCategoryId', 'bill.billNo', 'bill.batchNo'])
    .where('billCost.supplierId', '=', supplierId)
    .where('billCost.currency', '=', currency)
    .where('bill.removedAt', 'is', null)
    .where('bill.archived', '=', 0)
    .limit(OFFERED)
    .execute();
  return rows.map(({ amount, billNo, batchNo, ...row }) => ({
    ...row,
    bill: billName({ billNo, batchNo }),
    amount: fromMinor(amount, currency),
  }));
}

/** The category of all costs of a supplier so far; null if there are several. */
async function usualCategory(read: Reader, supplierId: number | null): Promise<number | null> {
  if (supplierId === null) return null;
  const [only, ...more] = await read
    .selectFrom('billCost')
    .select('feeCategoryId')
    .distinct()
    .where('supplierId', '=', supplierId)
    .limit(2)
    .execute();
  return only && more.length === 0 ? only.feeCategoryId : null;
}

/** Proposes how to record each line: nothing where no single answer fits. An expected cost is proposed once. */
export async function proposalsFor(
  read: Reader,
  document: SupplierDocument,
  supplierId: number | null,
  expected: readonly ExpectedCost[],
): Promise<Proposed[]> {
  const codes = await VatCodes.load(read);
  const usual = await usualCategory(read, supplierId);
  const ofDocument = await matchText(read, document.references.join(' '));
  const country = document.seller.vatNo?.slice(0, 2) ?? null;
  const taken = new Set<number>();
  const proposals: Proposed[] = [];
  for (const line of document.lines) {
    const named = await matchText(read, line.references.join(' '));
    const bills = (named.bills.length > 0 ? named : ofDocument).bills.map(billName);
    const free = expected.filter(({ id }) => !taken.has(id));
    const cost = expectedFor(line, bills, free, document.currency);
    if (cost) taken.add(cost.id);
    const code = codes.ofTax(line, country, document.invoiceDate);
    proposals.push({
      feeCategoryId: cost?.feeCategoryId ?? usual,
      bills: cost ? [cost.bill] : [...new Set(bills)],
      costId: cost?.id ?? null,
      vatCodeId: code?.id ?? null,
    });
  }
  return proposals;
}

/**
 * The expected cost of a line: the only one of its bills, else the only one of them with its amount; without a bill, the
 * only one with its amount.
 */
function expectedFor(
  { netAmount }: DocumentLine,
  bills: readonly string[],
  free: readonly ExpectedCost[],
  currency: string,
): ExpectedCost | undefined {
  const equal = (costs: readonly ExpectedCost[]) =>
    costs.filter(({ amount }) => toMinor(amount, currency) === toMinor(netAmount, currency));
  const only = (costs: readonly ExpectedCost[]) => (costs.length === 1 ? costs[0] : undefined);
  if (bills.length === 0) return only(equal(free));
  const ofBills = free.filter(({ bill }) => bills.includes(bill));
  // A line of several bills is shared among them, and each share finds its own expected cost.
  return only(equal(ofBills)) ?? (bills.length === 1 ? only(ofBills) : undefined);
}
