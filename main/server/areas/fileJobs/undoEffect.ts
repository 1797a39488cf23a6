import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { t1Name } from '@contract/customs/t1';
import type { FileJob } from '@contract/files/fileJobRow';
import { recordsMadeBy } from '@contract/files/fileKindNames';
import { cmrRow } from '@contract/linehaul/cmr';
import type { ResourceName } from '@contract/resourceNames';
import { type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import type { Selectable } from 'kysely';
import type { Context } from '../../core/context';
import { recordCalls, resourceOf } from '../../core/records';
import { refuse } from '../../core/refusal';
import { settable } from '../../store/settable';
import type { Database } from '../../store/tables';
import { readBill } from '../bill/billFacts';
import { deleteBill } from '../bill/deleteBill';
import { setNode } from '../bill/timeNodes';
import { removeT1 } from '../customs/t1';
import { removeCost } from '../finance/costs';
import { notes } from '../linehaul/cmrView';
import { unsignNote } from '../linehaul/truckNodes';
import { seaEntryHandlers } from '../sea/entry';
import { seaIsfHandlers } from '../sea/isf';
import { storedRecord, switchRecord } from './kinds/records';

export type Effect = Selectable<Database['fileEffect']>;
type Columns = Readonly<Record<string, string | number | boolean | null>>;

/** Present state of a record that a row changed, and how to restore it. */
interface UndoTarget {
  readonly number: string;
  readonly now: unknown;
  readonly putBack: (before: Columns) => Promise<unknown>;
}

export function takenOf(
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
    .select(['mrn', 'lrn', 'version'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!t1) return undefined;
  const { version } = t1;
  return { number: t1Name(t1), now: { version }, putBack: () => removeT1(context, recordId, job.fileName) };
}

/** Returns the present state of a created cost; undo keeps one that was changed or paid since. */
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

/** Returns the present state of a created entry; undo keeps one that was changed or submitted since. */
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

/** Returns the present state of a created bill; undo keeps one that has received a file or was changed since. */
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
    .leftJoin('box', 'box.id', 'parcel.boxId')
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
      if (boxId !== null) boxes.add(boxId);
      boxes.add(box.id);
      await write
        .updateTable('parcel')
        .set({ boxId: box.id, grossWeight: Number(before.grossWeight) })
        .where('id', '=', recordId)
        .execute();
    },
  };
}

async function setTime(context: Context, { what, recordId }: Effect): Promise<UndoTarget | undefined> {
  const node = what.slice('node:'.length) as TimeNodeName;
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
      const filled = Object.entries(details).filter(([, value]) => value !== null);
      return setNode(context, recordId, node, { time: time as string | null, ...Object.fromEntries(filled) });
    },
  };
}

/** A node of a bill with the detail entered beside its time. */
export function nodeOf(bill: Bill, node: TimeNodeName): Columns {
  const { field, detail } = timeNode(node);
  return { time: bill[field], ...(detail && detail !== 'warehouseId' ? { [detail]: bill[detail] } : {}) };
}
