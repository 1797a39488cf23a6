import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/** Boxes that a consignee signed for a note without having received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'box', { missingOnCmrId: 'integer -> cmr' });
  await sql`create index boxMissing on box (missingOnCmrId) where missingOnCmrId is not null`.execute(db);
}
