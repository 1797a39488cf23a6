import type { BillRevenue } from '@contract/finance/billRevenue';
import {
  type CustomerInvoice,
  customerInvoiceRow,
  type InvoiceLine,
} from '@contract/finance/customerInvoice';
import { toMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { changeStamp, newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { keepMade } from '../../store/storedFiles';
import { attachLogged } from '../bill/attachFile';
import { readBill } from '../bill/billFacts';
import { draftInvoice, type InvoiceDecision, type InvoiceDraft } from './invoiceDraft';
import { invoiceFile, languageOf } from './invoiceFile';
import { nextInvoiceNo } from './invoiceSeries';
import { booked } from './rates';

/** Columns of a document. */
export const invoiceCodec = codecOf(customerInvoiceRow);

/** Loads an invoice with its open amount. Throws NOT_FOUND. */
export const readInvoice = async (db: Reader, id: number): Promise<CustomerInvoice> =>
  invoiceCodec.decode(await rowById(db, 'customerInvoiceOpen', id));

/** A document to store: all but what the database or the call adds. */
export type NewInvoice = Omit<
  CustomerInvoice,
  'id' | 'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'openAmount' | 'eInvoiceState'
>;

/** Stores a document as issued, and logs it. */
export async function storeInvoice(context: Context, made: NewInvoice): Promise<number> {
  const { logoFileId } = await context.write
    .selectFrom('clientCompany')
    .select('logoFileId')
    .where('id', '=', made.companyId)
    .executeTakeFirstOrThrow();
  const { id } = await context.write
    .insertInto('customerInvoice')
    .values({ ...newStamp(context), ...invoiceCodec.encode(made), logoFileId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { invoiceNo, invoiceDate, currency, netAmount, taxAmount, grossAmount, precedingNo, reason } = made;
  await context.log({
    ...{
      module: 'finance',
      action: made.kind,
      objectType: 'customerInvoice',
      objectId: id,
      objectNo: invoiceNo,
    },
    after: { invoiceDate, currency, netAmount, taxAmount, grossAmount, precedingNo, reason },
  });
  return id;
}

/** Attaches a copy of a document to its bills. */
export async function copyToBills(context: Context, id: number, billIds: Iterable<number>): Promise<void> {
  const { write } = context;
  const invoice = await readInvoice(write, id);
  const {
    id: fileId,
    fileName,
    mime,
    size,
  } = await keepMade(
    context,
    await invoiceFile({ read: write, store: context.store }, invoice, 'pdf', languageOf(invoice)),
  );
  for (const billId of new Set(billIds))
    await attachLogged(context, await readBill(write, billId), {
      category: 'invoice',
      fileName,
      mime,
      size,
      fileId,
    });
}

/** Numbers of the bills of lines, each once. */
export const billNosOf = (lines: readonly { readonly billNo: string }[]): string => {
  const numbers = [...new Set(lines.map(({ billNo }) => billNo))];
  const text = numbers.join(', ');
  return text.length <= 400 ? text : `${text.slice(0, 399)}…`;
};

/** The document of a draft under its number. */
export function documentOf(draft: InvoiceDraft, decided: InvoiceDecision, invoiceNo: string): NewInvoice {
  const { issuer, buyer, customerId, currency, dueDate, rateDay, rate } = draft;
  const lines = draft.lines.map(({ vatCodeId: _, ...line }): InvoiceLine => line);
  return {
    ...{ invoiceNo, kind: 'invoice', state: 'issued', companyId: issuer.id, customerId, currency, dueDate },
    ...{ invoiceDate: decided.invoiceDate, supplyDate: decided.supplyDate },
    ...{ netAmount: draft.netAmount, taxAmount: draft.taxAmount, grossAmount: draft.grossAmount },
    ...{ baseCurrency: issuer.baseCurrency, baseTaxAmount: draft.baseTaxAmount, rateDay, rate },
    ...{ billNos: billNosOf(lines), buyerReference: decided.buyerReference },
    ...{ precedingNo: null, precedingDate: null, reason: null },
    ...{ seller: issuer.shown, buyer: buyer.shown, lines },
  };
}

/**
 * Issues the invoice of confirmed lines: the document, its number, the state and the final tax of each line, and copies
 * for the bills. Everything happens in the transaction of the call.
 */
export async function issueInvoice(
  context: Context,
  revenues: readonly BillRevenue[],
  decided: InvoiceDecision,
): Promise<{ readonly id: number; readonly invoiceNo: string; readonly draft: InvoiceDraft }> {
  const { write } = context;
  const draft = await draftInvoice(write, revenues, decided);
  const { currency, dueDate } = draft;
  const { invoiceDate } = decided;
  const invoiceNo = await nextInvoiceNo(write, draft.issuer, 'invoice', invoiceDate);
  const id = await storeInvoice(context, documentOf(draft, decided, invoiceNo));
  for (const [at, line] of revenues.entries()) {
    const taxed = draft.lines[at];
    if (!taxed) continue;
    const after = { state: 'invoiced' as const, invoiceNo, invoiceDate, dueDate };
    // A line whose rate was neither given nor proposed stays without one.
    const isTaxed = taxed.vatCodeId !== null || line.taxRate !== null;
    await write
      .updateTable('billRevenue')
      .set({
        ...{ ...after, customerInvoiceId: id, vatCodeId: taxed.vatCodeId },
        taxRate: isTaxed ? Math.round(taxed.vatRate * 1000) : null,
        taxAmount: toMinor(taxed.taxAmount, currency),
        grossAmount: toMinor(taxed.grossAmount, currency),
        ...(await booked(write, toMinor(line.amount, currency), currency, invoiceDate)),
        ...changeStamp(context),
        version: line.version + 1,
      })
      .where('id', '=', line.id)
      .execute();
    await context.log({
      ...{ module: 'finance', action: 'invoice', objectType: 'billRevenue' },
      ...{ objectId: line.id, objectNo: line.revenueNo, before: { state: line.state }, after },
    });
  }
  await copyToBills(
    context,
    id,
    revenues.map(({ billId }) => billId),
  );
  return { id, invoiceNo, draft };
}
