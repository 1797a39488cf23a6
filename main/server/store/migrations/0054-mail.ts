import { type Kysely, sql } from 'kysely';
import { createEndIndex, createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Mail with its settings and mailboxes, alerts, statements sent, and scheduled reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await mail(db);
  await alerts(db);
  await statements(db);
  await reports(db);
  await reportStates(db);
}

async function mail(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'mailSettings', {
    id: 'id',
    version: 'integer!',
    updatedAt: 'text!',
    updatedBy: 'integer -> staff',
    host: 'text',
    port: 'integer!',
    security: 'text!',
    username: 'text',
    fromAddress: 'text',
  });
  await createTable(db, 'mail', {
    id: 'id',
    createdAt: 'text!',
    createdBy: 'integer -> staff',
    messageId: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    subject: 'text!',
    text: 'text!',
    fileIds: 'list',
    fileCount: 'count',
    objectType: 'text',
    objectNo: 'text',
    state: 'text!',
    attempts: 'count',
    nextAt: 'text',
    sentAt: 'text',
    error: 'text',
    answer: 'text',
  });
  await createIndex(db, 'mail', ['state', 'nextAt'], ['createdAt']);
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
  await createEndIndex(db, 'mailbox', 'address');
}

async function alerts(db: Kysely<unknown>): Promise<void> {
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
  await createEndIndex(db, 'monitorConfig', 'name');
  await createTable(db, 'monitorRecord', {
    id: 'id',
    configId: 'integer! -> monitorConfig',
    event: 'text!',
    objectType: 'text!',
    objectId: 'integer!',
    objectNo: 'text!',
    /** Distinguishes successive failures of a file or a push; empty for lasting states. */
    occurrence: 'text!',
    billId: 'integer',
    since: 'text!',
    triggeredAt: 'text!',
    endedAt: 'text',
    /** No reference: mail may be deleted while the record stays. */
    mailId: 'integer',
  });
  await createIndex(db, 'monitorRecord', ['triggeredAt', 'id'], ['mailId']);
  // A lasting state is alerted once.
  await sql`create unique index monitorRecordOpen on monitorRecord
      (configId, event, objectId, occurrence) where endedAt is null`.execute(db);
  await sql`
    create view monitorRecordOfMail as
    select monitorRecord.id, configId, event, monitorRecord.objectType, objectId, monitorRecord.objectNo, billId,
      triggeredAt, endedAt, mail.id as mailId,
      case when mail.state in ('sent', 'failed') then mail.state else 'pending' end as status,
      coalesce(mail.toEmails, '[]') as toEmails, coalesce(mail.ccEmails, '[]') as ccEmails, subject, text,
      coalesce(mail.attempts, 0) as attempts, sentAt, error, answer
    from monitorRecord left join mail on mail.id = monitorRecord.mailId`.execute(db);
}

async function statements(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'statementMail', {
    id: 'id',
    /** No reference: a customer without books may be deleted. */
    customerId: 'integer!',
    period: 'text!',
    currency: 'text!',
    language: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    sentAt: 'text!',
    sentBy: 'integer -> staff',
    /** No reference: mail may be deleted while this row stays. */
    mailId: 'integer',
  });
  await createIndex(db, 'statementMail', ['period', 'customerId', 'currency']);
  // Finds the language of the last statement to a customer.
  await createIndex(db, 'statementMail', ['customerId', 'id']);
  // For accounts that may not read the mail itself.
  await sql`
    create view statementMailSent as
    select statementMail.*, mail.state
    from statementMail left join mail on mail.id = statementMail.mailId`.execute(db);
}

async function reports(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'reportSchedule',
    {
      ...recordColumns,
      name: 'text!',
      report: 'text!',
      span: 'text!',
      content: 'text',
      frequency: 'text!',
      weekdays: 'list',
      sendTime: 'text!',
      format: 'text!',
      language: 'text!',
      toEmails: 'list',
      folderRef: 'text',
      folderName: 'text',
      nextAt: 'text',
      lastAt: 'text',
      lastState: 'text',
      ...referenceColumns,
    },
    { unique: [['createdBy', 'name']] },
  );
  await createIndex(db, 'reportSchedule', ['active', 'nextAt']);
  await createTable(
    db,
    'reportRun',
    {
      id: 'id',
      scheduleId: 'integer! -> reportSchedule',
      slot: 'text!',
      how: 'text!',
      target: 'text!',
      state: 'text!',
      madeAt: 'text',
      rows: 'integer',
      fileName: 'text',
      toEmails: 'list',
      folderRef: 'text',
      folderName: 'text',
      doneAt: 'text',
      fault: 'text',
      error: 'text',
      answer: 'text',
      /** No references: mail may be deleted, and files are deleted once they are written. */
      mailId: 'integer',
      fileId: 'text',
    },
    { unique: [['scheduleId', 'slot', 'target']] },
  );
  await createIndex(db, 'reportRun', ['state', 'slot'], ['slot', 'id'], ['mailId'], ['fileId']);
}

async function reportStates(db: Kysely<unknown>): Promise<void> {
  // A run takes the state of its mail, also when the mail is sent again.
  await sql`
    create trigger reportRunOfMail after update of state on mail
      when new.objectType = 'reportSchedule' and (new.state <> old.state or new.error is not old.error)
    begin
      update reportRun set
        state = case new.state when 'sent' then 'done' when 'failed' then 'failed' else 'sending' end,
        doneAt = new.sentAt, error = new.error, answer = new.answer
      where mailId = new.id;
    end`.execute(db);
  // The state of a schedule is the worst of its last runs.
  for (const [name, event] of [
    ['Begun', 'insert'],
    ['Changed', 'update of state'],
  ])
    await sql
      .raw(
        `create trigger reportRun${name} after ${event} on reportRun
        begin
          update reportSchedule set lastAt = new.slot, lastState = (
            select state from reportRun where scheduleId = new.scheduleId and slot = new.slot
            order by case state when 'failed' then 1 when 'due' then 2 when 'sending' then 3 when 'waiting' then 4 else 5 end
            limit 1)
          where id = new.scheduleId and (lastAt is null or lastAt <= new.slot);
        end`,
      )
      .execute(db);
}
