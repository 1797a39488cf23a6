import type { CustomerInvoice, InvoiceParty } from '@contract/finance/customerInvoice';
import type { VatReturnRow } from '@contract/finance/vatReturn';
import { BASE_CURRENCY, fromMinor, fromScaled, RATE_DIGITS, toMinor } from '@contract/rules/money';
import type { VatCategory } from '@contract/rules/vat';
import type { Reader } from '../../store/open';
import { type Days, inDays } from './days';
import { inVatCurrency } from './invoiceDraft';
import { invoiceCodec } from './invoiceIssue';
import type { Issuer } from './invoiceParties';
import { VatCodes } from './vatProposal';

/** A line of a document, with its amounts in minor units of the currency in which our company declares its VAT. */
export interface DeclaredLine {
  readonly direction: VatReturnRow['direction'];
  /** Identifies the document: lines with the same one are counted as one. */
  readonly document: string;
  readonly baseCurrency: string;
  /** The customer, if it is in another country than our company. */
  readonly buyerAbroad: InvoiceParty | undefined;
  readonly category: VatCategory;
  readonly rate: number;
  readonly taxable: number;
  readonly tax: number;
}

/** An amount and how it became one in the books: its currency, and that day's units of it per euro. */
interface Exchange {
  readonly currency: string;
  readonly rate: string;
  readonly baseCurrency: string;
  readonly day: string;
}
const converted = async (read: Reader, amount: string, { currency, rate, baseCurrency, day }: Exchange) =>
  toMinor(await inVatCurrency(read, { amount, currency, rate }, baseCurrency, day), baseCurrency);

/** Loads the documents that a company issued within a range of days. */
async function documentsOf(read: Reader, companyId: number, days: Days): Promise<CustomerInvoice[]> {
  const found = await read
    .selectFrom('customerInvoiceOpen')
    .selectAll()
    .where('companyId', '=', companyId)
    .where(inDays('invoiceDate', days))
    .orderBy('id')
    .execute();
  return found.map((row) => invoiceCodec.decode(row));
}

/** Amounts of a company's documents in the books, by document and by the number of the invoiced line. */
async function bookedAmounts(
  read: Reader,
  companyId: number,
  days: Days,
): Promise<ReadonlyMap<string, number>> {
  const found = await read
    .selectFrom('billRevenue')
    .innerJoin('customerInvoice', 'customerInvoice.id', 'billRevenue.customerInvoiceId')
    .leftJoin('billRevenue as credited', 'credited.id', 'billRevenue.creditsId')
    .select(['billRevenue.customerInvoiceId', 'billRevenue.baseAmount', 'billRevenue.revenueNo'])
    .select('credited.revenueNo as creditedNo')
    .where('customerInvoice.companyId', '=', companyId)
    .where(inDays('customerInvoice.invoiceDate', days))
    .execute();
  return new Map(
    found.flatMap(({ customerInvoiceId, creditedNo, revenueNo, baseAmount }) =>
      baseAmount === null ? [] : [[`${customerInvoiceId} ${creditedNo ?? revenueNo}`, Number(baseAmount)]],
    ),
  );
}

/**
 * The lines of a document in the currency of the declaration. Their taxes add up to the tax that the document states in
 * it; what rounding leaves goes to the largest.
 */
