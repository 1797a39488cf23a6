import { type Bill, billMachine } from '@contract/bill/bill';
import { mayMove } from '@contract/rules/custody';
import type { PickView } from '@contract/warehouse/pick';
import { choiceLabel } from '@contract/words';
import type { Context } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { closeShortages, openCase } from '../bill/cases';
import { type Move, moveBack, moveBoxes } from '../custody/moves';
import { airClaim } from '../customs/claims';
import { restock } from '../linehaul/restock';
import { type BoxColumns, refreshBoxes } from './boxViews';
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

/** Trip that a box came with: the given one, its own, one that is being counted, or the next to start. */
function inboundTrip(trips: readonly PickView[], box: BoxColumns, pickId?: number): PickView {
  const named = trips.find(({ id }) => id === pickId);
  if (named) return named;
  const open = trips.filter((trip) => !trip.inboundFinished);
  // Among several trucks, the one that is being counted comes first, until it is complete.
  const begun = (trip: PickView) => trip.inboundStartAt !== null;
  const room = open.filter(({ inboundBoxes, pickupBoxes }) => (inboundBoxes ?? 0) < pickupBoxes);
  const expected = room.find(begun) ?? room[0] ?? open.find(begun) ?? open[0];
  const found = open.find(({ id }) => id === box.pickId) ?? expected ?? trips[0];
  if (!found) throw refuse('PICK_MISSING');
  return found;
}

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
const countAfter = (before: number | null, had: number, has: number): number =>
  before === null || before === had ? has : Math.max(before, has);

/** Adds a box that arrived without being announced. */
export async function addSurplus(context: Context, bill: Bill, boxNo: string): Promise<BoxColumns> {
  const { write } = context;
  const made = await write
    .insertInto('box')
    .values({ billId: bill.id, boxNo, declaredParcels: 0, weight: 0, state: 'expected' })
    .returningAll()
    .executeTakeFirstOrThrow();
  await openCase(context, {
    billId: bill.id,
    boxId: made.id,
    type: 'surplus',
    level: 'box',
    quantity: 1,
    description: boxNo,
  });
  return made;
}

/** Receives a box that is not in yet; starts the leg of its trip if necessary. Writes no log. */
async function takeIn(
  context: Context,
  bill: Bill,
  box: BoxColumns,
  given: {
    pickId?: number | undefined;
    at?: string | undefined;
    columns?: Partial<BoxColumns>;
    /** A person found the box when its leg was finished already, with this proof. */
    found?: Omit<Move, 'at'>;
  },
): Promise<PickView> {
  const { write, now } = context;
  const at = given.at ?? now;
  const trips = await viewsOf(write, bill, now);
  const trip = inboundTrip(trips, box, given.pickId);
  const begun = trip.inboundStartAt !== null;
  if (!given.found) onLeg.inbound.allow(begun ? 'update' : 'start', trip);
  const had = await scanned(write, trip.id, 'inboundAt');
  await write
    .updateTable('box')
    .set({ ...given.columns, pickId: trip.id })
    .where('id', '=', box.id)
    .execute();
  const counted = {
    proof: given.columns ? 'file' : 'scan',
    proofId: trip.id,
    proofText: trip.pickNo,
  } as const;
  const proof = given.found ?? counted;
  await moveBoxes(context, [box.id], { place: 'warehouse', id: bill.warehouseId }, { at, ...proof });
  await onLeg.inbound.save(context, trip, {
    inboundBoxes: countAfter(trip.inboundBoxes, had, await scanned(write, trip.id, 'inboundAt')),
    ...(begun ? {} : { inboundStartAt: at }),
  });
  // A box that was thought lost before it ever came.
  if (box.place !== 'announced')
    await closeShortages(context, [box.id], given.found?.remark ?? foundWord(context));
  return trip;
}

const foundWord = ({ language }: Context): string => choiceLabel(language, 'scanResult', 'recovered');

/**
 * Receives a box by a scan or a file: one that comes for the first time, or one that was thought lost. Writes no log.
 * Throws BOX_ELSEWHERE for a box that is recorded at another place.
 */
export async function receive(
  context: Context,
  bill: Bill,
  box: BoxColumns,
  given: Parameters<typeof takeIn>[3],
): Promise<{ readonly pickNo: string; readonly found: boolean }> {
  const away = mayMove({ no: box.boxNo, place: box.place }, 'receive');
  if (away) throw new Refusal(away);
  if (box.inboundAt === null)
    return { pickNo: (await takeIn(context, bill, box, given)).pickNo, found: false };
  const pick = await context.write
    .selectFrom('pick')
    .select('pickNo')
    .where('id', '=', box.pickId ?? 0)
    .executeTakeFirst();
  const pickNo = pick?.pickNo ?? '';
  const proof = given.columns ? 'file' : 'scan';
  const move = {
    at: given.at ?? context.now,
    proof,
    proofId: box.pickId,
    proofText: pickNo || null,
  } as const;
  await restock(context, bill, [box], bill.warehouseId, move, foundWord(context));
  return { pickNo, found: true };
}

/**
 * Receives a box that a person found, without a scan: even if the leg of its trip is finished. Returns false if no trip
 * could have brought it.
 */
export async function receiveFound(
  context: Context,
  bill: Bill,
  box: BoxColumns,
  { at, ...found }: Move,
): Promise<boolean> {
  const trips = await context.write
    .selectFrom('pick')
    .select('id')
    .where('billId', '=', bill.id)
    .limit(1)
    .execute();
  if (trips.length === 0) return false;
  await takeIn(context, bill, box, { at, found });
  return true;
}

/** A box in a warehouse's own list. */
interface ReceivedBox {
  readonly boxNo: string;
  readonly parcels?: number | null;
  /** In kilograms. */
  readonly weight?: number | null;
  readonly at?: string | null;
  /** Condition; damaged and wet boxes become cases. */
  readonly state?: 'received' | 'damaged' | 'wet' | null;
}

/**
 * Receives a box from a line of a file; returns `again` when it was in before, `unknown` when the bill has no such box.
 * The caller writes the log and calls refreshBill after the last line.
 */
export async function receiveBox(
  context: Context,
  billId: number,
  { boxNo, parcels, weight, at, state }: ReceivedBox,
): Promise<'done' | 'again' | 'unknown'> {
  const bill = await readBill(context.write, billId);
  requireOpen(bill);
  const box = await findBox(context.write, billId, boxNo);
  if (!box) return 'unknown';
  if (box.place === 'warehouse') return 'again';
  await receive(context, bill, box, {
    at: at ?? undefined,
    columns: {
      ...(parcels === null || parcels === undefined ? {} : { scannedParcels: parcels }),
      ...(weight === null || weight === undefined ? {} : { measuredWeight: Math.round(weight * 1000) }),
    },
  });
  if (state === 'damaged' || state === 'wet')
    await openCase(context, {
      billId,
      boxId: box.id,
      type: state,
      level: 'box',
      quantity: 1,
      description: boxNo,
      claim: await airClaim(
        context.write,
        (await findBox(context.write, billId, boxNo))?.pickId ?? 0,
        'damage_visible',
      ),
    });
  await refreshBoxes(context.write, billId, [box.id]);
  return 'done';
}

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
