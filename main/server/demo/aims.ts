import type { BillStage } from '@contract/bill/bill';
import type { Journey, TripTimes } from './journey';
import type { Random, WeightedValues } from './random';

/** Position of a batch on its journey on the seed day. `natural`: wherever it is by then. */
export type Aim =
  | 'arrived'
  | 'pickup.open'
  | 'pickup.partial'
  | 'clearing.declared'
  | 'clearing.collected'
  | 'inbound.open'
  | 'inbound.customs'
  | 'clearance.airport'
  | 'clearance.inbound'
  | 'outbound.open'
  | 'outbound.partial'
  | 'transit'
  | 'delivery'
  | 'natural';

/** The times of a trip so far. A trip that exists has at least begun its pickup. */
export type ReachedTrip = { readonly [K in keyof TripTimes]: K extends 'pickStart' ? number : number | null };

/** The times of a journey so far; null: has not happened. */
export interface JourneyTimes {
  readonly ata: number | null;
  readonly noa: number | null;
  readonly declared: number | null;
  readonly t1: number | null;
  readonly firstRelease: number | null;
  readonly released: number | null;
  readonly handover: number | null;
  readonly trips: readonly ReachedTrip[];
  readonly tat: number | null;
  readonly pod: number | null;
}

/** The times of a bill that has not landed. */
export const notLanded: JourneyTimes = {
  ...{ ata: null, noa: null, declared: null, t1: null, firstRelease: null, released: null },
  ...{ handover: null, trips: [], tat: null, pod: null },
};

/** Aims for each stage with their weights, and the hours for which a bill has been there. */
const WAYS: Readonly<
  Partial<Record<BillStage, WeightedValues<readonly [aim: Aim, low: number, mode: number, high: number]>>>
> = {
  arrived: [
    [['arrived', 0.5, 7, 24], 80],
    [['arrived', 28, 50, 100], 20],
  ],
  pickup: [
    [['pickup.open', 0.3, 1, 3], 50],
    [['pickup.partial', 1, 9, 44], 50],
  ],
  clearing: [
    [['clearing.declared', 0.5, 8, 26], 46],
    [['clearing.declared', 28, 60, 130], 14],
    [['clearing.collected', 0.2, 1.2, 4], 42],
  ],
  inbound: [
    [['inbound.open', 0.3, 2, 6], 30],
    [['inbound.customs', 2, 24, 70], 48],
    [['inbound.customs', 60, 120, 260], 22],
  ],
  clearance: [
    [['clearance.inbound', 0.5, 8, 20], 58],
    [['clearance.inbound', 20, 40, 90], 24],
    [['clearance.airport', 0.5, 4, 12], 18],
  ],
  outbound: [
    [['outbound.open', 0.2, 1.2, 3], 55],
    [['outbound.partial', 2, 20, 70], 45],
  ],
  transit: [
    [['transit', 0.5, 8, 26], 70],
    [['transit', 26, 60, 170], 30],
  ],
};

/** Draws an aim for a stage, and the milliseconds since it was reached. */
export function wayInto(stage: BillStage, random: Random): { aim: Aim; age: number } {
  const ways = WAYS[stage];
  if (!ways) return { aim: 'natural', age: 0 };
  const [aim, low, mode, high] = random.weighted(ways);
  return { aim, age: random.triangular(low, mode, high) * 3_600_000 };
}

/** True for an aim that concerns one of several trips. */
export const needsTwoTrips = (aim: Aim): boolean => aim === 'pickup.partial' || aim === 'outbound.partial';

const latest = (trips: readonly TripTimes[], name: keyof TripTimes): number =>
  Math.max(...trips.map((trip) => trip[name]));

/** Returns the time at which a journey reaches its aim: everything before it has happened. */
export function reachedAt(journey: Journey, aim: Aim): number {
  const { trips } = journey;
  const last = trips.at(-1) as TripTimes;
  const before = trips.slice(0, -1);
  switch (aim) {
    case 'arrived':
    case 'natural':
      return journey.ata;
    case 'pickup.open':
      return last.pickStart;
    case 'pickup.partial':
      return latest(before, 'pickFinish');
    case 'clearing.declared':
      return Math.max(journey.declared, journey.ata);
    case 'clearing.collected':
      return Math.max(last.pickFinish, journey.declared);
    case 'inbound.open':
      return last.inStart;
    case 'inbound.customs':
      return latest(trips, 'inFinish');
    case 'clearance.airport':
      return journey.released;
    case 'clearance.inbound':
      return Math.max(journey.released, latest(trips, 'inFinish'));
    case 'outbound.open':
      return Math.max(last.outStart, ...before.map(({ outFinish }) => outFinish));
    case 'outbound.partial':
      return Math.max(latest(before, 'outFinish'), journey.released, last.inFinish);
    case 'transit':
      return latest(trips, 'outFinish');
    case 'delivery':
      return journey.pod;
  }
}

