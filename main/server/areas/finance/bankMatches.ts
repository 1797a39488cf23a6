import type { BankEntry, BankProposal } from '@contract/finance/bankEntry';
import type { SettledLine } from '@contract/finance/billPayment';
import { compact } from '@contract/rules/codes';
import { fromMinor, settleInOrder, sumOf, toMinor } from '@contract/rules/money';
import { daysAfter } from '@contract/rules/usDays';
import { byName } from '../../store/byName';
import type { Reader } from '../../store/open';
import { creditsIn, deducted } from './bankCredits';
import { amountOf, directionOf } from './bankEntries';
import { mentioned } from './bankMentions';
import { returnsFor } from './bankReturns';
import { settledLines } from './openLines';
import { restLines } from './paymentRests';

/** Days by which the date of a payment that was entered before may differ from that of its bank entry. */
const DAYS_APART = 5;
/** A difference to the open amounts of lines beyond this share of them is offered as no bank charge: rather a part is paid. */
const CHARGE_SHARE = 0.1;
/** Proposals for one entry at most. */
const MAX_PROPOSALS = 8;

/** An entry whose payment is looked for. */
interface Sought {
  readonly entry: BankEntry;
  readonly type: 'cost' | 'revenue';
  /** Amount without sign, in minor units. */
  readonly amount: number;
  /** Text in which numbers are looked for. */
  readonly text: string;
}

/** An invoice with open lines: of a customer, or of a supplier. */
interface OpenInvoice {
  readonly partyId: number;
  readonly invoiceNo: string;
  readonly invoiceDate: string | null;
  /** Minor units. */
  readonly open: number;
}

/** Proposals for an open entry, the surest first. */
export async function proposalsFor(read: Reader, entry: BankEntry): Promise<BankProposal[]> {
  if (entry.state !== 'open') return [];
  const returns = await returnsFor(read, entry);
  if (entry.reversal) return returns;
  const sought: Sought = {
    ...{ entry, amount: amountOf(entry), type: directionOf(entry) === 'in' ? 'revenue' : 'cost' },
    text: [entry.remittance, entry.endToEndId].filter(Boolean).join(' '),
  };
  const linked = await paymentsFor(read, sought);
  const booked = await bookingsFor(read, sought);
  const others = [...(linked.some(({ certain }) => certain) ? [] : booked), ...returns];
  const all = [...linked, ...others].slice(0, MAX_PROPOSALS);
  // Of two that are equally sure, neither is; and a payment that may be the entry must not be booked twice.
  const sure = all.filter(({ certain }) => certain);
  const [only] = sure.length === 1 ? sure : [];
  const isOnly = only && (only.paymentId !== null || linked.length === 0);
  return all.map((one) => ({ ...one, certain: isOnly === true && one === only }));
}

/** Booked payments of the same direction, currency and amount, dated near the entry, that are no entry yet. */
async function paymentsFor(read: Reader, { entry, amount, text }: Sought): Promise<BankProposal[]> {
  const rows = await read
    .selectFrom('billPayment')
    .select(['id', 'paymentNo', 'bankReference', 'companyId', 'customerId', 'paymentDate'])
    .where('direction', '=', directionOf(entry))
    .where('state', '=', 'booked')
    .where('method', '!=', 'writeOff')
    .where('currency', '=', entry.currency)
    .where((of) =>
      of(of('amount', directionOf(entry) === 'in' ? '-' : '+', of.ref('bankCharge')), '=', amount),
    )
    .where('paymentDate', '>=', daysAfter(entry.bookedOn, -DAYS_APART))
    .where('paymentDate', '<=', daysAfter(entry.bookedOn, DAYS_APART))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bankEntry')
            .select('bankEntry.id')
            .whereRef('bankEntry.paymentId', '=', 'billPayment.id'),
        ),
      ),
    )
    .orderBy('paymentDate')
    .orderBy('id')
    .limit(MAX_PROPOSALS)
    .execute();
  const own = [entry.endToEndId, entry.bankReference];
  return rows
    .map(({ id, paymentNo, bankReference, companyId, customerId, paymentDate }): BankProposal => {
      const numbers = [paymentNo, ...(bankReference === null ? [] : [bankReference])];
      const certain =
        mentioned(text, numbers).size > 0 || (bankReference !== null && own.includes(bankReference));
      return {
        by: 'payment',
        certain,
        companyId,
        customerId,
        paymentId: id,
        paymentNo,
        paymentDate,
        lines: [],
        bankCharge: null,
        currency: entry.currency,
      };
    })
    .sort((a, b) => Number(b.certain) - Number(a.certain));
}

