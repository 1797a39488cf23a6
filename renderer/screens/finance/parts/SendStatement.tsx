import { Callout } from '@blueprintjs/core';
import { type BillCustomer, billCustomerApi, type StatementSent } from '@contract/finance/billCustomer';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { LetterForm } from '../../../resource/LetterForm';
import { notify } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';
import { SendPanel } from './SendPanel';

const written = billCustomerApi.send.body.pick({
  ...{ toEmails: true, ccEmails: true, subject: true, text: true, attachXlsx: true },
});

/** Form that sends the statement of an account by email, prefilled and editable. */
export function SendStatement(props: { account: BillCustomer; period: string; onClose: () => void }) {
  const { account, period, onClose } = props;
  const { t } = useTranslation();
  const statement = { customerId: account.customerId, currency: account.currency, period };
  return (
    <SendPanel
      no={account.statementNo}
      languageLabel={t('finance.sendLanguage')}
      proposal={(language) =>
        read('billCustomer', 'mail', { query: { ...statement, ...(language ? { language } : {}) } })
      }
      head={({ sent }) => <SentBefore sent={sent} />}
      onClose={onClose}
    >
      {({ language, toEmails, ccEmails, subject, text }) => (
        <LetterForm
          key={language}
          resource="billCustomer"
          schema={written}
          files={['attachXlsx']}
          initial={{ toEmails, ccEmails, subject, text, attachXlsx: false }}
          draft={`statement/${account.id}/${period}/${language}`}
          send={(values, key) =>
            client.billCustomer.send({ body: { ...values, ...statement, language } }, { key })
          }
          onSent={() => {
            notify({ text: t('finance.statementSent', { no: account.statementNo }), intent: 'success' });
            void refreshBooks();
            onClose();
          }}
          onCancel={onClose}
        />
      )}
    </SendPanel>
  );
}

/** Times and recipients of earlier sends of a statement. */
function SentBefore({ sent }: { sent: readonly StatementSent[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  if (sent.length === 0) return null;
  return (
    <Callout compact intent="warning" title={t('finance.sentBefore')} className="fc-sent-before">
      {sent.slice(0, 5).map(({ sentAt, toEmails, ccEmails, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read-only
        <div key={index}>
          {ownTime(sentAt)} · {[...toEmails, ...ccEmails].join(', ')} · {speech.state('mail', state)}
        </div>
      ))}
    </Callout>
  );
}
