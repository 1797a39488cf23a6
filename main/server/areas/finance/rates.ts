import { problem } from '@contract/errors';
import { dayRate } from '@contract/finance/dayRate';
import { BASE_CURRENCY, fromScaled, minorInBase, RATE_DIGITS, toScaled } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

/** Day rates. One euro is always one euro. */
export const dayRateHandlers = (() => {
  const {
    active: _,
    setActive: __,
    ...usual
  } = crudHandlers(dayRate, {
    check: async (_context, { currency }) => {
      if (currency === BASE_CURRENCY) throw refuseFields({ currency: problem('RATE_BASE') });
    },
    derive: () => ({ source: 'entered' }),
  });
  return usual;
})();

/** A rate as stored on lines: its day, and the units of currency per euro. */
interface Rate {
  readonly rateDay: string;
  readonly rate: string;
}

/** The rate of a day, else of the nearest earlier day that has one; undefined where none has. */
export async function rateOn(db: Reader, currency: string, day: string): Promise<Rate | undefined> {
  if (currency === BASE_CURRENCY) return { rateDay: day, rate: fromScaled(10 ** RATE_DIGITS, RATE_DIGITS) };
  const found = await db
    .selectFrom('dayRate')
    .select(['day', 'rate'])
    .where('currency', '=', currency)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .executeTakeFirst();
  return found && { rateDay: found.day, rate: fromScaled(found.rate, RATE_DIGITS) };
}

/** Like {@link rateOn}; refuses with the currency and the day where no day up to it has a rate. */
export async function requireRate(db: Reader, currency: string, day: string): Promise<Rate> {
  const found = await rateOn(db, currency, day);
  if (!found) throw refuse('RATE_MISSING', { currency, day: formatDay(day) });
  return found;
}

/** Columns of an amount in the base currency, at the rate of a day. Refuses where there is none. */
export async function booked(db: Reader, minor: number, currency: string, day: string) {
  const { rateDay, rate } = await requireRate(db, currency, day);
  return {
    rateDay,
    rate: toScaled(rate, RATE_DIGITS),
    baseAmount: minorInBase(minor, currency, rate),
  };
}
