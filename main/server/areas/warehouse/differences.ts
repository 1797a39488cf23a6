import type { Bill } from '@contract/bill/bill';
import { type DifferenceDirection, fittingReason, type TripDifference } from '@contract/rules/boxDifference';
import type { BoxReason, DifferenceReason, LegDifference } from '@contract/warehouse/pick';
import type { Context } from '../../core/context';
import type { Reader } from '../../store/open';
import { readBill, refreshBill } from '../bill/billFacts';
import { addCase } from '../bill/cases';
import { airClaim } from '../customs/claims';
import { inBoth, notifyStaff } from '../partners/messages';
import { differencesOf, isSurplus } from './boxCounts';

/** A box that is missing or surplus. */
interface NamedBox {
  readonly id: number;
  readonly boxNo: string;
  readonly pickId: number | null;
}

interface Trips {
  readonly id: number;
  readonly pickupBoxes: number;
  readonly inboundBoxes: number | null;
  readonly inboundFinished: number | boolean;
}

const NONE: TripDifference = { missing: 0, surplus: 0, fromBill: 0, unnamedMissing: 0, unnamedSurplus: 0 };

/** The differences of a bill with the boxes that have names, each missing box at the trip that accounts for it. */
async function namedDifferences(read: Reader, bill: Bill, picks: readonly Trips[]) {
  const { trips, named } = await differencesOf(read, bill, picks);
  if (trips.size === 0) return { trips, missing: new Map<number, NamedBox[]>(), surplus: [] };
  const boxes = read.selectFrom('box').select(['id', 'boxNo', 'pickId']).where('billId', '=', bill.id);
  const absent = await boxes
    .where('inboundAt', 'is', null)
    .where((box) => box.not(isSurplus(bill.id)))
    .orderBy('boxNo')
    .execute();
  const surplus = await boxes
    .where('inboundAt', 'is not', null)
    .where(isSurplus(bill.id))
    .orderBy('boxNo')
    .execute();
  const missing = new Map<number, NamedBox[]>([...trips.keys()].map((id) => [id, []]));
  const free: NamedBox[] = [];
  for (const box of absent) {
    const own = box.pickId === null ? undefined : missing.get(box.pickId);
    if (own) own.push(box);
    else free.push(box);
  }
  for (const [id, { missing: count, fromBill, unnamedMissing }] of trips) {
    const own = missing.get(id) ?? [];
    // A typed count does not say which of its boxes came.
    if (own.length + fromBill + unnamedMissing > count) own.length = 0;
    own.push(...free.splice(0, fromBill));
  }
  // Boxes that no truck took are missing all the same: the last trip names them.
  if (named) missing.get([...trips.keys()].at(-1) ?? 0)?.push(...free);
  return { trips, missing, surplus };
}

/** Returns the boxes that would be missing and surplus if the inbound leg of a trip were finished now. */
export async function legDifference(
  read: Reader,
  bill: Bill,
  all: readonly Trips[],
  pickId: number,
): Promise<LegDifference> {
  const picks = all.map((pick) => (pick.id === pickId ? { ...pick, inboundFinished: true } : pick));
  const { trips, missing, surplus } = await namedDifferences(read, bill, picks);
  const found = trips.get(pickId) ?? NONE;
  const numbers = (boxes: readonly NamedBox[]) => boxes.map(({ boxNo }) => boxNo);
  const absent = numbers(missing.get(pickId) ?? []);
  return {
    missing: found.unnamedMissing + absent.length,
    surplus: found.surplus,
    missingBoxes: absent,
    surplusBoxes: numbers(surplus.filter((box) => box.pickId === pickId)),
  };
}

/** A case that the counts of a bill ask for. */
interface NeededCase {
  readonly pickId: number;
  readonly boxId: number | null;
  readonly type: DifferenceDirection;
  readonly quantity: number;
  readonly description: string;
  readonly reason: DifferenceReason | null;
}

/**
 * Brings the numbers and cases of a bill's differences up to date after its trips or their counts changed: a case for
 * each missing box, and one for a difference without names. Cases that counting opened and nobody touched go when
 * their reason has gone; a case that somebody works on stays.
 */
