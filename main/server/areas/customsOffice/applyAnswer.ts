import type { Batch } from '@contract/customs/batch';
import type { CustomsMessage } from '@contract/customs/customsMessage';
import type { ParcelAction, ParcelGiven } from '@contract/customs/parcel';
import { problem } from '@contract/errors';
import { customsOf } from '@contract/rules/custody';
import { mrn as mrnRule } from '@contract/rules/customs';
import {
  answerFit,
  type CustomsEvent,
  type CustomsStanding,
  isDecided,
} from '@contract/rules/customsAnswers';
import type { Context } from '../../core/context';
import { throwIfRefused } from '../../core/record';
import { Refusal } from '../../core/refusal';
import { batchHandlers } from '../customs/batches';
import { batchLifeHandlers } from '../customs/batchLife';
import { undeclareBatch } from '../customs/batchParcels';
import { readBatch } from '../customs/batchRows';
import { importMrnProblem } from '../customs/importMrn';
import { meantParcels, moveParcels, refusalFor } from '../customs/parcels';
import { messagesOf } from '../customs/sentMessages';

/** A response with the message that it is about. */
export interface Response {
  readonly event: CustomsEvent;
  readonly at: string;
  readonly mrn: string | null;
  readonly said: string | null;
  readonly controlType: string | null;
  readonly message: Pick<
    CustomsMessage,
    'id' | 'billId' | 'batchId' | 'lrn' | 'mrn' | 'trackingNo' | 'standing'
  > & { readonly batchLrn: string };
}

/** State of a declaration after each response, where it is the only message of the declaration. */
const STATUS: Readonly<Partial<Record<CustomsEvent, Batch['status']>>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  control: 'control',
  documents: 'control',
  released: 'released',
  refused: 'refused',
  invalidated: 'invalidated',
};

/** Longest remark on a decision. */
const LONGEST = 500;

/**
 * Carries out a response of customs: through the same calls, machines and checks as a person's action. Returns the new
 * standing of the message, and its MRN. Throws a refusal for a response that cannot be carried out; everything written
 * until then must be undone by the caller.
 */
export async function applyAnswer(
  context: Context,
  response: Response,
): Promise<{ standing: CustomsStanding; mrn: string | null }> {
  const { event, message } = response;
  const fit = answerFit(event, message.standing);
  if (fit === 'unfit')
    throw new Refusal(
      problem('CUSTOMS_ANSWER_ORDER', {
        event: { choice: ['customsEvent', event] },
        standing: { choice: ['customsStanding', message.standing] },
      }),
    );
  const mrn = await ownMrn(context, response);
  if (fit === 'known') return { standing: message.standing, mrn };
  const { batch } = await readBatch(context.read, message.batchId);
  if (batch.lrn !== message.batchLrn)
    throw new Refusal(problem('CUSTOMS_ANSWER_OTHER', { lrn: message.lrn }));
  const others = await messagesOf(context.read, batch)
    .select('standing')
    .where('id', '!=', message.id)
    .execute();
  if (event !== 'registered') {
    const standings = others.map(({ standing }) => standing);
    await (standings.length === 0
      ? declare(context, batch, response, mrn)
      : declarePart(context, batch, response, mrn, standings));
  }
  return { standing: event, mrn };
}

/** The MRN of the declaration, as customs assigns it with the acceptance; refused where it is another one's. */
async function ownMrn({ read }: Context, { event, mrn, message }: Response): Promise<string | null> {
  if (mrn === null) {
    if (event === 'accepted') throw new Refusal(problem('CUSTOMS_ANSWER_MRN', { lrn: message.lrn }));
    return message.mrn;
  }
  const own = mrnRule.normalise(mrn);
  throwIfRefused(mrnRule.check(own));
  if (message.mrn !== null && message.mrn !== own)
    throw new Refusal(problem('CUSTOMS_ANSWER_MRN', { lrn: message.lrn }));
  throwIfRefused(await importMrnProblem(read, own, { billId: message.billId, batchId: message.batchId }));
  return own;
}

/** Type of an announced control by its code: 1… of documents (code list CL716), else of the goods. */
const inspectionOf = (event: CustomsEvent, controlType: string | null) =>
  event === 'documents' || controlType?.startsWith('1') ? ('documents' as const) : ('physical' as const);
const holdReasonOf = (event: CustomsEvent) =>
  event === 'documents' ? ('document_check' as const) : ('random' as const);

/** Details of a step that a response does not name. */
const NO_PAPER = { reference: null, attachmentId: null };

/** Time of a decision by our clock, which may differ from that of the office: nothing is decided before it was lodged. */
const notBefore = (since: string | null, at: string): string => (since !== null && at < since ? since : at);

