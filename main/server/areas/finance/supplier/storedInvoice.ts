import type { LogAction } from '@contract/access/operateLog';
import { type RecordedInvoice, recordedLine } from '@contract/finance/supplierInvoice';
import {
  type SupplierInvoice,
  supplierInvoiceMachine,
  supplierInvoiceRow,
} from '@contract/finance/supplierInvoiceRow';
import { pickOf } from '@contract/names';
import type { Context, Download, UploadedFile } from '../../../core/context';
import { checkReferences } from '../../../core/crud';
import { itself, record } from '../../../core/record';
import { refuse } from '../../../core/refusal';
import { changeStamp, newStamp } from '../../../core/stamps';
import { codecOf } from '../../../store/codec';
import type { Reader } from '../../../store/open';
import { rowById } from '../../../store/rowById';
import { downloadStored, keepFile, storedHash } from '../../../store/storedFiles';
import { billNosOf } from '../invoiceIssue';

const codec = codecOf(supplierInvoiceRow);

/** Loads an invoice with what is left of it in the costs. Throws NOT_FOUND. */
export const readSupplierInvoice = async (db: Reader, id: number): Promise<SupplierInvoice> =>
  codec.decode(await rowById(db, 'supplierInvoiceOfCosts', id));

const invoices = record({
  table: 'supplierInvoice',
  row: supplierInvoiceRow,
  machine: supplierInvoiceMachine,
  load: ({ read }, id: number) => readSupplierInvoice(read, id),
  about: itself,
});

const log = (
  context: Context,
  action: LogAction,
  { id, invoiceNo }: { readonly id: number; readonly invoiceNo: string },
  after: unknown,
) =>
  context.log({
    ...{ module: 'finance', action, objectType: 'supplierInvoice', objectId: id, objectNo: invoiceNo, after },
  });

/** Codes of the fee categories of lines, which exist. */
async function categoryCodes(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('feeCategory').select(['id', 'code']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Stores an invoice as it is recorded, for these bills. Throws REFERENCE_UNKNOWN, REFERENCE_INACTIVE, COMPANY_KIND. */
export async function storeSupplierInvoice(
  context: Context,
  invoice: RecordedInvoice,
  billIds: readonly number[],
): Promise<number> {
  const { write } = context;
  await checkReferences(context, supplierInvoiceRow, pickOf(invoice, ['supplierId', 'ownCompanyId']));
  for (const line of invoice.lines)
    await checkReferences(context, recordedLine, pickOf(line, ['feeCategoryId']));
  const codes = await categoryCodes(
    write,
    invoice.lines.map(({ feeCategoryId }) => feeCategoryId),
  );
  const ids = [...new Set(billIds)];
  const bills = await write
    .selectFrom('bill')
    .select('billNo')
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const facts = pickOf(invoice, [
    ...(['invoiceNo', 'supplierId', 'ownCompanyId', 'credit', 'invoiceDate', 'dueDate', 'currency'] as const),
    ...(['netAmount', 'taxAmount', 'grossAmount', 'iban', 'fileName', 'fileHash'] as const),
  ]);
  const lines = invoice.lines.map(({ remark, feeCategoryId, ...line }) => ({
    ...pickOf(line, ['no', 'billedQuantity', 'billedUnit', 'billedPrice', 'netAmount']),
    ...pickOf(line, ['vatCategory', 'vatRate', 'bills']),
    ...{ text: remark, feeCategory: codes.get(feeCategoryId) ?? '' },
  }));
  const stored = { ...facts, billNos: billNosOf(bills), lines } satisfies Partial<SupplierInvoice>;
  const { id } = await write
    .insertInto('supplierInvoice')
    .values({ ...newStamp(context), ...codec.encode(stored), fileId: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await write
    .insertInto('supplierInvoiceBill')
    .values(ids.map((billId) => ({ invoiceId: id, billId })))
    .execute();
  const { fileHash: _, ...logged } = facts;
  await log(context, 'create', { id, invoiceNo: invoice.invoiceNo }, logged);
  return id;
}

/** Keeps the file that an invoice was read from. Throws EINVOICE_FILE_KEPT, and EINVOICE_FILE_OTHER for another file. */
export async function keepInvoiceFile(
  context: Context,
  id: number,
  file: UploadedFile,
): Promise<SupplierInvoice> {
  const invoice = await invoices.open(context, id, 'addFile');
  if (file.hash !== invoice.fileHash) throw refuse('EINVOICE_FILE_OTHER', { name: file.name });
  const { id: fileId } = await keepFile(context, file);
  await context.write
    .updateTable('supplierInvoice')
    .set({ fileId, fileName: file.name, ...changeStamp(context), version: invoice.version + 1 })
    .where('id', '=', id)
    .execute();
  await log(context, 'upload', invoice, { fileName: file.name, size: file.size });
  return readSupplierInvoice(context.write, id);
}

/** Returns the kept file. Throws EINVOICE_FILE_MISSING without one, and EINVOICE_FILE_DAMAGED for other contents. */
export async function invoiceFileOf(context: Context, id: number): Promise<Download> {
  const { fileId, fileHash, invoiceNo } = await rowById(context.read, 'supplierInvoiceOfCosts', id);
  if (fileId === null) throw refuse('EINVOICE_FILE_MISSING');
  if ((await storedHash(context.store, fileId)) !== fileHash)
    throw refuse('EINVOICE_FILE_DAMAGED', { no: invoiceNo });
  return downloadStored(context, fileId);
}
