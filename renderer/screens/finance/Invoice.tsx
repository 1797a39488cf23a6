import { Button, MenuItem } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import {
  type CustomerInvoice,
  customerInvoiceFilters,
  customerInvoiceListRow,
  customerInvoiceMachine,
  customerInvoiceRow,
  customerInvoiceSorts,
  type ListedInvoice,
} from '@contract/finance/customerInvoice';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { PdfPreview } from '../../app/paper/PdfPreview';
import { useSaveFile } from '../../app/useSaveFile';
import { Loaded } from '../../resource/Answered';
import { FieldGroups } from '../../resource/DetailScreen';
import { SidePanel } from '../../ui/SidePanel';
import { InvoiceLines, InvoiceTotals } from '../shared/finance/InvoiceLines';
import { Totals } from '../shared/finance/Totals';
import { BookList } from './parts/BookList';
import { CreditInvoice } from './parts/CreditInvoice';
import { SendInvoice } from './parts/SendInvoice';
import { useHandOver } from './parts/useHandOver';

const columns = [
  { name: 'invoiceNo', width: 170 },
  { name: 'kind', width: 110 },
  'state',
  { name: 'eInvoiceState', width: 110 },
  { name: 'customerId', width: 110 },
  'invoiceDate',
  'dueDate',
  'netAmount',
  'taxAmount',
  'grossAmount',
  'openAmount',
  { name: 'billNos', width: 160 },
  { name: 'companyId', width: 110 },
  { name: 'precedingNo', width: 160 },
  { name: 'reason', hidden: true },
  { name: 'supplyDate', hidden: true },
  { name: 'buyerReference', hidden: true },
  { name: 'baseTaxAmount', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

/** Milliseconds after which invoices under way are looked at again. */
const EVERY = 5000;
const isUnderWay = ({ eInvoiceState }: Pick<ListedInvoice, 'eInvoiceState'>): boolean =>
  eInvoiceState === 'pending' || eInvoiceState === 'sending';

const PARTIES = [
  ...['nameEn', 'nameCn', 'street', 'postcode', 'city', 'countryCode', 'vatNo', 'registrationNo'],
];

/** Invoices to customers and their credit notes, as issued. */
export default function Invoices() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [open, setOpen] = useKept<ListedInvoice | null>('open', null);
  const [crediting, setCrediting] = useState<ListedInvoice | null>(null);
  const { may: mayHandOver, handOver, result } = useHandOver();
  return (
    <>
      <BookList
        group="customerInvoice"
        menu="finance.revenue"
        row={customerInvoiceListRow}
        filters={customerInvoiceFilters}
        sorts={customerInvoiceSorts}
        order="-createdAt"
        every={(page) => (page?.list.some(isUnderWay) ? EVERY : false)}
        columns={columns}
        machine={customerInvoiceMachine}
        actions={['credit']}
        onAct={setCrediting}
        onOpen={setOpen}
        more={(row) => <MenuItem text={t('finance.showInvoice')} onClick={() => setOpen(row)} />}
        chosen={
          mayHandOver
            ? (selected, onDone, loaded) => (
                <Button intent="primary" onClick={() => void handOver(selected, loaded()).then(onDone)}>
                  {t('finance.handOver')}
                </Button>
              )
            : undefined
        }
        totalsOf={(query) => read('customerInvoice', 'totals', { query })}
        totals={(found) => (
          <Totals
            rows={found.currencies.map(({ currency, netAmount, grossAmount, openAmount }) => ({
              currency,
              amounts: [
                [t('finance.net'), netAmount],
                [t('finance.gross'), grossAmount],
                [speech.label('openAmount'), openAmount],
              ] as const,
            }))}
          />
        )}
        empty={t('finance.invoicesEmpty')}
      />
      {open && <OneInvoice invoice={open} onCredit={setCrediting} onClose={() => setOpen(null)} />}
      {crediting && <CreditInvoice invoice={crediting} onClose={() => setCrediting(null)} />}
      {result}
    </>
  );
}

/** An invoice with its lines, its files and its credit. */
function OneInvoice({
  invoice,
  onCredit,
  onClose,
}: {
  invoice: ListedInvoice;
  onCredit: (invoice: ListedInvoice) => void;
  onClose: () => void;
}) {
  const answer = usePart({
    ...read('customerInvoice', 'get', { params: { id: invoice.id } }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? EVERY : false),
  });
  return (
    <SidePanel isOpen width={900} title={invoice.invoiceNo} onClose={onClose}>
      <Loaded answer={answer} lines={8}>
        {(data) => <Shown invoice={data} onCredit={() => onCredit(data)} />}
      </Loaded>
    </SidePanel>
  );
}

function Shown({ invoice, onCredit }: { invoice: CustomerInvoice; onCredit: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [printed, setPrinted] = useState(false);
  const maySave = useServed('customerInvoice.file');
  const mayCredit = useAllowed(permit('finance.revenue.invoice'), 'customerInvoice.credit');
  const maySend = useAllowed(
    permit('finance.revenue.invoice'),
    'customerInvoice.mail',
    'customerInvoice.send',
  );
  const [sending, setSending] = useState(false);
  const { may: mayHandOver, handOver, result } = useHandOver();
  const { eInvoiceState } = invoice;
  const left =
    eInvoiceState === null || eInvoiceState === 'failed' ? undefined : problem('E_INVOICE_ON_ITS_WAY');
  const saveFile = useSaveFile('showInFolder');
  const { id, invoiceNo } = invoice;
  const fileOf = (format: 'pdf' | 'xml') => ({
    call: 'customerInvoice.file' as const,
    input: { params: { id }, query: { format, language: speech.language } },
    name: `${invoiceNo}.${format}`,
  });
  const isOpen = refusalOf(customerInvoiceMachine, 'credit', invoice) === undefined;
  return (
    <div className="fc-books">
      <div className="fc-list-head">
        {maySave && <Button onClick={() => setPrinted(true)}>{t('finance.invoicePdf')}</Button>}
        {maySave && <Button onClick={() => void saveFile(fileOf('xml'))}>{t('finance.invoiceXml')}</Button>}
        {maySend && <Button onClick={() => setSending(true)}>{t('common.sendByEmail')}</Button>}
        {mayHandOver && (
          <Button
            disabled={left !== undefined}
            title={left && speech.message(left)}
            onClick={() => void handOver({ ids: [id] }, [invoice])}
          >
            {t('finance.handOver')}
          </Button>
        )}
        {mayCredit && isOpen && (
          <Button intent="danger" onClick={onCredit}>
            {speech.action('customerInvoice', 'credit')}
          </Button>
        )}
      </div>
      <FieldGroups
        schema={customerInvoiceRow}
        resource="customerInvoice"
        row={invoice}
        groups={[
          {
            title: t('finance.groupIssue'),
            fields: [
              ...(['kind', 'state', 'companyId', 'customerId', 'invoiceDate', 'supplyDate'] as const),
              ...(['dueDate', 'buyerReference', 'billNos', 'precedingNo', 'reason', 'openAmount'] as const),
              'eInvoiceState',
            ],
          },
        ]}
      />
      <h2>{t('finance.invoiceLines')}</h2>
      <InvoiceLines lines={invoice.lines} currency={invoice.currency} />
      <InvoiceTotals of={invoice} />
      <h2>{speech.label('buyer')}</h2>
      <p>
        {PARTIES.flatMap((name) => Object.entries(invoice.buyer).filter(([field]) => field === name))
          .flatMap(([, value]) => value ?? [])
          .join(' · ')}
      </p>
      {result}
      {sending && <SendInvoice invoice={invoice} onClose={() => setSending(false)} />}
      {printed && <PdfPreview title={invoiceNo} file={fileOf('pdf')} onClose={() => setPrinted(false)} />}
    </div>
  );
}
