import { Readable } from 'node:stream';
import { ledgerAccounts } from '@contract/finance/ledgerSetup';
import { fromMinor } from '@contract/rules/money';
import { labelOf } from '@contract/words';
import type { Download } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuse } from '../../core/refusal';
import { documentOf, element, type XmlElement } from '../../core/xml';
import type { Reader } from '../../store/open';
import { findIssuer, type Issuer } from './invoiceParties';
import type { Span } from './journalDatev';
import { balancesOf, type Journal, type Posting } from './journalPostings';

/*
 * The books as a Standard Audit File for Tax (OECD, “Guidance for the Standard Audit File – Tax”, version 2.0): accounts
 * with their balances, customers and suppliers, and the entries of a range of days. Elements come in the order of its
 * schema.
 */

const NAMESPACE = 'urn:OECD:StandardAuditFile-Taxation/2.00';

type Content = string | readonly XmlElement[];
const tag = (name: string, content: Content): XmlElement => element(name, {}, content);
const maybe = (name: string, text: string | null | undefined, most: number): XmlElement[] =>
  text ? [tag(name, text.slice(0, most))] : [];
const sumOf = (postings: readonly Posting[]): number =>
  postings.reduce((sum, { baseAmount }) => sum + (baseAmount ?? 0), 0);

/** A balance as a debit or a credit. */
const balance = (when: 'Opening' | 'Closing', minor: number, currency: string): XmlElement =>
  tag(`${when}${minor < 0 ? 'Credit' : 'Debit'}Balance`, fromMinor(Math.abs(minor), currency));

/** A customer or supplier. */
interface Party {
  readonly code: string;
  readonly nameEn: string;
  readonly city: string | null;
  readonly country: string | null;
}

async function partiesIn(read: Reader, table: 'customer' | 'clientCompany'): Promise<Map<number, Party>> {
  const rows = await read
    .selectFrom(table)
    .leftJoin('country', 'country.id', `${table}.countryId`)
    .select([`${table}.id`, `${table}.code`, `${table}.nameEn`, `${table}.city`, 'country.code as country'])
    .execute();
  return new Map(rows.map(({ id, ...party }) => [id, party]));
}

/** Debits less credits of the party of a posting, in minor units. */
function ofParty({ debit, baseAmount }: Posting): number {
  const debited = debit === 'receivables' || debit === 'payables';
  return debited ? (baseAmount ?? 0) : 0 - (baseAmount ?? 0);
}

/** Customers or suppliers of some postings, with their balances. */
function partyElements(
  kind: 'Customer' | 'Supplier',
  { postings, currency }: Journal,
  parties: ReadonlyMap<number, Party>,
  from: string,
): XmlElement[] {
  const groups = Map.groupBy(postings, (one) => (kind === 'Customer' ? one.customerId : one.supplierId));
  const found = [...groups].flatMap(([id, posted]) => {
    const party = id === null ? undefined : parties.get(id);
    if (!party) return [];
    const total = (all: readonly Posting[]) => all.reduce((sum, one) => sum + ofParty(one), 0);
    const address = [...maybe('City', party.city, 35), ...maybe('Country', party.country, 2)];
    return [
      tag(kind, [
        ...[tag('Name', party.nameEn.slice(0, 70)), tag('Address', address), tag(`${kind}ID`, party.code)],
        balance('Opening', total(posted.filter(({ day }) => day < from)), currency),
        balance('Closing', total(posted), currency),
      ]),
    ];
  });
  return found.length > 0 ? [tag(`${kind}s`, found)] : [];
}

/** Descriptions of accounts: those of the company, and of the fee categories posted to them. */
async function accountNames(read: Reader, { setup, postings }: Journal): Promise<Map<string, string>> {
  const names = new Map<string, Set<string>>();
  const add = (account: string | null | undefined, name: string) => {
    if (account) names.set(account, (names.get(account) ?? new Set()).add(name));
  };
  for (const name of ledgerAccounts) add(setup?.[name], labelOf('en', name, 'ledgerSetup'));
  const fees = await read.selectFrom('feeCategory').select(['nameEn', 'glAccount', 'costAccount']).execute();
  for (const { nameEn, glAccount, costAccount } of fees) {
    add(glAccount, nameEn);
    add(costAccount, nameEn);
  }
  const described = new Map([...names].map(([account, all]) => [account, [...all].join(', ')]));
  for (const { debitAccount, creditAccount } of postings)
    for (const account of [debitAccount, creditAccount])
      if (account && !described.has(account)) described.set(account, account);
  return described;
}

const JOURNALS = [
  { id: 'SALES', name: 'Sales' },
  { id: 'PURCHASES', name: 'Purchases' },
  { id: 'BANK', name: 'Payments' },
  { id: 'EXCHANGE', name: 'Exchange differences' },
  { id: 'WRITEOFFS', name: 'Write-offs' },
] as const;
/** The journal of each kind of posting: a kind without one would be missing in the file. */
const JOURNAL_OF: Readonly<Record<Posting['kind'], (typeof JOURNALS)[number]['id']>> = {
  ...{ invoice: 'SALES', credit: 'SALES', supplierInvoice: 'PURCHASES' },
  ...{ receipt: 'BANK', payment: 'BANK', refund: 'BANK', bankCharge: 'BANK' },
  ...{ exchange: 'EXCHANGE', rounding: 'EXCHANGE', writeOff: 'WRITEOFFS' },
};

