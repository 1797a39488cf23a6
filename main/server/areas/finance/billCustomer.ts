import type { BillCustomer } from '@contract/finance/billCustomer';
import { PAGE_SIZE } from '@contract/limits';
import { perName } from '@contract/names';
import { sumOf } from '@contract/rules/money';
import type { GroupHandlers } from '../../core/context';
import { accountOf, accountsOf, statementOf } from './accounts';
import { statementFile } from './statement';
import { statementMailHandlers } from './statementMail';

/** Accounts of customers by month, and their statements. */
export const billCustomerHandlers: GroupHandlers<'billCustomer'> = {
  list: async ({ read, now }, { query }) => {
    const { period, customerId, overdue, page = 1, pageSize = PAGE_SIZE } = query;
    const found = (await accountsOf(read, period, now)).filter(
      (one) =>
        (!customerId || customerId.includes(one.customerId)) &&
        (overdue === undefined || Number(one.overdueAmount) > 0 === overdue),
    );
    return {
      list: found.slice((page - 1) * pageSize, page * pageSize),
      total: found.length,
      totalCapped: false,
      next: null,
      totals: { currencies: totalsOf(found) },
    };
  },
  statement: async ({ read, now }, { query }) => {
    const { account, lines } = await statementOf(read, await accountOf(read, query, now), query.period, now);
    return { account, lines };
  },
  file: async ({ read, now, language }, { query: { format, ...query } }) => {
    const statement = await statementOf(read, await accountOf(read, query, now), query.period, now);
    return statementFile(read, statement, format, language);
  },
  ...statementMailHandlers,
};

const SUMMED = [
  'openingBalance',
  'invoicedTotal',
  'creditNotes',
  'receivedTotal',
  'closingBalance',
  'overdueAmount',
] as const;

function totalsOf(accounts: readonly BillCustomer[]) {
  return [...new Set(accounts.map(({ currency }) => currency))].sort().map((currency) => {
    const sameCurrency = accounts.filter((one) => one.currency === currency);
    const sums = perName(SUMMED, (name) =>
      sumOf(
        sameCurrency.map((one) => one[name]),
        currency,
      ),
    );
    return { currency, lines: sameCurrency.length, ...sums };
  });
}
