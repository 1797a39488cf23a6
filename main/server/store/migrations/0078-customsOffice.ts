import type { Kysely } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Messages to customs offices of the EU: accounts, low-value declarations (H7), their exchanges, and the responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createMessages(db);
  await createAnswers(db);
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'customsAccount',
    {
      ...recordColumns,
      ...referenceColumns,
      name: 'text!',
      transport: 'text!',
      simulatorMode: 'text!',
      address: 'text',
      folder: 'text',
      officeCode: 'text!',
      filerName: 'text!',
      filerEori: 'text!',
      representation: 'text!',
      consumerNo: 'text!',
      goodsLocation: 'text',
    },
    { unique: [['name']] },
  );
  await createEndIndex(db, 'customsAccount', 'name');
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'customsMessage',
    {
      id: 'id',
      billId: 'integer! -> bill',
      batchId: 'integer! -> batch',
      accountId: 'integer! -> customsAccount',
      /** Number of the declaration that it is a part of; a declaration lodged again has another one. */
      batchLrn: 'text!',
      lrn: 'text!',
      mrn: 'text',
      trackingNo: 'text!',
      items: 'integer!',
      content: 'text!',
      state: 'text!',
      standing: 'text!',
      result: 'text',
      attempts: 'count',
      nextAt: 'text',
      /** When the last attempt began. */
      claimedAt: 'text',
      dueAt: 'text',
      createdAt: 'text!',
      createdBy: 'integer -> staff',
      sentAt: 'text',
      answeredAt: 'text',
    },
    { unique: [['lrn']] },
  );
  await createIndex(db, 'customsMessage', ['billId'], ['batchId'], ['nextAt']);
  await createTable(db, 'customsExchange', {
    id: 'id',
    messageId: 'integer! -> customsMessage',
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
  await createIndex(db, 'customsExchange', ['messageId']);
}

async function createAnswers(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'customsAnswer',
    {
      id: 'id',
      accountId: 'integer! -> customsAccount',
      messageId: 'integer -> customsMessage',
      billId: 'integer -> bill',
      batchId: 'integer -> batch',
      /** Number that the office gave the response: one that comes again is the same. */
      sid: 'text!',
      lrn: 'text',
      mrn: 'text',
      event: 'text',
      at: 'text!',
      receivedAt: 'text!',
      said: 'text',
      controlType: 'text',
      state: 'text!',
      problem: 'text',
      content: 'text!',
    },
    { unique: [['accountId', 'sid']] },
  );
  await createIndex(db, 'customsAnswer', ['billId'], ['batchId'], ['messageId'], ['state', 'id']);
}
