import type { ParcelRow as Parcel, ParcelState } from '@contract/customs/parcel';
import { hasGs1Digit } from '@contract/rules/codes';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { handOf } from './billRow';
import { destinationOf } from './carrierData';
import { dayIn, iso, isoOrNull } from './clock';
import { streetOf } from './consigneeData';
import { isAmerican } from './lanes';
import type { Layout, PickRow } from './legs';
import { type Fates, type PackedParcel, type Packing, WAVES } from './parcels';
import { staffId } from './people';
import { type ProductData, productData } from './productData';
import type { Random } from './random';
import type { Shipment } from './shipments';
import { abnormalTypeOf, dispositionOf, foundIn } from './troubles';

type BoxRow = Insertable<Database['box']> & { id: number };
type ParcelRow = Insertable<Database['parcel']> & { id: number };
type LineRow = Insertable<Database['itemLine']>;

/** Of the bills that have not landed, each so-many-th has parcels without product identifiers: each so-many-th of them. */
const SELLERS_LATE = 3;
const UNIDENTIFIED = 60;

/** Input for the rows of a bill's boxes and parcels. */
interface Stowage {
  readonly billId: number;
  readonly shipment: Shipment;
  readonly packing: Packing;
  readonly fates: Fates;
  readonly layout: Layout;
  readonly picks: readonly (PickRow & { id: number })[];
  /** Ids of the declarations: of low values, and of parcels above the limit. */
  readonly batchIds: { readonly low: number; readonly full: number | null };
  readonly currency: string;
  readonly now: number;
}

/** Issues consecutive ids across all bills. */
export class Ids {
  private last = 0;
  next(): number {
    this.last += 1;
    return this.last;
  }
}

/** Serial numbers of boxes, a thousand for each bill: those of a customer and day are given once. */
export class Labels {
  readonly #given = new Set<string>();

