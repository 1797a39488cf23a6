import * as z from 'zod';
import { endpoint } from '../endpoint';
import {
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  flag,
  id,
  money,
  note,
  ref,
  stateOf,
  text,
} from '../fields';
import { LANGUAGES, MAIL, MAX_PAGE_SIZE, MAX_STATEMENTS } from '../limits';
import { mailStates } from '../mail/mail';
import { pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { emailAddress } from '../rules/contactCodes';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** A month, `YYYY-MM`. */
const period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * A customer's account in a currency over a month: opening balance, amounts invoiced, credited and received, closing
 * balance, and the age of what is due (at the month's end, or today if that comes first).
 */
export const billCustomerRow = object(() => ({
  /** The same for a customer and currency in every month. */
  id: id(),
  customerId: ref('customer'),
  currency: code(currencyCode),
  statementNo: text(60),
  openingBalance: money(),
  /** Gross charges of the month beyond drafts, invoiced or not. */
  revenueTotal: money(),
  invoicedTotal: money(),
  creditNotes: money(),
  receivedTotal: money(),
  closingBalance: money(),
  overdueAmount: money(),
  oldestDueDate: date().nullable(),
  due30: money(),
  due60: money(),
  due90: money(),
  dueLonger: money(),
  /** Time, recipients and mail state of the last sent statement; null if none was sent. */
  statementSentAt: dateTime().nullable(),
  statementSentTo: codes(emailAddress, MAIL.maxAddresses),
  statementMailState: stateOf({ name: 'mail', states: mailStates }).nullable(),
}));
export type BillCustomer = z.output<typeof billCustomerRow>;

const totals = object(() => ({
  currencies: z.array(
    extended(
      billCustomerRow.pick({
        openingBalance: true,
        invoicedTotal: true,
        creditNotes: true,
        receivedTotal: true,
        closingBalance: true,
        overdueAmount: true,
      }),
      () => ({ currency: z.string(), lines: count() }),
    ),
  ),
}));

/** A movement of an account: an invoice, a credit note or a payment, with the balance after it. */
export const statementLine = object(() => ({
  day: date(),
  document: text(40),
  what: choice('statementWhat', ['invoice', 'credit', 'payment', 'refund', 'writeOff']),
  /** Bills of an invoice; the bank's reference of a payment. */
  bills: text(400).nullable(),
  dueDate: date().nullable(),
  charged: money().nullable(),
  received: money().nullable(),
  balance: money(),
  currency: code(currencyCode),
}));

/** A statement put into the outbox. */
export const statementSent = object(() => ({
  sentAt: dateTime(),
  /** The sender. */
  sentBy: ref('staff').nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  state: stateOf({ name: 'mail', states: mailStates }),
}));
export type StatementSent = z.output<typeof statementSent>;

/** The mail with a statement; the PDF is always attached. */
const letter = {
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  text: note(4000),
};
const language = z.enum(LANGUAGES);

const view = permit('finance.customer.view');
const send = permit('finance.customer.send');
const accountQuery = {
  customerId: id(),
  period,
  currency: code(currencyCode),
};

export const billCustomerApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-customer',
    access: view,
    query: strictObject(() => ({
      period,
      customerId: z.array(id()).min(1).max(500).optional(),
      overdue: z.boolean().optional(),
      page: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
    })),
    answer: extended(pageOf(billCustomerRow), () => ({ totals })),
  }),
  /** An account of one month, movement by movement. */
  statement: endpoint({
    method: 'GET',
    path: '/bill-customer/statement',
    access: view,
    query: strictObject(() => accountQuery),
    answer: object(() => ({ account: billCustomerRow, lines: z.array(statementLine) })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  file: endpoint({
    method: 'GET',
    path: '/bill-customer/statement/file',
    access: view,
    kind: 'blob',
    query: strictObject(() => ({ ...accountQuery, format: z.enum(['pdf', 'xlsx']) })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  /**
   * Proposes the mail: to the contacts of the customer and its company who receive statements, else to the customer's
   * own address; in the language of the last one, else Chinese for a customer in China, else English. Includes earlier
   * mails, the newest first.
   */
  mail: endpoint({
    method: 'GET',
    path: '/bill-customer/statement/mail',
    access: send,
    query: strictObject(() => ({ ...accountQuery, language: language.optional() })),
    answer: object(() => ({ language, ...letter, sent: z.array(statementSent) })),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  /** Puts the statement into the outbox, any number of times. Requires sight of the whole account. */
  send: endpoint({
    method: 'POST',
    path: '/bill-customer/statement/send',
    access: send,
    body: strictObject(() => ({
      ...accountQuery,
      language,
      toEmails: letter.toEmails.min(1),
      ccEmails: letter.ccEmails.default([]),
      subject: letter.subject,
      text: letter.text,
      attachXlsx: flag().default(false),
    })),
    answer: billCustomerRow,
    errors: ['NOT_FOUND', 'STATEMENT_PART'],
    creates: true,
    extension: true,
  }),
  /** Sends the statements of accounts, by id, each as proposed; returns why others were not sent. */
  sendMany: endpoint({
    method: 'POST',
    path: '/bill-customer/statement/sendMany',
    access: send,
    body: strictObject(() => ({
      period,
      ids: z.array(id()).min(1).max(MAX_STATEMENTS),
      attachXlsx: flag().default(false),
    })),
    answer: bulkAnswer,
    creates: true,
    extension: true,
  }),
};