const NOT_IN: Readonly<Record<Aim, readonly (keyof TripTimes)[]>> = {
  ...{ arrived: [], 'clearing.declared': [], 'clearance.airport': [] },
  'pickup.open': ['inStart', 'inFinish', 'outStart', 'outFinish', 'hubAt'],
  'pickup.partial': ['inStart', 'inFinish', 'outStart', 'outFinish', 'hubAt'],
  'clearing.collected': ['inStart', 'inFinish', 'outStart', 'outFinish', 'hubAt'],
  'inbound.open': ['outStart', 'outFinish', 'hubAt'],
  'inbound.customs': ['outStart', 'outFinish', 'hubAt'],
  'clearance.inbound': ['outStart', 'outFinish', 'hubAt'],
  ...{ 'outbound.open': [], 'outbound.partial': [], transit: [], delivery: [], natural: [] },
};
/** Times of the last trip that are left out for an aim, even if they are past. */
const NOT_ON_LAST: Readonly<Partial<Record<Aim, readonly (keyof TripTimes)[]>>> = {
  'pickup.open': ['pickFinish', 'gateIn'],
  'inbound.open': ['inFinish'],
  'outbound.open': ['outFinish', 'hubAt'],
  'outbound.partial': ['outStart', 'outFinish', 'hubAt'],
};
const NO_TRIPS: ReadonlySet<Aim> = new Set(['arrived', 'clearing.declared', 'clearance.airport']);
const CUSTOMS_OPEN: ReadonlySet<Aim> = new Set(['clearing.declared', 'inbound.open', 'inbound.customs']);
const NOT_HANDED_OVER: ReadonlySet<Aim> = new Set(['clearance.airport', 'clearance.inbound']);

/** Returns what of a journey has happened by now, limited by its aim. */
export function reach(journey: Journey, aim: Aim, now: number): JourneyTimes {
  const by = (time: number, not = false): number | null => (not || time > now ? null : time);
  const trips = NO_TRIPS.has(aim) ? [] : journey.trips.slice(0, aim === 'pickup.partial' ? -1 : undefined);
  const reached = trips
    .filter(({ pickStart }) => pickStart <= now)
    .map((trip, index, all): ReachedTrip => {
      const not = new Set([...NOT_IN[aim], ...(index === all.length - 1 ? (NOT_ON_LAST[aim] ?? []) : [])]);
      const pick = (name: keyof TripTimes) => by(trip[name], not.has(name));
      return {
        pickStart: trip.pickStart,
        pickFinish: pick('pickFinish'),
        gateIn: pick('gateIn'),
        inStart: pick('inStart'),
        inFinish: pick('inFinish'),
        outStart: pick('outStart'),
        outFinish: pick('outFinish'),
        hubAt: pick('hubAt'),
      };
    });
  const released = by(journey.released, aim === 'arrived' || CUSTOMS_OPEN.has(aim));
  const inbound = reached.some(({ inFinish }) => inFinish !== null);
  const delivered = aim === 'delivery' || (aim === 'natural' && journey.pod <= now);
  const atHub = reached.length === journey.trips.length && reached.every(({ hubAt }) => hubAt !== null);
  return {
    ata: journey.ata,
    noa: by(journey.noa),
    declared: by(journey.declared, aim === 'arrived'),
    t1: journey.t1 === null ? null : by(journey.t1, NO_TRIPS.has(aim) && aim !== 'clearing.declared'),
    firstRelease: by(journey.firstRelease, aim === 'arrived'),
    released,
    handover: by(journey.handover, released === null || !inbound || NOT_HANDED_OVER.has(aim)),
    trips: reached,
    tat: atHub ? journey.tat : null,
    pod: delivered ? journey.pod : null,
  };
}
