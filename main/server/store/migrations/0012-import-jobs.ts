import { type Kysely, sql } from 'kysely';

/**
 * Imports of main bills become conversions of files like all others, with what they made, so that they can still be taken
 * back. Those whose file was not kept, as in demo data, leave their bills without a job. Who may import bills may see and
 * send files, and undo them: without that the import would be gone for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into fileJob (version, createdAt, createdBy, updatedAt, updatedBy, kind, billId, fileName, fileId, fileHash, size,
      options, status, progress, totalRows, okRows, errorRows, warningRows, startedAt, finishedAt, undoneAt, appliedAt,
      attempts, doneRow, problem)
    select 1, job.startedAt, job.createdBy, coalesce(job.finishedAt, job.startedAt), job.createdBy, 'bill', null,
      job.fileName, job.fileId, job.fileHash, storedFile.size,
      json_object('language', 'en', 'mode', job.mode, 'importJob', job.id),
      case when job.status != 'undone' then job.status when job.errorRows > 0 then 'exception' else 'success' end,
      100, job.totalRows, job.okRows, job.errorRows, job.warningRows, job.startedAt, job.finishedAt,
      case when job.status = 'undone' then coalesce(job.finishedAt, job.startedAt) end,
      case when job.okRows > 0 then coalesce(job.finishedAt, job.startedAt) end, 1, job.totalRows + 1,
      case when job.status = 'exception' then
        json_object('code', 'FILE_PARTLY', 'params', json_object('ok', job.okRows, 'n', job.errorRows)) end
    from importJob job join storedFile on storedFile.id = job.fileId order by job.id`.execute(db);
  await sql`
    update bill set importJobId = (
      select fileJob.id from fileJob
      where fileJob.kind = 'bill' and fileJob.options ->> '$.importJob' = bill.importJobId)
    where importJobId is not null`.execute(db);
  await sql`
    insert into fileEffect (jobId, row, what, recordId, before, after)
    select importJobId, row_number() over (partition by importJobId order by id) + 1, 'bill', id, 'null', '{"version":1}'
    from bill where importJobId is not null`.execute(db);
  await sql`
    update fileJob set options = json_remove(options, '$.importJob') where kind = 'bill'`.execute(db);
  // Import of bills: run and undo; files: the menu, view, upload and undo.
  for (const [held, granted] of [
    ['9020201', ['9020900', '9020901', '9020902']],
    ['9020202', ['9020900', '9020903']],
  ] as const)
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
  await sql`drop table importJob`.execute(db);
}
