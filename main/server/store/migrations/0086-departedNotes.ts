import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** What a consignment note says of its goods and addresses, as its truck departed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'cmr', { departedWith: 'text' });
}
