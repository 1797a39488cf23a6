import type { Bill } from '@contract/bill/bill';
import { type Batch, type BatchAction, batchApi } from '@contract/customs/batch';
import { batchLifeApi } from '@contract/customs/batchLife';
import { customsMessageApi } from '@contract/customs/customsMessage';
import { choice } from '@contract/fields';
import { groundsAfterRelease, groundsBeforeRelease } from '@contract/rules/declarationLife';
import { extended } from '@contract/shape';
import type * as z from 'zod';
import { client } from '../../../api/client';
import type { Values } from '../../../resource/useRecordForm';

type FormAction = Exclude<BatchAction, 'declare' | 'release' | 'withdraw'>;
interface BatchForm {
  readonly schema: (batch: Batch) => z.ZodObject;
  readonly fields: readonly string[];
  readonly initial: (batch: Batch, bill: Bill) => Values;
  /** Hints under fields, as keys of the texts of clearance. */
  readonly hints?: Readonly<
    Record<string, 'particularsHint' | 'failHint' | 'invalidateHint' | 'transmitHint'>
  >;
  /** True if a paper among the files of the bill can be selected. */
  readonly hasPaper?: true;
  readonly call: (input: { params: { batchId: number }; body: never }) => Promise<unknown>;
}
/** Details of a decision of customs that are not entered yet. */
const UNDECIDED = { at: null, reference: null, attachmentId: null };

/** Forms of the actions that need details. */
export const batchForms: Readonly<Record<FormAction, BatchForm>> = {
  redeclare: {
    schema: () => batchApi.redeclare.body,
    fields: ['lrn', 'brokerName', 'declarantName', 'declaredAt'],
    initial: ({ brokerName, declarantName }) => ({ lrn: null, brokerName, declarantName, declaredAt: null }),
    call: (input) => client.batch.redeclare(input),
  },
  accept: {
    schema: () => batchApi.accept.body,
    fields: ['mrn', 'acceptedAt'],
    initial: () => ({ mrn: null, acceptedAt: null }),
    call: (input) => client.batch.accept(input),
  },
  reject: {
    schema: () => batchApi.reject.body,
    fields: ['reason', 'fail'],
    initial: () => ({ reason: null, fail: false }),
    call: (input) => client.batch.reject(input),
  },
  control: {
    schema: () => batchApi.control.body,
    fields: ['reason', 'inspectionType', 'at', 'reference', 'remark'],
    initial: () => ({ reason: 'fyco', inspectionType: null, remark: null, ...UNDECIDED }),
    hasPaper: true,
    call: (input) => client.batch.control(input),
  },
  result: {
    schema: () => batchLifeApi.result.body,
    fields: ['controlResult', 'failReason', 'at', 'reference', 'remark'],
    initial: () => ({ controlResult: null, failReason: null, remark: null, ...UNDECIDED }),
    hints: { failReason: 'failHint' },
    hasPaper: true,
    call: (input) => client.batch.result(input),
  },
  amend: {
    schema: () => batchLifeApi.amend.body,
    fields: ['particulars', 'reason', 'at', 'reference'],
    initial: () => ({ particulars: null, reason: null, ...UNDECIDED }),
    hints: { particulars: 'particularsHint' },
    hasPaper: true,
    call: (input) => client.batch.amend(input),
  },
  invalidate: {
    schema: ({ status }) =>
      extended(batchLifeApi.invalidate.body, () => ({
        invalidationGround:
          status === 'released'
            ? choice('invalidationGround', groundsAfterRelease)
            : choice('invalidationGround', groundsBeforeRelease),
      })),
    fields: ['invalidationGround', 'reason', 'at', 'reference'],
    initial: () => ({ invalidationGround: null, reason: null, ...UNDECIDED }),
    hints: { reason: 'invalidateHint' },
    hasPaper: true,
    call: (input) => client.batch.invalidate(input),
  },
  transmit: {
    schema: () => customsMessageApi.transmit.body,
    fields: ['accountId'],
    initial: () => ({ accountId: null }),
    hints: { accountId: 'transmitHint' },
    call: (input) => client.customsMessage.transmit(input),
  },
  updateDate: {
    schema: () => batchApi.dateUpdate.body,
    fields: ['declaredAt', 'mrn'],
    initial: ({ batchNo, declaredAt }, { id }) => ({
      ...{ billId: id, batchNos: [batchNo], declaredAt, mrn: null },
    }),
    call: ({ body }) => client.batch.dateUpdate({ body }),
  },
};
