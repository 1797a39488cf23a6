import type { JournalRow } from '@contract/finance/journal';
import type { LedgerSetup } from '@contract/finance/ledgerSetup';
import { fromMinor } from '@contract/rules/money';
import type { Reader } from '../../store/open';
import { booksByCompany, EURO_BOOKS } from './books';
import type { Days } from './days';
import { type Fact, factsIn, type Side } from './journalFacts';
import { loadSetups, ownIds, setupOn, takerOn } from './ledgerAccounts';

/** A posting with its accounts. */
export interface Posting extends Fact {
  readonly debitAccount: string | null;
  readonly creditAccount: string | null;
}

/** Accounts of fee categories, and of customers and suppliers that have their own. */
async function loadAccounts(db: Reader) {
  const fees = await db.selectFrom('feeCategory').select(['id', 'glAccount', 'costAccount']).execute();
  const owned = async (table: 'customer' | 'clientCompany') => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'ledgerAccount'])
      .where('ledgerAccount', 'is not', null)
      .execute();
    return new Map(rows.map(({ id, ledgerAccount }) => [id, ledgerAccount]));
  };
  return {
    revenue: new Map(fees.map(({ id, glAccount }) => [id, glAccount])),
    cost: new Map(fees.map(({ id, glAccount, costAccount }) => [id, costAccount ?? glAccount])),
    customers: await owned('customer'),
    suppliers: await owned('clientCompany'),
  };
}
type Accounts = Awaited<ReturnType<typeof loadAccounts>>;

/** Account of a side of a posting; null if none is set. */
function accountOf(
  side: Side,
  fact: Fact,
  accounts: Accounts,
  setup: LedgerSetup | undefined,
): string | null {
  const { customerId, supplierId, feeCategoryId } = fact;
  switch (side) {
    case 'revenue':
    case 'cost':
      return (feeCategoryId === null ? null : accounts[side].get(feeCategoryId)) ?? null;
    case 'receivables':
      return (customerId === null ? null : accounts.customers.get(customerId)) ?? setup?.receivables ?? null;
    case 'payables':
      return (supplierId === null ? null : accounts.suppliers.get(supplierId)) ?? setup?.payables ?? null;
    default:
      return setup?.[side] ?? null;
  }
}

/** The journal of a company over a range of days. */
export interface Journal {
  /** The company; undefined if none of ours exists. */
  readonly companyId: number | undefined;
  /** Currency of its books. */
  readonly currency: string;
  readonly postings: readonly Posting[];
  /** Postings of the range that belong to no company of ours. */
  readonly withoutCompany: number;
  /** Accounts of the company that hold on the last day of the range. */
  readonly setup: LedgerSetup | undefined;
}

/** Derives the journal of a company, or of the usual issuer of invoices, from the documents. */
export async function journalOf(db: Reader, companyId: number | null, days: Days): Promise<Journal> {
  const own = await ownIds(db);
  const chosen = companyId ?? own[0];
  if (chosen === undefined)
    return {
      companyId: chosen,
      currency: EURO_BOOKS.currency,
      postings: [],
      withoutCompany: 0,
      setup: undefined,
    };
  const setups = await loadSetups(db);
  const accounts = await loadAccounts(db);
  const postings: Posting[] = [];
  let withoutCompany = 0;
  const books = await booksByCompany(db);
  const ownerOf = (company: number | null, day: string) => company ?? takerOn(setups, own, day) ?? null;
  const facts = await factsIn(
    db,
    days,
    (company, day) => books.get(ownerOf(company, day) ?? 0) ?? EURO_BOOKS,
  );
  for (const fact of facts) {
    const of = ownerOf(fact.companyId, fact.day);
    if (of === null) withoutCompany += 1;
    if (of !== chosen) continue;
    const setup = setupOn(setups, of, fact.day);
    postings.push({
      ...{ ...fact, companyId: of },
      debitAccount: accountOf(fact.debit, fact, accounts, setup),
      creditAccount: accountOf(fact.credit, fact, accounts, setup),
    });
  }
  return {
    companyId: chosen,
    currency: (books.get(chosen) ?? EURO_BOOKS).currency,
    postings,
    withoutCompany,
    setup: setupOn(setups, chosen, days.to ?? '9999-12-31'),
  };
}

/** Shows a posting as a row of the journal. */
export function rowOf(posting: Posting, at: number): JournalRow {
  const { day, amount, baseAmount, feeCategoryId: _, debit: _debit, credit: _credit, ...rest } = posting;
  return {
    ...{ ...rest, id: at + 1, postedOn: day, amount: fromMinor(amount, posting.currency) },
    baseAmount: baseAmount === null ? null : fromMinor(baseAmount, posting.baseCurrency),
  };
}

/** Debits and credits of an account, in minor units of the books' currency. */
export interface Balance {
  readonly account: string;
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
}

/** Balances by account: what was posted before a day, and in the range from it. Postings without accounts are left out. */
export function balancesOf(postings: readonly Posting[], from: string): Balance[] {
  const found = new Map<string, Balance>();
  const add = (account: string | null, day: string, debit: number, credit: number) => {
    if (account === null) return;
    const old = found.get(account) ?? { account, opening: 0, debit: 0, credit: 0 };
    found.set(
      account,
      day < from
        ? { ...old, opening: old.opening + debit - credit }
        : { ...old, debit: old.debit + debit, credit: old.credit + credit },
    );
  };
  for (const { day, debitAccount, creditAccount, baseAmount } of postings) {
    add(debitAccount, day, baseAmount ?? 0, 0);
    add(creditAccount, day, 0, baseAmount ?? 0);
  }
  return [...found.values()].sort((a, b) => a.account.localeCompare(b.account, 'en', { numeric: true }));
}
