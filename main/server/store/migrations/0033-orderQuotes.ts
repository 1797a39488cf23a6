import type { Kysely } from 'kysely';
import { createIndex, createTable, documentColumns, recordColumns } from '../columns';

/** Quotes for one shipment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'orderQuote',
    {
      ...recordColumns,
      quoteNo: 'text!',
      ...documentColumns,
      customerId: 'integer! -> customer',
      billNo: 'text',
      reference: 'text',
      mode: 'text!',
      serviceId: 'integer! -> service',
      originCode: 'text!',
      destinationCode: 'text!',
      expectedDate: 'text',
      packages: 'integer!',
      weight: 'integer!',
      volume: 'integer',
      volumetricDivisor: 'integer!',
      chargeableWeight: 'integer!',
      goods: 'text',
      incoterm: 'text',
      currency: 'text!',
      lines: 'list',
      totals: 'list',
      total: 'integer!',
      margin: 'integer',
      marginPercent: 'integer',
      validTo: 'text!',
      result: 'text!',
      lostReason: 'text',
      remark: 'text',
    },
    { unique: [['quoteNo']] },
  );
  // A price is looked for by whose it is and for which service.
  await createIndex(db, 'orderQuote', ['customerId', 'serviceId', 'state']);
  await createIndex(db, 'orderQuote', ['state', 'validTo']);
}
