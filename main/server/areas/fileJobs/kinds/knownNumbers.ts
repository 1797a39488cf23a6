import type { Bill } from '@contract/bill/bill';
import type { Problem } from '@contract/errors';
import type { RowValues } from '@contract/importing/template';
import type { KnownCodes } from '@contract/rules/hsLine';
import { fromScaled, RATE_DIGITS } from '@contract/rules/money';
import { sql } from 'kysely';
import type { Reader } from '../../../store/open';
import { knownCodes } from '../../customs/hs';
import { lastRates } from '../../report/books';

/** The stored numbers that a declaration is checked against. */
export interface KnownNumbers {
  /** True if locked, by IOSS number. */
  readonly ioss: ReadonlyMap<string, boolean>;
  /** Codes, of any length, of goods that may not be declared as low value. */
  readonly restricted: ReadonlySet<string>;
  /** Codes with the bounds of plausible unit values, for the country of clearance. */
  readonly codes: KnownCodes;
  /** The latest day rate of each currency: units of it for one euro, as a decimal string. */
  readonly rates: ReadonlyMap<string, string>;
  /** Additional check of a row. */
  readonly judge?: (values: RowValues) => { readonly column: string; readonly problem: Problem } | undefined;
}

/** Loads the stored numbers; goods without a bill are cleared in the EU. */
export async function loadKnown(
  db: Reader,
  bill: Pick<Bill, 'clearanceType'> = { clearanceType: 'ioss' },
): Promise<KnownNumbers> {
  const ioss = await db.selectFrom('ioss').select(['iossNo', 'locked']).execute();
  const restricted = await db
    .selectFrom('hsCode')
    .select('code')
    .where('restricted', '!=', 'none')
    .where('active', '=', 1)
    .execute();
  const rates = await sql<{ currency: string; rate: number }>`select * from ${lastRates} as last`.execute(db);
  return {
    ioss: new Map(ioss.map(({ iossNo, locked }) => [iossNo, locked === 1])),
    restricted: new Set(restricted.map(({ code }) => code)),
    codes: await knownCodes(db, bill),
    rates: new Map(rates.rows.map(({ currency, rate }) => [currency, fromScaled(Number(rate), RATE_DIGITS)])),
  };
}
