import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown, Import, SplitColumns } from '@blueprintjs/icons';
import { type BillCost, billCostRow, costFilters, costMachine, costSorts } from '@contract/finance/billCost';
import type { LineTotals } from '@contract/finance/line';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { AddButton } from '../../ui/AddButton';
import { DropDown } from '../../ui/DropDown';
import { billPath } from '../shared/bill/billPath';
import { AllocateForm, LineForm } from '../shared/finance/forms';
import { Totals } from '../shared/finance/Totals';
import { COST_ACTIONS, useCostActions } from '../shared/finance/useCostActions';
import { BookList } from './parts/BookList';
import { invoicePath } from './parts/invoicePath';
import { useWriteOff } from './parts/WriteOffForm';

const columns = [
  { name: 'costNo', width: 140 },
  'state',
  { name: 'billNo', width: 130 },
  { name: 'batchNo', width: 110 },
  { name: 'supplierId', width: 110 },
  { name: 'feeCategoryId', width: 205 },
  { name: 'basis', width: 100 },
  { name: 'quantity', width: 90 },
  { name: 'unitPrice', width: 90 },
  'amount',
  'grossAmount',
  { name: 'baseAmount', width: 120 },
  'estimated',
  { name: 'invoiceNo', width: 120 },
  'invoiceDate',
  'dueDate',
  'paidOn',
  { name: 'paymentNo', width: 140 },
  { name: 'customerId', hidden: true },
  { name: 'vatCodeId', hidden: true },
  { name: 'taxRate', hidden: true },
  { name: 'ownCompanyId', hidden: true },
  { name: 'taxAmount', hidden: true },
  { name: 'rate', hidden: true },
  { name: 'rateDay', hidden: true },
  { name: 'billedQuantity', hidden: true },
  { name: 'billedUnit', hidden: true },
  { name: 'billedPrice', hidden: true },
  { name: 'invoiceLineNo', hidden: true },
  { name: 'source', hidden: true },
  { name: 'createdAt', hidden: true },
  { name: 'remark', hidden: true },
] as const;

/** Totals of lines: net and gross by currency, and the total in the currency of the books. */
export function LineSums({ of }: { of: LineTotals }) {
  const { t } = useTranslation();
  return (
    <Totals
      rows={[
        ...of.currencies.map(({ currency, amount, grossAmount, paidAmount }) => ({
          currency,
          amounts: [
            [t('finance.net'), amount],
            [t('finance.gross'), grossAmount],
            [t('finance.settled'), paidAmount],
          ] as const,
        })),
        ...(of.currencies.length > 1
          ? [{ currency: 'EUR', amounts: [[t('finance.inBooks'), of.baseAmount]] as const }]
          : []),
      ]}
      more={of.withoutRate > 0 ? t('finance.withoutRate', { count: of.withoutRate }) : null}
    />
  );
}

/** Button that takes costs in from a file: a table, or the electronic invoice of a supplier. */
function ImportMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayReadInvoice = useServed(
    'supplierInvoice.read',
    'supplierInvoice.record',
    'supplierInvoice.keepFile',
  );
  const table = () => navigate('/bil-fee/cost/import');
  if (!mayReadInvoice)
    return (
      <Button icon={<Import />} onClick={table}>
        {t('finance.importCosts')}
      </Button>
    );
  return (
    <DropDown
      placement="bottom-end"
      content={
        <Menu>
          <MenuItem text={t('finance.importTable')} onClick={table} />
          <MenuItem text={t('finance.readInvoice')} onClick={() => navigate('/bil-fee/cost/invoice')} />
        </Menu>
      }
    >
      <Button icon={<Import />} endIcon={<CaretDown />}>
        {t('finance.importCosts')}
      </Button>
    </DropDown>
  );
}

/** Costs of all bills, owed to suppliers. */
export default function Costs() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const writeOff = useWriteOff('cost');
  const mayEdit = useAllowed(permit('finance.cost.edit'));
  const mayPay = useAllowed(permit('finance.cost.pay'));
  const showsInvoice = useServed('supplierInvoice.get');
  const mayAllocate = useServed('billCost.shares', 'billCost.allocate');
  const [open, setOpen] = useKept<'add' | 'allocate' | null>('open', null);
  const { act, pay, dialogs } = useCostActions();
  const openBill = ({ billId }: BillCost) => navigate(billPath(billId, 'books'));
  return (
    <>
      <BookList
        group="billCost"
        menu="finance.cost"
        row={billCostRow}
        filters={costFilters}
        sorts={costSorts}
        order="-createdAt"
        columns={columns}
        machine={costMachine}
        actions={COST_ACTIONS}
        onAct={act}
        onOpen={openBill}
        more={(row) => (
          <>
            <MenuItem text={t('common.openBill')} onClick={() => openBill(row)} />
            {showsInvoice && row.supplierInvoiceId !== null && (
              <MenuItem
                text={t('finance.showSupplierInvoice')}
                onClick={() => navigate(invoicePath(row.supplierInvoiceId))}
              />
            )}
            {writeOff.item(row, row.costNo)}
          </>
        )}
        chosen={
          mayPay
            ? (selected, onDone) => (
                <Button intent="primary" onClick={() => pay(selected, onDone)}>
                  {speech.action('billCost', 'pay')}
                </Button>
              )
            : undefined
        }
        head={
          mayEdit && (
            <>
              <ImportMenu />
              {mayAllocate && (
                <Button icon={<SplitColumns />} onClick={() => setOpen('allocate')}>
                  {t('finance.allocate')}
                </Button>
              )}
              <AddButton onAdd={() => setOpen('add')}>{t('finance.addCost')}</AddButton>
            </>
          )
        }
        totalsOf={(query) => read('billCost', 'totals', { query })}
        totals={(found) => <LineSums of={found} />}
        empty={t('finance.costEmpty')}
      />
      {open === 'add' && <LineForm kind="billCost" line={null} onClose={() => setOpen(null)} />}
      {open === 'allocate' && <AllocateForm onClose={() => setOpen(null)} />}
      {writeOff.form}
      {dialogs}
    </>
  );
}
