import { taxation } from '@contract/business/taxation';
import { type Problem, problem } from '@contract/errors';
import { lineFor, taxOf } from '@contract/rules/tax';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { documentsWhere } from './document';
import { documentHandlers, documentHooks } from './documentHandlers';
import { documentKinds } from './kinds';

const kind = documentKinds.taxation;
const own = documentHooks(kind);

/** Refuses a last day before the first. */
export function checkDays({ validFrom, validTo }: Readonly<Record<string, unknown>>): void {
  if (typeof validTo === 'string' && validTo < String(validFrom))
    throw refuseFields({ validTo: problem('DAYS_ORDER', { previous: { field: 'validFrom' } }) });
}

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
    const { countryCode, hsCode, day } = query;
    const approved = await documentsWhere(context.read, kind, { countryCode, state: 'approved' });
    const valid = approved.filter(
      ({ validFrom, validTo, terminatedOn }) =>
        validFrom <= day &&
        (validTo === null || validTo >= day) &&
        (terminatedOn === null || terminatedOn > day),
    );
    const line = lineFor(valid, hsCode);
    if (!line) throw refuse('TAXATION_NONE', { country: countryCode, code: hsCode, day: formatDay(day) });
    const { lines, ...result } = taxOf(line, query);
    return {
      ...result,
      taxNo: `${line.taxNo}`,
      id: line.id,
      hsCode: line.hsCode,
      lines: lines.map(({ name, says, amount }) => ({ name, says: sayLine(context, says), amount })),
    };
  },
};
