import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Mails of partners that are worked through: notices of arrival and tax assessments, with what was read in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'letter',
    {
      ...recordColumns,
      kind: 'text!',
      receivedAt: 'text!',
      mailFrom: 'text!',
      mailTo: 'text',
      subject: 'text',
      text: 'text!',
      messageId: 'text',
      hash: 'text!',
      mailboxId: 'integer -> mailbox',
      status: 'text!',
      billId: 'integer -> bill',
      statedBillNo: 'text',
      // What was found where, as JSON.
      taken: 'list',
      // The mail as it came, where it came as a file.
      fileId: 'text',
      fileCount: 'count',
      leftOut: 'list',
      openedAt: 'text',
      ignoreReason: 'text',
      processedAt: 'text',
      processedBy: 'integer -> staff',
      pieces: 'integer',
      weight: 'integer',
      cargoStationId: 'integer -> cargoStation',
      readyAt: 'text',
      storageFrom: 'text',
      mrn: 'text',
      utbNo: 'text',
      dutyAmount: 'integer',
      vatAmount: 'integer',
      itemDutyAmount: 'integer',
      otherAmount: 'integer',
      totalAmount: 'integer',
      currency: 'text',
      dueDate: 'text',
      paymentReference: 'text',
    },
    {
      unique: [
        ['kind', 'messageId'],
        ['kind', 'hash'],
      ],
    },
  );
  await createIndex(db, 'letter', ['kind', 'status', 'receivedAt']);
  await createIndex(db, 'letter', ['kind', 'receivedAt']);
  await createIndex(db, 'letter', ['billId']);
  await createIndex(db, 'letter', ['mailboxId']);
  await createTable(
    db,
    'letterFile',
    { letterId: 'integer! -> letter', fileId: 'text!', fileName: 'text!', size: 'integer!', mime: 'text!' },
    { primary: ['letterId', 'fileId'] },
  );
  const common = sql.raw(
    `letter.id, letter.version, letter.createdAt, letter.createdBy, letter.updatedAt, letter.updatedBy, receivedAt,
      mailFrom, mailTo, subject, mailboxId, letter.status, letter.billId, bill.billNo, bill.batchNo,
      bill.landingAirportId, statedBillNo, fileCount, openedAt, ignoreReason, processedAt, processedBy`,
  );
  await sql`
    create view noaMail as
    select ${common}, pieces, letter.weight, letter.cargoStationId, readyAt, storageFrom, bill.boxCount,
      pieces - bill.boxCount as difference
    from letter left join bill on bill.id = letter.billId where kind = 'noa'`.execute(db);
  await sql`
    create view utbMail as
    select ${common}, mrn, utbNo, dutyAmount, vatAmount, itemDutyAmount, otherAmount, totalAmount,
      letter.currency, dueDate, paymentReference
    from letter left join bill on bill.id = letter.billId where kind = 'utb'`.execute(db);
  // Who sets the early time nodes works through the notices, who declares through the assessments.
  for (const [held, ...granted] of [
    ['9020501', '9034000', '9034001', '9034002'],
    ['9020702', '9034100', '9034101', '9034102'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}