export async function settleDifferences(
  context: Context,
  billId: number,
  given: readonly BoxReason[] = [],
): Promise<void> {
  const { write } = context;
  const picks = await write
    .selectFrom('pick')
    .selectAll()
    .where('billId', '=', billId)
    .orderBy('id')
    .execute();
  if (picks.every((pick) => pick.inboundFinished === 0 && pick.missingBoxes === null)) return;
  const bill = await readBill(write, billId);
  const { trips, missing, surplus } = await namedDifferences(write, bill, picks);
  const own = new Map(given.map(({ boxNo, reason }) => [boxNo, reason]));
  const wanted: NeededCase[] = [];
  for (const pick of picks) {
    const found = trips.get(pick.id);
    const missingBoxes = found ? found.unnamedMissing + (missing.get(pick.id) ?? []).length : null;
    const surplusBoxes = found ? found.surplus : null;
    if (pick.missingBoxes !== missingBoxes || pick.surplusBoxes !== surplusBoxes)
      await write.updateTable('pick').set({ missingBoxes, surplusBoxes }).where('id', '=', pick.id).execute();
    if (!found) continue;
    const reasonOf = (type: DifferenceDirection, boxNo = '') =>
      fittingReason(type, own.get(boxNo)) ?? fittingReason(type, pick.differenceReason);
    const ofPick = { pickId: pick.id, quantity: 1 };
    for (const { id, boxNo } of missing.get(pick.id) ?? [])
      wanted.push({
        ...ofPick,
        boxId: id,
        type: 'shortage',
        description: boxNo,
        reason: reasonOf('shortage', boxNo),
      });
    for (const [type, quantity] of [
      ['shortage', found.unnamedMissing],
      ['surplus', found.unnamedSurplus],
    ] as const)
      if (quantity > 0)
        wanted.push({
          ...ofPick,
          boxId: null,
          ...{ type, quantity, description: pick.pickNo, reason: reasonOf(type) },
        });
    await explainSurplus(
      context,
      surplus.filter(({ pickId }) => pickId === pick.id),
      (boxNo) => reasonOf('surplus', boxNo),
    );
  }
  await matchCases(context, billId, wanted);
  await refreshBill(write, billId);
}

/** Notes the reasons of surplus boxes in their cases, which their scans opened. */
async function explainSurplus(
  { write }: Context,
  boxes: readonly NamedBox[],
  reasonOf: (boxNo: string) => DifferenceReason | null,
): Promise<void> {
  for (const { id, boxNo } of boxes) {
    const differenceReason = reasonOf(boxNo);
    if (differenceReason)
      await write
        .updateTable('abnormalCase')
        .set({ differenceReason })
        .where('boxId', '=', id)
        .where('type', '=', 'surplus')
        .execute();
  }
}

/** Opens the wanted cases that do not exist, and removes untouched ones that are no longer wanted. */
async function matchCases(context: Context, billId: number, wanted: readonly NeededCase[]): Promise<void> {
  const { write } = context;
  const existing = await write
    .selectFrom('abnormalCase')
    .select(['id', 'version', 'state', 'type', 'boxId', 'pickId', 'quantity', 'differenceReason'])
    .where('billId', '=', billId)
    .where('type', 'in', ['shortage', 'surplus'])
    .where('parcelId', 'is', null)
    .where('state', '!=', 'closed')
    .execute();
  const kept = new Set<number>();
  for (const { pickId, boxId, type, quantity, description, reason } of wanted) {
    const same = existing.find(
      (one) => one.type === type && one.boxId === boxId && (boxId !== null || one.pickId === pickId),
    );
    if (!same) {
      const found = { billId, boxId, type, quantity, description, level: 'box' as const };
      const claim = type === 'shortage' ? await airClaim(write, pickId, 'shortage') : undefined;
      await addCase(context, { ...found, pickId, differenceReason: reason, claim });
      continue;
    }
    kept.add(same.id);
    const differenceReason = reason ?? same.differenceReason;
    if (same.quantity !== quantity || same.differenceReason !== differenceReason)
      await write
        .updateTable('abnormalCase')
        .set({ differenceReason, ...(boxId === null ? { quantity } : {}) })
        .where('id', '=', same.id)
        .execute();
  }
  const gone = existing.filter(
    ({ id, pickId, state, version }) => pickId !== null && state === 'open' && version === 1 && !kept.has(id),
  );
  if (gone.length > 0)
    await write
      .deleteFrom('abnormalCase')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
}

/** Notifies those who work on cases of what a counted trip lacked, and of what it brought beside. */
export async function tellDifference(
  context: Context,
  bill: Bill,
  { pickNo, missing, surplus }: { pickNo: string; missing: number; surplus: number },
): Promise<void> {
  for (const [type, n] of [
    ['shortage', missing],
    ['surplus', surplus],
  ] as const) {
    if (n === 0) continue;
    const found = { pick: pickNo, n, type: { choice: ['caseType', type] as const } };
    await notifyStaff(context, {
      type: 'exception',
      text: inBoth('BOXES_DIFFER', found),
      to: ['bill.cases.edit'],
      bill,
    });
  }
}
