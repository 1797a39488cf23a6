import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** The approval of a payment: its remaining steps, and who approved it last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'billPayment', {
    waiting: 'text',
    stepNo: 'integer',
    approvedAt: 'text',
    approvedBy: 'integer -> staff',
  });
}
