import { Button, Callout, Checkbox, HTMLTable } from '@blueprintjs/core';
import type { BillCustomer } from '@contract/finance/billCustomer';
import type { BulkAnswer } from '@contract/resource';
import { formatInstant } from '@contract/rules/zonedTime';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { AppDialog } from '../../../ui/AppDialog';
import { notifyFailed } from '../../../ui/toaster';
import { refreshBooks } from './useBooks';

/** Sends the statements of accounts at once, each as it would be proposed; those sent before are named first. */
export function SendStatements(props: {
  accounts: readonly BillCustomer[];
  period: string;
  onAnswer: (answer: BulkAnswer) => void;
  onClose: () => void;
}) {
  const { accounts, period, onAnswer, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const key = useRef(crypto.randomUUID());
  const [attachXlsx, setAttachXlsx] = useState(false);
  const [busy, setBusy] = useState(false);
  const before = accounts.filter(({ statementSentAt }) => statementSentAt !== null);
  const send = async () => {
    setBusy(true);
    try {
      const ids = accounts.map(({ id }) => id);
      onAnswer(
        await client.billCustomer.sendMany({ body: { period, ids, attachXlsx } }, { key: key.current }),
      );
      await refreshBooks();
    } catch (error) {
      notifyFailed(error);
      setBusy(false);
    }
  };
  return (
    <AppDialog
      wide={before.length > 0}
      title={t('finance.sendStatements', { count: accounts.length })}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button intent="primary" loading={busy} onClick={() => void send()}>
            {t('mail.sendNow')}
          </Button>
        </>
      }
    >
      <p>{t('finance.sendStatementsDetail')}</p>
      <Checkbox
        checked={attachXlsx}
        label={speech.label('attachXlsx')}
        onChange={() => {
          // Another content is another request.
          key.current = crypto.randomUUID();
          setAttachXlsx(!attachXlsx);
        }}
      />
      {before.length > 0 && (
        <Callout compact intent="warning" title={t('finance.sentBeforeSome', { count: before.length })}>
          <HTMLTable compact>
            <tbody>
              {before.map(({ id, statementNo, statementSentAt, statementSentTo }) => (
                <tr key={id}>
                  <td>{statementNo}</td>
                  <td>{statementSentAt && formatInstant(statementSentAt, ownZone)}</td>
                  <td>{statementSentTo.join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </Callout>
      )}
    </AppDialog>
  );
}
