import { Callout, FormGroup } from '@blueprintjs/core';
import { type BillCustomer, billCustomerApi, type StatementSent } from '@contract/finance/billCustomer';
import { LANGUAGES, type Language } from '@contract/limits';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { LetterForm } from '../../../resource/LetterForm';
import { ChoiceSelect } from '../../../ui/Choices';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

const written = billCustomerApi.send.body.pick({
  ...{ toEmails: true, ccEmails: true, subject: true, text: true, attachXlsx: true },
});

/** Form that sends the statement of an account by email, prefilled and editable. */
export function SendStatement(props: { account: BillCustomer; period: string; onClose: () => void }) {
  const { account, period, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<Language | null>(null);
  const statement = { customerId: account.customerId, currency: account.currency, period };
  const { data, error, retry } = usePart(
    read('billCustomer', 'mail', { query: { ...statement, ...(chosen ? { language: chosen } : {}) } }),
  );
  return (
    <SidePanel
      isOpen
      width={640}
      title={`${t('common.sendByEmail')}: ${account.statementNo}`}
      onClose={onClose}
    >
      {error && !data && <NotLoaded error={error} onRetry={retry} />}
      {data ? (
        <>
          <SentBefore sent={data.sent} />
          <FormGroup
            label={t('finance.sendLanguage')}
            labelFor={id}
            helperText={t('finance.sendLanguageHint')}
          >
            <ChoiceSelect
              id={id}
              value={data.language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onChange={setChosen}
            />
          </FormGroup>
          <LetterForm
            key={data.language}
            resource="billCustomer"
            schema={written}
            files={['attachXlsx']}
            initial={{
              ...{ toEmails: data.toEmails, ccEmails: data.ccEmails, subject: data.subject, text: data.text },
              attachXlsx: false,
            }}
            draft={`statement/${account.id}/${period}/${data.language}`}
            send={(values, key) =>
              client.billCustomer.send(
                { body: { ...values, ...statement, language: data.language } },
                { key },
              )
            }
            onSent={() => {
              notify({ text: t('finance.statementSent', { no: account.statementNo }), intent: 'success' });
              void refreshBooks();
              onClose();
            }}
            onCancel={onClose}
          />
        </>
      ) : (
        !error && <Skeleton lines={10} />
      )}
    </SidePanel>
  );
}

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', cn: '中文' };

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
