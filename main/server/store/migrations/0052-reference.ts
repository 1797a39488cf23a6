import type { Kysely } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Reference data: regions, sites, services, carriers, fees and codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sites(db);
  await services(db);
  await codes(db);
}

interface Rates {
  usRate: {
    version: number;
    createdAt: string;
    updatedAt: string;
    kind: string;
    code: string;
    name: string;
    rate: number | null;
    perEntry: number | null;
    minimum: number | null;
    maximum: number | null;
    entryTypes: string;
    modes: string;
    validFrom: string;
    validTo: string | null;
    source: string;
    active: number;
  };
}

const FORMAL = ['01', '02', '03', '06', '31'];
const INFORMAL = ['11', '12'];
const VESSEL = ['10', '11'];

/**
 * Adds fees (19 CFR 24.23 and 24.24, as published for fiscal years 2025 and 2026) and entry types at the time of
 * writing, so that the first entry is charged correctly. A later change is a new line in the list of US rates.
 */
async function addRates(db: Kysely<unknown>): Promise<void> {
  const at = '2026-01-01T00:00:00Z';
  const made = { version: 1, createdAt: at, updatedAt: at, active: 1 };
  const none = { rate: null, perEntry: null, minimum: null, maximum: null, entryTypes: '[]', modes: '[]' };
  const mpf = {
    ...{ ...made, ...none, kind: 'fee', code: '499', name: 'Merchandise processing fee' },
    ...{ rate: 3464, entryTypes: JSON.stringify(FORMAL) },
  };
  const informal = {
    ...{ ...made, ...none, kind: 'fee', code: '311', name: 'Merchandise processing fee, informal' },
    entryTypes: JSON.stringify(INFORMAL),
  };
  await (db as Kysely<Rates>)
    .insertInto('usRate')
    .values([
      {
        ...mpf,
        ...{ minimum: 3271, maximum: 63_462, validFrom: '2024-10-01', validTo: '2025-09-30' },
        source: 'CBP, fees of fiscal year 2025',
      },
      {
        ...mpf,
        ...{ minimum: 3358, maximum: 65_150, validFrom: '2025-10-01', validTo: null },
        source: 'CBP, fees of fiscal year 2026; check each October',
      },
      {
        ...informal,
        ...{ perEntry: 262, validFrom: '2024-10-01', validTo: '2025-09-30' },
        source: 'CBP, fees of fiscal year 2025',
      },
      {
        ...informal,
        ...{ perEntry: 269, validFrom: '2025-10-01', validTo: null },
        source: 'CBP, fees of fiscal year 2026; check each October',
      },
      {
        ...{ ...made, ...none, kind: 'fee', code: '501', name: 'Harbor maintenance fee' },
        ...{ rate: 1250, modes: JSON.stringify(VESSEL), validFrom: '2010-01-01', validTo: null },
        source: '19 CFR 24.24',
      },
      {
        ...{ ...made, ...none, kind: 'type', code: '11', name: 'Informal entry' },
        ...{ maximum: 250_000, validFrom: '2013-01-07', validTo: null },
        source: '19 CFR 143.21',
      },
      {
        ...{ ...made, ...none, kind: 'type', code: '86', name: 'De minimis, Section 321' },
        ...{ maximum: 80_000, validFrom: '2019-09-28', validTo: '2025-08-28' },
        source: 'CBP; closed since 29 August 2025',
      },
    ])
    .execute();
}

async function sites(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'country',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      isEu: 'flag',
      currency: 'text',
      vatRate: 'integer',
      level: 'text',
      parentId: 'integer -> country',
      phoneCode: 'text',
      postcodeRegex: 'text',
      code3: 'text',
      numericCode: 'text',
    },
    { unique: [['code']] },
  );
  await createIndex(db, 'country', ['parentId']);
  await createEndIndex(db, 'country', 'code');
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
  await createEndIndex(db, 'airport', 'airportCode');
  await createTable(
    db,
    'cargoStation',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      airportId: 'integer! -> airport',
      freeHours: 'integer!',
      address: 'text',
      emailDomains: 'list',
      storageRate: 'integer',
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'cargoStation', 'code');
  await createTable(
    db,
    'warehouse',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      type: 'text!',
      city: 'text!',
      countryId: 'integer! -> country',
      timeZone: 'text!',
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
      district: 'text',
      address: 'text',
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'warehouse', 'code');
}

async function services(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'service',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      ...referenceColumns,
      mode: 'text!',
      slaHours: 'integer',
      steps: 'list',
    },
    { unique: [['code']] },
  );
  await createEndIndex(db, 'service', 'code');
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
    { unique: [['code']] },
  );
  await createEndIndex(db, 'lastMile', 'code');
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
    { unique: [['code']] },
  );
  await createIndex(db, 'destination', ['lastMileId']);
  await createEndIndex(db, 'destination', 'code');
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
  await createEndIndex(db, 'feeCategory', 'code');
}

async function codes(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'hsCode',
    {
      ...recordColumns,
      ...referenceColumns,
      code: 'text!',
      region: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      unit: 'text',
      dutyRate: 'integer',
      vatRate: 'integer',
      restricted: 'text!',
      restrictionNote: 'text',
      keywords: 'list',
      minUnitValue: 'integer',
      maxUnitValue: 'integer',
      source: 'text!',
      fetchedAt: 'text',
      tariffFile: 'text',
    },
    { unique: [['code', 'region']] },
  );
  await createEndIndex(db, 'hsCode', 'code');
  await createTable(
    db,
    'usRate',
    {
      ...recordColumns,
      kind: 'text!',
      code: 'text!',
      name: 'text!',
      rate: 'integer',
      perUnit: 'integer',
      perEntry: 'integer',
      minimum: 'integer',
      maximum: 'integer',
      countries: 'list',
      hts: 'list',
      entryTypes: 'list',
      modes: 'list',
      programs: 'list',
      validFrom: 'text!',
      validTo: 'text',
      source: 'text',
      ...referenceColumns,
    },
    { unique: [['code', 'validFrom']] },
  );
  await addRates(db);
}
