import {
  BASE_CURRENCY,
  fromMinor,
  fromScaled,
  inBase,
  RATE_DIGITS,
  toMinor,
  toScaled,
} from '@contract/rules/money';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, dayOf, HOUR, iso } from './clock';
import { staffId } from './people';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** Units per euro at the start of the demo's history; a random walk follows. */
const RATES = { USD: 1.085, CNY: 7.83, GBP: 0.86, HKD: 8.45, JPY: 163.1 } as const;

/** Converts an amount to the base currency at the rate of a day, as stored in cost lines. */
export type InBooks = (
  minor: number,
  currency: string,
  day: string,
) => { readonly rateDay: string; readonly rate: number; readonly baseAmount: number };

/** Writes the rates of all working days; returns the conversion at these rates. */
export async function seedDayRates(writer: Writer, random: Random, now: number): Promise<InBooks> {
  const known = new Map<string, { day: string; rate: number }[]>();
  const rows: Insertable<Database['dayRate']>[] = [];
  for (const [currency, first] of Object.entries(RATES)) {
    let rate = first;
    for (let ago = 120; ago >= 1; ago -= 1) {
      const at = now - ago * DAY;
      if ([0, 6].includes(new Date(at).getUTCDay())) continue;
      rate *= 1 + random.between(-0.004, 0.004);
      const scaled = toScaled(rate.toFixed(4), RATE_DIGITS);
      const day = dayOf(at);
      known.set(currency, [...(known.get(currency) ?? []), { day, rate: scaled }]);
      rows.push({
        ...madeAt(iso(at + 15 * HOUR), staffId('f.meijer')),
        currency,
        day,
        rate: scaled,
        source: 'entered',
        remark: null,
      });
    }
  }
  rows.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.currency < b.currency ? -1 : 1));
  await insertRows(
    writer,
    'dayRate',
    rows.map((row, index) => ({ id: index + 1, ...row })),
  );
  return (minor, currency, day) => {
    const found = known.get(currency)?.findLast((one) => one.day <= day);
    const rate = found?.rate ?? 10 ** RATE_DIGITS;
    const base = inBase(fromMinor(minor, currency), currency, fromScaled(rate, RATE_DIGITS));
    return { rateDay: found?.day ?? day, rate, baseAmount: toMinor(base, BASE_CURRENCY) };
  };
}
