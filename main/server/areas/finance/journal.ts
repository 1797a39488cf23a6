import { problem } from '@contract/errors';
import { type AccountBalanceRow, accountBalanceRow, journalRow } from '@contract/finance/journal';
import { fromMinor } from '@contract/rules/money';
import type { GroupHandlers } from '../../core/context';
import { calculatedFile } from '../../core/exportRows';
import { refuse, refuseFields } from '../../core/refusal';
import { calculatedPage } from '../../store/calculatedPage';
import { type Balance, balancesOf, type Journal, journalOf, rowOf } from './journalPostings';

/** Number of postings that lack an account, an exchange rate or their company. */
function gapsOf({ postings, withoutCompany }: Journal) {
  return {
    withoutAccount: postings.filter((one) => one.debitAccount === null || one.creditAccount === null).length,
    withoutRate: postings.filter(({ baseAmount }) => baseAmount === null).length,
    withoutCompany,
  };
}

/** Rows of the balances of a journal. */
function balanceRows({ postings, currency }: Journal, from: string): AccountBalanceRow[] {
  return balancesOf(postings, from).map((balance, at) => balanceRow(balance, currency, at));
}

function balanceRow(
  { account, opening, debit, credit }: Balance,
  currency: string,
  at: number,
): AccountBalanceRow {
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    ...{
      id: at + 1,
      account,
      currency,
      openingBalance: money(opening),
      debit: money(debit),
      credit: money(credit),
    },
    closingBalance: money(opening + debit - credit),
  };
}

/** Postings of the documents, listed, summed by account, and as files for accountants. */
export const journalHandlers: GroupHandlers<'journal'> = {
  list: async ({ read, caller }, { query }) => {
    const journal = await journalOf(read, query.companyId ?? null, query);
    const { postings, companyId = null, currency } = journal;
    return {
      ...calculatedPage(postings.map(rowOf), query),
      totals: {
        ...{ companyId, currency, postings: postings.length, ...gapsOf(journal) },
        baseAmount: fromMinor(
          postings.reduce((sum, { baseAmount }) => sum + (baseAmount ?? 0), 0),
          currency,
        ),
        partial: caller.warehouseIds.length > 0,
      },
    };
  },

  export: async (context, { query }) => {
    const { format, columns, companyId = null, ...days } = query;
    const { postings } = await journalOf(context.read, companyId, days);
    const named = { row: journalRow.omit({ id: true }), resource: 'journal' };
    return calculatedFile(context, named, { format, columns }, postings.map(rowOf));
  },

  balances: async ({ read }, { query }) => {
    const { companyId = null, from = '', to } = query;
    return calculatedPage(balanceRows(await journalOf(read, companyId, { to }), from), query);
  },

  balancesExport: async (context, { query }) => {
    const { format, columns, companyId = null, from = '', to } = query;
    const journal = await journalOf(context.read, companyId, { to });
    const named = { row: accountBalanceRow.omit({ id: true }), resource: 'journal' };
    return calculatedFile(context, named, { format, columns }, balanceRows(journal, from));
  },

  file: async (context, { query }) => {
    const { format, companyId = null, from, to } = query;
    const { read, caller, now } = context;
    if (to < from) throw refuseFields({ to: problem('DAYS_ORDER', { previous: { field: 'from' } }) });
    if (caller.warehouseIds.length > 0) throw refuse('JOURNAL_PART');
    // The audit file states the balance before its first day, which earlier postings make.
    const journal = await journalOf(read, companyId, format === 'saft' ? { to } : { from, to });
    const gaps = gapsOf(journal);
    const count = gaps.withoutAccount + gaps.withoutRate + gaps.withoutCompany;
    if (count > 0) throw refuse('JOURNAL_INCOMPLETE', { count });
    if (journal.postings.every(({ day }) => day < from)) throw refuse('JOURNAL_EMPTY');
    if (format === 'datev') {
      const { datevFile } = await import('./journalDatev');
      return datevFile(journal, { from, to, now });
    }
    const { saftFile } = await import('./journalSaft');
    return saftFile(read, journal, { from, to, now });
  },
};
