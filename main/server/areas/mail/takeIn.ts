import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { attachmentFile } from '@contract/bill/attachment';
import { type Problem, problem } from '@contract/errors';
import { CLOCK_TOLERANCE } from '@contract/rules/timeNodes';
import { sniffBytes } from '../../../tabular/sniff';
import type { Context, UploadedFile } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import { newStamp } from '../../core/stamps';
import { keepBytes, keepFile } from '../../store/storedFiles';
import { type Inbox, logLetter, reading, requireMailbox, type StoredLetter } from './inbox';
import { type MailFile, MailUnreadable, type ReadMail, readMime } from './mime';
import { chooseMailbox } from './readLetter';

/** Maximum files kept of one email. */
const MAX_FILES = 30;

/** An email to import. */
interface Incoming extends Pick<ReadMail, 'messageId' | 'date' | 'subject' | 'text' | 'files'> {
  readonly mailFrom: string;
  readonly mailTo: string | null;
  readonly recipients: readonly string[];
  readonly hash: string;
  /** The file that the email was uploaded as; null for pasted text. */
  readonly file: UploadedFile | null;
}

/** An email in the inbox, and whether it was there before. */
type ImportedMail = StoredLetter & { readonly known: boolean };

/** Finds the same email imported before, by its Message-ID or its whole content. */
const twinOf = ({ write }: Context, { kind }: Inbox, { hash, messageId }: Incoming) =>
  write
    .selectFrom('letter')
    .select('id')
    .where('kind', '=', kind)
    .where((where) =>
      where.or([
        where('hash', '=', hash),
        ...(messageId === null ? [] : [where('messageId', '=', messageId)]),
      ]),
    )
    .executeTakeFirst();

/** Sorts attachments into those that may be attached to a bill, and the names of the rest. */
async function sortFiles(files: readonly MailFile[]) {
  const kept: (MailFile & { readonly type: (typeof attachmentFile.types)[number] })[] = [];
  const leftOut: string[] = [];
  for (const file of files) {
    const extension = path.extname(file.name).slice(1).toLowerCase();
    const type = attachmentFile.types.find((one) => one === extension);
    const wrong: Problem | undefined | true =
      !type || kept.length === MAX_FILES || (await sniffBytes(file.bytes, type, file.name));
    if (type && wrong !== true && !wrong) kept.push({ ...file, type });
    else leftOut.push(file.name);
  }
  return { kept, leftOut };
}

async function keepFiles(
  context: Context,
  letterId: number,
  files: Awaited<ReturnType<typeof sortFiles>>['kept'],
) {
  for (const file of files) {
    const { id: fileId, mime } = await keepBytes(context, file);
    await context.write
      .insertInto('letterFile')
      .values({ letterId, fileId, fileName: file.name, size: file.bytes.length, mime })
      .execute();
  }
}

/**
 * Imports an email once: a repeated import returns the stored email. Throws LETTER_KNOWN if the caller may not see that
 * one.
 */
async function takeIn(
  inbox: Inbox,
  context: Context,
  mail: Incoming,
  mailboxId: number | undefined,
): Promise<ImportedMail> {
  const { write, now } = context;
  const twin = await twinOf(context, inbox, mail);
  if (twin) {
    const seen = await inbox.read(choiceOf(context), twin.id).catch(() => undefined);
    if (!seen) throw refuse('LETTER_KNOWN');
    context.unchanged();
    return { ...seen, known: true };
  }
  const letter = { mailFrom: mail.mailFrom, subject: mail.subject || null, text: mail.text };
  const box =
    mailboxId === undefined
      ? await chooseMailbox(context.read, { kind: inbox.kind, ...letter }, mail.recipients)
      : await requireMailbox(inbox, context.read, mailboxId);
  const { values, place, taken } = await reading(inbox, context, letter, box);
  const { kept, leftOut } = await sortFiles(mail.files);
  const original = mail.file && (await keepFile(context, mail.file));
  const late = mail.date !== null && Date.parse(mail.date) > Date.parse(now) + CLOCK_TOLERANCE;
  const { id } = await write
    .insertInto('letter')
    .values({
      ...inbox.codec.encode(values),
      ...place,
      ...newStamp(context),
      ...letter,
      kind: inbox.kind,
      // The sender's clock may run ahead: it must not date a notice in the future.
      receivedAt: late || mail.date === null ? now : mail.date,
      mailTo: mail.mailTo,
      messageId: mail.messageId,
      hash: mail.hash,
      taken: JSON.stringify(taken),
      fileId: original?.id ?? null,
      fileCount: kept.length,
      leftOut: JSON.stringify(leftOut),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepFiles(context, id, kept);
  const made = await inbox.read(context.read, id);
  const stored = { ...letter, text: undefined, ...values, ...place };
  await logLetter(inbox, context, mail.file ? 'upload' : 'create', made, {}, stored);
  return { ...made, known: false };
}

function readMail(bytes: Uint8Array, name: string): ReadMail {
  try {
    return readMime(bytes);
  } catch (error) {
    throw error instanceof MailUnreadable ? refuse('FILE_BROKEN', { name }) : error;
  }
}

/** Handlers that import email: as a file, or as pasted text. */
export const incomingHandlers = (inbox: Inbox) => ({
  upload: async (
    context: Context,
    { query, file }: { query: { mailboxId?: number | undefined }; file: UploadedFile },
  ) => {
    const mail = readMail(await readFile(file.path), file.name);
    const from = mail.from || '?';
    const { to, delivered, ...content } = mail;
    const incoming = { ...content, mailFrom: from, mailTo: to || null, hash: file.hash, file };
    const recipients = [...to.split(','), ...delivered];
    return takeIn(inbox, context, { ...incoming, recipients }, query.mailboxId);
  },

  paste: async (
    context: Context,
    {
      body,
    }: {
      body: {
        mailboxId?: number | undefined;
        from: string;
        subject: string | null;
        text: string;
        receivedAt?: string | undefined;
      };
    },
  ) => {
    const { from, subject, text, receivedAt } = body;
    if (receivedAt && Date.parse(receivedAt) > Date.parse(context.now) + CLOCK_TOLERANCE)
      throw refuseFields({ receivedAt: problem('NODE_FUTURE', { node: { field: 'receivedAt' } }) });
    const hash = createHash('sha256')
      .update(JSON.stringify([from, subject, text]))
      .digest('hex');
    const incoming = {
      messageId: null,
      date: receivedAt ?? null,
      mailTo: null,
      recipients: [],
      files: [],
      file: null,
    };
    const mail = { ...incoming, mailFrom: from, subject: subject ?? '', text, hash };
    return takeIn(inbox, context, mail, body.mailboxId);
  },
});
