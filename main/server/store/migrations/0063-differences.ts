import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex } from '../columns';

/** Missing and surplus boxes of trips, each a number of its own, and the cases that counting a trip opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view inboundLegOfBill`.execute(db);
  await sql`drop view caseOfBill`.execute(db);
  await addColumns(db, 'pick', { missingBoxes: 'integer', surplusBoxes: 'integer' });
  await addColumns(db, 'abnormalCase', { pickId: 'integer -> pick', differenceReason: 'text' });
  // Removing a trip looks for its cases.
  await createIndex(db, 'abnormalCase', ['pickId']);
  await sql`
    update pick set missingBoxes = max(pickupBoxes - coalesce(inboundBoxes, 0), 0),
      surplusBoxes = max(coalesce(inboundBoxes, 0) - pickupBoxes, 0)
    where inboundFinished = 1`.execute(db);
  // Until now the number of the trip in the description was the only link.
  await sql`
    update abnormalCase set
      pickId = (select pick.id from pick
        where pick.billId = abnormalCase.billId and pick.pickNo = abnormalCase.description),
      differenceReason = (select pick.differenceReason from pick
        where pick.billId = abnormalCase.billId and pick.pickNo = abnormalCase.description)
    where type in ('shortage', 'surplus') and boxId is null and parcelId is null`.execute(db);
  await sql`
    create view inboundLegOfBill as
    select pick.id, pick.billId, bill.billNo, bill.batchNo, bill.customerId, bill.warehouseId, bill.landingAirportId,
      bill.stage, customer.photoRequired, pick.pickNo, pick.kind, pick.plateNo, pick.pickupBoxes,
      coalesce(pick.inboundBoxes, 0) as inboundBoxes, pick.missingBoxes, pick.surplusBoxes, pick.pickupFinishAt,
      pick.inboundStartAt, pick.inboundFinishAt,
      case when pick.inboundFinished = 1 then 'finished' when pick.inboundStartAt is null then 'none' else 'open' end
        as legState,
      pick.inboundFinished, bill.archived
    from pick join bill on bill.id = pick.billId join customer on customer.id = bill.customerId`.execute(db);
  await sql`
    create view caseOfBill as
    select abnormalCase.*, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      coalesce(parcel.state = 'abnormal', 0) as parcelAbnormal, box.boxNo,
      (select pick.pickNo from pick where pick.id = abnormalCase.pickId) as pickNo,
      json_array_length(abnormalCase.photos) as photoCount
    from abnormalCase
      left join bill on bill.id = abnormalCase.billId
      left join parcel on parcel.id = abnormalCase.parcelId
      left join box on box.id = coalesce(abnormalCase.boxId, parcel.boxId)`.execute(db);
}
