import { type Kysely, sql } from 'kysely';
import { createTable } from '../columns';

/** What is wrong in a file says in which sheet of a workbook: rows of several sheets have the same numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fileIssue').renameTo('fileIssueBefore').execute();
  await createTable(
    db,
    'fileIssue',
    {
      jobId: 'integer! -> fileJob',
      sheet: 'text!',
      row: 'integer!',
      columnKey: 'text!',
      header: 'text!',
      value: 'text!',
      code: 'text!',
      params: 'text!',
      level: 'text!',
    },
    { primary: ['jobId', 'sheet', 'row', 'columnKey', 'code'] },
  );
  await sql`
    insert into fileIssue (jobId, sheet, row, columnKey, header, value, code, params, level)
    select jobId, '', row, columnKey, header, value, code, params, level from fileIssueBefore`.execute(db);
  await db.schema.dropTable('fileIssueBefore').execute();
}
