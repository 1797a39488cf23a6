import { setImmediate } from 'node:timers/promises';
import { explain, problem } from '@contract/errors';
import type { FileJob } from '@contract/files/fileJob';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import type { Context } from '../context';

/** What came of taking a job back. */
export interface Undone {
  readonly undone: number;
  readonly kept: { number: string; reason: string }[];
}

/** Records taken back before others get a turn. */
const BREATH = 500;

/** Takes back what a job did, as far as nobody built upon it since. */
export async function undoJob(context: Context, job: FileJob): Promise<Undone> {
  return undoCargo(context, job);
}

/** Removes the parcels and boxes that a job made; what was worked on since stays, with the reason. */
async function undoCargo(context: Context, job: FileJob): Promise<Undone> {
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
        ...(['fyco', 'abnormalCase'] as const).map((table) =>
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

/** Boxes of the job that nobody touched and that hold nothing any more, and batches without a parcel. */
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
