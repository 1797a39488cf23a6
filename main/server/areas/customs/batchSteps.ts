import type { Bill } from '@contract/bill/bill';
import { type Batch, type BatchAction, batchMachine, batchRow } from '@contract/customs/batch';
import type { DeclarationStep } from '@contract/customs/declarationStep';
import type { Updateable } from 'kysely';
import type { Context } from '../../core/context';
import { record } from '../../core/record';
import type { Database } from '../../store/tables';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { notifyClearance } from './alarms';
import { readBatch } from './batchRows';

export const declarations = record({
  table: 'batch',
  row: batchRow,
  machine: batchMachine,
  load: ({ read }, id: number) => readBatch(read, id),
  about: ({ batch, bill }) => ({ row: batch, facts: { ...batch, bill } }),
});

/** Steps of a declaration that change it. */
export type BatchStep = Exclude<BatchAction, 'updateDate'>;

/** Details of a step in the history of its declaration. */
export type StepDetails = Partial<
  Pick<
    DeclarationStep,
    | 'at'
    | 'parcels'
    | 'holdReason'
    | 'inspectionType'
    | 'controlResult'
    | 'invalidationGround'
    | 'reason'
    | 'particulars'
    | 'reference'
    | 'attachmentId'
  >
>;

/** Columns that a step writes, and its details in the history. */
export interface StepTaken {
  readonly columns: Updateable<Database['batch']>;
  readonly details?: StepDetails;
}

/** Carries out an action of the machine on a declaration of the given version: its columns, its effects, its log. */
export async function step(
  context: Context,
  id: number,
  action: Exclude<BatchStep, 'declare'>,
  version: number,
  carryOut: (batch: Batch, bill: Bill) => Promise<StepTaken>,
): Promise<Batch> {
  const { batch, bill } = await declarations.open(context, id, action, version);
  return save(context, batch, bill, action, await carryOut(batch, bill));
}

/** Saves a step of a declaration, with its line in the history, and logs it. */
export async function save(
  context: Context,
  batch: Batch,
  bill: Bill,
  action: BatchStep | 'batchDate',
  { columns, details = {} }: StepTaken,
): Promise<Batch> {
  const { write, caller, now } = context;
  const stamps = { version: batch.version + 1, updatedAt: now, updatedBy: caller.id };
  await write
    .updateTable('batch')
    .set({ ...columns, ...stamps })
    .where('id', '=', batch.id)
    .execute();
  // Moving the parcels has already updated the bill; for a bill without parcels the declaration alone decides.
  const standing = await readBill(write, bill.id);
  await refreshBill(write, bill.id);
  await notifyClearance(context, standing);
  const { batch: after } = await readBatch(write, batch.id);
  if (action !== 'batchDate') await recordStep(context, batch, after, action, details);
  const { reason, particulars, reference } = details;
  await logBill(context, action === 'result' ? 'controlResult' : action, bill, {
    before: factsOf(batch),
    after: { ...factsOf(after), ...(reference ? { reference } : {}) },
    remark: [batch.batchNo, reason, particulars].filter(Boolean).join(': ').slice(0, 500),
  });
  return after;
}

/** Adds a step to the history of a declaration. A step that ends its numbers, for example a withdrawal, keeps them. */
async function recordStep(
  { write, now, caller }: Context,
  before: Batch,
  after: Batch,
  taken: BatchStep,
  details: StepDetails,
): Promise<void> {
  await write
    .insertInto('declarationStep')
    .values({
      billId: before.billId,
      batchId: before.id,
      step: taken,
      at: now,
      ...{ lrn: after.lrn ?? before.lrn, mrn: after.mrn ?? (after.lrn === null ? before.mrn : null) },
      ...{ parcels: null, holdReason: null, inspectionType: null, controlResult: null },
      ...{ invalidationGround: null, reason: null, particulars: null, reference: null, attachmentId: null },
      ...details,
      recordedAt: now,
      operatorName: caller.realName,
    })
    .execute();
}

/** Fields of a declaration that the log shows. */
const factsOf = ({
  status,
  lrn,
  mrn,
  declaredAt,
  acceptedAt,
  inspectionType,
  controlResult,
  declarationSystem,
  declarationType,
  brokerName,
}: Batch) => ({
  status,
  lrn,
  mrn,
  declaredAt,
  acceptedAt,
  inspectionType,
  controlResult,
  declarationSystem,
  declarationType,
  brokerName,
});
