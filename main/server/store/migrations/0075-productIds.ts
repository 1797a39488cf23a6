import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/**
 * Product identifiers and the preference of item lines, and the list of those that lack an identifier which customs
 * demands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'itemLine', {
    merchantProductId: 'text',
    manufacturerProductId: 'text',
    standardProductId: 'text',
    preference: 'text',
  });
  await addColumns(db, 'parcel', { unidentified: 'flag' });
  await sql`create index parcelUnidentified on parcel (billId) where unidentified = 1`.execute(db);
  await sql`
    create view unidentifiedLine as
      select itemLine.id, parcel.id as parcelId, parcel.billId, bill.billNo, bill.batchNo, bill.landingAirportId,
        bill.eta, parcel.trackingNo, parcel.sellerName, itemLine.lineNo, itemLine.sku, itemLine.nameEn,
        itemLine.nameCn, itemLine.hsCode, itemLine.merchantProductId, itemLine.manufacturerProductId,
        itemLine.standardProductId
      from parcel
      join itemLine on itemLine.parcelId = parcel.id
      join bill on bill.id = parcel.billId
      left join batch on batch.id = parcel.batchId
      where parcel.unidentified = 1 and (itemLine.merchantProductId is null or itemLine.manufacturerProductId is null)
        and bill.removedAt is null and bill.archived = 0 and coalesce(batch.status, 'prepared') in ('prepared', 'rejected')`.execute(
    db,
  );
}
