import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** The whole working day of operations: trips in full, boxes and pallets, customs, file jobs, partners and messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await trips(db);
  await cargo(db);
  await customs(db);
  await hsLines(db);
  await files(db);
  await parcelViews(db);
  await partners(db);
  await waybills(db);
}

/** Waybills with the sums of their batches, grouped as they are asked for: a bill that changes leaves nothing stale. */
async function waybills(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view awb as
    select min(id) as id, billNo, min(mode) as mode, max(flightNo) as flightNo, max(carrierCode) as carrierCode,
      min(originAirportId) as originAirportId, min(landingAirportId) as landingAirportId,
      max(etd) as etd, max(eta) as eta, case when count(ata) = count(*) then max(ata) end as ata,
      count(*) as batchCount, sum(boxCount) as boxCount, sum(packageCount) as packageCount, sum(weight) as weight,
      min(case when stage = 'delivery' then 1 else 0 end) as finished, min(archived) as archived
    from bill where removedAt is null group by billNo`.execute(db);
}

async function trips(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'pick', {
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
  });
  await createIndex(db, 'pick', ['inboundStartAt']);
  await createIndex(db, 'pick', ['inboundFinished', 'id']);
  await createIndex(db, 'pick', ['inboundFinishAt']);
  await sql`
    create view inboundLegOfBill as
    select pick.id, pick.billId, bill.billNo, bill.batchNo, bill.customerId, bill.warehouseId, bill.stage,
      customer.photoRequired, pick.pickNo, pick.kind, pick.plateNo, pick.pickupBoxes,
      coalesce(pick.inboundBoxes, 0) as inboundBoxes, pick.pickupFinishAt, pick.inboundStartAt, pick.inboundFinishAt,
      case when pick.inboundFinished = 1 then 'finished' when pick.inboundStartAt is null then 'none' else 'open' end
        as legState,
      pick.inboundFinished, bill.archived
    from pick join bill on bill.id = pick.billId join customer on customer.id = bill.customerId`.execute(db);
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
  await createIndex(db, 'pmc', ['billId']);
  await createIndex(db, 'pmc', ['uldNo']);
  await createTable(
    db,
    'cmr',
    {
      ...recordColumns,
      cmrNo: 'text!',
      carrierName: 'text!',
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
    },
    { unique: [['cmrNo']] },
  );
  await createTable(
    db,
    'cmrBill',
    { cmrId: 'integer! -> cmr', billId: 'integer! -> bill' },
    { primary: ['cmrId', 'billId'] },
  );
  await createIndex(db, 'cmrBill', ['billId']);
}

async function cargo(db: Kysely<unknown>): Promise<void> {
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
  await addColumns(db, 'box', {
    palletId: 'integer -> pallet',
    scannedParcels: 'integer',
    length: 'integer',
    width: 'integer',
    height: 'integer',
    inboundBy: 'integer -> staff',
    outboundBy: 'integer -> staff',
    photos: 'list',
    remark: 'text',
    fileJobId: 'integer',
  });
  await createIndex(db, 'box', ['palletId']);
  await createIndex(db, 'box', ['pickId']);
  await addColumns(db, 'parcel', {
    referenceNo: 'text',
    address: 'text',
    phone: 'text',
    email: 'text',
    freight: 'integer',
    mrn: 'text',
    fyco: 'flag',
    disposition: 'text',
    abnormalType: 'text',
    stateRemark: 'text',
    heldAt: 'text',
    failedAt: 'text',
    outboundAt: 'text',
    destinationCode: 'text',
    fileJobId: 'integer',
    /** When it came into its present state. */
    stateAt: 'text',
  });
  // A tab of a bill with 20,000 parcels shows them by their state, in the order of their numbers.
  await createIndex(db, 'parcel', ['billId', 'state', 'trackingNo']);
  await addColumns(db, 'itemLine', {
    material: 'text',
    productUrl: 'text',
    hsStatus: 'text',
    hsProblem: 'text',
    hsMessage: 'text',
    inputHsCode: 'text',
    fixedBy: 'integer -> staff',
    fixedAt: 'text',
    fixReason: 'text',
  });
}

async function customs(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'bill', {
    hsCheckedAt: 'text',
    handoverTo: 'text',
    /** When the end of the working day found a landed bill without any release. */
    blockedAt: 'text',
  });
  await addColumns(db, 'batch', {
    version: 'one',
    fileJobId: 'integer',
    brokerName: 'text',
    declarantName: 'text',
    rejectReason: 'text',
    updatedAt: 'text',
    updatedBy: 'integer -> staff',
  });
  await createIndex(db, 'batch', ['mrn']);
  await createIndex(db, 'batch', ['lrn']);
  await createTable(db, 't1', {
    ...recordColumns,
    billId: 'integer! -> bill',
    mrn: 'text!',
    lrn: 'text',
    officeDeparture: 'text!',
    officeDestination: 'text!',
    guaranteeRef: 'text',
    boxes: 'integer',
    weight: 'integer',
    seals: 'text!',
    state: 'text!',
    releasedAt: 'text',
    timeLimit: 'text',
    arrivedAt: 'text',
    dischargedAt: 'text',
    plateNo: 'text',
    remark: 'text',
  });
  await createIndex(db, 't1', ['billId']);
  await createIndex(db, 't1', ['mrn']);
  await createTable(db, 'fyco', {
    ...recordColumns,
    billId: 'integer! -> bill',
    parcelId: 'integer -> parcel',
    boxId: 'integer -> box',
    noticeAt: 'text!',
    noticeRef: 'text',
    type: 'text!',
    reason: 'text!',
    presentedAt: 'text',
    location: 'text',
    inspectedAt: 'text',
    officer: 'text',
    result: 'text',
    resultAt: 'text',
    state: 'text!',
    remark: 'text',
  });
  await createIndex(db, 'fyco', ['billId']);
  await createIndex(db, 'fyco', ['parcelId']);
  await createTable(
    db,
    'abnormalCase',
    {
      ...recordColumns,
      caseNo: 'text!',
      billId: 'integer! -> bill',
      boxId: 'integer -> box',
      parcelId: 'integer -> parcel',
      type: 'text!',
      level: 'text!',
      quantity: 'integer!',
      state: 'text!',
      foundAt: 'text!',
      foundBy: 'integer -> staff',
      description: 'text',
      responsible: 'text',
      resolution: 'text',
      photos: 'list',
      closedAt: 'text',
    },
    { unique: [['caseNo']] },
  );
  // The open cases of a bill are matched with its parcels and boxes, of which there can be thousands.
  await createIndex(db, 'abnormalCase', ['billId', 'parcelId', 'boxId']);
  await createIndex(db, 'abnormalCase', ['parcelId']);
  await createIndex(db, 'abnormalCase', ['state', 'foundAt', 'id']);
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
    },
    { unique: [['code', 'region']] },
  );
}

/** The item lines of a bill as the HS check lists them: by bill, with the parcel and box they are in. */
async function hsLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view hsLine as
      select itemLine.id, itemLine.lineNo, itemLine.nameEn, itemLine.nameCn, itemLine.hsCode, itemLine.inputHsCode,
        itemLine.quantity, itemLine.unitPrice, itemLine.hsProblem, itemLine.hsMessage, itemLine.fixReason,
        itemLine.fixedBy, itemLine.fixedAt, coalesce(itemLine.hsStatus, parcel.hsStatus) as hsStatus,
        parcel.id as parcelId, parcel.billId, parcel.trackingNo, parcel.currency, parcel.declarationSystem, box.boxNo
      from itemLine
      join parcel on parcel.id = itemLine.parcelId
      join box on box.id = parcel.boxId
  `.execute(db);
}

