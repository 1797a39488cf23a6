import type { ParcelRow, ParcelState } from '@contract/customs/parcel';
import { type Cargo, type Outcome, tareOf, volumeOf } from './cargo';
import { carrierOf, channelOf, destinationOf } from './carrierData';
import { consigneeIn } from './consigneeData';
import { iossOf } from './customerData';
import { isAmerican } from './lanes';
import type { Layout } from './legs';
import { type Contents, contentsOf } from './parcelLines';
import type { Random, WeightedValues } from './random';
import type { Shipment } from './shipments';

/** Parcels of a bill before they have states. */
export interface Packing {
  readonly parcels: PackedParcel[];
  /** Index of the first parcel of each box, then the number of parcels. */
  readonly boxStarts: readonly number[];
  readonly lines: number;
}

/** A packed parcel. */
export interface PackedParcel {
  readonly trackingNo: string;
  readonly orderNo: string;
  readonly consignee: ReturnType<typeof consigneeIn>;
  readonly sellerName: string;
  readonly iossNo: string | null;
  readonly vatScheme: 'ioss' | 'special' | 'standard';
  readonly contents: Contents;
}

/** Dollars per euro: bills to the US are valued in dollars. */
const DOLLARS = 1.1;

/** Countries that a channel's hub serves, including its own. */
const ALONG: Readonly<Record<string, WeightedValues<string>>> = {
  'PL-AMB-ECO': [
    ['PL', 95],
    ['SK', 5],
  ],
  'SE-FJO-ECO': [
    ['SE', 90],
    ['FI', 10],
  ],
};

/** Issues consecutive tracking numbers by carrier. */
export class TrackingNumbers {
  private readonly last = new Map<string, number>();

  /** Returns the next number of a carrier: its prefix, ten digits, its country. */
  next(carrier: string, random: Random): string {
    const serial = (this.last.get(carrier) ?? 8_800_010_000) + random.int(1, 9);
    this.last.set(carrier, serial);
    return `${carrier}${serial}${carrierOf(carrier).home}`;
  }
}

/** Fills the boxes of a shipment, and sets its weight, value and volume to the sums. */
export function packingOf(shipment: Shipment, tracking: TrackingNumbers, random: Random): Packing {
  const { cargo, channel, customer, destination, clearanceType, flight } = shipment;
  const { carrier } = destinationOf(destination);
  const american = isAmerican(flight.lane.landing);
  const countries = ALONG[channel] ?? [[channelOf(channel).country, 1]];
  const sellers = customer.sellers.map((seller, index) => [seller, 1 / (index + 1)] as const);
  let order = random.int(70_000_000, 95_000_000);
  let weight = 0;
  let value = 0;
  let lines = 0;
  const parcels = Array.from({ length: cargo.parcels }, (): PackedParcel => {
    const sellerName = random.weighted(sellers);
    const contents = contentsOf(random, american ? DOLLARS : 1);
    order += random.int(1, 37);
    weight += contents.grams;
    value += contents.value;
    lines += contents.lines.length;
    const ioss =
      clearanceType === 'ioss' && !contents.dear ? (shipment.ioss ?? iossOf(sellerName)) : undefined;
    return {
      trackingNo: tracking.next(carrier, random),
      orderNo: String(order),
      consignee: consigneeIn(random.weighted(countries), random),
      sellerName,
      iossNo: ioss ?? null,
      vatScheme:
        american || contents.dear || clearanceType === 'standard' ? 'standard' : ioss ? 'ioss' : 'special',
      contents,
    };
  });
  settle(cargo, weight, value, random);
  return { parcels, boxStarts: boxStartsOf(cargo, random), lines };
}

function settle(cargo: Cargo, parcelGrams: number, value: number, random: Random): void {
  // Scales of handlers have a resolution of 0.1 kg.
  cargo.weight = Math.round((parcelGrams + tareOf(cargo.boxes)) / 100) * 100;
  cargo.volume = volumeOf(cargo.weight, random);
  cargo.value = value;
}