async function linesOfDocument(
  read: Reader,
  invoice: CustomerInvoice,
  booked: ReadonlyMap<string, number>,
): Promise<DeclaredLine[]> {
  const { currency, rate, baseCurrency, invoiceDate, precedingDate, buyer, seller } = invoice;
  // A credit is converted like the invoice that it takes back.
  const exchange = { currency, rate, baseCurrency, day: precedingDate ?? invoiceDate };
  const lines: { -readonly [K in keyof DeclaredLine]: DeclaredLine[K] }[] = [];
  for (const line of invoice.lines) {
    const inBooks =
      baseCurrency === BASE_CURRENCY ? booked.get(`${invoice.id} ${line.revenueNo}`) : undefined;
    lines.push({
      ...{ direction: 'sale', document: invoice.invoiceNo, baseCurrency },
      buyerAbroad: buyer.countryCode === seller.countryCode ? undefined : buyer,
      ...{ category: line.vatCategory, rate: line.vatRate },
      taxable: inBooks ?? (await converted(read, line.netAmount, exchange)),
      tax: await converted(read, line.taxAmount, exchange),
    });
  }
  const [largest] = [...lines].sort((a, b) => Math.abs(b.tax) - Math.abs(a.tax));
  if (largest)
    largest.tax +=
      toMinor(invoice.baseTaxAmount, baseCurrency) - lines.reduce((sum, { tax }) => sum + tax, 0);
  return lines;
}

/** Lines of the invoices and credit notes that a company issued. */
export async function saleLines(read: Reader, { id }: Issuer, days: Days): Promise<DeclaredLine[]> {
  const booked = await bookedAmounts(read, id, days);
  const lines: DeclaredLine[] = [];
  for (const invoice of await documentsOf(read, id, days))
    lines.push(...(await linesOfDocument(read, invoice, booked)));
  return lines;
}

/** Counts the lines of ours that were invoiced by a typed number alone. */
export async function countWithoutDocument(read: Reader, days: Days): Promise<number> {
  const { lines } = await read
    .selectFrom('billRevenue')
    .select((of) => of.fn.countAll<number>().as('lines'))
    .where('customerInvoiceId', 'is', null)
    .where(inDays('invoiceDate', days))
    .executeTakeFirstOrThrow();
  return Number(lines);
}

interface Purchases {
  readonly lines: readonly DeclaredLine[];
  readonly withoutVatCode: number;
  readonly withoutCompany: number;
}

/**
 * Lines of the supplier invoices to a company, and how many lack what a return needs. A line without a company is the
 * only company's of ours; with several it is nobody's.
 */
export async function purchaseLines(read: Reader, issuer: Issuer, days: Days): Promise<Purchases> {
  const own = await read.selectFrom('clientCompany').select('id').where('kind', '=', 'own').execute();
  const found = await read
    .selectFrom('billCost')
    .select(['supplierId', 'invoiceNo', 'invoiceDate', 'currency', 'rate', 'amount', 'taxAmount', 'taxRate'])
    .select(['baseAmount', 'vatCodeId', 'ownCompanyId'])
    .where('estimated', '=', 0)
    .where(inDays('invoiceDate', days))
    .orderBy('id')
    .execute();
  const codes = await VatCodes.load(read);
  const { baseCurrency } = issuer;
  const lines: DeclaredLine[] = [];
  let [withoutVatCode, withoutCompany] = [0, 0];
  for (const line of found) {
    const companyId = line.ownCompanyId ?? (own.length === 1 ? issuer.id : null);
    if (companyId === null) withoutCompany += 1;
    if (companyId !== issuer.id || line.invoiceDate === null) continue;
    const code = codes.byId(line.vatCodeId);
    if ((!code && !line.taxRate) || line.rate === null) {
      withoutVatCode += 1;
      continue;
    }
    const { currency } = line;
    const rate = fromScaled(line.rate, RATE_DIGITS);
    const exchange = { currency, rate, baseCurrency, day: line.invoiceDate };
    const net =
      baseCurrency === BASE_CURRENCY && line.baseAmount !== null
        ? Number(line.baseAmount)
        : await converted(read, fromMinor(line.amount, currency), exchange);
    lines.push({
      ...{ direction: 'purchase', document: `${line.supplierId} ${line.invoiceNo}`, baseCurrency },
      buyerAbroad: undefined,
      ...{ category: code?.category ?? 'S', rate: (line.taxRate ?? 0) / 1000, taxable: net },
      tax: await converted(read, fromMinor(line.taxAmount, currency), exchange),
    });
  }
  return { lines, withoutVatCode, withoutCompany };
}
