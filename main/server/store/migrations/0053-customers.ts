import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Customers with their groups, companies, contacts, portal accounts, marks, channels and IOSS numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await companies(db);
  await customers(db);
  await members(db);
  await numbers(db);
  await contacts(db);
}

async function companies(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'clientGroup',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      discountPercent: 'integer',
      memberCount: 'count',
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'clientGroup', 'code');
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
  await createEndIndex(db, 'clientCompany', 'code', 'vatNo', 'eoriNo');
}

async function customers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'customer',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      contactName: 'text!',
      email: 'text!',
      phone: 'text!',
      wechat: 'text',
      countryId: 'integer -> country',
      province: 'text',
      city: 'text',
      district: 'text',
      street: 'text',
      houseNumber: 'text',
      postcode: 'text',
      address1: 'text',
      address2: 'text',
      groupId: 'integer! -> clientGroup',
      photoRequired: 'flag',
      settlement: 'text!',
      paymentTermDays: 'integer!',
      creditLimit: 'integer',
      currency: 'text!',
      ...referenceColumns,
      callbackUrl: 'text',
      pushEvents: 'list',
      apiKeyHash: 'text',
      apiKeyIssuedAt: 'text',
      companyId: 'integer -> clientCompany',
      salesStaffId: 'integer -> staff',
      serviceStaffId: 'integer -> staff',
      defaultServiceId: 'integer -> service',
      defaultChannelCode: 'text',
    },
    { unique: [['code']] },
  );
  await createIndex(db, 'customer', ['groupId'], ['apiKeyHash'], ['companyId']);
  await createEndIndex(db, 'customer', 'code');
}

/** Triggers count the members of a group, whichever handler writes a customer. */
async function members(db: Kysely<unknown>): Promise<void> {
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
}

async function numbers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'mark',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      text: 'text!',
      tapeColor: 'text!',
      destinationCode: 'text',
      customerId: 'integer -> customer',
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'mark', 'code');
  await createTable(
    db,
    'channelCode',
    {
      ...recordColumns,
      channelCode: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      customerId: 'integer -> customer',
      destinationCode: 'text!',
      countryCode: 'text!',
      serviceId: 'integer -> service',
      markId: 'integer -> mark',
      ...referenceColumns,
    },
    { unique: [['channelCode']] },
  );
  await createEndIndex(db, 'channelCode', 'channelCode');
  await createTable(
    db,
    'ioss',
    {
      id: 'id',
      iossNo: 'text!',
      sellerName: 'text!',
      locked: 'flag',
      version: 'one',
      createdAt: 'text',
      createdBy: 'integer -> staff',
      updatedAt: 'text',
      updatedBy: 'integer -> staff',
      sellerAddress: 'text',
      intermediaryName: 'text',
      intermediaryNo: 'text',
      customerIds: 'list',
      memberState: 'text',
      validFrom: 'text',
      validTo: 'text',
      lockedAt: 'text',
      lockedBy: 'integer -> staff',
      lockReason: 'text',
      lastUsedAt: 'text',
      remark: 'text',
    },
    { unique: [['iossNo']] },
  );
  await createEndIndex(db, 'ioss', 'iossNo');
}

async function contacts(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'clientRole', {
    ...recordColumns,
    customerId: 'integer -> customer',
    companyId: 'integer -> clientCompany',
    nameEn: 'text!',
    nameCn: 'text!',
    permissions: 'list',
    ...referenceColumns,
  });
  await createIndex(db, 'clientRole', ['customerId'], ['companyId']);
  await createTable(db, 'clientContact', {
    ...recordColumns,
    customerId: 'integer -> customer',
    companyId: 'integer -> clientCompany',
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
  await createIndex(db, 'clientContact', ['customerId']);
  // A customer or company has one primary contact.
  await sql`create unique index clientContactPrimary_customerId on clientContact
      (customerId) where isPrimary = 1`.execute(db);
  await createIndex(db, 'clientContact', ['companyId']);
  await sql`create unique index clientContactPrimary_companyId on clientContact (companyId) where isPrimary = 1`.execute(
    db,
  );
  await createEndIndex(db, 'clientContact', 'name');
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
