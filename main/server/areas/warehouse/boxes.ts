import { type Bill, billMachine } from '@contract/bill/bill';
import type { PickView } from '@contract/warehouse/pick';
import type { Context } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { moveBack, moveBoxes } from '../custody/moves';
import type { BoxColumns } from './boxViews';
import { requireMovable } from './goods';
import { onLeg, viewsOf } from './trips';

/** Refuses any change of a removed or archived bill. */
export function requireOpen(bill: Bill): void {
  for (const { guard } of billMachine.always) {
    const refused = guard(bill);
    if (refused) throw new Refusal(refused);
  }
}

/** Finds a box of a bill by its number. */
export const findBox = (read: Reader, billId: number, boxNo: string): Promise<BoxColumns | undefined> =>
  read
    .selectFrom('box')
    .selectAll()
    .where('billId', '=', billId)
    .where('boxNo', '=', boxNo)
    .executeTakeFirst();

/** Counts the boxes of a trip that were scanned in or out. */
export async function scanned(
  read: Reader,
  pickId: number,
  column: 'inboundAt' | 'outboundAt',
): Promise<number> {
  const { n } = await read
    .selectFrom('box')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('pickId', '=', pickId)
    // A box that the warehouse packed itself came with no truck.
    .where('repacked', '=', 0)
    .where(column, 'is not', null)
    .$if(column === 'outboundAt', (found) => found.where('collectionId', 'is', null))
    .executeTakeFirstOrThrow();
  return n;
}

/** Count of a leg after a scan. A typed count stays until more boxes are scanned. */
export const countAfter = (before: number | null, had: number, has: number): number =>
  before === null || before === had ? has : Math.max(before, has);

/** Measured weight in kilograms and dimensions in centimetres; omitted values stay as they are. */
interface MeasuredBox {
  readonly boxNo: string;
  readonly weight: number;
  readonly length?: number | null;
  readonly width?: number | null;
  readonly height?: number | null;
}

/**
 * Stores the measured weight and dimensions of a box from a line of a file; returns false when the bill has no such
 * box. Writes no log.
 */
export async function weighBox(context: Context, billId: number, measured: MeasuredBox): Promise<boolean> {
  const { boxNo, weight, length, width, height } = measured;
  const mm = Object.fromEntries(
    Object.entries({ length, width, height }).flatMap(([side, cm]) =>
      typeof cm === 'number' ? [[side, Math.round(cm * 10)]] : [],
    ),
  );
  const { numUpdatedRows } = await context.write
    .updateTable('box')
    .set({ measuredWeight: Math.round(weight * 1000), ...mm })
    .where('billId', '=', billId)
    .where('boxNo', '=', boxNo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The truck that boxes leave with, and what shows it: the note or pallet that they are on, or the scan. */
async function trucksOf(read: Reader, boxes: readonly BoxColumns[]) {
  const palletIds = [...new Set(boxes.flatMap(({ palletId }) => palletId ?? []))];
  const pallets =
    palletIds.length === 0
      ? []
      : await read
          .selectFrom('pallet')
          .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
          .select(['pallet.id', 'pallet.palletNo', 'pallet.cmrId', 'cmr.cmrNo'])
          .where('pallet.id', 'in', listed(palletIds))
          .execute();
  const trucks = [undefined, ...pallets].map((pallet) => ({
    boxIds: boxes.filter(({ palletId }) => palletId === (pallet?.id ?? null)).map(({ id }) => id),
    cmrId: pallet?.cmrId ?? null,
    proof: pallet?.cmrNo
      ? ({ proof: 'cmr', proofId: pallet.cmrId, proofText: pallet.cmrNo } as const)
      : pallet && ({ proof: 'pallet', proofId: pallet.id, proofText: pallet.palletNo } as const),
  }));
  return trucks.filter(({ boxIds }) => boxIds.length > 0);
}

/**
 * Puts boxes of a bill onto a truck; starts the outbound legs of their trips if necessary. Writes no log. Throws
 * PICK_MISSING, and the reason for which a box may not leave.
 */
export async function sendOut(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
): Promise<PickView | undefined> {
  const { write, now } = context;
  await requireMovable(write, { boxIds: boxes.map(({ id }) => id) }, 'truck');
  const trips = await viewsOf(write, bill, now);
  let last: PickView | undefined;
  for (const [pickId, own] of Map.groupBy(boxes, (box) => box.pickId)) {
    const trip = trips.find(({ id }) => id === pickId);
    if (!trip) throw refuse('PICK_MISSING');
    const begun = trip.outboundStartAt !== null;
    onLeg.outbound.allow(begun ? 'update' : 'start', trip);
    const had = await scanned(write, trip.id, 'outboundAt');
    for (const { boxIds, cmrId, proof } of await trucksOf(write, own))
      await moveBoxes(
        context,
        boxIds,
        { place: 'truck', id: cmrId },
        { at: now, ...(proof ?? { proof: 'scan', proofId: trip.id, proofText: trip.pickNo }) },
      );
    await onLeg.outbound.save(context, trip, {
      outboundBoxes: countAfter(trip.outboundBoxes, had, await scanned(write, trip.id, 'outboundAt')),
      ...(begun ? {} : { outboundStartAt: now }),
    });
    last = trip;
  }
  return last;
}

/**
 * Takes boxes of a bill off the truck while their outbound legs are open. Writes no log. Throws LEG_FINISHED, and the
 * reason for which a box cannot be taken off.
 */
export async function bringBack(
  context: Context,
  bill: Bill,
  boxes: readonly BoxColumns[],
): Promise<PickView | undefined> {
  const { write, now } = context;
  await requireMovable(write, { boxIds: boxes.map(({ id }) => id) }, 'unload');
  const trips = await viewsOf(write, bill, now);
  let last: PickView | undefined;
  for (const [pickId, own] of Map.groupBy(boxes, (box) => box.pickId)) {
    const trip = trips.find(({ id }) => id === pickId);
    if (trip) onLeg.outbound.allow('update', trip);
    const had = trip ? await scanned(write, trip.id, 'outboundAt') : 0;
    const ids = own.map(({ id }) => id);
    await moveBack(context, ids, 'truck', { at: now, proof: 'scan', proofText: trip?.pickNo ?? null });
    if (trip)
      await onLeg.outbound.save(context, trip, {
        outboundBoxes: fewer(trip.outboundBoxes, had, own.filter(({ repacked }) => repacked === 0).length),
      });
    last = trip ?? last;
  }
  return last;
}

/** Count of a leg after a scan was undone. */
export const fewer = (before: number | null, had: number, boxes: number): number =>
  before === null || before === had ? had - boxes : Math.max(0, before - boxes);