/** Steps of a declaration that is one message. */
async function declare(
  context: Context,
  batch: Batch,
  { event, at, said, controlType, message }: Response,
  mrn: string | null,
): Promise<void> {
  if (batch.status === STATUS[event] && (event !== 'accepted' || batch.mrn === mrn)) return;
  const params = { batchId: batch.id };
  const { version } = batch;
  const since = event === 'accepted' ? batch.declaredAt : (batch.acceptedAt ?? batch.declaredAt);
  const when = notBefore(since, at);
  const words = (said ?? message.lrn).slice(0, LONGEST);
  switch (event) {
    case 'accepted':
      await batchHandlers.accept(context, { params, body: { version, mrn, acceptedAt: when } });
      return;
    case 'rejected':
      await batchHandlers.reject(context, { params, body: { version, reason: words, fail: true } });
      return;
    case 'control':
    case 'documents':
      await batchHandlers.control(context, {
        params,
        body: {
          ...{ version, at: when, remark: said, ...NO_PAPER },
          reason: holdReasonOf(event),
          inspectionType: inspectionOf(event, controlType),
        },
      });
      return;
    case 'released':
      await batchHandlers.release(context, {
        params,
        body: { ...{ version, releasedAt: when, remark: said, ...NO_PAPER }, held: 'released' },
      });
      return;
    case 'refused':
      await batchLifeHandlers.result(context, {
        params,
        body: {
          ...{ version, at: when, remark: words, failReason: null, ...NO_PAPER },
          controlResult: 'refused',
        },
      });
      return;
    case 'invalidated':
      // After the release the ground decides on duties: a person knows it.
      if (batch.status === 'released') throw new Refusal(problem('CUSTOMS_ANSWER_GROUND'));
      await batchLifeHandlers.invalidate(context, {
        params,
        body: {
          ...{ version, at: when, reason: words, ...NO_PAPER },
          invalidationGround: 'special_circumstances',
        },
      });
  }
}

/**
 * Steps of a declaration of several messages, one for each consignment: a response moves the parcel of its message; the
 * declaration follows when the first is accepted, and when customs has decided on the last.
 */
async function declarePart(
  context: Context,
  batch: Batch,
  response: Response,
  mrn: string | null,
  others: readonly CustomsStanding[],
): Promise<void> {
  const { event, at, said, controlType, message } = response;
  const params = { batchId: batch.id };
  const remark = said === null ? {} : { remark: said };
  const when = notBefore(batch.declaredAt, at);
  const all = (standing: CustomsStanding) => others.every((one) => one === standing);
  switch (event) {
    case 'accepted':
      if (batch.status === 'declared')
        await batchHandlers.accept(context, {
          params,
          body: { version: batch.version, mrn: null, acceptedAt: when },
        });
      return;
    case 'rejected':
    case 'invalidated':
      if (all(event)) return declare(context, batch, response, mrn);
      if (event === 'rejected')
        await moveParcel(context, 'fail', message, { reason: 'rejected_declaration', at: when, ...remark });
      else await undeclareBatch(context, batch, said ?? message.lrn, message.trackingNo);
      return decided(context, batch, others, event);
    case 'control':
    case 'documents':
      return moveParcel(context, 'hold', message, {
        reason: holdReasonOf(event),
        type: inspectionOf(event, controlType),
        at: when,
        ...remark,
      });
    case 'released':
      await moveParcel(context, 'free', message, {
        ...(mrn ? { mrn } : { reference: message.lrn }),
        at: when,
        ...remark,
      });
      return decided(context, batch, others, event);
    case 'refused':
      await moveParcel(context, 'fail', message, { reason: 'rejected_declaration', at: when, ...remark });
      return decided(context, batch, others, event);
  }
}

/** Moves the parcel of a message by the rules of its machine; one that is there already stays. */
async function moveParcel<A extends ParcelAction & ('free' | 'hold' | 'fail')>(
  context: Context,
  action: A,
  { billId, trackingNo }: Response['message'],
  given: ParcelGiven[A],
): Promise<void> {
  const targets = { trackingNos: [trackingNo] };
  const { targetParcels, failed } = await meantParcels(context, billId, targets);
  const [unknown] = failed;
  if (unknown) throw new Refusal(unknown.found);
  const target = { free: 'free', hold: 'held', fail: 'failed' }[action];
  for (const parcel of targetParcels) {
    if (customsOf(parcel) === target) return;
    throwIfRefused(refusalFor(action, parcel));
  }
  await moveParcels(context, action, billId, targets, given);
}

/** Ends a declaration once customs has decided on all its messages: it is released if any of them is. */
async function decided(
  context: Context,
  batch: Batch,
  others: readonly CustomsStanding[],
  event: CustomsEvent,
): Promise<void> {
  const standings = [...others, event];
  if (!standings.every(isDecided) || !standings.includes('released')) return;
  const present = (await readBatch(context.read, batch.id)).batch;
  if (present.status !== 'accepted' && present.status !== 'control') return;
  await batchHandlers.release(context, {
    params: { batchId: batch.id },
    body: {
      ...{ version: present.version, releasedAt: context.now, held: 'stay' },
      ...NO_PAPER,
      remark: null,
    },
  });
}
