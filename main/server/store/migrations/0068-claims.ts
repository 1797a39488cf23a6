import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/** Claims of cases, with the last day of their notice; boxes that customers collect at the gate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'collection', {
    id: 'id',
    billId: 'integer! -> bill',
    collectedAt: 'text!',
    signer: 'text!',
    identity: 'text',
    remark: 'text',
    attachmentId: 'text -> attachment',
    boxCount: 'integer!',
    createdAt: 'text!',
    createdBy: 'integer -> staff',
  });
  await createIndex(db, 'collection', ['billId']);
  // Deleting a file looks for what it proves.
  await sql`create index collectionFile on collection (attachmentId) where attachmentId is not null`.execute(
    db,
  );
  await addColumns(db, 'box', { collectionId: 'integer -> collection' });
  await sql`create index boxCollected on box (collectionId) where collectionId is not null`.execute(db);
  await sql`drop view caseOfBill`.execute(db);
  await addColumns(db, 'abnormalCase', {
    claimConvention: 'text',
    claimFinding: 'text',
    claimStartOn: 'text',
    claimantId: 'integer -> customer',
    claimantName: 'text',
    claimAmount: 'integer',
    settledAmount: 'integer',
    currency: 'text',
    liableName: 'text',
    liableAddress: 'text',
    liableEmail: 'text',
    reservation: 'text',
    noticeDueOn: 'text',
    suitDueOn: 'text',
    noticeGivenAt: 'text',
    noticeMailId: 'integer -> mail',
  });
  // The list, the alert and the home screen look for the next days; most cases have none.
  await sql`create index abnormalCaseNotice on abnormalCase (noticeDueOn) where noticeDueOn is not null`.execute(
    db,
  );
  await sql`
    create view caseOfBill as
    select abnormalCase.*, bill.billNo, bill.batchNo, bill.landingAirportId, parcel.trackingNo,
      coalesce(parcel.state = 'abnormal', 0) as parcelAbnormal, box.boxNo,
      (select pick.pickNo from pick where pick.id = abnormalCase.pickId) as pickNo,
      json_array_length(abnormalCase.photos) as photoCount,
      coalesce(abnormalCase.noticeGivenAt, mail.sentAt) as noticeSentAt, mail.state as noticeMailState,
      case when abnormalCase.noticeDueOn is not null and abnormalCase.state in ('open', 'processing')
        and coalesce(abnormalCase.noticeGivenAt, mail.sentAt) is null then 1 else 0 end as noticeOpen
    from abnormalCase
      left join bill on bill.id = abnormalCase.billId
      left join parcel on parcel.id = abnormalCase.parcelId
      left join box on box.id = coalesce(abnormalCase.boxId, parcel.boxId)
      left join mail on mail.id = abnormalCase.noticeMailId`.execute(db);
}
