import { type Kysely, sql } from 'kysely';

/**
 * A parcel leaves with its box: its own outbound time, a copy of the box's, is dropped. One that is outside of its box
 * has left only if it was handed over itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view parcelOfBill`.execute(db);
  await sql`alter table parcel drop column outboundAt`.execute(db);
  await sql`
    create view parcelOfBill as
    select parcel.id, parcel.billId, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      box.boxNo, (select pallet.palletNo from pallet where pallet.id = box.palletId) as palletNo,
      batch.batchNo as clearanceBatch, coalesce(parcel.destinationCode, box.destinationCode) as destinationCode,
      nullif(substr(parcel.trackingNo, 1, min(6, length(parcel.trackingNo)
        - length(ltrim(parcel.trackingNo, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))), '') as prefix,
      box.declaredParcels as totalParcelCount, parcel.state, parcel.stateAt, parcel.previousState, parcel.fyco,
      parcel.holdReason, parcel.failReason, parcel.disposition, parcel.abnormalType, parcel.stateRemark,
      coalesce(parcel.mrn, batch.mrn) as mrn, parcel.hsStatus, parcel.declarationSystem, parcel.vatScheme,
      parcel.value, parcel.currency, parcel.grossWeight, substr(parcel.consigneeName, 1, 1) || '***' as consigneeName,
      parcel.city, parcel.country, parcel.sellerName, parcel.orderNo, parcel.createdAt, parcel.releasedAt,
      parcel.heldAt, parcel.failedAt,
      case when coalesce(parcel.place, 'delivered') in ('truck', 'hub', 'delivered', 'collected')
        then coalesce(box.outboundAt, parcel.placedAt) end as outboundAt,
      parcel.completedAt, parcel.boxId, coalesce(parcel.place, box.place) as place
    from parcel
      left join bill on bill.id = parcel.billId
      left join box on box.id = parcel.boxId
      left join batch on batch.id = parcel.batchId`.execute(db);
}
