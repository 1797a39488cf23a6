import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** Addresses have the same parts wherever they stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'warehouse', { district: 'text' });
}
