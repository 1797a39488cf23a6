import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { type VatReturnRow, type vatReturnApi, vatReturnRow } from '@contract/finance/vatReturn';
import { PAGE_SIZE } from '@contract/limits';
import { BASE_CURRENCY, fromMinor, toMinor } from '@contract/rules/money';
import { type VatCategory, vatCategories } from '@contract/rules/vat';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { calculatedFile } from '../../core/exportRows';
import type { Reader } from '../../store/open';
import { taxInBase } from './invoiceDraft';
import { invoiceCodec } from './invoiceIssue';
import { findIssuer, type Issuer } from './invoiceParties';

type Query = z.output<typeof vatReturnApi.list.query>;

/** A line of a document, in minor units of the currency in which our company declares its VAT. */
interface DeclaredLine {
  readonly invoice: CustomerInvoice;
  readonly category: VatCategory;
  readonly rate: number;
  readonly taxable: number;
  readonly tax: number;
}

/** Lines of one row of the figures. */
interface Group {
  readonly keys: Pick<
    VatReturnRow,
    'vatCategory' | 'vatRate' | 'countryCode' | 'vatNo' | 'nameEn' | 'nameCn'
  >;
  readonly baseCurrency: string;
  readonly lines: DeclaredLine[];
}

/** Loads the documents that a company issued within a range of days. */
async function documentsOf(read: Reader, companyId: number, { from, to }: Query): Promise<CustomerInvoice[]> {
  let found = read.selectFrom('customerInvoiceOpen').selectAll().where('companyId', '=', companyId);
  if (from) found = found.where('invoiceDate', '>=', from);
  if (to) found = found.where('invoiceDate', '<=', to);
  return (await found.orderBy('id').execute()).map((row) => invoiceCodec.decode(row));
}

/** Amounts of a company's documents in the books, by document and by the number of the invoiced line. */
async function bookedAmounts(
  read: Reader,
  companyId: number,
  { from, to }: Query,
): Promise<ReadonlyMap<string, number>> {
  let found = read
    .selectFrom('billRevenue')
    .innerJoin('customerInvoice', 'customerInvoice.id', 'billRevenue.customerInvoiceId')
    .leftJoin('billRevenue as credited', 'credited.id', 'billRevenue.creditsId')
    .select(['billRevenue.customerInvoiceId', 'billRevenue.baseAmount', 'billRevenue.revenueNo'])
    .select('credited.revenueNo as creditedNo')
    .where('customerInvoice.companyId', '=', companyId);
  if (from) found = found.where('customerInvoice.invoiceDate', '>=', from);
  if (to) found = found.where('customerInvoice.invoiceDate', '<=', to);
  return new Map(
    (await found.execute()).flatMap(({ customerInvoiceId, creditedNo, revenueNo, baseAmount }) =>
      baseAmount === null ? [] : [[`${customerInvoiceId} ${creditedNo ?? revenueNo}`, Number(baseAmount)]],
    ),
  );
}

/**
 * The lines of a document in the currency of the declaration. Their taxes add up to the tax that the document states in
 * it; what rounding leaves goes to the largest.
 */
async function declaredLines(
  read: Reader,
  invoice: CustomerInvoice,
  booked: ReadonlyMap<string, number>,
): Promise<DeclaredLine[]> {
  const { currency, rate, baseCurrency, invoiceDate } = invoice;
  const converted = async (amount: string) =>
    toMinor(
      await taxInBase(read, { taxAmount: amount, currency, rate }, baseCurrency, invoiceDate),
      baseCurrency,
    );
  const lines: { -readonly [K in keyof DeclaredLine]: DeclaredLine[K] }[] = [];
  for (const line of invoice.lines) {
    const inBooks =
      baseCurrency === BASE_CURRENCY ? booked.get(`${invoice.id} ${line.revenueNo}`) : undefined;
    lines.push({
      ...{ invoice, category: line.vatCategory, rate: line.vatRate },
      taxable: inBooks ?? (await converted(line.netAmount)),
      tax: await converted(line.taxAmount),
    });
  }
  const [largest] = [...lines].sort((a, b) => Math.abs(b.tax) - Math.abs(a.tax));
  if (largest)
    largest.tax +=
      toMinor(invoice.baseTaxAmount, baseCurrency) - lines.reduce((sum, { tax }) => sum + tax, 0);
  return lines;
}

/** Codes of the countries of the EU. */
async function memberStates(read: Reader): Promise<ReadonlySet<string>> {
  const found = await read.selectFrom('country').select('code').where('isEu', '=', 1).execute();
  return new Set(found.map(({ code }) => code));
}

