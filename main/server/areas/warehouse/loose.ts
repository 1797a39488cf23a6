import type { Bill } from '@contract/bill/bill';
import type { Place } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { mayMove } from '@contract/rules/custody';
import { type LooseParcel, looseParcel } from '@contract/warehouse/box';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { forgetBox, moveBoxes, moveLoose } from '../custody/moves';
import { type NamedParcel, parcelsNamed } from '../custody/named';
import { recordParcels } from '../customs/parcelEvents';
import { findBox } from './boxes';
import { type BoxColumns, refreshBoxes } from './boxViews';

const codec = codecOf(looseParcel);
/** Longest box number, and the room that the ending of a new one needs. */
const [LONGEST, ENDING] = [40, 5];

/** Parcels of a call, and where they go. */
interface Repack {
  readonly trackingNos: readonly string[];
  readonly boxNo: string | null;
  readonly newBox: boolean;
  readonly reason: NonNullable<LooseParcel['looseReason']>;
  readonly remark: string | null;
}

/** Loose parcels of a bill, by number. */
export async function looseParcels(read: Reader, billId: number): Promise<LooseParcel[]> {
  const rows = await read
    .selectFrom('parcel')
    .select(['id', 'trackingNo', 'state', 'grossWeight', 'looseAt', 'looseReason', 'looseFrom'])
    .where('billId', '=', billId)
    .where('boxId', 'is', null)
    .orderBy('trackingNo')
    .execute();
  return rows.map((row) => codec.decode(row));
}

/** Refuses goods that are not in the warehouse: nobody can open them here. */
function requireHere(no: string, place: Place): void {
  const found = mayMove({ no, place }, 'repack');
  if (found) throw new Refusal(found);
}

/** Finds the parcels of a call; refuses one that is not in the hands of the warehouse. */
async function parcelsHere(
  write: Writer,
  billId: number,
  numbers: readonly string[],
): Promise<NamedParcel[]> {
  const parcels = await parcelsNamed(write, billId, numbers);
  for (const { trackingNo, state, disposition, ownPlace, boxNo, boxPlace } of parcels) {
    if (state === 'completed') throw refuse('PARCEL_COMPLETED');
    if (disposition !== null)
      throw refuse('PARCEL_DISPOSED', { disposition: { choice: ['disposition', disposition] } });
    if (ownPlace !== null) requireHere(trackingNo, ownPlace);
    if (boxNo !== null && boxPlace !== null) requireHere(boxNo, boxPlace);
  }
  return parcels;
}

/** Number of a new box: that of the box its parcels came from, with the first free ending. */
async function newNumber(write: Writer, billId: number, from: string | null): Promise<string> {
  const stem = (from ?? 'BOX').replace(/-R\d+$/, '').slice(0, LONGEST - ENDING);
  for (let at = 1; ; at += 1) {
    const boxNo = `${stem}-R${at}`;
    if (!(await findBox(write, billId, boxNo))) return boxNo;
  }
}

