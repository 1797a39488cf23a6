import { MINOR_DIGITS } from '@contract/rules/currencies';
import { BASE_CURRENCY, RATE_DIGITS } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Expr } from './formulas';

const BASE_DIGITS = 2;
const odd = [...MINOR_DIGITS].filter(([, digits]) => digits !== BASE_DIGITS);

/** The last rate of each currency: stands after `join`, with the columns `currency` and `rate`. */
export const lastRates: Expr = sql`(select currency, rate from dayRate where (currency, day) in
  (select currency, max(day) from dayRate group by currency))`;

/** Minor units of a currency in those of the books, at a rate; null where none is known. Worked out in SQL, so not to the cent of each line. */
export const inBooks = (amount: Expr, currency: Expr, rate: Expr): Expr => sql`
  case when ${currency} = ${BASE_CURRENCY} then ${amount}
    else ${amount} * ${10 ** RATE_DIGITS} * ${digitsFactor(currency)} / ${rate} end`;

/** What a minor unit of a currency is in hundredths. */
const digitsFactor = (currency: Expr): Expr =>
  sql`case ${currency} ${sql.join(
    odd.map(([code, digits]) => sql`when ${sql.lit(code)} then ${sql.lit(10 ** (BASE_DIGITS - digits))}`),
    sql` `,
  )} else 1 end`;
