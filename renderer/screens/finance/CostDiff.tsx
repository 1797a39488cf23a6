import { Button, MenuItem } from '@blueprintjs/core';
import {
  type BillCostDiff,
  billCostDiffRow,
  type DiffAction,
  diffFilters,
  diffMachine,
  diffSorts,
} from '@contract/finance/billCostDiff';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import type { ShowContext } from '../../kinds/kind';
import { withPercent } from '../../kinds/NumberInput';
import { ReasonDialog } from '../../resource/ReasonDialog';
import { type BulkSelection, countOf } from '../../resource/selection';
import { StateTag } from '../../ui/StateTag';
import { notifyFailed } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { PayForm } from '../shared/finance/forms';
import { Totals } from '../shared/finance/Totals';
import { tellPaid } from '../shared/finance/tellPaid';
import { refreshBooks } from '../shared/finance/useBooks';
import { BookList } from './parts/BookList';

const ACTIONS = ['accept', 'dispute', 'reopen', 'pay'] as const satisfies DiffAction[];
const columns = [
  { name: 'diffNo', width: 140 },
  'state',
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 110 },
  { name: 'supplierId', width: 110 },
  { name: 'feeCategoryId', width: 205 },
  { name: 'costNo', width: 140 },
  { name: 'invoiceNo', width: 120 },
  'accruedAmount',
  'invoicedAmount',
  'diffAmount',
  {
    name: 'diffPercent',
    width: 120,
    cell: ({ diffPercent, large }: BillCostDiff, { speech }: ShowContext) => (
      <StateTag tone={large ? 'bad' : 'neutral'}>
        {withPercent(String(diffPercent ?? '–'), speech.language)}
      </StateTag>
    ),
  },
  { name: 'reason', width: 110 },
  { name: 'remark', width: 200 },
  { name: 'handledBy', hidden: true },
  { name: 'handledAt', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

/** Differences between expected and invoiced costs, to accept or to dispute. */
export default function CostDiffs() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayPay = useAllowed(permit('finance.cost.pay'));
  const [pending, setPending] = useState<{ diff: BillCostDiff; action: 'accept' | 'dispute' } | null>(null);
  const [paying, setPaying] = useState<{ which: BulkSelection; done: () => void } | null>(null);
  const openBill = ({ billId }: BillCostDiff) => navigate(billPath(billId, 'books'));
  const decide = async (
    { id, version }: BillCostDiff,
    action: 'accept' | 'dispute' | 'reopen',
    remark = '',
  ) => {
    try {
      await client.billCostDiff.decide({ params: { id }, body: { version, action, remark } });
    } finally {
      await refreshBooks();
    }
  };
  const act = (diff: BillCostDiff, action: DiffAction) => {
    if (action === 'pay') setPaying({ which: { ids: [diff.id] }, done: () => undefined });
    else if (action === 'reopen') decide(diff, 'reopen').catch(notifyFailed);
    else setPending({ diff, action });
  };
  return (
    <>
      <BookList
        group="billCostDiff"
        menu="finance.diff"
        row={billCostDiffRow}
        filters={diffFilters}
        sorts={diffSorts}
        order="-createdAt"
        columns={columns}
        machine={diffMachine}
        actions={ACTIONS}
        onAct={act}
        onOpen={openBill}
        more={(row) => <MenuItem text={t('common.openBill')} onClick={() => openBill(row)} />}
        chosen={
          mayPay
            ? (which, done) => (
                <Button intent="primary" onClick={() => setPaying({ which, done })}>
                  {speech.action('billCostDiff', 'pay')}
                </Button>
              )
            : undefined
        }
        totalsOf={(query) => read('billCostDiff', 'totals', { query })}
        totals={(found) => (
          <Totals
            rows={found.currencies.map((one) => ({
              currency: one.currency,
              amounts: [
                [speech.label('accruedAmount'), one.accruedAmount],
                [speech.label('invoicedAmount'), one.invoicedAmount],
                [speech.label('diffAmount'), one.diffAmount],
              ] as const,
            }))}
          />
        )}
        empty={t('finance.diffEmpty')}
      />
      {pending && (
        <ReasonDialog
          title={`${speech.action('billCostDiff', pending.action)} ${pending.diff.diffNo}`}
          label={t(pending.action === 'accept' ? 'finance.acceptWhy' : 'finance.disputeWhy')}
          onClose={() => setPending(null)}
          onReason={(remark) => decide(pending.diff, pending.action, remark)}
        />
      )}
      {paying && (
        <PayForm
          title={t('finance.payLines', { count: countOf(paying.which) })}
          pay={async (movement) => {
            const made = await client.billCostDiff.paid({ body: { ...paying.which, ...movement } });
            paying.done();
            return tellPaid(t, made);
          }}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  );
}
