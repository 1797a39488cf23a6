import type { Bill } from '@contract/bill/bill';
import type { Batch } from '@contract/customs/batch';
import { problem } from '@contract/errors';
import { groundsOf, lastDayToAmend, lastDayToInvalidate } from '@contract/rules/declarationLife';
import type { Context, GroupHandlers } from '../../core/context';
import { refuseFields } from '../../core/refusal';
import { requireAttached } from '../bill/attachFile';
import { recount } from './batchOfBoxes';
import { failBatch, undeclareBatch } from './batchParcels';
import { readBatch } from './batchRows';
import { step } from './batchSteps';
import { customsDay } from './customsDay';
import { requireAfter, timeGiven } from './openBill';

/** Time, reference and paper of a decision of customs, as given. */
interface Decision {
  readonly at: string | null;
  readonly reference: string | null;
  readonly attachmentId: string | null;
}

/** Checks the time and the paper of a decision, and returns its details; it follows the acceptance. */
async function decisionOf(context: Context, batch: Batch, bill: Bill, given: Decision) {
  const at = timeGiven(context, 'at', given.at);
  const since = batch.acceptedAt === null ? 'declaredAt' : 'acceptedAt';
  requireAfter('at', at, since, batch[since]);
  await requireAttached(context, bill, given.attachmentId);
  return { at, reference: given.reference, attachmentId: given.attachmentId };
}

/**
 * Refuses an application after the release once its time limit has passed, by the clock of the landing airport. A
 * declaration without a time of acceptance counts from its lodging, which is no later.
 */
async function requireInTime(
  { read, now }: Context,
  batch: Batch,
  bill: Bill,
  at: string,
  limit: { readonly code: 'AMEND_LATE' | 'INVALIDATE_LATE'; readonly last: (accepted: string) => string },
): Promise<void> {
  const accepted = batch.acceptedAt ?? batch.declaredAt;
  if (batch.status !== 'released' || accepted === null) return;
  const dayOf = (time: string) => customsDay(read, { ...bill, declaredAt: time }, now);
  const last = limit.last(await dayOf(accepted));
  if ((await dayOf(at)) > last) throw refuseFields({ at: problem(limit.code, { day: last }) });
}

type LifeHandlers = Pick<GroupHandlers<'batch'>, 'result' | 'amend' | 'invalidate' | 'history'>;

/** Declarations after their acceptance: results of controls, amendments, invalidations, and the history. */
export const batchLifeHandlers: LifeHandlers = {
  result: (context, { params, body }) =>
    step(context, params.batchId, 'result', body.version, async (batch, bill) => {
      const { controlResult, failReason, remark } = body;
      if (controlResult !== 'as_declared' && remark === null)
        throw refuseFields({ remark: problem('REQUIRED', { field: { field: 'remark' } }) });
      const details = { ...(await decisionOf(context, batch, bill, body)), controlResult, reason: remark };
      if (controlResult !== 'refused')
        return {
          columns: { controlResult, ...(batch.status === 'control' ? { status: 'accepted' as const } : {}) },
          details,
        };
      const parcels = await failBatch(context, batch, {
        ...(failReason ? { reason: failReason } : {}),
        ...(remark ? { remark } : {}),
        at: details.at,
      });
      return {
        columns: {
          controlResult,
          ...(batch.status === 'control' ? { status: 'refused' as const, rejectReason: remark } : {}),
        },
        details: { ...details, parcels },
      };
    }),

  amend: (context, { params, body }) =>
    step(context, params.batchId, 'amend', body.version, async (batch, bill) => {
      const { particulars, reason } = body;
      if (particulars === '')
        throw refuseFields({ particulars: problem('REQUIRED', { field: { field: 'particulars' } }) });
      const decided = await decisionOf(context, batch, bill, body);
      await requireInTime(context, batch, bill, decided.at, { code: 'AMEND_LATE', last: lastDayToAmend });
      return { columns: {}, details: { ...decided, particulars, reason } };
    }),

  invalidate: (context, { params, body }) =>
    step(context, params.batchId, 'invalidate', body.version, async (batch, bill) => {
      const { invalidationGround, reason } = body;
      if (!groundsOf(batch.status).includes(invalidationGround))
        throw refuseFields({
          invalidationGround: problem('GROUND_STATE', { status: { state: ['batch', batch.status] } }),
        });
      const decided = await decisionOf(context, batch, bill, body);
      const limit = { code: 'INVALIDATE_LATE', last: lastDayToInvalidate } as const;
      await requireInTime(context, batch, bill, decided.at, limit);
      const parcels = await undeclareBatch(context, batch, reason);
      await recount(context, bill, [batch.status]);
      return {
        columns: { status: 'invalidated' },
        details: { ...decided, parcels, invalidationGround, reason },
      };
    }),

  history: async ({ read }, { params }) => {
    await readBatch(read, params.batchId);
    return read
      .selectFrom('declarationStep')
      .leftJoin('attachment', 'attachment.id', 'declarationStep.attachmentId')
      .selectAll('declarationStep')
      .select('attachment.fileName')
      .where('batchId', '=', params.batchId)
      .orderBy('declarationStep.id')
      .execute();
  },
};
