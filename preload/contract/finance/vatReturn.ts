import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, decimal, id, money, text } from '../fields';
import { MAX_PAGE_SIZE } from '../limits';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { currencyCode } from '../rules/places';
import { vatCategories } from '../rules/vat';
import { extended, object, strictObject } from '../shape';

/** Sums of documents less credits, in the currency in which our company declares its VAT. */
const vatSums = {
  direction: choice('vatDirection', ['sale', 'purchase']),
  /** Number of invoices and credit notes. */
  documents: count(),
  /** Net. */
  taxable: money('baseCurrency'),
  taxAmount: money('baseCurrency'),
  baseCurrency: code(currencyCode),
};

/**
 * A line of the figures: of a direction, category and rate, or of a customer in another member state, as the
 * recapitulative statement lists them (Directive 2006/112/EC, art. 262(1)(a) and (c), and 264).
 */
export const vatReturnRow = object(() => ({
  id: id(),
  vatCategory: choice('vatCategory', vatCategories),
  /** Null for a customer. */
  vatRate: decimal('%', 100).nullable(),
  /** Country and number of a customer; null for a rate. */
  countryCode: text(2).nullable(),
  vatNo: text(14).nullable(),
  nameEn: text(120).nullable(),
  nameCn: text(120).nullable(),
  ...vatSums,
}));
export type VatReturnRow = z.output<typeof vatReturnRow>;

const view = permit('finance.month.view');
const query = strictObject(() => ({
  by: z.enum(['rate', 'customer']),
  /** Our company; without it, the usual issuer. */
  companyId: id().optional(),
  /** Range of invoice dates. */
  from: date().optional(),
  to: date().optional(),
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
}));

/**
 * VAT on our invoices and on those of suppliers, as a return declares it. Tax that we owe ourselves on purchases under
 * reverse charge is not calculated: their net amounts are listed under that category.
 */
export const vatReturnApi = {
  list: endpoint({
    method: 'GET',
    path: '/vat-return',
    access: view,
    query,
    answer: extended(pageOf(vatReturnRow), () => ({
      totals: object(() => ({
        /** Null where no company of ours issues invoices. */
        companyId: id().nullable(),
        /** By direction and currency: that of a company may have changed. */
        sums: z.array(object(() => vatSums)),
        /** Lines of ours with only a typed invoice number, which are in no document. */
        withoutDocument: count(),
        /** Lines of supplier invoices with neither a VAT code nor a rate above zero: how they are taxed is not known. */
        withoutVatCode: count(),
        /** Lines of supplier invoices that do not say which of several companies of ours they charge. */
        withoutCompany: count(),
        /** True if the caller sees some warehouses only, and so perhaps not all invoices. */
        partial: z.boolean(),
      })),
    })),
    extension: true,
  }),
  export: exportOf('/vat-return', view, query, true),
};
