import type { Bill } from '@contract/bill/bill';
import type { Standing, Stop } from '@contract/custody/custody';
import { type Place, places, type Spot } from '@contract/custody/place';
import { sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { boxesIn, collectedOf } from '../warehouse/collected';
import { idsIn } from './ranges';

const keyOf = ({ place, id }: Spot) => `${place} ${id}`;

/** Times of moves that the picture of a bill offers to go back to. */
const TIMES = 500;

/** Names of places: of the warehouse, or the number of the truck's note. */
export async function placeNames(
  read: Reader,
  spots: readonly Spot[],
): Promise<(spot: Spot) => string | null> {
  const idsAt = (...at: readonly Place[]) => [
    ...new Set(spots.flatMap(({ place, id }) => (id !== null && at.includes(place) ? id : []))),
  ];
  const notes = idsAt('truck', 'hub', 'delivered', 'lost');
  const warehouses = idsAt('warehouse');
  const [cmrs, sites] = [
    notes.length === 0
      ? []
      : await read.selectFrom('cmr').select(['id', 'cmrNo']).where('id', 'in', listed(notes)).execute(),
    warehouses.length === 0
      ? []
      : await read
          .selectFrom('warehouse')
          .select(['id', 'code'])
          .where('id', 'in', listed(warehouses))
          .execute(),
  ];
  const names = new Map<string, string>();
  for (const { id, cmrNo } of cmrs)
    for (const place of ['truck', 'hub', 'delivered', 'lost'] as const)
      names.set(keyOf({ place, id }), cmrNo);
  for (const { id, code } of sites) names.set(keyOf({ place: 'warehouse', id }), code);
  return (spot) => names.get(keyOf(spot)) ?? null;
}

/** Counts at a place while they are summed. */
interface Counts {
  boxes: number;
  parcels: number;
  held: number;
  unnamed: number;
  since: string | null;
}

class Stops {
  readonly #at = new Map<string, { spot: Spot; counts: Counts }>();

  at(spot: Spot): Counts {
    const found = this.#at.get(keyOf(spot));
    if (found) return found.counts;
    const counts = { boxes: 0, parcels: 0, held: 0, unnamed: 0, since: null };
    this.#at.set(keyOf(spot), { spot, counts });
    return counts;
  }

  /** The places with goods, in the order of the journey. */
  async list(read: Reader): Promise<Stop[]> {
    const full = [...this.#at.values()].filter(
      ({ counts }) => counts.boxes + counts.parcels + counts.unnamed > 0,
    );
    const nameOf = await placeNames(
      read,
      full.map(({ spot }) => spot),
    );
    return full
      .sort(
        (a, b) =>
          places[a.spot.place].rank - places[b.spot.place].rank || (a.spot.id ?? 0) - (b.spot.id ?? 0),
      )
      .map(({ spot, counts }) => ({ place: spot.place, placeId: spot.id, name: nameOf(spot), ...counts }));
  }
}

/** Places of the goods of a bill now: boxes and parcels by name, and boxes that were only counted. */
export async function stopsNow(read: Reader, bill: Bill): Promise<Stop[]> {
  const stops = new Stops();
  const { rows: boxes } = await sql<{
    place: Place;
    placeId: number | null;
    n: number;
    since: string | null;
  }>`
    select place, placeId, count(*) as n, min(placedAt) as since from box where billId = ${bill.id}
    group by place, placeId`.execute(read);
  for (const { place, placeId, n, since } of boxes)
    Object.assign(stops.at({ place, id: placeId }), { boxes: n, since });
  const { rows: parcels } = await sql<{ place: Place; placeId: number | null; n: number; held: number }>`
    select coalesce(parcel.place, box.place) as place,
      case when parcel.place is null then box.placeId else parcel.placeId end as placeId, count(*) as n,
      sum(case when state = 'held' or (parcel.state = 'abnormal' and previousState = 'held') then 1 else 0 end) as held
    from (select boxId, place, placeId, state, previousState from parcel where billId = ${bill.id}) as parcel
      left join (select id, place, placeId from box where billId = ${bill.id}) as box on box.id = parcel.boxId
    group by 1, 2`.execute(read);
  for (const { place, placeId, n, held } of parcels)
    Object.assign(stops.at({ place, id: placeId }), { parcels: n, held });
  await addUnnamed(read, bill, stops);
  return stops.list(read);
}

/**
 * Adds boxes that trips counted without scanning them: they have no names, so that no box can be said to stand there.
 * They are taken off the announced ones.
 */
async function addUnnamed(read: Reader, bill: Bill, stops: Stops): Promise<void> {
  const { rows } = await sql<{ came: number; left: number; named: number; namedOut: number }>`
    select coalesce(sum(coalesce(inboundBoxes, 0)), 0) as came, coalesce(sum(coalesce(outboundBoxes, 0)), 0) as "left",
      (select count(inboundAt) from box where billId = ${bill.id}) as named,
      (select count(outboundAt) from box where billId = ${bill.id} and inboundAt is not null) as namedOut
    from pick where billId = ${bill.id}`.execute(read);
  const [{ came, left, named, namedOut } = { came: 0, left: 0, named: 0, namedOut: 0 }] = rows;
  const known = await read
    .selectFrom('box')
    .select((of) => [
      of.fn.countAll<number>().as('all'),
      of.fn
        .countAll<number>()
        .filterWhere('place', 'in', ['delivered', 'lost'])
        .filterWhere('inboundAt', 'is', null)
        .as('past'),
    ])
    .where('billId', '=', bill.id)
    .executeTakeFirstOrThrow();
  const inUnnamed = Math.max(0, came - named - known.past);
  const outUnnamed = Math.min(inUnnamed, Math.max(0, left - namedOut - known.past));
  const inStock: Spot = { place: 'warehouse', id: bill.warehouseId };
  stops.at(inStock).unnamed = inUnnamed - outUnnamed;
  const away: Spot = { place: bill.podAt ? 'delivered' : bill.tatAt ? 'hub' : 'truck', id: null };
  stops.at(away).unnamed = outUnnamed;
  const gate = known.all === 0 ? boxesIn(await collectedOf(read, bill.id)) : 0;
  stops.at({ place: 'collected', id: null }).unnamed = gate;
  stops.at({ place: 'warehouse', id: bill.warehouseId }).unnamed = Math.max(0, inUnnamed - outUnnamed - gate);
  const beyond = bill.podAt ? 'delivered' : bill.tatAt ? 'hub' : 'truck';
  stops.at({ place: beyond, id: null }).unnamed = outUnnamed;
  const announced = stops.at({ place: 'announced', id: null });
  if (known.all === 0) announced.unnamed = Math.max(0, bill.boxCount - inUnnamed);
  else announced.boxes = Math.max(0, announced.boxes - inUnnamed);
  if (announced.boxes > 0 || inUnnamed === 0 || (outUnnamed > 0 && outUnnamed < inUnnamed)) return;
  // Where all boxes were counted at one place, their parcels can only be there.
  const there = stops.at(outUnnamed === 0 ? inStock : away);
  there.parcels += announced.parcels;
  there.held += announced.held;
  announced.parcels = 0;
  announced.held = 0;
}

/** Places of the goods of a bill at an earlier instant, by its moves; boxes that were only counted are left out. */
export async function stopsAt(read: Reader, bill: Bill, at: string): Promise<Stop[]> {
  const { boxes, parcels } = await placesAt(read, bill.id, at);
  const stops = new Stops();
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
  return stops.list(read);
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
