import {
  BASE_CURRENCY,
  exchanged,
  fromMinor,
  fromScaled,
  minorInBase,
  RATE_DIGITS,
  toMinor,
} from '@contract/rules/money';
import type { Reader } from '../../store/open';

/** Books in the currency of the company that keeps them. */
export interface Books {
  readonly currency: string;
  /**
   * Value of an amount in these books, in minor units: at its own stored rate (units per euro), and at the rate of the books'
   * currency on a day, or on the nearest earlier one. Null where one of the rates is missing.
   */
  readonly worth: (minor: number, currency: string, rate: number | null, day: string) => number | null;
}

const rateText = (rate: number): string => fromScaled(rate, RATE_DIGITS);

/** Value of an amount in cents, at its stored rate (units per euro). */
export const inEuros = (minor: number, currency: string, rate: number): number =>
  minorInBase(minor, currency, rateText(rate));

/** Books in euros: an amount is worth what its line was booked at. */
export const EURO_BOOKS: Books = {
  currency: BASE_CURRENCY,
  worth: (minor, currency, rate) => (rate === null ? null : inEuros(minor, currency, rate)),
};

/** Books in another currency, by its rates, the earliest first. */
function foreignBooks(own: string, rates: readonly { readonly day: string; readonly rate: number }[]): Books {
  return {
    currency: own,
    worth: (minor, currency, rate, day) => {
      if (currency === own) return minor;
      const of = rates.findLast((one) => one.day <= day);
      if (rate === null || !of) return null;
      const from = { currency, rate: rateText(rate) };
      return toMinor(
        exchanged(fromMinor(minor, currency), from, { currency: own, rate: rateText(of.rate) }),
        own,
      );
    },
  };
}

/** The books of each of our companies, by its id: in its VAT currency, or in euros where it has none. */
export async function booksByCompany(db: Reader): Promise<ReadonlyMap<number, Books>> {
  const companies = await db
    .selectFrom('clientCompany')
    .select(['id', 'currency'])
    .where('kind', '=', 'own')
    .execute();
  const currencies = [...new Set(companies.map(({ currency }) => currency ?? BASE_CURRENCY))];
  const books = new Map<string, Books>([[BASE_CURRENCY, EURO_BOOKS]]);
  for (const currency of currencies) {
    if (books.has(currency)) continue;
    const rates = await db
      .selectFrom('dayRate')
      .select(['day', 'rate'])
      .where('currency', '=', currency)
      .orderBy('day')
      .execute();
    books.set(currency, foreignBooks(currency, rates));
  }
  return new Map(
    companies.map(({ id, currency }) => [id, books.get(currency ?? BASE_CURRENCY) ?? EURO_BOOKS]),
  );
}
