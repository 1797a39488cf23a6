import './parts/mail.css';
import '../bill/parts/wire.css';
import { Button, Callout, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { explain } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { type Mail, type MailSettings, mailMachine, mailRow, mailStates } from '@contract/mail/mail';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, keepRows, queryClient, read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useLanguage, useSpeech } from '../../app/language';
import { useSaveFile } from '../../app/useSaveFile';
import { BulkResult } from '../../resource/BulkResult';
import { ChosenBar } from '../../resource/ChosenBar';
import { ColumnsMenu } from '../../resource/ColumnsMenu';
import { columnsOf } from '../../resource/columns';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { chosenCount, NONE, type Selection } from '../../resource/selection';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag } from '../../ui/StateTag';
import { notify } from '../../ui/toaster';
import { MailServerForm } from './parts/MailServerForm';
import { MailTest } from './parts/MailTest';
import { causeOf } from './parts/mailCause';

const FILTERS = ['state', 'objectType', 'objectNo', 'subject', 'createdAt'] as const;
const edit = permit('config.mail.edit');

/** Saves a mail as a file, for a mail program to send. */
function useSaveEml(): (id: number) => Promise<void> {
  const saveFile = useSaveFile('showInFolder');
  return (id) => saveFile({ call: 'mail.eml', input: { params: { id } }, name: `mail-${id}.eml` });
}

/** The outbox: all that the product sends, where it stands, and the server it goes through. */
export default function MailOutbox() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const [sort, setSort] = useKept('sort', '-createdAt');
  const [selection, setSelection] = useState<Selection>(NONE);
  const [opened, setOpened] = useState<number | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const mayEdit = useAllowed(edit);
  const saveEml = useSaveEml();
  const columns = useMemo(
    () =>
      columnsOf<Mail>(
        mailRow,
        [
          { name: 'createdAt', width: 140 },
          'state',
          { name: 'toEmails', width: 220 },
          { name: 'subject', width: 280 },
          { name: 'objectType', width: 120 },
          { name: 'objectNo', width: 160 },
          { name: 'error', width: 260 },
          { name: 'attempts', width: 90 },
          { name: 'nextAt', width: 140 },
          { name: 'sentAt', width: 140 },
          { name: 'ccEmails', width: 180, hidden: true },
          { name: 'fileCount', hidden: true },
          { name: 'answer', width: 260, hidden: true },
          { name: 'createdBy', hidden: true },
        ],
        { sorts: ['createdAt'], label: (field) => speech.label(field, 'mail') },
      ),
    [speech],
  );
  const rows = useRows<Mail>((page, pageSize) => ({
    ...read('mail', 'list', { query: { ...asked, sort: sort || '-createdAt', page, pageSize } }),
    ...keepRows,
    // What is on its way comes to its end without anybody's doing.
    refetchInterval: 5000,
  }));
  const resend = async (ids: number[]) => {
    try {
      const came = await client.mail.resend({ body: { ids } });
      if (came.failed.length > 0) setAnswer(came);
      else notify({ text: t('mail.resendDone', { count: came.ok }), intent: 'success' });
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
    }
    setSelection(NONE);
    await invalidate(queryClient, 'mail');
  };
  const ids = selection === 'matching' ? [] : ([...selection.ids] as number[]);
  return (
    <section className="fc-list">
      <Server mayEdit={mayEdit} />
      <FilterBar
        schema={mailRow}
        filters={FILTERS}
        resource="mail"
        asked={asked}
        onAsk={setAsked}
        chosen={
          ids.length > 0 && (
            <ChosenBar count={ids.length} onClear={() => setSelection(NONE)}>
              <Button intent="primary" onClick={() => void resend(ids)}>
                {speech.action('mail', 'resend')}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ColumnsMenu list="mail" columns={columns} />
      </FilterBar>
      <RecordTable
        list="mail"
        label={speech.words.menu['config.mail']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-createdAt')}
        {...(mayEdit ? { selection, onSelection: setSelection } : {})}
        onOpen={({ id }) => setOpened(id)}
        actions={(row) => {
          const refused = refusalOf(mailMachine, 'resend', row);
          return (
            <Menu>
              <MenuItem text={t('common.details')} onClick={() => setOpened(row.id)} />
              <MenuItem text={t('mail.saveEml')} onClick={() => void saveEml(row.id)} />
              {mayEdit && (
                <MenuItem
                  text={speech.action('mail', 'resend')}
                  disabled={refused !== undefined}
                  label={refused ? explain(language, refused) : ''}
                  onClick={() => void resend([row.id])}
                />
              )}
            </Menu>
          );
        }}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('mail.empty')} description={t('mail.emptyDetail')} />
          )
        }
        // A list's usual height, less the line of the server above it.
        offset={26}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={chosenCount(selection, rows.total)} />
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={speech.words.choices.logObject.mail}
        onClose={() => setOpened(null)}
      >
        {opened !== null && <OneMail id={opened} onResend={() => void resend([opened])} />}
      </SidePanel>
      {answer && (
        <BulkResult
          action={speech.action('mail', 'resend')}
          answer={answer}
          nameOf={String}
          onClose={() => setAnswer(null)}
        />
      )}
    </section>
  );
}

/** Through which server mail goes, changing it, and trying it. */
function Server({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<MailSettings | null>(null);
  const [testing, setTesting] = useState(false);
  const { data } = useQuery(read('mail', 'settings'));
  if (!data) return null;
  const { host, port, fromAddress } = data;
  return (
    <Callout compact intent={host ? 'none' : 'warning'} icon={null} className="fc-mail-server">
      <p>{host ? t('mail.serverSet', { host, port, from: fromAddress ?? '' }) : t('mail.serverNone')}</p>
      {mayEdit && host && <Button onClick={() => setTesting(true)}>{t('mail.test')}</Button>}
      {mayEdit && (
        <Button intent={host ? 'none' : 'primary'} onClick={() => setEditing(data)}>
          {t(host ? 'mail.serverChange' : 'mail.serverSetUp')}
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

/** One mail: where it stands, to whom, and what it says. */
function OneMail({ id, onResend }: { id: number; onResend: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const mayEdit = useAllowed(edit);
  const saveEml = useSaveEml();
  const { data, error } = useQuery({ ...read('mail', 'get', { params: { id } }), refetchInterval: 2000 });
  if (error) return <NonIdealState title={error.message} />;
  if (!data) return <Skeleton lines={8} />;
  const refused = refusalOf(mailMachine, 'resend', data);
  const facts = [
    [speech.label('toEmails'), data.toEmails.join(', ')],
    [speech.label('ccEmails'), data.ccEmails.join(', ')],
    [t('mail.files'), data.files.join(', ')],
    [speech.label('error'), causeOf(speech, data)],
  ].filter(([, value]) => value);
  return (
    <div className="fc-wire-detail">
      <header>
        <h3>{data.subject}</h3>
        <StateTag tone={mailStates[data.state].tone}>{speech.state('mail', data.state)}</StateTag>
        <span className="fc-spring" />
        <Button onClick={() => void saveEml(id)}>{t('mail.saveEml')}</Button>
        {mayEdit && (
          <Button
            intent="primary"
            disabled={refused !== undefined}
            title={refused ? explain(language, refused) : undefined}
            onClick={onResend}
          >
            {speech.action('mail', 'resend')}
          </Button>
        )}
      </header>
      <dl className="fc-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h4>{t('mail.text')}</h4>
      <pre className="fc-mail-text">{data.text}</pre>
    </div>
  );
}
