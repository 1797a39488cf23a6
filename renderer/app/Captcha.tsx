import { Button, FormGroup, InputGroup, Spinner } from '@blueprintjs/core';
import { Refresh, WarningSign } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../api/answers';
import { queryClient, read } from '../api/queries';
import { useSpeech } from './language';

const pictureOf = (round: number) => ({
  ...read('session', 'captcha'),
  queryKey: ['session', 'captcha', round],
  staleTime: 100_000,
  gcTime: 0,
});

/** Prefetches the first image while the form is being drawn, so that both are ready at about the same time. */
export const prefetchPicture = () => void queryClient.prefetchQuery(pictureOf(0));

/** Captcha image and the field for its characters; a click on the image loads a new one. */
export function Captcha({
  round,
  value,
  error,
  onChange,
  onIssued,
  onAnother,
}: {
  /** Number of the image; increases with every failure, since an image can be used only once. */
  round: number;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onIssued: (id: string) => void;
  onAnother: () => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error: failed, isFetching } = useAnswer(pictureOf(round));
  useEffect(() => {
    if (data) onIssued(data.id);
  }, [data, onIssued]);
  const { language } = speech;
  const why = failed ? t('access.captchaFailed', { detail: failed.message }) : undefined;
  // Refetch a message that is in the previous language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the language matters
  useEffect(() => {
    if (failed) onAnother();
  }, [language]);
  return (
    <FormGroup
      label={speech.label('captcha')}
      labelFor="captcha"
      intent={error || failed ? 'danger' : 'none'}
      helperText={error ?? why}
    >
      <div className="fc-captcha">
        <InputGroup
          id="captcha"
          size="large"
          fill
          autoComplete="off"
          spellCheck={false}
          value={value}
          intent={error ? 'danger' : 'none'}
          aria-invalid={!!error}
          onValueChange={onChange}
        />
        <button
          type="button"
          className="fc-captcha-picture"
          onClick={onAnother}
          title={t('access.captchaRefresh')}
        >
          {failed && !isFetching ? (
            <WarningSign size={18} aria-label={why} />
          ) : data && !isFetching ? (
            <img src={data.image} alt={t('access.captchaAlt')} width={120} height={40} />
          ) : (
            <Spinner size={18} />
          )}
        </button>
        <Button
          variant="minimal"
          size="large"
          icon={<Refresh />}
          onClick={onAnother}
          aria-label={t('access.captchaRefresh')}
        />
      </div>
    </FormGroup>
  );
}
