import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Sorts of the bill list: each index carries what the default filters ask, so that deep pages read the index alone. */
const sorts = ['billNo', 'batchNo', 'customerId', 'flightNo', 'etd', 'eta', 'ata', 'noaAt', 'podAt'];
const moreSorts = ['createdAt', 'updatedAt', 'boxCount', 'packageCount', 'weight'];

/** Bills, and what is kept about each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'bill', {
    ...recordColumns,
    mode: 'text!',
    billNo: 'text!',
    houseNo: 'text',
    batchNo: 'text!',
    customerId: 'integer! -> customer',
    serviceId: 'integer! -> service',
    flightNo: 'text',
    vesselName: 'text',
    carrierCode: 'text',
    routeCode: 'text',
    originAirportId: 'integer! -> airport',
    landingAirportId: 'integer! -> airport',
    exportDate: 'text',
    etd: 'text',
    eta: 'text',
    atd: 'text',
    ata: 'text',
    cargoStationId: 'integer -> cargoStation',
    warehouseId: 'integer -> warehouse',
    destinationId: 'integer -> destination',
    lastMileId: 'integer -> lastMile',
    channelCode: 'text!',
    totalValue: 'integer!',
    currency: 'text!',
    boxCount: 'integer!',
    packageCount: 'integer!',
    weight: 'integer!',
    volume: 'integer',
    billingWeight: 'integer',
    uldNumbers: 'text!',
    noaBoxCount: 'integer',
    pickedBoxes: 'count',
    inboundBoxes: 'count',
    outboundBoxes: 'count',
    podBoxCount: 'integer',
    tapeColor: 'text',
    markId: 'integer -> mark',
    clearanceType: 'text!',
    stage: 'text!',
    clearanceStatus: 'text',
    partial: 'flag',
    checked: 'flag',
    checkedAt: 'text',
    checkedBy: 'integer -> staff',
    archived: 'flag',
    archivedAt: 'text',
    removedAt: 'text',
    removedBy: 'integer -> staff',
    removeReason: 'text',
    stageBeforeRemove: 'text',
    firstParcelAt: 'text',
    declaredAt: 'text',
    noaAt: 'text',
    t1At: 'text',
    t1Mrn: 'text',
    pickupAt: 'text',
    atWarehouseAt: 'text',
    clearanceReleasedAt: 'text',
    handoverAt: 'text',
    tatAt: 'text',
    podAt: 'text',
    pickupFinished: 'flag',
    parcelsClearance: 'count',
    parcelsFree: 'count',
    parcelsHeld: 'count',
    parcelsFailed: 'count',
    parcelsAbnormal: 'count',
    parcelsCompleted: 'count',
    shortageCount: 'count',
    exceptionCount: 'count',
    source: 'text!',
    importJobId: 'integer',
    remarks: 'text',
  });
  // A removed bill gives its number free; among the others it stands once.
  await db.schema
    .createIndex('billByNumber')
    .on('bill')
    .unique()
    .columns(['billNo', 'batchNo'])
    .where('removedAt' as never, 'is', null)
    .execute();
  for (const sort of [...sorts, ...moreSorts])
    await createIndex(db, 'bill', ['archived', sort, 'id', 'stage']);
  await createIndex(db, 'bill', ['archived', 'stage', 'eta', 'id']);
  await createIndex(db, 'bill', ['customerId', 'eta']);
  await createIndex(db, 'bill', ['importJobId']);

  await createTable(db, 'timelineEvent', {
    id: 'id',
    billId: 'integer! -> bill',
    code: 'text!',
    textEn: 'text!',
    textCn: 'text!',
    location: 'text',
    occurredAt: 'text!',
    recordedAt: 'text!',
    source: 'text!',
  });
  await createIndex(db, 'timelineEvent', ['billId', 'occurredAt']);
  // No reference to the bill: the log outlives a deleted one.
  await createTable(db, 'billLog', {
    id: 'id',
    billId: 'integer!',
    at: 'text!',
    operatorId: 'integer',
    operatorName: 'text!',
    action: 'text!',
    field: 'text',
    oldValue: 'text',
    newValue: 'text',
    remark: 'text',
  });
  await createIndex(db, 'billLog', ['billId', 'at']);
  await createTable(
    db,
    'attachment',
    {
      id: 'text!',
      billId: 'integer! -> bill',
      category: 'text!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
      fileId: 'text! -> storedFile',
      uploadedBy: 'integer -> staff',
      uploadedAt: 'text!',
    },
    { primary: ['id'] },
  );
  await createIndex(db, 'attachment', ['billId']);
  await createIndex(db, 'attachment', ['uploadedAt']);
  // A list of files names their bill; the number may still change, so it is joined and not copied.
  await sql`
    create view attachmentOfBill as
    select attachment.*, bill.billNo, bill.batchNo from attachment join bill on bill.id = attachment.billId`.execute(
    db,
  );
}
