import type { Place, Spot } from '@contract/custody/place';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { idsIn } from './ranges';

/** Goods that stood in a warehouse together, from the move that brought them to the one that took them away. */
export interface Stay {
  readonly billId: number;
  readonly warehouseId: number;
  /** The declaration that covers them; null if none does, or if nobody knows their names. */
  readonly batchId: number | null;
  readonly boxes: number;
  readonly parcels: number;
  readonly grams: number;
  readonly cameAt: string;
  /** Null while they are there. */
  readonly leftAt: string | null;
  readonly came: Proof;
  readonly left: Proof | null;
}

/** What proves a move: a line of the ledger, or the numbers of a trip whose boxes were counted without their names. */
export interface Proof {
  readonly source: 'move' | 'trip';
  /** Null for goods that left with their bill, without a trip. */
  readonly id: number | null;
}

/** The goods that are read: bills by a condition on `bill`, and the time from which they are needed. */
interface Chosen {
  readonly bills: RawBuilder<SqlBool>;
  /** Goods that had left for good by then are left out. */
  readonly from: string;
  /** False where only boxes are counted: parcels and weights are then 0. */
  readonly parcels: boolean;
}

interface Move {
  readonly id: number;
  readonly billId: number;
  readonly unit: 'box' | 'parcel';
  readonly at: string;
  readonly toPlace: Place;
  readonly toId: number | null;
  readonly members: string;
  readonly proof: string;
  readonly reverses: number | null;
  /** The warehouse of the bill, for goods in one that is not named. */
  readonly home: number | null;
}

interface Box {
  readonly id: number;
  readonly billId: number;
  readonly boxNo: string;
  readonly batchId: number | null;
  readonly grams: number;
  readonly inboundAt: string | null;
  readonly outboundAt: string | null;
  readonly repacked: number;
}

interface OwnParcel {
  readonly id: number;
  readonly billId: number;
  readonly boxId: number | null;
  readonly batchId: number | null;
  readonly grossWeight: number;
  readonly looseFrom: string | null;
}

/** A time from which goods stand at a place. */
interface Step {
  readonly spot: Spot;
  readonly at: string;
  readonly moveId: number;
}

const isSame = (a: Spot | undefined, b: Spot) => a?.place === b.place && a.id === b.id;

/** Bills whose goods stood in a warehouse at or after a time. */
function billsOf({ bills, from }: Chosen): RawBuilder<number> {
  const [came, left] = [sql`toPlace = 'warehouse'`, sql`fromPlace = 'warehouse'`];
  return sql<number>`(
    select billId from custodyMove join bill on bill.id = custodyMove.billId
    where (${came} or ${left} or proof = 'opening') and ${bills}
    group by billId
    having max(case when at > ${from} or proof = 'opening' then 1 else 0 end) = 1
      or sum(case when unit = 'box' then case when ${came} then quantity else 0 end
        - case when ${left} then quantity else 0 end else 0 end) <> 0
      or sum(case when unit = 'parcel' then case when ${came} then quantity else 0 end
        - case when ${left} then quantity else 0 end else 0 end) <> 0)`;
}

/**
 * Reads the stays of goods in our warehouses from the ledger. A move that was taken back never happened, and one stated
 * before the move that it follows counts from that one’s time: so opening, in, out and closing of any period balance.
 */
export async function staysOf(read: Reader, chosen: Chosen): Promise<Stay[]> {
  const { rows: found } = await sql<{
    billId: number;
  }>`select billId from ${billsOf(chosen)} as found`.execute(read);
  const ids = listed(found.map(({ billId }) => billId));
  const moves = found.length === 0 ? [] : await movesOf(read, ids);
  const boxes = found.length === 0 ? [] : await boxesOf(read, ids);
  const own = new Set<number>();
  for (const { unit, members } of moves) if (unit === 'parcel') for (const id of idsIn(members)) own.add(id);
  const parcels = chosen.parcels && own.size > 0 ? await ownParcels(read, [...own]) : [];
  const inside = chosen.parcels && found.length > 0 ? await parcelsInBoxes(read, ids, parcels) : new Map();
  return [
    ...new Fold(moves, boxes).stays(parcels, chosen.parcels ? inside : undefined),
    ...(await unnamedStays(read, chosen.bills)),
  ];
}

async function movesOf(read: Reader, ids: RawBuilder<number>): Promise<Move[]> {
  return (
    read
      .selectFrom('custodyMove')
      .innerJoin('bill', 'bill.id', 'custodyMove.billId')
      .select(['custodyMove.id', 'billId', 'unit', 'at', 'toPlace', 'toId', 'members', 'proof', 'reverses'])
      .select('bill.warehouseId as home')
      .where('billId', 'in', ids)
      // Moves are entered in their order, while their stated times may cross.
      .orderBy('custodyMove.id')
      .execute()
  );
}