/** What happened to single parcels, and parcels, inspections and cases as lists show them. */
async function parcelViews(db: Kysely<unknown>): Promise<void> {
  // No reference to the parcel: data sent again replaces parcels that nothing is decided about.
  await createTable(db, 'parcelEvent', {
    id: 'id',
    billId: 'integer!',
    parcelId: 'integer!',
    at: 'text!',
    what: 'text!',
    toState: 'text!',
    operatorName: 'text',
    remark: 'text',
  });
  await createIndex(db, 'parcelEvent', ['parcelId']);
  await createIndex(db, 'parcelEvent', ['billId']);
  // Few of many parcels are in trouble; the screens over all bills read only those.
  await sql`
    create index parcelInTrouble on parcel (state, stateAt, id) where state in ('held', 'failed', 'abnormal')`.execute(
    db,
  );
  // Whoever receives a parcel leaves the database masked, so that no list, filter or export can tell.
  // Left joins: those that a query does not need are left out of it.
  await sql`
    create view parcelOfBill as
    select parcel.id, parcel.billId, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      box.boxNo, pallet.palletNo, batch.batchNo as clearanceBatch,
      coalesce(parcel.destinationCode, box.destinationCode) as destinationCode,
      nullif(substr(parcel.trackingNo, 1, min(6, length(parcel.trackingNo)
        - length(ltrim(parcel.trackingNo, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))), '') as prefix,
      box.declaredParcels as totalParcelCount, parcel.state, parcel.stateAt, parcel.previousState, parcel.fyco,
      parcel.holdReason, parcel.failReason, parcel.disposition, parcel.abnormalType, parcel.stateRemark,
      coalesce(parcel.mrn, batch.mrn) as mrn, parcel.hsStatus, parcel.declarationSystem, parcel.vatScheme,
      parcel.value, parcel.currency, parcel.grossWeight, substr(parcel.consigneeName, 1, 1) || '***' as consigneeName,
      parcel.city, parcel.country, parcel.sellerName, parcel.orderNo, parcel.createdAt, parcel.releasedAt,
      parcel.heldAt, parcel.failedAt, coalesce(parcel.outboundAt, box.outboundAt) as outboundAt, parcel.completedAt,
      parcel.boxId
    from parcel
      left join bill on bill.id = parcel.billId
      left join box on box.id = parcel.boxId
      left join pallet on pallet.id = box.palletId
      left join batch on batch.id = parcel.batchId`.execute(db);
  await sql`
    create view customsBox as
    select box.id, box.billId, box.boxNo, box.state as boxState, batch.batchNo as clearanceBatch, box.destinationCode,
      box.declaredParcels as totalParcelCount, box.weight, box.inboundAt, box.outboundAt,
      (select count(*) from parcel where boxId = box.id and state = 'clearance') as parcelsClearance,
      (select count(*) from parcel where boxId = box.id and state = 'free') as parcelsFree,
      (select count(*) from parcel where boxId = box.id and state = 'held') as parcelsHeld,
      (select count(*) from parcel where boxId = box.id and state = 'failed') as parcelsFailed,
      (select count(*) from parcel where boxId = box.id and state = 'abnormal') as parcelsAbnormal,
      (select count(*) from parcel where boxId = box.id and state = 'completed') as parcelsCompleted
    from box left join batch on batch.id = box.batchId`.execute(db);
  await sql`
    create view fycoOfBill as
    select fyco.*, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo, parcel.state as parcelState,
      box.boxNo
    from fyco
      left join bill on bill.id = fyco.billId
      left join parcel on parcel.id = fyco.parcelId
      left join box on box.id = coalesce(fyco.boxId, parcel.boxId)`.execute(db);
  await sql`
    create view caseOfBill as
    select abnormalCase.*, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      coalesce(parcel.state = 'abnormal', 0) as parcelAbnormal, box.boxNo,
      json_array_length(abnormalCase.photos) as photoCount
    from abnormalCase
      left join bill on bill.id = abnormalCase.billId
      left join parcel on parcel.id = abnormalCase.parcelId
      left join box on box.id = coalesce(abnormalCase.boxId, parcel.boxId)`.execute(db);
}

