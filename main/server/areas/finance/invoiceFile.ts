import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import type { Language } from '@contract/limits';
import type { Context, Download } from '../../core/context';
import { placeOf } from '../../store/storedFiles';
import { invoiceUbl } from './invoiceUbl';

/** Countries whose customers are written to in Chinese. */
const CHINESE: ReadonlySet<string> = new Set(['CN', 'HK', 'MO', 'TW']);

/** Language of a document for its buyer. */
export const languageOf = ({ buyer }: Pick<CustomerInvoice, 'buyer'>): Language =>
  CHINESE.has(buyer.countryCode) ? 'cn' : 'en';

/** The logo that a document was issued with; undefined without one. */
async function logoOf(
  { read, store }: Pick<Context, 'read' | 'store'>,
  id: number,
): Promise<Buffer | undefined> {
  const { logoFileId } = await read
    .selectFrom('customerInvoice')
    .select('logoFileId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return logoFileId === null ? undefined : readFile(placeOf(store.files, logoFileId));
}

/** A document as a page, or as data. It is drawn from what was stored when it was issued. */
export async function invoiceFile(
  context: Pick<Context, 'read' | 'store'>,
  invoice: CustomerInvoice,
  format: 'pdf' | 'xml',
  language: Language,
): Promise<Download> {
  const name = `${invoice.invoiceNo}.${format}`;
  if (format === 'xml')
    return { name, mime: 'application/xml', stream: Readable.from([Buffer.from(invoiceUbl(invoice))]) };
  const { invoicePdf } = await import('./invoicePdf');
  const logo = await logoOf(context, invoice.id);
  return { name, mime: 'application/pdf', stream: invoicePdf(invoice, language, logo) };
}
