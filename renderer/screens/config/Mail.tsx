import { NotLoaded } from '../../resource/Answered';
import '../shared/config/mail.css';
import { Button, Callout, MenuItem } from '@blueprintjs/core';
import { type Mail, type MailSettings, mailMachine, mailRow } from '@contract/mail/mail';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useData, usePart } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import type { ColumnChoice } from '../../resource/columns';
import { OutgoingHead, OutgoingList, type ResendAction } from '../../resource/OutgoingList';
import { type Fact, Facts } from '../../ui/Facts';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { causeOf } from '../shared/config/mailCause';
import { MailServerForm } from './parts/MailServerForm';
import { MailTest } from './parts/MailTest';

const FILTERS = ['state', 'objectType', 'objectNo', 'subject', 'createdAt'] as const;
const edit = permit('config.mail.edit');

/** Saves a mail as a file, for a mail program to send. */
function useSaveEml(): (id: number) => Promise<void> {
  const saveFile = useSaveFile('showInFolder');
  return (id) => saveFile({ call: 'mail.eml', input: { params: { id } }, name: `mail-${id}.eml` });
}

const again: ResendAction<Pick<Mail, 'state'>, Mail['state'], 'resend'> = {
  machine: mailMachine,
  action: 'resend',
};

const columns: readonly ColumnChoice<Mail>[] = [
  { name: 'createdAt', width: 140 },
  'state',
  { name: 'toEmails', width: 220 },
  { name: 'subject', width: 340 },
  { name: 'objectType', width: 120 },
  { name: 'objectNo', width: 210 },
  { name: 'error', width: 260 },
  { name: 'attempts', width: 90 },
  { name: 'nextAt', width: 140 },
  { name: 'sentAt', width: 140 },
  { name: 'ccEmails', width: 180, hidden: true },
  { name: 'fileCount', hidden: true },
  { name: 'answer', width: 260, hidden: true },
  { name: 'createdBy', hidden: true },
];

/** Outbox: all emails that the product sends, with their states, and the mail server. */
export default function MailOutbox() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(edit);
  const saveEml = useSaveEml();
  return (
    <OutgoingList
      group="mail"
      label={speech.words.menu['config.mail']}
      row={mailRow}
      columns={columns}
      filters={FILTERS}
      again={again}
      send={(chosen) => client.mail.resend({ body: chosen })}
      done={(count) => t('mail.resendDone', { count })}
      empty={{ title: t('common.noEmails'), detail: t('mail.emptyDetail') }}
      title={speech.words.choices.logObject.mail}
      one={(id, onAgain) => <OneMail id={id} onAgain={onAgain} />}
      more={({ id }) => <MenuItem text={t('mail.saveEml')} onClick={() => void saveEml(id)} />}
      head={<Server mayEdit={mayEdit} />}
    />
  );
}

/** The mail server, with buttons to change and to test it. */
function Server({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<MailSettings | null>(null);
  const [testing, setTesting] = useState(false);
  const data = useData(read('mail', 'settings'));
  if (!data) return null;
  const { host, port, fromAddress } = data;
  return (
    <Callout compact intent={host ? 'none' : 'warning'} icon={null} className="fc-mail-server">
      <p>{host ? t('mail.serverSet', { host, port, from: fromAddress ?? '' }) : t('mail.serverNone')}</p>
      {mayEdit && host && <Button onClick={() => setTesting(true)}>{t('mail.test')}</Button>}
      {mayEdit && (
        <Button intent={host ? 'none' : 'primary'} onClick={() => setEditing(data)}>
          {t(host ? 'common.change' : 'mail.serverSetUp')}
        </Button>
      )}
      <SidePanel
        isOpen={editing !== null}
        width={440}
        title={t('mail.serverTitle')}
        onClose={() => setEditing(null)}
      >
        {editing && <MailServerForm settings={editing} onDone={() => setEditing(null)} />}
      </SidePanel>
      {testing && <MailTest onClose={() => setTesting(false)} />}
    </Callout>
  );
}

/** One email: its state, its recipients, and its text. */
function OneMail({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const saveEml = useSaveEml();
  const { data, error, retry } = usePart({
    ...read('mail', 'get', { params: { id } }),
    refetchInterval: 2000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const facts: readonly Fact[] = [
    [speech.label('toEmails'), data.toEmails.join(', ')],
    [speech.label('ccEmails'), data.ccEmails.join(', ')],
    [t('common.attachments'), data.files.join(', ')],
    [speech.label('error'), causeOf(speech, data)],
  ];
  return (
    <div className="fc-wire-detail">
      <OutgoingHead title={data.subject} row={data} again={again} onAgain={onAgain}>
        <Button onClick={() => void saveEml(id)}>{t('mail.saveEml')}</Button>
      </OutgoingHead>
      <Facts of={facts.filter(([, value]) => value)} />
      <h4>{t('mail.text')}</h4>
      <pre className="fc-mail-text">{data.text}</pre>
    </div>
  );
}
