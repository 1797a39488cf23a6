import { Button, MenuItem } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import {
  type ListedSupplierInvoice,
  supplierInvoiceFilters,
  supplierInvoiceListRow,
  supplierInvoiceMachine,
  supplierInvoiceSorts,
} from '@contract/finance/supplierInvoiceRow';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { idIn } from '../../kinds/recordId';
import { Totals } from '../shared/finance/Totals';
import { addInvoiceFile } from './parts/addInvoiceFile';
import { BookList } from './parts/BookList';
import { OneSupplierInvoice } from './parts/OneSupplierInvoice';

const columns = [
  { name: 'invoiceNo', width: 170 },
  'state',
  { name: 'supplierId', width: 130 },
  'invoiceDate',
  'dueDate',
  'netAmount',
  'taxAmount',
  'grossAmount',
  'costAmount',
  { name: 'billNos', width: 180 },
  { name: 'fileKept', width: 100 },
  { name: 'ownCompanyId', width: 110 },
  { name: 'credit', hidden: true },
  { name: 'iban', hidden: true },
  { name: 'fileName', hidden: true },
  { name: 'createdBy', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

/** Suppliers' invoices that were read from files, with what is left of them in the costs. */
export default function SupplierInvoices() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const mayRead = useAllowed(permit('finance.cost.edit'), 'supplierInvoice.read', 'supplierInvoice.record');
  const [search] = useSearchParams();
  const [open, setOpen] = useKept<number | null>('opened', idIn(search.get('id')));
  return (
    <>
      <BookList
        group="supplierInvoice"
        menu="finance.cost"
        row={supplierInvoiceListRow}
        filters={supplierInvoiceFilters}
        sorts={supplierInvoiceSorts}
        order="-createdAt"
        columns={columns}
        machine={supplierInvoiceMachine}
        actions={['addFile']}
        onAct={({ id }: ListedSupplierInvoice) => void addInvoiceFile(t, id)}
        onOpen={({ id }) => setOpen(id)}
        more={({ id }) => <MenuItem text={t('finance.showSupplierInvoice')} onClick={() => setOpen(id)} />}
        head={
          mayRead && (
            <Button intent="primary" icon={<Import />} onClick={() => navigate('/bil-fee/cost/invoice')}>
              {t('finance.readInvoice')}
            </Button>
          )
        }
        totalsOf={(query) => read('supplierInvoice', 'totals', { query })}
        totals={(found) => (
          <Totals
            rows={found.currencies.map(({ currency, netAmount, grossAmount, costAmount }) => ({
              currency,
              amounts: [
                [t('finance.net'), netAmount],
                [t('finance.gross'), grossAmount],
                [speech.label('costAmount'), costAmount],
              ] as const,
            }))}
          />
        )}
        empty={t('finance.supplierInvoicesEmpty')}
      />
      {open && <OneSupplierInvoice id={open} onClose={() => setOpen(null)} />}
    </>
  );
}
