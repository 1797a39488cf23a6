import { Button, FormGroup, InputGroup, ProgressBar } from '@blueprintjs/core';
import { passwordChange } from '@contract/access/session';
import { type Problem, problem } from '@contract/errors';
import { check } from '@contract/fields';
import { PROFILE_PASSWORD } from '@contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { queryClient } from '../../../api/queries';
import { useDesk } from '../../../app/desk';
import { useSpeech } from '../../../app/language';
import { Failed } from '../../../ui/Failed';
import { notify } from '../../../ui/toaster';

/** How many of letters, digits and symbols a password uses. */
const kindsIn = (password: string): number =>
  [/[A-Za-z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;

/** The strength the advice speaks of: more than six characters, at least two kinds. It advises and never blocks. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password.length === 0) return 0;
  if (password.length <= 6 || kindsIn(password) < 2) return 1;
  return password.length >= 12 && kindsIn(password) === 3 ? 3 : 2;
}

/** Changing one's own password: the old one, the new one twice. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [values, setValues] = useState({ oldPassword: '', newPassword: '', repeatPassword: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { min, max } = PROFILE_PASSWORD;
  const strength = strengthOf(values.newPassword);

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
        value={values[name]}
        aria-invalid={!!errors[name]}
        onValueChange={(typed) => setValues({ ...values, [name]: typed })}
      />
    </FormGroup>
  );
  const word = ([null, 'access.passwordWeak', 'access.passwordFair', 'access.passwordGood'] as const)[
    strength
  ];
  return (
    <form className="fc-password" noValidate onSubmit={submit}>
      {field('oldPassword')}
      {field('newPassword', t('access.passwordLength', { min, max }))}
      {word && (
        <div className="fc-strength" role="status">
          <ProgressBar
            value={strength / 3}
            animate={false}
            stripes={false}
            intent={strength === 1 ? 'danger' : strength === 2 ? 'warning' : 'success'}
          />
          <span>{t(word)}</span>
        </div>
      )}
      <p className="fc-muted">{t('access.passwordAdvice')}</p>
      {field('repeatPassword')}
      <Failed text={errors.form} />
      <Button type="submit" intent="primary" loading={busy}>
        {t('common.save')}
      </Button>
    </form>
  );
}