/** Returns the row that a line belongs to; undefined for a customer whom the statement does not list. */
function keysOf({ invoice, category, rate }: DeclaredLine, by: Query['by'], states: ReadonlySet<string>) {
  if (by === 'rate')
    return {
      ...{ vatCategory: category, vatRate: rate },
      ...{ countryCode: null, vatNo: null, nameEn: null, nameCn: null },
    };
  const { countryCode, vatNo, nameEn, nameCn } = invoice.buyer;
  const isAbroad = states.has(countryCode) && countryCode !== invoice.seller.countryCode;
  if (!isAbroad || (category !== 'AE' && category !== 'K')) return undefined;
  return { vatCategory: category, vatRate: null, countryCode, vatNo, nameEn, nameCn };
}

/** Groups lines by row and currency: rates from the highest, customers by country and number. */
function groupsOf(lines: readonly DeclaredLine[], by: Query['by'], states: ReadonlySet<string>): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const keys = keysOf(line, by, states);
    if (!keys) continue;
    const { vatCategory, vatRate, countryCode, vatNo } = keys;
    const { baseCurrency } = line.invoice;
    const key = [countryCode, vatNo, vatCategory, vatRate, baseCurrency].join(' ');
    const group = groups.get(key) ?? { keys, baseCurrency, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  const place = ({ keys }: Group) =>
    [keys.countryCode, keys.vatNo, vatCategories.indexOf(keys.vatCategory)].join(' ');
  return [...groups.values()].sort(
    (a, b) => place(a).localeCompare(place(b)) || (b.keys.vatRate ?? 0) - (a.keys.vatRate ?? 0),
  );
}

/** Sums of lines in one currency. */
function sumsOf(lines: readonly DeclaredLine[], baseCurrency: string) {
  const sum = (amounts: readonly number[]) =>
    fromMinor(
      amounts.reduce((all, one) => all + one, 0),
      baseCurrency,
    );
  return {
    documents: new Set(lines.map(({ invoice }) => invoice.id)).size,
    taxable: sum(lines.map(({ taxable }) => taxable)),
    taxAmount: sum(lines.map(({ tax }) => tax)),
    baseCurrency,
  };
}

async function figuresOf(read: Reader, issuer: Issuer | undefined, query: Query) {
  if (!issuer) return { rows: [], sums: [] };
  const booked = await bookedAmounts(read, issuer.id, query);
  const lines: DeclaredLine[] = [];
  for (const invoice of await documentsOf(read, issuer.id, query))
    lines.push(...(await declaredLines(read, invoice, booked)));
  const groups = groupsOf(lines, query.by, await memberStates(read));
  const currencies = [...new Set(groups.map(({ baseCurrency }) => baseCurrency))];
  return {
    rows: groups.map(
      ({ keys, baseCurrency, lines: own }, at): VatReturnRow => ({
        id: at + 1,
        ...keys,
        ...sumsOf(own, baseCurrency),
      }),
    ),
    sums: currencies.map((currency) =>
      sumsOf(
        groups.filter(({ baseCurrency }) => baseCurrency === currency).flatMap((group) => group.lines),
        currency,
      ),
    ),
  };
}

/** Number of lines that are invoiced by a typed number alone. */
async function withoutDocument(read: Reader, { from, to }: Query): Promise<number> {
  let found = read
    .selectFrom('billRevenue')
    .select((of) => of.fn.countAll<number>().as('lines'))
    .where('invoiceDate', 'is not', null)
    .where('customerInvoiceId', 'is', null);
  if (from) found = found.where('invoiceDate', '>=', from);
  if (to) found = found.where('invoiceDate', '<=', to);
  return Number((await found.executeTakeFirstOrThrow()).lines);
}

const COLUMNS = {
  rate: ['vatCategory', 'vatRate', 'documents', 'taxable', 'taxAmount', 'baseCurrency'],
  customer: [
    'countryCode',
    'vatNo',
    'nameEn',
    'nameCn',
    'vatCategory',
    'documents',
    'taxable',
    'baseCurrency',
  ],
} as const;

/** VAT on issued invoices, by rate or by customer in another member state. */
export const vatReturnHandlers: GroupHandlers<'vatReturn'> = {
  list: async ({ read, caller }: Context, { query }) => {
    const { page = 1, pageSize = PAGE_SIZE, companyId = null } = query;
    const issuer = await findIssuer(read, companyId);
    const { rows, sums } = await figuresOf(read, issuer, query);
    return {
      list: rows.slice((page - 1) * pageSize, page * pageSize),
      ...{ total: rows.length, totalCapped: false, next: null },
      totals: {
        ...{ companyId: issuer?.id ?? null, sums },
        withoutDocument: await withoutDocument(read, query),
        partial: caller.warehouseIds.length > 0,
      },
    };
  },

  export: async (context, { query }) => {
    const { format, columns, ...filters } = query;
    const { read } = context;
    const { rows } = await figuresOf(read, await findIssuer(read, filters.companyId ?? null), filters);
    const named = { row: vatReturnRow, resource: 'vatReturn', usual: COLUMNS[filters.by] };
    return calculatedFile(context, named, { format, columns }, rows);
  },
};
