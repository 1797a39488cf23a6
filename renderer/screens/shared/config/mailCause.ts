import type { Mail } from '@contract/mail/mail';
import type { useSpeech } from '../../../app/language';

/** Returns the reason why an email was not sent, with the server's response. */
export const causeOf = (
  speech: ReturnType<typeof useSpeech>,
  { error, answer }: Pick<Mail, 'error' | 'answer'>,
): string => [error && speech.choice('mailError', error), answer].filter(Boolean).join(': ');
