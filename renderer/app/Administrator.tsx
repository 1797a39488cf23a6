import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { type FirstAdministrator, firstAdministrator } from '@contract/access/session';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { PROFILE_PASSWORD } from '@contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from './language';

/** Form for the first administrator of an empty installation. */
export function Administrator({
  onBack,
  onDone,
}: {
  onBack: () => void;
  onDone: (person: FirstAdministrator) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [person, setPerson] = useState({ username: 'admin', realName: '', email: '', password: '' });
  const [repeat, setRepeat] = useState('');
  const [tried, setTried] = useState(false);
  const checked = check(firstAdministrator, person);
  const problems: Readonly<Record<string, Problem>> = {
    ...(checked.ok ? {} : checked.problems),
    ...(repeat === person.password ? {} : { repeatPassword: problem('PWD_MISMATCH') }),
  };
  const messageOf = (name: string) => {
    const found = tried ? problems[name] : undefined;
    return found && speech.message(found, speech.label(name));
  };

  const field = (name: keyof FirstAdministrator | 'repeatPassword', secret = false) => (
    <FormGroup
      key={name}
      label={speech.label(name)}
      labelFor={`first-${name}`}
      intent={messageOf(name) ? 'danger' : 'none'}
      helperText={
        messageOf(name) ??
        (name === 'password' ? t('access.passwordLength', { ...PROFILE_PASSWORD }) : undefined)
      }
    >
      <InputGroup
        id={`first-${name}`}
        type={secret ? 'password' : 'text'}
        autoFocus={name === 'realName'}
        spellCheck={false}
        value={name === 'repeatPassword' ? repeat : person[name]}
        onValueChange={(value) =>
          name === 'repeatPassword' ? setRepeat(value) : setPerson({ ...person, [name]: value })
        }
      />
    </FormGroup>
  );
  return (
    <form
      className="fc-choice fc-administrator"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (checked.ok && Object.keys(problems).length === 0) onDone(checked.value);
      }}
    >
      <h2>{t('access.emptyStart')}</h2>
      <p>{t('access.emptyDetail')}</p>
      {field('username')}
      {field('realName')}
      {field('email')}
      {field('password', true)}
      {field('repeatPassword', true)}
      <div className="fc-buttons">
        <Button size="large" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button size="large" type="submit" intent="primary">
          {t('access.emptyStart')}
        </Button>
      </div>
    </form>
  );
}
