import type { Kysely } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Reference data that bills refer to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const named = { ...recordColumns, code: 'text!', nameEn: 'text!', nameCn: 'text!', ...referenceColumns };
  const byCode = { unique: [['code']] };
  await createTable(
    db,
    'country',
    { ...named, code3: 'text!', numericCode: 'text!', isEu: 'flag', currency: 'text', vatRate: 'integer' },
    byCode,
  );
  await createTable(
    db,
    'airport',
    {
      ...recordColumns,
      airportCode: 'text!',
      twoLetterCode: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      countryId: 'integer! -> country',
      icaoCode: 'text',
      unLocode: 'text',
      timeZone: 'text!',
      type: 'text!',
      ...referenceColumns,
    },
    { unique: [['airportCode']] },
  );
  await createTable(
    db,
    'cargoStation',
    { ...named, airportId: 'integer! -> airport', freeHours: 'integer!' },
    byCode,
  );
  await createTable(
    db,
    'warehouse',
    { ...named, type: 'text!', city: 'text!', countryId: 'integer! -> country', timeZone: 'text!' },
    byCode,
  );
  await createTable(db, 'service', { ...named, mode: 'text!', slaHours: 'integer' }, byCode);
  await createTable(
    db,
    'lastMile',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      countryIds: 'text!',
      trackingPrefixes: 'text!',
      usesS10: 'flag',
      trackingUrlTemplate: 'text',
      apiEnabled: 'flag',
      contactName: 'text',
      emails: 'text!',
      ...referenceColumns,
    },
    byCode,
  );
  await createTable(
    db,
    'destination',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      lastMileId: 'integer! -> lastMile',
      countryId: 'integer! -> country',
      street: 'text',
      postcode: 'text',
      city: 'text',
      contactName: 'text',
      phone: 'text',
      email: 'text',
      openingHours: 'text',
      slotRequired: 'flag',
      transitHours: 'integer',
      ...referenceColumns,
    },
    byCode,
  );
  await createIndex(db, 'destination', ['lastMileId']);
  await createTable(
    db,
    'mark',
    { ...named, text: 'text!', tapeColor: 'text!', destinationCode: 'text' },
    byCode,
  );
  await createTable(db, 'clientGroup', named, byCode);
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
    },
    byCode,
  );
  await createIndex(db, 'customer', ['groupId']);
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
  await createTable(
    db,
    'ioss',
    { id: 'id', iossNo: 'text!', sellerName: 'text!', locked: 'flag' },
    { unique: [['iossNo']] },
  );
}