async function files(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'fileJob', {
    ...recordColumns,
    kind: 'text!',
    billId: 'integer -> bill',
    fileName: 'text!',
    fileId: 'text! -> storedFile',
    fileHash: 'text!',
    size: 'integer!',
    /** JSON: which column of the file is which of the template, and what else was chosen. */
    options: 'text!',
    status: 'text!',
    /** Of 100. */
    progress: 'count',
    totalRows: 'count',
    okRows: 'count',
    errorRows: 'count',
    warningRows: 'count',
    startedAt: 'text',
    finishedAt: 'text',
    /** Code and JSON params of what ended it. */
    problem: 'text',
    errorFileId: 'text -> storedFile',
    /** JSON: what it would replace, or did. */
    changes: 'text',
    replacedJobId: 'integer -> fileJob',
    restartCount: 'count',
    undoneAt: 'text',
    /** When its rows went in. */
    appliedAt: 'text',
    /** Starts since a person asked for it, and the last row that is done with: a killed one goes on behind it. */
    attempts: 'count',
    doneRow: 'count',
  });
  await createIndex(db, 'fileJob', ['kind', 'status', 'id']);
  await createIndex(db, 'fileJob', ['billId', 'id']);
  await createIndex(db, 'fileJob', ['kind', 'fileHash']);
  await createIndex(db, 'fileJob', ['createdAt', 'id']);
  await createTable(
    db,
    'fileIssue',
    {
      jobId: 'integer! -> fileJob',
      row: 'integer!',
      columnKey: 'text!',
      header: 'text!',
      value: 'text!',
      code: 'text!',
      params: 'text!',
      level: 'text!',
    },
    { primary: ['jobId', 'row', 'columnKey', 'code'] },
  );
  await createTable(
    db,
    'fileStatistic',
    {
      jobId: 'integer! -> fileJob',
      billId: 'integer! -> bill',
      agsLines: 'count',
      agsParcels: 'count',
      agsBoxes: 'count',
      agsWeight: 'count',
      decoLines: 'count',
      decoParcels: 'count',
      decoBoxes: 'count',
      decoWeight: 'count',
      totalLines: 'count',
      totalParcels: 'count',
      totalBoxes: 'count',
      totalWeight: 'count',
      totalValue: 'count',
      currency: 'text!',
      distinctHs6: 'count',
      itemDutyEstimate: 'count',
      lockedIoss: 'count',
      errorLines: 'count',
    },
    { primary: ['jobId'] },
  );
  await createIndex(db, 'fileStatistic', ['billId']);
  // What single rows changed, as JSON before and after, by which it can be taken back.
  await createTable(
    db,
    'fileEffect',
    {
      jobId: 'integer! -> fileJob',
      row: 'integer!',
      what: 'text!',
      recordId: 'integer!',
      before: 'text',
      after: 'text',
    },
    { primary: ['jobId', 'row', 'what', 'recordId'] },
  );
  await sql`
    create view fileJobOfBill as
    select fileJob.*, bill.billNo, bill.batchNo, fileJob.errorFileId is not null as hasErrorFile,
      storedFile.fileName as errorFileName
    from fileJob left join bill on bill.id = fileJob.billId left join storedFile on storedFile.id = fileJob.errorFileId`.execute(
    db,
  );
}

