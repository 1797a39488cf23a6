import { type MailSettings, mailSettingsDraft } from '@contract/mail/mail';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ChoiceSelect } from '../../../ui/Choices';
import { notify } from '../../../ui/toaster';
import {
  inputId,
  SecretSetting,
  SettingField,
  SettingsForm,
  secretOf,
  TextSetting,
  useSettingsForm,
} from '../../shared/config/SettingsForm';

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

/** Form of the mail server. */
export function MailServerForm({ settings, onDone }: { settings: MailSettings; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [typed, setTyped] = useState(() => textsOf(settings));
  const [security, setSecurity] = useState(settings.security);
  const [forget, setForget] = useState(false);
  const { form, submit } = useSettingsForm('mailSettings', mailSettingsDraft, async (body) => {
    await client.mail.saveSettings({ body });
    notify({ text: t('mail.serverSaved'), intent: 'success' });
    await invalidate(queryClient, 'mail');
    onDone();
  });
  const save = () => {
    const given = (text: string) => text.trim() || null;
    return submit({
      ...{ version: settings.version, security },
      host: given(typed.host),
      port: /^\d+$/.test(typed.port.trim()) ? Number(typed.port) : typed.port,
      username: given(typed.username),
      fromAddress: given(typed.fromAddress),
      password: secretOf(typed.password, forget),
    });
  };
  const field = (name: keyof typeof typed, hint?: string) => ({
    ...{ form, name, hint, value: typed[name] },
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  const follow = (to: Security) => {
    // An unchanged default port follows the security.
    if (typed.port === String(PORTS[security])) setTyped({ ...typed, port: String(PORTS[to]) });
    setSecurity(to);
  };
  return (
    <SettingsForm form={form} onSubmit={save} onCancel={onDone}>
      <TextSetting {...field('host', t('mail.hostHint'))} />
      <SettingField form={form} name="security" hint={security === 'none' ? t('mail.noneHint') : ''}>
        <ChoiceSelect
          id={inputId(form, 'security')}
          fill
          value={security}
          disabled={form.busy}
          options={SECURITIES.map((value) => ({ value, label: speech.choice('mailSecurity', value) }))}
          onChange={follow}
        />
      </SettingField>
      <TextSetting {...field('port')} />
      <TextSetting {...field('fromAddress')} />
      <TextSetting {...field('username')} />
      <SecretSetting
        {...field('password', t(settings.hasPassword ? 'mail.passwordKept' : 'mail.passwordNone'))}
        had={settings.hasPassword}
        forget={forget}
        forgetLabel={t('mail.passwordForget')}
        onForget={setForget}
      />
    </SettingsForm>
  );
}
