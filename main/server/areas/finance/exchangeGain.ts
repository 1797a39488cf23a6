import { BASE_CURRENCY, fromMinor } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';
import { inEuros } from './books';
import { monthOf } from './closedMonths';
import { usualWay } from './openLines';

/** A part of a booked payment in another currency than that of the books, with the rates of its line and of its day. */
interface ForeignPart {
  /** Null for a payment of or to a supplier. */
  readonly customerId: number | null;
  readonly currency: string;
  readonly appliedOn: string;
  readonly amount: number;
  readonly paidRate: number;
  readonly lineRate: number | null;
}

const partsIn = async (db: Reader, paymentId: number | null): Promise<ForeignPart[]> => {
  const only = paymentId === null ? sql`` : sql`and billPayment.id = ${paymentId}`;
  const { rows } = await sql<ForeignPart>`
    select billPayment.customerId, billPayment.currency, part.appliedOn, part.amount, billPayment.rate as paidRate,
      part.lineRate
    from (
      select paymentLine.paymentId, paymentLine.appliedOn, paymentLine.amount,
        coalesce(billCost.rate, billRevenue.rate) as lineRate
      from paymentLine
        left join billCost on billCost.id = paymentLine.costId
        left join billRevenue on billRevenue.id = paymentLine.revenueId
      union all
      select paymentRest.paymentId, paymentRest.appliedOn, 0 - paymentRest.amount, origin.rate
      from paymentRest join billPayment as origin on origin.id = paymentRest.ofPaymentId
    ) as part join billPayment on billPayment.id = part.paymentId
    where billPayment.state = 'booked' and billPayment.currency <> ${BASE_CURRENCY} ${only}`.execute(db);
  return rows;
};

/**
 * Gain (negative: loss) of a part of a payment in minor units of the books: what it was worth on the day of the payment,
 * against what its line, or the payment whose remainder it is, was booked at. The direction is the usual one of the party:
 * a cost that is paid for less than it was booked at is a gain.
 */
export const gainOf = (
  direction: 'in' | 'out',
  { paid, booked }: { readonly paid: number; readonly booked: number },
): number => (direction === 'in' ? paid - booked : 0 - (paid - booked));

/** The gain of one part in euros. */
function gainInEuros({ customerId, currency, amount, paidRate, lineRate }: ForeignPart): number {
  if (lineRate === null) return 0;
  return gainOf(usualWay({ customerId }), {
    paid: inEuros(amount, currency, paidRate),
    booked: inEuros(amount, currency, lineRate),
  });
}

const sumOf = (parts: readonly ForeignPart[]) => parts.reduce((sum, part) => sum + gainInEuros(part), 0);

/** The exchange gain that a booked payment realised, in the currency of the books; negative for a loss. */
export async function realisedBy(db: Reader, paymentId: number): Promise<string> {
  return fromMinor(sumOf(await partsIn(db, paymentId)), BASE_CURRENCY);
}

/** Exchange gains by the month in which payments were applied to their lines, in minor units. */
export async function realisedByMonth(db: Reader): Promise<ReadonlyMap<string, number>> {
  const months = Map.groupBy(await partsIn(db, null), ({ appliedOn }) => monthOf(appliedOn));
  return new Map([...months].map(([month, parts]) => [month, sumOf(parts)]));
}
