import type { Bill } from '@contract/bill/bill';
import type { Place } from '@contract/custody/place';
import { type Problem, problem } from '@contract/errors';
import { permit } from '@contract/permissions';
import { type BoxChain, type ChainLink, chainProblem } from '@contract/rules/boxChain';
import { type BlockedBox, type Hindrance, hindranceOf } from '@contract/rules/custody';
import { type Leg, legMachines, type PickView, pickRow } from '@contract/warehouse/pick';
import type { Context } from '../../core/context';
import { itself, record } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader, Writer } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { holds } from '../access/holds';
import { readBill } from '../bill/billFacts';
import { goodsOf } from './goods';

export const pickCodec = codecOf(pickRow);

/** Facts about a bill's parcels and boxes that affect its trips. */
interface Cargo {
  /** Existing photos of the bill, and of each trip's boxes. */
  readonly photos: ReadonlySet<string>;
  readonly boxPhotos: ReadonlyMap<number, readonly string[]>;
  readonly waiting: ReadonlyMap<number | null, number>;
  readonly anyParcels: boolean;
  /** Boxes that may not leave. */
  readonly blocked: readonly {
    id: number;
    boxNo: string;
    pickId: number | null;
    place: Place;
    why: Hindrance;
  }[];
  readonly destinationless: boolean;
  readonly declared: boolean;
  readonly pmcs: ReadonlyMap<number | null, number>;
  readonly photoRequired: boolean;
}

async function cargoOf(read: Reader, bill: Bill): Promise<Cargo> {
  const [photos, photographed, waiting, stopped, destinationless, batch, pmcs, customer, parcel] =
    await Promise.all([
      read
        .selectFrom('attachment')
        .select('id')
        .where('billId', '=', bill.id)
        .where('category', '=', 'photo')
        .execute(),
      read
        .selectFrom('box')
        .select(['pickId', 'photos'])
        .where('billId', '=', bill.id)
        .where('photos', '!=', '[]')
        .execute(),
      read
        .selectFrom('parcel')
        .leftJoin('box', 'box.id', 'parcel.boxId')
        .select((n) => ['box.pickId', n.fn.countAll<number>().as('n')])
        .where('parcel.billId', '=', bill.id)
        .where('parcel.state', 'in', ['clearance', 'held'])
        .groupBy('box.pickId')
        .execute(),
      read
        .selectFrom('parcel')
        .innerJoin('box', 'box.id', 'parcel.boxId')
        .select(['box.id', 'box.boxNo', 'box.pickId', 'box.place'])
        .distinct()
        .where('parcel.billId', '=', bill.id)
        .where('parcel.state', 'in', ['held', 'failed', 'abnormal'])
        .orderBy('box.boxNo')
        .execute(),
      read
        .selectFrom('box')
        .select('id')
        .where('billId', '=', bill.id)
        .where('destinationCode', 'is not', null)
        .limit(1)
        .executeTakeFirst(),
      read
        .selectFrom('batch')
        .select('id')
        .where('billId', '=', bill.id)
        .where('status', '!=', 'prepared')
        .limit(1)
        .executeTakeFirst(),
      read
        .selectFrom('pmc')
        .select((n) => ['pickId', n.fn.countAll<number>().as('n')])
        .where('billId', '=', bill.id)
        .groupBy('pickId')
        .execute(),
      read
        .selectFrom('customer')
        .select('photoRequired')
        .where('id', '=', bill.customerId)
        .executeTakeFirst(),
      read.selectFrom('parcel').select('id').where('billId', '=', bill.id).limit(1).executeTakeFirst(),
    ]);
  const goods = await goodsOf(read, { boxIds: stopped.map(({ id }) => id) });
  const boxPhotos = new Map<number, string[]>();
  for (const { pickId, photos: own } of photographed) {
    if (pickId !== null) boxPhotos.set(pickId, [...(boxPhotos.get(pickId) ?? []), ...storedTexts(own)]);
  }
  return {
    photos: new Set(photos.map(({ id }) => id)),
    boxPhotos,
    waiting: new Map(waiting.map(({ pickId, n }) => [pickId, n])),
    anyParcels: parcel !== undefined,
    blocked: stopped.flatMap((box) => {
      const own = goods.get(box.id);
      const why = own && hindranceOf(own);
      return why ? [{ ...box, why }] : [];
    }),
    destinationless: bill.destinationId === null && destinationless === undefined,
    declared: bill.declaredAt !== null || batch !== undefined,
    pmcs: new Map(pmcs.map(({ pickId, n }) => [pickId, n])),
    photoRequired: customer?.photoRequired === 1,
  };
}

