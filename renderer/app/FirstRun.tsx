import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { type FirstAdministrator, firstAdministrator } from '@contract/access/session';
import { type Problem, problem } from '@contract/errors';
import { check } from '@contract/fields';
import { PROFILE_PASSWORD } from '@contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../api/bridge';
import { Progress } from '../ui/Progress';
import { DiagnosticsButton } from './DiagnosticsButton';
import { setBoot, useDesk } from './desk';
import { startFailure, useSpeech } from './language';
import { RestoreFirst } from './laterParts';
import { Quiet } from './Quiet';

/** The one question of the first start: demo data, an empty start, the data of a backup, or a server. */
export function FirstRun() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { version, beginsEmpty } = useDesk();
  const [choosing, setChoosing] = useState<'seed' | 'administrator' | 'backup'>(
    beginsEmpty ? 'administrator' : 'seed',
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const begin = async (answer: Parameters<typeof desktop.environments.start>[0]) => {
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
      <Quiet version={version} />
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
          onDone={(person) => void begin({ seed: 'empty', ...person })}
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
            onChoose={() => void begin({ seed: 'demo' })}
          />
          <Choice
            title={t('access.emptyTitle')}
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

/** The first administrator of an empty start. */
function Administrator({
  onBack,
  onDone,
}: {
  onBack: () => void;
  onDone: (person: FirstAdministrator) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [person, setPerson] = useState({ username: 'admin', realName: '', email: '', password: '' });
  const [repeat, setRepeat] = useState('');
  const [tried, setTried] = useState(false);
  const checked = check(firstAdministrator, person);
  const problems: Readonly<Record<string, Problem>> = {
    ...(checked.ok ? {} : checked.problems),
    ...(repeat === person.password ? {} : { repeatPassword: problem('PWD_MISMATCH') }),
  };
  const messageOf = (name: string) => {
    const found = tried ? problems[name] : undefined;
    return found && speech.message(found, speech.label(name));
  };

  const field = (name: keyof FirstAdministrator | 'repeatPassword', secret = false) => (
    <FormGroup
      key={name}
      label={speech.label(name)}
      labelFor={`first-${name}`}
      intent={messageOf(name) ? 'danger' : 'none'}
      helperText={
        messageOf(name) ??
        (name === 'password' ? t('access.passwordLength', { ...PROFILE_PASSWORD }) : undefined)
      }
    >
      <InputGroup
        id={`first-${name}`}
        type={secret ? 'password' : 'text'}
        autoFocus={name === 'realName'}
        spellCheck={false}
        value={name === 'repeatPassword' ? repeat : person[name]}
        onValueChange={(value) =>
          name === 'repeatPassword' ? setRepeat(value) : setPerson({ ...person, [name]: value })
        }
      />
    </FormGroup>
  );
  return (
    <form
      className="fc-choice fc-administrator"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (checked.ok && Object.keys(problems).length === 0) onDone(checked.value);
      }}
    >
      <h2>{t('access.emptyTitle')}</h2>
      <p>{t('access.emptyDetail')}</p>
      {field('username')}
      {field('realName')}
      {field('email')}
      {field('password', true)}
      {field('repeatPassword', true)}
      <div className="fc-buttons">
        <Button size="large" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button size="large" type="submit" intent="primary">
          {t('access.emptyStart')}
        </Button>
      </div>
    </form>
  );
}
