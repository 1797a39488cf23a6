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
import { useData } from '../../../api/unsaid';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { notify, notifyFailed } from '../../../ui/toaster';
import { ActionPanel, type AskedFor, actionForm } from '../../shared/customs/ActionPanel';

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
const SUMMARY = z.strictObject({
  supplierId: ref('clientCompany').nullable(),
  dutyCategoryId: ref('feeCategory').nullable(),
  feeCategoryId: ref('feeCategory').nullable(),
});

/** Actions for users, in menu order. */
export const entryActions = [
  ...(['submit', 'approve', 'transmit', 'solve', 'fileSummary', 'pay'] as const),
  ...(['update', 'withdraw', 'return', 'amend', 'cancel', 'remove'] as const),
];
type Step = (typeof entryActions)[number];
type Reasoned = 'return' | 'amend' | 'cancel';

/** Actions on an entry, each with its form. */
export function useEntrySteps(entry: SeaEntry) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [reasoned, setReasoned] = useState<Reasoned | null>(null);
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
  const panel = <S extends z.ZodObject>(
    action: EntryAction,
    schema: S,
    initial: Record<string, unknown>,
    save: AskedFor<S>['save'],
  ) =>
    setAsked(
      actionForm({
        title: title(action),
        schema,
        groups: [{ title: title(action), fields: Object.keys(schema.shape) }],
        initial,
        resource: 'seaEntry',
        draft: `seaEntry/${id}/${action}`,
        save,
      }),
    );
  const act = (action: Step): void => {
    switch (action) {
      case 'submit':
      case 'withdraw':
      case 'approve':
      case 'transmit':
        void client.seaEntry[action]({ params, body: { version } })
          .then(() => done(action))
          .catch(notifyFailed);
        break;
      case 'return':
      case 'amend':
      case 'cancel':
        setReasoned(action);
        break;
      case 'solve':
        panel(action, SOLVE, { result: 'accepted', at: null, remark: null }, (values) =>
          client.seaEntry.solve({ params, body: { ...values, version } }),
        );
        break;
      case 'fileSummary':
        if (entry.billId === null)
          void client.seaEntry
            .summary({ params, body: { version } })
            .then(() => done(action))
            .catch(notifyFailed);
        else
          panel(
            action,
            SUMMARY,
            { supplierId: null, dutyCategoryId: category('duty'), feeCategoryId: category('entry') },
            (values) => client.seaEntry.summary({ params, body: { ...values, version } }),
          );
        break;
      case 'pay':
        panel(
          action,
          PAY,
          { statementNo: null, paymentDate: dayAt(Date.now(), US_CUSTOMS_ZONE), method: 'bank' },
          (values) => client.seaEntry.pay({ params, body: { ...values, version } }),
        );
        break;
      default:
    }
  };
  const withReason = async (action: Reasoned, reason: string) => {
    if (action === 'amend') await client.amsEntry.amend({ body: { id, version, reason } });
    else await client.seaEntry[action]({ params, body: { version, reason } });
    await done(action);
  };
  return {
    act,
    panels: (
      <>
        <ActionPanel asked={asked} onClose={() => setAsked(null)}>
          {asked?.schema === SUMMARY && <p className="fc-asks">{t('sea.summaryAsk')}</p>}
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
