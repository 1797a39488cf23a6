import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../columns';

/**
 * A case of a box that a note was signed without names the note by its id. That the box is missing is its place in the
 * ledger, of which the column of the box was a copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'abnormalCase', { cmrId: 'integer -> cmr' });
  await createIndex(db, 'abnormalCase', ['cmrId']);
  await sql`
    update abnormalCase set cmrId = (select cmr.id from cmr where cmr.cmrNo = abnormalCase.description)
    where type = 'shortage' and boxId is not null and pickId is null`.execute(db);
  await sql`drop index boxMissing`.execute(db);
  await sql`alter table box drop column missingOnCmrId`.execute(db);
}
