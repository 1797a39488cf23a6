import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../columns';

/** Accounts that are kept by colleagues: a role in the business, and a mark on deleted ones, whose names the records keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'staff', { role: 'text', deletedAt: 'text' });
  await createIndex(db, 'staff', ['groupId']);
  await sql`
    create view groupOfStaff as
    select adminGroup.*,
      (select count(*) from staff where staff.groupId = adminGroup.id and staff.deletedAt is null) as memberCount
    from adminGroup`.execute(db);
}
