import type { Writer } from '../../store/open';
import type { Issuer } from './invoiceParties';

/**
 * The next number of a company's invoices or credit notes in the year of their date, for example `NGC-NL-2026-00001`.
 * It belongs to the transaction that issues the document: a refused one leaves no gap (Directive 2006/112/EC, art. 226,
 * point 2).
 */
export async function nextInvoiceNo(
  write: Writer,
  { id, prefix, shown: { code } }: Pick<Issuer, 'id' | 'prefix' | 'shown'>,
  kind: 'invoice' | 'credit',
  day: string,
): Promise<string> {
  const year = day.slice(0, 4);
  const { last } = await write
    .insertInto('invoiceSeries')
    .values({ companyId: id, kind, year, last: 1 })
    .onConflict((again) =>
      again
        .columns(['companyId', 'kind', 'year'])
        .doUpdateSet((old) => ({ last: old('invoiceSeries.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const numberOf = (series: string) =>
    `${series}${kind === 'credit' ? '-CN' : ''}-${year}-${String(last).padStart(5, '0')}`;
  const usual = numberOf(prefix);
  const taken = await write
    .selectFrom('customerInvoice')
    .select('id')
    .where('invoiceNo', '=', usual)
    .executeTakeFirst();
  // Another company has, or had, the same prefix: the code of the company tells them apart.
  return taken ? numberOf(`${prefix}-${code}`) : usual;
}
