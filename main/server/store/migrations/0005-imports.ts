import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Imports of files, so that one sent twice is recognised and a whole one can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'importJob', {
    id: 'id',
    kind: 'text!',
    fileName: 'text!',
    mode: 'text!',
    status: 'text!',
    totalRows: 'integer!',
    okRows: 'integer!',
    errorRows: 'integer!',
    warningRows: 'integer!',
    startedAt: 'text!',
    finishedAt: 'text',
    createdBy: 'integer -> staff',
    fileHash: 'text!',
    fileId: 'text -> storedFile',
  });
  await createIndex(db, 'importJob', ['kind', 'fileHash']);
  await createIndex(db, 'importJob', ['startedAt', 'id']);
}
