import { contract, MAX_CONTRACT_YEARS } from '@contract/business/contract';
import { problem } from '@contract/errors';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { checkDays } from '../../core/periods';
import { refuseFields } from '../../core/refusal';
import { documentHandlers, documentHooks } from './documentHandlers';
import { documentKinds } from './kinds';

const kind = documentKinds.contract;
const own = documentHooks(kind);

/** The day a number of years after a day. */
export const yearsAfter = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(contract, {
  check: async (context, draft, before) => {
    await own.checkChange(context, before);
    checkDays(draft);
    if (String(draft.validTo) > yearsAfter(String(draft.validFrom), MAX_CONTRACT_YEARS))
      throw refuseFields({ validTo: problem('CONTRACT_TOO_LONG', { years: MAX_CONTRACT_YEARS }) });
  },
  derive: async (draft, context, before) => ({
    ...(await own.derive(context, draft, before)),
    ...(before ? {} : { fileCount: 0, ownerStaffId: draft.ownerStaffId ?? context.caller.id }),
  }),
  checkLeaving: own.checkLeaving,
});

/** Contracts with customers and suppliers. */
export const contractHandlers: GroupHandlers<'contract'> = {
  ...usual,
  ...documentHandlers(kind),
};
