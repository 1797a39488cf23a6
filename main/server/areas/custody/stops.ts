import type { Bill } from '@contract/bill/bill';
import type { Standing, Stop } from '@contract/custody/custody';
import type { Spot } from '@contract/custody/place';
import type { Reader } from '../../store/open';
import { idsIn } from './ranges';
import { PlaceSums, sumsOf } from './sums';

/** Times of moves that the picture of a bill offers to go back to. */
const TIMES = 500;

/** Places of the goods of a bill now: boxes and parcels by name, and boxes that were only counted. */
export async function stopsNow(read: Reader, bill: Bill): Promise<Stop[]> {
  const found = (await sumsOf(read, [bill])).get(bill.id);
  return found ? found.sums.stops(read) : [];
}

/** Places of the goods of a bill at an earlier instant, by its moves; boxes that were only counted are left out. */
export async function stopsAt(read: Reader, bill: Bill, at: string): Promise<Stop[]> {
  const { boxes, parcels } = await placesAt(read, bill.id, at);
  const stops = new PlaceSums();
  const rows = await read
    .selectFrom('parcel')
    .select(['id', 'boxId', 'heldAt', 'releasedAt', 'failedAt'])
    .where('billId', '=', bill.id)
    .execute();
  const all = await read.selectFrom('box').select('id').where('billId', '=', bill.id).execute();
  const ANNOUNCED: Spot = { place: 'announced', id: null };
  for (const { id } of all) {
    const found = boxes.get(id);
    const counts = stops.at(found ?? ANNOUNCED);
    counts.boxes += 1;
    if (found && (counts.since === null || found.at < counts.since)) counts.since = found.at;
  }
  const between = (time: string | null, from: string) => time !== null && time >= from && time <= at;
  for (const { id, boxId, heldAt, releasedAt, failedAt } of rows) {
    const counts = stops.at(parcels.get(id) ?? boxes.get(boxId ?? 0) ?? ANNOUNCED);
    counts.parcels += 1;
    if (heldAt !== null && heldAt <= at && !between(releasedAt, heldAt) && !between(failedAt, heldAt))
      counts.held += 1;
  }
  return stops.stops(read);
}

/** A place with the time at which goods came there. */
type Since = Spot & { readonly at: string };

/**
 * Replays the moves of a bill up to an instant: boxes and parcels that had moved, by id. A move that was taken back later
 * never happened. A parcel that is with its box is not among them.
 */
async function placesAt(
  read: Reader,
  billId: number,
  at: string,
): Promise<{ boxes: ReadonlyMap<number, Since>; parcels: ReadonlyMap<number, Since> }> {
  const moves = await read
    .selectFrom('custodyMove')
    .select(['id', 'unit', 'toPlace', 'toId', 'at', 'members', 'reverses'])
    .where('billId', '=', billId)
    // Moves are entered in their order, while their stated times may cross.
    .orderBy('id')
    .execute();
  const undone = new Set<string>();
  for (const { reverses, members } of moves)
    if (reverses !== null) for (const id of idsIn(members)) undone.add(`${reverses} ${id}`);
  const boxes = new Map<number, Since>();
  const parcels = new Map<number, Since>();
  for (const move of moves) {
    if (move.at > at || move.reverses !== null) continue;
    const spot = { place: move.toPlace, id: move.toId, at: move.at };
    const of = move.unit === 'box' ? boxes : parcels;
    for (const id of idsIn(move.members)) if (!undone.has(`${move.id} ${id}`)) of.set(id, spot);
  }
  return { boxes, parcels };
}

/** The places of a bill now or at an instant, and the times of its moves. */
export async function standingOf(read: Reader, bill: Bill, at: string | undefined): Promise<Standing> {
  const times = await read
    .selectFrom('custodyMove')
    .select('at')
    .distinct()
    .where('billId', '=', bill.id)
    .orderBy('at', 'desc')
    .limit(TIMES)
    .execute();
  return {
    stops: at === undefined ? await stopsNow(read, bill) : await stopsAt(read, bill, at),
    times: times.map((move) => move.at).reverse(),
  };
}
