import type { Place, Spot } from '@contract/custody/place';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { idsIn } from './ranges';
import type { Stay } from './stay';
import { unnamedStays } from './unnamed';

/** The goods that are read: bills by a condition on `bill`, and the time from which they are needed. */
interface GoodsChoice {
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

/** A place of goods, and when they came there. */
interface Step {
  readonly spot: Spot;
  readonly at: string;
  readonly moveId: number;
}

const isSame = (a: Spot | undefined, b: Spot) => a?.place === b.place && a.id === b.id;

/** Bills whose goods stood in a warehouse at or after a time. */
function billsOf({ bills, from }: GoodsChoice): RawBuilder<number> {
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
export async function staysOf(read: Reader, chosen: GoodsChoice): Promise<Stay[]> {
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
  /** Place of each box after each move, including moves that were taken back later. */
  readonly #stood = new Map<number, { readonly moveId: number; readonly spot: Spot }[]>();
  readonly #boxes: ReadonlyMap<number, Box>;
  readonly #byNo: ReadonlyMap<string, Box>;

  constructor(moves: readonly Move[], boxes: readonly Box[]) {
    this.#boxes = new Map(boxes.map((box) => [box.id, box]));
    this.#byNo = new Map(boxes.map((box) => [`${box.billId} ${box.boxNo}`, box]));
    const undone = new Set<string>();
    for (const { reverses, members } of moves)
      if (reverses !== null) for (const id of idsIn(members)) undone.add(`${reverses} ${id}`);
    for (const move of moves) {
      if (move.unit === 'box') this.#note(move);
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

  #note({ id: moveId, members, toPlace: place, toId, home }: Move): void {
    const spot: Spot = { place, id: place === 'warehouse' ? (toId ?? home) : toId };
    for (const id of idsIn(members)) {
      const stood = this.#stood.get(id);
      if (stood) stood.push({ moveId, spot });
      else this.#stood.set(id, [{ moveId, spot }]);
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
      // A parcel whose box stood at the place then is with its box again, even if the box never should have been there.
      else {
        const stood = this.#stood.get(boxId ?? 0)?.findLast(({ moveId }) => moveId < step.moveId);
        alone = boxId !== null && isSame(stood?.spot, step.spot) ? undefined : step.spot;
      }
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
