import type { ListedInvoice } from '@contract/finance/customerInvoice';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { BulkResult } from '../../../resource/BulkResult';
import { confirmForAll } from '../../../resource/confirmForAll';
import type { BulkSelection } from '../../../resource/selection';
import { notify, notifyFailed } from '../../../ui/toaster';

type Named = Pick<ListedInvoice, 'id' | 'invoiceNo'>;

/** Handing invoices over to the access point; those that were refused are listed with their reasons. */
export function useHandOver(): {
  readonly may: boolean;
  readonly handOver: (which: BulkSelection, known: readonly Named[]) => Promise<void>;
  readonly result: ReactNode;
} {
  const { t } = useTranslation();
  const may = useAllowed(permit('finance.revenue.invoice'), 'customerInvoice.handOver');
  const [refused, setRefused] = useState<{ answer: BulkAnswer; known: readonly Named[] } | null>(null);
  const action = t('finance.handOver');
  const handOver = async (which: BulkSelection, known: readonly Named[]) => {
    if (!(await confirmForAll(t, which, action))) return;
    try {
      const answer = await client.customerInvoice.handOver({ body: which });
      if (answer.failed.length > 0) setRefused({ answer, known });
      else notify({ text: t('finance.handedOver', { count: answer.ok }), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, 'customerInvoice', 'eInvoice');
  };
  return {
    may,
    handOver,
    result: refused && (
      <BulkResult
        action={action}
        answer={refused.answer}
        nameOf={(key) => refused.known.find(({ id }) => id === key)?.invoiceNo ?? `#${key}`}
        onClose={() => setRefused(null)}
      />
    ),
  };
}
