import { type Kysely, sql } from 'kysely';

/** Notices of arrival are compared with the boxes of their waybill: a station counts those, not the boxes of a batch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop view noaMail`.execute(db);
  await sql`
    create view noaMail as
    select letter.id, letter.version, letter.createdAt, letter.createdBy, letter.updatedAt, letter.updatedBy, receivedAt,
      mailFrom, mailTo, subject, mailboxId, letter.status, letter.billId, bill.billNo, bill.batchNo,
      bill.landingAirportId, statedBillNo, fileCount, openedAt, ignoreReason, processedAt, processedBy,
      pieces, letter.weight, letter.cargoStationId, readyAt, storageFrom,
      coalesce(awb.boxCount, bill.boxCount) as boxCount,
      pieces - coalesce(awb.boxCount, bill.boxCount) as difference
    from letter left join bill on bill.id = letter.billId left join awb on awb.billNo = bill.billNo
    where kind = 'noa'`.execute(db);
}
