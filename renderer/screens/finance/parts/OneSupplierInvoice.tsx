import { Button, Callout, HTMLTable } from '@blueprintjs/core';
import {
  type SupplierInvoice,
  supplierInvoiceMachine,
  supplierInvoiceRow,
} from '@contract/finance/supplierInvoiceRow';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { useSaveFile } from '../../../app/useSaveFile';
import { Loaded } from '../../../resource/Answered';
import { FieldGroups } from '../../../resource/DetailScreen';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';
import { useMoney } from '../../shared/finance/Totals';
import { addInvoiceFile } from './addInvoiceFile';
import { LineAudit } from './LineAudit';

const FIELDS = [
  ...(['invoiceNo', 'supplierId', 'ownCompanyId', 'credit', 'invoiceDate', 'dueDate', 'netAmount'] as const),
  ...(['taxAmount', 'grossAmount', 'costAmount', 'iban', 'billNos', 'createdBy', 'createdAt'] as const),
  ...(['fileName', 'fileKept', 'fileHash'] as const),
];

/** A supplier's invoice with its lines, the costs made of it, and its file. */
export function OneSupplierInvoice({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const answer = usePart(read('supplierInvoice', 'get', { params: { id } }));
  return (
    <SidePanel
      isOpen
      width={900}
      title={answer.data?.invoiceNo ?? t('finance.supplierInvoices')}
      onClose={onClose}
    >
      <Loaded answer={answer} lines={8}>
        {(data) => <Shown invoice={data} />}
      </Loaded>
    </SidePanel>
  );
}

function Shown({ invoice }: { invoice: SupplierInvoice }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const saveFile = useSaveFile('open');
  const { id, state, fileName, fileKept } = invoice;
  const maySave = useServed('supplierInvoice.file');
  const mayAudit = useServed('supplierInvoice.audit');
  const mayAdd = useAllowed(permit('finance.cost.edit'), 'supplierInvoice.keepFile');
  const save = () => saveFile({ call: 'supplierInvoice.file', input: { params: { id } }, name: fileName });
  const canAdd = mayAdd && refusalOf(supplierInvoiceMachine, 'addFile', invoice) === undefined;
  return (
    <div className="fc-books">
      <div className="fc-list-head">
        <StateTag tone={toneOf(supplierInvoiceMachine.states, state)}>
          {speech.state('supplierInvoice', state)}
        </StateTag>
        {maySave && fileKept && <Button onClick={() => void save()}>{t('finance.saveInvoiceFile')}</Button>}
        {canAdd && (
          <Button onClick={() => void addInvoiceFile(t, id)}>
            {speech.action('supplierInvoice', 'addFile')}
          </Button>
        )}
      </div>
      {state !== 'recorded' && (
        <Callout compact intent="warning">
          {t(state === 'void' ? 'finance.invoiceVoid' : 'finance.invoiceChanged')}
        </Callout>
      )}
      {!fileKept && (
        <Callout compact intent="warning">
          {t('finance.invoiceFileMissing', { name: fileName })}
        </Callout>
      )}
      <FieldGroups
        schema={supplierInvoiceRow}
        resource="supplierInvoice"
        row={invoice}
        groups={[{ title: t('finance.groupSupplierInvoice'), fields: FIELDS }]}
      />
      <h2>{t('finance.invoiceLines')}</h2>
      <Lines invoice={invoice} />
      {mayAudit && (
        <>
          <h2>{t('finance.auditTitle')}</h2>
          <Audit id={id} />
        </>
      )}
      <h2>{t('finance.invoiceCosts')}</h2>
      <Costs id={id} />
    </div>
  );
}

/** The lines as the file has them. */
function Lines({ invoice: { lines, currency } }: { invoice: SupplierInvoice }) {
  const speech = useSpeech();
  const money = useMoney();
  const label = (field: string) => speech.label(field, 'supplierInvoiceLine');
  return (
    <div className="fc-money-table">
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{label('no')}</th>
            <th>{label('text')}</th>
            <th>{label('bills')}</th>
            <th>{speech.label('feeCategory')}</th>
            <th className="fc-amount">{speech.label('quantity')}</th>
            <th className="fc-amount">{speech.label('unitPrice')}</th>
            <th className="fc-amount">{speech.label('netAmount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.no}>
              <td>{line.no}</td>
              <td>{line.text}</td>
              <td>{line.bills.join(', ')}</td>
              <td>{line.feeCategory}</td>
              <td className="fc-amount">
                {[line.billedQuantity, line.billedUnit].filter((part) => part !== null).join(' ')}
              </td>
              <td className="fc-amount">{line.billedPrice}</td>
              <td className="fc-amount">{money(line.netAmount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** The comparison of each line with what happened, as it is known now. */
function Audit({ id }: { id: number }) {
  const { t } = useTranslation();
  const answer = usePart(read('supplierInvoice', 'audit', { params: { id } }));
  return (
    <Loaded answer={answer} lines={3}>
      {({ lines }) =>
        lines.map((line) => (
          <div key={line.no}>
            <b>{t('finance.invoiceLine', { no: line.no })}</b> <LineAudit line={line} />
          </div>
        ))
      }
    </Loaded>
  );
}

/** The costs that are parts of the invoice, each with its bill. */
function Costs({ id }: { id: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const navigate = useNavigate();
  const answer = usePart(read('billCost', 'list', { query: { supplierInvoiceId: [id], pageSize: 500 } }));
  return (
    <Loaded answer={answer} lines={3}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="fc-muted">{t('finance.invoiceCostsNone')}</p>
        ) : (
          <div className="fc-money-table">
            <HTMLTable compact striped>
              <thead>
                <tr>
                  <th>{speech.label('costNo')}</th>
                  <th>{speech.label('state', 'billCost')}</th>
                  <th>{speech.label('billNo')}</th>
                  <th>{speech.label('invoiceLineNo')}</th>
                  <th className="fc-amount">{speech.label('netAmount')}</th>
                  <th className="fc-amount">{speech.label('grossAmount')}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((cost) => (
                  <tr key={cost.id}>
                    <td>{cost.costNo}</td>
                    <td>
                      {cost.estimated ? speech.label('estimated') : speech.state('billCost', cost.state)}
                      {cost.reversed || cost.reversesId !== null ? ` · ${t('finance.reversedLine')}` : ''}
                    </td>
                    <td>
                      <Button
                        size="small"
                        variant="minimal"
                        text={`${cost.billNo}/${cost.batchNo}`}
                        onClick={() => navigate(billPath(cost.billId, 'books'))}
                      />
                    </td>
                    <td>{cost.invoiceLineNo}</td>
                    <td className="fc-amount">{money(cost.amount, cost.currency)}</td>
                    <td className="fc-amount">{money(cost.grossAmount, cost.currency)}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </div>
        )
      }
    </Loaded>
  );
}
