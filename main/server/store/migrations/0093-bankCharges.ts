import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** What banks keep of payments, and the account that it is posted to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'billPayment', { bankCharge: 'count' });
  await addColumns(db, 'ledgerSetup', { bankCharges: 'text' });
}
