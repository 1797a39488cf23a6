import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen } from '@blueprintjs/icons';
import { problem } from '@contract/errors';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { BusyButton } from '../ui/BusyButton';
import { ErrorText } from '../ui/Failed';
import { comboText } from '../ui/shortcuts';
import { Captcha } from './Captcha';
import { DemoAccounts } from './DemoAccounts';
import { DiagnosticsButton } from './DiagnosticsButton';
import { useDesk } from './desk';
import { GraphicsNotice } from './GraphicsNotice';
import { startFailure, useSpeech } from './language';
import { StartFailure } from './laterParts';
import { ReadOnlyNotice } from './ReadOnlyNotice';
import { ServerChooser } from './ServerChooser';
import { SignInToolbar } from './SignInToolbar';
import { useSignIn } from './useSignIn';

/** Notice on why the user must sign in: refused, session ended, or required by a link; or the keychain is locked. */
function SignInNotices() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { session, notice, refusal } = useDesk();
  return (
    <>
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
    </>
  );
}

/** Notice that the embedded API does not start: the reason, and what to do. */
function ServerDown() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { backend } = useDesk();
  return (
    <Callout intent="danger" title={t('app.backendFailed')}>
      <p>{startFailure(speech, backend.code, backend.detail)}</p>
      <StartFailure />
      <DiagnosticsButton />
    </Callout>
  );
}

interface FieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Username({ value, error, onChange }: FieldProps) {
  const { settings } = useDesk();
  return (
    <FormGroup
      label={useSpeech().label('username')}
      labelFor="username"
      intent={error ? 'danger' : 'none'}
      helperText={error}
    >
      <InputGroup
        id="username"
        intent={error ? 'danger' : 'none'}
        size="large"
        fill
        autoComplete="off"
        spellCheck={false}
        autoFocus={!settings.lastUsername}
        value={value}
        aria-invalid={!!error}
        onValueChange={onChange}
      />
    </FormGroup>
  );
}

/** Password field with a show button, and a warning while caps lock is on. */
function Password({
  value,
  error,
  onChange,
  inputRef,
}: FieldProps & { readonly inputRef: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const [visible, setVisible] = useState(false);
  const show = t(visible ? 'access.passwordHide' : 'access.passwordShow');
  return (
    <FormGroup
      label={useSpeech().label('password')}
      labelFor="password"
      intent={error ? 'danger' : capsLock ? 'warning' : 'none'}
      helperText={error ?? (capsLock ? t('access.capsLock') : undefined)}
    >
      <InputGroup
        id="password"
        intent={error ? 'danger' : 'none'}
        size="large"
        fill
        inputRef={inputRef}
        type={visible ? 'text' : 'password'}
        value={value}
        aria-invalid={!!error}
        onValueChange={onChange}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        onKeyDown={(event) => {
          if (event.altKey && event.key === 'F8') setVisible(!visible);
        }}
        rightElement={
          // No tab stop between password and captcha: further keys would be lost, and Enter would show the password.
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
  );
}

/** Sign-in screen: server, user name, password, captcha. Afterwards returns to the previous screen. */
export function SignIn() {
  const { t } = useTranslation();
  const { seed, version } = useDesk();
  const { typed, type, errors, busy, down, round, onIssued, another, passwordField, submit } = useSignIn();
  return (
    <main className="fc-sign-in">
      <SignInToolbar version={version} />
      <GraphicsNotice />
      <ReadOnlyNotice />
      <form className="fc-sign-in-card" onSubmit={submit} noValidate>
        <h1>{t('app.name')}</h1>
        <SignInNotices />
        <ServerChooser />
        {down ? (
          <ServerDown />
        ) : (
          <>
            <Username
              value={typed.username}
              error={errors.username}
              onChange={(username) => type({ username })}
            />
            <Password
              value={typed.password}
              error={errors.password}
              onChange={(password) => type({ password })}
              inputRef={passwordField}
            />
            <Captcha
              round={round}
              value={typed.captcha}
              error={errors.captcha}
              onChange={(captcha) => type({ captcha })}
              onIssued={onIssued}
              onAnother={another}
            />
            <ErrorText text={errors.form} />
            <BusyButton type="submit" size="large" fill intent="primary" busy={busy}>
              {t('access.signIn')}
            </BusyButton>
            {seed === 'demo' && (
              <DemoAccounts
                onUse={({ username, password }) => {
                  type({ username, password });
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
