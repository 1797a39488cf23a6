import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Who may sign in, what they may do, and what they did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What is known of the database itself: with which data it began.
  await createTable(db, 'fact', { name: 'text!', value: 'text!' }, { primary: ['name'] });
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
    { groupId: 'integer! -> adminGroup', permissionId: 'text!' },
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
    },
    { unique: [['username']] },
  );
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
  await createTable(db, 'loginAttempt', { id: 'id', username: 'text!', at: 'text!' });
  await createIndex(db, 'loginAttempt', ['username', 'at']);
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
  });
  await createIndex(db, 'operateLog', ['at', 'id']);
  await createIndex(db, 'operateLog', ['objectType', 'objectId']);
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
}
