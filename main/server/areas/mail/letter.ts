import { createReadStream } from 'node:fs';
import type { Store } from '../../store/open';
import { placeOf } from '../../store/storedFiles';
import type { Database } from '../../store/tables';

type Mail = Pick<
  Database['mail'],
  'messageId' | 'createdAt' | 'toEmails' | 'ccEmails' | 'subject' | 'text' | 'fileIds'
>;

/** The files that go with a mail, in their order; those that no longer exist are left out. */
export async function filesOf(
  { read }: Pick<Store, 'read'>,
  mail: Pick<Mail, 'fileIds'>,
): Promise<{ id: string; fileName: string; mime: string }[]> {
  const ids = JSON.parse(mail.fileIds) as string[];
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('storedFile')
    .select(['id', 'fileName', 'mime'])
    .where('id', 'in', ids)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** A mail as nodemailer takes it. Each attempt carries the same Message-ID, so that one that came twice is shown once. */
export async function letterOf(store: Pick<Store, 'read' | 'files'>, mail: Mail, from: string) {
  const files = await filesOf(store, mail);
  return {
    from: { name: 'Freight Console', address: from },
    to: JSON.parse(mail.toEmails) as string[],
    cc: JSON.parse(mail.ccEmails) as string[],
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
    // What stands in a mail is text, and never a place to read a file or an address from.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
