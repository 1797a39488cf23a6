import type { Bill } from '@contract/bill/bill';
import { mayMove } from '@contract/rules/custody';
import type { PickView } from '@contract/warehouse/pick';
import { choiceLabel } from '@contract/words';
import type { Context } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import { readBill } from '../bill/billFacts';
import { closeShortages, openCase } from '../bill/cases';
import { type Move, moveBoxes } from '../custody/moves';
import { airClaim } from '../customs/claims';
import { restock } from '../linehaul/restock';
import { countAfter, findBox, requireOpen, scanned } from './boxes';
import { type BoxColumns, refreshBoxes } from './boxViews';
import { onLeg, viewsOf } from './trips';

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
): Promise<{ readonly pickId: number; readonly pickNo: string; readonly found: boolean }> {
  const away = mayMove({ no: box.boxNo, place: box.place }, 'receive');
  if (away) throw new Refusal(away);
  if (box.inboundAt === null) {
    const { id, pickNo } = await takeIn(context, bill, box, given);
    return { pickId: id, pickNo, found: false };
  }
  const pickId = box.pickId ?? 0;
  const pick = await context.write
    .selectFrom('pick')
    .select('pickNo')
    .where('id', '=', pickId)
    .executeTakeFirst();
  const pickNo = pick?.pickNo ?? '';
  // The parcels and weight in the file replace those from before the box was lost.
  if (given.columns && Object.keys(given.columns).length > 0)
    await context.write.updateTable('box').set(given.columns).where('id', '=', box.id).execute();
  const proof = given.columns ? 'file' : 'scan';
  const move = {
    at: given.at ?? context.now,
    proof,
    proofId: box.pickId,
    proofText: pickNo || null,
  } as const;
  await restock(context, bill, [box], bill.warehouseId, move, foundWord(context));
  return { pickId, pickNo, found: true };
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
  const { pickId } = await receive(context, bill, box, {
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
      claim: await airClaim(context.write, pickId, 'damage_visible'),
    });
  await refreshBoxes(context.write, billId, [box.id]);
  return 'done';
}
