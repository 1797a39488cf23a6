import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import type { JourneyTimes, ReachedTrip } from './aims';
import type { Outcome, Trouble } from './cargo';
import { isoOrNull } from './clock';
import type { Random } from './random';

/** A pick record without its number, which is assigned once all are known. */
export type PickRow = Omit<Insertable<Database['pick']>, 'id' | 'pickNo' | 'billId'>;

/** Boxes of each trip, counted from 0, and the special ones. */
export interface Layout {
  readonly noaBoxes: number | null;
  /** First box and the one after the last, by trip. */
  readonly trips: readonly { readonly from: number; readonly to: number }[];
  /** Boxes from here on were announced and never arrived. */
  readonly cameUpTo: number;
  readonly blocked: ReadonlySet<number>;
}

/** Distributes the boxes of a bill over its trips. Shortages appear in the handler's notice or at the inbound count. */
export function layoutOf(
  boxes: number,
  reached: JourneyTimes,
  tripCount: number,
  outcome: Outcome,
  noticed: Trouble['noticed'],
  random: Random,
): Layout {
  const short = outcome.missingBoxes;
  const noaBoxes = reached.noa === null ? null : boxes - (noticed === 'station' ? short : 0);
  const there = noaBoxes ?? boxes;
  const shares = Array.from({ length: tripCount }, () => random.between(0.7, 1.3));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let before = 0;
  const ends = shares.map((share) => {
    before += share;
    return Math.round((before / total) * there);
  });
  const trips = reached.trips.map((_, index) => ({
    from: index === 0 ? 0 : (ends[index - 1] ?? 0),
    to: index === tripCount - 1 ? there : (ends[index] ?? there),
  }));
  const cameUpTo = boxes - short;
  return { noaBoxes, trips, cameUpTo, blocked: evenly(outcome.blockedBoxes, cameUpTo, random) };
}

/** Selects `count` of the boxes, spread evenly. */
function evenly(count: number, boxes: number, random: Random): ReadonlySet<number> {
  const start = random.next();
  return new Set(
    Array.from({ length: count }, (_, index) => Math.floor(((index + start) * boxes) / count) % boxes),
  );
}

const PLATES: Readonly<Record<string, (random: Random) => string>> = {
  NL: (random) => `${random.int(10, 99)}-B${letters(random, 2)}-${random.int(1, 9)}`,
  BE: (random) => `1-${letters(random, 3)}-${random.int(100, 999)}`,
  DE: (random) => `F ${letters(random, 2)} ${random.int(1000, 9999)}`,
  US: (random) => `P${random.int(100000, 999999)}`,
};
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick([...'BDFGHJKLNPRSTVXZ'])).join('');

/** Licence plate in the format of the truck's country. */
const plateOf = (country: string, random: Random): string => (PLATES[country] ?? PLATES.NL)?.(random) ?? '';

/** Details of the trips besides their times. */
interface Trucks {
  /** Grams of the whole bill. */
  readonly weight: number;
  readonly boxes: number;
  readonly country: string;
  readonly declared: number | null;
  /** True when customs has decided on all parcels, so that the clearance legs are closed. */
  readonly decided: boolean;
  readonly released: number | null;
  readonly blocked: ReadonlySet<number>;
}

const KINDS = [
  ['own', 82],
  ['broker', 13],
  ['customer', 3],
  ['direct', 2],
] as const;

/** Builds the pick records of a bill, with the legs of each trip so far. */
export function picksOf(
  trips: readonly ReachedTrip[],
  layout: Layout,
  trucks: Trucks,
  random: Random,
): PickRow[] {
  const kind = random.weighted(KINDS);
  return trips.map((trip, index): PickRow => {
    const own = layout.trips[index] ?? { from: 0, to: 0 };
    const boxes = own.to - own.from;
    const came = Math.max(0, Math.min(own.to, layout.cameUpTo) - own.from);
    const staying = [...layout.blocked].filter((box) => box >= own.from && box < own.from + came).length;
    const inbound = trip.inStart === null ? null : trip.inFinish === null ? part(came, random) : came;
    const leaving = came - staying;
    const outbound =
      trip.outStart === null ? null : trip.outFinish === null ? part(leaving, random) : leaving;
    const cleared = trucks.declared !== null;
    return {
      kind,
      plateNo: plateOf(trucks.country, random),
      pickupBoxes: boxes,
      pickupWeight: Math.round((trucks.weight * boxes) / trucks.boxes / 100) * 100,
      pickupStartAt: isoOrNull(trip.pickStart),
      pickupFinishAt: isoOrNull(trip.pickFinish),
      pickupFinished: trip.pickFinish === null ? 0 : 1,
      inboundBoxes: inbound,
      inboundStartAt: isoOrNull(trip.inStart),
      inboundFinishAt: isoOrNull(trip.inFinish),
      inboundFinished: trip.inFinish === null ? 0 : 1,
      clearanceBoxes: cleared ? boxes : null,
      clearanceStartAt: cleared ? isoOrNull(trucks.declared) : null,
      clearanceFinishAt: trucks.decided ? isoOrNull(trucks.released) : null,
      clearanceFinished: trucks.decided ? 1 : 0,
      outboundBoxes: outbound,
      outboundPallets: outbound === null ? null : Math.max(1, Math.ceil(outbound / 24)),
      outboundStartAt: isoOrNull(trip.outStart),
      outboundFinishAt: isoOrNull(trip.outFinish),
      outboundFinished: trip.outFinish === null ? 0 : 1,
      missingBoxes: trip.inFinish === null ? null : boxes - came,
      surplusBoxes: trip.inFinish === null ? null : 0,
      differenceReason: trip.inFinish !== null && came < boxes ? 'shortage' : null,
      remark: null,
    };
  });
}

/** Draws the boxes done in a leg under way. */
const part = (boxes: number, random: Random): number =>
  Math.max(1, Math.floor(boxes * random.between(0.25, 0.8)));
