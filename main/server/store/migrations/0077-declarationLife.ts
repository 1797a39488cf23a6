import { type Kysely, sql } from 'kysely';
import { addColumns, createIndex, createTable } from '../columns';

/** Acceptance and control of declarations, and their history: each step with its time, reason, reference and paper. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'batch', { acceptedAt: 'text', inspectionType: 'text', controlResult: 'text' });
  await createTable(db, 'declarationStep', {
    id: 'id',
    billId: 'integer! -> bill',
    batchId: 'integer! -> batch',
    step: 'text!',
    at: 'text!',
    lrn: 'text',
    mrn: 'text',
    parcels: 'integer',
    holdReason: 'text',
    inspectionType: 'text',
    controlResult: 'text',
    invalidationGround: 'text',
    reason: 'text',
    particulars: 'text',
    reference: 'text',
    attachmentId: 'text -> attachment',
    recordedAt: 'text!',
    operatorName: 'text!',
  });
  await createIndex(db, 'declarationStep', ['billId'], ['batchId']);
  // Deleting a file looks for the steps that it proves.
  await sql`create index declarationStepFile on declarationStep (attachmentId) where attachmentId is not null`.execute(
    db,
  );
}
