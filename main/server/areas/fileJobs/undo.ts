import { setImmediate } from 'node:timers/promises';
import { explain, problem } from '@contract/errors';
import type { FileJob } from '@contract/files/fileJobRow';
import { recordsMadeBy } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { Refusal } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Writer } from '../../store/open';
import { inSavepoint } from '../../store/savepoint';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { type Effect, takenOf } from './undoEffect';

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
      // Others have removed the record already.
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

/** Recounts the announced parcels and weights of boxes. */
export async function countBoxes(write: Writer, billId: number, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BREATH) {
    await sql`
      update box set declaredParcels = (select count(*) from parcel where boxId = box.id),
        weight = (select coalesce(sum(grossWeight), 0) from parcel where boxId = box.id)
      where billId = ${billId} and id in ${listed(ids.slice(from, from + BREATH))}`.execute(write);
  }
}

/** Removes the parcels and boxes that a job created; those worked on since stay, with the reason. */
async function undoCargo(context: Context, job: FileJob): Promise<UndoResult> {
  const { write, language } = context;
  const billId = job.billId ?? 0;
  const reason = explain(language, problem('FILE_EDITED'));
  const worked = await write
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
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
