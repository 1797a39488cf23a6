import { Button, MenuItem } from '@blueprintjs/core';
import {
  type BillRevenue,
  billRevenueRow,
  revenueFilters,
  revenueMachine,
  revenueSorts,
} from '@contract/finance/billRevenue';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { AddButton } from '../../ui/AddButton';
import { billPath } from '../shared/bill/billPath';
import { LineForm } from '../shared/finance/forms';
import { REVENUE_ACTIONS, useRevenueActions } from '../shared/finance/useRevenueActions';
import { LineSums } from './Cost';
import { BookList } from './parts/BookList';
import { useWriteOff } from './parts/WriteOffForm';

const columns = [
  { name: 'revenueNo', width: 140 },
  'state',
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 110 },
  { name: 'customerId', width: 110 },
  { name: 'feeCategoryId', width: 205 },
  { name: 'basis', width: 100 },
  { name: 'quantity', width: 90 },
  { name: 'unitPrice', width: 90 },
  'amount',
  'grossAmount',
  { name: 'baseAmount', width: 120 },
  'paidAmount',
  { name: 'invoiceNo', width: 140 },
  'invoiceDate',
  'dueDate',
  { name: 'priceSource', width: 110 },
  { name: 'vatCodeId', hidden: true },
  { name: 'taxRate', hidden: true },
  { name: 'taxAmount', hidden: true },
  { name: 'rate', hidden: true },
  { name: 'rateDay', hidden: true },
  { name: 'createdAt', hidden: true },
  { name: 'remark', hidden: true },
] as const;

/** Revenues of all bills, charged to customers. */
export default function Revenues() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const writeOff = useWriteOff('revenue');
  const mayEdit = useAllowed(permit('finance.revenue.edit'));
  const mayConfirm = useServed('billRevenue.decide');
  const mayInvoice = useAllowed(permit('finance.revenue.invoice'), 'billRevenue.invoice');
  const [adding, setAdding] = useKept('adding', false);
  const { act, confirm, invoice, dialogs } = useRevenueActions();
  const openBill = ({ billId }: BillRevenue) => navigate(billPath(billId, 'books'));
  return (
    <>
      <BookList
        group="billRevenue"
        menu="finance.revenue"
        row={billRevenueRow}
        filters={revenueFilters}
        sorts={revenueSorts}
        order="-createdAt"
        columns={columns}
        machine={revenueMachine}
        actions={REVENUE_ACTIONS}
        onAct={act}
        onOpen={openBill}
        more={(row) => (
          <>
            <MenuItem text={t('common.openBill')} onClick={() => openBill(row)} />
            {writeOff.item(row, row.revenueNo)}
          </>
        )}
        chosen={
          !(mayEdit && mayConfirm) && !mayInvoice
            ? undefined
            : (selected, onDone) => (
                <>
                  {mayEdit && mayConfirm && (
                    <Button onClick={() => void confirm(selected).then(onDone)}>
                      {speech.action('billRevenue', 'confirm')}
                    </Button>
                  )}
                  {mayInvoice && (
                    <Button intent="primary" onClick={() => void invoice(selected).then(onDone)}>
                      {speech.action('billRevenue', 'invoice')}
                    </Button>
                  )}
                </>
              )
        }
        head={mayEdit && <AddButton onAdd={() => setAdding(true)}>{t('finance.addRevenue')}</AddButton>}
        totalsOf={(query) => read('billRevenue', 'totals', { query })}
        totals={(found) => <LineSums of={found} />}
        empty={t('finance.revenueEmpty')}
      />
      {adding && <LineForm kind="billRevenue" line={null} onClose={() => setAdding(false)} />}
      {writeOff.form}
      {dialogs}
    </>
  );
}
