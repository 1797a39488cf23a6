import { note } from '@contract/fields';
import { isKeyOf } from '@contract/names';
import { isLateFiling } from '@contract/rules/isfDeadline';
import { instantOf } from '@contract/rules/zonedTime';
import { type IsfAction, isfMachine, type SeaIsf } from '@contract/sea/seaIsf';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { useTabPath } from '../../../app/TabFrame';
import { closeTab } from '../../../app/tabs';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel } from '../../shared/customs/ActionPanel';
import { ISF_LIST, isfFormPath } from '../../shared/sea/isfScreen';

/** Actions on an ISF for users, in menu order. */
export const ISF_ACTIONS = [
  'acknowledge',
  'submit',
  'approve',
  'return',
  'transmit',
  'update',
  'amend',
  'withdraw',
  'revoke',
  'discard',
  'cancel',
  'remove',
] as const satisfies readonly IsfAction[];
type Act = (typeof ISF_ACTIONS)[number];

const reasonShape = z.strictObject({ reason: note(500).min(1) });
const REASONED: readonly string[] = ['return', 'amend', 'cancel'];
/** Confirmations of the actions that cannot be undone. */
const QUESTIONS = { discard: 'sea.isfDiscardAsk', revoke: 'sea.isfRevokeAsk' } as const;

/** Actions of one ISF: their forms, their calls, and the screens they lead to. */
export function useIsfActions(isf: SeaIsf) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const [form, setForm] = useState<ActionForm | null>(null);
  const { id, version, isfNo } = isf;
  const params = { id };

  const send = (action: Act, reason: string): Promise<unknown> => {
    switch (action) {
      case 'transmit':
        return client.netchbIsf.submit({ body: { id, version } });
      case 'amend':
        return client.netchbIsf.amend({ body: { id, version, reason } });
      case 'return':
        return client.seaIsf.return({ params, body: { version, reason } });
      case 'cancel':
        return client.seaIsf.cancel({ params, body: { version, reason } });
      case 'remove':
        return client.seaIsf.remove({ params });
      case 'update':
        return Promise.resolve();
      default:
        return client.seaIsf[action]({ params, body: { version } });
    }
  };
  const refresh = async () => {
    await invalidate(queryClient, 'seaIsf');
    await invalidate(queryClient, 'netchbIsf');
    await invalidate(queryClient, 'seaBill');
  };
  const act = async (action: Act) => {
    if (action === 'update') return navigate(isfFormPath(id));
    const title = speech.action('seaIsf', action);
    if (REASONED.includes(action))
      return setForm({
        title,
        schema: reasonShape,
        groups: [{ title: isfNo, fields: ['reason'] }],
        initial: { reason: null },
        resource: 'seaIsf',
        draft: `seaIsf/${id}/${action}`,
        save: async ({ reason }) => {
          await send(action, String(reason));
          await refresh();
          if (action === 'amend') navigate(isfFormPath(id));
        },
      });
    // A late filing is penalised, so warn before sending it.
    const late =
      action === 'transmit' && isf.filedAt === null && isLateFiling(isf.dueAt, instantOf(Date.now()));
    const detail = late
      ? speech.message({ code: 'ISF_LATE' })
      : action === 'remove'
        ? t('sea.isfRemoveAsk')
        : isKeyOf(QUESTIONS, action)
          ? t(QUESTIONS[action])
          : undefined;
    if (detail !== undefined) {
      const yes = await ask({
        title: `${title}: ${isfNo}`,
        detail,
        confirm: title,
        cancel: t('common.cancel'),
        intent: late ? 'warning' : 'danger',
      });
      if (!yes) return;
    }
    try {
      await send(action, '');
      notify({ text: t('common.actionDone', { action: title, no: isfNo }), intent: 'success' });
      if (action === 'remove') navigate(closeTab(path) ?? ISF_LIST);
    } catch (error) {
      notifyFailed(error);
    }
    await refresh();
  };
  return {
    act: (action: IsfAction) => void act(action as Act),
    machine: isfMachine,
    panel: <ActionPanel form={form} onClose={() => setForm(null)} />,
  };
}
