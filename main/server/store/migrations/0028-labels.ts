import { type Kysely, sql } from 'kysely';
import { createTable } from '../columns';

/** Whose prefix SSCCs begin with, and how far their serial numbers have come, which no pallet that is deleted takes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'labelSettings', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    companyPrefix: 'text',
    extensionDigit: 'integer!',
  });
  await createTable(db, 'ssccSerial', { head: 'text!', last: 'integer!' }, { primary: ['head'] });
  // Until now pallets bore numbers of the prefix that GS1 keeps for examples: nobody's, on no label.
  await sql`update pallet set sscc = null where sscc like '39521234%'`.execute(db);
  await db.schema.createIndex('palletOf_sscc').on('pallet').column('sscc').unique().execute();
}
