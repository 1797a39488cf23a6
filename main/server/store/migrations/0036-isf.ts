import type { Kysely } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** What is filed with US customs: each message to the gateway, every exchange over the line about it, and importer security filings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('netchbAccount')
    .addColumn('simulatorMode', 'text', (made) => made.notNull().defaultTo('accept'))
    .execute();
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
      // How much of what customs said has been taken in.
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
  await createIndex(db, 'filing', ['objectType', 'objectId', 'id']);
  await createIndex(db, 'filing', ['nextAt']);
  await createIndex(db, 'filing', ['createdAt']);
  await createIndex(db, 'filing', ['accountId']);
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
  await createTable(
    db,
    'seaIsf',
    {
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
      // What was sent last, and what customs accepted last of it.
      sentContent: 'text',
      filedContent: 'text',
      filedContentAt: 'text',
    },
    { unique: [['isfNo']] },
  );
  await createIndex(db, 'seaIsf', ['state', 'createdAt']);
  await createIndex(db, 'seaIsf', ['seaBillId']);
  await createIndex(db, 'seaIsf', ['mblNo']);
  await createIndex(db, 'seaIsf', ['dueAt']);
  // The ISF that the next one of a customer takes its parties from.
  await createIndex(db, 'seaIsf', ['customerId', 'id']);
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