function boxStartsOf({ boxes, parcels }: Cargo, random: Random): number[] {
  const sizes = Array.from({ length: boxes }, () => random.between(0.72, 1.28));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  const ends = sizes.map((size) => {
    before += size;
    return Math.round((before / total) * parcels);
  });
  return [0, ...ends];
}

/** Reasons for holds and refusals by customs, with weights. */
const HOLDS = [
  ['fyco', 40],
  ['document_check', 30],
  ['value_check', 15],
  ['scan', 10],
  ['random', 5],
] as const;
const FAILURES = [
  ['counterfeit', 35],
  ['no_documents', 25],
  ['prohibited', 20],
  ['undervalued', 20],
] as const;

/** States and details of each parcel of a bill besides its packing. */
export interface Fates {
  readonly states: ParcelState[];
  /** Parcels that left although they had been set aside. */
  readonly onceAbnormal: Set<number>;
  /** Parcels that were set aside and resolved. */
  readonly clearedUp: Set<number>;
  /** Parcels with a commodity code that the check refused. */
  readonly hsFailed: Set<number>;
  /** Release wave, from 0 to 11, of each released parcel. */
  readonly waves: readonly number[];
  readonly hold: NonNullable<ParcelRow['holdReason']>;
  failure: NonNullable<ParcelRow['failReason']>;
  /** The outcome counted parcel by parcel. */
  readonly outcome: Outcome;
}

/** Number of customs responses over which releases are spread. */
export const WAVES = 12;

/** Gives each parcel its state: held and damaged ones are in the blocked boxes, missing ones in the last boxes. */
export function fatesOf(packing: Packing, wanted: Outcome, layout: Layout, random: Random): Fates {
  const { boxStarts, parcels } = packing;
  const count = parcels.length;
  const states = new Array<ParcelState>(count).fill(wanted.completed > 0 ? 'completed' : 'free');
  const inBox = (box: number) => [boxStarts[box] ?? 0, boxStarts[box + 1] ?? 0] as const;
  const [lost] = wanted.missingBoxes > 0 ? inBox(layout.cameUpTo) : [count];
  for (let at = lost; at < count; at++) states[at] = 'abnormal';
  const kept = [...layout.blocked].map(inBox);
  const stuck = wanted.held + wanted.damaged;
  const heldBoxes = stuck === 0 ? 0 : Math.ceil((kept.length * wanted.held) / stuck);
  const from = (boxes: typeof kept) => random.shuffled(boxes.flatMap(([start, end]) => range(start, end)));
  const held = take(states, 'held', from(kept.slice(0, heldBoxes)), wanted.held);
  const damaged = take(states, 'abnormal', from(kept.slice(heldBoxes)), wanted.damaged);
  const others = random.shuffled(
    range(0, lost).filter((at) => states[at] === 'free' || states[at] === 'completed'),
  );
  const failed = take(states, 'failed', others, wanted.failed);
  const clearance = take(states, 'clearance', others.slice(failed), wanted.clearance);
  const missing = count - lost;
  const rest = count - held - damaged - missing - failed - clearance;
  const done = wanted.completed > 0;
  const counted = {
    clearance,
    held,
    failed,
    damaged,
    missing,
    free: done ? 0 : rest,
    completed: done ? rest : 0,
  };
  return {
    states,
    onceAbnormal: new Set(),
    clearedUp: new Set(),
    hsFailed: new Set(),
    waves: Array.from({ length: count }, () => random.int(0, WAVES - 1)),
    hold: random.weighted(HOLDS),
    failure: random.weighted(FAILURES),
    outcome: { ...wanted, ...counted },
  };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Sets the state of up to `count` parcels; returns their number. */
function take(states: ParcelState[], state: ParcelState, from: readonly number[], count: number): number {
  const taken = from.slice(0, count);
  for (const at of taken) states[at] = state;
  return taken.length;
}
