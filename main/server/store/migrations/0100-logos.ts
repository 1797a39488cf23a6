import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** Logos of our companies, and the one that each invoice was issued with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'clientCompany', { hasLogo: 'flag', logoFileId: 'text' });
  await addColumns(db, 'customerInvoice', { logoFileId: 'text' });
}
