import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Customers in full: groups with their discount and their members, and the legal entities behind them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await groups(db);
  await companies(db);
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

async function companies(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'clientCompany',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      shortName: 'text',
      kind: 'text!',
      supplierTypes: 'list',
      registrationNo: 'text',
      vatNo: 'text',
      eoriNo: 'text',
      countryId: 'integer! -> country',
      province: 'text',
      city: 'text',
      district: 'text',
      street: 'text',
      houseNumber: 'text',
      postcode: 'text',
      bankName: 'text',
      iban: 'text',
      swift: 'text',
      currency: 'text',
      contactName: 'text',
      phone: 'text',
      email: 'text',
      paymentTermDays: 'integer',
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  await addColumns(db, 'customer', { companyId: 'integer -> clientCompany' });
  await createIndex(db, 'customer', ['companyId']);
}

/** Who sees or keeps customers sees or keeps what belongs to them. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const [held, ...granted] of [
    ['9040101', '9040200', '9040201'],
    // Those who keep customers or the categories of fees look up companies.
    ['9040102', '9040202', '9030000', '9031800', '9031801'],
    ['9031302', '9030000', '9031800', '9031801'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}
