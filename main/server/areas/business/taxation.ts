import { type Taxation, taxation } from '@contract/business/taxation';
import { type Problem, problem } from '@contract/errors';
import { isUnionMember } from '@contract/rules/customs';
import { customsRateOf, missingRate, rateNote } from '@contract/rules/lowValue';
import { isOn, knownTo, type Period } from '@contract/rules/periods';
import { lineFor, taxOf } from '@contract/rules/tax';
import { daysAfter } from '@contract/rules/usDays';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { officeDay } from '../../core/officeClock';
import { checkDays } from '../../core/periods';
import { refuse, refuseFields } from '../../core/refusal';
import { documentsWhere } from './document';
import { documentHandlers, documentHooks } from './documentHandlers';
import { readEuRules } from './euRate';
import { documentKinds } from './kinds';

const kind = documentKinds.taxation;
const own = documentHooks(kind);

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(taxation, {
  check: async (context, draft, before) => {
    await own.checkChange(context, before);
    checkDays(draft);
    if ((draft.specificDuty === null) !== (draft.specificUnit === null)) {
      const field = draft.specificUnit === null ? 'specificUnit' : 'specificDuty';
      throw refuseFields({ [field]: problem('TAX_UNIT') });
    }
  },
  derive: (draft, context, before) => own.derive(context, draft, before),
  checkLeaving: own.checkLeaving,
});

/** A line of a result in the caller's language. */
export const sayLine = ({ say }: Pick<Context, 'say'>, { code, params }: Problem): string =>
  say(code, params);

/** Taxes and duties of countries, and their calculation for a consignment. */
export const taxationHandlers: GroupHandlers<'taxation'> = {
  ...usual,
  ...documentHandlers(kind),

  calculate: async (context, { query }) => {
    const { countryCode, hsCode, day, currency } = query;
    const approved = await documentsWhere(context.read, kind, { countryCode, state: 'approved' });
    const line = lineFor(
      approved.filter((row) => isOn(periodOf(row), day)),
      hsCode,
    );
    if (!line) {
      const asked = { country: countryCode, code: hsCode, day: formatDay(day) };
      const last = knownTo(approved.filter((row) => lineFor([row], hsCode)).map(periodOf));
      if (typeof last === 'string' && last < day)
        throw refuse('TAXATION_ENDED', { ...asked, known: formatDay(last) });
      throw refuse('TAXATION_NONE', asked);
    }
    const inUnion = isUnionMember(countryCode);
    const rules = await readEuRules(context.read, day, officeDay(context.now));
    const taxes = taxOf(line, query, rules, inUnion);
    if (!taxes) {
      const unknown = [currency, line.currency].find((one) => customsRateOf(one, rules) === undefined);
      throw refuseFields({ currency: missingRate(unknown ?? currency, rules) });
    }
    const rateNotes = [currency, line.currency].map((one) => rateNote(one, rules));
    const { lines, ...result } = taxes;
    const used = currency === line.currency ? [] : rateNotes;
    const notes = [...(inUnion ? rules.notes : []), ...used.filter((note) => note !== undefined)];
    return {
      ...result,
      taxNo: `${line.taxNo}`,
      id: line.id,
      hsCode: line.hsCode,
      lines: lines.map(({ name, says, amount }) => ({ name, says: sayLine(context, says), amount })),
      notes: notes.map((note) => context.explain(note)),
    };
  },
};

/** The days on which an approved rate holds: a terminated one up to the day before. */
const periodOf = ({ validFrom, validTo, terminatedOn }: Taxation): Period => {
  const ended = terminatedOn === null ? null : daysAfter(terminatedOn, -1);
  return { validFrom, validTo: ended !== null && (validTo === null || ended < validTo) ? ended : validTo };
};
