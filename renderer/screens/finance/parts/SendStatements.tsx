import { Button, Callout, Checkbox, HTMLTable } from '@blueprintjs/core';
import type { BillCustomer } from '@contract/finance/billCustomer';
import { MAX_STATEMENTS } from '@contract/limits';
import type { BulkAnswer } from '@contract/resource';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { notifyFailed } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

/**
 * Sends the statements of several accounts with their default texts, in batches that leave the server time for others;
 * lists those sent before first. Can be stopped between two batches, and resumes at a batch that has failed.
 */
export function SendStatements(props: {
  accounts: readonly BillCustomer[];
  period: string;
  onAnswer: (answer: BulkAnswer) => void;
  onClose: () => void;
}) {
  const { accounts, period, onAnswer, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const keys = useRef(new Map<number, string>());
  const [attachXlsx, setAttachXlsx] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  const answer = useRef<BulkAnswer>({ ok: 0, failed: [] });
  const before = accounts.filter(({ statementSentAt }) => statementSentAt !== null);
  const send = async () => {
    setBusy(true);
    stopped.current = false;
    try {
      for (let at = done; at < accounts.length && !stopped.current; at += MAX_STATEMENTS) {
        const ids = accounts.slice(at, at + MAX_STATEMENTS).map(({ id }) => id);
        // A batch that is repeated because its response was lost uses the same key.
        const key = keys.current.get(at) ?? crypto.randomUUID();
        keys.current.set(at, key);
        const part = await client.billCustomer.sendMany({ body: { period, ids, attachXlsx } }, { key });
        answer.current.ok += part.ok;
        answer.current.failed.push(...part.failed);
        setDone(at + ids.length);
      }
      onAnswer(answer.current);
    } catch (error) {
      notifyFailed(error);
      setBusy(false);
    }
    await refreshBooks();
  };
  return (
    <AppDialog
      wide={before.length > 0}
      title={t('finance.sendStatements', { count: accounts.length })}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              if (busy) stopped.current = true;
              else onClose();
            }}
          >
            {t(busy ? 'finance.stopSending' : 'common.cancel')}
          </Button>
          <BusyButton intent="primary" busy={busy} onClick={() => void send()}>
            {t('common.send')}
          </BusyButton>
        </>
      }
    >
      <p>{t('finance.sendStatementsDetail')}</p>
      <Checkbox
        checked={attachXlsx}
        label={speech.label('attachXlsx')}
        disabled={busy || done > 0}
        onChange={() => {
          // Different content needs new keys.
          keys.current.clear();
          setAttachXlsx(!attachXlsx);
        }}
      />
      {(busy || done > 0) && <p role="status">{t('finance.sentSoFar', { done, count: accounts.length })}</p>}
      {before.length > 0 && (
        <Callout compact intent="warning" title={t('finance.sentBeforeSome', { count: before.length })}>
          <HTMLTable compact>
            <tbody>
              {before.map(({ id, statementNo, statementSentAt, statementSentTo }) => (
                <tr key={id}>
                  <td>{statementNo}</td>
                  <td>{statementSentAt && ownTime(statementSentAt)}</td>
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
