import type { Mail } from '@contract/mail/mail';
import type { useSpeech } from '../../../app/language';

/** Why a mail was not sent, in words, with what the server said of it. */
export const causeOf = (
  speech: ReturnType<typeof useSpeech>,
  { error, answer }: Pick<Mail, 'error' | 'answer'>,
): string => [error && speech.choice('mailError', error), answer].filter(Boolean).join(': ');