async function partners(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'customer', { callbackUrl: 'text', pushEvents: 'list', apiKeyHash: 'text' });
  await addColumns(db, 'customer', { apiKeyIssuedAt: 'text' });
  await createIndex(db, 'customer', ['apiKeyHash']);
  await createTable(db, 'apiPush', {
    id: 'id',
    billId: 'integer -> bill',
    customerId: 'integer -> customer',
    billNo: 'text!',
    batchNo: 'text!',
    event: 'text!',
    target: 'text!',
    payload: 'text!',
    status: 'text!',
    attempts: 'count',
    nextAt: 'text',
    responseStatus: 'integer',
    response: 'text',
    createdAt: 'text!',
    finishedAt: 'text',
  });
  await createIndex(db, 'apiPush', ['status', 'nextAt']);
  await createIndex(db, 'apiPush', ['billId']);
  await createIndex(db, 'apiPush', ['createdAt', 'id']);
  await createTable(db, 'apiPushAttempt', {
    id: 'id',
    pushId: 'integer! -> apiPush',
    at: 'text!',
    durationMs: 'integer!',
    responseStatus: 'integer',
    response: 'text',
    error: 'text',
  });
  await createIndex(db, 'apiPushAttempt', ['pushId']);
  await createTable(db, 'thirdPartyLog', {
    id: 'id',
    at: 'text!',
    partner: 'text!',
    customerId: 'integer -> customer',
    endpoint: 'text!',
    requestBody: 'text!',
    responseStatus: 'integer!',
    responseBody: 'text!',
    billId: 'integer -> bill',
    billNo: 'text',
    batchNo: 'text',
    result: 'text!',
    ip: 'text',
    durationMs: 'integer',
  });
  await createIndex(db, 'thirdPartyLog', ['at', 'id']);
  await createIndex(db, 'thirdPartyLog', ['billId']);
  await createTable(db, 'message', {
    id: 'id',
    receiverId: 'integer! -> staff',
    type: 'text!',
    textEn: 'text!',
    textCn: 'text!',
    billId: 'integer -> bill',
    billNo: 'text',
    batchNo: 'text',
    link: 'text',
    senderName: 'text!',
    sentAt: 'text!',
    readAt: 'text',
  });
  await createIndex(db, 'message', ['receiverId', 'readAt', 'sentAt']);
  await createIndex(db, 'message', ['billId']);
  await numbers(db);
}

