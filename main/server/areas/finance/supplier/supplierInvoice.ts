import { readFile } from 'node:fs/promises';
import { problem } from '@contract/errors';
import {
  MAX_INVOICE_LINES,
  supplierInvoiceFilters,
  supplierInvoiceListRow,
  supplierInvoiceRow,
} from '@contract/finance/supplierInvoiceRow';
import { fromMinor, sumOf, toMinor } from '@contract/rules/money';
import type { VatCategory } from '@contract/rules/vat';
import { type Context, type GroupHandlers, prepared } from '../../../core/context';
import { exportRows } from '../../../core/exportRows';
import { refuse, refuseFields } from '../../../core/refusal';
import { choiceOf } from '../../../core/selected';
import { holdsReferences } from '../../../core/uses';
import { type ListDefinition, listRows, sumGroups } from '../../../store/listRows';
import type { Reader } from '../../../store/open';
import { auditLines } from '../audit/auditLines';
import { readLines, recordedLines } from '../audit/lineBases';
import { billedOf } from './billed';
import type { DocumentLine, SupplierDocument } from './document';
import { companyOf, expectedOf, proposalsFor } from './propose';
import { readSupplierFile } from './readFile';
import { isRecorded, recordInvoice } from './record';
import { invoiceFileOf, keepInvoiceFile, readSupplierInvoice } from './storedInvoice';
import { checkSums, taxKey } from './sums';

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

/** The tax of each category and rate; a file may state it in several groups, for example by reason of an exemption. */
function taxesOf({ taxes, currency }: SupplierDocument) {
  const groups = new Map<string, { vatCategory: VatCategory; vatRate: number; taxAmount: string }>();
  for (const { vatCategory, vatRate, taxAmount } of taxes) {
    const key = taxKey({ vatCategory, vatRate });
    const before = groups.get(key)?.taxAmount ?? '0';
    groups.set(key, { vatCategory, vatRate, taxAmount: sumOf([before, taxAmount], currency) });
  }
  return [...groups.values()];
}

/** Lines by their numbers in the file, or in its order where it repeats one. */
function numbered(lines: readonly DocumentLine[]): readonly DocumentLine[] {
  const isUnique = new Set(lines.map(({ no }) => no)).size === lines.length;
  return isUnique ? lines : lines.map((line, at) => ({ ...line, no: String(at + 1) }));
}

/** A read document with what is proposed for it. Bills and expected costs are those that the caller sees. */
async function proposed(context: Context, document: SupplierDocument, supplierId: number | undefined) {
  const read = choiceOf(context);
  const { lines, lineTotal, allowances, charges, prepaid, rounding, references, ...shown } = document;
  const supplier = await supplierOf(read, supplierId, document);
  const expected = await expectedOf(read, supplier.id, document.currency);
  // Nothing is owed for a line of zero, and no cost is made of it.
  const charged = lines.filter(({ netAmount }) => toMinor(netAmount, document.currency) !== 0);
  const proposals = await proposalsFor(read, { ...document, lines: charged }, supplier.id, expected);
  return {
    ...shown,
    taxes: taxesOf(document),
    lines: numbered(charged).flatMap((line, at) => {
      const { no, text, quantity, unit, netAmount, vatCategory, vatRate } = line;
      const stated = { no, text, quantity, unit, netAmount, vatCategory, vatRate };
      const proposal = proposals[at];
      return proposal ? [{ ...stated, ...billedOf(line, document.credit), proposed: proposal }] : [];
    }),
    findings: checkSums(document),
    supplierId: supplier.id,
    ownCompanyId: await companyOf(read, 'own', document.buyer.vatNo),
    otherAccount: supplier.iban !== null && document.iban !== null && supplier.iban !== document.iban,
    expected,
  };
}

holdsReferences('supplierInvoice', supplierInvoiceRow, 'invoiceNo');

const invoiceList: ListDefinition<typeof supplierInvoiceListRow> = {
  table: 'supplierInvoiceOfCosts',
  row: supplierInvoiceListRow,
  listed: true,
  filters: supplierInvoiceFilters,
  keyword: ['invoiceNo', 'billNos', 'fileName', 'iban'],
  order: '-createdAt',
};

const SUMS = ['netAmount', 'taxAmount', 'grossAmount', 'costAmount'] as const;

/** Suppliers' electronic invoices: read from files, recorded, and kept. */
export const supplierInvoiceHandlers: GroupHandlers<'supplierInvoice'> = {
  // Reading and matching take their time, and no other write should wait for them.
  read: prepared(
    async (context, { query, file }) => {
      const document = await readSupplierFile(await readFile(file.path), file);
      const { length } = document.lines;
      if (length === 0 || length > MAX_INVOICE_LINES)
        throw refuse('EINVOICE_LINES', { name: file.name, count: length, max: MAX_INVOICE_LINES });
      return { ...(await proposed(context, document, query.supplierId)), fileHash: file.hash };
    },
    async (context, _, found) => {
      context.unchanged();
      const { supplierId, invoiceNo } = found;
      // A number is known wherever it was recorded.
      const recorded = supplierId !== null && (await isRecorded(context.read, supplierId, invoiceNo));
      return { ...found, recorded };
    },
  ),

  record: (context, { body }) => recordInvoice(context, body),

  list: ({ read }, { query }) => listRows(read, invoiceList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: invoiceList, resource: 'supplierInvoice' }, query),
  totals: async ({ read }, { query }) => {
    const groups = await sumGroups(read, invoiceList, query, ['currency'], SUMS);
    return {
      currencies: groups.map(({ currency, lines: count, ...sums }) => {
        const of = (name: (typeof SUMS)[number]) => fromMinor(Number(sums[name] ?? 0), String(currency));
        return {
          ...{ currency: String(currency), lines: Number(count), netAmount: of('netAmount') },
          ...{ taxAmount: of('taxAmount'), grossAmount: of('grossAmount'), costAmount: of('costAmount') },
        };
      }),
    };
  },
  get: ({ read }, { params }) => readSupplierInvoice(read, params.id),
  audit: async ({ read }, { params }) => {
    const invoice = await readSupplierInvoice(read, params.id);
    return { lines: await auditLines(read, invoice.supplierId, await recordedLines(read, invoice), invoice) };
  },
  auditRead: async (context, { body }) => {
    context.unchanged();
    const read = choiceOf(context);
    return { lines: await auditLines(read, body.supplierId, await readLines(read, body.lines), null) };
  },
  keepFile: (context, { params, file }) => keepInvoiceFile(context, params.id, file),
  file: (context, { params }) => invoiceFileOf(context, params.id),
};
