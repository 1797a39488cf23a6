import { isIP } from 'node:net';
import { problem } from '@contract/errors';
import { type MailSettings, mailSettings } from '@contract/mail/mail';
import type { Context, GroupHandlers } from '../../core/context';
import { requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { KeyLocked, type Secrets } from '../../core/secrets/secrets';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

/** Name under which the password of the mail server is stored. */
export const SMTP_PASSWORD = 'smtp';

type Settings = Omit<MailSettings, 'hasPassword'>;
const codec = codecOf(mailSettings.omit({ hasPassword: true }));
/** Submission with STARTTLS (RFC 6409), as most servers require. */
const NONE: Settings = {
  version: 0,
  host: null,
  port: 587,
  security: 'starttls',
  username: null,
  fromAddress: null,
};

/** Settings of the mail server, without its password. */
export async function settingsOf(read: Reader): Promise<Settings> {
  const row = await read.selectFrom('mailSettings').selectAll().executeTakeFirst();
  return row ? codec.decode(row) : NONE;
}

const isHost = (text: string) => isIP(text) !== 0 || /^(?!-)[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text);

/** Refuses settings with which no email could be sent. */
function check(draft: Settings): void {
  const { host, fromAddress } = draft;
  if (host === null) return;
  if (!isHost(host)) throw refuseFields({ host: problem('MAIL_HOST') });
  if (fromAddress === null) throw refuseFields({ fromAddress: problem('REQUIRED') });
}

/** Handlers that read and change the mail server. The password is write-only. */
export function settingsHandlers(secrets: Secrets): Pick<GroupHandlers<'mail'>, 'settings' | 'saveSettings'> {
  const answer = async (read: Reader): Promise<MailSettings> => ({
    ...(await settingsOf(read)),
    hasPassword: await secrets.has(read, SMTP_PASSWORD),
  });

  /** Stores or removes the password; returns which, for the log. */
  const keepPassword = async (
    { write, now }: Context,
    draft: Settings & { password?: string | null | undefined },
    before: MailSettings,
  ): Promise<'set' | 'removed' | 'kept'> => {
    const { password } = draft;
    if (password) {
      if (draft.username === null) throw refuseFields({ username: problem('MAIL_USER_MISSING') });
      await secrets.keep(write, SMTP_PASSWORD, password, now);
      return 'set';
    }
    if (!before.hasPassword) return 'kept';
    if (password === null || draft.host === null || draft.username === null) {
      await secrets.forget(write, SMTP_PASSWORD);
      return 'removed';
    }
    // Otherwise anyone who may change the server could have the password sent to one of their own.
    const elsewhere = (['host', 'port', 'username', 'security'] as const).some(
      (name) => draft[name] !== before[name],
    );
    if (elsewhere) throw refuseFields({ password: problem('MAIL_PASSWORD_AGAIN') });
    return 'kept';
  };

  return {
    settings: ({ read }) => answer(read),

    saveSettings: async (context, { body }) => {
      const { read, write, now, caller } = context;
      const before = await answer(read);
      requireVersion(before, body.version);
      const { password: _, version, ...draft } = body;
      check({ version, ...draft });
      let signIn: 'set' | 'removed' | 'kept';
      try {
        signIn = await keepPassword(context, body, before);
      } catch (error) {
        throw error instanceof KeyLocked ? refuse('SECRETS_LOCKED') : error;
      }
      const row = { ...codec.encode(draft), updatedAt: now, updatedBy: caller.id, version: version + 1 };
      await write
        .insertInto('mailSettings')
        .values({ ...row, id: 1 })
        .onConflict((kept) => kept.column('id').doUpdateSet(row))
        .execute();
      // Email that waited for a server is sent with the new one at once.
      await write
        .updateTable('mail')
        .set({ nextAt: now })
        .where('state', '=', 'pending')
        .where('error', 'is not', null)
        .execute();
      const { hasPassword: __, version: ___, ...old } = before;
      await context.log({
        module: 'config',
        action: 'update',
        objectType: 'mailSettings',
        objectId: 1,
        objectNo: draft.host ?? before.host ?? '–',
        before: old,
        after: { ...draft, ...(signIn === 'kept' ? {} : { signIn }) },
      });
      return answer(read);
    },
  };
}
