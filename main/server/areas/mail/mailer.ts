import { MAIL } from '@contract/limits';
import type { MailError } from '@contract/mail/mail';
import { instantOf } from '@contract/rules/zonedTime';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { afterAttempt, isDue, Outgoing } from '../../core/outgoing';
import type { BackgroundServices } from '../../core/repeat';
import type { Secrets } from '../../core/secrets/secrets';
import type { Database } from '../../store/tables';
import { letterOf } from './letter';
import { type MailSent, type MailServer, sendMail } from './sendMail';
import { SMTP_PASSWORD, settingsOf } from './settings';

/** Options for sending email. */
export interface MailerOptions extends BackgroundServices {
  readonly secrets: Secrets;
  /** Timeout of an attempt in milliseconds. */
  readonly deadline?: number | undefined;
}

type Mail = Selectable<Database['mail']>;

/** Emails sent at the same time, each on its own connection. */
const AT_ONCE = 4;

/** Sends due email through the configured server. Without a server, email waits. */
export class Mailer {
  readonly #options: MailerOptions;
  readonly #outgoing: Outgoing<{ mail: Mail; server: MailServer }>;

  constructor(options: MailerOptions) {
    this.#options = options;
    this.#outgoing = new Outgoing({
      due: () => this.#due(),
      attempt: ({ mail, server }, stopped) => this.#attempt(mail, server, stopped),
      failed: (error) => options.report('mail could not be sent', error),
      every: options.every,
    });
  }

  /** Stops; running attempts are cut short and count as not made. */
  stop(): Promise<void> {
    return this.#outgoing.stop();
  }

  async #due(): Promise<{ mail: Mail; server: MailServer }[]> {
    const { store, secrets, now } = this.#options;
    const { host, fromAddress, ...rest } = await settingsOf(store.read);
    if (!host || !fromAddress) return [];
    const mails = await store.read
      .selectFrom('mail')
      .selectAll()
      // An email in state "sending" while nothing is being sent: its attempt was cut short with the server.
      .where('state', 'in', ['pending', 'sending'])
      .where(
        isDue('nextAt', {
          now: now(),
          longest: Math.max(...MAIL.backOff),
          untried: sql<SqlBool>`attempts = 0 and error is null`,
        }),
      )
      .orderBy('nextAt')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (mails.length === 0) return [];
    const password = rest.username
      ? await secrets.find(store.read, SMTP_PASSWORD)
      : ({ kind: 'none' } as const);
    if (password.kind === 'locked' || password.kind === 'lost') {
      await this.#rest(mails, password.kind === 'locked' ? 'keychain_locked' : 'password_lost');
      return [];
    }
    const server = { ...rest, host, fromAddress, password: password.kind === 'found' ? password.text : null };
    return mails.map((mail) => ({ mail, server }));
  }

  /** Stores the error of emails that cannot be tried, and delays them; this counts as no attempt. */
  async #rest(mails: readonly Mail[], error: MailError): Promise<void> {
    const { store, now } = this.#options;
    await store.write((write) =>
      write
        .updateTable('mail')
        .set({ state: 'pending', error, answer: null, nextAt: instantOf(now() + MAIL.rest) })
        .where(
          'id',
          'in',
          mails.map(({ id }) => id),
        )
        .execute(),
    );
  }

  async #attempt(mail: Mail, server: MailServer, stopped: AbortSignal): Promise<void> {
    const { store, deadline = MAIL.deadline } = this.#options;
    await store.write((write) =>
      write.updateTable('mail').set({ state: 'sending' }).where('id', '=', mail.id).execute(),
    );
    const letter = await letterOf(store, mail, server.fromAddress);
    const sent: MailSent | undefined =
      letter.attachments.length < mail.fileCount
        ? { ok: false, error: 'attachment', answer: null }
        : await sendMail(letter, server, { deadline, stopped });
    if (sent) await this.#keep(mail, sent);
  }

  async #keep({ id, attempts: before, objectType }: Mail, { ok, error, answer }: MailSent): Promise<void> {
    const { store, now } = this.#options;
    // A person testing the server waits for the result.
    const attemptsIn = objectType === 'mailSettings' ? 1 : MAIL.attempts;
    const end = now();
    const { attempts, ended, nextAt } = afterAttempt({ ...MAIL, attempts: attemptsIn }, before, ok, end);
    await store.write((write) =>
      write
        .updateTable('mail')
        .set({
          attempts,
          nextAt,
          error,
          answer,
          state: ok ? 'sent' : ended ? 'failed' : 'pending',
          sentAt: ok ? instantOf(end) : null,
        })
        .where('id', '=', id)
        .execute(),
    );
  }
}