/** Makes a box for parcels: it stands where the box they came from stands, and leaves with the same trip. */
async function makeBox(context: Context, bill: Bill, parcels: readonly NamedParcel[]): Promise<BoxColumns> {
  const { write, caller, now } = context;
  const from = parcels.map(({ boxNo, looseFrom }) => boxNo ?? looseFrom).find((no) => no !== null) ?? null;
  const source =
    (from === null ? undefined : await findBox(write, bill.id, from)) ??
    (await write
      .selectFrom('box')
      .selectAll()
      .where('billId', '=', bill.id)
      .where('inboundAt', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst());
  const { id } = await write
    .insertInto('box')
    .values({
      ...{ billId: bill.id, boxNo: await newNumber(write, bill.id, from), repacked: 1, state: 'received' },
      ...{ declaredParcels: 0, weight: 0, scannedParcels: 0, measuredWeight: 0 },
      ...{ inboundAt: source?.inboundAt ?? now, inboundBy: caller.id, pickId: source?.pickId ?? null },
      ...{ batchId: source?.batchId ?? null, destinationCode: source?.destinationCode ?? null },
      tapeColor: source?.tapeColor ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await moveBoxes(context, [id], { place: 'warehouse', id: bill.warehouseId }, { at: now, proof: 'scan' });
  return rowById(write, 'box', id);
}

/** Changes what a box is known to hold. What was declared stays what was declared. */
async function adjust(write: Writer, boxId: number, parcels: number, grams: number): Promise<void> {
  await sql`
    update box set scannedParcels = max(0, coalesce(scannedParcels, declaredParcels) + ${parcels}),
      measuredWeight = max(0, coalesce(measuredWeight, weight) + ${grams})
    where id = ${boxId}`.execute(write);
}

/** Removes boxes that the warehouse packed itself once nothing is in them, so that putting back leaves nothing. */
async function forgetEmptied(write: Writer, billId: number, boxIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from box where id in ${listed(boxIds)} and repacked = 1 and palletId is null and photos = '[]'
      and not exists (select 1 from parcel where boxId = box.id)
      and not exists (select 1 from abnormalCase where boxId = box.id)
      and not exists (select 1 from fyco where boxId = box.id)
    returning id`.execute(write);
  for (const { id } of rows) await forgetBox(write, billId, id);
}

/**
 * Moves parcels into a box of their bill, or into none. The only place that moves a parcel from box to box once it is in
 * the warehouse.
 */
async function moveToBox(
  context: Context,
  bill: Bill,
  parcels: readonly NamedParcel[],
  box: BoxColumns | null,
  { reason, remark }: Pick<Repack, 'reason' | 'remark'>,
): Promise<void> {
  const { write, now } = context;
  const ids = listed(parcels.map(({ id }) => id));
  await moveLoose(
    context,
    parcels.map(({ id }) => id),
    box ? null : { place: 'warehouse', id: bill.warehouseId },
    { at: now, proof: 'scan', proofText: box?.boxNo ?? null, remark },
  );
  await sql`
    update parcel set looseFrom = ${box ? null : sql`coalesce((select boxNo from box where id = parcel.boxId), looseFrom)`},
      looseAt = ${box ? null : sql`coalesce(looseAt, ${now})`}, looseReason = ${box ? null : reason},
      boxId = ${box?.id ?? null}
    where id in ${ids}`.execute(write);
  const sources = [...new Set(parcels.flatMap(({ boxId }) => boxId ?? []))];
  const grams = (some: readonly NamedParcel[]) => some.reduce((sum, { grossWeight }) => sum + grossWeight, 0);
  for (const id of sources) {
    const own = parcels.filter(({ boxId }) => boxId === id);
    await adjust(write, id, -own.length, -grams(own));
  }
  if (box) await adjust(write, box.id, parcels.length, grams(parcels));
  const from = [...new Set(parcels.map(({ boxNo, looseFrom }) => boxNo ?? looseFrom ?? '–'))].join(', ');
  const what = `${from} → ${box?.boxNo ?? '–'}`;
  await recordParcels({ context, ids }, box ? 'putIn' : 'takeOut', remark ? `${what} · ${remark}` : what);
  await forgetEmptied(write, bill.id, sources);
  await refreshBoxes(write, bill.id, [...sources, ...(box ? [box.id] : [])]);
  await refreshBill(write, bill.id);
  const numbers = parcels.map(({ trackingNo }) => trackingNo).join(', ');
  await logBill(context, 'repack', bill, {
    after: { totalParcels: parcels.length },
    remark: [what, numbers, remark].filter(Boolean).join(': ').slice(0, 500),
  });
}

/** Takes parcels out of their boxes, all or none; returns those that moved, and the box they are in now. */
export async function repackParcels(
  context: Context,
  bill: Bill,
  repack: Repack,
): Promise<{ changed: number; box: BoxColumns | null }> {
  const { write } = context;
  const parcels = await parcelsHere(write, bill.id, [...new Set(repack.trackingNos)]);
  let box: BoxColumns | null = null;
  if (repack.boxNo !== null) {
    box = (await findBox(write, bill.id, repack.boxNo)) ?? null;
    if (!box) throw refuseFields({ boxNo: problem('PALLET_BOX_UNKNOWN', { no: repack.boxNo }) });
    requireHere(box.boxNo, box.place);
  } else if (repack.newBox) box = await makeBox(context, bill, parcels);
  const to = box?.id ?? null;
  const moving = parcels.filter(({ boxId }) => boxId !== to);
  if (moving.length === 0) context.unchanged();
  else await moveToBox(context, bill, moving, box, repack);
  return { changed: moving.length, box: box && ((await findBox(write, bill.id, box.boxNo)) ?? null) };
}
