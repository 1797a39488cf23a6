import { problem } from '@contract/errors';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { desktop, failureOf } from '../api/bridge';
import { useDesk } from './desk';
import { useSpeech } from './language';
import { readDesk } from './laterParts';

/** Fields of the form in their order, named as in the API's errors. */
const FIELDS = ['username', 'password', 'captcha'] as const;
type SignInValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Focuses the first field with an error. */
const goTo = (wrong: Readonly<Record<string, string>>): void =>
  document.getElementById(FIELDS.find((name) => wrong[name]) ?? '')?.focus();

/** Captcha image: `round` counts the requested ones, `id` identifies the one shown. */
function useCaptcha(onAnother: () => void) {
  const { backend, environment } = useDesk();
  const [id, setId] = useState('');
  const [round, setRound] = useState(0);
  const onIssued = useCallback((issued: string) => setId(issued), []);
  const another = useCallback(() => {
    setRound((count) => count + 1);
    onAnother();
  }, [onAnother]);
  // Another server, or an embedded API that was restarted, has its own captchas. An image requested while the API was
  // starting is still to arrive.
  const starting = backend.status === 'starting';
  const before = useRef({ environment, starting });
  useEffect(() => {
    const was = before.current;
    before.current = { environment, starting };
    if (was.environment !== environment || (starting && !was.starting)) another();
  }, [environment, starting, another]);

  // Preloads the desk while the user types, since there is no time between the last key and the desk.
  useEffect(() => {
    if (!id) return;
    const idle = requestIdleCallback(readDesk);
    return () => cancelIdleCallback(idle);
  }, [id]);
  return { id, round, onIssued, another };
}

/** Logic of the sign-in form: its input, its errors, and the call. */
export function useSignIn() {
  const speech = useSpeech();
  const { settings, backend, environment } = useDesk();
  const [typed, setTyped] = useState<SignInValues>({
    username: settings.lastUsername,
    password: '',
    captcha: '',
  });
  const type = useCallback(
    (part: Partial<SignInValues>) => setTyped((before) => ({ ...before, ...part })),
    [],
  );
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
      // Submitted before an image was shown: the typed characters cannot be right.
      show(unseen ? { captcha: speech.message(problem('CAPTCHA_WRONG')), ...fields } : fields);
      // An image can be used only once; the password stays if only the captcha was wrong.
      another();
      if (error.fields?.password) type({ password: '' });
    } finally {
      setBusy(false);
    }
  };
  return { typed, type, errors, busy, down, round, onIssued, another, passwordField, submit };
}
