import { createReadStream } from 'node:fs';
import type { Store } from '../../store/open';
import { placeOf } from '../../store/storedFiles';
import { storedTexts } from '../../store/storedLists';
import type { Database } from '../../store/tables';

type Mail = Pick<
  Database['mail'],
  'messageId' | 'createdAt' | 'toEmails' | 'ccEmails' | 'subject' | 'text' | 'fileIds'
>;

/** Attachments of an email, in their order; those that no longer exist are left out. */
export async function filesOf(
  { read }: Pick<Store, 'read'>,
  mail: Pick<Mail, 'fileIds'>,
): Promise<{ id: string; fileName: string; mime: string }[]> {
  const ids = storedTexts(mail.fileIds);
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('storedFile')
    .select(['id', 'fileName', 'mime'])
    .where('id', 'in', ids)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Builds an email for nodemailer. Each attempt has the same Message-ID, so that a duplicate is shown once. */
export async function letterOf(store: Pick<Store, 'read' | 'files'>, mail: Mail, from: string) {
  const files = await filesOf(store, mail);
  return {
    from: { name: 'Freight Console', address: from },
    to: storedTexts(mail.toEmails),
    cc: storedTexts(mail.ccEmails),
    subject: mail.subject,
    text: mail.text,
    date: new Date(mail.createdAt),
    messageId: `<${mail.messageId}@${from.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    attachments: files.map(({ id, fileName, mime }) => ({
      filename: fileName,
      contentType: mime,
      content: createReadStream(placeOf(store.files, id)),
    })),
    // Contents of an email are text, never a file path or address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
