import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/** What tools make of files: the files made, declarations of no bill, and the tariff that a code was read from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'fileOutput',
    {
      jobId: 'integer! -> fileJob',
      name: 'text!',
      fileId: 'text! -> storedFile',
      rows: 'count',
    },
    { primary: ['jobId', 'name'] },
  );
  await statisticsOfNoBill(db);
  await addColumns(db, 'hsCode', { tariffFile: 'text' });
  // Codes that came from a file say from which, and since when.
  await sql`
    update hsCode set (tariffFile, fetchedAt) = (
      select fileJob.fileName, fileJob.appliedAt from fileEffect join fileJob on fileJob.id = fileEffect.jobId
      where fileJob.kind = 'hsCode' and fileEffect.recordId = hsCode.id and fileJob.undoneAt is null
      order by fileJob.id desc limit 1)
    where id in (select recordId from fileEffect join fileJob on fileJob.id = fileEffect.jobId
      where fileJob.kind = 'hsCode' and fileJob.undoneAt is null)`.execute(db);
  await sql`
    create view invoiceFileOfJob as
    select fileJob.*,
      fileJob.options ->> '$.invoice.sellerName' as sellerName,
      fileJob.options ->> '$.invoice.sellerAddress' as sellerAddress,
      fileJob.options ->> '$.invoice.vatNo' as vatNo,
      fileJob.options ->> '$.invoice.iossNo' as iossNo,
      fileJob.options ->> '$.invoice.templateType' as templateType,
      fileJob.options ->> '$.invoice.incoterm' as incoterm,
      fileJob.options ->> '$.invoice.invoiceDate' as invoiceDate,
      fileJob.totalRows as lineCount,
      coalesce(made.rows, 0) as invoicesGenerated,
      storedFile.size as zipSize,
      counted.totalValue, counted.currency,
      fileJob.errorFileId is not null as hasErrorFile
    from fileJob
      left join fileOutput made on made.jobId = fileJob.id and made.name = 'invoices'
      left join storedFile on storedFile.id = made.fileId
      left join fileStatistic counted on counted.jobId = fileJob.id
    where fileJob.kind = 'invoice'`.execute(db);
  await sql`
    create view awbFileOfJob as
    select fileJob.id, fileJob.version, fileJob.createdAt, fileJob.createdBy, fileJob.updatedAt, fileJob.updatedBy,
      fileJob.fileName, fileJob.size, fileJob.status, fileJob.progress, fileJob.errorRows, fileJob.problem,
      fileJob.finishedAt,
      fileJob.errorFileId is not null as hasErrorFile,
      fileJob.options ->> '$.billNo' as billNo,
      (select min(bill.id) from bill
        where bill.billNo = fileJob.options ->> '$.billNo' and bill.stage <> 'removed') as billId,
      counted.agsLines, counted.agsParcels, counted.agsBoxes, counted.agsWeight,
      counted.decoLines, counted.decoParcels, counted.decoBoxes, counted.decoWeight,
      counted.totalLines, counted.totalParcels, counted.totalBoxes, counted.totalWeight, counted.totalValue,
      counted.currency, counted.distinctHs6, counted.itemDutyEstimate, 'EUR' as dutyCurrency, counted.lockedIoss,
      counted.errorLines,
      (select json_group_array(json_object(
          'name', made.name, 'fileName', storedFile.fileName, 'rows', made.rows, 'size', storedFile.size))
        from fileOutput made join storedFile on storedFile.id = made.fileId
        where made.jobId = fileJob.id) as outputs
    from fileJob left join fileStatistic counted on counted.jobId = fileJob.id
    where fileJob.kind = 'awb_file'`.execute(db);
  await sql`
    create view tariffReadingOfJob as
    select fileJob.*,
      fileJob.options ->> '$.tariff.region' as region,
      coalesce(fileJob.options -> '$.tariff.codes', '[]') as codes,
      coalesce(fileJob.changes ->> '$.fetched', 0) as fetched,
      coalesce(fileJob.changes ->> '$.records.added', 0) as added,
      coalesce(fileJob.changes ->> '$.records.changed', 0) as changed,
      fileJob.errorFileId is not null as hasErrorFile
    from fileJob where fileJob.kind = 'tariff'`.execute(db);
  // Who sends and sees files of bills has the tools for them, who keeps codes reads tariffs.
  for (const [held, ...granted] of [
    ['9020901', '9110000', '9110100', '9110101', '9110300', '9110301', '9110400', '9110401'],
    ['9020902', '9110302', '9110402'],
    ['9030601', '9110000', '9110100', '9110101', '9110200', '9110201'],
    ['9030602', '9110202'],
  ])
    for (const id of granted)
      await sql`
        insert or ignore into groupPermission (groupId, permissionId)
        select groupId, ${id} from groupPermission where permissionId = ${held}`.execute(db);
}

/** The table as it was, but for the bill, which may be empty. */
async function statisticsOfNoBill(db: Kysely<unknown>): Promise<void> {
  await sql`drop index "fileStatisticBy_billId"`.execute(db);
  await sql`alter table fileStatistic rename to fileStatisticOfBill`.execute(db);
  await createTable(
    db,
    'fileStatistic',
    {
      jobId: 'integer! -> fileJob',
      billId: 'integer -> bill',
      agsLines: 'count',
      agsParcels: 'count',
      agsBoxes: 'count',
      agsWeight: 'count',
      decoLines: 'count',
      decoParcels: 'count',
      decoBoxes: 'count',
      decoWeight: 'count',
      totalLines: 'count',
      totalParcels: 'count',
      totalBoxes: 'count',
      totalWeight: 'count',
      totalValue: 'count',
      currency: 'text!',
      distinctHs6: 'count',
      itemDutyEstimate: 'count',
      lockedIoss: 'count',
      errorLines: 'count',
    },
    { primary: ['jobId'] },
  );
  await sql`insert into fileStatistic select * from fileStatisticOfBill`.execute(db);
  await sql`drop table fileStatisticOfBill`.execute(db);
  await createIndex(db, 'fileStatistic', ['billId']);
}
