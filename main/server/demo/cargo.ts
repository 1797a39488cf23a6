import type { JourneyTimes } from './aims';
import type { Random } from './random';

/** Quantities of a bill. Weights in grams, volume in litres, value in minor units. */
export interface Cargo {
  parcels: number;
  boxes: number;
  weight: number;
  volume: number;
  value: number;
  readonly ulds: readonly string[];
}

/** Median number of parcels 2,200; charters carry up to 20,000, the smallest consolidations 500. */
const PARCELS = { mu: 7.7, sigma: 0.7, least: 500, most: 20_000 };
const MEAN_PARCEL_GRAMS = 525;
const MEAN_PARCEL_VALUE = 2_480;
const BOX_TARE_GRAMS = 450;

/** Weight in grams of a bill's boxes and packing, without its parcels. */
export const tareOf = (boxes: number): number => boxes * BOX_TARE_GRAMS;

/** Draws the cargo of a bill by the usual sizes, or of a given size. */
export function cargoOf(
  random: Random,
  carrier: string,
  given: { parcels?: number; boxes?: number } = {},
): Cargo {
  const { mu, sigma, least, most } = PARCELS;
  let parcels = given.parcels ?? 0;
  while (parcels < least || parcels > most) {
    if (given.parcels !== undefined) break;
    parcels = Math.round(random.logNormal(mu, sigma));
  }
  const boxes = given.boxes ?? Math.max(20, Math.ceil(parcels / random.triangular(16, 25, 42)));
  const weight = Math.round(parcels * MEAN_PARCEL_GRAMS * random.between(0.82, 1.2) + tareOf(boxes));
  const ulds = Array.from({ length: Math.max(1, Math.round(weight / 1_700_000)) }, () => {
    const type = random.weighted([
      ['PMC', 80],
      ['PAG', 12],
      ['PLA', 8],
    ]);
    return `${type}${random.digits(5)}${carrier}`;
  });
  return {
    parcels,
    boxes,
    weight: Math.round(weight / 100) * 100,
    volume: volumeOf(weight, random),
    value: Math.round((parcels * MEAN_PARCEL_VALUE * random.between(0.82, 1.2)) / 10) * 10,
    ulds,
  };
}

/** Volume in litres for a weight in grams: about half are lighter than the 167 kg/m³ of chargeable weight. */
export const volumeOf = (weight: number, random: Random): number =>
  Math.round(weight / random.triangular(125, 170, 250) / 10) * 10;

/** Number of parcels in each state. */
export interface Outcome {
  clearance: number;
  free: number;
  held: number;
  failed: number;
  completed: number;
  /** Abnormal parcels that arrived: unreadable labels, no data. */
  damaged: number;
  /** Abnormal parcels in boxes that never arrived. */
  missing: number;
  /** Boxes that stay behind because of a held or abnormal parcel in them. */
  blockedBoxes: number;
  /** Boxes that were announced and never arrived. */
  missingBoxes: number;
}

/** Counts of a bill without parcels, or without their data. */
export const emptyOutcome = (): Outcome => ({
  ...{ clearance: 0, free: 0, held: 0, failed: 0, completed: 0, damaged: 0, missing: 0 },
  ...{ blockedBoxes: 0, missingBoxes: 0 },
});

/** Problems of a bill, drawn once for its whole history. */
export interface Trouble {
  /** Share of the parcels that customs holds for inspection. */
  readonly held: number;
  /** Share that customs finally refuses. */
  readonly failed: number;
  /** Share with a physical problem: unreadable labels, no data. */
  readonly abnormal: number;
  readonly missingBoxes: number;
  /** Share of the others that customs has released so far, while some are still pending. */
  readonly through: number;
  /** Point where a shortage is noticed: the handler's notice, or the inbound count. */
  readonly noticed: 'station' | 'warehouse';
}

/** No problems. */
export const calm: Trouble = {
  ...{ held: 0, failed: 0, abnormal: 0, missingBoxes: 0, through: 0.6 },
  noticed: 'station',
};

/** Draws the problems of a bill: old bills have no open ones. */
export function troubleOf(random: Random, state: 'open' | 'fresh' | 'closed'): Trouble {
  const failed = random.chance(0.11) ? random.triangular(0.001, 0.004, 0.03) : 0;
  if (state === 'closed') return { ...calm, failed };
  const open = state === 'open';
  const held = open && random.chance(0.36) ? random.triangular(0.01, 0.1, 0.4) : 0;
  const abnormal = random.chance(open ? 0.22 : 0.05) ? random.triangular(0.004, 0.02, 0.08) : 0;
  const missingBoxes = random.chance(open ? 0.07 : 0.04)
    ? random.weighted([
        [1, 70],
        [2, 22],
        [3, 8],
      ])
    : 0;
  const through = random.triangular(0.08, 0.5, 0.97);
  return {
    held,
    failed,
    abnormal,
    missingBoxes,
    through,
    noticed: random.chance(0.6) ? 'station' : 'warehouse',
  };
}

/** Computes the parcel counts of a bill at its present position; `uploaded` is false before the parcel data arrives. */
export function outcomeOf(cargo: Cargo, reached: JourneyTimes, trouble: Trouble, uploaded: boolean): Outcome {
  const none = emptyOutcome();
  const { parcels, boxes } = cargo;
  if (parcels === 0 || !uploaded) return none;
  const { trips, firstRelease } = reached;
  const decided = reached.released !== null;
  const counted = trips.length > 0 && trips.every(({ inFinish }) => inFinish !== null);
  const leaving = trips.some(({ outStart }) => outStart !== null);
  const looked = firstRelease !== null && trips.some(({ inStart }) => inStart !== null);
  // A cleared bill waiting for its truck has no open parcels; otherwise it would not be cleared.
  const settled = decided && !leaving;

  const perBox = parcels / boxes;
  const missingBoxes = counted && !settled ? trouble.missingBoxes : 0;
  const missing = Math.round(missingBoxes * perBox);
  const held = looked && !decided ? Math.round(trouble.held * parcels) : 0;
  const damaged = looked && !settled ? Math.round(trouble.abnormal * parcels) : 0;
  const failed = decided ? Math.round(trouble.failed * (parcels - missing - damaged)) : 0;
  const rest = parcels - held - damaged - missing - failed;
  const stuck = held + damaged;
  const blockedBoxes =
    stuck === 0
      ? 0
      : Math.max(
          Math.min(Math.floor(boxes / 4), Math.ceil(stuck / (perBox * 0.4))),
          Math.ceil(stuck / Math.max(1, Math.floor(perBox * 0.7))),
        );
  const base = { ...none, held, failed, damaged, missing, blockedBoxes, missingBoxes };
  if (reached.pod !== null) return { ...base, completed: rest };
  if (decided) return { ...base, free: rest };
  if (firstRelease === null) return { ...base, clearance: rest };
  const free = Math.floor(rest * trouble.through);
  return { ...base, free, clearance: rest - free };
}
