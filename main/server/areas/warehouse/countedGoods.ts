import type { Place } from '@contract/custody/place';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';
import { idsIn } from '../custody/ranges';

type Unit = 'box' | 'parcel';

/** A count, as far as its goods depend on it. */
export interface CountFacts {
  readonly id: number;
  readonly warehouseId: number;
  /** The last line of the ledger when it began: later ones were written while it ran. */
  readonly lastMoveId: number;
}

/** A box or a loose parcel, with its place in the ledger. */
export interface Goods {
  readonly unit: Unit;
  readonly id: number;
  readonly number: string;
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly palletNo: string | null;
  readonly place: Place;
  readonly placeId: number | null;
}

/** A number that was scanned; `goodsId` is null if nothing has it. */
export interface CountScan {
  readonly unit: Unit;
  readonly goodsId: number | null;
  readonly number: string;
  /** 1 if the ledger had it in the warehouse then. */
  readonly expected: number;
  readonly lastMoveId: number;
}

/** How far a count is, and what differs. */
export interface Comparison {
  readonly expected: readonly Goods[];
  readonly missing: readonly Goods[];
  readonly extra: readonly Goods[];
  readonly unknown: readonly string[];
  /** How many of the expected goods were scanned. */
  readonly counted: number;
}

export const keyOf = ({ unit, id }: Pick<Goods, 'unit' | 'id'>): string => `${unit} ${id}`;
const unitOf = (key: string): Pick<Goods, 'unit' | 'id'> => ({
  unit: key.startsWith('box') ? 'box' : 'parcel',
  id: Number(key.split(' ')[1]),
});

const boxColumns = sql`'box' as unit, box.id, box.boxNo as number, box.billId, bill.billNo, bill.batchNo,
  pallet.palletNo, box.place, case when box.place = 'warehouse' then coalesce(box.placeId, bill.warehouseId)
    else box.placeId end as placeId
  from box join bill on bill.id = box.billId left join pallet on pallet.id = box.palletId`;
const parcelColumns = sql`'parcel' as unit, parcel.id, parcel.trackingNo as number, parcel.billId, bill.billNo,
  bill.batchNo, null as palletNo, coalesce(parcel.place, box.place, 'announced') as place,
  case when coalesce(parcel.place, box.place) = 'warehouse'
    then coalesce(case when parcel.place is null then box.placeId else parcel.placeId end, bill.warehouseId)
    else case when parcel.place is null then box.placeId else parcel.placeId end end as placeId
  from parcel join bill on bill.id = parcel.billId left join box on box.id = parcel.boxId`;
const isKnown = sql`bill.removedAt is null and bill.archived in (0, 1)`;

