import type { Bill } from '@contract/bill/bill';
import { declarationTemplate } from '@contract/bill/declarationTemplate';
import { problem } from '@contract/errors';
import type { FileChanges } from '@contract/files/fileJob';
import type { CheckedTable } from '../../../../tabular/check';
import type { Context } from '../../../core/context';
import { refuse } from '../../../core/refusal';
import type { Reader, Writer } from '../../../store/open';
import { readBill, refreshBill } from '../../bill/billFacts';
import { addEvent, logBill } from '../../bill/billHistory';
import { noteIossUse } from '../../config/ioss';
import { conclude } from '../conclude';
import { type Conversion, type Converter, InsertedInVain } from '../conversion';
import { dataInUse, requireOpenBill } from '../jobRow';
import { countsOf, foundIn, keepIssues, refuseAll } from '../outcome';
import { readAndCheck } from '../reading';
import { changesOf } from './declarationChanges';
import { stage } from './declarationStage';
import { insertCargo, isAlike, removeCargo, reserveIds, stageCargo } from './declarationSwap';
import { loadKnown } from './knownNumbers';
import type { StagedFile } from './staged';

/**
 * The declaration file of a bill: all or nothing. Creates boxes, parcels, lines and batches; replaces existing data
 * after a person has reviewed the changes.
 */
export const declaration: Converter = {
  template: declarationTemplate,
  run: async (conversion) => {
    const { db, job } = conversion;
    const bill = await readBill(db, job.billId ?? 0);
    const known = await loadKnown(db, { now: conversion.now(), bill });
    const read = await readAndCheck(conversion);
    const { checked } = read;
    const staged = stage(conversion, checked, bill, known);
    if (checked.counts.errors > 0)
      return refuseAll(conversion, read, ({ write }) => keepStatistic(write, job.id, bill.id, staged));

    // Again where others have added boxes to the bill meanwhile: then a person decides.
    while (!(await apply(conversion, bill, checked, staged)));
  },
};

/** Thrown where a bill without data has some by the time the file's is written. */
class CargoAppeared extends Error {}

/** Stores the contents of a file, or what they would change; false if the bill got data meanwhile. */
async function apply(
  conversion: Conversion,
  bill: Bill,
  checked: CheckedTable,
  staged: StagedFile,
): Promise<boolean> {
  const { job, options } = conversion;
  const before = changesOf(conversion, bill, staged);
  const issues = foundIn(checked);
  const start = async ({ write }: Context) => {
    const open = await requireOpenBill(write, bill.id);
    if (before && (await dataInUse(write, bill.id))) throw refuse('FILE_DATA_IN_USE');
    await keepIssues(write, job.id, issues);
    await keepStatistic(write, job.id, bill.id, staged);
    return open;
  };
  if (before && !options.accepted) {
    await conversion.write(async (context) => {
      await start(context);
      await wait(context, conversion, checked, before);
    });
    return true;
  }

  stageCargo(conversion, staged);
  const reserved = await reserveIds(conversion, staged);
  const insert = (write: Reader, of: Bill) => insertCargo(write, conversion, of, staged, reserved);
  const finishUp = async (context: Context, open: Bill) => {
    await noteIossUse(context.write, bill.id, context.now);
    await finish(context, conversion, open, staged, before);
  };
  if (before) {
    await conversion.write(async (context) => {
      const open = await start(context);
      removeCargo(conversion, bill.id);
      await insert(context.write, open);
      await finishUp(context, open);
    });
    return true;
  }
  try {
    await conversion.writeAfter(
      (write) => insert(write, bill),
      async (context, isInserted) => {
        const open = await start(context);
        if (isInserted && !isAlike(bill, open)) throw new InsertedInVain();
        if (!isInserted) {
          if (changesOf(conversion, bill, staged)) throw new CargoAppeared();
          await insert(context.write, open);
        }
        await finishUp(context, open);
      },
    );
    return true;
  } catch (error) {
    if (error instanceof CargoAppeared) return false;
    throw error;
  }
}

/** Sets the job to wait until a person has reviewed what would change: the bill already has data. */
function wait(
  { write, now }: Context,
  { job }: Conversion,
  checked: CheckedTable,
  changes: FileChanges,
): Promise<void> {
  return conclude(
    write,
    job,
    {
      ...countsOf(checked),
      status: 'exception',
      problem: problem('FILE_WAITS'),
      changes: JSON.stringify(changes),
    },
    now,
  );
}

async function finish(
  context: Context,
  { job }: Conversion,
  bill: Bill,
  staged: StagedFile,
  changes: FileChanges | undefined,
): Promise<void> {
  const { write, now } = context;
  await refreshBill(write, bill.id);
  await addEvent(context, bill.id, 'DATA_RECEIVED', { source: 'system' });
  const { parcels, boxes, lines } = staged.total;
  await logBill(context, 'upload', bill, {
    after: { totalParcels: parcels, totalBoxes: boxes, totalLines: lines },
    remark: job.fileName,
  });
  const replaced = await write
    .selectFrom('fileJob')
    .select('id')
    .where('billId', '=', bill.id)
    .where('id', '!=', job.id)
    .where('kind', 'in', ['declaration', 'box_parcel'])
    .where('appliedAt', 'is not', null)
    .orderBy('appliedAt', 'desc')
    .executeTakeFirst();
  await conclude(
    write,
    job,
    {
      totalRows: lines,
      okRows: lines,
      errorRows: 0,
      warningRows: staged.warnings,
      status: 'success',
      appliedAt: now,
      changes: changes ? JSON.stringify(changes) : null,
      replacedJobId: changes ? (replaced?.id ?? null) : null,
    },
    now,
  );
}

/** Stores the statistics of a file with its job; `billId` is null for a file without a bill. */
export async function keepStatistic(
  write: Writer,
  jobId: number,
  billId: number | null,
  { statistic }: StagedFile,
): Promise<void> {
  await write
    .insertInto('fileStatistic')
    .values({ jobId, billId, ...statistic })
    .onConflict((again) => again.column('jobId').doUpdateSet({ ...statistic }))
    .execute();
}
