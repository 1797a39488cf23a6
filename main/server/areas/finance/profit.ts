import { type ProfitRow, profitRow } from '@contract/finance/billRevenue';
import { PAGE_SIZE } from '@contract/limits';
import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import { dayBounds } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import type { Context, Download } from '../../core/context';
import { calculatedFile, type ExportQuery } from '../../core/exportRows';
import { officeZone } from '../../core/officeClock';
import type { Reader } from '../../store/open';

interface ProfitQuery {
  readonly by: 'bill' | 'customer' | 'lane';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly billId?: readonly number[] | undefined;
  readonly customerId?: readonly number[] | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

interface Sums {
  readonly bills: number;
  readonly revenue: number;
  readonly cost: number;
  readonly missing: number;
}
interface Group extends Sums {
  readonly billId: number | null;
  readonly billNo: string | null;
  readonly batchNo: string | null;
  readonly customerId: number | null;
  readonly originAirportId: number | null;
  readonly landingAirportId: number | null;
}

/** Columns that identify a group, and so may be shown for each. */
const KEYS = {
  bill: 'bill.id as billId, bill.billNo, bill.batchNo, bill.customerId, bill.originAirportId, bill.landingAirportId',
  customer:
    'null as billId, null as billNo, null as batchNo, bill.customerId, null as originAirportId, null as landingAirportId',
  lane: 'null as billId, null as billNo, null as batchNo, null as customerId, bill.originAirportId, bill.landingAirportId',
} as const;
const GROUPED = {
  bill: 'bill.id, bill.billNo, bill.batchNo, bill.customerId, bill.originAirportId, bill.landingAirportId',
  customer: 'bill.customerId',
  lane: 'bill.originAirportId, bill.landingAirportId',
} as const;

/**
 * Revenue minus cost in the base currency, by bill, customer or lane: the most profitable first. A month begins and ends
 * at midnight of the office.
 */
export async function profit(db: Reader, query: ProfitQuery) {
  const { by, from, to, billId, customerId, page = 1, pageSize = PAGE_SIZE } = query;
  const conditions = [
    sql`bill.removedAt is null`,
    ...(from ? [sql`bill.ata >= ${dayBounds(from, officeZone())[0]}`] : []),
    ...(to ? [sql`bill.ata < ${dayBounds(to, officeZone())[1]}`] : []),
    ...(billId ? [sql`bill.id in (${sql.join(billId)})`] : []),
    ...(customerId ? [sql`bill.customerId in (${sql.join(customerId)})`] : []),
  ];
  const lines = sql`
    from (
      select billId, baseAmount as revenue, 0 as cost, baseAmount is null as missing from billRevenue
      union all select billId, 0, baseAmount, baseAmount is null from billCost
    ) as line join bill on bill.id = line.billId where ${sql.join(conditions, sql` and `)}`;
  const sums = sql`count(distinct bill.id) as bills, coalesce(sum(revenue), 0) as revenue,
    coalesce(sum(cost), 0) as cost, coalesce(sum(missing), 0) as missing`;
  const groups = sql`select ${sql.raw(KEYS[by])}, ${sums} ${lines} group by ${sql.raw(GROUPED[by])}`;
  const [{ rows }, { rows: counted }, { rows: whole }] = await Promise.all([
    sql<Group>`${groups} order by coalesce(sum(revenue), 0) - coalesce(sum(cost), 0) desc, ${sql.raw(GROUPED[by])}
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ n: number }>`select count(*) as n from (${groups})`.execute(db),
    sql<Sums>`select ${sums} ${lines}`.execute(db),
  ]);
  const total = counted[0]?.n ?? 0;
  return {
    list: rows.map(
      (group, index): ProfitRow => ({
        id: group.billId ?? (page - 1) * pageSize + index + 1,
        ...pick(group),
        ...moneyOf(group),
      }),
    ),
    total,
    totalCapped: false,
    next: null,
    totals: moneyOf(whole[0] ?? { bills: 0, revenue: 0, cost: 0, missing: 0 }),
  };
}

/** Columns of the file for each grouping: the identifying ones, and the totals. */
const COLUMNS = {
  bill: ['billNo', 'batchNo', 'customerId', 'originAirportId', 'landingAirportId'],
  customer: ['customerId', 'bills'],
  lane: ['originAirportId', 'landingAirportId', 'bills'],
} as const;

/** Exports the profit as a file, with every group. */
export async function profitFile(
  context: Context,
  { query }: { query: ProfitQuery & Pick<ExportQuery, 'format' | 'columns'> },
): Promise<Download> {
  const { format, columns, ...filters } = query;
  const whole = { ...filters, page: 1, pageSize: Number.MAX_SAFE_INTEGER };
  const { list } = await profit(context.store.read, whole);
  const usual = [...COLUMNS[filters.by], ...['revenue', 'cost', 'profit', 'margin', 'withoutRate']];
  return calculatedFile(context, { row: profitRow, resource: 'profit', usual }, { format, columns }, list);
}

const pick = ({ billId, billNo, batchNo, customerId, originAirportId, landingAirportId }: Group) => ({
  billId,
  billNo,
  batchNo,
  customerId,
  originAirportId,
  landingAirportId,
});

function moneyOf({ bills, revenue, cost, missing }: Sums) {
  const profit = revenue - cost;
  return {
    bills,
    revenue: fromMinor(revenue, BASE_CURRENCY),
    cost: fromMinor(cost, BASE_CURRENCY),
    profit: fromMinor(profit, BASE_CURRENCY),
    margin: revenue === 0 ? null : Math.round((profit * 1000) / revenue) / 10,
    withoutRate: missing,
  };
}
