import '../shared/config/mail.css';
import { Button, Callout } from '@blueprintjs/core';
import {
  type EInvoice,
  type EInvoiceSettings,
  eInvoiceMachine,
  eInvoiceRow,
} from '@contract/finance/eInvoice';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData, usePart } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import { NotLoaded } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { OutgoingHead, OutgoingList, type ResendAction } from '../../resource/OutgoingList';
import { type Fact, Facts } from '../../ui/Facts';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { Wire } from '../shared/bill/Wire';
import { AccessPointForm } from './parts/AccessPointForm';

const FILTERS = ['state', 'customerId', 'invoiceNo', 'error', 'createdAt'] as const;

const again: ResendAction<Pick<EInvoice, 'state'>, EInvoice['state'], 'resend'> = {
  machine: eInvoiceMachine,
  action: 'resend',
};

const columns: readonly ColumnChoice<EInvoice>[] = [
  { name: 'createdAt', width: 140 },
  { name: 'invoiceNo', width: 170 },
  'state',
  { name: 'customerId', width: 110 },
  { name: 'receiver', width: 180 },
  { name: 'error', width: 300 },
  { name: 'answer', width: 260 },
  { name: 'attempts', width: 90 },
  { name: 'nextAt', width: 140 },
  { name: 'handedOverAt', width: 140 },
  { name: 'deliveredAt', width: 140 },
  { name: 'route', hidden: true },
  { name: 'messageNo', hidden: true },
  { name: 'createdBy', hidden: true },
];

/** Invoices on their way to customers as data, how far each has come, and the access point. */
export default function EInvoices() {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <OutgoingList
      group="eInvoice"
      label={speech.words.menu['finance.eInvoice']}
      row={eInvoiceRow}
      columns={columns}
      filters={FILTERS}
      again={again}
      send={(chosen) => client.eInvoice.resend({ body: chosen })}
      done={(count) => t('finance.eInvoicesAgain', { count })}
      empty={{ title: t('finance.eInvoicesNone'), detail: t('finance.eInvoicesEmpty') }}
      title={speech.label('eInvoiceState', 'customerInvoice')}
      one={(id, onAgain) => <OneEInvoice id={id} onAgain={onAgain} />}
      head={<Point />}
    />
  );
}

/** The access point that is set up, with a button to change it. */
function Point() {
  const { t } = useTranslation();
  const mayEdit = useAllowed(permit('finance.eInvoice.edit'), 'eInvoice.saveSettings');
  const [editing, setEditing] = useState<EInvoiceSettings | null>(null);
  const data = useData(read('eInvoice', 'settings'));
  if (!data) return null;
  const { route, address } = data;
  const isSet = route !== 'none';
  return (
    <Callout compact intent={isSet ? 'none' : 'warning'} icon={null} className="fc-mail-server">
      <p>
        {route === 'https'
          ? t('finance.pointSet', { address })
          : t(route === 'folder' ? 'finance.pointSetFolder' : 'finance.pointNone')}
      </p>
      {mayEdit && (
        <Button intent={isSet ? 'none' : 'primary'} onClick={() => setEditing(data)}>
          {t(isSet ? 'common.change' : 'finance.pointSetUp')}
        </Button>
      )}
      <SidePanel
        isOpen={editing !== null}
        width={440}
        title={t('finance.pointTitle')}
        onClose={() => setEditing(null)}
      >
        {editing && <AccessPointForm settings={editing} onDone={() => setEditing(null)} />}
      </SidePanel>
    </Callout>
  );
}

/** One invoice on its way: how far it has come, and what is handed over. */
function OneEInvoice({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart({
    ...read('eInvoice', 'get', { params: { id } }),
    refetchInterval: 2000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const label = (name: string) => speech.label(name, 'eInvoice');
  const time = (at: string | null) => at && ownTime(at);
  const facts: readonly Fact[] = [
    [label('receiver'), data.receiver],
    [label('handedOverAt'), time(data.handedOverAt)],
    [label('deliveredAt'), time(data.deliveredAt)],
    [label('error'), data.error && speech.choice('eInvoiceError', data.error)],
    [label('answer'), data.answer],
    [label('nextAt'), time(data.nextAt)],
    [label('messageNo'), data.messageNo],
  ];
  return (
    <div className="fc-wire-detail">
      <OutgoingHead title={data.invoiceNo} row={data} again={again} onAgain={onAgain} />
      <Facts of={facts.filter(([, value]) => value)} />
      <h4>{t('finance.eInvoiceContent')}</h4>
      <Wire text={data.content} />
    </div>
  );
}
