import { Button, Callout } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../api/bridge';
import { Progress } from '../ui/Progress';
import { DiagnosticsButton } from './DiagnosticsButton';
import { setBoot, useDesk } from './desk';
import { startFailure, useSpeech } from './language';
import { Administrator, RestoreFirst } from './laterParts';
import { SignInToolbar } from './SignInToolbar';

/** First-start screen: demo data, an empty start, the data of a backup, or a server. */
export function FirstRun() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { version, beginsEmpty } = useDesk();
  const [choosing, setChoosing] = useState<'seed' | 'administrator' | 'backup'>(
    beginsEmpty ? 'administrator' : 'seed',
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const start = async (answer: Parameters<typeof desktop.environments.start>[0]) => {
    setBusy(true);
    setError('');
    try {
      const boot = await desktop.environments.start(answer);
      const { status, code, detail } = boot.backend;
      if (status === 'failed') setError(startFailure(speech, code, detail) ?? '');
      setBoot(boot);
    } catch (thrown) {
      setError(failureOf(thrown).message);
    } finally {
      setBusy(false);
    }
  };
  const connect = async () => setBoot(await desktop.environments.choose({ id: 'production' }));

  return (
    <main className="fc-first-run">
      <SignInToolbar version={version} />
      <h1>{t('access.welcome')}</h1>
      {!busy && <p className="fc-muted">{t('access.welcomeDetail')}</p>}
      {error && (
        <Callout intent="danger" title={t('access.prepareFailed')}>
          {error} <DiagnosticsButton />
        </Callout>
      )}
      {busy ? (
        <div className="fc-preparing" role="status">
          <Progress label={t('access.preparing')} />
          <p>{t('access.preparing')}</p>
        </div>
      ) : choosing === 'administrator' ? (
        <Administrator
          onBack={() => setChoosing('seed')}
          onDone={(person) => void start({ seed: 'empty', ...person })}
        />
      ) : choosing === 'backup' ? (
        <RestoreFirst onBack={() => setChoosing('seed')} />
      ) : (
        <div className="fc-choices">
          <Choice
            title={t('access.demoTitle')}
            detail={t('access.demoDetail')}
            action={t('access.demoStart')}
            primary
            onChoose={() => void start({ seed: 'demo' })}
          />
          <Choice
            title={t('access.emptyStart')}
            detail={t('access.emptyDetail')}
            action={t('access.emptyStart')}
            onChoose={() => setChoosing('administrator')}
          />
          <Choice
            title={t('backups.firstTitle')}
            detail={t('backups.firstDetail')}
            action={t('backups.firstStart')}
            onChoose={() => setChoosing('backup')}
          />
          <Choice
            title={t('access.serverTitle')}
            detail={t('access.serverDetail')}
            action={t('access.serverStart')}
            onChoose={() => void connect()}
          />
        </div>
      )}
    </main>
  );
}

function Choice(props: {
  title: string;
  detail: string;
  action: string;
  primary?: boolean;
  onChoose: () => void;
}) {
  return (
    <section className="fc-choice">
      <h2>{props.title}</h2>
      <p>{props.detail}</p>
      <Button
        size="large"
        intent={props.primary ? 'primary' : 'none'}
        autoFocus={!!props.primary}
        onClick={props.onChoose}
      >
        {props.action}
      </Button>
    </section>
  );
}
