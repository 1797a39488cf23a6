import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** The scheduled liquidation of an entry, which bounds the correction of its summary. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'seaEntry', { liquidationOn: 'text' });
}
