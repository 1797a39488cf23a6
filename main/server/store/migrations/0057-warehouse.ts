import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Trips, ULDs, pallets, and consignment notes with their mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await trips(db);
  await ulds(db);
  await notes(db);
  await noteMail(db);
  await pallets(db);
}

async function trips(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'pick',
    {
      id: 'id',
      billId: 'integer! -> bill',
      pickNo: 'text!',
      kind: 'text!',
      plateNo: 'text!',
      pickupBoxes: 'integer!',
      pickupWeight: 'integer!',
      pickupStartAt: 'text',
      pickupFinishAt: 'text',
      pickupFinished: 'flag',
      inboundBoxes: 'integer',
      inboundStartAt: 'text',
      inboundFinishAt: 'text',
      inboundFinished: 'flag',
      clearanceBoxes: 'integer',
      clearanceStartAt: 'text',
      clearanceFinishAt: 'text',
      clearanceFinished: 'flag',
      outboundBoxes: 'integer',
      outboundPallets: 'integer',
      outboundStartAt: 'text',
      outboundFinishAt: 'text',
      outboundFinished: 'flag',
      differenceReason: 'text',
      remark: 'text',
      version: 'one',
      truckerName: 'text',
      driverName: 'text',
      driverPhone: 'text',
      slotAt: 'text',
      inboundWeight: 'integer',
      inboundPhotos: 'list',
      clearanceParcels: 'count',
      outboundWeight: 'integer',
      cmrNo: 'text',
      createdAt: 'text',
      createdBy: 'integer -> staff',
      updatedAt: 'text',
      updatedBy: 'integer -> staff',
    },
    { unique: [['pickNo']] },
  );
  await createIndex(
    db,
    'pick',
    ['billId'],
    ['inboundStartAt'],
    ['inboundFinished', 'id'],
    ['inboundFinishAt'],
  );
  await sql`
    create view inboundLegOfBill as
    select pick.id, pick.billId, bill.billNo, bill.batchNo, bill.customerId, bill.warehouseId, bill.landingAirportId,
      bill.stage, customer.photoRequired, pick.pickNo, pick.kind, pick.plateNo, pick.pickupBoxes,
      coalesce(pick.inboundBoxes, 0) as inboundBoxes, pick.pickupFinishAt, pick.inboundStartAt, pick.inboundFinishAt,
      case when pick.inboundFinished = 1 then 'finished' when pick.inboundStartAt is null then 'none' else 'open' end
        as legState,
      pick.inboundFinished, bill.archived
    from pick join bill on bill.id = pick.billId join customer on customer.id = bill.customerId`.execute(db);
}

async function ulds(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'pmc', {
    ...recordColumns,
    billId: 'integer! -> bill',
    pickId: 'integer -> pick',
    uldNo: 'text!',
    boxes: 'integer',
    weight: 'integer',
    state: 'text!',
    collectedAt: 'text',
    collectedFrom: 'integer -> cargoStation',
    unloadedAt: 'text',
    returnedAt: 'text',
    returnedTo: 'text',
    freeDays: 'integer!',
    netCount: 'integer',
    strapCount: 'integer',
    lostReason: 'text',
    remark: 'text',
  });
  await createIndex(db, 'pmc', ['billId'], ['uldNo']);
  await createEndIndex(db, 'pmc', 'uldNo');
  await createIndex(db, 'pmc', ['pickId'], ['state']);
  await sql`
    create view pmcOfBill as
    select pmc.*, bill.billNo, bill.batchNo, bill.stage as billStage, bill.archived as billArchived,
      bill.landingAirportId, pick.pickNo, bill.warehouseId,
      pick.inboundStartAt is not null as inboundBegun,
      strftime('%Y-%m-%dT%H:%M:%SZ', pmc.collectedAt, '+' || pmc.freeDays || ' days') as dueAt
    from pmc join bill on bill.id = pmc.billId left join pick on pick.id = pmc.pickId`.execute(db);
}

