import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** Tables as this migration finds them. */
type Tables = {
  usRate: {
    id: number;
    kind: string;
    code: string;
    validFrom: string;
    validTo: string | null;
    createdBy: number | null;
    version: number;
    programs: string;
    exemptCountries: string;
    replaces: string;
  };
  seaEntry: { id: number; lines: string; filed: string | null };
};

/**
 * Programmes whose goods pay no merchandise processing fee (19 CFR 24.23(c); CBP, “MPF and preferential trade
 * programs”): USMCA, and the agreements with Australia, Bahrain, Chile, Central America, Colombia, Israel, Korea, Oman,
 * Panama, Peru and Singapore; least-developed beneficiaries; the Caribbean Basin.
 */
const PROGRAMS = [
  'S',
  'S+',
  'AU',
  'BH',
  'CL',
  'P',
  'P+',
  'CO',
  'IL',
  'KR',
  'OM',
  'PA',
  'PE',
  'SG',
  'A+',
  'E',
  'R',
];
/**
 * Origins that are exempt without a claim: beneficiaries of the Caribbean Basin Act (HTSUS general note 7(a)), Israel,
 * and the insular possessions (19 CFR 24.23(c)(1) and (5)).
 */
const COUNTRIES = [
  ...['AG', 'AW', 'BS', 'BB', 'BZ', 'CW', 'DM', 'GD', 'GY', 'HT', 'JM', 'MS', 'KN', 'LC', 'VC', 'TT', 'VG'],
  ...['IL', 'AS', 'GU', 'MP', 'VI'],
];
/** Fields that a line of an entry gains. */
const ORDERS = { adCaseNo: null, adRate: null, cvdCaseNo: null, cvdRate: null };

/** Adds the new fields to the lines of an entry; undefined if the text is none. */
function withOrders(text: string | null): string | undefined {
  try {
    const found: { lines?: object[] } | object[] = JSON.parse(text ?? '');
    const lines = Array.isArray(found) ? found : found.lines;
    const filled = lines?.map((line) => ({ ...ORDERS, ...line }));
    return filled && JSON.stringify(Array.isArray(found) ? filled : { ...found, lines: filled });
  } catch {
    return undefined;
  }
}

/**
 * Exclusions from additional duties, exemptions from fees, cases of antidumping and countervailing duty orders,
 * responses of customs that wait for a person, and the loading of goods by sea.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'usRate', { exemptCountries: 'list', replaces: 'list' });
  for (const table of ['seaBill', 'seaIsf']) await addColumns(db, table, { loadingAt: 'text' });
  for (const table of ['seaEntry', 'seaIsf']) await addColumns(db, table, { openAnswer: 'text' });
  const tables = db.withTables<Tables>();
  const delivered = tables.updateTable('usRate').where('kind', '=', 'fee').where('createdBy', 'is', null);
  await delivered
    .where('code', 'in', ['499', '311'])
    .where('programs', '=', '[]')
    .set({ programs: JSON.stringify(PROGRAMS), exemptCountries: JSON.stringify(COUNTRIES) })
    .execute();
  // The fees change each 1 October (19 CFR 24.22(k)): those of fiscal year 2026 must not be charged after it.
  await delivered
    .where('code', 'in', ['499', '311'])
    .where('validFrom', '=', '2025-10-01')
    .where('validTo', 'is', null)
    .set({ validTo: '2026-09-30' })
    .execute();
  for (const { id, lines, filed } of await tables
    .selectFrom('seaEntry')
    .select(['id', 'lines', 'filed'])
    .execute()) {
    const next = { lines: withOrders(lines), filed: withOrders(filed) };
    const set = Object.fromEntries(Object.entries(next).filter(([, text]) => text !== undefined));
    if (Object.keys(set).length > 0)
      await tables.updateTable('seaEntry').set(set).where('id', '=', id).execute();
  }
}
