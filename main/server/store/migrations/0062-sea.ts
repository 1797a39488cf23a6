import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Bills of lading with their nodes, and filings with US customs: manifests, ISFs and entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await bills(db);
  await filings(db);
  await isfs(db);
  await entries(db);
}

const seaIsfColumns = {
  ...recordColumns,
  isfNo: 'text!',
  state: 'text!',
  seaBillId: 'integer -> seaBill',
  customerId: 'integer -> customer',
  isfType: 'text!',
  action: 'text!',
  actionReason: 'text!',
  shipmentType: 'text!',
  modeOfTransport: 'text!',
  billType: 'text!',
  netchbAccountId: 'integer -> netchbAccount',
  mblNo: 'text',
  hblNo: 'text',
  amsBillNo: 'text',
  scac: 'text',
  vesselName: 'text',
  voyageNo: 'text',
  polCode: 'text',
  podCode: 'text',
  etd: 'text',
  eta: 'text',
  importerIdType: 'text',
  importerNumber: 'text',
  consigneeIdType: 'text',
  consigneeNumber: 'text',
  seller: 'text',
  buyer: 'text',
  shipTo: 'text',
  stuffingLocation: 'text',
  consolidator: 'text',
  bookingParty: 'text',
  foreignPort: 'text',
  placeOfDelivery: 'text',
  lines: 'list',
  containers: 'list',
  containerNos: 'list',
  bondActivity: 'text',
  bondType: 'text',
  bondHolder: 'text',
  suretyCode: 'text',
  singleBondNo: 'text',
  poNumber: 'text',
  missingCount: 'count',
  dueAt: 'text',
  lateFiling: 'flag',
  amendmentNo: 'count',
  standing: 'text',
  cbpTransactionNo: 'text',
  filingState: 'text',
  submittedAt: 'text',
  submittedBy: 'integer -> staff',
  waiting: 'text',
  stepNo: 'integer',
  approvedAt: 'text',
  approvedBy: 'integer -> staff',
  filedAt: 'text',
  acceptedAt: 'text',
  lastAnswer: 'text',
  reason: 'text',
  remark: 'text',
  /** The contents as last sent, and as customs last accepted them. */
  sentContent: 'text',
  filedContent: 'text',
  filedContentAt: 'text',
};

const seaEntryColumns = {
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
  /** The contents as last filed, to compare with. */
  filed: 'text',
  filedAt: 'text',
};

async function bills(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'seaBill', {
    ...recordColumns,
    state: 'text!',
    mblNo: 'text!',
    hblNo: 'text',
    customerId: 'integer! -> customer',
    seaTransportId: 'integer -> seaTransport',
    carrierScac: 'text!',
    vesselName: 'text!',
    imoNo: 'text',
    voyageNo: 'text!',
    polCode: 'text!',
    podCode: 'text!',
    deliveryCode: 'text',
    loadType: 'text!',
    incoterm: 'text',
    etd: 'text!',
    eta: 'text!',
    atd: 'text',
    ata: 'text',
    containers: 'list',
    containerNos: 'list',
    packages: 'integer!',
    grossWeight: 'integer!',
    volume: 'integer!',
    goodsEn: 'text!',
    goodsCn: 'text',
    destinationId: 'integer -> destination',
    warehouseId: 'integer -> warehouse',
    lastFreeDay: 'text',
    dueNode: 'text',
    dueAt: 'text',
    billId: 'integer -> bill',
    isfId: 'integer',
    isfState: 'text',
    entryId: 'integer',
    entryState: 'text',
    cancelReason: 'text',
    remark: 'text',
  });
  // Without a house number, a master bill exists once.
  await sql`create unique index seaBillByNumber on seaBill (mblNo, coalesce(hblNo, ''))`.execute(db);
  await createIndex(
    db,
    'seaBill',
    ['etd'],
    ['state', 'etd'],
    ['dueAt'],
    ['customerId'],
    ['seaTransportId'],
    ['billId'],
  );
  await createEndIndex(db, 'seaBill', 'mblNo', 'hblNo');
  await createTable(
    db,
    'seaNode',
    {
      id: 'id',
      version: 'integer!',
      seaBillId: 'integer! -> seaBill',
      node: 'text!',
      place: 'integer!',
      dueAt: 'text',
      plannedAt: 'text',
      actualAt: 'text',
      remark: 'text',
      updatedAt: 'text!',
      updatedBy: 'integer -> staff',
    },
    { unique: [['seaBillId', 'node']] },
  );
  await createIndex(db, 'seaNode', ['dueAt']);
  await sql`
    create view seaNodeOfBill as
    select seaNode.*, coalesce(seaNode.dueAt, '9999') as dueFirst, seaBill.mblNo, seaBill.hblNo, seaBill.customerId, seaBill.vesselName, seaBill.voyageNo,
      seaBill.podCode, seaBill.eta, seaBill.lastFreeDay, seaBill.state
    from seaNode join seaBill on seaBill.id = seaNode.seaBillId`.execute(db);
}