/** The trips of a bill with the facts for their rules. */
export async function viewsOf(read: Reader, bill: Bill, now: string): Promise<PickView[]> {
  const [rows, cargo] = await Promise.all([
    read.selectFrom('pick').selectAll().where('billId', '=', bill.id).orderBy('id').execute(),
    cargoOf(read, bill),
  ]);
  const counted = bill.parcelsClearance + bill.parcelsFree + bill.parcelsHeld + bill.parcelsFailed;
  const parcels = counted + bill.parcelsAbnormal + bill.parcelsCompleted;
  const cleared = bill.clearanceStatus === 'success' || bill.clearanceStatus === 'handover';
  return rows.map((row): PickView => {
    const { inboundPhotos, ...columns } = row;
    const pick = pickCodec.decode(columns);
    const photos = [...storedTexts(inboundPhotos), ...(cargo.boxPhotos.get(pick.id) ?? [])];
    return {
      ...pick,
      asOf: now,
      billStage: bill.stage,
      billArchived: bill.archived,
      billDelivered: bill.podAt !== null,
      declared: cargo.declared,
      destinationKnown: !cargo.destinationless,
      photoRequired: cargo.photoRequired,
      photos: new Set(photos.filter((id) => cargo.photos.has(id))).size,
      freeParcels: parcels > 0 ? bill.parcelsFree + bill.parcelsCompleted : cleared ? 1 : 0,
      openParcels: cargo.anyParcels
        ? (cargo.waiting.get(pick.id) ?? 0) + (cargo.waiting.get(null) ?? 0)
        : bill.parcelsClearance + bill.parcelsHeld,
      ...keptOf(pick, cargo),
      pmcCount: cargo.pmcs.get(pick.id) ?? 0,
    };
  });
}

/** A blocked box that is loaded, or one that must stay although the outbound count leaves no room for it. */
function keptOf(
  pick: { id: number; inboundBoxes: number | null; outboundBoxes: number | null },
  { blocked }: Cargo,
): BlockedBox {
  const own = blocked.filter(({ pickId }) => pickId === pick.id);
  const loaded = own.find(({ place }) => place === 'truck' || place === 'hub' || place === 'delivered');
  const staying = own.filter(({ place }) => place === 'warehouse');
  const mayLeave = (pick.inboundBoxes ?? 0) - staying.length;
  const kept = loaded ?? ((pick.outboundBoxes ?? 0) > mayLeave ? staying[0] : undefined);
  return { blockedBox: kept?.boxNo ?? null, blockedBy: kept?.why ?? null };
}

/** Loads a trip, its bill, and the other trips. Throws NOT_FOUND. */
export async function loadTrip(
  { read, now }: Pick<Context, 'read' | 'now'>,
  pickId: number,
): Promise<{ bill: Bill; pick: PickView; all: readonly PickView[] }> {
  const row = await read.selectFrom('pick').select('billId').where('id', '=', pickId).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  const bill = await readBill(read, row.billId);
  const all = await viewsOf(read, bill, now);
  const pick = all.find(({ id }) => id === pickId);
  if (!pick) throw refuse('NOT_FOUND');
  return { bill, pick, all };
}

const tripAt = (leg: Leg) =>
  record({
    table: 'pick',
    row: pickRow,
    machine: legMachines[leg],
    load: loadTrip,
    about: ({ pick }) => itself(pick),
  });
