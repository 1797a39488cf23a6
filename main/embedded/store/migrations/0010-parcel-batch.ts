import type { Kysely } from 'kysely';
import { createIndex } from '../columns';

/** The parcels of a declaration: also what SQLite looks for, row by row, when declarations are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'parcel', ['batchId']);
}
