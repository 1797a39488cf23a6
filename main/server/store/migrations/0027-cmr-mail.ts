import type { Kysely } from 'kysely';
import { createIndex, createTable, recordColumns, referenceColumns } from '../columns';

/** Files of consignment notes, to whom notes are sent, and the mails about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'cmrFile',
    {
      id: 'text!',
      cmrId: 'integer! -> cmr',
      kind: 'text!',
      fileName: 'text!',
      size: 'integer!',
      mime: 'text!',
      fileId: 'text! -> storedFile',
      uploadedBy: 'integer -> staff',
      uploadedAt: 'text!',
    },
    { primary: ['id'] },
  );
  await createIndex(db, 'cmrFile', ['cmrId']);
  await createTable(
    db,
    'cmrConfig',
    {
      ...recordColumns,
      name: 'text!',
      trigger: 'text!',
      destinationIds: 'list',
      lastMileIds: 'list',
      customerIds: 'list',
      toEmails: 'list',
      ccEmails: 'list',
      subject: 'text!',
      body: 'text!',
      attachPdf: 'flag',
      attachExcel: 'flag',
      attachPod: 'flag',
      sendTime: 'text',
      ...referenceColumns,
    },
    { unique: [['name']] },
  );
  await createTable(db, 'cmrMail', {
    id: 'id',
    cmrId: 'integer! -> cmr',
    configId: 'integer -> cmrConfig',
    trigger: 'text!',
    createdAt: 'text!',
    createdBy: 'integer -> staff',
    dueAt: 'text!',
    toEmails: 'list',
    ccEmails: 'list',
    // With placeholders while it waits for a setting's turn; as they were sent from then on.
    subject: 'text!',
    body: 'text!',
    attachPdf: 'flag',
    attachExcel: 'flag',
    attachPod: 'flag',
    // Ids of files of the note that a person chose.
    fileIds: 'list',
    fault: 'text',
    faultText: 'text',
    // No reference: mail may be cleared away, and what was sent stays known.
    mailId: 'integer',
  });
  await createIndex(db, 'cmrMail', ['cmrId']);
  // What is due is looked for again and again: of all mails, those that wait.
  await createIndex(db, 'cmrMail', ['mailId', 'fault', 'dueAt']);
}
