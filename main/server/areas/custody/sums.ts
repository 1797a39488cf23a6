import type { Bill } from '@contract/bill/bill';
import type { Stop } from '@contract/custody/custody';
import { type Place, places, type Spot } from '@contract/custody/place';
import { sql } from 'kysely';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { type NamedCounts, namedCounts, unnamedOf } from './counted';

const keyOf = ({ place, id }: Spot) => `${place} ${id}`;

/** Goods at a place while they are summed. */
export interface Counts {
  boxes: number;
  parcels: number;
  held: number;
  unnamed: number;
  since: string | null;
}

/** Goods by place. */
export class PlaceSums {
  readonly #at = new Map<string, { readonly spot: Spot; readonly counts: Counts }>();

  at(spot: Spot): Counts {
    const found = this.#at.get(keyOf(spot));
    if (found) return found.counts;
    const counts = { boxes: 0, parcels: 0, held: 0, unnamed: 0, since: null };
    this.#at.set(keyOf(spot), { spot, counts });
    return counts;
  }

  /** The places with goods, in the order of the journey. */
  get full(): { readonly spot: Spot; readonly counts: Counts }[] {
    return [...this.#at.values()]
      .filter(({ counts }) => counts.boxes + counts.parcels + counts.unnamed > 0)
      .sort(
        (a, b) =>
          places[a.spot.place].rank - places[b.spot.place].rank || (a.spot.id ?? 0) - (b.spot.id ?? 0),
      );
  }

  /** Adds the sums of another bill; `spotOf` names the place at which they are counted. */
  add(other: PlaceSums, spotOf: (spot: Spot) => Spot): void {
    for (const { spot, counts } of other.full) {
      const own = this.at(spotOf(spot));
      own.boxes += counts.boxes;
      own.parcels += counts.parcels;
      own.held += counts.held;
      own.unnamed += counts.unnamed;
      if (counts.since !== null && (own.since === null || counts.since < own.since)) own.since = counts.since;
    }
  }

  /** The places with goods as the contract has them, with their names. */
  async stops(read: Reader): Promise<Stop[]> {
    const { full } = this;
    const nameOf = await spotNames(
      read,
      full.map(({ spot }) => spot),
    );
    return full.map(({ spot, counts }) => ({
      ...{ place: spot.place, placeId: spot.id, name: nameOf(spot) },
      ...counts,
    }));
  }
}

/** Names of places: of the warehouse, or the number of the truck's note. */
export async function spotNames(
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

/** Fields of a bill that its sums are compared with. */
export type SummedBill = Pick<
  Bill,
  'id' | 'boxCount' | 'inboundBoxes' | 'outboundBoxes' | 'warehouseId' | 'tatAt' | 'podAt'
>;

/** Where the goods of a bill are. The boxes at all places are those announced, the surplus and those packed here. */
export interface BillSums {
  readonly sums: PlaceSums;
  /** Boxes that came in, whatever became of them. */
  readonly received: number;
  /** Boxes beyond the announced number. */
  readonly surplus: number;
  /** Boxes that the warehouse packed itself. */
  readonly repacked: number;
}

/** Boxes of a bill with names. */
interface NamedBoxes extends NamedCounts {
  readonly repacked: number;
}

/**
 * Sums the goods of bills by place, from their boxes and the few parcels outside of theirs: the parcels in boxes are
 * counted by an index alone.
 */
export async function sumsOf(
  read: Reader,
  bills: readonly SummedBill[],
): Promise<ReadonlyMap<number, BillSums>> {
  const sums = new Map(bills.map(({ id }) => [id, new PlaceSums()]));
  const at = (billId: number, place: Place, id: number | null) =>
    (sums.get(billId) ?? new PlaceSums()).at({ place, id });
  const ids = bills.map(({ id }) => id);
  const named = await sumBoxes(read, ids, at);
  await sumParcels(read, ids, at);
  const gate = await collectedByCount(read, ids);
  return new Map(
    bills.map((bill) => {
      const own = sums.get(bill.id) ?? new PlaceSums();
      const of = named.get(bill.id) ?? { all: 0, repacked: 0, came: 0, left: 0, past: 0 };
      const counted = addUnnamed(bill, own, of, gate.get(bill.id) ?? 0);
      return [bill.id, { ...counted, sums: own, repacked: of.repacked }];
    }),
  );
}

type At = (billId: number, place: Place, id: number | null) => Counts;

async function sumBoxes(read: Reader, billIds: readonly number[], at: At): Promise<Map<number, NamedBoxes>> {
  const { rows } = await sql<
    NamedBoxes & {
      billId: number;
      place: Place;
      placeId: number | null;
      parcels: number;
      since: string | null;
    }
  >`
    select billId, place, placeId, ${namedCounts}, min(placedAt) as since, sum(repacked) as repacked,
      sum((select count(*) from parcel where parcel.boxId = box.id)) as parcels
    from box where billId in ${listed(billIds)} group by billId, place, placeId`.execute(read);
  const named = new Map<number, NamedBoxes>();
  for (const { billId, place, placeId, parcels, since, ...row } of rows) {
    Object.assign(at(billId, place, placeId), { boxes: row.all, parcels, since });
    const before = named.get(billId) ?? { all: 0, repacked: 0, came: 0, left: 0, past: 0 };
    named.set(billId, {
      ...{ all: before.all + row.all, repacked: before.repacked + row.repacked },
      ...{ came: before.came + row.came, left: before.left + row.left, past: before.past + row.past },
    });
  }
  return named;
}

/** Counts parcels outside of their boxes where they are, and those held. */
async function sumParcels(read: Reader, billIds: readonly number[], at: At): Promise<void> {
  const { rows: own } = await sql<{
    billId: number;
    place: Place;
    placeId: number | null;
    boxPlace: Place | null;
    boxPlaceId: number | null;
    n: number;
  }>`
    select parcel.billId, parcel.place, parcel.placeId, box.place as boxPlace, box.placeId as boxPlaceId, count(*) as n
    from parcel left join box on box.id = parcel.boxId
    where parcel.billId in ${listed(billIds)} and parcel.place is not null group by 1, 2, 3, 4, 5`.execute(
    read,
  );
  for (const { billId, place, placeId, boxPlace, boxPlaceId, n } of own) {
    at(billId, place, placeId).parcels += n;
    if (boxPlace !== null) at(billId, boxPlace, boxPlaceId).parcels -= n;
  }
  const { rows: held } = await sql<{ billId: number; place: Place; placeId: number | null; n: number }>`
    select parcel.billId, coalesce(parcel.place, box.place) as place,
      case when parcel.place is null then box.placeId else parcel.placeId end as placeId, count(*) as n
    from parcel left join box on box.id = parcel.boxId
    where parcel.billId in ${listed(billIds)} and parcel.state in ('held', 'abnormal')
      and (parcel.state = 'held' or parcel.previousState = 'held')
    group by 1, 2, 3`.execute(read);
  for (const { billId, place, placeId, n } of held) at(billId, place, placeId).held += n;
}

/** Boxes collected at the gate, by bill. */
async function collectedByCount(
  read: Reader,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await read
    .selectFrom('collection')
    .select((of) => ['billId', of.fn.sum<number>('boxCount').as('n')])
    .where('billId', 'in', listed(billIds))
    .groupBy('billId')
    .execute();
  return new Map(rows.map(({ billId, n }) => [billId, n]));
}

/**
 * Adds boxes that trips counted without scanning them: they have no names, so that no box can be said to be there. They
 * are taken off the announced ones. Announced boxes that no file names are added as well.
 */
function addUnnamed(
  bill: SummedBill,
  sums: PlaceSums,
  named: NamedBoxes,
  gate: number,
): Pick<BillSums, 'received' | 'surplus'> {
  const counted = { inbound: bill.inboundBoxes, outbound: bill.outboundBoxes, collected: gate };
  const { here, away: outUnnamed, collected } = unnamedOf(counted, named);
  const inUnnamed = here + outUnnamed + collected;
  const inStock: Spot = { place: 'warehouse', id: bill.warehouseId };
  const away: Spot = { place: bill.podAt ? 'delivered' : bill.tatAt ? 'hub' : 'truck', id: null };
  sums.at(inStock).unnamed = here;
  sums.at(away).unnamed = outUnnamed;
  sums.at({ place: 'collected', id: null }).unnamed = collected;
  const announced = sums.at({ place: 'announced', id: null });
  announced.boxes = Math.max(0, announced.boxes - inUnnamed);
  if (announced.boxes === 0 && inUnnamed > 0 && (outUnnamed === 0 || outUnnamed === inUnnamed)) {
    // Where all boxes were counted at one place, their parcels can only be there.
    const there = sums.at(outUnnamed === 0 ? inStock : away);
    there.parcels += announced.parcels;
    there.held += announced.held;
    announced.parcels = 0;
    announced.held = 0;
  }
  const total = () => sums.full.reduce((sum, { counts }) => sum + counts.boxes + counts.unnamed, 0);
  announced.unnamed = Math.max(0, bill.boxCount + named.repacked - total());
  return {
    received: inUnnamed + named.came + named.past,
    surplus: total() - named.repacked - bill.boxCount,
  };
}
