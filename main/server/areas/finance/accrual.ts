import { type AccrualRow, accrualRow } from '@contract/finance/accrual';
import { BASE_CURRENCY, fromMinor, fromScaled, inBase, RATE_DIGITS, sumOf } from '@contract/rules/money';
import { dayBounds } from '@contract/rules/zonedTime';
import { sql } from 'kysely';
import type { GroupHandlers } from '../../core/context';
import { calculatedFile } from '../../core/exportRows';
import { officeDay, officeZone } from '../../core/officeClock';
import { calculatedPage } from '../../store/calculatedPage';
import type { Reader } from '../../store/open';

/** A line that was not invoiced by the end of a day. */
interface Line extends Omit<AccrualRow, 'amount' | 'baseAmount' | 'enteredOn'> {
  readonly createdAt: string;
  readonly amount: number;
  readonly rate: number | null;
}

/** Loads the lines entered by the end of a day that no invoice up to it charges, the oldest first. */
async function linesAt(db: Reader, of: 'cost' | 'revenue', day: string): Promise<AccrualRow[]> {
  const [, ends] = dayBounds(day, officeZone());
  const accrued = sql`line.createdAt < ${ends} and (line.invoiceDate is null or line.invoiceDate > ${day})`;
  const shared = sql`line.id, line.billId, line.billNo, line.batchNo, line.feeCategoryId, line.createdAt, line.currency,
    line.amount, line.rate, line.invoiceNo, line.invoiceDate`;
  const { rows } =
    of === 'cost'
      ? await sql<Line>`
          select ${shared}, line.costNo as number, null as customerId, line.supplierId,
            coalesce(feeCategory.costAccount, feeCategory.glAccount) as account
          from billCostOfBill as line join feeCategory on feeCategory.id = line.feeCategoryId
          where ${accrued} order by line.createdAt, line.id`.execute(db)
      : await sql<Line>`
          select ${shared}, line.revenueNo as number, line.customerId, null as supplierId,
            feeCategory.glAccount as account
          from billRevenueOfBill as line join feeCategory on feeCategory.id = line.feeCategoryId
          where ${accrued} and line.state <> 'draft' order by line.createdAt, line.id`.execute(db);
  return rows.map(({ createdAt, amount, rate, ...line }) => {
    const net = fromMinor(Number(amount), line.currency);
    const baseAmount = rate === null ? null : inBase(net, line.currency, fromScaled(rate, RATE_DIGITS));
    return { ...line, enteredOn: officeDay(createdAt), amount: net, baseAmount };
  });
}

/** Expected costs and earned revenue without an invoice at the end of a day. */
export const accrualHandlers: GroupHandlers<'accrual'> = {
  list: async ({ read, caller, now }, { query }) => {
    const rows = await linesAt(read, query.of, query.day ?? officeDay(now));
    const known = rows.flatMap(({ baseAmount }) => (baseAmount === null ? [] : [baseAmount]));
    return {
      ...calculatedPage(rows, query),
      totals: {
        ...{ lines: rows.length, baseAmount: sumOf(known, BASE_CURRENCY) },
        ...{ withoutRate: rows.length - known.length, partial: caller.warehouseIds.length > 0 },
      },
    };
  },

  export: async (context, { query }) => {
    const { format, columns, of, day = officeDay(context.now) } = query;
    const row = accrualRow.omit({
      ...{ id: true, billId: true },
      ...(of === 'cost' ? { customerId: true } : { supplierId: true }),
    });
    return calculatedFile(
      context,
      { row, resource: 'accrual' },
      { format, columns },
      await linesAt(context.read, of, day),
    );
  },
};
