import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** What is filed with US customs: each message to the gateway, and every exchange over the line about it. */
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
}
