import * as z from 'zod';
import {
  choice,
  code,
  count,
  date,
  dayRate,
  decimal,
  id,
  money,
  note,
  ref,
  text,
  unitPrice,
} from '../fields';
import { recordFields } from '../resource';
import { unitCode } from '../rules/invoiceCodes';
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import { chargeBases, paymentMethods } from '../vocabulary';

/**
 * Fields of every cost and revenue line: the bill, the item, its quantity, its amounts, and these in the currency of
 * the books at the rate of a day.
 */
export const lineFields = {
  ...recordFields,
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  /** Customer of the bill. */
  customerId: ref('customer'),
  feeCategoryId: ref('feeCategory'),
  chargeItemId: ref('chargeItem').nullable(),
  basis: choice('chargeBasis', chargeBases),
  quantity: decimal(null, 1_000_000_000),
  unitPrice: unitPrice(),
  currency: code(currencyCode),
  /** Net: quantity by price, rounded once by the digits of the currency. */
  amount: money(),
  /** How it is taxed; its rate follows from the code and the day. Null: the rate was typed, or is not known yet. */
  vatCodeId: ref('vatCode').nullable(),
  taxRate: decimal('%', 100).nullable(),
  taxAmount: money(),
  grossAmount: money(),
  /** Day of the rate used: without one on the day itself, the nearest earlier one. */
  rateDay: date().nullable(),
  rate: dayRate().nullable(),
  baseAmount: money(BASE_CURRENCY).nullable(),
  /** Part of the gross amount settled so far. */
  paidAmount: money(),
  invoiceNo: text(40).nullable(),
  invoiceDate: date().nullable(),
  dueDate: date().nullable(),
  remark: note(500).nullable(),
};

/**
 * Quantity, unit and price as the supplier's invoice states them for its whole line, which may be shared over several
 * bills. A quantity of a credit note is negative.
 */
export const billedFields = {
  billedQuantity: decimal(null, 1_000_000_000, -1_000_000_000).nullable(),
  billedUnit: code(unitCode).nullable(),
  /** Net price of one unit. */
  billedPrice: unitPrice().nullable(),
};

/** Fields of a line that a person fills in. */
export const lineDraft = [
  'billId',
  'feeCategoryId',
  'chargeItemId',
  'basis',
  'quantity',
  'unitPrice',
  'currency',
  'vatCodeId',
  'taxRate',
] as const;

/** Totals of the lines in one currency. */
const currencyTotal = object(() => ({
  currency: z.string(),
  lines: z.int(),
  amount: money(),
  taxAmount: money(),
  grossAmount: money(),
  paidAmount: money(),
}));

/** Totals of all filtered lines: by currency, and in the currency of the books for those with a rate. */
export const lineTotals = object(() => ({
  currencies: z.array(currencyTotal),
  baseAmount: money(BASE_CURRENCY),
  /** Number of lines left out for lack of a rate. */
  withoutRate: z.int(),
}));
export type LineTotals = z.output<typeof lineTotals>;

/** Method and day of a payment. */
export const movement = {
  paymentDate: date(),
  method: choice('paymentMethod', paymentMethods),
  bankReference: text(60).nullable().default(null),
};
export const one = strictObject(() => ({ id: id() }));
export const versioned = strictObject(() => ({ version: count(1), reason: note(500).default('') }));
