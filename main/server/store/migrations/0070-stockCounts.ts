import { type Kysely, sql } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Counts of the stock of a warehouse by scans, and what they found to differ from the custody ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'stockCount', {
    id: 'id',
    countNo: 'text!',
    warehouseId: 'integer! -> warehouse',
    state: 'text!',
    startedAt: 'text!',
    startedBy: 'integer -> staff',
    lastMoveId: 'count',
    closedAt: 'text',
    closedBy: 'integer -> staff',
    remark: 'text',
  });
  await createIndex(db, 'stockCount', ['warehouseId']);
  // Two people who start at once must not begin two counts.
  await sql`create unique index stockCountOpen on stockCount (warehouseId) where state = 'open'`.execute(db);
  // Goods may be deleted later, while what was scanned stays: they are no references.
  await createTable(db, 'stockCountScan', {
    id: 'id',
    countId: 'integer! -> stockCount',
    unit: 'text!',
    goodsId: 'integer',
    number: 'text!',
    expected: 'flag',
    scannedAt: 'text!',
    scannedBy: 'integer -> staff',
    lastMoveId: 'count',
  });
  await createIndex(db, 'stockCountScan', ['countId']);
  await createTable(db, 'stockDifference', {
    id: 'id',
    countId: 'integer! -> stockCount',
    kind: 'text!',
    unit: 'text!',
    goodsId: 'integer',
    billId: 'integer',
    number: 'text!',
    place: 'text',
    caseId: 'integer',
    decision: 'text',
    reason: 'text',
    decidedAt: 'text',
    decidedBy: 'integer -> staff',
  });
  await createIndex(db, 'stockDifference', ['countId']);
}
