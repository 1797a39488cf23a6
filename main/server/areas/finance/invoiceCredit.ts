import type { CustomerInvoice, InvoiceLine } from '@contract/finance/customerInvoice';
import {
  fromMinor,
  fromScaled,
  minorInBase,
  negated,
  PRICE_DIGITS,
  RATE_DIGITS,
  sumOf,
  toMinor,
  toScaled,
} from '@contract/rules/money';
import { creditOf } from '@contract/rules/vat';
import type { Selectable } from 'kysely';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuse } from '../../core/refusal';
import { changeStamp, newStamp } from '../../core/stamps';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { inVatCurrency } from './invoiceDraft';
import { billNosOf, copyToBills, readInvoice, storeInvoice } from './invoiceIssue';
import { issuerOf } from './invoiceParties';
import { nextInvoiceNo } from './invoiceSeries';

/** A part of an invoice to credit; without an amount, all that is left of the line. */
export interface CreditPart {
  readonly no: number;
  readonly netAmount: string | null;
}

type StoredLine = Selectable<Database['billRevenue']>;

/** A revenue line with its earlier credits, and what is left of it in minor units. */
interface Left {
  readonly line: StoredLine;
  readonly credits: readonly StoredLine[];
  readonly net: number;
  readonly tax: number;
  readonly base: number | null;
}

async function leftOf(db: Reader, revenueNo: string): Promise<Left> {
  const line = await db
    .selectFrom('billRevenue')
    .selectAll()
    .where('revenueNo', '=', revenueNo)
    .executeTakeFirstOrThrow();
  const credits = await db.selectFrom('billRevenue').selectAll().where('creditsId', '=', line.id).execute();
  const sum = (of: (one: StoredLine) => number) => credits.reduce((all, one) => all + of(one), of(line));
  return {
    ...{ line, credits, net: sum(({ amount }) => amount), tax: sum(({ taxAmount }) => taxAmount) },
    base: line.baseAmount === null ? null : sum(({ baseAmount }) => baseAmount ?? 0),
  };
}

/** Returns the amounts of a line that a credit note takes back. Throws CREDIT_TOO_MUCH. */
function takenOf({ line, net, tax }: Left, asked: string | null) {
  const { currency } = line;
  const left = { netAmount: fromMinor(net, currency), taxAmount: fromMinor(tax, currency) };
  if (asked === null) return left;
  const minor = toMinor(asked, currency);
  if (minor === 0 || Math.sign(minor) !== Math.sign(net) || Math.abs(minor) > Math.abs(net))
    throw refuse('CREDIT_TOO_MUCH', { no: line.revenueNo, left: left.netAmount });
  return creditOf(left, fromMinor(minor, currency), (line.taxRate ?? 0) / 1000, currency);
}

/** Quantity and price of a credit: those of the line if all of it is taken back, else one at the amount. */
const pricedLike = (line: StoredLine, net: string) => {
  const whole = toMinor(net, line.currency) === line.amount;
  return {
    whole,
    basis: whole ? line.basis : ('fixed' as const),
    quantity: whole ? line.quantity : 1000,
    unitPrice: whole ? line.unitPrice : toScaled(net, PRICE_DIGITS),
  };
};

/** The line of a credit note: negative amounts, so that an invoice and its credit notes add up to what is left. */
function creditLine(
  of: InvoiceLine,
  no: number,
  left: Left,
  taken: { netAmount: string; taxAmount: string },
): InvoiceLine {
  const { line } = left;
  const { currency } = line;
  const { basis, quantity, unitPrice } = pricedLike(line, taken.netAmount);
  return {
    ...{ ...of, no, basis, quantity: -quantity / 1000, unitPrice: fromScaled(unitPrice, PRICE_DIGITS) },
    netAmount: negated(taken.netAmount, currency),
    taxAmount: negated(taken.taxAmount, currency),
    grossAmount: negated(sumOf([taken.netAmount, taken.taxAmount], currency), currency),
  };
}

