import type { Kysely } from 'kysely';
import { addColumns, createTable } from '../columns';

/** Where exchange rates are read from, and which of them were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'rateFeed', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    source: 'text!',
    address: 'text',
    readAt: 'text',
    newestDay: 'text',
    nextAt: 'text',
    failedSince: 'text',
    error: 'text',
    detail: 'text',
    told: 'count',
  });
  await addColumns(db, 'dayRate', { source: 'text = entered' });
}
