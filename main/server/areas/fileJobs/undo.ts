import { setImmediate } from 'node:timers/promises';
import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { explain, problem } from '@contract/errors';
import type { FileJob } from '@contract/files/fileJobRow';
import { recordsMadeBy } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { cmrRow } from '@contract/linehaul/cmr';
import { isOneOf } from '@contract/names';
import type { ResourceName } from '@contract/resourceNames';
import { type TimeNodeName, timeNode, timeNodeNames } from '@contract/rules/timeNodes';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../core/context';
import { recordCalls, resourceOf } from '../../core/records';
import { Refusal, refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Writer } from '../../store/open';
import { inSavepoint } from '../../store/savepoint';
import { settable } from '../../store/settable';
import type { Database } from '../../store/tables';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { deleteBill } from '../bill/deleteBill';
import { setNode } from '../bill/timeNodes';
import { removeT1 } from '../customs/t1';
import { removeCost } from '../finance/costs';
import { notes } from '../linehaul/cmrView';
import { unsignNote } from '../linehaul/truckNodes';
import { seaEntryHandlers } from '../sea/entry';
import { seaIsfHandlers } from '../sea/isf';
import { storedRecord, switchRecord } from './kinds/records';

/** Result of undoing a job. */
export interface UndoResult {
  readonly undone: number;
  readonly kept: { number: string; reason: string }[];
}

/** Records undone before others get a turn. */
const BREATH = 500;

/** Undoes a job, except records that others have used or changed since. */
export async function undoJob(context: Context, job: FileJob): Promise<UndoResult> {
  const rows = await undoEffects(context, job);
  if (fileKinds[job.kind].mode !== 'all') return rows;
  const cargo = await undoCargo(context, job);
  return { undone: rows.undone + cargo.undone, kept: [...rows.kept, ...cargo.kept] };
}

type Effect = Selectable<Database['fileEffect']>;
type Columns = Readonly<Record<string, string | number | boolean | null>>;

/** Present state of a record that a row changed, and how to restore it. */
interface UndoTarget {
  readonly number: string;
  readonly now: unknown;
  readonly putBack: (before: Columns) => Promise<unknown>;
}

