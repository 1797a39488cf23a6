import { readFile } from 'node:fs/promises';
import { problem } from '@contract/errors';
import { MAX_INVOICE_LINES } from '@contract/finance/supplierInvoice';
import { toMinor } from '@contract/rules/money';
import { type GroupHandlers, prepared } from '../../../core/context';
import { refuse, refuseFields } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import type { SupplierDocument } from './document';
import { companyOf, expectedOf, proposalsFor } from './propose';
import { readSupplierFile } from './readFile';
import { isRecorded, recordInvoice } from './record';
import { checkSums } from './sums';

/** The supplier of an invoice: the selected one, else that of its VAT number. Throws REFERENCE_UNKNOWN. */
async function supplierOf(read: Reader, selected: number | undefined, { seller }: SupplierDocument) {
  const id = selected ?? (await companyOf(read, 'supplier', seller.vatNo));
  if (id === null) return { id: null, iban: null };
  const row = await read
    .selectFrom('clientCompany')
    .select(['id', 'iban'])
    .where('id', '=', id)
    .where('kind', '=', 'supplier')
    .executeTakeFirst();
  if (!row) throw refuseFields({ supplierId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
  return row;
}

/** Suppliers' electronic invoices, read from files. */
export const supplierInvoiceHandlers: GroupHandlers<'supplierInvoice'> = {
  // Reading takes its time, and no other write should wait for it.
  read: prepared(
    async (_context, { file }) => {
      const document = await readSupplierFile(await readFile(file.path), file);
      const { length } = document.lines;
      if (length === 0 || length > MAX_INVOICE_LINES)
        throw refuse('EINVOICE_LINES', { name: file.name, count: length, max: MAX_INVOICE_LINES });
      return document;
    },
    async (context, { query }, document) => {
      context.unchanged();
      const { read } = context;
      const { lines, lineTotal, allowances, charges, prepaid, rounding, references, ...shown } = document;
      const supplier = await supplierOf(read, query.supplierId, document);
      const expected = await expectedOf(read, supplier.id, document.currency);
      // Nothing is owed for a line of zero, and no cost is made of it.
      const charged = lines.filter(({ netAmount }) => toMinor(netAmount, document.currency) !== 0);
      const proposals = await proposalsFor(read, { ...document, lines: charged }, supplier.id, expected);
      return {
        ...shown,
        taxes: document.taxes.map(({ taxable: _, ...group }) => group),
        lines: charged.flatMap(({ kind: __, references: ___, ...line }, at) => {
          const proposed = proposals[at];
          return proposed ? [{ ...line, proposed }] : [];
        }),
        findings: checkSums(document),
        supplierId: supplier.id,
        ownCompanyId: await companyOf(read, 'own', document.buyer.vatNo),
        recorded: supplier.id !== null && (await isRecorded(read, supplier.id, document.invoiceNo)),
        otherAccount: supplier.iban !== null && document.iban !== null && supplier.iban !== document.iban,
        expected,
      };
    },
  ),

  record: (context, { body }) => recordInvoice(context, body),
};
