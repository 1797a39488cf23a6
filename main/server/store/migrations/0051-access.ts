import { type Kysely, sql } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Accounts with their permissions, sessions and log, stored files, and saved lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db);
  await sessions(db);
  await log(db);
  await filesAndLists(db);
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  // Facts about the database itself, for example which data it began with.
  await createTable(
    db,
    'fact',
    {
      name: 'text!',
      value: 'text!',
    },
    { primary: ['name'] },
  );
  await createTable(
    db,
    'adminGroup',
    {
      id: 'id',
      name: 'text!',
      nameCn: 'text!',
      description: 'text',
      superAdmin: 'flag',
      version: 'integer!',
    },
    { unique: [['name']] },
  );
  await createTable(
    db,
    'groupPermission',
    {
      groupId: 'integer! -> adminGroup',
      permissionId: 'text!',
    },
    { primary: ['groupId', 'permissionId'] },
  );
  await createTable(
    db,
    'staff',
    {
      id: 'id',
      username: 'text!',
      realName: 'text!',
      email: 'text!',
      phone: 'text',
      passwordHash: 'text!',
      groupId: 'integer! -> adminGroup',
      superAdmin: 'flag',
      loginAllowed: 'flag',
      pdaBarcodeEntry: 'flag',
      mustChangePassword: 'flag',
      avatarFileId: 'text',
      companyName: 'text!',
      lastLoginAt: 'text',
      registeredAt: 'text!',
      version: 'integer!',
      role: 'text',
      /** A deleted account stays as a row, because records name it. */
      deletedAt: 'text',
      /** Warehouses whose goods the account sees; empty: all. */
      warehouseIds: 'list',
    },
    { unique: [['username']] },
  );
  await createIndex(db, 'staff', ['groupId']);
  await sql`
    create view groupOfStaff as
    select adminGroup.*,
      (select count(*) from staff where staff.groupId = adminGroup.id and staff.deletedAt is null) as memberCount
    from adminGroup`.execute(db);
}

/** Sessions, sign-in attempts, keys of writes, and secrets. */
async function sessions(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'session',
    {
      tokenHash: 'text!',
      staffId: 'integer! -> staff',
      createdAt: 'text!',
      lastUsedAt: 'text!',
      userAgent: 'text',
      ip: 'text',
    },
    { primary: ['tokenHash'] },
  );
  await createIndex(db, 'session', ['staffId']);
  await createTable(db, 'loginAttempt', {
    id: 'id',
    username: 'text!',
    at: 'text!',
  });
  await createIndex(db, 'loginAttempt', ['username', 'at']);
  await createTable(
    db,
    'idempotency',
    {
      key: 'text!',
      staffId: 'integer!',
      endpoint: 'text!',
      requestHash: 'text!',
      answer: 'text!',
      at: 'text!',
    },
    { primary: ['key', 'staffId'] },
  );
  await createTable(
    db,
    'secret',
    {
      name: 'text!',
      sealed: 'text!',
      updatedAt: 'text!',
    },
    { primary: ['name'] },
  );
}

/** The log of all operations, which the database itself keeps append-only. */
async function log(db: Kysely<unknown>): Promise<void> {
  // No references: lines stay when the records they are about are deleted.
  await createTable(db, 'operateLog', {
    id: 'id',
    at: 'text!',
    operatorId: 'integer',
    operatorName: 'text!',
    module: 'text!',
    action: 'text!',
    objectType: 'text!',
    objectId: 'text',
    objectNo: 'text',
    before: 'text',
    after: 'text',
    ip: 'text',
    userAgent: 'text',
    result: 'text!',
    customerId: 'integer',
    companyId: 'integer',
  });
  await createIndex(db, 'operateLog', ['at', 'id'], ['objectType', 'objectId']);
  await sql`create index operateLogBy_customerId_at on operateLog (customerId, at) where customerId is not null`.execute(
    db,
  );
  await sql`create index operateLogBy_companyId_at on operateLog (companyId, at) where companyId is not null`.execute(
    db,
  );
  // `insert or replace` deletes a row without firing the delete trigger.
  for (const change of ['update', 'delete'])
    await sql`
        create trigger ${sql.id(`operateLogNo${change}`)} before ${sql.raw(change)} on ${sql.table('operateLog')}
        begin select raise(abort, 'the log is append-only'); end`.execute(db);
  await sql`
      create trigger ${sql.id('operateLogNoreplace')} before insert on ${sql.table('operateLog')}
      when exists (select 1 from ${sql.table('operateLog')} where id = new.id)
      begin select raise(abort, 'the log is append-only'); end`.execute(db);
}

async function filesAndLists(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'storedFile',
    {
      id: 'text!',
      fileName: 'text!',
      mime: 'text!',
      size: 'integer!',
      hash: 'text!',
      createdAt: 'text!',
      createdBy: 'integer -> staff',
    },
    { primary: ['id'] },
  );
  await createTable(
    db,
    'listView',
    {
      id: 'id',
      version: 'integer!',
      list: 'text!',
      name: 'text!',
      scope: 'text!',
      ownerId: 'integer! -> staff',
      tab: 'text',
      asked: 'text!',
      sort: 'text!',
      layout: 'text',
      updatedAt: 'text!',
    },
    { unique: [['ownerId', 'list', 'name']] },
  );
  await createIndex(db, 'listView', ['scope']);
  await createTable(
    db,
    'listViewDefault',
    {
      staffId: 'integer! -> staff',
      list: 'text!',
      viewId: 'integer!',
    },
    { primary: ['staffId', 'list'] },
  );
  await createIndex(db, 'listViewDefault', ['viewId']);
  await createTable(
    db,
    'listViewGroupDefault',
    {
      groupId: 'integer! -> adminGroup',
      list: 'text!',
      viewId: 'integer!',
    },
    { primary: ['groupId', 'list'] },
  );
  await createIndex(db, 'listViewGroupDefault', ['viewId']);
}
