import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Reports that are made again and again, and what came of each turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
      // No references: mail may be cleared away, and files go when they are written.
      mailId: 'integer',
      fileId: 'text',
    },
    // A turn is taken once, whoever looks.
    { unique: [['scheduleId', 'slot', 'target']] },
  );
  await createIndex(db, 'reportRun', ['state', 'slot']);
  await createIndex(db, 'reportRun', ['slot', 'id']);
  await createIndex(db, 'reportRun', ['mailId']);
  await createIndex(db, 'reportRun', ['fileId']);
  // What became of a mail is what became of its run, also when it is sent once more.
  await sql`
    create trigger reportRunOfMail after update of state on mail
      when new.objectType = 'reportSchedule' and (new.state <> old.state or new.error is not old.error)
    begin
      update reportRun set
        state = case new.state when 'sent' then 'done' when 'failed' then 'failed' else 'sending' end,
        doneAt = new.sentAt, error = new.error, answer = new.answer
      where mailId = new.id;
    end`.execute(db);
  // What a schedule came to last is what the worst of its last turn did.
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
