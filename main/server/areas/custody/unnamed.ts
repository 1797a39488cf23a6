import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../store/open';
import { type NamedCounts, namedCounts, unnamedOf } from './counted';
import type { Proof, Stay } from './stay';

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

interface NamedBoxes extends NamedCounts {
  readonly billId: number;
  readonly pickId: number | null;
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
    staysOf(own, named.get(billId) ?? [], gates.get(billId) ?? []),
  );
}

async function namedBoxes(
  read: Reader,
  bills: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<number, readonly NamedBoxes[]>> {
  const { rows } = await sql<NamedBoxes>`
    select box.billId, box.pickId, ${namedCounts}
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
function staysOf(trips: readonly Trip[], named: readonly NamedBoxes[], gates: readonly Gate[]): Stay[] {
  const total = {
    ...{ all: sumOf(named, ({ all }) => all), came: sumOf(named, (row) => row.came) },
    ...{ left: sumOf(named, (row) => row.left), past: sumOf(named, ({ past }) => past) },
  };
  const counted = {
    inbound: sumOf(trips, (trip) => trip.came),
    outbound: sumOf(trips, ({ went }) => went),
    collected: sumOf(gates, ({ boxCount }) => boxCount),
  };
  const { here, away, collected } = unnamedOf(counted, total);
  // Boxes that were delivered without a scan came and left as well.
  const gone = away + Math.min(total.past, Math.max(0, counted.inbound - total.came));
  const came = here + gone + collected;
  if (came === 0) return [];
  const leavings = leavingsOf(trips, named, gates, { gone, collected });
  let left = came;
  const stays: Stay[] = [];
  for (const { id, billId, warehouseId, cameAt, came: ofTrip } of trips) {
    const known = sumOf(
      named.filter(({ pickId }) => pickId === id),
      (row) => row.came,
    );
    let boxes = Math.min(left, Math.max(0, ofTrip - known));
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
  named: readonly NamedBoxes[],
  gates: readonly Gate[],
  { gone, collected }: { readonly gone: number; readonly collected: number },
): Leaving[] {
  let rest = gone;
  const leavings: Leaving[] = [];
  const take = (boxes: number, at: string, proof: Proof) => {
    const n = Math.min(rest, boxes);
    if (n > 0) leavings.push({ at, boxes: n, proof });
    rest -= n;
  };
  for (const { id, went, leftAt } of trips) {
    const known = sumOf(
      named.filter(({ pickId }) => pickId === id),
      (row) => row.left,
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
  rest = collected;
  for (const { collectedAt, boxCount } of gates) take(boxCount, collectedAt, { source: 'trip', id: null });
  return leavings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
