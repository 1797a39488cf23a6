import { Button, Callout, FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { failureOf } from '../../../api/bridge';
import { useSpeech } from '../../../app/language';
import { BusyButton } from '../../../ui/BusyButton';

/** A form of settings: the settings whose labels it has, its problems by field, and whether it is being saved. */
interface FormState {
  readonly of: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly busy: boolean;
}

/**
 * State of a form of settings with a secret, and how it is saved. Not a RecordForm: those store drafts on the disk, which
 * must not contain a secret.
 * @param save stores valid settings; its refusals are shown at their fields
 */
export function useSettingsForm<S extends z.ZodObject>(
  of: string,
  schema: S,
  save: (body: z.output<S>) => Promise<void>,
): { readonly form: FormState; readonly submit: (values: object) => Promise<void> } {
  const speech = useSpeech();
  const [errors, setErrors] = useState<FormState['errors']>({});
  const [busy, setBusy] = useState(false);
  const submit = async (values: object) => {
    const checked = check(schema, values);
    if (!checked.ok) {
      const messages = Object.entries(checked.problems).map(([name, found]) => [
        name,
        speech.message(found, speech.label(name, of)),
      ]);
      return setErrors(Object.fromEntries(messages));
    }
    setErrors({});
    setBusy(true);
    try {
      await save(checked.value);
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setErrors(error.fields ?? { form: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { form: { of, errors, busy }, submit };
}

/** The form itself: its fields, a problem of the whole, and its buttons. */
export function SettingsForm(props: {
  form: FormState;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { form, onSubmit, onCancel, children } = props;
  const { t } = useTranslation();
  return (
    <form
      className="fc-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {form.errors.form && (
        <Callout compact intent="danger" role="alert" className="fc-banner">
          {form.errors.form}
        </Callout>
      )}
      <div className="fc-form-foot">
        <BusyButton type="submit" intent="primary" busy={form.busy}>
          {t('common.save')}
        </BusyButton>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly form: FormState;
  readonly name: string;
  readonly hint?: string | undefined;
}
/** Id of the input of a setting. */
export const inputId = ({ of }: FormState, name: string): string => `${of}-${name}`;

/** One setting: its label, and its problem or hint beneath. */
export function SettingField({ form, name, hint = '', children }: FieldProps & { children: ReactNode }) {
  const { label } = useSpeech();
  const wrong = form.errors[name];
  return (
    <FormGroup
      label={label(name, form.of)}
      labelFor={inputId(form, name)}
      intent={wrong ? 'danger' : 'none'}
      helperText={<span role={wrong ? 'alert' : undefined}>{wrong ?? hint}</span>}
    >
      {children}
    </FormGroup>
  );
}

interface TextProps extends FieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A setting that is typed. */
export function TextSetting(props: TextProps & { secret?: boolean; disabled?: boolean }) {
  const { form, name, hint, value, onChange, secret = false, disabled = false } = props;
  return (
    <SettingField form={form} name={name} hint={hint}>
      <InputGroup
        id={inputId(form, name)}
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={value}
        disabled={form.busy || disabled}
        aria-invalid={!!form.errors[name]}
        onValueChange={onChange}
      />
    </SettingField>
  );
}

/** A secret: it is never shown, can be entered, and a stored one can be removed. */
export function SecretSetting(
  props: TextProps & {
    had: boolean;
    forget: boolean;
    forgetLabel: string;
    onForget: (forget: boolean) => void;
  },
) {
  const { had, forget, forgetLabel, onForget, ...field } = props;
  return (
    <>
      <TextSetting {...field} secret disabled={forget} />
      {had && (
        <Switch
          checked={forget}
          disabled={field.form.busy}
          label={forgetLabel}
          onChange={({ currentTarget }) => onForget(currentTarget.checked)}
        />
      )}
    </>
  );
}

/** A secret in a body: null to remove the stored one, undefined to keep it. */
export const secretOf = (typed: string, forget: boolean): string | null | undefined =>
  forget ? null : typed || undefined;
