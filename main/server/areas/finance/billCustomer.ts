import type { BillCustomer } from '@contract/finance/billCustomer';
import { perName } from '@contract/names';
import { sumOf } from '@contract/rules/money';
import type { GroupHandlers } from '../../core/context';
import { calculatedPage } from '../../store/calculatedPage';
import { accountOf, accountsOf, statementOf } from './accounts';
import { statementFile } from './statement';
import { statementMailHandlers } from './statementMail';

/** Accounts of customers by month, and their statements. */
export const billCustomerHandlers: GroupHandlers<'billCustomer'> = {
  list: async ({ read, now }, { query }) => {
    const { period, customerId, overdue } = query;
    const found = (await accountsOf(read, period, now)).filter(
      (one) =>
        (!customerId || customerId.includes(one.customerId)) &&
        (overdue === undefined || Number(one.overdueAmount) > 0 === overdue),
    );
    return { ...calculatedPage(found, query), totals: { currencies: totalsOf(found) } };
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
