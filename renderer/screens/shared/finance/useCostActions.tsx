import type { BillCost, CostAction } from '@contract/finance/billCost';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { confirmDeletion } from '../../../resource/confirmDeletion';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { type BulkSelection, countOf } from '../../../resource/selection';
import { notifyFailed } from '../../../ui/toaster';
import { InvoiceForm, LineForm, PayForm } from './forms';
import { tellPaid } from './tellPaid';
import { refreshBooks } from './useBooks';

type CostRequest =
  | { readonly what: 'edit' | 'invoice' | 'reverse'; readonly cost: BillCost }
  | { readonly what: 'pay'; readonly which: BulkSelection; readonly done: () => void };

/** Actions in menu order. */
export const COST_ACTIONS = ['update', 'invoice', 'pay', 'reverse', 'remove'] as const satisfies CostAction[];

/** Carries out actions on costs, with the required forms and confirmations. */
export function useCostActions(): {
  readonly act: (cost: BillCost, action: CostAction) => void;
  readonly pay: (which: BulkSelection, done: () => void) => void;
  readonly dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const [pending, setPending] = useState<CostRequest | null>(null);
  const close = () => setPending(null);
  const remove = async (cost: BillCost) => {
    if (!(await confirmDeletion(t, cost.costNo))) return;
    try {
      await client.billCost.remove({ params: { id: cost.id } });
    } catch (error) {
      notifyFailed(error);
    }
    await refreshBooks();
  };
  const act = (cost: BillCost, action: CostAction) => {
    if (action === 'remove') void remove(cost);
    else if (action === 'pay') setPending({ what: 'pay', which: { ids: [cost.id] }, done: () => undefined });
    else setPending({ what: action === 'update' ? 'edit' : action, cost });
  };
  const dialogs = (
    <>
      {pending?.what === 'edit' && <LineForm kind="billCost" line={pending.cost} onClose={close} />}
      {pending?.what === 'invoice' && <InvoiceForm cost={pending.cost} onClose={close} />}
      {pending?.what === 'pay' && (
        <PayForm
          title={t('finance.payLines', { count: countOf(pending.which) })}
          pay={async (movement) => {
            const made = await client.billCost.paid({ body: { ...pending.which, ...movement } });
            pending.done();
            return tellPaid(t, made);
          }}
          onClose={close}
        />
      )}
      {pending?.what === 'reverse' && (
        <ReasonDialog
          title={t('finance.reverse')}
          label={t('finance.reverseWhy')}
          onClose={close}
          onReason={async (reason) => {
            const { id, version } = pending.cost;
            try {
              await client.billCost.reverse({ params: { id }, body: { version, reason } });
            } finally {
              await refreshBooks();
            }
          }}
        />
      )}
    </>
  );
  return { act, pay: (which, done) => setPending({ what: 'pay', which, done }), dialogs };
}
