import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Alert rules with what they found, and the settings of mail boxes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'monitorConfig',
    {
      ...recordColumns,
      name: 'text!',
      event: 'text!',
      thresholdHours: 'integer',
      customerIds: 'list',
      airportIds: 'list',
      warehouseIds: 'list',
      toEmails: 'list',
      ccEmails: 'list',
      toGroupIds: 'list',
      subject: 'text!',
      bodyEn: 'text!',
      bodyCn: 'text!',
      frequency: 'text!',
      sendTime: 'text',
      ...referenceColumns,
    },
    { unique: [['name']] },
  );
  await createTable(db, 'monitorRecord', {
    id: 'id',
    configId: 'integer! -> monitorConfig',
    event: 'text!',
    objectType: 'text!',
    objectId: 'integer!',
    objectNo: 'text!',
    // Tells one failure of a file or a push from the next; empty where a state can only last.
    occurrence: 'text!',
    billId: 'integer',
    since: 'text!',
    triggeredAt: 'text!',
    endedAt: 'text',
    // No reference: mail may be cleared away, and what was found stays known.
    mailId: 'integer',
  });
  await createIndex(db, 'monitorRecord', ['triggeredAt', 'id']);
  await createIndex(db, 'monitorRecord', ['mailId']);
  // What lasts is written of once, whoever looks.
  await sql`create unique index monitorRecordOpen on monitorRecord (configId, event, objectId, occurrence)
    where endedAt is null`.execute(db);
  await sql`
    create view monitorRecordOfMail as
    select monitorRecord.id, configId, event, monitorRecord.objectType, objectId, monitorRecord.objectNo, billId,
      triggeredAt, endedAt, mail.id as mailId,
      case when mail.state in ('sent', 'failed') then mail.state else 'pending' end as status,
      coalesce(mail.toEmails, '[]') as toEmails, coalesce(mail.ccEmails, '[]') as ccEmails, subject, text,
      coalesce(mail.attempts, 0) as attempts, sentAt, error, answer
    from monitorRecord left join mail on mail.id = monitorRecord.mailId`.execute(db);
  // A look at what failed, at open transits and at pallets in our hands reads those alone.
  await createIndex(db, 'fileJob', ['status', 'finishedAt']);
  await createIndex(db, 't1', ['state', 'timeLimit']);
  await createIndex(db, 'pmc', ['state']);

  await createTable(
    db,
    'mailbox',
    {
      ...recordColumns,
      kind: 'text!',
      address: 'text!',
      fromFilter: 'list',
      subjectRegex: 'text',
      extractBillNo: 'text',
      extractPieces: 'text',
      extractWeight: 'text',
      extractTime: 'text',
      defaultWarehouseId: 'integer -> warehouse',
      ...referenceColumns,
    },
    { unique: [['address', 'kind']] },
  );
}
