import type { Bill } from '@contract/bill/bill';
import {
  type Batch,
  batchMachine,
  type DeclarationSystem,
  HELD_LISTED,
  mrnMissing,
  needsMrn,
  typesOf,
} from '@contract/customs/batch';
import { problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { isOneOf } from '@contract/names';
import { declaredAs, type EuRules, inEuros, missingRate } from '@contract/rules/lowValue';
import { fromMinor } from '@contract/rules/money';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { throwIfRefused } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { requireAttached } from '../bill/attachFile';
import { readBill } from '../bill/billFacts';
import { addEvent } from '../bill/billHistory';
import { batchOfBoxes, OPEN } from './batchOfBoxes';
import { failBatch, freeBatch, holdBatch, reviveBatch } from './batchParcels';
import { batchesOf } from './batchRows';
import { declarations, type StepTaken, save, step } from './batchSteps';
import { euRulesOf } from './customsDay';
import { importMrnProblem } from './importMrn';
import { readOpenBill, requireAfter, timeGiven } from './openBill';
import { inspectionFor } from './parcelEffects';
import { unidentifiedIn } from './productIds';
import { isInParts, withdrawMessages } from './sentMessages';

/** Refuses a local reference that any declaration has used: a new declaration needs a new one. */
async function requireNewLrn({ read }: Context, lrn: string, own?: Batch): Promise<void> {
  const twin = await read.selectFrom('batch').select('id').where('lrn', '=', lrn).executeTakeFirst();
  const sent = await read.selectFrom('customsMessage').select('id').where('lrn', '=', lrn).executeTakeFirst();
  if (twin || sent || own?.lrn === lrn) throw refuseFields({ lrn: problem('LRN_USED', { lrn }) });
}

/** Refuses an MRN of another declaration at its field. */
async function requireOwnMrn({ write }: Context, mrn: string | null, { id, billId }: Batch): Promise<void> {
  const found = mrn === null ? undefined : await importMrnProblem(write, mrn, { billId, batchId: id });
  if (found) throw refuseFields({ mrn: found });
}

function requireType(system: DeclarationSystem, type: string): void {
  if (isOneOf(typesOf[system], type)) return;
  const params = {
    system: { choice: ['declarationSystem', system] as const },
    type: { choice: ['declarationType', type] as const },
  };
  throw refuseFields({ declarationType: problem('DECLARATION_TYPE', params) });
}

/** Refuses to lodge parcels that customs would reject for reasons known here. */
async function requireFit(
  { read, now }: Context,
  batchId: number,
  system: DeclarationSystem,
  bill: Bill,
  declaredAt: string,
): Promise<void> {
  const inBatch = () => read.selectFrom('parcel').where('batchId', '=', batchId);
  const counted = (parcels: ReturnType<typeof inBatch>) =>
    parcels.select((n) => n.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const { n: unchecked } = await counted(
    inBatch().where('hsStatus', 'in', ['unprocessed', 'failed', 'exception']),
  );
  if (unchecked > 0) throw refuse('HS_NOT_CHECKED', { n: unchecked });
  const { n: standard } = await counted(inBatch().where('declarationSystem', '=', 'AGS'));
  if (system === 'DECO' && standard > 0) throw refuse('DECLARATION_OVER_LIMIT', { n: standard });
  if (system === 'DECO')
    await requireLowValue(read, batchId, await euRulesOf(read, { ...bill, declaredAt }, now));
  const locked = await inBatch()
    .innerJoin('ioss', 'ioss.iossNo', 'parcel.iossNo')
    .select('ioss.iossNo')
    .where('ioss.locked', '=', 1)
    .executeTakeFirst();
  if (locked) throw refuse('IOSS_LOCKED', { no: locked.iossNo });
}

/** Refuses low-value parcels that exceed the limit on the day of the declaration, or lack what it demands of items. */
async function requireLowValue(read: Reader, batchId: number, rules: EuRules): Promise<void> {
  const values = await read
    .selectFrom('parcel')
    .select((count) => ['currency', 'value', 'vatScheme', count.fn.countAll<number>().as('n')])
    .where('batchId', '=', batchId)
    .groupBy(['currency', 'value', 'vatScheme'])
    .execute();
  let over = 0;
  for (const { currency, value, vatScheme, n } of values) {
    const euros = inEuros(fromMinor(value, currency), currency, rules);
    if (euros === undefined) throw refuse('EU_CURRENCY_NONE', missingRate(currency, rules).params);
    const goods = { vatScheme, euros, toConsumer: true, preferential: false, restricted: false };
    if (declaredAs(goods, rules).type === 'H1') over += n;
  }
  if (over > 0) throw refuse('DECLARATION_OVER_LIMIT', { n: over });
  const missing = rules.productIdsFrom ? await unidentifiedIn(read, batchId) : 0;
  if (missing > 0) throw refuse('PRODUCT_IDS_MISSING', { n: missing });
}

/** Input of lodging a declaration. */
interface Filing {
  readonly lrn: string;
  readonly brokerName: string;
  readonly declarantName: string | null;
  readonly declaredAt: string | null;
}

/**
 * Lodges a declaration: checks its contents, returns failed parcels to clearance, and starts the clearance of the bill.
 */
async function lodge(
  context: Context,
  batch: Batch,
  bill: Bill,
  system: DeclarationSystem,
  filing: Filing,
): Promise<StepTaken> {
  const declaredAt = timeGiven(context, 'declaredAt', filing.declaredAt);
  await requireNewLrn(context, filing.lrn, batch);
  await requireFit(context, batch.id, system, bill, declaredAt);
  await reviveBatch(context, batch);
  // A new attempt is not blocked by an earlier end of day.
  await context.write.updateTable('bill').set({ blockedAt: null }).where('id', '=', bill.id).execute();
  if (bill.declaredAt === null) await addEvent(context, bill.id, 'CUSTOMS_START', { occurredAt: declaredAt });
  return {
    columns: {
      status: 'declared',
      lrn: filing.lrn,
      brokerName: filing.brokerName,
      declarantName: filing.declarantName,
      declaredAt,
      mrn: null,
      rejectReason: null,
      releasedAt: null,
      ...{ acceptedAt: null, inspectionType: null, controlResult: null },
    },
    details: { at: declaredAt },
  };
}

/** The declarations of bills: lodging, customs responses, releases. */
export const batchHandlers: Omit<GroupHandlers<'batch'>, 'result' | 'amend' | 'invalidate' | 'history'> = {
  list: async ({ read }, { params }) => {
    await readBill(read, params.id);
    return batchesOf(read, params.id);
  },

  boxes: async ({ read }, { params }) => {
    await readBill(read, params.id);
    const rows = await read
      .selectFrom('parcel')
      .leftJoin('box', 'box.id', 'parcel.boxId')
      .leftJoin('batch', 'batch.id', 'parcel.batchId')
      .select((n) => [
        'box.boxNo',
        'parcel.declarationSystem',
        n.fn.min<string | null>('batch.batchNo').as('batchNo'),
        n.fn.countAll<number>().as('n'),
        n.fn.sum<number>('parcel.grossWeight').as('weight'),
      ])
      .where('parcel.billId', '=', params.id)
      .where('parcel.state', 'in', ['clearance', 'failed'])
      .where('parcel.disposition', 'is', null)
      .where((where) => where.or([where('batch.id', 'is', null), where('batch.status', 'in', OPEN)]))
      .groupBy(['box.boxNo', 'parcel.declarationSystem'])
      .orderBy('box.boxNo')
      .execute();
    const boxes = new Map<
      string | null,
      { boxNo: string | null; batchNo: string | null; low: number; standard: number; grams: number }
    >();
    for (const { boxNo, batchNo, declarationSystem, n, weight } of rows) {
      const box = boxes.get(boxNo) ?? { boxNo, batchNo, low: 0, standard: 0, grams: 0 };
      box[declarationSystem === 'DECO' ? 'low' : 'standard'] += n;
      box.grams += weight;
      boxes.set(boxNo, box);
    }
    return [...boxes.values()].map(({ grams, ...box }) => ({ ...box, weight: grams / 1000 }));
  },

  declare: async (context, { params, body }) => {
    const { declarationSystem, declarationType, batchNo, boxNos, looseParcels, ...filing } = body;
    const bill = await readOpenBill(context, params.id);
    requireType(declarationSystem, declarationType);
    if (batchNo === null && boxNos.length === 0 && !looseParcels)
      throw refuseFields({ batchNo: problem('REQUIRED', { field: { field: 'batchNo' } }) });
    const batch =
      batchNo === null
        ? await batchOfBoxes(context, bill, { boxNos, looseParcels }, declarationSystem, declarationType)
        : (await batchesOf(context.read, bill.id)).find((one) => one.batchNo === batchNo);
    if (!batch) throw refuseFields({ batchNo: problem('REFERENCE_UNKNOWN', { value: batchNo ?? '' }) });
    declarations.allow('declare', { ...batch, bill });
    const { columns, details } = await lodge(context, batch, bill, declarationSystem, filing);
    return save(context, batch, bill, 'declare', {
      columns: { ...columns, declarationSystem, declarationType },
      details: { ...details },
    });
  },

  redeclare: (context, { params, body: { version, ...filing } }) =>
    step(context, params.batchId, 'redeclare', version, (batch, bill) =>
      lodge(context, batch, bill, batch.declarationSystem, filing),
    ),

  withdraw: (context, { params, body }) =>
    step(context, params.batchId, 'withdraw', body.version, async (batch) => {
      await withdrawMessages(context, batch);
      return { columns: { status: 'prepared', lrn: null, mrn: null, declaredAt: null } };
    }),

  accept: (context, { params, body }) =>
    step(context, params.batchId, 'accept', body.version, async (batch) => {
      if (body.mrn === null && needsMrn(batch) && !(await isInParts(context.read, batch)))
        throw refuseFields({ mrn: mrnMissing() });
      await requireOwnMrn(context, body.mrn, batch);
      const acceptedAt = timeGiven(context, 'acceptedAt', body.acceptedAt);
      requireAfter('acceptedAt', acceptedAt, 'declaredAt', batch.declaredAt);
      return { columns: { status: 'accepted', mrn: body.mrn, acceptedAt }, details: { at: acceptedAt } };
    }),

  reject: (context, { params, body: { version, reason, fail } }) =>
    step(context, params.batchId, 'reject', version, async (batch, bill) => {
      if (fail) await failBatch(context, batch, { remark: reason });
      else await addEvent(context, bill.id, 'DECLARATION_REJECTED');
      return { columns: { status: 'rejected', rejectReason: reason }, details: { reason } };
    }),

  control: (context, { params, body: { version, reason: holdReason, ...announced } }) =>
    step(context, params.batchId, 'control', version, async (batch, bill) => {
      const { reference, attachmentId, remark } = announced;
      const at = timeGiven(context, 'at', announced.at);
      requireAfter('at', at, 'acceptedAt', batch.acceptedAt);
      await requireAttached(context, bill, attachmentId);
      const inspectionType = announced.inspectionType ?? inspectionFor(holdReason);
      await holdBatch(context, batch, {
        reason: holdReason,
        type: inspectionType,
        ...(reference ? { noticeRef: reference } : {}),
        ...(remark ? { remark } : {}),
        at,
      });
      return {
        columns: { status: 'control', inspectionType, controlResult: null },
        details: { at, holdReason, inspectionType, reference, attachmentId, reason: remark },
      };
    }),

  release: async (context, { params, body }) => {
    let heldNos: string[] = [];
    const after = await step(context, params.batchId, 'release', body.version, async (batch, bill) => {
      const releasedAt = timeGiven(context, 'releasedAt', body.releasedAt);
      requireAfter('releasedAt', releasedAt, 'declaredAt', batch.declaredAt);
      // Control of the whole declaration has held its parcels: only the caller knows whether the release covers them.
      const controlled =
        batch.status === 'control' || (batch.controlResult !== null && batch.parcelsHeld > 0);
      if (body.held === null && controlled)
        throw refuseFields({ held: problem('REQUIRED', { field: { field: 'held' } }) });
      const { reference, attachmentId, remark } = body;
      await requireAttached(context, bill, attachmentId);
      heldNos = await freeBatch(context, batch, releasedAt, body.held ?? 'stay');
      return {
        columns: { status: 'released', releasedAt },
        details: {
          at: releasedAt,
          parcels: batch.parcelsClearance + batch.parcelsHeld - heldNos.length,
          ...{ reference, attachmentId, reason: remark },
        },
      };
    });
    return { ...after, heldNos: heldNos.slice(0, HELD_LISTED) };
  },

  dateUpdate: async (context, { body }) => {
    const bill = await readOpenBill(context, body.billId);
    const declaredAt = timeGiven(context, 'declaredAt', body.declaredAt);
    const batches = await batchesOf(context.read, bill.id);
    return eachOf(context, body.batchNos, async (batchNo) => {
      const batch = batches.find((one) => one.batchNo === batchNo);
      if (!batch) throw refuse('NOT_FOUND');
      throwIfRefused(refusalOf(batchMachine, 'updateDate', { ...batch, bill }));
      await requireOwnMrn(context, body.mrn, batch);
      const mrn = body.mrn === null ? {} : { mrn: body.mrn };
      await save(context, batch, bill, 'batchDate', { columns: { declaredAt, ...mrn } });
      return true;
    });
  },
};
