import { type CustomsAccount, customsAccount } from '@contract/config/customsAccount';
import { type Problem, problem } from '@contract/errors';
import { addressProblem } from '../../core/callOut';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** Problems between the fields of an account, by field. */
function problemsOf({
  transport,
  address,
  folder,
}: Pick<CustomsAccount, 'transport' | 'address' | 'folder'>): Record<string, Problem> {
  if (transport === 'folder') return folder === null ? { folder: problem('REQUIRED') } : {};
  if (transport !== 'https') return {};
  const wrong = addressProblem(address);
  return wrong ? { address: wrong } : {};
}

/** Accounts at customs offices of the EU. */
export const customsAccountHandlers: GroupHandlers<'customsAccount'> = crudHandlers(customsAccount, {
  check: async (_context, draft) => {
    const wrong = problemsOf(draft);
    if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
  },
});