async function boxesOf(read: Reader, ids: RawBuilder<number>): Promise<Box[]> {
  const { rows } = await sql<Box>`
    select box.id, box.billId, boxNo, batchId, coalesce(measuredWeight, weight) as grams,
      inboundAt, outboundAt, coalesce(repacked, 0) as repacked
    from box where box.billId in ${ids} order by box.id`.execute(read);
  return rows;
}

async function ownParcels(read: Reader, ids: readonly number[]): Promise<OwnParcel[]> {
  return read
    .selectFrom('parcel')
    .select(['id', 'billId', 'boxId', 'batchId', 'grossWeight', 'looseFrom'])
    .where('id', 'in', listed(ids))
    .orderBy('id')
    .execute();
}

/** Number of parcels in each box that never left it alone. */
async function parcelsInBoxes(
  read: Reader,
  ids: RawBuilder<number>,
  own: readonly OwnParcel[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ boxId: number; n: number }>`
    select boxId, count(*) as n from parcel where billId in ${ids} and boxId is not null group by boxId`.execute(
    read,
  );
  const counts = new Map(rows.map(({ boxId, n }) => [boxId, n]));
  for (const { boxId } of own) if (boxId !== null) counts.set(boxId, (counts.get(boxId) ?? 0) - 1);
  return counts;
}

/** Follows boxes and parcels through the moves of their bills. */
class Fold {
  readonly #steps = { box: new Map<number, Step[]>(), parcel: new Map<number, Step[]>() };
  readonly #boxes: ReadonlyMap<number, Box>;
  readonly #byNo: ReadonlyMap<string, Box>;

  constructor(moves: readonly Move[], boxes: readonly Box[]) {
    this.#boxes = new Map(boxes.map((box) => [box.id, box]));
    this.#byNo = new Map(boxes.map((box) => [`${box.billId} ${box.boxNo}`, box]));
    const undone = new Set<string>();
    for (const { reverses, members } of moves)
      if (reverses !== null) for (const id of idsIn(members)) undone.add(`${reverses} ${id}`);
    for (const move of moves) {
      if (move.reverses !== null) continue;
      const steps = this.#steps[move.unit];
      for (const id of idsIn(move.members)) {
        if (undone.has(`${move.id} ${id}`)) continue;
        const before = steps.get(id);
        const way = before ?? [];
        if (!before) steps.set(id, way);
        const box = move.unit === 'box' ? this.#boxes.get(id) : undefined;
        for (const step of stepsOf(move, box)) {
          const last = way.at(-1);
          way.push(last && last.at > step.at ? { ...step, at: last.at } : step);
        }
      }
    }
  }

