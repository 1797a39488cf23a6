import type { Bill } from '@contract/bill/bill';
import {
  type Batch,
  type BatchAction,
  batchMachine,
  batchRow,
  type DeclarationSystem,
  mrnMissing,
  needsMrn,
  typesOf,
} from '@contract/customs/batch';
import { problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { isOneOf } from '@contract/names';
import type { Updateable } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { record, throwIfRefused } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import type { Database } from '../../store/tables';
import { readBill, refreshBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { tellClearance } from './alarms';
import { failBatch, freeBatch, holdBatch, reviveBatch } from './batchParcels';
import { readOpenBill, requireAfter, timeGiven } from './openBill';

const codec = codecOf(batchRow);
const noParcels = { parcelsClearance: 0, parcelsFree: 0, parcelsHeld: 0, parcelsFailed: 0 };
const COUNTED = {
  clearance: 'parcelsClearance',
  free: 'parcelsFree',
  completed: 'parcelsFree',
  held: 'parcelsHeld',
  abnormal: 'parcelsHeld',
  failed: 'parcelsFailed',
} as const;

/** The declarations of a bill, each with its parcels counted by state. */
async function batchesOf(db: Reader, billId: number): Promise<Batch[]> {
  const [rows, counts] = await Promise.all([
    db.selectFrom('batch').selectAll().where('billId', '=', billId).orderBy('batchNo').execute(),
    db
      .selectFrom('parcel')
      .select(['batchId', 'state', (n) => n.fn.countAll<number>().as('n')])
      .where('billId', '=', billId)
      .groupBy(['batchId', 'state'])
      .execute(),
  ]);
  return rows.map((row) => {
    const counted = { ...noParcels };
    for (const { batchId, state, n } of counts) if (batchId === row.id) counted[COUNTED[state]] += n;
    return codec.decode({ ...row, ...counted });
  });
}

/** Loads a declaration, its bill, and the allowed actions. Throws NOT_FOUND. */
async function readBatch(db: Reader, id: number): Promise<{ batch: Batch; bill: Bill }> {
  const row = await db.selectFrom('batch').select('billId').where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const batch = (await batchesOf(db, row.billId)).find((one) => one.id === id);
  if (!batch) throw refuse('NOT_FOUND');
  return { batch, bill: await readBill(db, row.billId) };
}

const declarations = record({
  table: 'batch',
  row: batchRow,
  machine: batchMachine,
  load: ({ read }, id: number) => readBatch(read, id),
  about: ({ batch, bill }) => ({ row: batch, facts: { ...batch, bill } }),
});

/** Carries out an action of the machine on a declaration of the given version: its columns, its effects, its log. */
async function step(
  context: Context,
  id: number,
  action: Exclude<BatchAction, 'declare' | 'updateDate'>,
  version: number,
  carryOut: (batch: Batch, bill: Bill) => Promise<Updateable<Database['batch']>>,
  remark?: string,
): Promise<Batch> {
  const { batch, bill } = await declarations.open(context, id, action, version);
  const columns = await carryOut(batch, bill);
  return save(context, batch, bill, action, columns, remark);
}

async function save(
  context: Context,
  batch: Batch,
  bill: Bill,
  action: Exclude<BatchAction, 'updateDate'> | 'batchDate',
  columns: Updateable<Database['batch']>,
  remark?: string,
): Promise<Batch> {
  const { write, caller, now } = context;
  const stamps = { version: batch.version + 1, updatedAt: now, updatedBy: caller.id };
  await write
    .updateTable('batch')
    .set({ ...columns, ...stamps })
    .where('id', '=', batch.id)
    .execute();
  // The effects of its parcels are reported already; for a bill without parcels the declaration alone decides.
  const standing = await readBill(write, bill.id);
  await refreshBill(write, bill.id);
  await tellClearance(context, standing);
  const { batch: after } = await readBatch(write, batch.id);
  await logBill(context, action, bill, {
    before: factsOf(batch),
    after: factsOf(after),
    remark: [batch.batchNo, remark].filter(Boolean).join(': '),
  });
  return after;
}

/** Fields of a declaration that the log shows. */
const factsOf = ({
  status,
  lrn,
  mrn,
  declaredAt,
  declarationSystem,
  declarationType,
  brokerName,
}: Batch) => ({
  status,
  lrn,
  mrn,
  declaredAt,
  declarationSystem,
  declarationType,
  brokerName,
});

/** Refuses a local reference that any declaration has used: a new declaration needs a new one. */
async function requireNewLrn({ read }: Context, lrn: string, own?: Batch): Promise<void> {
  const twin = await read.selectFrom('batch').select('id').where('lrn', '=', lrn).executeTakeFirst();
  if (twin || own?.lrn === lrn) throw refuseFields({ lrn: problem('LRN_USED', { lrn }) });
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
async function requireFit({ read }: Context, batchId: number, system: DeclarationSystem): Promise<void> {
  const inBatch = () => read.selectFrom('parcel').where('batchId', '=', batchId);
  const counted = (parcels: ReturnType<typeof inBatch>) =>
    parcels.select((n) => n.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const { n: unchecked } = await counted(
    inBatch().where('hsStatus', 'in', ['unprocessed', 'failed', 'exception']),
  );
  if (unchecked > 0) throw refuse('HS_NOT_CHECKED', { n: unchecked });
  const { n: standard } = await counted(inBatch().where('declarationSystem', '=', 'AGS'));
  if (system === 'DECO' && standard > 0) throw refuse('DECLARATION_OVER_LIMIT', { n: standard });
  const locked = await inBatch()
    .innerJoin('ioss', 'ioss.iossNo', 'parcel.iossNo')
    .select('ioss.iossNo')
    .where('ioss.locked', '=', 1)
    .executeTakeFirst();
  if (locked) throw refuse('IOSS_LOCKED', { no: locked.iossNo });
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
): Promise<Updateable<Database['batch']>> {
  const declaredAt = timeGiven(context, 'declaredAt', filing.declaredAt);
  await requireNewLrn(context, filing.lrn, batch);
  await requireFit(context, batch.id, system);
  await reviveBatch(context, batch);
  // A new attempt is not blocked by an earlier end of day.
  await context.write.updateTable('bill').set({ blockedAt: null }).where('id', '=', bill.id).execute();
  if (bill.declaredAt === null) await addEvent(context, bill.id, 'CUSTOMS_START', { occurredAt: declaredAt });
  return {
    status: 'declared',
    lrn: filing.lrn,
    brokerName: filing.brokerName,
    declarantName: filing.declarantName,
    declaredAt,
    mrn: null,
    rejectReason: null,
    releasedAt: null,
  };
}

/** States in which parcels can be moved into or out of a declaration. */
const OPEN = ['prepared', 'rejected'] as const;

/**
 * Makes a declaration of the chosen boxes out of their present ones. Parcels above the limit of DECO stay in theirs.
 */
async function batchOfBoxes(
  context: Context,
  bill: Bill,
  boxNos: readonly string[],
  system: DeclarationSystem,
  type: Batch['declarationType'],
): Promise<Batch> {
  const { write, now, caller } = context;
  const boxes = await write
    .selectFrom('box')
    .select(['id', 'boxNo'])
    .where('billId', '=', bill.id)
    .where('boxNo', 'in', boxNos)
    .execute();
  const known = new Set(boxes.map(({ boxNo }) => boxNo));
  const unknown = boxNos.find((boxNo) => !known.has(boxNo));
  if (unknown) throw refuseFields({ boxNos: problem('REFERENCE_UNKNOWN', { value: unknown }) });
  const taken = await write.selectFrom('batch').select('batchNo').where('billId', '=', bill.id).execute();
  const { id } = await write
    .insertInto('batch')
    .values({
      billId: bill.id,
      batchNo: nextBatchNo(system, new Set(taken.map(({ batchNo }) => batchNo))),
      declarationSystem: system,
      declarationType: type,
      currency: bill.currency,
      status: 'prepared',
      updatedAt: now,
      updatedBy: caller.id,
      ...{ lines: 0, parcels: 0, boxes: 0, weight: 0, value: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const open = write
    .selectFrom('batch')
    .select('id')
    .where('billId', '=', bill.id)
    .where('status', 'in', OPEN);
  const { numUpdatedRows } = await write
    .updateTable('parcel')
    .set({ batchId: id })
    .where('billId', '=', bill.id)
    .where(
      'boxId',
      'in',
      boxes.map((box) => box.id),
    )
    .where('state', 'in', ['clearance', 'failed'])
    .where('disposition', 'is', null)
    .where((where) => where.or([where('batchId', 'is', null), where('batchId', 'in', open)]))
    .$if(system === 'DECO', (low) => low.where('declarationSystem', '=', 'DECO'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refuse('DECLARATION_EMPTY');
  await write
    .updateTable('box')
    .set({ batchId: id })
    .where(
      'id',
      'in',
      boxes.map((box) => box.id),
    )
    .where((where) => where.or([where('batchId', 'is', null), where('batchId', 'in', open)]))
    .execute();
  await recount(context, bill);
  return (await readBatch(write, id)).batch;
}

/** `DECO-02`: the system and the first free number. */
function nextBatchNo(system: DeclarationSystem, taken: ReadonlySet<string>): string {
  const stem = system === 'H1_BE' ? 'H1' : system;
  for (let serial = 1; ; serial += 1) {
    const found = `${stem}-${String(serial).padStart(2, '0')}`;
    if (!taken.has(found)) return found;
  }
}

/** Recounts the open declarations of a bill after parcels have moved between them; removes empty ones. */
async function recount({ write }: Context, bill: Bill): Promise<void> {
  const held = await write
    .selectFrom('parcel')
    .select((n) => [
      'batchId',
      n.fn.countAll<number>().as('parcels'),
      n.fn.sum<number>('grossWeight').as('weight'),
      n.fn.sum<number>('value').as('value'),
      n.fn.count<number>('boxId').distinct().as('boxes'),
    ])
    .where('billId', '=', bill.id)
    .groupBy('batchId')
    .execute();
  const lines = await write
    .selectFrom('itemLine')
    .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
    .select((n) => ['parcel.batchId', n.fn.countAll<number>().as('n')])
    .where('parcel.billId', '=', bill.id)
    .groupBy('parcel.batchId')
    .execute();
  const open = await write
    .selectFrom('batch')
    .select(['id', 'status'])
    .where('billId', '=', bill.id)
    .where('status', 'in', OPEN)
    .execute();
  for (const { id, status } of open) {
    const now = held.find(({ batchId }) => batchId === id);
    if (!now && status === 'prepared') {
      await write.updateTable('box').set({ batchId: null }).where('batchId', '=', id).execute();
      await write.deleteFrom('batch').where('id', '=', id).execute();
      continue;
    }
    await write
      .updateTable('batch')
      .set({
        parcels: now?.parcels ?? 0,
        weight: now?.weight ?? 0,
        value: now?.value ?? 0,
        boxes: now?.boxes ?? 0,
        lines: lines.find(({ batchId }) => batchId === id)?.n ?? 0,
      })
      .where('id', '=', id)
      .execute();
  }
}

/** The declarations of bills: lodging, customs responses, releases. */
export const batchHandlers: GroupHandlers<'batch'> = {
  list: async ({ read }, { params }) => {
    await readBill(read, params.id);
    return batchesOf(read, params.id);
  },

  boxes: async ({ read }, { params }) => {
    await readBill(read, params.id);
    const rows = await read
      .selectFrom('parcel')
      .innerJoin('box', 'box.id', 'parcel.boxId')
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
      string,
      { boxNo: string; batchNo: string | null; low: number; standard: number; grams: number }
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
    const { declarationSystem, declarationType, batchNo, boxNos, ...filing } = body;
    const bill = await readOpenBill(context, params.id);
    requireType(declarationSystem, declarationType);
    if (batchNo === null && boxNos.length === 0)
      throw refuseFields({ batchNo: problem('REQUIRED', { field: { field: 'batchNo' } }) });
    const batch =
      batchNo === null
        ? await batchOfBoxes(context, bill, boxNos, declarationSystem, declarationType)
        : (await batchesOf(context.read, bill.id)).find((one) => one.batchNo === batchNo);
    if (!batch) throw refuseFields({ batchNo: problem('REFERENCE_UNKNOWN', { value: batchNo ?? '' }) });
    declarations.allow('declare', { ...batch, bill });
    const columns = await lodge(context, batch, bill, declarationSystem, filing);
    return save(context, batch, bill, 'declare', { ...columns, declarationSystem, declarationType });
  },

  redeclare: (context, { params, body: { version, ...filing } }) =>
    step(context, params.batchId, 'redeclare', version, (batch, bill) =>
      lodge(context, batch, bill, batch.declarationSystem, filing),
    ),

  withdraw: (context, { params, body }) =>
    step(context, params.batchId, 'withdraw', body.version, async () => ({
      status: 'prepared',
      lrn: null,
      mrn: null,
      declaredAt: null,
    })),

  accept: (context, { params, body }) =>
    step(context, params.batchId, 'accept', body.version, async (batch) => {
      if (body.mrn === null && needsMrn(batch)) throw refuseFields({ mrn: mrnMissing() });
      return { status: 'accepted', mrn: body.mrn };
    }),

  reject: (context, { params, body }) =>
    step(
      context,
      params.batchId,
      'reject',
      body.version,
      async (batch, bill) => {
        if (body.fail) {
          await failBatch(context, batch, body.reason);
        } else await addEvent(context, bill.id, 'DECLARATION_REJECTED');
        return { status: 'rejected', rejectReason: body.reason };
      },
      body.reason,
    ),

  control: (context, { params, body }) =>
    step(context, params.batchId, 'control', body.version, async (batch) => {
      await holdBatch(context, batch, body.reason);
      return { status: 'control' };
    }),

  release: (context, { params, body }) =>
    step(context, params.batchId, 'release', body.version, async (batch) => {
      const releasedAt = timeGiven(context, 'releasedAt', body.releasedAt);
      requireAfter('releasedAt', releasedAt, 'declaredAt', batch.declaredAt);
      await freeBatch(context, batch, releasedAt);
      return { status: 'released', releasedAt };
    }),

  dateUpdate: async (context, { body }) => {
    const bill = await readOpenBill(context, body.billId);
    const declaredAt = timeGiven(context, 'declaredAt', body.declaredAt);
    const batches = await batchesOf(context.read, bill.id);
    return eachOf(context, body.batchNos, async (batchNo) => {
      const batch = batches.find((one) => one.batchNo === batchNo);
      if (!batch) throw refuse('NOT_FOUND');
      throwIfRefused(refusalOf(batchMachine, 'updateDate', { ...batch, bill }));
      const mrn = body.mrn === null ? {} : { mrn: body.mrn };
      await save(context, batch, bill, 'batchDate', { declaredAt, ...mrn });
      return true;
    });
  },
};
