import type { BillRevenue, RevenueAction } from '@contract/finance/billRevenue';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { confirmDeletion } from '../../../resource/confirmDeletion';
import { confirmForAll } from '../../../resource/confirmForAll';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import type { BulkSelection } from '../../../resource/selection';
import { notify, notifyFailed } from '../../../ui/toaster';
import { LineForm } from './forms';
import { IssueInvoice } from './IssueInvoice';
import { refreshBooks } from './useBooks';

/** Actions in menu order. */
export const REVENUE_ACTIONS = [
  'update',
  'confirm',
  'unconfirm',
  'invoice',
  'credit',
  'remove',
] as const satisfies RevenueAction[];

/** Carries out actions on one revenue or the selected ones. */
export function useRevenueActions(): {
  readonly act: (line: BillRevenue, action: RevenueAction) => void;
  readonly confirm: (which: BulkSelection) => Promise<void>;
  readonly invoice: (which: BulkSelection) => Promise<void>;
  readonly dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pending, setPending] = useKept<{ what: 'edit' | 'credit'; line: BillRevenue } | null>(
    'asking',
    null,
  );
  const [issuing, setIssuing] = useState<{ which: BulkSelection; onDone: () => void } | null>(null);
  const close = () => setPending(null);
  const run = async (work: () => Promise<string | null>) => {
    try {
      const text = await work();
      if (text) notify({ text, intent: 'success' });
    } catch (error) {
      notifyFailed(error);
    }
    await refreshBooks();
  };
  const decide = async (which: BulkSelection, action: 'confirm' | 'unconfirm') => {
    if (!(await confirmForAll(t, which, speech.action('billRevenue', action)))) return;
    await run(async () => {
      const { changed, failed } = await client.billRevenue.decide({ body: { ...which, action } });
      for (const { msg } of failed.slice(0, 3)) notify({ text: msg, intent: 'warning' });
      return changed > 0 ? t('finance.changedLines', { count: changed }) : null;
    });
  };
  const invoice = (which: BulkSelection) =>
    new Promise<void>((resolve) => {
      setIssuing({ which, onDone: resolve });
    });
  const remove = async (line: BillRevenue) => {
    if (await confirmDeletion(t, line.revenueNo))
      await run(() => client.billRevenue.remove({ params: { id: line.id } }));
  };
  const act = (line: BillRevenue, action: RevenueAction) => {
    if (action === 'update') setPending({ what: 'edit', line });
    else if (action === 'credit') setPending({ what: 'credit', line });
    else if (action === 'remove') void remove(line);
    else if (action === 'invoice') void invoice({ ids: [line.id] });
    else void decide({ ids: [line.id] }, action);
  };
  const dialogs = (
    <>
      {pending?.what === 'edit' && <LineForm kind="billRevenue" line={pending.line} onClose={close} />}
      {issuing && (
        <IssueInvoice
          which={issuing.which}
          onClose={(issued) => {
            setIssuing(null);
            if (issued) issuing.onDone();
          }}
        />
      )}
      {pending?.what === 'credit' && (
        <ReasonDialog
          title={t('finance.credit')}
          label={t('finance.creditWhy')}
          intent="danger"
          onClose={close}
          onReason={async (reason) => {
            const { id, version } = pending.line;
            try {
              const { invoiceNo } = await client.billRevenue.credit({
                params: { id },
                body: { version, reason },
              });
              notify({ text: t('finance.creditMade', { no: invoiceNo ?? '' }), intent: 'success' });
            } finally {
              await refreshBooks();
            }
          }}
        />
      )}
    </>
  );
  return { act, confirm: (which) => decide(which, 'confirm'), invoice, dialogs };
}