async function filings(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'amsRecord', {
    ...recordColumns,
    status: 'text!',
    masterNo: 'text!',
    houseNo: 'text',
    seaBillId: 'integer -> seaBill',
    billId: 'integer -> bill',
    filedAt: 'text!',
    answeredAt: 'text',
    holdCode: 'text',
    response: 'text',
    remark: 'text',
  });
  await createIndex(db, 'amsRecord', ['masterNo'], ['seaBillId'], ['billId'], ['filedAt']);
  await createTable(
    db,
    'netchbAccount',
    {
      ...recordColumns,
      name: 'text!',
      environment: 'text!',
      address: 'text',
      loginName: 'text!',
      hasPassword: 'flag',
      filerCode: 'text!',
      portCode: 'text',
      importerOfRecord: 'text',
      importerTaxId: 'text',
      bondType: 'text',
      suretyCode: 'text',
      testDueAt: 'text',
      lastTestAt: 'text',
      lastTestResult: 'text',
      lastTestAnswer: 'text',
      ...referenceColumns,
      simulatorMode: 'text = accept',
    },
    { unique: [['name']] },
  );
  await createEndIndex(db, 'netchbAccount', 'name');
  await createTable(
    db,
    'filing',
    {
      id: 'id',
      accountId: 'integer! -> netchbAccount',
      kind: 'text!',
      operation: 'text!',
      objectType: 'text!',
      objectId: 'integer!',
      objectNo: 'text!',
      messageId: 'text!',
      content: 'text!',
      state: 'text!',
      result: 'text',
      reference: 'text',
      attempts: 'count',
      /** Number of the last customs response that was applied. */
      lastEvent: 'count',
      nextAt: 'text',
      dueAt: 'text',
      createdAt: 'text!',
      createdBy: 'integer -> staff',
      sentAt: 'text',
      answeredAt: 'text',
    },
    { unique: [['messageId']] },
  );
  await createIndex(db, 'filing', ['objectType', 'objectId', 'id'], ['nextAt'], ['createdAt'], ['accountId']);
  await createTable(db, 'filingExchange', {
    id: 'id',
    filingId: 'integer! -> filing',
    at: 'text!',
    lastAt: 'text!',
    times: 'one',
    operation: 'text!',
    durationMs: 'integer!',
    httpStatus: 'integer',
    result: 'text!',
    request: 'text!',
    answer: 'text',
  });
  await createIndex(db, 'filingExchange', ['filingId', 'id']);
}

async function isfs(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'seaIsf', seaIsfColumns, { unique: [['isfNo']] });
  await createIndex(db, 'seaIsf', ['state', 'createdAt'], ['seaBillId'], ['mblNo'], ['dueAt']);
  // The next ISF of a customer takes its parties from the last one.
  await createIndex(db, 'seaIsf', ['customerId', 'id']);
  await createEndIndex(db, 'seaIsf', 'isfNo', 'mblNo', 'hblNo');
  await createTable(db, 'isfAnswer', {
    id: 'id',
    isfId: 'integer! -> seaIsf',
    at: 'text!',
    event: 'text!',
    reference: 'text',
    codes: 'list',
  });
  await createIndex(db, 'isfAnswer', ['isfId', 'id']);
}

async function entries(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'seaEntry', seaEntryColumns, { unique: [['entryNo']] });
  await createIndex(
    db,
    'seaEntry',
    ['createdAt'],
    ['state', 'createdAt'],
    ['masterNo'],
    ['seaBillId'],
    ['billId'],
    ['customerId'],
    ['entryDueOn'],
    ['summaryDueOn'],
  );
  await createEndIndex(db, 'seaEntry', 'entryNo', 'masterNo');
  // A number is given once, even if its entry is deleted.
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
  await createTable(
    db,
    'entrySerial',
    {
      filerCode: 'text!',
      last: 'integer!',
    },
    { primary: ['filerCode'] },
  );
  await createTable(db, 'entryAnswer', {
    id: 'id',
    entryId: 'integer! -> seaEntry',
    at: 'text!',
    event: 'text!',
    code: 'text',
    text: 'text',
    reference: 'text',
  });
  await createIndex(db, 'entryAnswer', ['entryId']);
  // Cost lines with the duty and fees of an entry.
  await createTable(
    db,
    'entryCost',
    {
      entryId: 'integer! -> seaEntry',
      costId: 'integer! -> billCost',
    },
    { primary: ['entryId', 'costId'] },
  );
  await createIndex(db, 'entryCost', ['costId']);
}
