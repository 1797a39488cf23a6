import { Button, Callout, InputGroup, Switch } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { type EInvoiceSettings, eInvoiceDraft, eInvoiceRoutes } from '@contract/finance/eInvoice';
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

const RESOURCE = 'eInvoiceSettings';

/**
 * Form of the access point. Not a RecordForm: those store drafts on the disk, which must not contain a key.
 */
export function AccessPointForm({ settings, onDone }: { settings: EInvoiceSettings; onDone: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [route, setRoute] = useState(settings.route);
  const [typed, setTyped] = useState({ address: settings.address ?? '', key: '' });
  const [forget, setForget] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const save = async () => {
    const checked = check(eInvoiceDraft, {
      ...{ version: settings.version, route, address: typed.address.trim() || null },
      ...(forget ? { key: null } : typed.key ? { key: typed.key } : {}),
    });
    if (!checked.ok) {
      const messages = Object.entries(checked.problems).map(([name, found]) => [
        name,
        speech.message(found, speech.label(name, RESOURCE)),
      ]);
      return setErrors(Object.fromEntries(messages));
    }
    setErrors({});
    setBusy(true);
    try {
      await client.eInvoice.saveSettings({ body: checked.value });
      notify({ text: t('finance.pointSaved'), intent: 'success' });
      await invalidate(queryClient, 'eInvoice');
      onDone();
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setErrors(error.fields ?? { form: error.message });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: keyof typeof typed, hint: string) => (
    <SettingField of={RESOURCE} id={`point-${name}`} name={name} wrong={errors[name]} hint={hint}>
      <InputGroup
        id={`point-${name}`}
        type={name === 'key' ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={typed[name]}
        disabled={busy || (name === 'key' && forget)}
        aria-invalid={!!errors[name]}
        onValueChange={(text) => setTyped({ ...typed, [name]: text })}
      />
    </SettingField>
  );
  return (
    <form
      className="fc-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingField
        of={RESOURCE}
        id="point-route"
        name="route"
        wrong={errors.route}
        hint={
          !settings.hasFolder
            ? t('finance.pointNoFolder')
            : route === 'folder'
              ? t('finance.pointFolder')
              : ''
        }
      >
        <ChoiceSelect
          id="point-route"
          fill
          value={route}
          disabled={busy}
          options={eInvoiceRoutes.map((value) => ({ value, label: speech.choice('eInvoiceRoute', value) }))}
          onChange={setRoute}
        />
      </SettingField>
      {route === 'https' && field('address', t('finance.pointAddressHint'))}
      {route === 'https' &&
        field('key', t(settings.hasKey ? 'finance.pointKeyKept' : 'finance.pointKeyNone'))}
      {route === 'https' && settings.hasKey && (
        <Switch
          checked={forget}
          disabled={busy}
          label={t('finance.pointKeyForget')}
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