  *stays(parcels: readonly OwnParcel[], inside: ReadonlyMap<number, number> | undefined): Generator<Stay> {
    const ownGrams = new Map<number, number>();
    for (const { boxId, grossWeight } of parcels)
      if (boxId !== null) ownGrams.set(boxId, (ownGrams.get(boxId) ?? 0) + grossWeight);
    for (const box of this.#boxes.values()) {
      const { id, billId, batchId } = box;
      const whole = { billId, batchId, boxes: 1 };
      const goods = {
        parcels: inside?.get(id) ?? 0,
        grams: inside ? Math.max(0, box.grams - (ownGrams.get(id) ?? 0)) : 0,
      };
      const way = this.#steps.box.get(id) ?? [];
      if (box.repacked === 0) yield* staysIn(way, { ...whole, ...goods });
      else {
        // The box is new, while what was packed into it came with another one.
        yield* staysIn(way, { ...whole, parcels: 0, grams: 0 });
        if (inside) yield* staysIn(sinceArrival(way, box), { billId, batchId, boxes: 0, ...goods });
      }
    }
    for (const parcel of parcels) {
      const { billId, batchId, grossWeight: grams } = parcel;
      yield* staysIn(this.#wayOf(parcel), { billId, batchId, boxes: 0, parcels: 1, grams });
    }
  }

  /** The way of a parcel that left its box, or that is in none: with its box where it is in it. */
  #wayOf({ id, billId, boxId, looseFrom }: OwnParcel): Step[] {
    const box = this.#boxes.get(boxId ?? 0) ?? this.#byNo.get(`${billId} ${looseFrom}`);
    const ofBox = box ? sinceArrival(this.#steps.box.get(box.id) ?? [], box) : [];
    const moves = [
      ...ofBox.map((step) => ({ step, alone: false })),
      ...(this.#steps.parcel.get(id) ?? []).map((step) => ({ step, alone: true })),
    ].sort((a, b) => a.step.moveId - b.step.moveId);
    const way: Step[] = [];
    let [inBox, alone]: [Spot | undefined, Spot | undefined] = [undefined, undefined];
    for (const { step, alone: isAlone } of moves) {
      if (!isAlone) inBox = step.spot;
      // A parcel whose box stands at the place is with its box again.
      else alone = boxId !== null && isSame(inBox, step.spot) ? undefined : step.spot;
      const spot = alone ?? inBox;
      const last = way.at(-1);
      if (!spot || isSame(last?.spot, spot)) continue;
      way.push({ ...step, spot, at: last && last.at > step.at ? last.at : step.at });
    }
    return way;
  }
}

/** Where a move led. Of goods that stood beyond the warehouse when the ledger began, their own times tell the rest. */
function stepsOf({ id: moveId, toPlace: place, toId, at, proof, home }: Move, box: Box | undefined): Step[] {
  const id = place === 'warehouse' ? (toId ?? home) : toId;
  const step = { spot: { place, id }, at, moveId };
  if (proof !== 'opening' || !box?.inboundAt) return [step];
  if (place === 'warehouse') return [{ ...step, at: box.inboundAt }];
  const came = { spot: { place: 'warehouse', id: home } as const, at: box.inboundAt, moveId };
  return [came, { ...step, at: box.outboundAt ?? at }];
}

/** The way of what is in a box that the warehouse packed itself: since it came, not since it was packed. */
const sinceArrival = (way: Step[], { repacked, inboundAt }: Box): Step[] =>
  repacked === 0 || inboundAt === null
    ? way
    : way.map((step, at) => (at === 0 && inboundAt < step.at ? { ...step, at: inboundAt } : step));

type Goods = Pick<Stay, 'billId' | 'batchId' | 'boxes' | 'parcels' | 'grams'>;

/** The stays in warehouses on a way. */
function* staysIn(way: readonly Step[], goods: Goods): Generator<Stay> {
  for (const [index, step] of way.entries()) {
    const { spot, at: cameAt, moveId } = step;
    if (spot.place !== 'warehouse' || spot.id === null || isSame(way[index - 1]?.spot, spot)) continue;
    const next = way.slice(index + 1).find((one) => !isSame(one.spot, spot));
    yield {
      ...goods,
      ...{ warehouseId: spot.id, cameAt, leftAt: next?.at ?? null },
      ...{ came: { source: 'move', id: moveId }, left: next ? { source: 'move', id: next.moveId } : null },
    };
  }
}

interface Trip {
  readonly id: number;
  readonly billId: number;
  readonly warehouseId: number;
  readonly cameAt: string;
  readonly leftAt: string | null;
  readonly came: number;
  readonly went: number;
  /** When a bill without a trip for it left: its delivery, its arrival at the hub, or the gate. */
  readonly goneAt: string | null;
}

interface Named {
  readonly billId: number;
  readonly pickId: number | null;
  readonly came: number;
  readonly went: number;
  /** Delivered or lost without ever having been scanned. */
  readonly past: number;
  readonly boxes: number;
}

/**
 * Boxes that trips counted without scanning them: they have no names, so that they are numbers of their trip. Only those
 * that no box stands for, as in the picture of a bill.
 */
export async function unnamedStays(read: Reader, bills: RawBuilder<SqlBool>): Promise<Stay[]> {
  const { rows: trips } = await sql<Trip>`
    select pick.id, pick.billId, bill.warehouseId, pick.inboundBoxes as came,
      coalesce(pick.outboundBoxes, 0) as went,
      coalesce(pick.inboundFinishAt, pick.inboundStartAt, pick.createdAt) as cameAt,
      coalesce(pick.outboundFinishAt, pick.outboundStartAt) as leftAt, coalesce(bill.podAt, bill.tatAt) as goneAt
    from pick join bill on bill.id = pick.billId
    where pick.inboundBoxes > 0 and bill.warehouseId is not null and ${bills}
    order by pick.billId, cameAt, pick.id`.execute(read);
  if (trips.length === 0) return [];
  const named = await namedBoxes(read, bills);
  const gates = await gatesOf(read, bills);
  return [...Map.groupBy(trips, ({ billId }) => billId)].flatMap(([billId, own]) =>
    unnamedOf(own, named.get(billId) ?? [], gates.get(billId) ?? []),
  );
}

async function namedBoxes(
  read: Reader,
  bills: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<number, readonly Named[]>> {
  const { rows } = await sql<Named>`
    select box.billId, box.pickId, count(*) as boxes,
      sum(case when box.inboundAt is not null and coalesce(box.repacked, 0) = 0 then 1 else 0 end) as came,
      sum(case when box.inboundAt is not null and box.outboundAt is not null and coalesce(box.repacked, 0) = 0
        then 1 else 0 end) as went,
      sum(case when box.inboundAt is null and box.place in ('delivered', 'lost') then 1 else 0 end) as past
    from box join bill on bill.id = box.billId where ${bills} group by box.billId, box.pickId`.execute(read);
  return Map.groupBy(rows, ({ billId }) => billId);
}

interface Gate {
  readonly billId: number;
  readonly collectedAt: string;
  readonly boxCount: number;
}

async function gatesOf(
  read: Reader,
  bills: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<number, readonly Gate[]>> {
  const { rows } = await sql<Gate>`
    select collection.billId, collectedAt, collection.boxCount
    from collection join bill on bill.id = collection.billId where ${bills} order by collectedAt`.execute(
    read,
  );
  return Map.groupBy(rows, ({ billId }) => billId);
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** A number of boxes that left at a time. */
interface Leaving {
  readonly at: string;
  readonly boxes: number;
  readonly proof: Proof;
}

/** Stays of the boxes of a bill that only its trips know, in the order in which they came. */
export function unnamedOf(trips: readonly Trip[], named: readonly Named[], gates: readonly Gate[]): Stay[] {
  const total = (of: (row: Named) => number) => sumOf(named, of);
  const came = Math.max(0, sumOf(trips, (trip) => trip.came) - total((row) => row.came));
  if (came === 0) return [];
  const leavings = leavingsOf(trips, named, gates, came);
  let left = came;
  const stays: Stay[] = [];
  for (const { id, billId, warehouseId, cameAt, came: counted } of trips) {
    const known = sumOf(
      named.filter(({ pickId }) => pickId === id),
      (row) => row.came,
    );
    let boxes = Math.min(left, Math.max(0, counted - known));
    left -= boxes;
    const goods = { billId, warehouseId, batchId: null, parcels: 0, grams: 0, cameAt } as const;
    while (boxes > 0) {
      const next = leavings[0];
      const n = next ? Math.min(boxes, next.boxes) : boxes;
      if (next) {
        leavings.shift();
        if (next.boxes > n) leavings.unshift({ ...next, boxes: next.boxes - n });
      }
      boxes -= n;
      stays.push({
        ...{ ...goods, boxes: n, came: { source: 'trip', id }, left: next?.proof ?? null },
        leftAt: next ? (next.at < cameAt ? cameAt : next.at) : null,
      });
    }
  }
  return stays;
}

/** When unnamed boxes of a bill left, and how many. */
function leavingsOf(
  trips: readonly Trip[],
  named: readonly Named[],
  gates: readonly Gate[],
  came: number,
): Leaving[] {
  const gone = Math.max(
    0,
    sumOf(trips, ({ went }) => went) - sumOf(named, ({ went }) => went),
    sumOf(named, ({ past }) => past),
  );
  let rest = Math.min(came, gone);
  const leavings: Leaving[] = [];
  const take = (boxes: number, at: string, proof: Proof) => {
    const n = Math.min(rest, boxes);
    if (n > 0) leavings.push({ at, boxes: n, proof });
    rest -= n;
  };
  for (const { id, went, leftAt } of trips) {
    const known = sumOf(
      named.filter(({ pickId }) => pickId === id),
      (row) => row.went,
    );
    if (leftAt !== null) take(went - known, leftAt, { source: 'trip', id });
  }
  // The rest went with the delivery of their bill.
  const [last] = trips.slice(-1);
  if (last && rest > 0)
    take(rest, last.goneAt ?? last.leftAt ?? last.cameAt, {
      source: 'trip',
      id: last.goneAt ? null : last.id,
    });
  // Boxes of a bill without box rows are collected as a number.
  rest = sumOf(named, ({ boxes }) => boxes) === 0 ? came - Math.min(came, gone) : 0;
  for (const { collectedAt, boxCount } of gates) take(boxCount, collectedAt, { source: 'trip', id: null });
  return leavings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Sums of goods at the ends of a period, and of those that came and left in it. */
export interface Balance {
  readonly opening: number;
  readonly came: number;
  readonly left: number;
  readonly closing: number;
}

/** A period: goods that came at its very beginning were there before, those at its end came in it. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** True if goods stood there at an instant. */
export const isThereAt = ({ cameAt, leftAt }: Stay, at: string): boolean =>
  cameAt <= at && (leftAt === null || leftAt > at);

/** Adds up stays over a period, by what is counted of each. Closing is opening and came, less left, by construction. */
export function balanceOf(
  stays: readonly Stay[],
  { from, to }: Period,
  counted: 'boxes' | 'parcels' | 'grams',
): Balance {
  const sums = { opening: 0, came: 0, left: 0, closing: 0 };
  for (const stay of stays) {
    const n = stay[counted];
    if (isThereAt(stay, from)) sums.opening += n;
    if (stay.cameAt > from && stay.cameAt <= to) sums.came += n;
    if (stay.leftAt !== null && stay.leftAt > from && stay.leftAt <= to) sums.left += n;
    if (isThereAt(stay, to)) sums.closing += n;
  }
  return sums;
}
