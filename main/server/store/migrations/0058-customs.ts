import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns } from '../columns';

/** Declarations, boxes and parcels with their lines, transits, inspections and cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await cargo(db);
  await parcels(db);
  await parcelParts(db);
  await troubles(db);
  await cargoViews(db);
  await troubleViews(db);
}

async function cargo(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'batch',
    {
      id: 'id',
      billId: 'integer! -> bill',
      batchNo: 'text!',
      declarationSystem: 'text!',
      declarationType: 'text!',
      lrn: 'text',
      mrn: 'text',
      lines: 'integer!',
      parcels: 'integer!',
      boxes: 'integer!',
      weight: 'integer!',
      value: 'integer!',
      currency: 'text!',
      status: 'text!',
      declaredAt: 'text',
      releasedAt: 'text',
      version: 'one',
      fileJobId: 'integer',
      brokerName: 'text',
      declarantName: 'text',
      rejectReason: 'text',
      updatedAt: 'text',
      updatedBy: 'integer -> staff',
    },
    { unique: [['billId', 'batchNo']] },
  );
  await createIndex(db, 'batch', ['mrn'], ['lrn']);
  await createEndIndex(db, 'batch', 'mrn', 'lrn');
  await createTable(
    db,
    'box',
    {
      id: 'id',
      billId: 'integer! -> bill',
      boxNo: 'text!',
      batchId: 'integer -> batch',
      uldNo: 'text',
      declaredParcels: 'integer!',
      weight: 'integer!',
      measuredWeight: 'integer',
      destinationCode: 'text',
      tapeColor: 'text',
      state: 'text!',
      inboundAt: 'text',
      outboundAt: 'text',
      pickId: 'integer -> pick',
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
    },
    { unique: [['billId', 'boxNo']] },
  );
  await createIndex(db, 'box', ['boxNo']);
  await sql`create index boxByLastSix on box (substr(boxNo, -6))`.execute(db);
  await createIndex(db, 'box', ['palletId'], ['pickId'], ['batchId']);
}

async function parcels(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'parcel',
    {
      id: 'id',
      billId: 'integer! -> bill',
      boxId: 'integer! -> box',
      batchId: 'integer -> batch',
      trackingNo: 'text!',
      orderNo: 'text',
      state: 'text!',
      previousState: 'text',
      holdReason: 'text',
      failReason: 'text',
      consigneeName: 'text!',
      city: 'text!',
      postcode: 'text!',
      country: 'text!',
      sellerName: 'text!',
      iossNo: 'text',
      vatScheme: 'text!',
      value: 'integer!',
      currency: 'text!',
      grossWeight: 'integer!',
      declarationSystem: 'text!',
      hsStatus: 'text!',
      createdAt: 'text!',
      releasedAt: 'text',
      completedAt: 'text',
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
      /** Time of its present state. */
      stateAt: 'text',
    },
    { unique: [['billId', 'trackingNo']] },
  );
  await createIndex(db, 'parcel', ['boxId']);
  // A tab of a bill with up to 20,000 parcels shows them by state, in the order of their numbers.
  await createIndex(db, 'parcel', ['billId', 'state', 'trackingNo']);
  // Few parcels have problems; screens across all bills read only those.
  await sql`create index parcelInTrouble on parcel
      (state, stateAt, id) where state in ('held', 'failed', 'abnormal')`.execute(db);
  await createEndIndex(db, 'parcel', 'orderNo');
  await createIndex(db, 'parcel', ['batchId']);
  // One index serves the whole number and its last six characters: a second one would slow every import. It has
  // the last six and the six before, because hundreds of postal items have the same last six.
  await sql`create index parcelByLastSix on parcel (substr(trackingNo, -6), substr(trackingNo, -12, 6))`.execute(
    db,
  );
  // Reports add up a million parcels from this index alone.
  await sql`create index parcelOfReports on parcel
      (billId, country, currency, batchId, grossWeight, value, releasedAt, failedAt)`.execute(db);
}

/** Item lines and events of parcels. */
async function parcelParts(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'itemLine', {
    id: 'id',
    parcelId: 'integer! -> parcel',
    lineNo: 'integer!',
    sku: 'text',
    nameEn: 'text!',
    nameCn: 'text',
    hsCode: 'text!',
    quantity: 'integer!',
    unitPrice: 'integer!',
    lineValue: 'integer!',
    netWeight: 'integer',
    originCountry: 'text!',
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
  await createIndex(db, 'itemLine', ['parcelId', 'lineNo']);
  // No reference to the parcel: data that is sent again replaces parcels.
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
  await createIndex(db, 'parcelEvent', ['parcelId'], ['billId']);
}

async function troubles(db: Kysely<unknown>): Promise<void> {
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
  await createIndex(db, 't1', ['billId'], ['mrn']);
  await createEndIndex(db, 't1', 'mrn', 'lrn');
  await createIndex(db, 't1', ['state', 'timeLimit']);
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
  await createIndex(db, 'fyco', ['billId'], ['parcelId'], ['boxId']);
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
  // Open cases of a bill are matched with its thousands of parcels and boxes.
  await createIndex(
    db,
    'abnormalCase',
    ['billId', 'parcelId', 'boxId'],
    ['parcelId'],
    ['state', 'foundAt', 'id'],
    ['boxId'],
  );
  await createEndIndex(db, 'abnormalCase', 'caseNo');
}

async function cargoViews(db: Kysely<unknown>): Promise<void> {
  // Item lines as the HS check lists them.
  await sql`
    create view hsLine as
      select itemLine.id, itemLine.lineNo, itemLine.nameEn, itemLine.nameCn, itemLine.hsCode, itemLine.inputHsCode,
        itemLine.quantity, itemLine.unitPrice, itemLine.hsProblem, itemLine.hsMessage, itemLine.fixReason,
        itemLine.fixedBy, itemLine.fixedAt, coalesce(itemLine.hsStatus, parcel.hsStatus) as hsStatus,
        parcel.id as parcelId, parcel.billId, parcel.trackingNo, parcel.currency, parcel.declarationSystem, box.boxNo
      from itemLine
      join parcel on parcel.id = itemLine.parcelId
      join box on box.id = parcel.boxId`.execute(db);
  // The consignee is masked here, so that no list, filter or export can show the name. SQLite leaves out left joins
  // that a query does not need, except where another join follows from one: the pallet is therefore a subquery.
  await sql`
    create view parcelOfBill as
    select parcel.id, parcel.billId, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      box.boxNo, (select pallet.palletNo from pallet where pallet.id = box.palletId) as palletNo,
      batch.batchNo as clearanceBatch, coalesce(parcel.destinationCode, box.destinationCode) as destinationCode,
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
}

async function troubleViews(db: Kysely<unknown>): Promise<void> {
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