/**
 * What numbers are found by: one index each, on the last six characters without hyphens. The whole number is looked for
 * among the few that end alike. Only numbers that often end alike have an index of their own besides.
 */
async function numbers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'billUld',
    { uldNo: 'text!', billId: 'integer! -> bill' },
    { primary: ['billId', 'uldNo'] },
  );
  for (const [table, column] of [
    ['bill', 'houseNo'],
    ['bill', 't1Mrn'],
    ['billUld', 'uldNo'],
    ['pmc', 'uldNo'],
    ['parcel', 'orderNo'],
    ['pallet', 'palletNo'],
    ['pallet', 'sscc'],
    ['cmr', 'cmrNo'],
    ['batch', 'mrn'],
    ['batch', 'lrn'],
    ['t1', 'mrn'],
    ['t1', 'lrn'],
  ] as const) {
    const name = sql.ref(column);
    await sql`
      create index ${sql.id(`${table}ByEndOf_${column}`)} on ${sql.table(table)} (substr(replace(${name}, '-', ''), -6))
      where ${name} is not null`.execute(db);
  }
  await createIndex(db, 'bill', ['destinationId', 'eta', 'id']);
  // A list inside a row cannot be found by an index: the database copies it into rows of its own, whoever writes it.
  const listed = (row: string) =>
    sql.raw(`json_each(case when json_valid(${row}.uldNumbers) then ${row}.uldNumbers else '[]' end)`);
  await sql`
    create trigger billUldMade after insert on bill when new.uldNumbers != '[]' begin
      insert or ignore into billUld (billId, uldNo) select new.id, value from ${listed('new')};
    end`.execute(db);
  await sql`
    create trigger billUldChanged after update of uldNumbers on bill when new.uldNumbers != old.uldNumbers begin
      delete from billUld where billId = new.id;
      insert or ignore into billUld (billId, uldNo) select new.id, value from ${listed('new')};
    end`.execute(db);
  await sql`create trigger billUldGone before delete on bill begin delete from billUld where billId = old.id; end`.execute(
    db,
  );
  await sql`insert into billUld (billId, uldNo) select distinct bill.id, value from bill, ${listed('bill')}`.execute(
    db,
  );
}
