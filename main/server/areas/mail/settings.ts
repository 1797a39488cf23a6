import { isIP } from 'node:net';
import { problem } from '@contract/errors';
import { type MailSettings, mailSettings } from '@contract/mail/mail';
import type { Context, GroupHandlers } from '../../core/context';
import { requireVersion } from '../../core/record';
import { refuseFields } from '../../core/refusal';
import { changeSecret } from '../../core/secrets/changeSecret';
import type { Secrets } from '../../core/secrets/secrets';
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

  const keepPassword = (
    context: Context,
    draft: Settings & { password?: string | null | undefined },
    before: MailSettings,
  ) => {
    const { host, username, password } = draft;
    if (password && username === null) throw refuseFields({ username: problem('MAIL_USER_MISSING') });
    const elsewhere = (['host', 'port', 'username', 'security'] as const).some(
      (name) => draft[name] !== before[name],
    );
    return changeSecret(secrets, context, SMTP_PASSWORD, {
      ...{ given: password, had: before.hasPassword, isUsed: host !== null && username !== null },
      again: elsewhere ? { password: problem('MAIL_PASSWORD_AGAIN') } : undefined,
    });
  };

  return {
    settings: ({ read }) => answer(read),

    saveSettings: async (context, { body }) => {
      const { read, write, now, caller } = context;
      const before = await answer(read);
      requireVersion(before, body.version);
      const { password: _, version, ...draft } = body;
      check({ version, ...draft });
      const signIn = await keepPassword(context, body, before);
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
