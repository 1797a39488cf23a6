import type { ProofKind } from '@contract/custody/custody';
import type { Place, Spot } from '@contract/custody/place';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../core/context';
import { listed } from '../../store/dialect';
import { insertRows } from '../../store/insertRows';
import type { Reader, Writer } from '../../store/open';
import { idsIn, rangesOf } from './ranges';

/** Time and proof of a move. */
export interface Move {
  /** Time of the move as stated. */
  readonly at: string;
  readonly proof: ProofKind;
  readonly proofId?: number | null;
  readonly proofText?: string | null;
  readonly remark?: string | null;
}

/** A box or parcel and its present place. */
interface Standing {
  readonly id: number;
  readonly billId: number;
  readonly place: Place;
  readonly placeId: number | null;
}

type Unit = 'box' | 'parcel';

const spotKey = ({ place, id }: Spot) => `${place} ${id}`;
const spotOf = ({ place, placeId }: Standing): Spot => ({ place, id: placeId });
const idsOf = (goods: readonly Standing[]): number[] => goods.map(({ id }) => id);

/** Writes a line of the ledger for the goods of each bill that moved from one place to another. */
async function record<G extends Standing>(
  { write, caller, now }: Pick<Context, 'write' | 'caller' | 'now'>,
  unit: Unit,
  goods: readonly G[],
  to: (one: G) => Spot,
  { move, reverses }: { readonly move: Move; readonly reverses?: (one: G) => number | null },
): Promise<void> {
  const groups = Map.groupBy(goods, (one) =>
    [one.billId, spotKey(spotOf(one)), spotKey(to(one)), reverses?.(one) ?? null].join(' '),
  );
  const rows = [...groups.values()].flatMap((set) => {
    const [first] = set;
    if (!first) return [];
    const { at, proof, proofId = null, proofText = null, remark = null } = move;
    const target = to(first);
    return {
      ...{ billId: first.billId, at, recordedAt: now, recordedBy: caller.id, unit },
      ...{ fromPlace: first.place, fromId: first.placeId, toPlace: target.place, toId: target.id },
      ...{ quantity: set.length, members: rangesOf(idsOf(set)) },
      ...{ proof, proofId, proofText, reverses: reverses?.(first) ?? null, remark },
    };
  });
  await insertRows(write, 'custodyMove', rows);
}

/** Times of the way in and out of the warehouse that boxes get at a place; other places leave them as they are. */
function timesAt(place: Place, at: string, callerId: number) {
  const [time, who] = [sql`${at}`, sql`${callerId}`];
  const first = (column: string, value: RawBuilder<unknown>) => sql`coalesce(${sql.ref(column)}, ${value})`;
  if (place === 'announced')
    return sql`, inboundAt = null, inboundBy = null, outboundAt = null, outboundBy = null`;
  if (place === 'warehouse')
    return sql`, inboundAt = ${first('inboundAt', time)}, inboundBy = ${first('inboundBy', who)},
      outboundAt = null, outboundBy = null`;
  if (place === 'truck' || place === 'collected')
    return sql`, outboundAt = ${first('outboundAt', time)}, outboundBy = ${first('outboundBy', who)}`;
  return sql``;
}

/** Writes the place of boxes, and the times of their way in and out that follow from it. */
async function writePlace(
  { write, caller }: Pick<Context, 'write' | 'caller'>,
  boxIds: readonly number[],
  { place: name, id }: Spot,
  at: string,
): Promise<void> {
  await sql`
    update box set place = ${name}, placeId = ${id}, placedAt = ${at} ${timesAt(name, at, caller.id)}
    where id in ${listed(boxIds)}`.execute(write);
}

const boxesIn = (read: Reader, boxIds: readonly number[]): Promise<Standing[]> =>
  read
    .selectFrom('box')
    .select(['id', 'billId', 'place', 'placeId'])
    .where('id', 'in', listed(boxIds))
    .orderBy('id')
    .execute();

/**
 * Moves boxes to a place; the parcels in them go along. Boxes that stand there already are left out. The caller asks
 * `mayMove` before, and refreshes boxes and bill afterwards.
 */
