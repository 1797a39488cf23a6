import { usePart } from '../../api/unshownFailures';
import { NotLoaded } from '../../resource/Answered';
import '../shared/config/mail.css';
import { MenuItem } from '@blueprintjs/core';
import { alertMachine, type MonitorRecord, monitorRecordRow } from '@contract/monitor/monitorRecord';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import type { ColumnChoice } from '../../resource/columns';
import { OutgoingHead, OutgoingList, type ResendAction } from '../../resource/OutgoingList';
import { type Fact, Facts } from '../../ui/Facts';
import { Skeleton } from '../../ui/Loading';
import { billPath } from '../shared/bill/billPath';
import { listOf } from '../shared/business/documents';
import { causeOf } from '../shared/config/mailCause';

const FILTERS = ['status', 'event', 'configId', 'objectType', 'objectNo', 'triggeredAt'] as const;

const again: ResendAction<Pick<MonitorRecord, 'status' | 'mailId'>, MonitorRecord['status'], 'resend'> = {
  machine: alertMachine,
  action: 'resend',
};

const columns: readonly ColumnChoice<MonitorRecord>[] = [
  { name: 'triggeredAt', width: 140 },
  'status',
  { name: 'event', width: 160 },
  { name: 'objectType', width: 120 },
  { name: 'objectNo', width: 210 },
  { name: 'configId', width: 235 },
  { name: 'subject', width: 280 },
  { name: 'toEmails', width: 220 },
  { name: 'sentAt', width: 140 },
  { name: 'endedAt', width: 140 },
  { name: 'error', width: 260 },
  { name: 'attempts', width: 90, hidden: true },
  { name: 'ccEmails', width: 180, hidden: true },
];

/** Returns the path of an alert's object; null if it has none. */
function placeOf({ objectType, objectId, billId }: MonitorRecord): string | null {
  if (objectType === 'fileJob') return `/bill/files?id=${objectId}`;
  if (objectType === 'apiPush') return `/bill/api_push?id=${objectId}`;
  if (objectType === 'ioss') return '/config/ioss';
  if (objectType === 'standardQuote' || objectType === 'contract')
    return `${listOf[objectType]}/detail/${objectId}`;
  return billId === null ? null : billPath(billId);
}

/** List of alerts, with their recipients and whether the email arrived. */
export default function AlertRecords() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayMail = useAllowed(permit('config.mail.view'));
  return (
    <OutgoingList
      group="monitorRecord"
      label={t('monitor.recordTitle')}
      order="-triggeredAt"
      row={monitorRecordRow}
      columns={columns}
      filters={FILTERS}
      again={again}
      send={(chosen) => client.monitorRecord.resend({ body: chosen })}
      done={(count) => t('monitor.resendDone', { count })}
      empty={{ title: t('monitor.recordsEmpty'), detail: t('monitor.recordsEmptyDetail') }}
      one={(id, onAgain) => <AlertRecord id={id} onAgain={onAgain} />}
      more={({ mailId }) =>
        mayMail &&
        mailId !== null && (
          <MenuItem text={t('monitor.openMail')} onClick={() => navigate(`/config/mail?id=${mailId}`)} />
        )
      }
    />
  );
}

/** One alert: its object, its start, and its email. */
function AlertRecord({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayMail = useAllowed(permit('config.mail.view'));
  const { data, error, retry } = usePart({
    ...read('monitorRecord', 'get', { params: { id } }),
    refetchInterval: 2000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const place = placeOf(data);
  const facts: readonly Fact[] = [
    [speech.label('triggeredAt'), ownTime(data.triggeredAt)],
    [speech.label('endedAt'), data.endedAt ? ownTime(data.endedAt) : t('monitor.still')],
    [speech.label('toEmails'), data.toEmails.join(', ')],
    [speech.label('ccEmails'), data.ccEmails.join(', ')],
    [speech.label('sentAt'), data.sentAt && ownTime(data.sentAt)],
    [speech.label('attempts'), data.mailId === null ? '' : String(data.attempts)],
    [speech.label('error'), causeOf(speech, data)],
  ];
  return (
    <div className="fc-wire-detail">
      <OutgoingHead
        title={speech.choice('alertEvent', data.event)}
        row={data}
        again={again}
        onAgain={onAgain}
      />
      <p>
        {speech.choice('alertObject', data.objectType)}{' '}
        {place ? <Link to={place}>{data.objectNo}</Link> : data.objectNo}
      </p>
      <Facts of={facts.filter(([, value]) => value)} />
      {data.mailId === null ? (
        <p className="fc-muted">{t('monitor.waits')}</p>
      ) : (
        <>
          <h4>{data.subject}</h4>
          <pre className="fc-mail-text">{data.text}</pre>
          {mayMail && (
            <p>
              <Link to={`/config/mail?id=${data.mailId}`}>{t('monitor.openMail')}</Link>
            </p>
          )}
        </>
      )}
    </div>
  );
}
