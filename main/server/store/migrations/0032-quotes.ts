import type { Kysely } from 'kysely';
import { createIndex, createTable, documentColumns, recordColumns } from '../columns';

/** Rate cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'standardQuote',
    {
      ...recordColumns,
      quoteNo: 'text!',
      ...documentColumns,
      nameEn: 'text!',
      nameCn: 'text!',
      direction: 'text!',
      companyId: 'integer -> clientCompany',
      groupId: 'integer -> clientGroup',
      customerId: 'integer -> customer',
      serviceId: 'integer! -> service',
      currency: 'text!',
      validFrom: 'text!',
      validTo: 'text!',
      volumetricDivisor: 'integer!',
      roundTo: 'text!',
      fuelSurchargePercent: 'integer!',
      taxIncluded: 'flag',
      lines: 'list',
      remark: 'text',
    },
    { unique: [['quoteNo']] },
  );
  // A price is looked for by its service and direction, whatever else there is.
  await createIndex(db, 'standardQuote', ['serviceId', 'direction', 'state']);
  await createIndex(db, 'standardQuote', ['state', 'validTo']);
}
