import './business.css';
import { type DocumentAction, type DocumentFacts, documentStates } from '@contract/business/document';
import { documentMachines } from '@contract/business/documentKinds';
import type { ErrorCode } from '@contract/errors';
import { date, note } from '@contract/fields';
import { refusalOf } from '@contract/machine';
import { formatDay } from '@contract/rules/zonedTime';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unsaid';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { useTabPath } from '../../../app/TabFrame';
import { closeTab } from '../../../app/tabs';
import type { PlainRow, PlainScreen } from '../../../resource/ListScreen';
import { StateActions } from '../../../resource/StateActions';
import { usePlainActions } from '../../../resource/usePlainActions';
import { ask } from '../../../ui/ask';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { useShortcuts } from '../../../ui/shortcuts';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type DocumentGroup, docTypeOf, listOf } from '../../shared/business/documents';
import { ActionPanel, type AskedFor } from '../../shared/customs/ActionPanel';

const ACTIONS = [
  'submit',
  'approve',
  'reject',
  'update',
  'withdraw',
  'copy',
  'terminate',
  'delete',
] as const satisfies readonly DocumentAction[];

const SHAPES: Partial<Record<DocumentAction, z.ZodObject>> = {
  approve: z.strictObject({ remark: note(500).nullable() }),
  reject: z.strictObject({ remark: note(500).min(1) }),
  terminate: z.strictObject({ on: date(), reason: note(500).min(1) }),
};

/** Default facts of a document, for a server that does not return them. */
const UNTOLD: Omit<DocumentFacts, 'state'> = {
  ...{ mine: true, submitter: true, fresh: false, decided: 0, stuck: false },
  ...{ decides: 'yes', lacks: null },
};

/** Text above the form of an action. */
const ASKS = {
  approve: 'business.approveAsk',
  reject: 'business.rejectAsk',
  terminate: 'business.terminateAsk',
} as const satisfies Partial<Record<DocumentAction, string>>;

/** Common parts of all screens of documents with approval: the state, the actions, and their forms. */
export function useDocument(
  group: DocumentGroup,
  screen: PlainScreen,
  row: PlainRow & { readonly state: keyof typeof documentStates; readonly terminatedOn: string | null },
  onEdit: () => void,
) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const { id, version } = row;
  const type = docTypeOf[group];
  const machine = documentMachines[type];
  const calls = client[group] as typeof client.contract;
  const follows = useServed(`${group}.progress`);
  const progress = useData({ ...read(group, 'progress', { params: { id } }), enabled: follows });
  const { remove } = usePlainActions(screen, () => undefined);
  const no = screen.nameOf(row);
  // A server that does not return who may do what decides at the call.
  const progressFacts = follows ? progress?.facts : UNTOLD;
  const facts: DocumentFacts | undefined = progressFacts && {
    ...progressFacts,
    lacks: progressFacts.lacks as ErrorCode | null,
    state: row.state,
  };
  const mayEdit = facts !== undefined && !refusalOf(machine, 'update', facts);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && onEdit() }]);

  const messageOf = (action: DocumentAction) =>
    notify({
      text: t('common.actionDone', { action: speech.action('document', action), no }),
      intent: 'success',
    });
  const submit = async (replace: boolean): Promise<void> => {
    try {
      await calls.submit({ params: { id }, body: { version, replace } });
      messageOf('submit');
    } catch (thrown) {
      const { error, message } = failureOf(thrown);
      if (!replace && error.code.endsWith('_OVERLAP')) {
        const yes = await ask({
          title: t('business.replaceTitle'),
          detail: t('business.replaceDetail', { why: message }),
          confirm: t('business.replace'),
          cancel: t('common.cancel'),
          intent: 'warning',
        });
        if (yes) await submit(true);
        return;
      }
      notify({ text: message, intent: 'danger' });
    }
  };
  const send: Partial<Record<DocumentAction, (given: Record<string, unknown>) => Promise<unknown>>> = {
    approve: (given) => calls.approval({ params: { id }, body: { version, result: 'approve', ...given } }),
    reject: (given) => calls.approval({ params: { id }, body: { version, result: 'reject', ...given } }),
    terminate: (given) => calls.terminate({ params: { id }, body: { version, ...given } as never }),
    withdraw: () => calls.withdraw({ params: { id }, body: { version } }),
  };
  const act = async (action: DocumentAction) => {
    if (action === 'update') return onEdit();
    if (action === 'delete') {
      const gone = await remove(row);
      if (gone) navigate(closeTab(path) ?? listOf[group]);
      return;
    }
    const schema = SHAPES[action];
    if (schema)
      return setAsked({
        title: speech.action('document', action),
        schema,
        groups: [{ title: no, fields: Object.keys(schema.shape) }],
        initial: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])),
        resource: group,
        draft: `${group}/${id}/${action}`,
        save: async (values) => send[action]?.(values),
      });
    if (action === 'submit') await submit(false);
    else
      try {
        if (action === 'copy') {
          const copy = (await calls.copy(
            { params: { id } },
            { key: crypto.randomUUID() },
          )) as unknown as PlainRow;
          await invalidate(queryClient, group);
          notify({
            text: t('business.copied', { no: screen.nameOf(copy), version: String(copy.versionNo) }),
            intent: 'success',
          });
          navigate(`${listOf[group]}/detail/${copy.id}`);
          return;
        }
        await send[action]?.({});
        messageOf(action);
      } catch (error) {
        notifyFailed(error);
      }
    await invalidate(queryClient, group);
  };
  const why = asked?.draft.split('/').at(-1);
  const badges: ReactNode = (
    <>
      <StateTag tone={toneOf(documentStates, row.state)}>{speech.state('document', row.state)}</StateTag>
      {row.state === 'approved' && row.terminatedOn && (
        <StateTag tone="warning">{t('business.endsEarly', { day: formatDay(row.terminatedOn) })}</StateTag>
      )}
    </>
  );
  return {
    badges,
    mayEdit,
    progress,
    actions: facts && (
      <StateActions
        machine={machine}
        row={facts}
        first={['submit', 'approve', 'reject']}
        all={ACTIONS}
        onAct={(action) => void act(action)}
      />
    ),
    panel: (
      <ActionPanel asked={asked} onClose={() => setAsked(null)}>
        {why && why in ASKS && <p className="fc-asks">{t(ASKS[why as keyof typeof ASKS])}</p>}
      </ActionPanel>
    ),
  };
}
