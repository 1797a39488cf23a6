import type { Kysely } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Entries with US customs, the numbers they were given, what customs answered, and what customs charges. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'seaEntry',
    {
      ...recordColumns,
      entryNo: 'text',
      state: 'text!',
      entryType: 'text!',
      mode: 'text!',
      netchbAccountId: 'integer -> netchbAccount',
      filerCode: 'text',
      seaBillId: 'integer -> seaBill',
      billId: 'integer -> bill',
      masterNo: 'text',
      customerId: 'integer -> customer',
      isfId: 'integer',
      importerTaxId: 'text',
      importer: 'text',
      importerName: 'text',
      consigneeTaxId: 'text',
      consignee: 'text',
      processingPort: 'text',
      entryPort: 'text',
      unladingPort: 'text',
      examPort: 'text',
      firmsCode: 'text',
      entryDate: 'text',
      importDate: 'text',
      exportDate: 'text',
      carrierCode: 'text',
      vesselName: 'text',
      voyageNo: 'text',
      exportCountry: 'text',
      foreignPort: 'text',
      bills: 'list',
      containerNos: 'list',
      bondType: 'text',
      suretyCode: 'text',
      bondAmount: 'integer',
      description: 'text',
      charges: 'integer',
      grossWeight: 'integer',
      invoices: 'list',
      lines: 'list',
      lineCount: 'count',
      totalValue: 'count',
      duties: 'list',
      dutyTotal: 'count',
      mpf: 'count',
      hmf: 'count',
      otherFees: 'count',
      grandTotal: 'count',
      missingCount: 'count',
      heldNos: 'list',
      amendmentNo: 'count',
      entryDueOn: 'text',
      summaryDueOn: 'text',
      submittedAt: 'text',
      submittedBy: 'integer -> staff',
      waiting: 'text',
      stepNo: 'integer',
      approvedAt: 'text',
      approvedBy: 'integer -> staff',
      transmittedAt: 'text',
      acceptedAt: 'text',
      releasedAt: 'text',
      summaryFiledAt: 'text',
      paidAt: 'text',
      liquidatedAt: 'text',
      cancelledAt: 'text',
      statementNo: 'text',
      reason: 'text',
      lastAnswer: 'text',
      remark: 'text',
      // What was filed last, to compare with.
      filed: 'text',
      filedAt: 'text',
    },
    { unique: [['entryNo']] },
  );
  // Numbers that were given once are never given again, whatever becomes of their entry.
  await createTable(
    db,
    'entryNumber',
    {
      id: 'id',
      entryNo: 'text!',
      reservedAt: 'text!',
      reservedBy: 'integer -> staff',
    },
    { unique: [['entryNo']] },
  );
  await createTable(db, 'entrySerial', { filerCode: 'text!', last: 'integer!' }, { primary: ['filerCode'] });
  await createTable(db, 'entryAnswer', {
    id: 'id',
    entryId: 'integer! -> seaEntry',
    at: 'text!',
    event: 'text!',
    code: 'text',
    text: 'text',
    reference: 'text',
  });
  // The lines of the books that an entry's duty and fees stand on.
  await createTable(
    db,
    'entryCost',
    { entryId: 'integer! -> seaEntry', costId: 'integer! -> billCost' },
    { primary: ['entryId', 'costId'] },
  );
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
  for (const columns of [
    ['createdAt'],
    ['state', 'createdAt'],
    ['masterNo'],
    ['seaBillId'],
    ['billId'],
    ['customerId'],
    ['entryDueOn'],
    ['summaryDueOn'],
  ])
    await createIndex(db, 'seaEntry', columns);
  await createIndex(db, 'entryAnswer', ['entryId']);
  await createIndex(db, 'entryCost', ['costId']);
  await addRates(db);
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
 * Fees (19 CFR 24.23 and 24.24, as published for fiscal years 2025 and 2026) and types of entry as they stood when this
 * was written: with them the first entry is charged right. Whatever changes is a new line of the list of US rates.
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
