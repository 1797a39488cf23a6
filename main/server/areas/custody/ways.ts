import type { Place } from '@contract/custody/place';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { isMember } from './ranges';

/** A move of a parcel that was not taken back. */
export interface Step {
  readonly at: string;
  readonly from: Place;
  readonly to: Place;
  /** The note of a truck, of a delivery, or of a delivery at which it was missing. */
  readonly toId: number | null;
}

interface Goods {
  readonly id: number;
  readonly billId: number;
  readonly boxId: number | null;
}

/** Places outside of our warehouse that a customer is told of. */
const OUT: readonly Place[] = ['truck', 'hub', 'delivered', 'collected'];

/**
 * Ways of parcels out of the warehouse, by the id of the parcel: the moves of its box while it is in it, and its own.
 * Moves that were taken back are left out, together with what took them back.
 */
export async function waysOf(
  read: Reader,
  parcels: readonly Goods[],
): Promise<ReadonlyMap<number, readonly Step[]>> {
  const rows = await read
    .selectFrom('custodyMove')
    .select(['id', 'billId', 'unit', 'at', 'fromPlace', 'toPlace', 'toId', 'members', 'reverses'])
    .where('billId', 'in', listed([...new Set(parcels.map(({ billId }) => billId))]))
    // The many scans into the warehouse tell nothing here.
    .where((where) =>
      where.or([
        where('toPlace', 'in', OUT),
        // Out of a truck or a hub, and found again wherever it was.
        where('fromPlace', 'not in', INSIDE),
        where('unit', '=', 'parcel'),
        where('reverses', 'is not', null),
      ]),
    )
    .orderBy('id')
    .execute();
  const byBill = Map.groupBy(rows, ({ billId }) => billId);
  return new Map(parcels.map((parcel) => [parcel.id, stepsOf(parcel, byBill.get(parcel.billId) ?? [])]));
}

interface MoveRow {
  readonly id: number;
  readonly unit: 'box' | 'parcel';
  readonly at: string;
  readonly fromPlace: Place;
  readonly toPlace: Place;
  readonly toId: number | null;
  readonly members: string;
  readonly reverses: number | null;
}

/** True before goods leave: which scans brought a box in is not asked here. */
const INSIDE: readonly Place[] = ['announced', 'warehouse'];
const isInside = (place: Place) => INSIDE.includes(place);

function stepsOf({ id, boxId }: Goods, moves: readonly MoveRow[]): Step[] {
  const mine = moves.filter(({ unit, members }) =>
    unit === 'parcel' ? isMember(members, id) : boxId !== null && isMember(members, boxId),
  );
  const undone = new Set(mine.flatMap(({ reverses }) => reverses ?? []));
  // Put into another box, a parcel takes no part in what that box did before.
  const putIn = mine.findLast(({ unit, reverses }) => unit === 'parcel' && reverses !== null)?.id ?? 0;
  const steps: Step[] = [];
  let ownPlace: Place | null = null;
  let boxPlace: Place = 'warehouse';
  for (const move of mine) {
    const { unit, at, fromPlace: from, toPlace: to, toId } = move;
    if (move.reverses !== null || undone.has(move.id)) continue;
    if (unit === 'box') {
      boxPlace = to;
      // The box went on without a parcel that is elsewhere.
      if (ownPlace === null && move.id > putIn) steps.push({ at, from, to, toId });
    } else {
      ownPlace = to === boxPlace || (isInside(to) && isInside(boxPlace)) ? null : to;
      steps.push({ at, from, to, toId });
    }
  }
  return steps;
}
