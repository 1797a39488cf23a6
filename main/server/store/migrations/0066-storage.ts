import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** Days of free storage in a warehouse. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'warehouse', { freeDays: 'integer' });
}
