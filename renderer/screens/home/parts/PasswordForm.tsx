import { FormGroup, InputGroup } from '@blueprintjs/core';
import { passwordChange } from '@contract/access/session';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { PROFILE_PASSWORD } from '@contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { queryClient } from '../../../api/queries';
import { useDesk } from '../../../app/desk';
import { useSpeech } from '../../../app/language';
import { BusyButton } from '../../../ui/BusyButton';
import { ErrorText } from '../../../ui/Failed';
import { PasswordStrength } from '../../../ui/PasswordStrength';
import { notify } from '../../../ui/toaster';

/** Form to change the user's own password: old one, new one twice. `first` focuses its first field. */
export function PasswordForm({ first, onDone }: { first?: boolean; onDone?: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [values, setValues] = useState({ oldPassword: '', newPassword: '', repeatPassword: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { min, max } = PROFILE_PASSWORD;

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const { repeatPassword, ...change } = values;
    const checked = check(passwordChange, change);
    const problems: Readonly<Record<string, Problem>> = {
      ...(checked.ok ? {} : checked.problems),
      ...(repeatPassword === change.newPassword ? {} : { repeatPassword: problem('PWD_MISMATCH') }),
    };
    setErrors(
      Object.fromEntries(
        Object.entries(problems).map(([name, found]) => [name, speech.message(found, speech.label(name))]),
      ),
    );
    if (!checked.ok || repeatPassword !== change.newPassword) return;
    setBusy(true);
    try {
      await client.session.password({ body: checked.value });
      const profile = await client.session.me();
      useDesk.setState(({ session }) => ({ session: { ...session, profile } }));
      await queryClient.invalidateQueries({ queryKey: ['session', 'menuTree'] });
      setValues({ oldPassword: '', newPassword: '', repeatPassword: '' });
      notify({ text: t('access.centerPasswordDone'), intent: 'success' });
      onDone?.();
    } catch (thrown) {
      const { error } = failureOf(thrown);
      setErrors(error.fields ?? { form: error.message });
    } finally {
      setBusy(false);
    }
  };
  const field = (name: keyof typeof values, help?: React.ReactNode) => (
    <FormGroup
      label={speech.label(name)}
      labelFor={`password-${name}`}
      intent={errors[name] ? 'danger' : 'none'}
      helperText={errors[name] ?? help}
    >
      <InputGroup
        id={`password-${name}`}
        type="password"
        autoFocus={first === true && name === 'oldPassword'}
        value={values[name]}
        aria-invalid={!!errors[name]}
        onValueChange={(typed) => setValues({ ...values, [name]: typed })}
      />
    </FormGroup>
  );
  return (
    <form className="fc-password" noValidate onSubmit={submit}>
      {field('oldPassword')}
      {field('newPassword', t('access.passwordLength', { min, max }))}
      <PasswordStrength password={values.newPassword} />
      {field('repeatPassword')}
      <ErrorText text={errors.form} />
      <BusyButton type="submit" intent="primary" busy={busy}>
        {t('common.save')}
      </BusyButton>
    </form>
  );
}
