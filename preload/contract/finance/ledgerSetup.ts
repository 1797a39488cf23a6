import type * as z from 'zod';
import { also } from '../endpoint';
import { code, count, date, flag, money, ref, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { datevClient, datevConsultant } from '../rules/invoiceCodes';
import { BASE_CURRENCY } from '../rules/money';
import { byNothing } from '../scope';
import { object } from '../shape';

/** The accounts among the fields below. */
export const ledgerAccounts = [
  ...(['receivables', 'payables', 'bank', 'cash', 'card', 'setOff'] as const),
  ...(['outputVat', 'inputVat', 'exchangeGain', 'exchangeLoss', 'bankCharges', 'writeOffs'] as const),
] as const;

/** Number of an account in the general ledger. */
const account = () => text(20);

/**
 * Accounts of one of our companies that its journal posts to, beside those of fee categories, customers and suppliers,
 * and what its DATEV files name. The file of a month is posted to the accounts that hold on its days.
 */
export const ledgerSetup = resource({
  name: 'ledgerSetup',
  path: '/ledger-setup',
  module: 'finance',
  view: permit('finance.month.view'),
  edit: permit('finance.month.close'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    companyId: ref('clientCompany', 'own'),
    /** They hold until those of a later day. */
    validFrom: date(),
    /** For customers and suppliers without an account of their own. */
    receivables: account(),
    payables: account(),
    bank: account(),
    /** For payments that do not move money on the bank account; null where there are none. */
    cash: account().nullable(),
    card: account().nullable(),
    setOff: account().nullable(),
    outputVat: account(),
    inputVat: account(),
    exchangeGain: account(),
    exchangeLoss: account(),
    /** For what banks keep of payments; null where they keep nothing. */
    bankCharges: account().nullable(),
    /** For small remainders that are written off; null where there are none. */
    writeOffs: account().nullable(),
    /** The most that may be written off of an invoice, or of a payment that was too much. */
    writeOffLimit: money(BASE_CURRENCY),
    /** True for the company that lines and payments belong to which name no company of ours. */
    takesUnassigned: flag(),
    /** First month of its financial year. */
    yearStartMonth: count(1, 12),
    /** Digits of its accounts; those of customers and suppliers may have one more. */
    accountLength: count(4, 8),
    /** Numbers that DATEV gave to the tax adviser and to the company. */
    datevConsultant: code(datevConsultant).nullable(),
    datevClient: code(datevClient).nullable(),
    ...referenceFields,
  })),
  draft: [
    ...(['companyId', 'validFrom', ...ledgerAccounts, 'writeOffLimit'] as const),
    'takesUnassigned',
    ...(['yearStartMonth', 'accountLength', 'datevConsultant', 'datevClient', 'remark'] as const),
  ],
  lookup: ['companyId', 'validFrom', 'active'],
  namesFor: 'readers',
  filters: ['companyId', 'validFrom', 'active'],
  sorts: ['companyId', 'validFrom', 'createdAt'],
  order: 'companyId,-validFrom',
  keyword: ['receivables', 'payables', 'bank', 'remark'],
  unique: ['companyId', 'validFrom'],
  // A few rows, looked up in their list.
  finding: null,
  fresh: { writeOffLimit: '5.00', yearStartMonth: 1, accountLength: 4 },
});
export type LedgerSetup = z.output<typeof ledgerSetup.row>;

const { create, update, ...usual } = crud(ledgerSetup);
export const ledgerSetupApi = {
  ...usual,
  create: { ...create, errors: also(create, 'LEDGER_UNASSIGNED') },
  update: { ...update, errors: also(update, 'LEDGER_UNASSIGNED') },
};
