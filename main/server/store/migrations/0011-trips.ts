import { type Kysely, sql } from 'kysely';
import { addColumns } from '../columns';

/** What a person declared of a pickup, apart from what follows from the trips; whose clock inbound legs stand on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'bill', { pickupClosedBoxes: 'integer' });
  // Finished with fewer boxes than expected: only a person can have said so.
  await sql`
    update bill set pickupClosedBoxes = coalesce(noaBoxCount, boxCount)
    where pickupFinished = 1 and pickedBoxes < coalesce(noaBoxCount, boxCount)`.execute(db);
  await sql`drop view inboundLegOfBill`.execute(db);
  await sql`
    create view inboundLegOfBill as
    select pick.id, pick.billId, bill.billNo, bill.batchNo, bill.customerId, bill.warehouseId, bill.landingAirportId,
      bill.stage, customer.photoRequired, pick.pickNo, pick.kind, pick.plateNo, pick.pickupBoxes,
      coalesce(pick.inboundBoxes, 0) as inboundBoxes, pick.pickupFinishAt, pick.inboundStartAt, pick.inboundFinishAt,
      case when pick.inboundFinished = 1 then 'finished' when pick.inboundStartAt is null then 'none' else 'open' end
        as legState,
      pick.inboundFinished, bill.archived
    from pick join bill on bill.id = pick.billId join customer on customer.id = bill.customerId`.execute(db);
}