/** Payments that could be booked: by numbers in the text, else by account, by name, by amount. */
async function bookingsFor(read: Reader, sought: Sought): Promise<BankProposal[]> {
  const invoices = await openInvoices(read, sought);
  const named = await byInvoice(read, sought, invoices);
  const stated = sought.type === 'revenue' ? await byStatement(read, sought, invoices) : [];
  if (named.length + stated.length > 0) return [...named, ...stated];
  const known = await byParty(read, sought);
  if (known.length > 0) return known;
  const fitting = invoices.filter(({ open }) => open === sought.amount);
  const [only] = fitting.length === 1 ? fitting : [];
  return only
    ? booking(read, sought, { by: 'amount', partyId: only.partyId, numbers: [only.invoiceNo] })
    : [];
}

async function openInvoices(read: Reader, { entry, type }: Sought): Promise<OpenInvoice[]> {
  const cost = type === 'cost';
  const party = cost ? 'supplierId' : 'customerId';
  const rows = await byName(read)
    .selectFrom(cost ? 'billCostOfBill' : 'billRevenueOfBill')
    .select([`${party} as partyId`, 'invoiceNo'])
    .select((of) => [
      of.fn.min('invoiceDate').as('invoiceDate'),
      of.fn.sum('grossAmount').as('gross'),
      of.fn.sum('paidAmount').as('paid'),
    ])
    .where('currency', '=', entry.currency)
    .where('state', 'in', cost ? ['unpaid'] : ['invoiced', 'part_paid'])
    .where('invoiceNo', 'is not', null)
    .groupBy([party, 'invoiceNo'])
    .orderBy(party)
    .orderBy('invoiceNo')
    .execute();
  return rows.map(({ partyId, invoiceNo, invoiceDate, gross, paid }) => ({
    ...{ partyId: Number(partyId), invoiceNo: String(invoiceNo), open: Number(gross) - Number(paid) },
    invoiceDate: invoiceDate === null ? null : String(invoiceDate),
  }));
}

/** Proposals by the numbers of invoices in the text; sure where the open amounts of all come to the entry's. */
async function byInvoice(
  read: Reader,
  sought: Sought,
  invoices: readonly OpenInvoice[],
): Promise<BankProposal[]> {
  const found = mentioned(
    sought.text,
    invoices.map(({ invoiceNo }) => invoiceNo),
  );
  const hit = invoices.filter(({ invoiceNo }) => found.has(invoiceNo));
  const proposals: BankProposal[] = [];
  for (const partyId of new Set(hit.map((one) => one.partyId))) {
    const numbers = hit.flatMap((one) => (one.partyId === partyId ? [one.invoiceNo] : []));
    proposals.push(...(await booking(read, sought, { by: 'invoice', partyId, numbers })));
  }
  return proposals;
}

/** Numbers of customer statements: customer, month and currency. */
const STATEMENT = /\bST-(.{1,40}?)-(\d{4}-\d{2})-([A-Z]{3})\b/g;

/** Proposals by the number of a customer statement in the text: all that was open at the end of its month. */
async function byStatement(
  read: Reader,
  sought: Sought,
  invoices: readonly OpenInvoice[],
): Promise<BankProposal[]> {
  const proposals: BankProposal[] = [];
  for (const [, code = '', month = '', currency] of sought.text.toUpperCase().matchAll(STATEMENT)) {
    if (currency !== sought.entry.currency) continue;
    const customer = await read
      .selectFrom('customer')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    if (!customer) continue;
    const numbers = invoices.flatMap(({ partyId, invoiceNo, invoiceDate }) =>
      partyId === customer.id && invoiceDate !== null && invoiceDate.slice(0, 7) <= month ? [invoiceNo] : [],
    );
    if (numbers.length > 0)
      proposals.push(...(await booking(read, sought, { by: 'statement', partyId: customer.id, numbers })));
  }
  return proposals;
}

const nameSigns = (name: string | null): string => (name ?? '').toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Customers, or suppliers, with the accounts and names by which a bank may know them. */
async function partiesOf(read: Reader, type: Sought['type']) {
  const companies = await read
    .selectFrom('clientCompany')
    .select(['id', 'iban', 'nameEn', 'nameCn', 'shortName'])
    .where('kind', '=', type === 'cost' ? 'supplier' : 'customer')
    .where('active', '=', 1)
    .execute();
  const known = companies.map(({ id, iban, nameEn, nameCn, shortName }) => ({
    ...{ id, iban },
    names: [nameEn, nameCn, shortName],
  }));
  if (type === 'cost') return known;
  const byCompany = new Map(known.map((one) => [one.id, one]));
  const customers = await read
    .selectFrom('customer')
    .select(['id', 'companyId', 'nameEn', 'nameCn'])
    .where('active', '=', 1)
    .execute();
  return customers.map(({ id, companyId, nameEn, nameCn }) => {
    const company = companyId === null ? undefined : byCompany.get(companyId);
    return { id, iban: company?.iban ?? null, names: [nameEn, nameCn, ...(company?.names ?? [])] };
  });
}

