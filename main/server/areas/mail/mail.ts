import { Readable } from 'node:stream';
import { type Mail, mailMachine, mailRow } from '@contract/mail/mail';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import type { Secrets } from '../../core/secrets/secrets';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { rowById } from '../../store/rowById';
import { filesOf, letterOf } from './letter';
import { putMail } from './outbox';
import { settingsHandlers, settingsOf } from './settings';

const list: ListDefinition<typeof mailRow> = {
  table: 'mail',
  row: mailRow,
  filters: ['state', 'subject', 'objectType', 'objectNo', 'createdAt'],
  keyword: ['toEmails', 'ccEmails', 'subject', 'objectNo'],
  order: '-createdAt',
};
const codec = codecOf(mailRow);

const mails = record({
  table: 'mail',
  row: mailRow,
  machine: mailMachine,
  load: async ({ read }, id: number): Promise<Mail> => codec.decode(await rowById(read, 'mail', id)),
  about: itself,
});

/** Queues an email again, whatever its result. Throws {@link Refusal}: NOT_FOUND, MAIL_SENDING. */
export async function restartMail(context: Context, id: number): Promise<void> {
  const mail = await mails.open(context, id, 'resend');
  await mails.save(context, mail, { state: 'pending', attempts: 0, nextAt: context.now, sentAt: null });
  await context.log({
    module: 'config',
    action: 'send',
    objectType: 'mail',
    objectId: id,
    objectNo: mail.objectNo ?? mail.subject,
    after: { subject: mail.subject, toEmails: mail.toEmails },
  });
}

/** Returns an email as a file for mail programs. Throws NOT_FOUND. */
export async function emlOf(context: Context, id: number): Promise<Download> {
  const { store, caller, read } = context;
  const row = await rowById(context.read, 'mail', id);
  const { fromAddress } = await settingsOf(read);
  // Without a mail server, the person who saves the email sends it from their own mail program.
  const own = await read
    .selectFrom('staff')
    .select('email')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  const letter = await letterOf(store, row, fromAddress ?? own.email);
  const { createTransport } = await import('nodemailer');
  const { message } = await createTransport({ streamTransport: true, newline: 'windows' }).sendMail({
    ...letter,
    // Makes mail programs open it as a draft.
    ...(row.state === 'sent' ? {} : { headers: { 'X-Unsent': '1' } }),
  });
  return {
    name: `mail-${row.id}.eml`,
    mime: 'message/rfc822',
    stream: message instanceof Readable ? message : Readable.from(message),
  };
}

/** The outbox, and the settings of its server. */
export function mailHandlers(secrets: Secrets): GroupHandlers<'mail'> {
  return {
    ...settingsHandlers(secrets),

    test: async (context, { body }) => {
      const { host } = await settingsOf(context.read);
      if (host === null) throw refuse('MAIL_NO_SERVER');
      const id = await putMail(
        context,
        {
          toEmails: [body.email],
          subject: context.say('MAIL_TEST_SUBJECT'),
          text: context.say('MAIL_TEST_TEXT', { host }),
          objectType: 'mailSettings',
          objectNo: host,
        },
        context.caller.id,
      );
      await context.log({
        module: 'config',
        action: 'send',
        objectType: 'mailSettings',
        objectId: id,
        objectNo: host,
        after: { toEmails: [body.email] },
      });
      return { id };
    },

    list: ({ read }, { query }) => listRows(read, list, query),
    export: (context, { query }) => exportRows(context, { definition: list, resource: 'mail' }, query),

    get: async (context, { params }) => {
      const row = await rowById(context.read, 'mail', params.id);
      const files = (await filesOf(context, row)).map(({ fileName }) => fileName);
      return { ...codec.decode(row), text: row.text, files };
    },

    eml: (context, { params }) => emlOf(context, params.id),

    resend: async (context, { body }) =>
      eachOf(context, await selectedIds(context, list, body), async (id) => {
        await restartMail(context, id);
        return true;
      }),
  };
}