/** Changes of trips, by the machine of each leg. */
export const onLeg = {
  pickup: tripAt('pickup'),
  inbound: tripAt('inbound'),
  clearance: tripAt('clearance'),
  outbound: tripAt('outbound'),
} as const satisfies Record<Leg, unknown>;

/** Refuses callers who may not reopen finished legs. */
export function requireReopener({ caller }: Context): void {
  if (!holds(caller, permit('bill.warehouse.reopen'))) throw refuse('NO_PERMISSION');
}

/** The chain of box counts of a bill with its present trips. */
export function chainOf(bill: Bill, trips: readonly PickView[]): BoxChain {
  const sum = (name: 'pickupBoxes' | 'inboundBoxes' | 'outboundBoxes') => {
    const known = trips.flatMap((trip) => trip[name] ?? []);
    return known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
  };
  return {
    boxCount: bill.boxCount,
    noa: bill.noaBoxCount,
    picked: sum('pickupBoxes'),
    inbound: sum('inboundBoxes'),
    outbound: sum('outboundBoxes'),
    pod: bill.podBoxCount,
  };
}

/** Refuses a change of a trip that makes boxes appear from nowhere without a reason. */
export function requireChain(
  bill: Bill,
  all: readonly PickView[],
  changed: PickView,
  links: readonly ChainLink[],
  reason: string | null,
): void {
  const others = all.filter(({ id }) => id !== changed.id);
  for (const link of links) {
    const wrong = chainProblem(chainOf(bill, [...others, changed]), link, reason);
    if (wrong) throw new Refusal(wrong);
  }
}

/** Tolerated difference between clocks of people and machines. */
const CLOCK_DIFFERENCE = 15 * 60_000;

/** Refuses future times, and times before those they must follow. */
export function requireOrder(
  now: string,
  times: readonly (readonly [node: string, at: string | null])[],
): void {
  let previous: readonly [string, string] | undefined;
  for (const [node, at] of times) {
    if (at === null) continue;
    const wrong = timeProblem(now, node, at, previous);
    if (wrong) throw new Refusal(wrong);
    previous = [node, at];
  }
}

function timeProblem(
  now: string,
  node: string,
  at: string,
  previous: readonly [string, string] | undefined,
): Problem | undefined {
  if (Date.parse(at) > Date.parse(now) + CLOCK_DIFFERENCE)
    return problem('NODE_FUTURE', { node: { field: node } });
  if (previous && at < previous[1])
    return problem('NODE_ORDER', { node: { field: node }, previous: { field: previous[0] } });
  return undefined;
}

/** First departure of a truck with goods of a bill; null without a trip. */
export async function pickupTimeOf(db: Reader, billId: number): Promise<string | null> {
  const trips = await db
    .selectFrom('pick')
    .select(['pickupStartAt', 'pickupFinishAt'])
    .where('billId', '=', billId)
    .execute();
  const times = trips.flatMap(({ pickupStartAt, pickupFinishAt }) => pickupFinishAt ?? pickupStartAt ?? []);
  return times.toSorted()[0] ?? null;
}

/**
 * Sets the pickup time of a bill from its trips. A time from elsewhere, for example from a person or a partner, stays:
 * `before` is the trips' time before they were changed.
 */
export async function refreshPickupTime(write: Writer, billId: number, before: string | null): Promise<void> {
  const pickupAt = await pickupTimeOf(write, billId);
  await write
    .updateTable('bill')
    .set({ pickupAt })
    .where('id', '=', billId)
    .where((where) => where.or([where('pickupAt', 'is', null), where('pickupAt', '=', before)]))
    .execute();
}

/** Clears the declaration that the pickup is finished with boxes missing: there is more to fetch after all. */
export async function reopenPickup(write: Writer, billId: number): Promise<void> {
  await write.updateTable('bill').set({ pickupClosedBoxes: null }).where('id', '=', billId).execute();
}
