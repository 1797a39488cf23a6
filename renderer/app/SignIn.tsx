import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { problem } from '@contract/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf } from '../api/bridge';
import { BusyButton } from '../ui/BusyButton';
import { Failed } from '../ui/Failed';
import { comboText } from '../ui/shortcuts';
import { Captcha } from './Captcha';
import { DemoAccounts } from './DemoAccounts';
import { DiagnosticsButton } from './DiagnosticsButton';
import { useDesk } from './desk';
import { GraphicsNotice } from './GraphicsNotice';
import { startFailure, useSpeech } from './language';
import { readDesk, StartFailure } from './laterParts';
import { Quiet } from './Quiet';
import { ServerChooser } from './ServerChooser';

/** The fields of the form, in their order, by what they are called in answers of the API too. */
const FIELDS = ['username', 'password', 'captcha'] as const;

/** The keys go on in the first field that something is wrong with. */
const goTo = (wrong: Readonly<Record<string, string>>): void =>
  document.getElementById(FIELDS.find((name) => wrong[name]) ?? '')?.focus();

/** Signing in: server, name, password, captcha. After it the user is where they were. */
export function SignIn() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { session, notice, refusal, settings, backend, seed, environment, version } = useDesk();
  const [username, setUsername] = useState(settings.lastUsername);
  const [password, setPassword] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [captchaId, setCaptchaId] = useState('');
  const [round, setRound] = useState(0);
  const [capsLock, setCapsLock] = useState(false);
  const [visible, setVisible] = useState(false);
  const show = t(visible ? 'access.passwordHide' : 'access.passwordShow');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const passwordField = useRef<HTMLInputElement>(null);
  const onIssued = useCallback((id: string) => setCaptchaId(id), []);
  const another = useCallback(() => {
    setRound((count) => count + 1);
    setCaptcha('');
  }, []);
  // A new server has captchas of its own, and so has an embedded API that is started again. The picture that was asked of one
  // on its way is yet to come.
  const starting = backend.status === 'starting';
  const before = useRef({ environment, starting });
  useEffect(() => {
    const was = before.current;
    before.current = { environment, starting };
    if (was.environment !== environment || (starting && !was.starting)) another();
  }, [environment, starting, another]);
  const down = backend.status === 'failed' && environment === 'embedded';
  useEffect(() => {
    if (settings.lastUsername && !down) passwordField.current?.focus();
  }, [settings.lastUsername, down]);

  // While a person types there is time, and none is left between their last key and the desk.
  useEffect(() => {
    if (!captchaId) return;
    const asked = requestIdleCallback(readDesk);
    return () => cancelIdleCallback(asked);
  }, [captchaId]);

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const missing = Object.fromEntries(
      Object.entries({ username, password, captcha })
        .filter(([, value]) => !value.trim())
        .map(([name]) => [name, speech.message(problem('REQUIRED'), speech.label(name))]),
    );
    setErrors(missing);
    goTo(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await desktop.account.signIn({ username, password, captchaId, captcha });
    } catch (thrown) {
      const { error } = failureOf(thrown);
      const { captchaId: unseen, ...fields } = error.fields ?? { form: error.message };
      // Sent before there was a picture: what was typed can be no answer to it.
      const wrong = unseen ? { captcha: speech.message(problem('CAPTCHA_WRONG')), ...fields } : fields;
      setErrors(wrong);
      goTo(wrong);
      // A used picture answers nothing more; the password stays when only the picture was wrong.
      another();
      if (error.fields?.password) setPassword('');
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="fc-sign-in">
      <Quiet version={version} />
      <GraphicsNotice />
      <form className="fc-sign-in-card" onSubmit={submit} noValidate>
        <h1>{t('app.name')}</h1>
        {notice && notice !== 'signedOut' && (
          <Callout compact intent="warning">
            {notice === 'refused'
              ? refusal
              : notice === 'ended'
                ? t('app.sessionEnded')
                : speech.message(problem('LOGIN_FIRST'))}
          </Callout>
        )}
        {session.status === 'locked' && (
          <Callout compact intent="warning">
            {t('access.keychainLocked')}{' '}
            <Button size="small" onClick={() => void desktop.account.retry()}>
              {t('access.keychainRetry')}
            </Button>
          </Callout>
        )}
        <ServerChooser />
        {down ? (
          <Callout intent="danger" title={t('app.backendFailed')}>
            <p>{startFailure(speech, backend.code, backend.detail)}</p>
            <StartFailure />
            <DiagnosticsButton />
          </Callout>
        ) : (
          <>
            <FormGroup
              label={speech.label('username')}
              labelFor="username"
              intent={errors.username ? 'danger' : 'none'}
              helperText={errors.username}
            >
              <InputGroup
                id="username"
                intent={errors.username ? 'danger' : 'none'}
                size="large"
                fill
                autoComplete="off"
                spellCheck={false}
                autoFocus={!settings.lastUsername}
                value={username}
                aria-invalid={!!errors.username}
                onValueChange={setUsername}
              />
            </FormGroup>
            <FormGroup
              label={speech.label('password')}
              labelFor="password"
              intent={errors.password ? 'danger' : capsLock ? 'warning' : 'none'}
              helperText={errors.password ?? (capsLock ? t('access.capsLock') : undefined)}
            >
              <InputGroup
                id="password"
                intent={errors.password ? 'danger' : 'none'}
                size="large"
                fill
                inputRef={passwordField}
                type={visible ? 'text' : 'password'}
                value={password}
                aria-invalid={!!errors.password}
                onValueChange={setPassword}
                onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
                onKeyDown={(event) => {
                  if (event.altKey && event.key === 'F8') setVisible(!visible);
                }}
                rightElement={
                  // Not on the way from the password to the captcha: who types on would lose it, and Enter show the password.
                  <Button
                    variant="minimal"
                    tabIndex={-1}
                    icon={visible ? <EyeOff /> : <EyeOpen />}
                    title={`${show} (${comboText('alt+f8')})`}
                    aria-label={show}
                    aria-keyshortcuts="Alt+F8"
                    aria-pressed={visible}
                    onClick={() => setVisible(!visible)}
                  />
                }
              />
            </FormGroup>
            <Captcha
              round={round}
              value={captcha}
              error={errors.captcha}
              onChange={setCaptcha}
              onIssued={onIssued}
              onAnother={another}
            />
            <Failed text={errors.form} />
            <BusyButton type="submit" size="large" fill intent="primary" busy={busy}>
              {t('access.signIn')}
            </BusyButton>
            {seed === 'demo' && (
              <DemoAccounts
                onUse={(account) => {
                  setUsername(account.username);
                  setPassword(account.password);
                  document.getElementById('captcha')?.focus();
                }}
              />
            )}
          </>
        )}
      </form>
    </main>
  );
}
