import { PERCENT_DIGITS, PRICE_DIGITS, toScaled } from '@contract/rules/money';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, dayOf, iso } from './clock';
import { usAdditionalData, usDutyData, usExclusionData } from './entryData';
import { staffId } from './people';
import { roles } from './peopleData';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** Last day whose fees the product knows: the end of fiscal year 2026. */
const LAST_FEES = '2026-09-30';

/**
 * Fees of the fiscal years after the last known one, as an administrator would add them each October: with the last
 * known amounts, which the demo's source says.
 */
async function laterFees(writer: Writer, now: number): Promise<Insertable<Database['usRate']>[]> {
  const until = `${new Date(now + 92 * DAY).getUTCFullYear()}-09-30`;
  const known = await writer
    .selectFrom('usRate')
    .selectAll()
    .where('kind', '=', 'fee')
    .where('validTo', '=', LAST_FEES)
    .execute();
  return until <= LAST_FEES
    ? []
    : known.map(({ id: _, ...fee }) => ({
        ...fee,
        ...{ validFrom: dayOf(Date.parse(LAST_FEES) + DAY), validTo: until },
        source: 'Demo: amounts of fiscal year 2026; take those of this year from the notice of CBP',
      }));
}

/** Writes the US duty rates of the demo, with the exclusions from them, and the fees of its day. */
export async function seedRates(writer: Writer, now: number): Promise<void> {
  const made = { ...madeAt(iso(now - 300 * DAY), staffId(roles.brokerUs)), active: 1, sort: null };
  const none = {
    ...{ perEntry: null, minimum: null, maximum: null, hts: '[]', entryTypes: '[]', modes: '[]' },
    ...{ programs: '[]', exemptCountries: '[]', replaces: '[]' },
    ...{ validFrom: '2025-01-01', validTo: null, remark: null },
  };
  const source = 'Demo: look it up in the HTSUS before it is used';
  await insertRows(writer, 'usRate', [
    ...usDutyData.map(([code, name, rate, perUnit]) => ({
      ...{ ...made, ...none, kind: 'duty' as const, code, name, countries: '[]', source },
      rate: toScaled(rate, PERCENT_DIGITS),
      perUnit: perUnit === null ? null : toScaled(perUnit, PRICE_DIGITS),
    })),
    ...usAdditionalData.map(([code, name, rate, hts]) => ({
      ...{ ...made, ...none, kind: 'additional' as const, code, name, countries: '["CN"]', source },
      ...{ rate: toScaled(rate, PERCENT_DIGITS), perUnit: null, hts: JSON.stringify(hts) },
    })),
    ...usExclusionData.map(([code, name, hts, replaces, validTo]) => ({
      ...{ ...made, ...none, kind: 'exclusion' as const, code, name, countries: '["CN"]', source },
      ...{ rate: null, perUnit: null, hts: JSON.stringify(hts), replaces: JSON.stringify(replaces), validTo },
    })),
    ...(await laterFees(writer, now)),
  ]);
}
