import { type EuRate, euRate } from '@contract/business/euRate';
import { problem } from '@contract/errors';
import { type EuRules, euRulesOn, rateDays, rateNote, WITHOUT_AMOUNT } from '@contract/rules/lowValue';
import { fromScaled, RATE_DIGITS } from '@contract/rules/money';
import { isOn } from '@contract/rules/periods';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { officeDay } from '../../core/officeClock';
import { checkDays, refuseOverlap } from '../../core/periods';
import { refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

const codec = codecOf(euRate.row);

const activeRows = async (db: Reader): Promise<EuRate[]> =>
  (await db.selectFrom('euRate').selectAll().where('active', '=', 1).orderBy('validFrom').execute()).map(
    codec.decode,
  );

/** Loads the EU rates and limits of a day. `today` tells whether the customs rates of that day are published yet. */
export const readEuRules = async (db: Reader, day: string, today: string): Promise<EuRules> =>
  rulesOf(db, await activeRows(db), day, today);

async function rulesOf(db: Reader, rows: readonly EuRate[], day: string, today: string): Promise<EuRules> {
  const { first, published } = rateDays(day, today);
  const rates = await db
    .selectFrom('dayRate')
    .select(['currency', 'day', 'rate'])
    .where('day', '>', first)
    .where('day', '<=', published)
    .orderBy('day')
    .execute();
  const last = await db
    .selectFrom('dayRate')
    .select((most) => ['currency', most.fn.max('day').as('day')])
    .groupBy('currency')
    .execute();
  return euRulesOn(rows, day, {
    today,
    // The last of several rates of a currency stays.
    rates: new Map(
      rates.map((one) => [one.currency, { day: one.day, rate: fromScaled(one.rate, RATE_DIGITS) }]),
    ),
    last: new Map(last.map(({ currency, day: latest }) => [currency, latest])),
  });
}

/** Rates and limits of EU customs. */
export const euRateHandlers: GroupHandlers<'euRate'> = {
  ...crudHandlers(euRate, {
    check: async (context, draft, before) => {
      checkDays(draft);
      const kind = { choice: ['euRateKind', draft.kind] as const };
      if (WITHOUT_AMOUNT.has(draft.kind) && draft.amount !== null)
        throw refuseFields({ amount: problem('RATE_KIND', { kind }) });
      if (!WITHOUT_AMOUNT.has(draft.kind) && draft.amount === null)
        throw refuseFields({ amount: problem('REQUIRED') });
      if (Number(draft.amount ?? 0) < 0) throw refuseFields({ amount: problem('NUMBER_MIN', { min: 0 }) });
      const others = (await activeRows(context.read)).filter((one) => one.kind === draft.kind);
      refuseOverlap(draft, others, before, kind);
    },
  }),

  day: async ({ read, now, explain }, { query: { day, currency } }) => {
    const known = await activeRows(read);
    const rules = await rulesOf(read, known, day, officeDay(now));
    const rows = known.filter((row) => isOn(row, day));
    const found = rules.rates.get(currency);
    const note = rateNote(currency, rules);
    const notes = [...rules.notes, ...(note ? [note] : [])].map((one) => explain(one));
    return {
      rates: rows.map(({ kind, amount, validFrom, validTo }) => ({ kind, amount, validFrom, validTo })),
      rate: found?.rate ?? null,
      rateDay: found?.day ?? null,
      knownTo: rules.ratesKnownTo.get(currency) ?? null,
      notes,
    };
  },
};
