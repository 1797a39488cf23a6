import { type EInvoiceSettings, eInvoiceDraft, eInvoiceRoutes } from '@contract/finance/eInvoice';
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

/** Form of the access point. */
export function AccessPointForm({ settings, onDone }: { settings: EInvoiceSettings; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { version, hasKey, hasFolder } = settings;
  const [route, setRoute] = useState(settings.route);
  const [address, setAddress] = useState(settings.address ?? '');
  const [key, setKey] = useState('');
  const [forget, setForget] = useState(false);
  const { form, submit } = useSettingsForm('eInvoiceSettings', eInvoiceDraft, async (body) => {
    await client.eInvoice.saveSettings({ body });
    notify({ text: t('finance.pointSaved'), intent: 'success' });
    await invalidate(queryClient, 'eInvoice');
    onDone();
  });
  const save = () => submit({ version, route, address: address.trim() || null, key: secretOf(key, forget) });
  const hint = !hasFolder ? t('finance.pointNoFolder') : route === 'folder' ? t('finance.pointFolder') : '';
  return (
    <SettingsForm form={form} onSubmit={save} onCancel={onDone}>
      <SettingField form={form} name="route" hint={hint}>
        <ChoiceSelect
          id={inputId(form, 'route')}
          fill
          value={route}
          disabled={form.busy}
          options={eInvoiceRoutes.map((value) => ({ value, label: speech.choice('eInvoiceRoute', value) }))}
          onChange={setRoute}
        />
      </SettingField>
      {route === 'https' && (
        <>
          <TextSetting
            form={form}
            name="address"
            hint={t('finance.pointAddressHint')}
            value={address}
            onChange={setAddress}
          />
          <SecretSetting
            form={form}
            name="key"
            hint={t(hasKey ? 'finance.pointKeyKept' : 'finance.pointKeyNone')}
            value={key}
            onChange={setKey}
            had={hasKey}
            forget={forget}
            forgetLabel={t('finance.pointKeyForget')}
            onForget={setForget}
          />
        </>
      )}
    </SettingsForm>
  );
}
