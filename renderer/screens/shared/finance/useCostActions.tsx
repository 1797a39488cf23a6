import type { BillCost, CostAction } from '@contract/finance/billCost';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { askDeletion } from '../../../resource/askDeletion';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { countOf, type Selected } from '../../../resource/selection';
import { notifyFailed } from '../../../ui/toaster';
import { InvoiceForm, LineForm, PayForm } from './forms';
import { refreshBooks } from './useBooks';

type CostRequest =
  | { readonly what: 'edit' | 'invoice' | 'reverse'; readonly cost: BillCost }
  | { readonly what: 'pay'; readonly which: Selected; readonly done: () => void };

/** Actions in menu order. */
export const COST_ACTIONS = ['update', 'invoice', 'pay', 'reverse', 'remove'] as const satisfies CostAction[];

/** Carries out actions on costs, with the required forms and confirmations. */
export function useCostActions(): {
  readonly act: (cost: BillCost, action: CostAction) => void;
  readonly pay: (which: Selected, done: () => void) => void;
  readonly dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<CostRequest | null>(null);
  const close = () => setAsking(null);
  const remove = async (cost: BillCost) => {
    if (!(await askDeletion(t, cost.costNo))) return;
    try {
      await client.billCost.remove({ params: { id: cost.id } });
    } catch (error) {
      notifyFailed(error);
    }
    await refreshBooks();
  };
  const act = (cost: BillCost, action: CostAction) => {
    if (action === 'remove') void remove(cost);
    else if (action === 'pay') setAsking({ what: 'pay', which: { ids: [cost.id] }, done: () => undefined });
    else setAsking({ what: action === 'update' ? 'edit' : action, cost });
  };
  const dialogs = (
    <>
      {asking?.what === 'edit' && <LineForm kind="billCost" line={asking.cost} onClose={close} />}
      {asking?.what === 'invoice' && <InvoiceForm cost={asking.cost} onClose={close} />}
      {asking?.what === 'pay' && (
        <PayForm
          title={t('finance.payLines', { count: countOf(asking.which) })}
          pay={async (movement) => {
            const { changed, paymentNos } = await client.billCost.paid({
              body: { ...asking.which, ...movement },
            });
            asking.done();
            return changed === 0
              ? t('finance.paidAlready')
              : t('finance.paidBy', { count: changed, payments: paymentNos });
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'reverse' && (
        <ReasonDialog
          title={t('finance.reverse')}
          label={t('finance.reverseWhy')}
          onClose={close}
          onReason={async (reason) => {
            const { id, version } = asking.cost;
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
  return { act, pay: (which, done) => setAsking({ what: 'pay', which, done }), dialogs };
}
