import { type LedgerSetup, ledgerSetup } from '@contract/finance/ledgerSetup';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { ownCompanies } from '../customer/ownCompanies';

const setupCodec = codecOf(ledgerSetup.row);

/** The accounts in use, the latest first. */
export async function loadSetups(db: Reader): Promise<LedgerSetup[]> {
  const rows = await db
    .selectFrom('ledgerSetup')
    .selectAll()
    .where('active', '=', 1)
    .orderBy('validFrom', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => setupCodec.decode(row));
}

/** Finds the accounts of a company that hold on a day. */
export const setupOn = (setups: readonly LedgerSetup[], companyId: number, day: string) =>
  setups.find((one) => one.companyId === companyId && one.validFrom <= day);

/** Finds the company that takes entries without one on a day: the only one, or the one that says so. */
export const takerOn = (
  setups: readonly LedgerSetup[],
  own: readonly number[],
  day: string,
): number | undefined =>
  own.length === 1 ? own[0] : own.find((id) => setupOn(setups, id, day)?.takesUnassigned);

/** Ids of our companies, the usual issuer of invoices first. */
export const ownIds = async (db: Reader): Promise<number[]> =>
  (await ownCompanies(db).select('party.id').execute()).map(({ id }) => id);

/** The accounts of a company, or of the one that takes entries without a company, on a day. */
export async function setupFor(
  db: Reader,
  companyId: number | null,
  day: string,
): Promise<LedgerSetup | undefined> {
  const setups = await loadSetups(db);
  const of = companyId ?? takerOn(setups, await ownIds(db), day);
  return of === undefined ? undefined : setupOn(setups, of, day);
}
