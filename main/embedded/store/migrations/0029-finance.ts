import type { Kysely } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Finance: what is charged for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'chargeItem',
    {
      ...recordColumns,
      code: 'text!',
      nameEn: 'text!',
      nameCn: 'text!',
      feeCategoryId: 'integer! -> feeCategory',
      basis: 'text!',
      defaultPrice: 'integer!',
      currency: 'text!',
      minCharge: 'integer',
      maxCharge: 'integer',
      roundUp: 'text!',
      taxable: 'flag',
      mode: 'text!',
      appliesTo: 'list',
      ...referenceColumns,
    },
    { unique: [['code']] },
  );
  await createIndex(db, 'chargeItem', ['feeCategoryId']);
}
