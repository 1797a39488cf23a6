import { Button, Callout, InputGroup, Switch } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { type MailSettings, mailSettingsDraft } from '@contract/mail/mail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { BusyButton } from '../../../ui/BusyButton';
import { ChoiceSelect } from '../../../ui/Choices';
import { notify } from '../../../ui/toaster';
import { SettingField } from '../../shared/config/SettingField';

type Security = MailSettings['security'];
const SECURITIES = ['starttls', 'tls', 'none'] as const satisfies readonly Security[];
/** Default port of each kind of security (RFC 6409, RFC 8314). */
const PORTS = { starttls: 587, tls: 465, none: 25 } as const satisfies Record<Security, number>;

/** Texts of the form's fields; the password is never returned. */
const textsOf = ({ host, port, username, fromAddress }: MailSettings) => ({
  host: host ?? '',
  port: String(port),
  username: username ?? '',
  fromAddress: fromAddress ?? '',
  password: '',
});

/**
 * Form of the mail server. Not a RecordForm: those store drafts on the disk, which must not contain a password.
 */
export function MailServerForm({ settings, onDone }: { settings: MailSettings; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [typed, setTyped] = useState(() => textsOf(settings));
  const [security, setSecurity] = useState(settings.security);
  const [forget, setForget] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const given = (text: string) => text.trim() || null;
    const checked = check(mailSettingsDraft, {
      version: settings.version,
      host: given(typed.host),
      port: /^\d+$/.test(typed.port.trim()) ? Number(typed.port) : typed.port,
      security,
      username: given(typed.username),
      fromAddress: given(typed.fromAddress),
      ...(forget ? { password: null } : typed.password ? { password: typed.password } : {}),
    });
    if (!checked.ok) {
      const messages = Object.entries(checked.problems).map(([name, found]) => [
        name,
        speech.message(found, speech.label(name, 'mailSettings')),
      ]);
      return setErrors(Object.fromEntries(messages));
    }
    setErrors({});
    setBusy(true);
    try {
      await client.mail.saveSettings({ body: checked.value });
      notify({ text: t('mail.serverSaved'), intent: 'success' });
      await invalidate(queryClient, 'mail');
      onDone();
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setErrors(error.fields ?? { form: error.message });
    } finally {
      setBusy(false);
    }
  };

  const setting = (name: string) => ({ of: 'mailSettings', id: `mail-${name}`, name, wrong: errors[name] });
  const field = (name: keyof typeof typed, hint?: string) => (
    <SettingField {...setting(name)} hint={hint}>
      <InputGroup
        id={`mail-${name}`}
        type={name === 'password' ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={typed[name]}
        disabled={busy || (name === 'password' && forget)}
        aria-invalid={!!errors[name]}
        onValueChange={(text) => setTyped({ ...typed, [name]: text })}
      />
    </SettingField>
  );
  const follow = (to: Security) => {
    // An unchanged default port follows the security.
    if (typed.port === String(PORTS[security])) setTyped({ ...typed, port: String(PORTS[to]) });
    setSecurity(to);
  };
  return (
    <form
      className="fc-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {field('host', t('mail.hostHint'))}
      <SettingField {...setting('security')} hint={security === 'none' ? t('mail.noneHint') : ''}>
        <ChoiceSelect
          id="mail-security"
          fill
          value={security}
          disabled={busy}
          options={SECURITIES.map((value) => ({ value, label: speech.choice('mailSecurity', value) }))}
          onChange={follow}
        />
      </SettingField>
      {field('port')}
      {field('fromAddress')}
      {field('username')}
      {field('password', t(settings.hasPassword ? 'mail.passwordKept' : 'mail.passwordNone'))}
      {settings.hasPassword && (
        <Switch
          checked={forget}
          disabled={busy}
          label={t('mail.passwordForget')}
          onChange={({ currentTarget }) => setForget(currentTarget.checked)}
        />
      )}
      {errors.form && (
        <Callout compact intent="danger" role="alert" className="fc-banner">
          {errors.form}
        </Callout>
      )}
      <div className="fc-form-foot">
        <BusyButton type="submit" intent="primary" busy={busy}>
          {t('common.save')}
        </BusyButton>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}
