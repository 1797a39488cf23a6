import './netchb.css';
import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { type NetchbAccount, SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import type { PlainRow } from '../../../resource/ListScreen';
import { AppDialog } from '../../../ui/AppDialog';
import { ask } from '../../../ui/ask';
import { BusyButton } from '../../../ui/BusyButton';
import { notify, notifyFailed } from '../../../ui/toaster';

/** Password of an account, with a test of the connection to the gateway. */
export function NetchbConnection(props: { row: PlainRow; mayEdit: boolean }) {
  const connects = useServed('netchbAccount.password', 'netchbAccount.test');
  return connects ? <Connection {...props} /> : null;
}

function Connection({ row, mayEdit }: { row: PlainRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const [entering, setEntering] = useState(false);
  const params = { id: row.id };
  const data = useData({
    ...read('netchbAccount', 'get', { params }),
    // A running test ends soon.
    refetchInterval: ({ state }) => (state.data?.testDueAt ? 500 : false),
  });
  const waits = !!data?.testDueAt;
  const waited = useRef(false);
  useEffect(() => {
    // The list behind shows the result as well.
    if (waited.current && !waits) void invalidate(queryClient, 'netchbAccount');
    waited.current = waits;
  }, [waits]);
  if (!data) return null;
  const { name, hasPassword } = data;
  const carryOut = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'netchbAccount');
  };
  const forget = async () => {
    const yes = await ask({
      title: t('config.netchbForgetAsk', { name }),
      detail: t('config.netchbForgetDetail'),
      confirm: t('config.netchbForget'),
      cancel: t('common.cancel'),
    });
    if (yes) await carryOut(() => client.netchbAccount.password({ params, body: { password: null } }));
  };
  return (
    <section className="fc-form-group fc-connection" aria-label={t('config.netchbConnection')}>
      <h3>{t('config.netchbConnection')}</h3>
      <p>
        {t(hasPassword ? 'config.netchbHasPassword' : 'config.netchbNoPassword')}
        {!hasPassword && data.environment === 'simulator' && ` ${t('config.netchbSimulatorOpen')}`}
      </p>
      <Outcome account={data} />
      {mayEdit && (
        <div>
          <BusyButton
            intent={hasPassword ? 'primary' : 'none'}
            busy={data.testDueAt !== null}
            onClick={() => void carryOut(() => client.netchbAccount.test({ params }))}
          >
            {t('config.netchbTest')}
          </BusyButton>
          <Button intent={hasPassword ? 'none' : 'primary'} onClick={() => setEntering(true)}>
            {t(hasPassword ? 'common.changePassword' : 'config.netchbSetPassword')}
          </Button>
          {hasPassword && (
            <Button variant="minimal" intent="danger" onClick={() => void forget()}>
              {t('config.netchbForget')}
            </Button>
          )}
        </div>
      )}
      {entering && <PasswordEntry account={data} onClose={() => setEntering(false)} />}
    </section>
  );
}

/** Time and result of the last test. */
function Outcome({ account }: { account: NetchbAccount }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { testDueAt, lastTestAt, lastTestResult, lastTestAnswer } = account;
  if (testDueAt) return <p role="status">{t('config.netchbTesting')}</p>;
  if (!lastTestAt || !lastTestResult) return <p className="fc-muted">{t('config.netchbNever')}</p>;
  const ok = lastTestResult === 'ok';
  return (
    <Callout compact intent={ok ? 'success' : 'danger'} role={ok ? 'status' : 'alert'} className="fc-banner">
      {t('config.netchbTested', {
        at: ownTime(lastTestAt),
        result: speech.choice('netchbResult', lastTestResult),
      })}
      {lastTestAnswer && ` (${lastTestAnswer})`}
    </Callout>
  );
}

/** Password dialog. Not a RecordForm: those store drafts on the disk, which must not contain a password. */
function PasswordEntry({ account, onClose }: { account: NetchbAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const title = t('config.netchbPasswordOf', { name: account.name });
  const save = async () => {
    if (password === '') return setWrong(speech.message({ code: 'REQUIRED' }, speech.label('password')));
    setBusy(true);
    try {
      await client.netchbAccount.password({ params: { id: account.id }, body: { password } });
      notify({ text: t('config.netchbPasswordSaved'), intent: 'success' });
      await invalidate(queryClient, 'netchbAccount');
      onClose();
    } catch (error) {
      setWrong(failureOf(error).message);
      setBusy(false);
    }
  };
  return (
    <AppDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy}>
            {t('common.save')}
          </BusyButton>
        </>
      }
    >
      <FormGroup
        label={speech.label('password')}
        labelFor="netchb-password"
        intent={wrong ? 'danger' : 'none'}
        helperText={<span role={wrong ? 'alert' : undefined}>{wrong || t('config.netchbSealed')}</span>}
      >
        <InputGroup
          id="netchb-password"
          type="password"
          autoComplete="off"
          autoFocus
          maxLength={200}
          value={password}
          aria-invalid={wrong !== ''}
          onValueChange={setPassword}
        />
      </FormGroup>
      {account.environment === 'simulator' && (
        <p className="fc-muted">{t('config.netchbSimulatorHint', { password: SIMULATOR_PASSWORD })}</p>
      )}
    </AppDialog>
  );
}
