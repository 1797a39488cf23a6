import type { Kysely } from 'kysely';
import { addColumns } from '../columns';

/** What suppliers bill a fee category by. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  addColumns(db, 'feeCategory', { auditBasis: 'text' });
