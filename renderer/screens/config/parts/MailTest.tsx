import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useDesk } from '../../../app/desk';
import { useSpeech } from '../../../app/language';
import { AppDialog } from '../../../ui/AppDialog';
import { BusyButton } from '../../../ui/BusyButton';
import { causeOf } from '../../shared/config/mailCause';

/** Sends a test email to an address, and shows the result. */
export function MailTest({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { session } = useDesk();
  const [to, setTo] = useState(session.profile?.email ?? '');
  const [sent, setSent] = useState<number | null>(null);
  const [wrong, setWrong] = useState('');
  const address = useRef<HTMLInputElement>(null);
  const mail = useData({
    ...read('mail', 'get', { params: { id: sent ?? 0 } }),
    enabled: sent !== null,
    // The test email is tried only once, immediately, so its result is known soon.
    refetchInterval: ({ state }) =>
      state.data?.state === 'sent' || state.data?.state === 'failed' ? false : 400,
  });
  const resting = mail?.state === 'pending' && mail.error !== null;
  const running = sent !== null && mail?.state !== 'sent' && mail?.state !== 'failed' && !resting;
  const send = async () => {
    setWrong('');
    // The button is disabled while sending and would lose the focus, and Escape with it.
    address.current?.focus();
    try {
      setSent((await client.mail.test({ body: { email: to.trim() } })).id);
      await invalidate(queryClient, 'mail');
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setWrong(error.fields?.email ?? error.message);
    }
  };
  return (
    <AppDialog
      title={t('mail.test')}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <BusyButton type="submit" intent="primary" busy={running}>
            {t('common.send')}
          </BusyButton>
        </>
      }
    >
      <FormGroup
        label={t('mail.testTo')}
        labelFor="mail-test-to"
        intent={wrong ? 'danger' : 'none'}
        helperText={<span role={wrong ? 'alert' : undefined}>{wrong}</span>}
      >
        <InputGroup
          id="mail-test-to"
          value={to}
          aria-invalid={!!wrong}
          onValueChange={setTo}
          inputRef={address}
          autoFocus
        />
      </FormGroup>
      {running && <p role="status">{t('mail.testRunning')}</p>}
      {mail?.state === 'sent' && (
        <Callout compact intent="success" role="status">
          {t('mail.testDone', { answer: mail.answer ?? '' })}
        </Callout>
      )}
      {mail && (mail.state === 'failed' || resting) && (
        <Callout compact intent="danger" role="alert">
          {t('mail.testFailed', { cause: causeOf(speech, mail) })}
        </Callout>
      )}
    </AppDialog>
  );
}