/** A proposal for the one party with the counterparty's account, else for the one with its name. */
async function byParty(read: Reader, sought: Sought): Promise<BankProposal[]> {
  const { counterpartyIban, counterpartyName } = sought.entry;
  const parties = await partiesOf(read, sought.type);
  const account = compact(counterpartyIban ?? '');
  const name = nameSigns(counterpartyName);
  for (const by of ['iban', 'name'] as const) {
    const fitting = parties.filter(({ iban, names }) =>
      by === 'iban'
        ? account !== '' && iban === account
        : name !== '' && names.some((one) => nameSigns(one) === name),
    );
    const [only] = fitting;
    if (only && fitting.length === 1) return booking(read, sought, { by, partyId: only.id, numbers: null });
  }
  return [];
}

/** Bank charge that the open amounts of lines leave room for, in minor units; zero or less where it is none. */
function chargeOf(open: number, { type, amount }: Sought): number {
  const charge = type === 'revenue' ? open - amount : amount - open;
  return charge <= open * CHARGE_SHARE ? charge : 0;
}

/** Sum of what is open of lines, in minor units. */
const openOf = (lines: readonly SettledLine[], currency: string): number =>
  toMinor(
    sumOf(
      lines.map(({ open }) => open),
      currency,
    ),
    currency,
  );

/**
 * Lines of a party that an entry may pay: those of some invoices; without, those of the one invoice that has the amount,
 * else all in their order. Credits of a customer that were deducted come with them.
 */
async function linesFor(
  read: Reader,
  { type, amount, text, entry: { currency } }: Sought,
  partyId: number,
  numbers: readonly string[] | null,
): Promise<{ lines: readonly SettledLine[]; isNamed: boolean }> {
  const open = await settledLines(read, type, { partyId, currency });
  const ofInvoices = (wanted: readonly (string | null)[]) =>
    open.filter(({ invoiceNo }) => invoiceNo !== null && wanted.includes(invoiceNo));
  const invoices = [...new Set(open.map(({ invoiceNo }) => invoiceNo))];
  const fits = (one: string | null) => openOf(ofInvoices([one]), currency) === amount;
  const fitting = numbers ? [] : invoices.filter(fits);
  if (fitting.length === 1) return { lines: ofInvoices(fitting), isNamed: false };
  if (type === 'cost') return { lines: numbers ? ofInvoices(numbers) : open, isNamed: numbers !== null };
  const rests = await restLines(read, { companyId: null, customerId: partyId, currency });
  const credits = creditsIn([...open, ...rests]);
  const lessCredits = (chosen: readonly SettledLine[]) =>
    deducted(
      credits.filter(({ lines }) => !lines.some((line) => chosen.includes(line))),
      { text, owed: openOf(chosen, currency), paid: amount },
    );
  if (numbers) {
    const named = ofInvoices(numbers);
    const less = lessCredits(named);
    const isNamed =
      mentioned(
        text,
        less.map(({ number }) => number),
      ).size === less.length;
    return { lines: [...named, ...less.flatMap(({ lines }) => lines)], isNamed };
  }
  // One invoice less credits, if only one of them comes to the amount.
  const combined = invoices.flatMap((one) => {
    const lines = ofInvoices([one]);
    const less = openOf(lines, currency) > amount ? lessCredits(lines) : [];
    const all = [...lines, ...less.flatMap((credit) => credit.lines)];
    return less.length > 0 && openOf(all, currency) === amount ? [all] : [];
  });
  const [only = open] = combined.length === 1 ? combined : [];
  return { lines: only, isNamed: false };
}

/**
 * A booking against the lines of a party. It is sure if the numbers of all are in the text, and their open amounts come to
 * the entry's.
 */
async function booking(
  read: Reader,
  sought: Sought,
  { by, partyId, numbers }: { by: BankProposal['by']; partyId: number; numbers: readonly string[] | null },
): Promise<BankProposal[]> {
  const { type, amount } = sought;
  const { currency } = sought.entry;
  const { lines, isNamed } = await linesFor(read, sought, partyId, numbers);
  const open = openOf(lines, currency);
  const parts = settleInOrder(
    fromMinor(amount, currency),
    lines.map((line) => line.open),
    currency,
  );
  const charge = chargeOf(open, sought);
  const inFull = parts.every((part) => Number(part) !== 0);
  const party =
    type === 'cost' ? { companyId: partyId, customerId: null } : { companyId: null, customerId: partyId };
  return [
    {
      ...{ by, ...party, paymentId: null, paymentNo: null, paymentDate: null },
      certain: (by === 'invoice' || by === 'statement') && isNamed && lines.length > 0 && open === amount,
      lines: lines.flatMap((line, at) => {
        const part = parts[at] ?? '0';
        return Number(part) === 0 ? [] : [{ ...line, amount: part }];
      }),
      currency,
      bankCharge: charge > 0 && inFull ? fromMinor(charge, currency) : null,
    },
  ];
}
