import * as z from 'zod';
import { endpoint, type FileRule } from '../endpoint';
import { fileErrors, type Problem, problem } from '../errors';
import { choice, code, count, date, flag, id, money, note, ref, stateOf, text } from '../fields';
import { ENCODINGS } from '../importing/encodings';
import { MAX_BULK, MAX_UPLOAD } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, recordFields, selectionOf } from '../resource';
import { iban } from '../rules/bank';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { booking, setAgainst, settledLine } from './billPayment';
import { one } from './line';

export const bankEntryStates = {
  open: { rank: 10, tone: 'warning' },
  booked: { rank: 20, tone: 'good' },
  ignored: { rank: 30, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** Longest account number in a statement: an IBAN (ISO 13616), or a number of another kind as long. */
export const MAX_ACCOUNT = 35;
/** Longest remittance information that is stored; the rest is cut off. */
export const MAX_REMITTANCE = 1000;

/** A statement of one of our bank accounts, as the bank sent it. */
export const bankStatementRow = object(() => ({
  ...recordFields,
  account: text(MAX_ACCOUNT),
  /** Our company with that account; null if none has it. */
  companyId: ref('clientCompany', 'own').nullable(),
  /** Number or identification that the bank gave it. */
  statementNo: text(35),
  currency: code(currencyCode),
  fromDate: date(),
  toDate: date(),
  /** Null in a file without balances. */
  openingBalance: money().nullable(),
  closingBalance: money().nullable(),
  fileName: text(255),
}));

/**
 * A booked entry of a bank statement. It is open until a person books it as a payment, links it to a payment that was
 * entered before, or ignores it.
 */
export const bankEntryRow = object(() => ({
  ...recordFields,
  statementId: id(),
  account: text(MAX_ACCOUNT),
  companyId: ref('clientCompany', 'own').nullable(),
  statementNo: text(35),
  /** The day on which the bank booked it: the day of its payment. */
  bookedOn: date(),
  valueDate: date().nullable(),
  /** Above zero for money received, below for money paid. */
  amount: money(),
  currency: code(currencyCode),
  /** Balance of the account after it; null if its file had no balances. */
  balance: money().nullable(),
  counterpartyName: text(140).nullable(),
  counterpartyIban: text(MAX_ACCOUNT).nullable(),
  /** Text of the payer. */
  remittance: note(MAX_REMITTANCE).nullable(),
  endToEndId: text(35).nullable(),
  /** The bank’s own reference of it. */
  bankReference: text(60).nullable(),
  /** True if it reverses an earlier entry, for example a returned payment; its amount is what it moves now. */
  reversal: flag(),
  state: stateOf({ name: 'bankEntry', states: bankEntryStates }),
  /** True if its payment had been entered before, and was linked. */
  linked: flag(),
  paymentId: id().nullable(),
  paymentNo: text(20).nullable(),
  /** Why it is ignored. */
  reason: note(500).nullable(),
}));
export type BankEntry = z.output<typeof bankEntryRow>;

const view = permit('finance.payment.view');
const edit = permit('finance.payment.edit');
const reverse = permit('finance.payment.reverse');

const notReversal = ({ reversal }: BankEntry): Problem | undefined =>
  reversal ? problem('BANK_REVERSAL') : undefined;

/** Lifecycle of a bank entry. One that was booked is open again when its payment is reversed, rejected or withdrawn. */
export const bankEntryMachine = machine<BankEntry>()({
  name: 'bankEntry',
  calls: {
    book: 'bankEntry.book',
    link: 'bankEntry.link',
    bookReturn: 'bankEntry.bookReturn',
    ignore: 'bankEntry.ignore',
    reopen: 'bankEntry.reopen',
  },
  states: bankEntryStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    book: { from: ['open'], to: 'booked', permission: edit, guards: [notReversal], tone: 'primary' },
    link: { from: ['open'], to: 'booked', permission: edit, guards: [notReversal] },
    bookReturn: { from: ['open'], to: 'booked', permission: reverse },
    ignore: {
      from: ['open'],
      to: 'ignored',
      permission: edit,
      asks: strictObject(() => ({ reason: note(500) })),
    },
    reopen: {
      from: ['ignored', 'booked'],
      to: 'open',
      permission: edit,
      guards: [
        ({ state, linked, paymentNo }) =>
          state === 'booked' && !linked
            ? problem('BANK_ENTRY_BOOKED', { payment: paymentNo ?? '' })
            : undefined,
      ],
    },
  },
});
export type BankEntryAction = keyof typeof bankEntryMachine.actions;

/** Why a payment is proposed for an entry, the surest first. */
export const bankMatches = ['payment', 'invoice', 'statement', 'iban', 'name', 'amount', 'return'] as const;

/**
 * A proposal for an entry: to link a payment that was entered before, to book one against lines of a party, or to book the
 * return of an earlier one.
 */
const proposal = object(() => ({
  by: choice('bankMatch', bankMatches),
  /** True if reference and amount both agree, and nothing else is proposed as surely. */
  certain: z.boolean(),
  companyId: ref('clientCompany').nullable(),
  customerId: ref('customer').nullable(),
  /** The payment to link, or that was returned; null: a payment is booked. */
  paymentId: id().nullable(),
  paymentNo: text(20).nullable(),
  paymentDate: date().nullable(),
  /** Lines of the party with the amounts to apply to them. */
  lines: z.array(settledLine),
  currency: code(currencyCode),
  /** Difference to the open amounts of the lines, if it may be a bank charge: with it, they are settled in full. */
  bankCharge: money().nullable(),
}));
export type BankProposal = z.output<typeof proposal>;

/** An entry with its statement, and proposals while it is open. */
export const bankEntryDetail = extended(bankEntryRow, () => ({
  statement: bankStatementRow.pick({
    ...{ fromDate: true, toDate: true, currency: true, openingBalance: true, closingBalance: true },
    ...{ fileName: true, createdAt: true, createdBy: true },
  }),
  proposals: z.array(proposal),
}));
export type BankEntryDetail = z.output<typeof bankEntryDetail>;

export const bankEntryFilters = [
  ...(['state', 'account', 'companyId', 'bookedOn', 'currency', 'amount', 'counterpartyName'] as const),
  ...(['remittance', 'statementNo', 'reversal', 'linked', 'createdAt'] as const),
] as const;
export const bankEntrySorts = ['bookedOn', 'amount', 'counterpartyName', 'createdAt'] as const;
const query = listQuery(bankEntryRow, bankEntryFilters, bankEntrySorts);

/** Files of statements: CAMT.053 (ISO 20022) as XML, MT940 (SWIFT) as text, and csv with the columns of a bank. */
const bankFile: FileRule = { types: ['xml', 'sta', 'mt940', '940', 'txt', 'csv'], max: MAX_UPLOAD };

/** What a csv file does not say itself. */
const answers = {
  /** Account of one of our companies. */
  account: code(iban).optional(),
  currency: code(currencyCode).optional(),
  encoding: z.enum(ENCODINGS).optional(),
};

/** An entry in a file, as far as it tells which one it is. */
const readEntry = object(() => ({
  bookedOn: date(),
  amount: money(),
  currency: code(currencyCode),
  counterpartyName: text(140).nullable(),
}));

/** A statement as read from a file. */
const readStatement = extended(
  bankStatementRow.pick({
    ...{ account: true, companyId: true, statementNo: true, currency: true, fromDate: true, toDate: true },
    ...{ openingBalance: true, closingBalance: true },
  }),
  () => ({
    /** Entries that are imported. */
    fresh: count(),
    /** Entries that were imported before. */
    known: count(),
    /** Entries that the bank has announced, but not booked: they are left out. */
    pending: count(),
    /** Entries that may have been imported before: the bank says it in other words, or by another reference. */
    similar: z.array(readEntry),
    /** Closing balance of the account’s last statement before this one, if this one does not begin with it. */
    gapFrom: money().nullable(),
  }),
);

/** What a file holds, and what is imported of it. */
export const bankFileRead = object(() => ({
  format: z.enum(['camt053', 'mt940', 'csv']),
  /** What a person has to say before a csv file can be read; then it has no statements yet. */
  asks: object(() => ({
    /** Accounts of our companies, one of which the file is of; null if the file says it. */
    accounts: z
      .array(object(() => ({ companyId: ref('clientCompany', 'own'), account: text(MAX_ACCOUNT) })))
      .nullable(),
    currency: z.boolean(),
    /** Ways to read its text, the likeliest first, each with an example. */
    encodings: z.array(object(() => ({ encoding: z.enum(ENCODINGS), example: z.string() }))),
  })).nullable(),
  statements: z.array(readStatement),
}));
export type BankFileRead = z.output<typeof bankFileRead>;

const statementErrors = [
  ...fileErrors,
  ...([
    'BANK_FILE_UNKNOWN',
    'BANK_FILE_ENCODING',
    'BANK_FILE_PART',
    'BANK_FILE_LACKS',
    'BANK_UNBALANCED',
  ] as const),
  ...(['FILE_QUOTE', 'FILE_ROWS', 'FILE_COLUMNS', 'FILE_ENCODING', 'FILE_ENCODING_ROW'] as const),
  ...([
    'BANK_CSV_HEADINGS',
    'BANK_CSV_COLUMN',
    'BANK_CSV_LACKS',
    'BANK_CSV_VALUE',
    'BANK_CSV_OTHER',
  ] as const),
  ...(['BANK_CSV_BALANCE', 'BANK_CSV_AMBIGUOUS', 'BANK_ACCOUNT_OTHER'] as const),
] as const;

export const bankEntryApi = {
  list: endpoint({
    method: 'GET',
    path: '/bank-entry',
    access: view,
    query,
    answer: pageOf(bankEntryRow),
    extension: true,
  }),
  /** Amounts of open entries by currency, and the number of all that match. */
  totals: endpoint({
    method: 'GET',
    path: '/bank-entry/totals',
    access: view,
    query,
    answer: object(() => ({
      currencies: z.array(
        object(() => ({
          currency: z.string(),
          entries: z.int(),
          open: z.int(),
          openIn: money(),
          openOut: money(),
        })),
      ),
    })),
    extension: true,
  }),
  export: exportOf('/bank-entry', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/bank-entry/{id}',
    access: view,
    params: one,
    answer: bankEntryDetail,
    extension: true,
  }),
  /** Reads a file of statements and checks its balances; nothing is written. A csv file may ask what it does not say. */
  check: endpoint({
    method: 'POST',
    path: '/bank-entry/check',
    access: edit,
    kind: 'upload',
    query: strictObject(() => answers),
    file: bankFile,
    answer: bankFileRead,
    errors: statementErrors,
    extension: true,
  }),
  /** Imports the entries of a file that were not imported before. */
  importFile: endpoint({
    method: 'POST',
    path: '/bank-entry/import',
    access: edit,
    kind: 'upload',
    query: strictObject(() => ({
      ...answers,
      /** Whether entries that may have been imported before are; without it they are refused. */
      similar: z.enum(['skip', 'keep']).optional(),
    })),
    file: bankFile,
    answer: bankFileRead,
    errors: [...statementErrors, 'BANK_SIMILAR', 'BANK_CSV_ASKS'],
    creates: true,
    extension: true,
  }),
  /** Books an entry as a payment of its day and amount, applied to lines; what is left of it stays unallocated. */
  book: endpoint({
    method: 'POST',
    path: '/bank-entry/{id}/payment',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      /** The supplier of money paid. */
      companyId: ref('clientCompany').nullable().default(null),
      /** The customer of money received. */
      customerId: ref('customer').nullable().default(null),
      /** Bank charge within the entry: its payment settles more if money came in, less if it went out. */
      bankCharge: money().default('0'),
      lines: z.array(setAgainst).max(MAX_BULK).default([]),
    })),
    answer: bankEntryRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BANK_REVERSAL', ...booking],
    creates: true,
    extension: true,
  }),
  /** Links an entry to the booked payment that it is. */
  link: endpoint({
    method: 'PUT',
    path: '/bank-entry/{id}/link',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1), paymentId: id() })),
    answer: bankEntryRow,
    errors: [
      ...(['NOT_FOUND', 'STALE_DATA', 'STATE_NOT_ALLOWED', 'BANK_REVERSAL'] as const),
      ...(['BANK_PAYMENT_OTHER', 'BANK_PAYMENT_LINKED'] as const),
    ],
    extension: true,
  }),
  /** Books an entry as the return of a payment: the same amount the other way, which opens its lines again. */
  bookReturn: endpoint({
    method: 'POST',
    path: '/bank-entry/{id}/return',
    access: reverse,
    params: one,
    body: strictObject(() => ({ version: count(1), returnedId: id() })),
    answer: bankEntryRow,
    errors: [
      ...(['NOT_FOUND', 'STALE_DATA', 'STATE_NOT_ALLOWED', 'BANK_RETURN_OTHER'] as const),
      ...(['PAYMENT_USED', 'PAYMENT_FUTURE', 'RATE_MISSING'] as const),
    ],
    creates: true,
    extension: true,
  }),
  /** Books or links several entries, each as its one certain proposal says; others are refused. */
  confirm: endpoint({
    method: 'PUT',
    path: '/bank-entry/confirm',
    access: edit,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
  ignore: endpoint({
    method: 'PUT',
    path: '/bank-entry/{id}/ignore',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: bankEntryRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'REASON_REQUIRED'],
    extension: true,
  }),
  /** Opens an ignored entry again, or one that was linked to a payment. */
  reopen: endpoint({
    method: 'PUT',
    path: '/bank-entry/{id}/reopen',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1) })),
    answer: bankEntryRow,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BANK_ENTRY_BOOKED'],
    extension: true,
  }),
};
