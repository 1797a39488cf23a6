import './business.css';
import { type DocumentAction, type DocumentFacts, documentStates } from '@contract/business/document';
import { documentMachines } from '@contract/business/documentKinds';
import type { ErrorCode } from '@contract/errors';
import { date, note } from '@contract/fields';
import { refusalOf } from '@contract/machine';
import { isKeyOf } from '@contract/names';
import { formatDay } from '@contract/rules/zonedTime';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
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
import { type ActionForm, ActionPanel } from '../../shared/customs/ActionPanel';

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
const DEFAULT_FACTS: Omit<DocumentFacts, 'state'> = {
  ...{ mine: true, submitter: true, fresh: false, decided: 0, stuck: false },
  ...{ decides: 'yes', lacks: null },
};

/** Text above the form of an action. */
const ASKS = {
  approve: 'business.approveAsk',
  reject: 'business.rejectAsk',
  terminate: 'business.terminateAsk',
} as const satisfies Partial<Record<DocumentAction, string>>;

type DocumentRow = PlainRow & {
  readonly state: keyof typeof documentStates;
  readonly terminatedOn: string | null;
};

/** Common parts of all screens of documents with approval: the state, the actions, and their forms. */
export function useDocument(group: DocumentGroup, screen: PlainScreen, row: DocumentRow, onEdit: () => void) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const [form, setForm] = useState<ActionForm | null>(null);
  const { id, version } = row;
  const machine = documentMachines[docTypeOf[group]];
  const calls = client[group] as typeof client.contract;
  const { progress, facts } = useFacts(group, row);
  const { remove } = usePlainActions(screen, () => undefined);
  const no = screen.nameOf(row);
  const mayEdit = facts !== undefined && !refusalOf(machine, 'update', facts);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && onEdit() }]);

  const messageOf = (action: DocumentAction) =>
    notify({
      text: t('common.actionDone', { action: speech.action('document', action), no }),
      intent: 'success',
    });
  /** Asks before a document replaces those whose time it overlaps. */
  const submit = async (replace: boolean): Promise<void> => {
    try {
      await calls.submit({ params: { id }, body: { version, replace } });
    } catch (thrown) {
      const { error, message } = failureOf(thrown);
      if (replace || !error.code.endsWith('_OVERLAP'))
        return void notify({ text: message, intent: 'danger' });
      if (await confirmReplacing(t, message)) await submit(true);
      return;
    }
    messageOf('submit');
  };
  const copy = async () => {
    const made = await calls.copy({ params: { id } }, { key: crypto.randomUUID() });
    await invalidate(queryClient, group);
    notify({
      text: t('business.copied', { no: screen.nameOf(made), version: String(made.versionNo) }),
      intent: 'success',
    });
    navigate(`${listOf[group]}/detail/${made.id}`);
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
      if (await remove(row)) navigate(closeTab(path) ?? listOf[group]);
      return;
    }
    const schema = SHAPES[action];
    if (schema)
      return setForm({
        title: speech.action('document', action),
        schema,
        groups: [{ title: no, fields: Object.keys(schema.shape) }],
        initial: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null])),
        resource: group,
        draft: `${group}/${id}/${action}`,
        save: async (values) => send[action]?.(values),
      });
    try {
      if (action === 'copy') return await copy();
      if (action === 'submit') await submit(false);
      else {
        await send[action]?.({});
        messageOf(action);
      }
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, group);
  };
  const why = form?.draft.split('/').at(-1);
  return {
    badges: <Badges row={row} />,
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
      <ActionPanel form={form} onClose={() => setForm(null)}>
        {why && isKeyOf(ASKS, why) && <p className="fc-asks">{t(ASKS[why])}</p>}
      </ActionPanel>
    ),
  };
}

/** Progress of the approval, and the facts that the actions depend on; undefined until loaded. */
function useFacts(group: DocumentGroup, { id, state }: DocumentRow) {
  const follows = useServed(`${group}.progress`);
  const progress = useData({ ...read(group, 'progress', { params: { id } }), enabled: follows });
  // A server that does not return who may do what decides at the call.
  const found = follows ? progress?.facts : DEFAULT_FACTS;
  const facts: DocumentFacts | undefined = found && {
    ...found,
    lacks: found.lacks as ErrorCode | null,
    state,
  };
  return { progress, facts };
}

/** Asks for confirmation to replace the documents that another overlaps. */
const confirmReplacing = (t: TFunction<'screens'>, why: string) =>
  ask({
    title: t('business.replaceTitle'),
    detail: t('business.replaceDetail', { why }),
    confirm: t('business.replace'),
    cancel: t('common.cancel'),
    intent: 'warning',
  });

function Badges({ row }: { row: DocumentRow }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <>
      <StateTag tone={toneOf(documentStates, row.state)}>{speech.state('document', row.state)}</StateTag>
      {row.state === 'approved' && row.terminatedOn && (
        <StateTag tone="warning">{t('business.endsEarly', { day: formatDay(row.terminatedOn) })}</StateTag>
      )}
    </>
  );
}