export async function moveBoxes(
  context: Pick<Context, 'write' | 'caller' | 'now'>,
  boxIds: readonly number[],
  to: Spot,
  move: Move,
): Promise<void> {
  if (boxIds.length === 0) return;
  const goods = (await boxesIn(context.write, boxIds)).filter((box) => spotKey(spotOf(box)) !== spotKey(to));
  if (goods.length === 0) return;
  await record(context, 'box', goods, () => to, { move });
  await writePlace(context, idsOf(goods), to, move.at);
}

/** For each box or parcel, the latest move to its present place. */
async function lastMoves(
  read: Reader,
  goods: readonly Standing[],
  unit: Unit = 'box',
): Promise<ReadonlyMap<number, { readonly id: number; readonly from: Spot }>> {
  const places = [...new Set(goods.map((box) => box.place))];
  const rows = await read
    .selectFrom('custodyMove')
    .select(['id', 'fromPlace', 'fromId', 'toPlace', 'toId', 'members'])
    .where('billId', 'in', listed([...new Set(goods.map(({ billId }) => billId))]))
    .where('unit', '=', unit)
    .where('toPlace', 'in', places)
    // A move that took another one back did not bring anything there.
    .where('reverses', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const open = new Map(goods.map((box) => [box.id, box]));
  const found = new Map<number, { readonly id: number; readonly from: Spot }>();
  for (const { id, fromPlace, fromId, toPlace, toId, members } of rows) {
    if (open.size === 0) break;
    for (const boxId of idsIn(members)) {
      const box = open.get(boxId);
      if (!box || spotKey(spotOf(box)) !== spotKey({ place: toPlace, id: toId })) continue;
      open.delete(boxId);
      found.set(boxId, { id, from: { place: fromPlace, id: fromId } });
    }
  }
  return found;
}

/**
 * Takes back the move that brought boxes to the place where they stand: they stand where they stood before. Boxes that
 * are elsewhere by now, or whose way is unknown, stay.
 */
export async function moveBack(
  context: Pick<Context, 'write' | 'caller' | 'now'>,
  boxIds: readonly number[],
  from: Place | readonly Place[],
  move: Move,
): Promise<void> {
  if (boxIds.length === 0) return;
  const places: readonly Place[] = typeof from === 'string' ? [from] : from;
  const goods = (await boxesIn(context.write, boxIds)).filter((box) => places.includes(box.place));
  const last = await lastMoves(context.write, goods);
  const back = goods.filter(({ id }) => last.has(id));
  if (back.length === 0) return;
  const before = (box: Standing) => last.get(box.id)?.from ?? spotOf(box);
  await record(context, 'box', back, before, { move, reverses: ({ id }) => last.get(id)?.id ?? null });
  for (const set of Map.groupBy(back, (box) => spotKey(before(box))).values()) {
    const [first] = set;
    if (first) await writePlace(context, idsOf(set), before(first), move.at);
  }
}

/** Returns the previous place of a box; undefined if the ledger does not tell. */
export async function cameFrom(read: Reader, boxId: number): Promise<Place | undefined> {
  const last = await lastMoves(read, await boxesIn(read, [boxId]));
  return last.get(boxId)?.from.place;
}

/** Returns time and person of the moves of a box to a place that were not taken back, the last one first. */
export async function movesTo(
  read: Reader,
  { id, billId }: Pick<Standing, 'id' | 'billId'>,
  place: Place,
): Promise<{ readonly at: string; readonly recordedBy: number | null }[]> {
  const rows = await read
    .selectFrom('custodyMove')
    .select(['id', 'at', 'recordedBy', 'toPlace', 'reverses', 'members'])
    .where('billId', '=', billId)
    .where('unit', '=', 'box')
    .orderBy('id', 'desc')
    .execute();
  const own = rows.filter(({ members }) => new Set(idsIn(members)).has(id));
  const undone = new Set(own.map(({ reverses }) => reverses));
  return own.filter((move) => move.toPlace === place && move.reverses === null && !undone.has(move.id));
}

/** `box`: with its box. */
type ParcelSpot = Spot | 'box';

/**
 * Moves parcels out of their boxes to a place of their own, or back to their boxes. A parcel whose box stands at the
 * place is with its box; one in no box stands in the warehouse.
 */
export async function placeParcels(
  context: Pick<Context, 'write' | 'caller' | 'now'>,
  ids: RawBuilder<unknown>,
  to: ParcelSpot,
  move: Move,
): Promise<void> {
  const { write } = context;
  const { rows } = await sql<
    Standing & { readonly boxPlace: Place; readonly boxPlaceId: number | null; own: number; loose: number }
  >`
    select parcel.id, parcel.billId, coalesce(parcel.place, box.place) as place,
      case when parcel.place is null then box.placeId else parcel.placeId end as placeId,
      coalesce(box.place, 'warehouse') as boxPlace,
      case when box.id is null then bill.warehouseId else box.placeId end as boxPlaceId,
      case when parcel.place is null then 0 else 1 end as own, box.id is null as loose
    from parcel join bill on bill.id = parcel.billId left join box on box.id = parcel.boxId where parcel.id in ${ids} order by parcel.id`.execute(
    write,
  );
  const target = (one: (typeof rows)[number]): Spot =>
    to === 'box' ? { place: one.boxPlace, id: one.boxPlaceId } : to;
  const isInBox = (one: (typeof rows)[number]) =>
    one.loose === 0 && (to === 'box' || one.boxPlace === to.place);
  const moved = rows.filter((one) =>
    isInBox(one) ? one.own === 1 : spotKey(spotOf(one)) !== spotKey(target(one)),
  );
  if (moved.length === 0) return;
  await record(context, 'parcel', moved, target, { move });
  const inBox = moved.filter(isInBox);
  await writeOwnPlace(write, idsOf(inBox), null, move.at);
  // Parcels in no box go to the warehouses of their bills.
  const out = moved.filter((one) => !isInBox(one));
  for (const set of Map.groupBy(out, (one) => spotKey(target(one))).values()) {
    const [first] = set;
    if (first) await writeOwnPlace(write, idsOf(set), target(first), move.at);
  }
}

/** Writes the place of parcels that are not with their boxes; null for those that are. */
async function writeOwnPlace(
  write: Writer,
  ids: readonly number[],
  spot: Spot | null,
  at: string,
): Promise<void> {
  if (ids.length === 0) return;
  await write
    .updateTable('parcel')
    .set({ place: spot?.place ?? null, placeId: spot?.id ?? null, placedAt: spot && at })
    .where('id', 'in', listed(ids))
    .execute();
}

/**
 * Records that parcels in the warehouse stand in no box any more, or are in one again. A parcel in no box has a place of
 * its own; one in a box is where its box is, and its move out of a box is taken back.
 */
export async function moveLoose(
  context: Pick<Context, 'write' | 'caller' | 'now'>,
  ids: readonly number[],
  spot: Spot | null,
  move: Move,
): Promise<void> {
  const { write } = context;
  const rows = await write
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
    .select(['parcel.id', 'parcel.billId', 'parcel.place', 'parcel.placeId'])
    .select(['box.place as boxPlace', 'box.placeId as boxPlaceId'])
    .where('parcel.id', 'in', listed(ids))
    .orderBy('parcel.id')
    .execute();
  const moved = rows.filter(({ place }) => (place === null) === (spot !== null));
  const goods = moved.map(({ id, billId, place, placeId, boxPlace, boxPlaceId }): Standing => {
    const at = place === null ? { place: boxPlace, placeId: boxPlaceId } : { place, placeId };
    return { id, billId, place: at.place ?? 'warehouse', placeId: at.placeId };
  });
  const out = spot === null ? await lastMoves(write, goods, 'parcel') : undefined;
  await record(context, 'parcel', goods, (one) => spot ?? spotOf(one), {
    move,
    ...(out ? { reverses: ({ id }: Standing) => out.get(id)?.id ?? null } : {}),
  });
  await writeOwnPlace(write, idsOf(goods), spot, move.at);
}

/** Forgets the moves of goods that are deleted: a surplus box whose scan was undone never was here. */
export async function forgetBox(write: Writer, billId: number, boxId: number): Promise<void> {
  await write
    .deleteFrom('custodyMove')
    .where('billId', '=', billId)
    .where('unit', '=', 'box')
    .where('members', '=', rangesOf([boxId]))
    .execute();
}
