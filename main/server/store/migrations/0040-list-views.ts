import type { Kysely } from 'kysely';
import { createIndex, createTable } from '../columns';

/** Lists as people want to see them again, and with which of them a list begins for whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'listView',
    {
      id: 'id',
      version: 'integer!',
      list: 'text!',
      name: 'text!',
      scope: 'text!',
      ownerId: 'integer! -> staff',
      tab: 'text',
      asked: 'text!',
      sort: 'text!',
      layout: 'text',
      updatedAt: 'text!',
    },
    { unique: [['ownerId', 'list', 'name']] },
  );
  await createIndex(db, 'listView', ['scope']);
  await createTable(
    db,
    'listViewDefault',
    { staffId: 'integer! -> staff', list: 'text!', viewId: 'integer!' },
    { primary: ['staffId', 'list'] },
  );
  await createIndex(db, 'listViewDefault', ['viewId']);
}
