import { MINOR_DIGITS } from '@contract/rules/currencies';
import { BASE_CURRENCY, RATE_DIGITS } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Expr } from './formulas';

const BASE_DIGITS = 2;
const odd = [...MINOR_DIGITS].filter(([, digits]) => digits !== BASE_DIGITS);

/** The last rate of each currency: to be used after `join`, with the columns `currency` and `rate`. */
export const lastRates: Expr = sql`(select currency, rate from dayRate where (currency, day) in
  (select currency, max(day) from dayRate group by currency))`;

/**
 * Converts minor units of a currency to the base currency at a rate; null where none is known. Calculated in SQL, so
 * not exact to the cent of each line.
 */
export const inBooks = (amount: Expr, currency: Expr, rate: Expr): Expr => sql`
  case when ${currency} = ${BASE_CURRENCY} then ${amount}
    else ${amount} * ${10 ** RATE_DIGITS} * ${digitsFactor(currency)} / ${rate} end`;

/** Factor from minor units of a currency to hundredths. */
const digitsFactor = (currency: Expr): Expr =>
  sql`case ${currency} ${sql.join(
    odd.map(([code, digits]) => sql`when ${sql.lit(code)} then ${sql.lit(10 ** (BASE_DIGITS - digits))}`),
    sql` `,
  )} else 1 end`;
