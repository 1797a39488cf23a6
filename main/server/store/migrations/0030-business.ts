import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, documentColumns, recordColumns } from '../columns';

/** Contracts and tax rates with their approval, its log, and the files of documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  // A rate is looked for by country and code, whatever else there is.
  await createIndex(db, 'taxation', ['countryCode', 'state', 'hsCode']);
  for (const table of ['contract', 'taxation']) await createIndex(db, table, ['state', 'validTo']);
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
  await createIndex(db, 'approvalLog', ['docType', 'docId']);
  await createIndex(db, 'approvalLog', ['at']);
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