/** Adds the revenue line of a credit. A credit that leaves nothing of an unpaid line closes both; others stay open. */
async function addCredit(
  context: Context,
  left: Left,
  taken: { readonly netAmount: string; readonly taxAmount: string },
  credit: {
    readonly id: number | null;
    readonly invoiceNo: string;
    readonly day: string;
    readonly reason: string;
  },
): Promise<number> {
  const { write, now } = context;
  const { line, credits } = left;
  const { currency } = line;
  const { id: _, ...copied } = line;
  const { basis, quantity, unitPrice } = pricedLike(line, taken.netAmount);
  const [net, tax] = [toMinor(taken.netAmount, currency), toMinor(taken.taxAmount, currency)];
  const isLast = net === left.net && tax === left.tax;
  const unpaid = [line, ...credits].every(
    ({ state, paidAmount }) => state === 'invoiced' && paidAmount === 0,
  );
  const closes = isLast && unpaid;
  // Reverses the amount in the books at the rate of its invoice.
  const rate = line.rate === null ? null : fromScaled(line.rate, RATE_DIGITS);
  const base =
    left.base === null || rate === null ? null : isLast ? left.base : minorInBase(net, currency, rate);
  const { id } = await write
    .insertInto('billRevenue')
    .values({
      ...{ ...copied, ...newStamp(context), basis, quantity, unitPrice: -unitPrice },
      revenueNo: await nextNumber(write, 'billRevenue', 'revenueNo', 'RV', now),
      ...{ amount: -net, taxAmount: -tax, grossAmount: -(net + tax), paidAmount: 0 },
      baseAmount: base === null ? null : -base,
      state: closes ? 'credited' : 'invoiced',
      ...{ invoiceNo: credit.invoiceNo, invoiceDate: credit.day, dueDate: credit.day, chargeKey: null },
      ...{ creditsId: line.id, customerInvoiceId: credit.id, remark: credit.reason },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (closes)
    await write
      .updateTable('billRevenue')
      .set((old) => ({ state: 'credited', ...changeStamp(context), version: old('version', '+', 1) }))
      .where('id', 'in', [line.id, ...credits.map((one) => one.id)])
      .execute();
  await context.log({
    ...{
      module: 'finance',
      action: 'credit',
      objectType: 'billRevenue',
      objectId: line.id,
      objectNo: line.revenueNo,
    },
    before: { state: line.state },
    after: { state: closes ? 'credited' : line.state, invoiceNo: credit.invoiceNo, remark: credit.reason },
  });
  return id;
}

/** Credits a line that was invoiced before invoices were documents: only its number exists. */
export async function creditNumbered(context: Context, revenueNo: string, reason: string): Promise<number> {
  const { write, now } = context;
  const left = await leftOf(write, revenueNo);
  const invoiceNo = await nextNumber(write, 'billRevenue', 'invoiceNo', 'CN', now);
  return addCredit(context, left, takenOf(left, null), { id: null, invoiceNo, day: officeDay(now), reason });
}

/** Tax of a credit note in the currency of the declaration; the last one takes what is left of the invoice. */
async function creditedBaseTax(
  db: Reader,
  invoice: CustomerInvoice,
  taxAmount: string,
  isLast: boolean,
): Promise<string> {
  const { baseCurrency, currency, rate, invoiceDate } = invoice;
  // At both rates of the invoice: that of its currency may be of an earlier day than that of ours.
  if (!isLast) return inVatCurrency(db, { amount: taxAmount, currency, rate }, baseCurrency, invoiceDate);
  const { sum } = await db
    .selectFrom('customerInvoice')
    .select((all) => all.fn.sum<number | null>('baseTaxAmount').as('sum'))
    .where('precedingNo', '=', invoice.invoiceNo)
    .executeTakeFirstOrThrow();
  const left = toMinor(invoice.baseTaxAmount, baseCurrency) + Number(sum ?? 0);
  return fromMinor(-left, baseCurrency);
}

/**
 * Issues a credit note of an invoice, for parts of it or, without any, for all that is left. It has its own number and
 * refers to the invoice, which stays as it was. Returns the document and the revenue lines made.
 */
export async function creditInvoice(
  context: Context,
  invoice: CustomerInvoice,
  parts: readonly CreditPart[],
  reason: string,
): Promise<{ readonly id: number; readonly revenueIds: readonly number[] }> {
  const { write, now } = context;
  const { currency } = invoice;
  const all = new Map<number, Left>();
  for (const { no, revenueNo } of invoice.lines) all.set(no, await leftOf(write, revenueNo));
  const isOpen = (left: Left | undefined) => left !== undefined && (left.net !== 0 || left.tax !== 0);
  const open = invoice.lines.filter(({ no }) => isOpen(all.get(no)));
  const asked = new Map(parts.map(({ no, netAmount }) => [no, netAmount]));
  if (parts.some(({ no }) => !open.some((line) => line.no === no)))
    throw refuse('CREDIT_TOO_MUCH', { no: invoice.invoiceNo, left: fromMinor(0, currency) });
  const wanted = open.flatMap((line) => {
    const left = all.get(line.no);
    if (!left || (parts.length > 0 && !asked.has(line.no))) return [];
    return [{ line, left, taken: takenOf(left, asked.get(line.no) ?? null) }];
  });
  if (wanted.length === 0) throw refuse('INVOICE_CREDITED');
  const lines = wanted.map(({ line, left, taken }, at) => creditLine(line, at + 1, left, taken));
  const rest = new Map(
    wanted.map(({ line, left, taken }) => [line.no, left.net - toMinor(taken.netAmount, currency)]),
  );
  const isLast = open.every(({ no }) => rest.get(no) === 0);
  const total = (name: 'netAmount' | 'taxAmount' | 'grossAmount') =>
    sumOf(
      lines.map((line) => line[name]),
      currency,
    );
  const day = officeDay(now);
  const issuer = await issuerOf(write, invoice.companyId);
  const invoiceNo = await nextInvoiceNo(write, issuer, 'credit', day);
  const { companyId, customerId, baseCurrency, rate, rateDay, seller, buyer, buyerReference } = invoice;
  const taxAmount = total('taxAmount');
  const id = await storeInvoice(context, {
    ...{ invoiceNo, kind: 'credit', state: 'issued', companyId, customerId, currency },
    ...{ invoiceDate: day, supplyDate: invoice.supplyDate, dueDate: day },
    ...{ netAmount: total('netAmount'), taxAmount, grossAmount: total('grossAmount') },
    ...{ baseCurrency, rate, rateDay, seller, buyer, buyerReference, reason, lines },
    baseTaxAmount: await creditedBaseTax(write, invoice, taxAmount, isLast),
    billNos: billNosOf(lines),
    ...{ precedingNo: invoice.invoiceNo, precedingDate: invoice.invoiceDate },
  });
  const revenueIds: number[] = [];
  for (const { left, taken } of wanted)
    revenueIds.push(await addCredit(context, left, taken, { id, invoiceNo, day, reason }));
  await write
    .updateTable('customerInvoice')
    .set((old) => ({
      state: isLast ? 'credited' : 'part_credited',
      ...changeStamp(context),
      version: old('version', '+', 1),
    }))
    .where('id', '=', invoice.id)
    .execute();
  await copyToBills(
    context,
    id,
    wanted.map(({ left }) => left.line.billId),
  );
  return { id, revenueIds };
}

/** Credits all that is left of one line of an invoice. Returns the revenue line made. */
export async function creditOneLine(
  context: Context,
  customerInvoiceId: number,
  revenueNo: string,
  reason: string,
): Promise<number> {
  const invoice = await readInvoice(context.write, customerInvoiceId);
  const line = invoice.lines.find((one) => one.revenueNo === revenueNo);
  if (!line) throw refuse('NOT_FOUND');
  const { revenueIds } = await creditInvoice(context, invoice, [{ no: line.no, netAmount: null }], reason);
  const [id] = revenueIds;
  if (id === undefined) throw refuse('NOT_FOUND');
  return id;
}
