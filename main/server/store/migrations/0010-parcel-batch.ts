import type { Kysely } from 'kysely';
import { createIndex } from '../columns';

/**
 * What refers to declarations, boxes and trips, so that a bill is deleted by what is its own: SQLite looks for each row
 * that goes whether another still refers to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'parcel', ['batchId']);
  await createIndex(db, 'box', ['batchId']);
  await createIndex(db, 'fyco', ['boxId']);
  await createIndex(db, 'abnormalCase', ['boxId']);
  await createIndex(db, 'pmc', ['pickId']);
}