  /** Returns the first serial number of a bill: the wanted thousand, else the next free one. */
  from({ customer, flight }: Shipment, wanted: number): number {
    let thousand = wanted;
    const key = () => `${customer.code}/${dayIn(flight.created, 'Asia/Shanghai')}/${thousand}`;
    while (this.#given.has(key())) thousand = (thousand + 1) % 90;
    this.#given.add(key());
    return thousand * 1000;
  }
}

/** Builds the rows of a bill's boxes, parcels and lines. */
export function stowedRows(
  stowage: Stowage,
  ids: { box: Ids; parcel: Ids; labels: Labels },
  random: Random,
): { boxes: BoxRow[]; parcels: ParcelRow[]; lines: LineRow[] } {
  const { billId, shipment, packing, fates, batchIds, currency } = stowage;
  const american = isAmerican(shipment.flight.lane.landing);
  const times = parcelTimes(stowage);
  const lacksIds = !american && shipment.reached.ata === null && billId % SELLERS_LATE === 0;
  const boxes: BoxRow[] = [];
  const parcels: ParcelRow[] = [];
  const lines: LineRow[] = [];
  const firstLabel = ids.labels.from(shipment, random.int(0, 40));
  for (let index = 0; index < shipment.cargo.boxes; index++) {
    const [from = 0, to = 0] = [packing.boxStarts[index], packing.boxStarts[index + 1]];
    const box = boxRow(stowage, index, fates.states.slice(from, to), firstLabel, random);
    const boxId = ids.box.next();
    const left = box.outboundAt !== null;
    let grams = 0;
    for (let at = from; at < to; at++) {
      const packed = packing.parcels[at];
      const state = fates.states[at];
      if (!packed || !state) continue;
      const id = ids.parcel.next();
      grams += packed.contents.grams;
      const unidentified = lacksIds && !packed.contents.dear && at % UNIDENTIFIED === 0;
      const batchId = packed.contents.dear ? (batchIds.full ?? batchIds.low) : batchIds.low;
      parcels.push({
        ...parcelRow({ id, billId, boxId, batchId }, packed, state, fates, times(at), currency),
        ...troubleOf(stowage, id, state, { came: index < stowage.layout.cameUpTo, left }, times(at)),
        ...(fates.onceAbnormal.has(at) ? { previousState: 'abnormal' } : {}),
        ...(fates.hsFailed.has(at) ? { hsStatus: 'failed' } : {}),
        unidentified: unidentified ? 1 : 0,
      });
      lines.push(
        ...linesOf(id, packed, american, random, { mistyped: fates.hsFailed.has(at), unidentified }),
      );
    }
    // A carton and its filling.
    const weight = grams + 450;
    boxes.push({
      id: boxId,
      ...box,
      declaredParcels: to - from,
      weight,
      measuredWeight:
        box.inboundAt === null ? null : Math.round((weight * random.between(0.985, 1.02)) / 10) * 10,
    });
  }
  return { boxes, parcels, lines };
}

/** Returns a function with the times of a parcel's data, release and delivery. */
function parcelTimes({ shipment, fates, now }: Stowage) {
  const { uploaded, reached } = shipment;
  const createdAt = iso(uploaded ?? shipment.flight.created);
  const { firstRelease } = reached;
  const end = Math.min(reached.released ?? now, now);
  const answers = Array.from({ length: WAVES }, (_, wave) =>
    firstRelease === null
      ? null
      : iso(Math.max(firstRelease, firstRelease + ((end - firstRelease) * wave) / (WAVES - 1))),
  );
  const completedAt = reached.pod === null ? null : iso(reached.pod);
  return (at: number) => ({ createdAt, releasedAt: answers[fates.waves[at] ?? 0] ?? null, completedAt });
}

type BoxFacts = Omit<BoxRow, 'id' | 'declaredParcels' | 'weight' | 'measuredWeight'>;

function boxRow(
  { billId, shipment, layout, picks, batchIds, fates }: Stowage,
  index: number,
  states: readonly ParcelState[],
  firstLabel: number,
  random: Random,
): BoxFacts {
  const trip = layout.trips.findIndex(({ from, to }) => index >= from && index < to);
  const pick = trip < 0 ? undefined : picks[trip];
  const place = index - (layout.trips[trip]?.from ?? 0);
  const counted = picks.length > 0 && picks.every(({ inboundFinished }) => inboundFinished === 1);
  const came = index < layout.cameUpTo;
  const received = pick !== undefined && came && place < (pick.inboundBoxes ?? 0);
  const undecided = dispositionOf(shipment, fates.failure, billId, false) === null;
  const blocked = states.some(
    (state) => state === 'held' || state === 'abnormal' || (state === 'failed' && undecided),
  );
  // Boxes leave in order, without those that are blocked.
  const leaving = pick ? placeAmong(layout, trip, index) : 0;
  const { collected, reached } = shipment;
  const left = received && !layout.blocked.has(index) && (collected || leaving < (pick.outboundBoxes ?? 0));
  const state =
    !came && counted
      ? 'missing'
      : left
        ? reached.pod === null
          ? 'loaded'
          : 'delivered'
        : !received
          ? 'expected'
          : blocked
            ? 'blocked'
            : states.includes('clearance')
              ? 'received'
              : 'ready';
  const ulds = shipment.cargo.ulds;
  return {
    billId,
    boxNo: boxNoOf(shipment, firstLabel + index + 1),
    batchId: batchIds.low,
    uldNo: ulds[Math.floor((index * ulds.length) / shipment.cargo.boxes)] ?? null,
    destinationCode: shipment.destination,
    tapeColor: destinationOf(shipment.destination).tapeColor,
    state,
    inboundAt: received ? during(pick?.inboundStartAt, pick?.inboundFinishAt, random) : null,
    outboundAt: !left
      ? null
      : collected
        ? isoOrNull(reached.pod)
        : during(pick?.outboundStartAt, pick?.outboundFinishAt, random),
    pickId: pick?.id ?? null,
    palletId: null,
    inboundBy: received ? staffId(handOf(shipment)) : null,
    outboundBy: left ? staffId(handOf(shipment)) : null,
  };
}

function placeAmong(layout: Layout, trip: number, index: number): number {
  const from = layout.trips[trip]?.from ?? 0;
  let place = index - from;
  for (const box of layout.blocked) if (box >= from && box < index) place -= 1;
  return place;
}

/** Draws an instant during a leg; for an unfinished leg, within its first minutes. */
function during(
  start: string | null | undefined,
  finish: string | null | undefined,
  random: Random,
): string | null {
  if (!start) return null;
  const from = Date.parse(start);
  const to = finish ? Date.parse(finish) : from + 12 * 60_000;
  return iso(from + Math.floor(((to - from) * random.next()) / 1000) * 1000);
}

/** Number of a box: customer, day of the pre-alert, serial number. */
function boxNoOf({ customer, flight }: Shipment, serial: number): string {
  const day = dayIn(flight.created, 'Asia/Shanghai').replaceAll('-', '').slice(2);
  return `${customer.code}${day}${String(serial).padStart(5, '0')}`;
}

function linesOf(
  parcelId: number,
  packed: PackedParcel,
  american: boolean,
  random: Random,
  { mistyped, unidentified }: { mistyped: boolean; unidentified: boolean },
): LineRow[] {
  const { lines, grams, dear } = packed.contents;
  let expected = 0;
  for (const { product, quantity } of lines) expected += product.grams * quantity;
  return lines.map(({ product, quantity, unitPrice }, index) => ({
    parcelId,
    lineNo: index + 1,
    sku: `${product.sku}-${random.int(100, 999)}`,
    nameEn: product.nameEn,
    nameCn: product.nameCn,
    hsCode: american
      ? product.hts10
      : dear
        ? (product.taric10 ?? product.hs6)
        : mistyped && index === 0
          ? `${product.hs6.slice(0, 4)}99`
          : product.hs6,
    hsStatus: mistyped && index === 0 ? 'failed' : 'success',
    quantity,
    unitPrice,
    lineValue: quantity * unitPrice,
    netWeight: Math.max(1, Math.floor((grams * 0.9 * product.grams * quantity) / expected)),
    originCountry: 'CN',
    ...(american || unidentified ? NO_IDS : productIdsOf(product)),
  }));
}

const NO_IDS = { merchantProductId: null, manufacturerProductId: null, standardProductId: null };

/** Identifiers of a product; every second one is sold without a standardised one. */
function productIdsOf({ sku }: ProductData) {
  const at = productData.findIndex((one) => one.sku === sku);
  return {
    merchantProductId: `NGC-${sku}`,
    manufacturerProductId: `${sku}${100 + at}`,
    standardProductId: at % 2 === 0 ? gtinOf(at) : 'Y081',
  };
}

/** A GTIN-13 of a Chinese manufacturer. */
function gtinOf(serial: number): string {
  const body = `6901234${String(serial).padStart(5, '0')}`;
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(hasGs1Digit) ?? body;
}

function parcelRow(
  ids: { id: number; billId: number; boxId: number; batchId: number },
  { contents, consignee, trackingNo, orderNo, sellerName, iossNo, vatScheme }: PackedParcel,
  state: ParcelState,
  fates: Fates,
  { createdAt, releasedAt, completedAt }: ReturnType<ReturnType<typeof parcelTimes>>,
  currency: string,
): ParcelRow {
  return {
    ...ids,
    trackingNo,
    orderNo,
    state,
    previousState: state === 'abnormal' ? (releasedAt ? 'free' : 'clearance') : null,
    holdReason: state === 'held' ? fates.hold : null,
    failReason: state === 'failed' ? fates.failure : null,
    ...consignee,
    address: streetOf(consignee.country, ids.id),
    sellerName,
    iossNo,
    vatScheme,
    value: contents.value,
    currency,
    grossWeight: contents.grams,
    declarationSystem: contents.dear ? 'AGS' : 'DECO',
    hsStatus: 'success',
    createdAt,
    releasedAt: state === 'free' || state === 'completed' || state === 'abnormal' ? releasedAt : null,
    completedAt: state === 'completed' ? completedAt : null,
  };
}

/** Times of a parcel's state, and the details of a problem. */
function troubleOf(
  { billId, shipment, fates, now }: Stowage,
  id: number,
  state: ParcelState,
  box: { readonly came: boolean; readonly left: boolean },
  { releasedAt, completedAt }: ReturnType<ReturnType<typeof parcelTimes>>,
): Pick<Parcel, 'abnormalType' | 'disposition'> & Partial<ParcelRow> {
  const { firstRelease, released } = shipment.reached;
  const heldAt =
    state === 'held' && firstRelease !== null ? iso(Math.min(now, firstRelease + 4 * 60_000)) : null;
  const failedAt = state === 'failed' && released !== null ? iso(released) : null;
  const abnormalAt = state === 'abnormal' ? iso(foundIn(shipment, now)) : null;
  const own = state === 'free' ? releasedAt : state === 'completed' ? completedAt : null;
  return {
    abnormalType: state === 'abnormal' ? (box.came ? abnormalTypeOf(billId) : 'shortage') : null,
    disposition: state === 'failed' ? dispositionOf(shipment, fates.failure, id, box.left) : null,
    fyco: state === 'held' && fates.hold === 'fyco' ? 1 : 0,
    heldAt,
    failedAt,
    stateAt: heldAt ?? failedAt ?? abnormalAt ?? own,
  };
}