async function notes(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'cmr',
    {
      ...recordColumns,
      cmrNo: 'text!',
      plateNo: 'text!',
      trailerNo: 'text',
      vehicleType: 'text!',
      driverName: 'text',
      driverPhone: 'text',
      fromWarehouseId: 'integer! -> warehouse',
      toDestinationId: 'integer! -> destination',
      totalPallets: 'count',
      totalBoxes: 'count',
      totalParcels: 'count',
      totalWeight: 'count',
      state: 'text!',
      loadedAt: 'text',
      departedAt: 'text',
      arrivedAt: 'text',
      podAt: 'text',
      podBoxCount: 'integer',
      remark: 'text',
      carrierCompanyId: 'integer -> clientCompany',
      sealNos: 'list',
      mrnList: 'list',
      goods: 'text',
      statisticalNo: 'text',
      instructions: 'text',
      payment: 'text',
      successiveCarriers: 'text',
      reservations: 'text',
      agreements: 'text',
      podPalletCount: 'integer',
      cancelReason: 'text',
    },
    { unique: [['cmrNo']] },
  );
  await createEndIndex(db, 'cmr', 'cmrNo');
  await createIndex(db, 'cmr', ['createdAt'], ['state', 'createdAt']);
  await createTable(
    db,
    'cmrBill',
    {
      cmrId: 'integer! -> cmr',
      billId: 'integer! -> bill',
    },
    { primary: ['cmrId', 'billId'] },
  );
  await createIndex(db, 'cmrBill', ['billId']);
  await createTable(
    db,
    'cmrFile',
    {
      id: 'text!',
      cmrId: 'integer! -> cmr',
      kind: 'text!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
      fileId: 'text! -> storedFile',
      uploadedBy: 'integer -> staff',
      uploadedAt: 'text!',
    },
    { primary: ['id'] },
  );
  await createIndex(db, 'cmrFile', ['cmrId']);
}

async function noteMail(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'cmrConfig',
    {
      ...recordColumns,
      name: 'text!',
      trigger: 'text!',
      destinationIds: 'list',
      lastMileIds: 'list',
      customerIds: 'list',
      toEmails: 'list',
      ccEmails: 'list',
      subject: 'text!',
      body: 'text!',
      attachPdf: 'flag',
      attachExcel: 'flag',
      attachPod: 'flag',
      sendTime: 'text',
      ...referenceColumns,
    },
    { unique: [['name']] },
  );
  await createEndIndex(db, 'cmrConfig', 'name');
  await createTable(db, 'cmrMail', {
    id: 'id',
    cmrId: 'integer! -> cmr',
    configId: 'integer -> cmrConfig',
    trigger: 'text!',
    createdAt: 'text!',
    createdBy: 'integer -> staff',
    dueAt: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    /** Has placeholders until the mail is due. */
    subject: 'text!',
    body: 'text!',
    attachPdf: 'flag',
    attachExcel: 'flag',
    attachPod: 'flag',
    /** Files of the note that a person chose. */
    fileIds: 'list',
    fault: 'text',
    faultText: 'text',
    /** No reference: mail may be deleted while this row stays. */
    mailId: 'integer',
  });
  await createIndex(db, 'cmrMail', ['cmrId']);
  // The search for due mails runs often: with this index it reads only waiting ones.
  await createIndex(db, 'cmrMail', ['mailId', 'fault', 'dueAt']);
}

async function pallets(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'pallet',
    {
      ...recordColumns,
      palletNo: 'text!',
      sscc: 'text',
      warehouseId: 'integer -> warehouse',
      destinationCode: 'text!',
      type: 'text!',
      height: 'integer',
      weight: 'count',
      state: 'text!',
      builtAt: 'text!',
      builtBy: 'integer -> staff',
      closedAt: 'text',
      cmrId: 'integer -> cmr',
      remark: 'text',
    },
    { unique: [['palletNo']] },
  );
  await createEndIndex(db, 'pallet', 'palletNo', 'sscc');
  await createIndex(db, 'pallet', ['cmrId']);
  await sql`create unique index palletOf_sscc on pallet (sscc)`.execute(db);
  await createTable(db, 'labelSettings', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    companyPrefix: 'text',
    extensionDigit: 'integer!',
  });
  // A deleted pallet does not return its serial number.
  await createTable(
    db,
    'ssccSerial',
    {
      head: 'text!',
      last: 'integer!',
    },
    { primary: ['head'] },
  );
}
