import { usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import '../../shared/warehouse/warehouse.css';
import { Button, HTMLTable, NonIdealState } from '@blueprintjs/core';
import type { CmrDetail } from '@contract/linehaul/cmr';
import { type CmrMail, cmrMailMachine, cmrMailStates } from '@contract/linehaul/cmrMail';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useSaveFile } from '../../../app/useSaveFile';
import { ownTime } from '../../../app/zone';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { causeOf } from '../../shared/config/mailCause';

const COLUMNS = ['dueAt', 'state', 'trigger', 'toEmails', 'subject'] as const;

/** Sent and scheduled emails of a note. */
export function CmrMails({ cmr }: { cmr: CmrDetail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart({
    ...read('cmrMail', 'list', { params: { id: cmr.id } }),
    // Emails under way finish without user action.
    refetchInterval: 3000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={6} />;
  if (data.length === 0)
    return <NonIdealState title={t('cmr.mailsNone')} description={t('cmr.mailsNoneDetail')} />;
  return (
    <div className="fc-wide-table">
      <HTMLTable compact striped className="fc-trip-table" aria-label={t('cmr.mails')}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name}>{speech.label(name, 'cmrMail')}</th>
            ))}
            <th>{t('common.attachments')}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {data.map((mail) => (
            <tr key={mail.id}>
              <td>{ownTime(mail.dueAt)}</td>
              <td>
                <StateTag tone={toneOf(cmrMailStates, mail.state)}>
                  {speech.state('cmrMail', mail.state)}
                </StateTag>
                <SendingResult mail={mail} />
              </td>
              <td>
                {speech.choice('cmrTrigger', mail.trigger)}
                {mail.configName && <div className="fc-muted">{mail.configName}</div>}
              </td>
              <td>
                {mail.toEmails.join(', ')}
                {mail.ccEmails.length > 0 && (
                  <div className="fc-muted">
                    {speech.pair(speech.label('ccEmails'), mail.ccEmails.join(', '))}
                  </div>
                )}
              </td>
              <td>{mail.subject}</td>
              <td>
                {mail.files.map((name) => (
                  <div key={name}>{name}</div>
                ))}
              </td>
              <td>
                <Doings cmr={cmr} mail={mail} />
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** Time of sending, or the reason why it was not sent. */
function SendingResult({ mail }: { mail: CmrMail }) {
  const speech = useSpeech();
  const cause = mail.fault
    ? [speech.choice('cmrMailFault', mail.fault), mail.answer].filter(Boolean).join(': ')
    : mail.error && causeOf(speech, mail);
  return (
    <>
      {mail.sentAt && <div className="fc-muted">{ownTime(mail.sentAt)}</div>}
      {cause && <div className="fc-late">{cause}</div>}
    </>
  );
}

function Doings({ cmr, mail }: { cmr: CmrDetail; mail: CmrMail }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('bill.cmr.edit'));
  const saveFile = useSaveFile('showInFolder');
  const params = { id: cmr.id, mailId: mail.id };
  const may = (action: 'again' | 'remove') => mayEdit && !refusalOf(cmrMailMachine, action, mail);
  const run = async (action: 'again' | 'remove') => {
    try {
      await client.cmrMail[action]({ params });
      notify({
        text: t('common.actionDone', { action: speech.action('cmrMail', action), no: mail.subject }),
        intent: 'success',
      });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'cmrMail');
  };
  const put = mail.state !== 'waiting' && mail.fault === null;
  return (
    <div className="fc-cmr-doings">
      {(['again', 'remove'] as const).map(
        (action) =>
          may(action) && (
            <Button
              key={action}
              size="small"
              aria-label={`${speech.action('cmrMail', action)}: ${mail.subject}`}
              onClick={() => void run(action)}
            >
              {speech.action('cmrMail', action)}
            </Button>
          ),
      )}
      {put && (
        <Button
          size="small"
          aria-label={`${t('mail.saveEml')}: ${mail.subject}`}
          onClick={() =>
            void saveFile({ call: 'cmrMail.eml', input: { params }, name: `${cmr.cmrNo}-${mail.id}.eml` })
          }
        >
          {t('mail.saveEml')}
        </Button>
      )}
    </div>
  );
}
