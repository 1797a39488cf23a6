import type { FilingEvent } from '@contract/sea/filing';
import type { IsfAction, SeaIsf } from '@contract/sea/seaIsf';
import type { FiledObject } from '../netchb/answers';
import { isfRecord } from './isfRow';
import { reachNode, type SeaContext } from './seaLinks';

/** Length of a CBP transaction number. */
const TRANSACTION = 15;

/** Maps a customs response to an action on an ISF; null if it is only recorded. */
function actionOf({ event, operation }: FilingEvent): IsfAction | null {
  const accepted = event === 'accepted' || event === 'accepted_warning';
  if (operation === 'delete') return accepted ? 'deleted' : event === 'rejected' ? 'kept' : null;
  if (event === 'accepted_warning') return 'acceptedWarning';
  return event === 'accepted' || event === 'rejected' || event === 'matched' ? event : null;
}

/** Carries out on an ISF the effects of a customs response. */
async function carryOut(
  context: SeaContext,
  isf: SeaIsf,
  action: IsfAction,
  { at, reference }: FilingEvent,
): Promise<SeaIsf> {
  const node = async (name: 'isfFiled' | 'isfAccepted', time: string | null) => {
    if (isf.seaBillId !== null) await reachNode(context, isf.seaBillId, name, time);
  };
  switch (action) {
    case 'accepted':
    case 'acceptedWarning': {
      const accepted = action === 'accepted' ? 'accepted' : 'accepted_warning';
      // An ISF that was matched before its acceptance stays matched.
      const state = isf.standing === 'matched' ? 'matched' : accepted;
      const { sentContent } = await context.write
        .selectFrom('seaIsf')
        .select('sentContent')
        .where('id', '=', isf.id)
        .executeTakeFirstOrThrow();
      const cbpTransactionNo = reference?.slice(0, TRANSACTION) ?? isf.cbpTransactionNo;
      await node('isfAccepted', at);
      return isfRecord.save(
        context,
        isf,
        { state, standing: state, acceptedAt: at, cbpTransactionNo },
        { filedContent: sentContent, filedContentAt: at },
      );
    }
    case 'matched':
      return isfRecord.save(context, isf, {
        state: isf.state === 'transmitted' ? isf.state : 'matched',
        standing: 'matched',
      });
    case 'deleted':
      await node('isfAccepted', null);
      await node('isfFiled', null);
      return isfRecord.save(
        context,
        isf,
        { state: 'cancelled', standing: null },
        { filedContent: null, filedContentAt: null },
      );
    case 'kept':
      return isfRecord.save(context, isf, { state: isf.standing ?? 'rejected' });
    default:
      return isfRecord.save(context, isf, { state: 'rejected' });
  }
}

/** Handling of customs responses for ISFs. */
export const filedIsf: FiledObject = {
  ...isfRecord.filed({
    keep: async ({ write }, isfId, { at, event, reference, codes }) => {
      await write
        .insertInto('isfAnswer')
        .values({ isfId, at, event, reference, codes: JSON.stringify(codes) })
        .execute();
    },
    actionOf,
    carryOut,
    alarms: ({ event }) => event === 'rejected',
    addsNothing: (isf, { event, operation }) =>
      event === 'received' ||
      (operation !== 'delete' && event === 'matched' && isf.standing === 'matched') ||
      (operation !== 'delete' &&
        (event === 'accepted' || event === 'accepted_warning') &&
        isf.standing !== null) ||
      (operation === 'delete' && event !== 'rejected' && isf.state === 'cancelled'),
  }),

  storeProgress: async ({ write }, id, filingState) => {
    await write.updateTable('seaIsf').set({ filingState }).where('id', '=', id).execute();
  },
};
