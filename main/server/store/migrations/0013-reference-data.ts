import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Reference data in full: regions, sites, services, marks, fee categories, IOSS numbers with their holders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await countries(db);
  await addColumns(db, 'warehouse', {
    customsLicence: 'text',
    firmsCode: 'text',
    province: 'text',
    postcode: 'text',
    street: 'text',
    houseNumber: 'text',
    contactName: 'text',
    phone: 'text',
    email: 'text',
    openingHours: 'text',
    capacityPallets: 'integer',
    maxStorageDays: 'integer',
    notifyEmails: 'list',
  });
  await addColumns(db, 'cargoStation', { address: 'text', emailDomains: 'list', storageRate: 'integer' });
  await addColumns(db, 'service', { steps: 'list' });
  await addColumns(db, 'mark', { customerId: 'integer -> customer' });
  await createTable(
    db,
    'feeCategory',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      direction: 'text!',
      parentId: 'integer -> feeCategory',
      taxable: 'flag',
      glAccount: 'text',
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  await ioss(db);
}

/** Regions stand in the table of countries; what only countries have may be empty. */
async function countries(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'country', {
    level: 'text',
    parentId: 'integer -> country',
    phoneCode: 'text',
    postcodeRegex: 'text',
    alpha3: 'text',
    numeric3: 'text',
  });
  // VAT came in hundredths of a percent; rates are thousandths everywhere else.
  await sql`update country set level = 'country', alpha3 = code3, numeric3 = numericCode, vatRate = vatRate * 10`.execute(
    db,
  );
  for (const [old, column] of [
    ['code3', 'alpha3'],
    ['numericCode', 'numeric3'],
  ] as const) {
    await db.schema.alterTable('country').dropColumn(old).execute();
    await db.schema.alterTable('country').renameColumn(column, old).execute();
  }
  await createIndex(db, 'country', ['parentId']);
}

async function ioss(db: Kysely<unknown>): Promise<void> {
  const now = sql<string>`strftime('%Y-%m-%dT%H:%M:%SZ', 'now')`;
  await addColumns(db, 'ioss', {
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
  });
  await sql`update ioss set createdAt = ${now}, updatedAt = ${now}, memberState =
    (select code from country where numericCode = substr(iossNo, 3, 3))`.execute(db);
}
