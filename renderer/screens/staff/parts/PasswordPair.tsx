import { FormGroup, InputGroup } from '@blueprintjs/core';
import { staffPassword } from '@contract/access/staff';
import { type Problem, problem } from '@contract/errors';
import { STAFF_PASSWORD } from '@contract/limits';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { PasswordStrength } from '../../../ui/PasswordStrength';

/** A password typed twice. It is never stored, not even in a draft. */
export interface PasswordInput {
  readonly password: string;
  readonly repeatPassword: string;
}
export const NOTHING_TYPED: PasswordInput = { password: '', repeatPassword: '' };

/** Returns the problems with a password for another user, by field. */
export function problemsOf({ password, repeatPassword }: PasswordInput): Readonly<Record<string, Problem>> {
  return {
    ...(staffPassword.safeParse(password).success ? {} : { password: problem('PWD_LENGTH', STAFF_PASSWORD) }),
    ...(password === repeatPassword ? {} : { repeatPassword: problem('PWD_MISMATCH') }),
  };
}

/** Two fields for another user's password, with advice; errors are shown after the first attempt to submit. */
export function PasswordPair(props: {
  readonly typed: PasswordInput;
  readonly tried: boolean;
  readonly onChange: (typed: PasswordInput) => void;
}) {
  const { typed, tried, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const base = useId();
  const problems = tried ? problemsOf(typed) : {};
  const field = (name: keyof PasswordInput) => {
    const found = problems[name];
    const id = `${base}-${name}`;
    return (
      <FormGroup
        className="fc-field"
        label={speech.label(name)}
        labelFor={id}
        labelInfo={<span title={t('common.required')}>*</span>}
        intent={found ? 'danger' : 'none'}
        helperText={
          <span id={`${id}-help`} role={found ? 'alert' : undefined}>
            {found
              ? speech.message(found, speech.label(name))
              : name === 'password'
                ? t('access.passwordLength', { ...STAFF_PASSWORD })
                : ''}
          </span>
        }
      >
        <InputGroup
          id={id}
          type="password"
          autoComplete="new-password"
          value={typed[name]}
          aria-invalid={!!found}
          aria-describedby={`${id}-help`}
          onValueChange={(value) => onChange({ ...typed, [name]: value })}
        />
      </FormGroup>
    );
  };
  return (
    <>
      <div className="fc-form-fields">
        {field('password')}
        {field('repeatPassword')}
      </div>
      <PasswordStrength password={typed.password} />
      <p className="fc-muted">{t('staff.oneTime')}</p>
    </>
  );
}
