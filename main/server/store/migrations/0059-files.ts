import { type Kysely, sql } from 'kysely';
import { createIndex, createTable, recordColumns } from '../columns';

/** Conversions of files, calls of partners, messages, and mail of partners with the values read from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await jobs(db);
  await jobResults(db);
  await jobViews(db);
  await partners(db);
  await letters(db);
  await letterViews(db);
}

async function jobs(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'fileJob', {
    ...recordColumns,
    kind: 'text!',
    billId: 'integer -> bill',
    fileName: 'text!',
    fileId: 'text! -> storedFile',
    fileHash: 'text!',
    size: 'integer!',
    /** JSON: the mapping of the file's columns to the template, and the other options. */
    options: 'text!',
    status: 'text!',
    /** In percent. */
    progress: 'count',
    totalRows: 'count',
    okRows: 'count',
    errorRows: 'count',
    warningRows: 'count',
    startedAt: 'text',
    finishedAt: 'text',
    /** JSON: the code of the message that ended it, with its params. */
    problem: 'text',
    errorFileId: 'text -> storedFile',
    /** JSON: the rows that it would replace, or did. */
    changes: 'text',
    replacedJobId: 'integer -> fileJob',
    restartCount: 'count',
    undoneAt: 'text',
    /** Time at which its rows were written. */
    appliedAt: 'text',
    /** Starts since a person asked for it; with `doneRow`, a job that was killed goes on after the last row done. */
    attempts: 'count',
    doneRow: 'count',
  });
  await createIndex(
    db,
    'fileJob',
    ['kind', 'status', 'id'],
    ['billId', 'id'],
    ['kind', 'fileHash'],
    ['createdAt', 'id'],
  );
  // Alert rules read only failed jobs.
  await createIndex(db, 'fileJob', ['status', 'finishedAt']);
}

async function jobResults(db: Kysely<unknown>): Promise<void> {
  // Changes to single rows, as JSON before and after, so that they can be undone.
  await createTable(
    db,
    'fileEffect',
    {
      jobId: 'integer! -> fileJob',
      row: 'integer!',
      what: 'text!',
      recordId: 'integer!',
      before: 'text',
      after: 'text',
    },
    { primary: ['jobId', 'row', 'what', 'recordId'] },
  );
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
  await createIndex(db, 'fileStatistic', ['billId']);
}

async function jobViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view fileJobOfBill as
    select fileJob.*, bill.billNo, bill.batchNo, fileJob.errorFileId is not null as hasErrorFile,
      storedFile.fileName as errorFileName
    from fileJob left join bill on bill.id = fileJob.billId left join storedFile on storedFile.id = fileJob.errorFileId`.execute(
    db,
  );
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
}

async function partners(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'apiPush', {
    id: 'id',
    billId: 'integer -> bill',
    customerId: 'integer -> customer',
    billNo: 'text!',
    batchNo: 'text!',
    event: 'text!',
    target: 'text!',
    payload: 'text!',
    status: 'text!',
    attempts: 'count',
    nextAt: 'text',
    responseStatus: 'integer',
    response: 'text',
    createdAt: 'text!',
    finishedAt: 'text',
  });
  await createIndex(db, 'apiPush', ['status', 'nextAt'], ['billId'], ['createdAt', 'id']);
  await createTable(db, 'apiPushAttempt', {
    id: 'id',
    pushId: 'integer! -> apiPush',
    at: 'text!',
    durationMs: 'integer!',
    responseStatus: 'integer',
    response: 'text',
    error: 'text',
  });
  await createIndex(db, 'apiPushAttempt', ['pushId']);
  await createTable(db, 'thirdPartyLog', {
    id: 'id',
    at: 'text!',
    partner: 'text!',
    customerId: 'integer -> customer',
    endpoint: 'text!',
    requestBody: 'text!',
    responseStatus: 'integer!',
    responseBody: 'text!',
    billId: 'integer -> bill',
    billNo: 'text',
    batchNo: 'text',
    result: 'text!',
    ip: 'text',
    durationMs: 'integer',
  });
  await createIndex(db, 'thirdPartyLog', ['at', 'id'], ['billId']);
  await createTable(db, 'message', {
    id: 'id',
    receiverId: 'integer! -> staff',
    type: 'text!',
    textEn: 'text!',
    textCn: 'text!',
    billId: 'integer -> bill',
    billNo: 'text',
    batchNo: 'text',
    link: 'text',
    senderName: 'text!',
    sentAt: 'text!',
    readAt: 'text',
  });
  await createIndex(db, 'message', ['receiverId', 'readAt', 'sentAt'], ['billId']);
}

async function letters(db: Kysely<unknown>): Promise<void> {
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
      /** JSON: the values found, with their places. */
      taken: 'list',
      /** The mail itself, if it came as a file. */
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
  await createIndex(
    db,
    'letter',
    ['kind', 'status', 'receivedAt'],
    ['kind', 'receivedAt'],
    ['billId'],
    ['mailboxId'],
  );
  await createTable(
    db,
    'letterFile',
    {
      letterId: 'integer! -> letter',
      fileId: 'text!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
    },
    { primary: ['letterId', 'fileId'] },
  );
}

async function letterViews(db: Kysely<unknown>): Promise<void> {
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
}
