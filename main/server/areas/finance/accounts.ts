import type { BillCustomer } from '@contract/finance/billCustomer';
import { fromMinor, toMinor } from '@contract/rules/money';
import { dayBounds } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import { officeDay, officeZone } from '../../core/officeClock';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { accountId } from './accountId';
import type { Statement } from './statement';
import { lastSent } from './statementsSent';

const DAY = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * First and last day of a month, the instants at which it begins and ends in the office, and the reference day for dues:
 * the last one, or today if earlier.
 */
function boundsOf(period: string, now: string) {
  const [year = 0, month = 1] = period.split('-').map(Number);
  const to = dayOf(Date.UTC(year, month, 1) - DAY);
  const today = officeDay(now);
  const [begins] = dayBounds(`${period}-01`, officeZone());
  const [, ends] = dayBounds(to, officeZone());
  return { from: `${period}-01`, to, asOf: today < to ? today : to, begins, ends };
}

interface Account {
  customerId: number;
  code: string;
  currency: string;
  opening: number;
  invoiced: number;
  credits: number;
  received: number;
  revenue: number;
}
interface Due {
  customerId: number;
  currency: string;
  dueDate: string;
  open: number;
}

/**
 * The accounts of a month: every customer and currency with charges, invoices or payments up to its end. Payments count
 * by the bills they settled, and their rest separately: so an account balances also for callers who see only a part of
 * the bills.
 */
export const accountsOf = (db: Reader, period: string, now: string): Promise<BillCustomer[]> =>
  accountsWhere(db, period, now, null);

/** {@link accountsOf}, optionally of one customer: then nothing is summed for others. */
async function accountsWhere(
  db: Reader,
  period: string,
  now: string,
  customerId: number | null,
): Promise<BillCustomer[]> {
  const { from, to, asOf, begins, ends } = boundsOf(period, now);
  const ofCustomer = customerId === null ? sql`` : sql`and customerId = ${customerId}`;
  const { rows } = await sql<Account>`
    select moved.customerId, customer.code, moved.currency,
      sum(case when day < ${from} then charged - received else 0 end) as opening,
      sum(case when day >= ${from} and credit = 0 then charged else 0 end) as invoiced,
      sum(case when day >= ${from} and credit = 1 then charged else 0 end) as credits,
      sum(case when day >= ${from} then received else 0 end) as received,
      sum(earned) as revenue
    from (
      select customerId, currency, invoiceDate as day, grossAmount as charged, 0 as received, 0 as earned,
          case when creditsId is null then 0 else 1 end as credit
        from billRevenueOfBill where invoiceDate is not null ${ofCustomer}
      union all
      select customerId, currency, paymentDate, 0, amount, 0, 0
        from paymentOfBill where state = 'booked' ${ofCustomer}
      union all
      select customerId, currency, paymentDate, 0, unallocated, 0, 0
        from billPayment where state = 'booked' ${ofCustomer}
      union all
      select customerId, currency, paymentDate, 0, share.amount, 0, 0
        from paymentRestShare as share join billPayment on billPayment.id = share.paymentId
        where state = 'booked' ${ofCustomer}
      union all
      select customerId, currency, ${from}, 0, 0, grossAmount, 0
        from billRevenueOfBill where state != 'draft' and createdAt >= ${begins} and createdAt < ${ends} ${ofCustomer}
    ) as moved join customer on customer.id = moved.customerId
    where day <= ${to}
    group by moved.customerId, moved.currency, customer.code
    order by customer.code, moved.currency`.execute(db);
  const dues = new Map<string, Due[]>();
  for (const due of await duesOf(db, asOf, customerId)) {
    const key = `${due.customerId} ${due.currency}`;
    dues.set(key, [...(dues.get(key) ?? []), due]);
  }
  const sent = await lastSent(db, period);
  return rows.map((row) => {
    const { currency, code } = row;
    const id = accountId(row.customerId, currency);
    const money = (minor: number) => fromMinor(minor, currency);
    const late = (dues.get(`${row.customerId} ${currency}`) ?? []).map((due) => ({
      ...due,
      days: Math.round((Date.parse(asOf) - Date.parse(due.dueDate)) / DAY),
    }));
    const within = (least: number, most: number) =>
      money(late.reduce((sum, { days, open }) => sum + (days >= least && days <= most ? open : 0), 0));
    return {
      id,
      customerId: row.customerId,
      currency,
      statementNo: `ST-${code}-${period}-${currency}`,
      openingBalance: money(row.opening),
      revenueTotal: money(row.revenue),
      invoicedTotal: money(row.invoiced),
      creditNotes: money(row.credits),
      receivedTotal: money(row.received),
      closingBalance: money(row.opening + row.invoiced + row.credits - row.received),
      overdueAmount: within(1, Number.POSITIVE_INFINITY),
      oldestDueDate:
        late
          .filter(({ days }) => days >= 1)
          .map(({ dueDate }) => dueDate)
          .sort()[0] ?? null,
      due30: within(1, 30),
      due60: within(31, 60),
      due90: within(61, 90),
      dueLonger: within(91, Number.POSITIVE_INFINITY),
      statementSentAt: sent.get(id)?.sentAt ?? null,
      statementSentTo: sent.get(id)?.toEmails ?? [],
      statementMailState: sent.get(id)?.state ?? null,
    };
  });
}

