import { type VatReturnRow, type vatReturnApi, vatReturnRow } from '@contract/finance/vatReturn';
import { fromMinor } from '@contract/rules/money';
import { vatCategories } from '@contract/rules/vat';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { calculatedFile } from '../../core/exportRows';
import { calculatedPage } from '../../store/calculatedPage';
import type { Reader } from '../../store/open';
import { findIssuer, type Issuer } from './invoiceParties';
import { countWithoutDocument, type DeclaredLine, purchaseLines, saleLines } from './vatLines';

type Query = z.output<typeof vatReturnApi.list.query>;
type Keys = Omit<VatReturnRow, 'id' | 'documents' | 'taxable' | 'taxAmount'>;

/** Lines of one row of the figures. */
interface Group {
  readonly keys: Keys;
  readonly lines: DeclaredLine[];
}

/** Codes of the countries of the EU. */
async function memberStates(read: Reader): Promise<ReadonlySet<string>> {
  const found = await read.selectFrom('country').select('code').where('isEu', '=', 1).execute();
  return new Set(found.map(({ code }) => code));
}

/** Returns the row that a line belongs to; undefined for a line that the statement does not list. */
function keysOf(line: DeclaredLine, by: Query['by'], states: ReadonlySet<string>): Keys | undefined {
  const { direction, category, rate, baseCurrency, buyerAbroad } = line;
  const row = { direction, vatCategory: category, baseCurrency };
  if (by === 'rate')
    return { ...row, vatRate: rate, countryCode: null, vatNo: null, nameEn: null, nameCn: null };
  if (!buyerAbroad || !states.has(buyerAbroad.countryCode) || (category !== 'AE' && category !== 'K'))
    return undefined;
  const { countryCode, vatNo, nameEn, nameCn } = buyerAbroad;
  return { ...row, vatRate: null, countryCode, vatNo, nameEn, nameCn };
}

/** Groups lines: sales before purchases, rates from the highest, customers by country and number. */
function groupsOf(lines: readonly DeclaredLine[], by: Query['by'], states: ReadonlySet<string>): Group[] {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const keys = keysOf(line, by, states);
    if (!keys) continue;
    const { direction, vatCategory, vatRate, countryCode, vatNo, baseCurrency } = keys;
    const key = [direction, countryCode, vatNo, vatCategory, vatRate, baseCurrency].join(' ');
    const group = groups.get(key) ?? { keys, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  const place = ({ keys: { direction, countryCode, vatNo, vatCategory } }: Group) =>
    [direction === 'sale' ? 0 : 1, countryCode, vatNo, vatCategories.indexOf(vatCategory)].join(' ');
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
    documents: new Set(lines.map(({ document }) => document)).size,
    taxable: sum(lines.map(({ taxable }) => taxable)),
    taxAmount: sum(lines.map(({ tax }) => tax)),
  };
}

/** Sums of all rows, by direction and currency. */
function totalsOf(groups: readonly Group[]) {
  const parts = new Map<string, Group>();
  for (const { keys, lines } of groups) {
    const key = `${keys.direction} ${keys.baseCurrency}`;
    const part = parts.get(key) ?? { keys, lines: [] };
    part.lines.push(...lines);
    parts.set(key, part);
  }
  return [...parts.values()].map(({ keys: { direction, baseCurrency }, lines }) => ({
    ...{ direction, baseCurrency },
    ...sumsOf(lines, baseCurrency),
  }));
}

async function figuresOf(read: Reader, issuer: Issuer | undefined, query: Query) {
  const sales = issuer ? await saleLines(read, issuer, query) : [];
  // The statement of customers has no purchases.
  const { lines, ...lacking } =
    issuer && query.by === 'rate'
      ? await purchaseLines(read, issuer, query)
      : { lines: [], withoutVatCode: 0, withoutCompany: 0 };
  const groups = groupsOf([...sales, ...lines], query.by, await memberStates(read));
  const rows = groups.map(
    ({ keys, lines: own }, at): VatReturnRow => ({
      id: at + 1,
      ...keys,
      ...sumsOf(own, keys.baseCurrency),
    }),
  );
  return { rows, sums: totalsOf(groups), lacking };
}

const COLUMNS = {
  rate: ['direction', 'vatCategory', 'vatRate', 'documents', 'taxable', 'taxAmount', 'baseCurrency'],
  customer: [
    ...['countryCode', 'vatNo', 'nameEn', 'nameCn', 'vatCategory'],
    ...['documents', 'taxable', 'baseCurrency'],
  ],
} as const;

/** VAT on invoices of ours and of suppliers, by rate; on ours, by customer in another member state. */
export const vatReturnHandlers: GroupHandlers<'vatReturn'> = {
  list: async ({ read, caller }: Context, { query }) => {
    const { companyId = null } = query;
    const issuer = await findIssuer(read, companyId);
    const { rows, sums, lacking } = await figuresOf(read, issuer, query);
    return {
      ...calculatedPage(rows, query),
      totals: {
        ...{ companyId: issuer?.id ?? null, sums },
        withoutDocument: await countWithoutDocument(read, query),
        ...lacking,
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
