import { draftInvoice } from '../areas/finance/invoiceDraft';
import { documentOf, invoiceCodec } from '../areas/finance/invoiceIssue';
import { findBuyer } from '../areas/finance/invoiceParties';
import { nextInvoiceNo } from '../areas/finance/invoiceSeries';
import { readRevenue } from '../areas/finance/revenueLines';
import type { Writer } from '../store/open';
import { staffId } from './people';
import { madeAt } from './reference';

/** Number of the newest invoices that are documents; older ones were issued elsewhere. */
const DOCUMENTS = 12;

/** Turns the newest open invoices into documents, oldest first. */
export async function seedCustomerInvoices(writer: Writer, clerk: string): Promise<void> {
  const newest = await writer
    .selectFrom('billRevenue')
    .select(['invoiceNo', 'invoiceDate'])
    .distinct()
    .where('state', '=', 'invoiced')
    .where('creditsId', 'is', null)
    .orderBy('invoiceDate', 'desc')
    .orderBy('invoiceNo', 'desc')
    .limit(DOCUMENTS)
    .execute();
  for (const { invoiceNo, invoiceDate } of newest.reverse()) {
    if (invoiceNo === null || invoiceDate === null) continue;
    const rows = await writer
      .selectFrom('billRevenue')
      .select('id')
      .where('invoiceNo', '=', invoiceNo)
      .orderBy('id')
      .execute();
    const lines = [];
    for (const { id } of rows) {
      const line = await readRevenue(writer, id);
      // Issued and partly paid already: no tax is added to a line that has none.
      lines.push({ ...line, taxRate: line.taxRate ?? 0 });
    }
    const [first] = lines;
    if (!first || !(await findBuyer(writer, first.customerId))) continue;
    const decided = {
      ...{ invoiceDate, companyId: null, vatCodeId: null, supplyDate: null },
      buyerReference: null,
    };
    const draft = await draftInvoice(writer, lines, decided);
    const number = await nextInvoiceNo(writer, draft.issuer, 'invoice', invoiceDate);
    const { id } = await writer
      .insertInto('customerInvoice')
      .values({
        ...madeAt(`${invoiceDate}T15:00:00Z`, staffId(clerk)),
        ...invoiceCodec.encode(documentOf(draft, decided, number)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [at, line] of lines.entries())
      await writer
        .updateTable('billRevenue')
        .set({ invoiceNo: number, customerInvoiceId: id, vatCodeId: draft.lines[at]?.vatCodeId ?? null })
        .where('id', '=', line.id)
        .execute();
  }
}