/** Loads the amounts invoiced up to a day that are due and were not settled by then. Credited amounts are not due. */
const duesOf = async (db: Reader, asOf: string, customerId: number | null): Promise<Due[]> => {
  const ofCustomer = customerId === null ? sql`` : sql`and line.customerId = ${customerId}`;
  const { rows } = await sql<Due>`
    select customerId, currency, dueDate, sum(grossAmount - settled) as open from (
      select line.customerId, line.currency, line.dueDate, line.grossAmount, coalesce((
        select sum(part.amount) from paymentOfBill as part
        where part.revenueId = line.id and part.state = 'booked' and part.paymentDate <= ${asOf}
      ), 0) as settled
      from billRevenueOfBill as line
      where line.invoiceDate <= ${asOf} and line.dueDate <= ${asOf} and line.state != 'credited' ${ofCustomer}
    ) group by customerId, currency, dueDate having sum(grossAmount - settled) != 0`.execute(db);
  return rows;
};

interface Movement {
  day: string;
  document: string;
  what: 'invoice' | 'credit' | 'payment' | 'refund' | 'writeOff';
  bills: string;
  dueDate: string | null;
  charged: number;
  received: number;
}

const isInvoice = ({ what }: Pick<Movement, 'what'>): boolean => what === 'invoice' || what === 'credit';

/** Loads one account of a month. Throws NOT_FOUND. */
export async function accountOf(
  db: Reader,
  { customerId, period, currency }: { customerId: number; period: string; currency: string },
  now: string,
): Promise<BillCustomer> {
  const id = accountId(customerId, currency);
  const account = (await accountsWhere(db, period, now, customerId)).find((one) => one.id === id);
  if (!account) throw refuse('NOT_FOUND');
  return account;
}

/** Movements of an account in a month, ordered by day; the balance starts with the opening one. */
export async function statementOf(
  db: Reader,
  account: BillCustomer,
  period: string,
  now: string,
): Promise<Statement> {
  const { customerId, currency } = account;
  const { from, to } = boundsOf(period, now);
  const { rows } = await sql<Movement>`
    select invoiceDate as day, invoiceNo as document,
      case when max(creditsId) is null then 'invoice' else 'credit' end as what,
      group_concat(distinct billNo) as bills, max(dueDate) as dueDate, sum(grossAmount) as charged, 0 as received
    from billRevenueOfBill
    where customerId = ${customerId} and currency = ${currency} and invoiceDate between ${from} and ${to}
    group by invoiceNo, invoiceDate
    union all
    select paymentDate, paymentNo, case when method = 'writeOff' then 'writeOff' when direction = 'out' then 'refund'
      else 'payment' end, coalesce(bankReference, ''), null, 0, sum(amount)
    from (
      select paymentId, paymentNo, paymentDate, bankReference, amount, direction, state, customerId, currency, method
        from paymentOfBill
      union all
      select id, paymentNo, paymentDate, bankReference, unallocated, direction, state, customerId, currency, method
        from billPayment
      union all
      select share.paymentId, paymentNo, paymentDate, bankReference, share.amount, direction, state, customerId,
          currency, method
        from paymentRestShare as share join billPayment on billPayment.id = share.paymentId
    ) where state = 'booked' and customerId = ${customerId}
      and currency = ${currency} and paymentDate between ${from} and ${to}
    group by paymentId, paymentNo, paymentDate, bankReference, method, direction
    order by 1, 3, 2`.execute(db);
  let balance = toMinor(account.openingBalance, currency);
  const lines = rows.map(({ charged, received, bills, ...line }) => {
    balance += charged - received;
    return {
      ...line,
      bills: bills.split(',').join(', ').slice(0, 400) || null,
      charged: isInvoice(line) ? fromMinor(charged, currency) : null,
      received: isInvoice(line) ? null : fromMinor(received, currency),
      balance: fromMinor(balance, currency),
      currency,
    };
  });
  return { account, lines, period };
}
