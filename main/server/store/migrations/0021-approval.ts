import type { Kysely } from 'kysely';
import { addColumns, createTable, recordColumns, referenceColumns } from '../columns';

/** Approval settings: who must approve which documents. And whose goods a person sees, as ids of warehouses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'staff', { warehouseIds: 'list' });
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
