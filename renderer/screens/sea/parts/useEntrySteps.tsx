import { choice, date, dateTime, note, ref, text } from '@contract/fields';
import { US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import type { EntryAction, SeaEntry } from '@contract/sea/seaEntry';
import { paymentMethods } from '@contract/vocabulary';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { notify, notifyFailed } from '../../../ui/toaster';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';

const SOLVE = z.strictObject({
  result: choice('entrySolved', ['accepted', 'released']),
  at: dateTime().nullable(),
  remark: note(500).nullable(),
});
const PAY = z.strictObject({
  statementNo: text(40),
  paymentDate: date(),
  method: choice('paymentMethod', paymentMethods),
});
const CORRECT = z.strictObject({ reason: note(500), liquidationOn: date().nullable() });
const SUMMARY = z.strictObject({
  supplierId: ref('clientCompany').nullable(),
  dutyCategoryId: ref('feeCategory').nullable(),
  feeCategoryId: ref('feeCategory').nullable(),
});

/** Actions for users, in menu order. */
export const entryActions = [
  ...(['acknowledge', 'submit', 'approve', 'transmit', 'solve', 'fileSummary', 'pay'] as const),
  ...(['correct', 'discard', 'update', 'withdraw', 'return', 'amend', 'cancel', 'remove'] as const),
];
type Step = (typeof entryActions)[number];
type ReasonedStep = 'return' | 'amend' | 'cancel';

/** Actions on an entry, each with its form. */
export function useEntrySteps(entry: SeaEntry) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [form, setForm] = useState<ActionForm | null>(null);
  const [reasoned, setReasoned] = useState<ReasonedStep | null>(null);
  const { id, version } = entry;
  const params = { id };
  const categories = useData(read('feeCategory', 'all')) ?? [];
  const category = (code: string) => categories.find((one) => one.code === code && one.active)?.id ?? null;
  const title = (action: EntryAction) => speech.action('seaEntry', action);
  const done = async (action: EntryAction) => {
    notify({
      text: t('common.actionDone', { action: title(action), no: entry.entryNo ?? '' }),
      intent: 'success',
    });
    await Promise.all([invalidate(queryClient, 'seaEntry'), invalidate(queryClient, 'seaBill')]);
  };
  const forms: Partial<Record<Step, Pick<ActionForm, 'schema' | 'initial' | 'save'>>> = {
    solve: {
      initial: { result: 'accepted', at: null, remark: null },
      ...actionForm(SOLVE, (values) => client.seaEntry.solve({ params, body: { ...values, version } })),
    },
    pay: {
      initial: { statementNo: null, paymentDate: dayAt(Date.now(), US_CUSTOMS_ZONE), method: 'bank' },
      ...actionForm(PAY, (values) => client.seaEntry.pay({ params, body: { ...values, version } })),
    },
    correct: {
      initial: { reason: null, liquidationOn: entry.liquidationOn },
      ...actionForm(CORRECT, (values) => client.seaEntry.correct({ params, body: { ...values, version } })),
    },
    // Without a bill there is no cost to post, so nothing to ask.
    ...(entry.billId !== null && {
      fileSummary: {
        initial: { supplierId: null, dutyCategoryId: category('duty'), feeCategoryId: category('entry') },
        ...actionForm(SUMMARY, (values) => client.seaEntry.summary({ params, body: { ...values, version } })),
      },
    }),
  };
  const send = (action: EntryAction, call: Promise<unknown>) =>
    void call.then(() => done(action)).catch(notifyFailed);
  const act = (action: Step) => {
    const fields = forms[action];
    if (fields)
      return setForm({
        ...fields,
        title: title(action),
        groups: [{ title: title(action), fields: Object.keys(fields.schema.shape) }],
        resource: 'seaEntry',
        draft: `seaEntry/${id}/${action}`,
      });
    switch (action) {
      case 'acknowledge':
      case 'discard':
      case 'submit':
      case 'withdraw':
      case 'approve':
      case 'transmit':
        return send(action, client.seaEntry[action]({ params, body: { version } }));
      case 'fileSummary':
        return send(action, client.seaEntry.summary({ params, body: { version } }));
      case 'return':
      case 'amend':
      case 'cancel':
        return setReasoned(action);
      default:
    }
  };
  const withReason = async (action: ReasonedStep, reason: string) => {
    if (action === 'amend') await client.amsEntry.amend({ body: { id, version, reason } });
    else await client.seaEntry[action]({ params, body: { version, reason } });
    await done(action);
  };
  return {
    act,
    panels: (
      <>
        <ActionPanel form={form} onClose={() => setForm(null)}>
          {form?.schema === CORRECT && <p className="fc-asks">{t('sea.correctAsk')}</p>}
          {form?.schema === SUMMARY && <p className="fc-asks">{t('sea.summaryAsk')}</p>}
        </ActionPanel>
        {reasoned && (
          <ReasonDialog
            title={title(reasoned)}
            label={speech.label('reason')}
            intent={reasoned === 'amend' ? 'primary' : 'danger'}
            onReason={(reason) => withReason(reasoned, reason)}
            onClose={() => setReasoned(null)}
          />
        )}
      </>
    ),
  };
}
