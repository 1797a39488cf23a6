import { randomUUID } from 'node:crypto';
import type { LogObject } from '@contract/access/operateLog';
import type { Writer } from '../../store/open';

/** An email to send. */
export interface NewMail {
  readonly toEmails: readonly string[];
  readonly ccEmails?: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Ids of the stored files to attach. */
  readonly fileIds?: readonly string[];
  /** Type of the record that the email is about. */
  readonly objectType: LogObject;
  readonly objectNo: string;
}

/** Table row of a new email that waits to be sent. */
export function waitingRow(mail: NewMail, now: string, createdBy: number | null, messageId: string) {
  const { toEmails, ccEmails = [], subject, text, fileIds = [], objectType, objectNo } = mail;
  return {
    createdAt: now,
    createdBy,
    messageId,
    toEmails: JSON.stringify(toEmails),
    ccEmails: JSON.stringify(ccEmails),
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200),
    text,
    fileIds: JSON.stringify(fileIds),
    fileCount: fileIds.length,
    objectType,
    objectNo: objectNo.slice(0, 60),
    state: 'pending' as const,
    nextAt: now,
  };
}

/**
 * Puts an email into the outbox, in the transaction of the change it reports, and returns its id; the sender does the
 * rest.
 */
export async function putMail(
  { write, now }: { readonly write: Writer; readonly now: string },
  mail: NewMail,
  createdBy: number | null = null,
): Promise<number> {
  const { id } = await write
    .insertInto('mail')
    .values(waitingRow(mail, now, createdBy, randomUUID()))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
