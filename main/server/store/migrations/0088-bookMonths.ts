import type { Kysely } from 'kysely';
import { createTable } from '../columns';

/** Months of the books that were closed, and reopened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'bookMonth',
    {
      id: 'id',
      period: 'text!',
      state: 'text!',
      version: 'integer!',
      closedAt: 'text',
      closedBy: 'integer -> staff',
      reopenedAt: 'text',
      reopenedBy: 'integer -> staff',
      reason: 'text',
    },
    { unique: [['period']] },
  );
}