/** Restores what single rows changed, the last row first. */
async function undoEffects(context: Context, job: FileJob): Promise<UndoResult> {
  const { write, language } = context;
  const effects = await write
    .selectFrom('fileEffect')
    .selectAll()
    .where('jobId', '=', job.id)
    .orderBy('row', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .execute();
  const boxes = new Set<number>();
  let undone = 0;
  /** Undoes effects, and returns those that could not be undone, with the reason. */
  const takeBack = async (left: readonly Effect[]) => {
    const refused: { effect: Effect; number: string; reason: string }[] = [];
    for (const [at, effect] of left.entries()) {
      if (at % BREATH === 0) await setImmediate();
      const taken = await takenOf(context, job, effect, boxes);
      // Already removed by others.
      if (!taken) continue;
      const keep = (reason: string) => refused.push({ effect, number: taken.number, reason });
      if (JSON.stringify(taken.now) !== effect.after) keep(explain(language, problem('FILE_EDITED')));
      else {
        try {
          await inSavepoint(write, () => taken.putBack(JSON.parse(effect.before ?? '{}') ?? {}));
          undone += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          keep(explain(language, error.problem));
        }
      }
    }
    return refused;
  };
  let kept = await takeBack(effects);
  // Records of a list may depend on each other: a dependent that was kept may be gone by now.
  for (let before = effects.length; recordsMadeBy(job.kind) && kept.length > 0 && kept.length < before; ) {
    before = kept.length;
    kept = await takeBack(kept.map(({ effect }) => effect));
  }
  if (boxes.size > 0) await countBoxes(write, job.billId ?? 0, [...boxes]);
  return { undone, kept: kept.map(({ number, reason }) => ({ number, reason })) };
}

function takenOf(
  context: Context,
  job: FileJob,
  effect: Effect,
  boxes: Set<number>,
): Promise<UndoTarget | undefined> {
  const records = recordsMadeBy(job.kind);
  if (records) return importedRecord(context, records, effect);
  if (effect.what === 'box') return weighedBox(context, effect);
  if (effect.what === 'parcel') return placedParcel(context, job, effect, boxes);
  if (effect.what === 'cmr') return signedCmr(context, effect);
  if (effect.what === 't1') return madeT1(context, job, effect);
  if (effect.what === 'bill') return madeBill(context, effect);
  if (effect.what === 'cost') return madeCost(context, effect);
  if (effect.what === 'seaEntry') return madeEntry(context, effect);
  if (effect.what === 'seaIsf') return madeIsf(context, effect);
  return setTime(context, effect);
}

/** Deletes a record that a file created if nothing uses it; restores one that it changed. */
async function importedRecord(
  context: Context,
  name: ResourceName,
  { recordId, before }: Effect,
): Promise<UndoTarget | undefined> {
  const stored = await storedRecord(context.write, name, recordId);
  if (!stored) return undefined;
  const now = settable(name, stored);
  const { remove, update } = recordCalls(name);
  const params = { id: recordId };
  return {
    number: resourceOf(name)
      .unique.map((field) => String(now[field]))
      .join(' '),
    now,
    putBack: async ({ active, ...values }) => {
      if (before === 'null') return remove(context, { params });
      await update(context, { params, body: { ...values, version: stored.version } });
      // The source file of the code is no longer known.
      if (name === 'hsCode')
        await context.write
          .updateTable('hsCode')
          .set({ tariffFile: null, fetchedAt: null })
          .where('id', '=', recordId)
          .execute();
      return switchRecord(context, name, recordId, [now.active, active]);
    },
  };
}

async function madeT1(context: Context, job: FileJob, { recordId }: Effect): Promise<UndoTarget | undefined> {
  const t1 = await context.write
    .selectFrom('t1')
    .select(['mrn', 'version'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!t1) return undefined;
  const { mrn, version } = t1;
  return { number: mrn, now: { version }, putBack: () => removeT1(context, recordId, job.fileName) };
}

/** A cost that was changed or paid since stays. */
async function madeCost(context: Context, { recordId: id }: Effect): Promise<UndoTarget | undefined> {
  const cost = await context.write
    .selectFrom('billCost')
    .select(['costNo', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!cost) return undefined;
  const { costNo, version } = cost;
  return { number: costNo, now: { version }, putBack: () => removeCost(context, id) };
}

/** A draft that was changed or submitted since stays. */
async function madeEntry(context: Context, { recordId: id }: Effect): Promise<UndoTarget | undefined> {
  const entry = await context.write
    .selectFrom('seaEntry')
    .select(['entryNo', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!entry) return undefined;
  const { entryNo, version } = entry;
  return {
    number: entryNo ?? String(id),
    now: { version },
    putBack: () => seaEntryHandlers.remove(context, { params: { id } }),
  };
}

async function madeIsf(context: Context, { recordId: id }: Effect): Promise<UndoTarget | undefined> {
  const isf = await context.write
    .selectFrom('seaIsf')
    .select(['isfNo', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!isf) return undefined;
  const { isfNo, version } = isf;
  return {
    number: isfNo,
    now: { version },
    putBack: () => seaIsfHandlers.remove(context, { params: { id } }),
  };
}

/** A bill that has received a file or was changed since stays. */
async function madeBill(context: Context, { recordId }: Effect): Promise<UndoTarget | undefined> {
  const { write } = context;
  const bill = await write.selectFrom('bill').select('id').where('id', '=', recordId).executeTakeFirst();
  if (!bill) return undefined;
  const made = await readBill(write, recordId);
  const { billNo, batchNo, version } = made;
  let filed = false;
  for (const table of ['attachment', 'fileJob', 't1', 'pick', 'parcel'] as const)
    filed ||= Boolean(
      await write.selectFrom(table).select('id').where('billId', '=', recordId).executeTakeFirst(),
    );
  return {
    number: billName({ billNo, batchNo }),
    now: { version, ...(filed ? { filed } : {}) },
    putBack: () => deleteBill(context, made, 'undo'),
  };
}

const noteBefore = cmrRow.pick({ state: true, arrivedAt: true });

async function signedCmr(context: Context, { recordId }: Effect): Promise<UndoTarget | undefined> {
  const cmr = await context.write
    .selectFrom('cmr')
    .select(['cmrNo', 'state', 'arrivedAt', 'podAt', 'podBoxCount'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!cmr) return undefined;
  const { cmrNo, ...standing } = cmr;
  const putBack = async (before: Columns) =>
    unsignNote(context, await notes.open(context, recordId, 'reopen'), noteBefore.parse(before));
  return { number: cmrNo, now: standing, putBack };
}

async function weighedBox({ write }: Context, { recordId }: Effect): Promise<UndoTarget | undefined> {
  const box = await write
    .selectFrom('box')
    .select(['boxNo', 'measuredWeight', 'length', 'width', 'height'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!box) return undefined;
  const { boxNo, ...now } = box;
  const putBack = (before: Columns) =>
    write.updateTable('box').set(before).where('id', '=', recordId).execute();
  return { number: boxNo, now, putBack };
}

async function placedParcel(
  { write }: Context,
  job: FileJob,
  { recordId }: Effect,
  boxes: Set<number>,
): Promise<UndoTarget | undefined> {
  const parcel = await write
    .selectFrom('parcel')
    .innerJoin('box', 'box.id', 'parcel.boxId')
    .select(['parcel.trackingNo', 'parcel.grossWeight', 'parcel.boxId', 'box.boxNo'])
    .where('parcel.id', '=', recordId)
    .executeTakeFirst();
  if (!parcel) return undefined;
  const { trackingNo, grossWeight, boxId, boxNo } = parcel;
  return {
    number: trackingNo,
    now: { boxNo, grossWeight },
    putBack: async (before) => {
      const box = await write
        .selectFrom('box')
        .select('id')
        .where('billId', '=', job.billId)
        .where('boxNo', '=', String(before.boxNo))
        .executeTakeFirst();
      if (!box) throw refuse('FILE_BOX_UNKNOWN', { no: String(before.boxNo) });
      boxes.add(boxId).add(box.id);
      await write
        .updateTable('parcel')
        .set({ boxId: box.id, grossWeight: Number(before.grossWeight) })
        .where('id', '=', recordId)
        .execute();
    },
  };
}

async function setTime(context: Context, { what, recordId }: Effect): Promise<UndoTarget | undefined> {
  const node = what.slice('node:'.length);
  if (!isOneOf(timeNodeNames, node)) return undefined;
  const found = await context.write
    .selectFrom('bill')
    .select('id')
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!found) return undefined;
  const bill = await readBill(context.write, recordId);
  return {
    number: billName(bill),
    now: nodeOf(bill, node),
    putBack: ({ time, ...details }) => {
      const known = Object.entries(details).filter(([, value]) => value !== null);
      return setNode(context, recordId, node, {
        time: typeof time === 'string' ? time : null,
        ...Object.fromEntries(known),
      });
    },
  };
}

/** Recounts the announced parcels and weights of boxes. */
export async function countBoxes(write: Writer, billId: number, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BREATH) {
    await sql`
      update box set declaredParcels = (select count(*) from parcel where boxId = box.id),
        weight = (select coalesce(sum(grossWeight), 0) from parcel where boxId = box.id)
      where billId = ${billId} and id in ${listed(ids.slice(from, from + BREATH))}`.execute(write);
  }
}

/** A node of a bill with the detail entered beside its time. */
export function nodeOf(bill: Bill, node: TimeNodeName): Columns {
  const { field, detail } = timeNode(node);
  return { time: bill[field], ...(detail && detail !== 'warehouseId' ? { [detail]: bill[detail] } : {}) };
}

/** Removes the parcels and boxes that a job created; those worked on since stay, with the reason. */
async function undoCargo(context: Context, job: FileJob): Promise<UndoResult> {
  const { write, language } = context;
  const billId = job.billId ?? 0;
  const reason = explain(language, problem('FILE_EDITED'));
  const worked = await write
    .selectFrom('parcel')
    .innerJoin('box', 'box.id', 'parcel.boxId')
    .select(['parcel.id', 'parcel.trackingNo'])
    .where('parcel.billId', '=', billId)
    .where('parcel.fileJobId', '=', job.id)
    .where((one) =>
      one.or([
        one('parcel.state', '!=', 'clearance'),
        one('parcel.mrn', 'is not', null),
        one('parcel.fyco', '=', 1),
        one('box.state', '!=', 'expected'),
        one('box.palletId', 'is not', null),
        ...(['fyco', 'abnormalCase', 'parcelEvent'] as const).map((table) =>
          one.exists(
            one
              .selectFrom(table)
              .select(`${table}.id` as 'fyco.id')
              .whereRef(`${table}.parcelId` as 'fyco.parcelId', '=', 'parcel.id'),
          ),
        ),
        one.exists(
          one
            .selectFrom('itemLine')
            .select('itemLine.id')
            .whereRef('itemLine.parcelId', '=', 'parcel.id')
            .where('itemLine.fixedAt', 'is not', null),
        ),
      ]),
    )
    .execute();
  const stay = new Set(worked.map(({ id }) => id));
  const made = await write
    .selectFrom('parcel')
    .select('id')
    .where('billId', '=', billId)
    .where('fileJobId', '=', job.id)
    .execute();
  const going = made.map(({ id }) => id).filter((id) => !stay.has(id));
  for (let from = 0; from < going.length; from += BREATH) {
    const ids = going.slice(from, from + BREATH);
    await write.deleteFrom('itemLine').where('parcelId', 'in', ids).execute();
    await write.deleteFrom('parcel').where('id', 'in', ids).execute();
    await setImmediate();
  }
  await removeEmptied(context, job.id, billId);
  await refreshBill(write, billId);
  await logBill(context, 'undo', await readBill(write, billId), {
    after: { totalParcels: -going.length },
    remark: job.fileName,
  });
  return { undone: going.length, kept: worked.map(({ trackingNo }) => ({ number: trackingNo, reason })) };
}

/** Removes untouched empty boxes of the job, and batches without a parcel. */
async function removeEmptied({ write }: Context, jobId: number, billId: number): Promise<void> {
  await write
    .deleteFrom('box')
    .where('billId', '=', billId)
    .where('fileJobId', '=', jobId)
    .where('state', '=', 'expected')
    .where('palletId', 'is', null)
    .where((box) =>
      box.not(
        box.exists(box.selectFrom('parcel').select('parcel.id').whereRef('parcel.boxId', '=', 'box.id')),
      ),
    )
    .execute();
  const batches = await write
    .selectFrom('batch')
    .select('id')
    .where('billId', '=', billId)
    .where('fileJobId', '=', jobId)
    .where('status', '=', 'prepared')
    .execute();
  for (const { id } of batches) {
    const left = await write
      .selectFrom('parcel')
      .select((sum) => [
        sum.fn.countAll<number>().as('parcels'),
        sum.fn.count<number>('boxId').distinct().as('boxes'),
        sum.fn.sum<number | null>('grossWeight').as('weight'),
        sum.fn.sum<number | null>('value').as('value'),
      ])
      .where('billId', '=', billId)
      .where('batchId', '=', id)
      .executeTakeFirstOrThrow();
    if (left.parcels === 0) {
      await write
        .updateTable('box')
        .set({ batchId: null })
        .where('billId', '=', billId)
        .where('batchId', '=', id)
        .execute();
      await write.deleteFrom('batch').where('id', '=', id).execute();
    } else {
      const lines = await write
        .selectFrom('itemLine')
        .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
        .select((sum) => sum.fn.countAll<number>().as('n'))
        .where('parcel.billId', '=', billId)
        .where('parcel.batchId', '=', id)
        .executeTakeFirstOrThrow();
      await write
        .updateTable('batch')
        .set({
          parcels: left.parcels,
          boxes: left.boxes,
          weight: left.weight ?? 0,
          value: left.value ?? 0,
          lines: lines.n,
        })
        .where('id', '=', id)
        .execute();
    }
  }
}
