import { type DueFacts, dueOrder, nextDueAt } from '@contract/rules/nextDue';
import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/** Bills at a time: their columns are held in memory meanwhile. */
const CHUNK = 5000;

/** Bills in the order of what is due next of them, and with which view a list begins for a group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'bill', { nextDueAt: 'text', dueOrder: 'text' });
  for (let last = 0; ; ) {
    const { rows } = await sql<Omit<DueFacts, 'pickupFinished'> & { id: number; pickupFinished: number }>`
      select id, stage, mode, eta, ata, noaAt, pickupAt, pickupFinished, clearanceStatus, tatAt, podAt,
        (select max(outboundFinishAt) from pick where pick.billId = bill.id) as outboundEnd
      from bill where id > ${last} order by id limit ${CHUNK}`.execute(db);
    for (const { id, ...row } of rows) {
      const facts = { ...row, pickupFinished: row.pickupFinished === 1 };
      await sql`update bill set nextDueAt = ${nextDueAt(facts)}, dueOrder = ${dueOrder(facts)} where id = ${id}`.execute(
        db,
      );
      last = id;
    }
    if (rows.length < CHUNK) break;
  }
  await sql`create index billDue on bill (archived, dueOrder, id, stage) where stage <> 'removed'`.execute(
    db,
  );
  await createIndex(db, 'bill', ['archived', 'dueOrder', 'id', 'stage']);
  await createIndex(db, 'bill', ['archived', 'stage', 'dueOrder', 'id']);
  await createTable(
    db,
    'listViewGroupDefault',
    { groupId: 'integer! -> adminGroup', list: 'text!', viewId: 'integer!' },
    { primary: ['groupId', 'list'] },
  );
  await createIndex(db, 'listViewGroupDefault', ['viewId']);
}