/** A posting as two lines, its debit and its credit. */
function linesOf(
  { document, billNo, baseAmount, baseCurrency, currency, amount, debitAccount, creditAccount }: Posting,
  at: number,
): XmlElement[] {
  const value = [
    tag('Amount', fromMinor(baseAmount ?? 0, baseCurrency)),
    ...(currency === baseCurrency
      ? []
      : [tag('CurrencyCode', currency), tag('CurrencyAmount', fromMinor(amount, currency))]),
  ];
  const side = (account: string | null, name: 'DebitAmount' | 'CreditAmount', no: number) =>
    tag('Line', [
      ...[tag('RecordID', String(no)), tag('AccountID', account ?? ''), tag('SourceDocumentID', document)],
      ...[tag('Description', billNo ?? document), tag(name, value)],
    ]);
  return [side(debitAccount, 'DebitAmount', at * 2 + 1), side(creditAccount, 'CreditAmount', at * 2 + 2)];
}

/** Entries of a journal: one for each document and day. */
function journalElement({ id, name }: (typeof JOURNALS)[number], postings: readonly Posting[]): XmlElement[] {
  const own = postings.filter(({ kind }) => JOURNAL_OF[kind] === id);
  const entries = [...Map.groupBy(own, ({ day, document }) => `${day} ${document}`).values()].flatMap(
    (lines, at) => {
      const [first] = lines;
      if (!first) return [];
      const { day, document } = first;
      return tag('Transaction', [
        ...[tag('TransactionID', `${id}-${at + 1}`), tag('Period', String(Number(day.slice(5, 7))))],
        ...[tag('PeriodYear', day.slice(0, 4)), tag('TransactionDate', day), tag('Description', document)],
        ...[tag('SystemEntryDate', day), tag('GLPostingDate', day), ...lines.flatMap(linesOf)],
      ]);
    },
  );
  const head = [tag('JournalID', id), tag('Description', name), tag('Type', id.slice(0, 9))];
  return entries.length > 0 ? [tag('Journal', [...head, ...entries])] : [];
}

function headerOf({ shown, baseCurrency }: Issuer, { from, to, now }: Span): XmlElement {
  const { nameEn, registrationNo, vatNo, street, city, postcode, countryCode, code } = shown;
  return tag('Header', [
    ...[tag('AuditFileVersion', '2.00'), tag('AuditFileCountry', countryCode)],
    ...[tag('AuditFileDateCreated', officeDay(now)), tag('SoftwareCompanyName', 'Freight Console')],
    ...[tag('SoftwareID', 'Freight Console'), tag('SoftwareVersion', '1')],
    tag('Company', [
      ...[tag('RegistrationNumber', registrationNo ?? code), tag('Name', nameEn.slice(0, 70))],
      tag('Address', [
        ...[...maybe('StreetName', street, 70), ...maybe('City', city, 35)],
        ...[...maybe('PostalCode', postcode, 18), tag('Country', countryCode)],
      ]),
      ...(vatNo === null ? [] : [tag('TaxRegistration', [tag('TaxRegistrationNumber', vatNo)])]),
    ]),
    tag('DefaultCurrencyCode', baseCurrency),
    tag('SelectionCriteria', [tag('SelectionStartDate', from), tag('SelectionEndDate', to)]),
    tag('TaxAccountingBasis', 'A'),
  ]);
}

/** The books of a company from its first document to the last day; entries are those from the first day on. */
export async function saftFile(read: Reader, journal: Journal, span: Span): Promise<Download> {
  const { companyId = null, postings, currency } = journal;
  const issuer = await findIssuer(read, companyId);
  if (!issuer) throw refuse('INVOICE_NO_ISSUER');
  const { from, to } = span;
  const names = await accountNames(read, journal);
  const accounts = balancesOf(postings, from).map(({ account, opening, debit, credit }) =>
    tag('Account', [
      ...[tag('AccountID', account), tag('AccountDescription', names.get(account) ?? account)],
      ...[
        tag('AccountType', 'GL'),
        balance('Opening', opening, currency),
        balance('Closing', opening + debit - credit, currency),
      ],
    ]),
  );
  const inRange = postings.filter(({ day }) => day >= from);
  const journals = JOURNALS.flatMap((one) => journalElement(one, inRange));
  const total = fromMinor(sumOf(inRange), currency);
  const root = element('AuditFile', { xmlns: NAMESPACE }, [
    headerOf(issuer, span),
    tag('MasterFiles', [
      tag('GeneralLedgerAccounts', accounts),
      ...partyElements('Customer', journal, await partiesIn(read, 'customer'), from),
      ...partyElements('Supplier', journal, await partiesIn(read, 'clientCompany'), from),
    ]),
    tag('GeneralLedgerEntries', [
      tag('NumberOfEntries', String(journals.flatMap(({ children }) => children.slice(3)).length)),
      ...[tag('TotalDebit', total), tag('TotalCredit', total), ...journals],
    ]),
  ]);
  return {
    name: `saf-t_${from}_${to}.xml`,
    mime: 'application/xml',
    stream: Readable.from([Buffer.from(documentOf(root))]),
  };
}
