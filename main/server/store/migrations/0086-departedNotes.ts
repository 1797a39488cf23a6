import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** Goods and addresses of a consignment note as its truck departed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'cmr', { departedWith: 'text' });
}
