import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Mail: the outbox, the server it goes through, and secrets that must be given back, sealed with a key kept elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'secret',
    { name: 'text!', sealed: 'text!', updatedAt: 'text!' },
    { primary: ['name'] },
  );
  await createTable(db, 'mailSettings', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    host: 'text',
    port: 'integer!',
    security: 'text!',
    username: 'text',
    fromAddress: 'text',
  });
  await createTable(db, 'mail', {
    id: 'id',
    createdAt: 'text!',
    createdBy: 'integer -> staff',
    messageId: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    subject: 'text!',
    text: 'text!',
    fileIds: 'list',
    fileCount: 'count',
    objectType: 'text',
    objectNo: 'text',
    state: 'text!',
    attempts: 'count',
    nextAt: 'text',
    sentAt: 'text',
    error: 'text',
    answer: 'text',
  });
  await createIndex(db, 'mail', ['state', 'nextAt']);
  await createIndex(db, 'mail', ['createdAt']);
}
