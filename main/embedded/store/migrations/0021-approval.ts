import type { Kysely } from 'kysely';
import { createTable, recordColumns, referenceColumns } from '../columns';

/** Approval settings: who must approve which documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'approvalConfig',
    {
      ...recordColumns,
      docType: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      currency: 'text',
      minAmount: 'integer',
      maxAmount: 'integer',
      steps: 'list',
      ...referenceColumns,
    },
    { unique: [['nameEn']] },
  );
}
