import { refusalOf } from '@contract/machine';
import type { FilingEvent } from '@contract/sea/filing';
import { type IsfAction, isfMachine, type SeaIsf } from '@contract/sea/seaIsf';
import type { AnswerContext, FiledObject } from '../netchb/answers';
import { inBoth, tellStaff } from '../partners/messages';
import { factsOf, logIsf, readIsf, saveIsf } from './isfRow';
import { reachNode } from './seaLinks';

/** Characters that are kept of what customs said last. */
const KEPT = 1000;
/** Digits of a transaction number that CBP gives. */
const TRANSACTION = 15;

/** What customs does to an ISF by what it says; nothing where it is but noted. */
function actionOf({ event, operation }: FilingEvent): IsfAction | null {
  const accepted = event === 'accepted' || event === 'accepted_warning';
  if (operation === 'delete') return accepted ? 'deleted' : event === 'rejected' ? 'kept' : null;
  if (event === 'accepted_warning') return 'acceptedWarning';
  return event === 'accepted' || event === 'rejected' || event === 'matched' ? event : null;
}

/** Carries out on an ISF what customs said of it. */
async function carryOut(
  context: AnswerContext,
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
      const state = action === 'accepted' ? 'accepted' : 'accepted_warning';
      const { sentContent } = await context.write
        .selectFrom('seaIsf')
        .select('sentContent')
        .where('id', '=', isf.id)
        .executeTakeFirstOrThrow();
      const cbpTransactionNo = reference?.slice(0, TRANSACTION) ?? isf.cbpTransactionNo;
      await node('isfAccepted', at);
      return saveIsf(
        context,
        isf,
        { state, standing: state, acceptedAt: at, cbpTransactionNo },
        { filedContent: sentContent, filedContentAt: at },
      );
    }
    case 'matched':
      return saveIsf(context, isf, { state: 'matched', standing: 'matched' });
    case 'deleted':
      await node('isfAccepted', null);
      await node('isfFiled', null);
      return saveIsf(
        context,
        isf,
        { state: 'cancelled', standing: null },
        { filedContent: null, filedContentAt: null },
      );
    case 'kept':
      return saveIsf(context, isf, { state: isf.standing ?? 'rejected' });
    default:
      return saveIsf(context, isf, { state: 'rejected' });
  }
}

/** ISF as records that are filed. */
export const filedIsf: FiledObject = {
  link: '/sea/isf/detail',

  answered: async (context, id, event) => {
    const { write } = context;
    const isf = await readIsf(write, id);
    await write
      .insertInto('isfAnswer')
      .values({
        isfId: id,
        at: event.at,
        event: event.event,
        reference: event.reference,
        codes: JSON.stringify(event.codes),
      })
      .execute();
    const said = event.codes
      .map(({ code, text }) => `${code} ${text}`)
      .join('; ')
      .slice(0, KEPT);
    const action = actionOf(event);
    const moves = action !== null && !refusalOf(isfMachine, action, await factsOf(write, isf, null));
    const heard = said === '' ? isf : await saveIsf(context, isf, { lastAnswer: said });
    const after = moves ? await carryOut(context, heard, action, event) : heard;
    await logIsf(
      context,
      'answer',
      isf,
      { state: isf.state },
      { event: event.event, state: after.state, lastAnswer: said || null },
    );
    if (event.event === 'rejected')
      await tellStaff(context as Pick<AnswerContext, 'write' | 'now'>, {
        type: 'exception',
        text: inBoth('ISF_ANSWERED', {
          no: isf.isfNo,
          event: { choice: ['filingEvent', event.event] },
          text: said,
        }),
        to: ['sea.isf.file'],
        link: `/sea/isf/detail/${id}`,
      });
  },

  moved: async ({ write }, id, filingState) => {
    await write.updateTable('seaIsf').set({ filingState }).where('id', '=', id).execute();
  },
};
