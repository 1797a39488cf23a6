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
import { BASE_CURRENCY } from '../rules/money';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import { chargeBases, paymentMethods } from '../vocabulary';

/**
 * What every line of the books has, be it owed or charged: the bill, what it is for, how it was counted, its amounts, and
 * what they are in the currency of the books at the rate of a day.
 */
export const lineFields = {
  ...recordFields,
  billId: id(),
  billNo: text(40),
  batchNo: text(40),
  /** Of the bill. */
  customerId: ref('customer'),
  feeCategoryId: ref('feeCategory'),
  chargeItemId: ref('chargeItem').nullable(),
  basis: choice('chargeBasis', chargeBases),
  quantity: decimal(null, 1_000_000_000),
  unitPrice: unitPrice(),
  currency: code(currencyCode),
  /** Net: quantity by price, rounded once by the digits of the currency. */
  amount: money(),
  taxRate: decimal('%', 100).nullable(),
  taxAmount: money(),
  grossAmount: money(),
  /** The day whose rate it is in the books at: where none stands for the day asked, the nearest earlier one. */
  rateDay: date().nullable(),
  rate: dayRate().nullable(),
  baseAmount: money(BASE_CURRENCY).nullable(),
  /** Settled of the gross amount so far. */
  paidAmount: money(),
  invoiceNo: text(40).nullable(),
  invoiceDate: date().nullable(),
  dueDate: date().nullable(),
  remark: note(500).nullable(),
};

/** What a person fills in of a line. */
export const lineDraft = [
  'billId',
  'feeCategoryId',
  'chargeItemId',
  'basis',
  'quantity',
  'unitPrice',
  'currency',
  'taxRate',
] as const;

/** What the lines of one currency come to. */
const currencyTotal = object(() => ({
  currency: z.string(),
  lines: z.int(),
  amount: money(),
  taxAmount: money(),
  grossAmount: money(),
  paidAmount: money(),
}));

/** What all lines that a filter finds come to: in each currency, and those with a rate in that of the books. */
export const lineTotals = object(() => ({
  currencies: z.array(currencyTotal),
  baseAmount: money(BASE_CURRENCY),
  /** Lines that are not in it for want of a rate. */
  withoutRate: z.int(),
}));
export type LineTotals = z.output<typeof lineTotals>;

/** How money moved, and when. */
export const movement = {
  paymentDate: date(),
  method: choice('paymentMethod', paymentMethods),
  bankReference: text(60).nullable().default(null),
};
export const one = strictObject(() => ({ id: id() }));
export const versioned = strictObject(() => ({ version: count(1), reason: note(500).default('') }));
