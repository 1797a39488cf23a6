import { problem } from '@contract/errors';
import { type UsRate, usRate } from '@contract/sea/usRate';
import { crudHandlers } from '../../core/crud';
import { checkDays, refuseOverlap } from '../../core/periods';
import { refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

const codec = codecOf(usRate.row);

/** All active rates, whatever their dates. */
export async function readRates(db: Reader): Promise<UsRate[]> {
  const rows = await db.selectFrom('usRate').selectAll().where('active', '=', 1).orderBy('code').execute();
  return rows.map(codec.decode);
}

/** Fields that each kind of rate uses; the others stay empty. */
const WRITTEN: Readonly<Record<UsRate['kind'], readonly (keyof UsRate)[]>> = {
  duty: ['rate', 'perUnit', 'programs'],
  additional: ['rate', 'perUnit', 'countries', 'hts', 'programs'],
  exclusion: ['countries', 'hts', 'replaces'],
  fee: ['rate', 'perEntry', 'minimum', 'maximum', 'entryTypes', 'modes', 'programs', 'exemptCountries'],
  type: ['maximum'],
};
const MEASURES = [
  ...(['rate', 'perUnit', 'perEntry', 'minimum', 'maximum'] as const),
  ...(['countries', 'hts', 'entryTypes', 'modes', 'programs'] as const),
  ...(['exemptCountries', 'replaces'] as const),
];
const LENGTHS: Readonly<Record<UsRate['kind'], RegExp>> = {
  duty: /^\d{4,10}$/,
  additional: /^99\d{6}(\d{2})?$/,
  exclusion: /^99\d{6}(\d{2})?$/,
  fee: /^\d{3}$/,
  type: /^\d{2}$/,
};
const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** Rates and codes of US customs; entries keep the amounts they were charged, however the rates change. */
export const usRateHandlers = crudHandlers(usRate, {
  check: async (context, draft, before) => {
    checkDays(draft);
    const rate = draft;
    const kind = { choice: ['usRateKind', rate.kind] as const };
    if (!LENGTHS[rate.kind].test(rate.code)) throw refuseFields({ code: problem('US_RATE_CODE_FORMAT') });
    for (const name of MEASURES)
      if (!isEmpty(rate[name]) && !WRITTEN[rate.kind].includes(name))
        throw refuseFields({ [name]: problem('RATE_KIND', { kind }) });
    if (rate.kind === 'exclusion' && rate.replaces.length === 0)
      throw refuseFields({ replaces: problem('REQUIRED') });
    const others = await context.read
      .selectFrom('usRate')
      .select(['id', 'validFrom', 'validTo'])
      .where('kind', '=', rate.kind)
      .where('code', '=', rate.code)
      .where('active', '=', 1)
      .execute();
    refuseOverlap(rate, others, before, rate.code);
  },
});
