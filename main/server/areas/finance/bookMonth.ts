import { type BookMonth, bookMonthRow, monthMachine } from '@contract/finance/bookMonth';
import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { calculatedFile, type ExportQuery } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { calculatedPage } from '../../store/calculatedPage';
import type { Reader } from '../../store/open';
import { monthOf } from './closedMonths';
import { realisedByMonth } from './exchangeGain';

/** Sums of the documents of a month, in minor units. */
interface Sums {
  readonly period: string;
  readonly revenue: number;
  readonly cost: number;
  readonly received: number;
  readonly paid: number;
  readonly missing: number;
  readonly pending: number;
}

/** Documents by the month of their date: invoices and credit notes, supplier invoices, payments. */
const DOCUMENTS = sql`
  select substr(invoiceDate, 1, 7) as period, coalesce(baseAmount, 0) as revenue, 0 as cost, 0 as received, 0 as paid,
    case when baseAmount is null then 1 else 0 end as missing, 0 as pending
    from billRevenue where invoiceDate is not null
  union all
  select substr(invoiceDate, 1, 7), 0, coalesce(baseAmount, 0), 0, 0, case when baseAmount is null then 1 else 0 end, 0
    from billCost where invoiceDate is not null
  union all
  select substr(paymentDate, 1, 7), 0, 0, case when direction = 'in' then baseAmount else 0 end,
    case when direction = 'out' then baseAmount else 0 end, 0, 0
    from billPayment where state = 'booked' and method <> 'writeOff'
  union all
  select substr(paymentDate, 1, 7), 0, 0, 0, 0, 0, 1 from billPayment where state = 'pending'`;

/** Number of a month in paths, as 202611. */
const idOf = (period: string): number => Number(period.replace('-', ''));

/** Every month with documents or a closing, and the present one; the latest first. */
async function monthsOf(db: Reader, now: string): Promise<BookMonth[]> {
  const { rows } = await sql<Sums>`
    select period, sum(revenue) as revenue, sum(cost) as cost, sum(received) as received, sum(paid) as paid,
      sum(missing) as missing, sum(pending) as pending from (${DOCUMENTS}) group by period`.execute(db);
  const stored = new Map(
    (await db.selectFrom('bookMonth').selectAll().execute()).map((row) => [row.period, row]),
  );
  const sums = new Map(rows.map((row) => [row.period, row]));
  const gains = await realisedByMonth(db);
  const present = monthOf(officeDay(now));
  const periods = [...new Set([...sums.keys(), ...stored.keys(), present])].sort();
  const isClosed = (period: string) => stored.get(period)?.state === 'closed';
  const amount = (minor: number | undefined) => fromMinor(Number(minor ?? 0), BASE_CURRENCY);
  return periods
    .map((period, at): BookMonth => {
      const [sum, kept] = [sums.get(period), stored.get(period)];
      return {
        id: idOf(period),
        period,
        state: isClosed(period) ? 'closed' : 'open',
        version: kept?.version ?? 0,
        revenue: amount(sum?.revenue),
        cost: amount(sum?.cost),
        received: amount(sum?.received),
        paid: amount(sum?.paid),
        realised: amount(gains.get(period)),
        withoutRate: Number(sum?.missing ?? 0),
        closedAt: kept?.closedAt ?? null,
        closedBy: kept?.closedBy ?? null,
        reopenedAt: kept?.reopenedAt ?? null,
        reopenedBy: kept?.reopenedBy ?? null,
        reason: kept?.reason ?? null,
        ended: period < present,
        openBefore: periods.slice(0, at).findLast((earlier) => !isClosed(earlier)) ?? null,
        closedAfter: periods.slice(at + 1).find(isClosed) ?? null,
        pendingPayments: Number(sum?.pending ?? 0),
      };
    })
    .reverse();
}

/** Loads a month of the books. Throws NOT_FOUND. */
async function readMonth(db: Reader, id: number, now: string): Promise<BookMonth> {
  const found = (await monthsOf(db, now)).find((month) => month.id === id);
  if (!found) throw refuse('NOT_FOUND');
  return found;
}

/** Changes of months, by their state machine. */
const months = record({
  table: 'bookMonth',
  row: bookMonthRow,
  machine: monthMachine,
  load: ({ read, now }, id: number) => readMonth(read, id, now),
  about: (month) => ({ row: month, facts: month }),
});

type Closing = Partial<
  Pick<BookMonth, 'state' | 'closedAt' | 'closedBy' | 'reopenedAt' | 'reopenedBy' | 'reason'>
>;

/** Writes a closing or reopening as the next version of a month, and logs it with the amounts of that moment. */
async function write(context: Context, month: BookMonth, action: 'close' | 'reopen', values: Closing) {
  const { period, version } = month;
  const columns = { ...values, version: version + 1 };
  if (version === 0)
    await context.write
      .insertInto('bookMonth')
      .values({ id: month.id, period, state: 'closed', ...NEVER, ...columns })
      .execute();
  else await context.write.updateTable('bookMonth').set(columns).where('period', '=', period).execute();
  const after = await readMonth(context.write, month.id, context.now);
  const { revenue, cost, received, paid, realised } = after;
  await context.log({
    ...{ module: 'finance', action, objectType: 'bookMonth', objectId: month.id, objectNo: period },
    before: { state: month.state },
    after: { state: after.state, reason: values.reason ?? null, revenue, cost, received, paid, realised },
  });
  return after;
}

const NEVER = { closedAt: null, closedBy: null, reopenedAt: null, reopenedBy: null, reason: null };

/** Months of the books: closed in their order, reopened from the last with a reason. */
export const bookMonthHandlers: GroupHandlers<'bookMonth'> = {
  list: async ({ read, now }, { query }) => calculatedPage(chosen(await monthsOf(read, now), query), query),

  export: exportMonths,

  close: async (context, { params, body }) => {
    const month = await months.open(context, params.id, 'close', body.version);
    return write(context, month, 'close', {
      ...{ state: 'closed', closedAt: context.now, closedBy: context.caller.id },
    });
  },

  reopen: async (context, { params, body }) => {
    const month = await months.open(context, params.id, 'reopen', body.version);
    const { version: _, reason } = body;
    if (!reason) throw refuse('REASON_REQUIRED');
    return write(context, month, 'reopen', {
      ...{ state: 'open', reopenedAt: context.now, reopenedBy: context.caller.id, reason },
    });
  },
};

type ListQuery = Pick<
  Parameters<GroupHandlers<'bookMonth'>['list']>[1]['query'],
  'state' | 'sort' | 'keyword'
>;

/** Months that a list shows, in its order. */
function chosen(found: readonly BookMonth[], { state, sort, keyword }: ListQuery): BookMonth[] {
  const rows = found.filter(
    (month) => (!state || state.includes(month.state)) && (!keyword || month.period.includes(keyword)),
  );
  return sort === 'period' ? rows.reverse() : rows;
}

/** Columns of a file of months. */
const EXPORTED = bookMonthRow.omit({ id: true, version: true });

async function exportMonths(
  context: Context,
  { query }: { query: ListQuery & Pick<ExportQuery, 'format' | 'columns'> },
): Promise<Download> {
  const found = chosen(await monthsOf(context.store.read, context.now), query);
  return calculatedFile(context, { row: EXPORTED, resource: 'bookMonth' }, query, found);
}
