import { problem } from '@contract/errors';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { desktop, failureOf } from '../api/bridge';
import { useDesk } from './desk';
import { useSpeech } from './language';
import { readDesk } from './laterParts';

/** The fields of the form, in their order, by what they are called in answers of the API too. */
const FIELDS = ['username', 'password', 'captcha'] as const;
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The keys go on in the first field that something is wrong with. */
const goTo = (wrong: Readonly<Record<string, string>>): void =>
  document.getElementById(FIELDS.find((name) => wrong[name]) ?? '')?.focus();

/** The picture that is to be read: `round` counts those that were asked for, `id` names the one on the screen. */
function useCaptcha(onAnother: () => void) {
  const { backend, environment } = useDesk();
  const [id, setId] = useState('');
  const [round, setRound] = useState(0);
  const onIssued = useCallback((issued: string) => setId(issued), []);
  const another = useCallback(() => {
    setRound((count) => count + 1);
    onAnother();
  }, [onAnother]);
  // A new server has captchas of its own, and so has an embedded API that is started again. The picture that was asked of one
  // on its way is yet to come.
  const starting = backend.status === 'starting';
  const before = useRef({ environment, starting });
  useEffect(() => {
    const was = before.current;
    before.current = { environment, starting };
    if (was.environment !== environment || (starting && !was.starting)) another();
  }, [environment, starting, another]);

  // While a person types there is time, and none is left between their last key and the desk.
  useEffect(() => {
    if (!id) return;
    const asked = requestIdleCallback(readDesk);
    return () => cancelIdleCallback(asked);
  }, [id]);
  return { id, round, onIssued, another };
}

/** All that the form to sign in does: what is typed, what is wrong with it, and the call. */
export function useSignIn() {
  const speech = useSpeech();
  const { settings, backend, environment } = useDesk();
  const [typed, setTyped] = useState<Typed>({ username: settings.lastUsername, password: '', captcha: '' });
  const type = useCallback((part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })), []);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const passwordField = useRef<HTMLInputElement>(null);
  const {
    id: captchaId,
    round,
    onIssued,
    another,
  } = useCaptcha(useCallback(() => type({ captcha: '' }), [type]));
  const down = backend.status === 'failed' && environment === 'embedded';
  useEffect(() => {
    if (settings.lastUsername && !down) passwordField.current?.focus();
  }, [settings.lastUsername, down]);

  const show = (wrong: Readonly<Record<string, string>>): void => {
    setErrors(wrong);
    goTo(wrong);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = FIELDS.filter((name) => !typed[name].trim());
    show(
      Object.fromEntries(
        missing.map((name) => [name, speech.message(problem('REQUIRED'), speech.label(name))]),
      ),
    );
    if (busy || missing.length > 0) return;
    setBusy(true);
    try {
      await desktop.account.signIn({ ...typed, captchaId });
    } catch (thrown) {
      const { error } = failureOf(thrown);
      const { captchaId: unseen, ...fields } = error.fields ?? { form: error.message };
      // Sent before there was a picture: what was typed can be no answer to it.
      show(unseen ? { captcha: speech.message(problem('CAPTCHA_WRONG')), ...fields } : fields);
      // A used picture answers nothing more; the password stays when only the picture was wrong.
      another();
      if (error.fields?.password) type({ password: '' });
    } finally {
      setBusy(false);
    }
  };
  return { typed, type, errors, busy, down, round, onIssued, another, passwordField, submit };
}
