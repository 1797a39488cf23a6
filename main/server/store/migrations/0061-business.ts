import { type Kysely, sql } from 'kysely';
import {
  createEndIndex,
  createIndex,
  createTable,
  documentColumns,
  recordColumns,
  referenceColumns,
} from '../columns';

/** Documents with approval: contracts, tax rates and quotes, with the log and files of them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await approval(db);
  await contracts(db);
  await quotes(db);
}

async function approval(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'approvalConfig',
    {
      ...recordColumns,
      docType: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      currency: 'text',
      minAmount: 'integer',
      maxAmount: 'integer',
      steps: 'list',
      ...referenceColumns,
    },
    { unique: [['nameEn']] },
  );
  await createEndIndex(db, 'approvalConfig', 'nameEn');
  await createTable(db, 'approvalLog', {
    id: 'id',
    at: 'text!',
    docType: 'text!',
    docId: 'integer!',
    docNo: 'text!',
    stepNo: 'integer',
    stepName: 'text',
    action: 'text!',
    staffId: 'integer -> staff',
    standIn: 'flag',
    remark: 'text',
  });
  await createIndex(db, 'approvalLog', ['docType', 'docId'], ['at']);
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.id(`approvalLogKept_${change}`)} before ${sql.raw(change)} on approvalLog
      begin select raise(abort, 'the approval log is append-only'); end`.execute(db);
  await createTable(
    db,
    'documentFile',
    {
      id: 'text!',
      docType: 'text!',
      docId: 'integer!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
      fileId: 'text! -> storedFile',
      uploadedBy: 'integer -> staff',
      uploadedAt: 'text!',
    },
    { primary: ['id'] },
  );
  await createIndex(db, 'documentFile', ['docType', 'docId']);
}

async function contracts(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'contract',
    {
      ...recordColumns,
      contractNo: 'text!',
      ...documentColumns,
      title: 'text!',
      kind: 'text!',
      companyId: 'integer! -> clientCompany',
      ownCompanyId: 'integer! -> clientCompany',
      serviceIds: 'list',
      validFrom: 'text!',
      validTo: 'text!',
      currency: 'text!',
      amountLimit: 'integer',
      paymentTermDays: 'integer',
      autoRenew: 'flag',
      noticeDays: 'integer!',
      ownerStaffId: 'integer -> staff',
      fileCount: 'count',
      remark: 'text',
    },
    { unique: [['contractNo']] },
  );
  await createIndex(db, 'contract', ['state', 'validTo']);
  await createEndIndex(db, 'contract', 'contractNo');
  await createTable(
    db,
    'taxation',
    {
      ...recordColumns,
      taxNo: 'text',
      ...documentColumns,
      countryCode: 'text!',
      hsCode: 'text!',
      dutyRate: 'integer!',
      specificDuty: 'integer',
      specificUnit: 'text',
      vatRate: 'integer!',
      reducedVat: 'flag',
      itemDuty: 'integer',
      additional: 'list',
      currency: 'text!',
      validFrom: 'text!',
      validTo: 'text',
      source: 'text',
      remark: 'text',
    },
    { unique: [['taxNo']] },
  );
  // Finds a rate by country and code.
  await createIndex(db, 'taxation', ['countryCode', 'state', 'hsCode'], ['state', 'validTo']);
  await createEndIndex(db, 'taxation', 'taxNo');
}

async function quotes(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'standardQuote',
    {
      ...recordColumns,
      quoteNo: 'text!',
      ...documentColumns,
      nameEn: 'text!',
      nameCn: 'text!',
      direction: 'text!',
      companyId: 'integer -> clientCompany',
      groupId: 'integer -> clientGroup',
      customerId: 'integer -> customer',
      serviceId: 'integer! -> service',
      currency: 'text!',
      validFrom: 'text!',
      validTo: 'text!',
      volumetricDivisor: 'integer!',
      roundTo: 'text!',
      fuelSurchargePercent: 'integer!',
      taxIncluded: 'flag',
      lines: 'list',
      remark: 'text',
    },
    { unique: [['quoteNo']] },
  );
  // Finds a price by service and direction.
  await createIndex(db, 'standardQuote', ['serviceId', 'direction', 'state'], ['state', 'validTo']);
  await createEndIndex(db, 'standardQuote', 'quoteNo');
  await createTable(
    db,
    'orderQuote',
    {
      ...recordColumns,
      quoteNo: 'text!',
      ...documentColumns,
      customerId: 'integer! -> customer',
      billNo: 'text',
      reference: 'text',
      mode: 'text!',
      serviceId: 'integer! -> service',
      originCode: 'text!',
      destinationCode: 'text!',
      expectedDate: 'text',
      packages: 'integer!',
      weight: 'integer!',
      volume: 'integer',
      volumetricDivisor: 'integer!',
      chargeableWeight: 'integer!',
      goods: 'text',
      incoterm: 'text',
      currency: 'text!',
      lines: 'list',
      totals: 'list',
      total: 'integer!',
      margin: 'integer',
      marginPercent: 'integer',
      validTo: 'text!',
      result: 'text!',
      lostReason: 'text',
      remark: 'text',
    },
    { unique: [['quoteNo']] },
  );
  // Finds a price by customer and service.
  await createIndex(db, 'orderQuote', ['customerId', 'serviceId', 'state'], ['state', 'validTo']);
  await createEndIndex(db, 'orderQuote', 'quoteNo');
}
