import { problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { type SeaBill, type SeaBillAction, seaBill, seaBillMachine } from '@contract/sea/seaBill';
import { recordLog } from '../access/operateLog';
import type { Context, GroupHandlers } from '../context';
import { crudHandlers } from '../crud';
import { Refusal, refuse, refuseFields } from '../refusal';
import { checkTimes } from '../scheduling/air';
import { logSeaBill, readSeaBill, refreshSeaBill, saveSeaBill } from './seaLinks';

/** Throws what the machine says against an action. */
export function requireSeaAction(action: SeaBillAction, bill: SeaBill): void {
  const refused = refusalOf(seaBillMachine, action, bill);
  if (refused) throw new Refusal(refused);
}

const { active: _, ...usual } = crudHandlers(seaBill, {
  check: async (_context, draft, before) => {
    if (before) requireSeaAction('update', before as unknown as SeaBill);
    if (draft.polCode === draft.podCode) throw refuseFields({ podCode: problem('TRANSPORT_SAME_PLACE') });
    for (const name of ['grossWeight', 'volume'] as const)
      if (Number(draft[name]) <= 0) throw refuseFields({ [name]: problem('NUMBER_MIN', { min: 0.001 }) });
    checkTimes(draft, {});
  },
  derive: (_draft, _context, before) => (before ? {} : { state: 'draft', containerNos: [] }),
  checkLeaving: async (_context, row) => requireSeaAction('remove', row as unknown as SeaBill),
});

/** The bill as it is once what follows from its new fields is up to date. */
const refreshed = async (context: Context, { id }: { readonly id: number }): Promise<SeaBill> => {
  await refreshSeaBill(context, id);
  return readSeaBill(context.write, id);
};

/** Bills of lading by sea. */
export const seaBillHandlers: GroupHandlers<'seaBill'> = {
  ...usual,

  create: async (context, input) => refreshed(context, await usual.create(context, input)),
  update: async (context, input) => refreshed(context, await usual.update(context, input)),

  remove: async (context, { params }) => {
    requireSeaAction('remove', await readSeaBill(context.write, params.id));
    await context.write.deleteFrom('seaNode').where('seaBillId', '=', params.id).execute();
    return usual.remove(context, { params });
  },

  act: async (context, { params, body }) => {
    const bill = await readSeaBill(context.write, params.id);
    const { action, reason, version } = body;
    requireSeaAction(action, bill);
    if (bill.version !== version) throw refuse('STALE_DATA', {}, { current: bill });
    if (action === 'cancel' && !reason) throw refuse('REASON_REQUIRED');
    const cancelReason = action === 'cancel' ? reason : null;
    const state = action === 'cancel' ? 'cancelled' : 'draft';
    await saveSeaBill(context, bill, { state, cancelReason });
    await logSeaBill(
      context,
      action,
      bill,
      { state: bill.state, cancelReason: bill.cancelReason },
      { state, cancelReason },
    );
    return refreshed(context, bill);
  },

  logs: async ({ read }, { params, query }) => {
    await readSeaBill(read, params.id);
    return recordLog(read, 'seaBill', params.id, query);
  },
};