/** Boxes, and parcels in no box, that the ledger has in a warehouse now. */
export async function goodsIn(read: Reader, warehouseId: number): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select * from (
      select ${boxColumns} where box.place = 'warehouse' and ${isKnown}
      union all select ${parcelColumns} where parcel.place = 'warehouse' and ${isKnown}
    ) as lying where placeId = ${warehouseId} order by billId, unit, number`.execute(read);
  return rows;
}

/** Boxes and parcels by their ids; those that are gone are left out. */
export async function goodsNamed(
  read: Reader,
  ids: readonly { readonly unit: Unit; readonly id: number }[],
): Promise<ReadonlyMap<string, Goods>> {
  const of = (unit: Unit) =>
    sql`(select cast(value as integer) from json_each(${JSON.stringify(
      ids.flatMap((one) => (one.unit === unit ? one.id : [])),
    )}))`;
  const { rows } = await sql<Goods>`
    select ${boxColumns} where box.id in ${of('box')}
    union all select ${parcelColumns} where parcel.id in ${of('parcel')}`.execute(read);
  return new Map(rows.map((goods) => [keyOf(goods), goods]));
}

/** Progress of a count in numbers. */
export interface CountNumbers {
  readonly expected: number;
  readonly counted: number;
  readonly missing: number;
  readonly extra: number;
  readonly unknown: number;
}

const isHere = ({ place, placeId }: Pick<Goods, 'place' | 'placeId'>, { warehouseId }: CountFacts): boolean =>
  place === 'warehouse' && placeId === warehouseId;

/** Number of boxes, and of parcels in no box, in a warehouse. */
async function numberIn(read: Reader, warehouseId: number): Promise<number> {
  const at = (
    table: 'box' | 'parcel',
  ) => sql`select count(*) from ${sql.table(table)} join bill on bill.id = billId
    where ${sql.ref(`${table}.place`)} = 'warehouse' and ${isKnown}
      and coalesce(${sql.ref(`${table}.placeId`)}, bill.warehouseId) = ${warehouseId}`;
  const { rows } = await sql<{ n: number }>`select (${at('box')}) + (${at('parcel')}) as n`.execute(read);
  return Number(rows[0]?.n ?? 0);
}

/**
 * The numbers of {@link compare}, for the answer to each scan: from sums, the scans of the count, and the few goods that
 * moved while it ran, without reading the goods of the warehouse.
 */
export async function numbersOf(
  read: Reader,
  count: CountFacts,
  scans: readonly CountScan[],
): Promise<CountNumbers> {
  const moved = await movedSince(read, count.lastMoveId);
  const named = scans.flatMap((scan) => (scan.goodsId === null ? [] : { ...scan, id: scan.goodsId }));
  const scanned = new Set(named.map(keyOf));
  const arrived = [...moved.keys()].filter((key) => !scanned.has(key)).map(unitOf);
  const goods = await goodsNamed(read, [...named, ...arrived]);
  // Goods that came in while the count ran need no scan.
  const late = arrived.filter((one) => {
    const found = goods.get(keyOf(one));
    return found && isHere(found, count);
  }).length;
  const numbers = { counted: 0, extra: 0, unknown: scans.length - named.length };
  for (const scan of named) {
    const found = goods.get(keyOf(scan));
    if (!found) numbers.unknown += 1;
    else if (isHere(found, count)) numbers.counted += 1;
    else if (isExtra(scan, moved.get(keyOf(scan)))) numbers.extra += 1;
  }
  const expected = (await numberIn(read, count.warehouseId)) - late;
  return { ...numbers, expected, missing: expected - numbers.counted };
}

/** True for goods that are not in the warehouse, but were scanned there; a move recorded later explains it. */
const isExtra = ({ expected, lastMoveId }: CountScan, movedAt = 0): boolean =>
  expected === 0 && movedAt <= lastMoveId;

/** The last line of the ledger. */
export async function lastMove(read: Reader): Promise<number> {
  const row = await read
    .selectFrom('custodyMove')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The last move of each box and parcel that moved after a line of the ledger. */
async function movedSince(read: Reader, lineId: number): Promise<ReadonlyMap<string, number>> {
  const moves = await read
    .selectFrom('custodyMove')
    .select(['id', 'unit', 'members'])
    .where('id', '>', lineId)
    .orderBy('id')
    .execute();
  const moved = new Map<string, number>();
  for (const { id: line, unit, members } of moves)
    for (const id of idsIn(members)) moved.set(keyOf({ unit, id }), line);
  return moved;
}

/**
 * Compares what was scanned with the ledger. Goods that moved while the count ran are no difference: those that came in
 * after its start need no scan, and those that left after their scan were there.
 */
export async function compare(
  read: Reader,
  count: CountFacts,
  scans: readonly CountScan[],
): Promise<Comparison> {
  const moved = await movedSince(read, count.lastMoveId);
  const scanned = new Map(
    scans.flatMap((scan) =>
      scan.goodsId === null ? [] : [[keyOf({ unit: scan.unit, id: scan.goodsId }), scan] as const],
    ),
  );
  const here = await goodsIn(read, count.warehouseId);
  const expected = here.filter((goods) => scanned.has(keyOf(goods)) || !moved.has(keyOf(goods)));
  const known = await goodsNamed(
    read,
    [...scanned.values()].map(({ unit, goodsId }) => ({ unit, id: goodsId ?? 0 })),
  );
  const extra = [...scanned].flatMap(([key, scan]) => {
    const goods = known.get(key);
    return goods && !isHere(goods, count) && isExtra(scan, moved.get(key)) ? [goods] : [];
  });
  const gone = [...scanned].flatMap(([key, { number }]) => (known.has(key) ? [] : [number]));
  const unnamed = scans.flatMap(({ goodsId, number }) => (goodsId === null ? number : []));
  const missing = expected.filter((goods) => !scanned.has(keyOf(goods)));
  return {
    expected,
    missing,
    extra,
    unknown: [...unnamed, ...gone],
    counted: expected.length - missing.length,
  };
}
