import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, date, id, money, ref, text } from '../fields';
import { MAX_PAGE_SIZE } from '../limits';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** A cost that was expected on a day but not invoiced by then, or revenue that was earned but not invoiced. */
export const accrualRow = object(() => ({
  id: id(),
  /** Number of the cost or of the revenue. */
  number: text(20),
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  customerId: ref('customer').nullable(),
  supplierId: ref('clientCompany', 'supplier').nullable(),
  feeCategoryId: ref('feeCategory'),
  /** Its account in the general ledger. */
  account: text(20).nullable(),
  /** The day of its entry, by the clock of the office. */
  enteredOn: date(),
  currency: code(currencyCode),
  /** Net, as expected. */
  amount: money(),
  baseAmount: money(BASE_CURRENCY).nullable(),
  /** The invoice that came later. */
  invoiceNo: text(40).nullable(),
  invoiceDate: date().nullable(),
}));
export type AccrualRow = z.output<typeof accrualRow>;

const view = permit('finance.month.view');
const query = strictObject(() => ({
  of: z.enum(['cost', 'revenue']),
  /** The day at whose end nothing was invoiced; today without it. */
  day: date().optional(),
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
}));

/** Accruals at the end of a day: what belongs to it and has no invoice of it. */
export const accrualApi = {
  list: endpoint({
    method: 'GET',
    path: '/accrual',
    access: view,
    query,
    answer: extended(pageOf(accrualRow), () => ({
      totals: object(() => ({
        lines: count(),
        baseAmount: money(BASE_CURRENCY),
        withoutRate: count(),
        /** True if the caller sees some warehouses only. */
        partial: z.boolean(),
      })),
    })),
    extension: true,
  }),
  export: exportOf('/accrual', view, query, true),
};
