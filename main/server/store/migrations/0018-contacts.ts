import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

const owner = { customerId: 'integer -> customer', companyId: 'integer -> clientCompany' };

/** Contacts, roles and portal accounts of customers and companies, and in whose log each line stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Addresses have the same parts wherever they stand.
  await addColumns(db, 'warehouse', { district: 'text' });
  await addColumns(db, 'customer', {
    salesStaffId: 'integer -> staff',
    serviceStaffId: 'integer -> staff',
    defaultServiceId: 'integer -> service',
    defaultChannelCode: 'text',
  });
  await roles(db);
  await contacts(db);
  await accounts(db);
  await logs(db);
  await permissions(db);
}

async function roles(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'clientRole', {
    ...recordColumns,
    ...owner,
    nameEn: 'text!',
    nameCn: 'text!',
    permissions: 'list',
    ...referenceColumns,
  });
  await createIndex(db, 'clientRole', ['customerId']);
  await createIndex(db, 'clientRole', ['companyId']);
}

/** That nobody has two primary contacts the database itself sees to. */
async function contacts(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'clientContact', {
    ...recordColumns,
    ...owner,
    name: 'text!',
    title: 'text',
    phone: 'text',
    email: 'text',
    wechat: 'text',
    isPrimary: 'flag',
    receives: 'list',
    roleId: 'integer -> clientRole',
    ...referenceColumns,
  });
  for (const column of ['customerId', 'companyId']) {
    await createIndex(db, 'clientContact', [column]);
    await sql`create unique index ${sql.id(`clientContactPrimary_${column}`)}
      on clientContact (${sql.id(column)}) where isPrimary = 1`.execute(db);
  }
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'clientAccount',
    {
      ...recordColumns,
      customerId: 'integer! -> customer',
      contactId: 'integer! -> clientContact',
      username: 'text!',
      passwordHash: 'text',
      roleId: 'integer! -> clientRole',
      loginAllowed: 'flag',
      accessGivenAt: 'text',
      lastLoginAt: 'text',
      remark: 'text',
    },
    { unique: [['username']] },
  );
  await createIndex(db, 'clientAccount', ['customerId']);
}

/** Lines stay when those they are about are deleted: they refer to nothing. Most are about neither. */
async function logs(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'operateLog', { customerId: 'integer', companyId: 'integer' });
  for (const column of ['customerId', 'companyId'])
    await sql`create index ${sql.id(`operateLogBy_${column}_at`)}
      on operateLog (${sql.id(column)}, at) where ${sql.id(column)} is not null`.execute(db);
}

/** Who sees or keeps customers sees or keeps what belongs to them. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const [held, ...granted] of [
    ['9040101', '9040400', '9040401'],
    ['9040102', '9040402', '9040300', '9040301', '9040302', '9040303', '9040500', '9040501'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}
