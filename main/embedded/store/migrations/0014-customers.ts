import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/** Customers in full: groups with their discount and their members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await groups(db);
  await permissions(db);
}

/** The members of a group are counted by the database itself, whoever writes a customer. */
async function groups(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'clientGroup', { discountPercent: 'integer', memberCount: 'count' });
  const count = (group: string) =>
    sql`update clientGroup set memberCount = (select count(*) from customer where groupId = clientGroup.id)
      where id in (${sql.raw(group)});`;
  await sql`create trigger clientGroupJoined after insert on customer begin ${count('new.groupId')} end`.execute(
    db,
  );
  await sql`
    create trigger clientGroupChanged after update of groupId on customer when new.groupId != old.groupId begin
      ${count('new.groupId, old.groupId')}
    end`.execute(db);
  await sql`create trigger clientGroupLeft after delete on customer begin ${count('old.groupId')} end`.execute(
    db,
  );
  await sql`update clientGroup set memberCount = (select count(*) from customer where groupId = clientGroup.id)`.execute(
    db,
  );
}

/** Who sees or keeps customers sees or keeps what belongs to them. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const [held, ...granted] of [
    ['9040101', '9040200', '9040201'],
    ['9040102', '9040202'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}
