import { type Bill, closedBill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import type { BillCost } from '@contract/finance/billCost';
import type { LineTotals } from '@contract/finance/line';
import type { PageQuery } from '@contract/paging';
import { amountsOf, type PricedLine } from '@contract/rules/charge';
import { BASE_CURRENCY, fromMinor, PRICE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type * as z from 'zod';
import type { Context } from '../../core/context';
import { Refusal, refuseFields } from '../../core/refusal';
import { type ListDefinition, sumGroups } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { booked } from './rates';
import { requireVatRate, VatCodes } from './vatProposal';

/** Quantity, unit and price as a supplier's invoice states them. */
export type Billed = Pick<BillCost, 'billedQuantity' | 'billedUnit' | 'billedPrice'>;

/** A line as priced on a day: a VAT code decides its rate. Throws VAT_NO_RATE. */
export async function taxedOn<
  L extends { readonly taxRate: number | null; readonly vatCodeId: number | null },
>(db: Reader, line: L, day: string): Promise<L> {
  if (line.vatCodeId === null) return line;
  const code = (await VatCodes.load(db)).byId(line.vatCodeId);
  return code ? { ...line, taxRate: requireVatRate(code, day) } : line;
}

/** Amount columns of a line, converted at the rate of a day. Refuses a zero amount, and a day without a rate. */
export async function pricedColumns(db: Reader, line: PricedLine, day: string) {
  const { amount, taxAmount, grossAmount } = amountsOf(line);
  const { currency } = line;
  const minor = toMinor(amount, currency);
  if (minor === 0) throw refuseFields({ unitPrice: problem('AMOUNT_ZERO') });
  if (!Number.isSafeInteger(toMinor(grossAmount, currency) * 1000))
    throw refuseFields({ unitPrice: problem('FORMAT') });
  return {
    quantity: Math.round(line.quantity * 1000),
    unitPrice: toScaled(line.unitPrice, PRICE_DIGITS),
    currency,
    taxRate: line.taxRate === null ? null : Math.round(line.taxRate * 1000),
    amount: minor,
    taxAmount: toMinor(taxAmount, currency),
    grossAmount: toMinor(grossAmount, currency),
    ...(await booked(db, minor, currency, day)),
  };
}

/** Fields of a cost that no supplier's invoice stated. */
export const NOT_BILLED = { billedQuantity: null, billedUnit: null, billedPrice: null };

/** Columns of the quantity and price that an invoice states. */
export const billedColumns = ({ billedQuantity, billedUnit, billedPrice }: Billed) => ({
  billedQuantity: billedQuantity === null ? null : Math.round(billedQuantity * 1000),
  billedUnit,
  billedPrice: billedPrice === null ? null : toScaled(billedPrice, PRICE_DIGITS),
});

/** Loads the bill of a line if its books are open. */
export async function requireBill(db: Reader, id: number): Promise<Bill> {
  const bill = await readBill(db, id).catch((error) => {
    if (error instanceof Refusal && error.problem.code === 'NOT_FOUND')
      throw refuseFields({ billId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
    throw error;
  });
  const closed = closedBill(bill);
  if (closed) throw new Refusal(closed);
  return bill;
}

/** Refuses a category of the other direction. */
export async function requireDirection(
  db: Reader,
  feeCategoryId: number,
  direction: 'cost' | 'revenue',
): Promise<void> {
  const found = await db
    .selectFrom('feeCategory')
    .select(['direction', 'code'])
    .where('id', '=', feeCategoryId)
    .executeTakeFirstOrThrow();
  if (found.direction !== 'both' && found.direction !== direction)
    throw refuseFields({ feeCategoryId: problem('FEE_DIRECTION', { code: found.code }) });
}

/** Refuses payment dates in the future: the day must have begun somewhere on earth. */
export function requirePast({ now }: Pick<Context, 'now'>, day: string): void {
  const latest = new Date(Date.parse(now) + EASTERNMOST).toISOString().slice(0, 10);
  if (day > latest) throw refuseFields({ paymentDate: problem('PAYMENT_FUTURE') });
}
const EASTERNMOST = 14 * 3_600_000;

const SUMS = ['amount', 'taxAmount', 'grossAmount', 'paidAmount', 'baseAmount'] as const;

/** Totals of all lines that match a query. */
export async function totalsOf<S extends z.ZodObject>(
  db: Reader,
  definition: ListDefinition<S>,
  query: PageQuery,
): Promise<LineTotals> {
  const groups = await sumGroups(db, definition, query, ['currency'], SUMS, 'baseAmount');
  return {
    currencies: groups.map(({ currency, lines, ...sums }) => {
      const code = String(currency);
      const of = (name: (typeof SUMS)[number]) => fromMinor(Number(sums[name] ?? 0), code);
      return {
        currency: code,
        lines: Number(lines),
        amount: of('amount'),
        taxAmount: of('taxAmount'),
        grossAmount: of('grossAmount'),
        paidAmount: of('paidAmount'),
      };
    }),
    baseAmount: fromMinor(
      groups.reduce((sum, { baseAmount }) => sum + Number(baseAmount ?? 0), 0),
      BASE_CURRENCY,
    ),
    withoutRate: groups.reduce((sum, { lines, known }) => sum + Number(lines) - Number(known), 0),
  };
}
