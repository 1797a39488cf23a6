import { namesOf, perName } from '@contract/names';
import type { Random, WeightedValues } from './random';

/** Shares of the landing airports, in percent of the flights. */
const LANDINGS = {
  AMS: 42,
  LGG: 24,
  MST: 6,
  BRU: 3,
  FRA: 4,
  BUD: 3,
  LUX: 2,
  ORD: 7,
  LAX: 5,
  JFK: 4,
} as const;
/** Shares of the origins. */
const ORIGINS = {
  PVG: 18,
  SZX: 14,
  CAN: 14,
  HKG: 14,
  CGO: 8,
  EHU: 7,
  HGH: 7,
  NKG: 4,
  XMN: 4,
  CSX: 4,
  WUH: 3,
  TFU: 3,
} as const;
/** Shares of the airlines. */
const AIRLINES = {
  ...{ CK: 18, CZ: 14, CA: 12, CV: 10, '7L': 6, O3: 8, HU: 5, QR: 6, EK: 5, CX: 6, '5Y': 6 },
  ...{ MU: 1, Y8: 1, TK: 1, ET: 1 },
} as const;

export type Landing = keyof typeof LANDINGS;
export type Origin = keyof typeof ORIGINS;
type Carrier = keyof typeof AIRLINES;

type Liking<T extends string> = Partial<Record<T, number>>;

/** Preference of an airline for each landing airport, as a factor of chance; low if not listed. */
const TO: Readonly<Record<Carrier, Liking<Landing>>> = {
  CK: { AMS: 2, LGG: 0.4, FRA: 1, BRU: 0.3, ORD: 3, LAX: 3, JFK: 3 },
  CZ: { AMS: 2, LGG: 0.5, FRA: 1, BUD: 0.3, ORD: 2, LAX: 3, JFK: 2 },
  CA: { AMS: 1, LGG: 2, FRA: 2, BUD: 1, BRU: 0.5, ORD: 0.4, LAX: 0.4, JFK: 0.5 },
  CV: { LUX: 9, MST: 3, AMS: 1, LGG: 0.5, BUD: 0.4, ORD: 0.2 },
  '7L': { AMS: 1, MST: 2, LGG: 1, LUX: 1, BUD: 1 },
  O3: { LGG: 3, FRA: 1, BUD: 1.5, AMS: 0.4, BRU: 0.5 },
  HU: { LGG: 2, BRU: 4, BUD: 1, AMS: 0.4 },
  QR: { LGG: 2, AMS: 1, BRU: 1.5, LUX: 1, MST: 1, FRA: 0.5 },
  EK: { MST: 3, AMS: 1.2, BRU: 0.5, FRA: 0.5 },
  CX: { AMS: 2, FRA: 1, ORD: 2, LAX: 2.5, JFK: 2 },
  '5Y': { LGG: 1.5, BRU: 1, AMS: 0.3, ORD: 5, LAX: 4, JFK: 5 },
  MU: { AMS: 2, FRA: 1, LAX: 0.5 },
  Y8: { AMS: 1, FRA: 1, LGG: 1 },
  TK: { LGG: 1, AMS: 1, MST: 3 },
  ET: { LGG: 3, MST: 1 },
};
const FROM: Readonly<Record<Carrier, Liking<Origin>>> = {
  CK: { PVG: 3, NKG: 2, HGH: 1, CAN: 0.5, SZX: 0.5, XMN: 0.5 },
  CZ: { CAN: 3, SZX: 2, WUH: 2, CSX: 2, PVG: 0.5 },
  CA: { PVG: 1, HGH: 2, TFU: 3, CGO: 0.5, SZX: 1, NKG: 1 },
  CV: { CGO: 4, PVG: 1, HKG: 1, XMN: 2 },
  '7L': { CGO: 2, HKG: 1.5, PVG: 1, CAN: 0.5 },
  O3: { EHU: 6, SZX: 1.5, HGH: 1.5, WUH: 1 },
  HU: { CSX: 4, SZX: 1, XMN: 2, TFU: 1, NKG: 1 },
  QR: { HKG: 2, CAN: 2, PVG: 1, SZX: 0.5 },
  EK: { HKG: 2, CAN: 1, PVG: 1 },
  CX: { HKG: 20 },
  '5Y': { HKG: 1.5, PVG: 2, SZX: 1, EHU: 1, CAN: 1 },
  MU: { PVG: 5, NKG: 2 },
  Y8: { PVG: 3, SZX: 1 },
  TK: { CAN: 2, HKG: 1, CGO: 1 },
  ET: { CAN: 2, HKG: 1, CSX: 1 },
};
const ELSEWHERE = 0.02;

/**
 * Distributes the flights of the airlines over airports by preference, keeping the shares of both: rows and columns are
 * scaled in turn until they fit (iterative proportional fitting).
 */
function fitted<T extends string>(
  likings: Readonly<Record<Carrier, Liking<T>>>,
  shares: Readonly<Record<T, number>>,
): Readonly<Record<Carrier, WeightedValues<T>>> {
  const places = namesOf(shares);
  const carriers = namesOf(AIRLINES);
  const cells = new Map(
    carriers.map((carrier) => [
      carrier,
      new Map(places.map((to) => [to, (likings[carrier][to] ?? ELSEWHERE) * shares[to]])),
    ]),
  );
  const cell = (carrier: Carrier, place: T) => cells.get(carrier)?.get(place) ?? 0;
  for (let round = 0; round < 60; round++) {
    for (const place of places) {
      const sum = carriers.reduce((total, carrier) => total + cell(carrier, place), 0);
      for (const carrier of carriers)
        cells.get(carrier)?.set(place, (cell(carrier, place) * shares[place]) / sum);
    }
    for (const carrier of carriers) {
      const sum = places.reduce((total, place) => total + cell(carrier, place), 0);
      for (const place of places)
        cells.get(carrier)?.set(place, (cell(carrier, place) * AIRLINES[carrier]) / sum);
    }
  }
  return perName(carriers, (carrier) => places.map((place) => [place, cell(carrier, place)] as const));
}

const landingsOf = fitted(TO, LANDINGS);
const originsOf = fitted(FROM, ORIGINS);
const airlines: WeightedValues<Carrier> = namesOf(AIRLINES).map(
  (carrier) => [carrier, AIRLINES[carrier]] as const,
);

/** Airlines that stop at their own hub, and the share of the others' flights that stop somewhere. */
const STOPPING: ReadonlySet<Carrier> = new Set(['QR', 'EK', '7L', 'TK', 'ET']);
const OTHERS_STOP = 0.02;

/** Origin, landing airport and airline of a flight. */
export interface Lane {
  readonly carrier: Carrier;
  readonly origin: Origin;
  readonly landing: Landing;
  /** True with a stopover, which takes most of a day. */
  readonly stops: boolean;
  readonly flightNo: string;
}

/** True for airports in the US, where clearance is different. */
export const isAmerican = (landing: string): boolean =>
  landing === 'ORD' || landing === 'LAX' || landing === 'JFK';

/** First number of each airline's freighter flights. */
const FLIGHT_BASE: Readonly<Record<Carrier, number>> = {
  ...{
    CK: 201,
    CZ: 401,
    CA: 1031,
    CV: 7301,
    '7L': 611,
    O3: 7101,
    HU: 7921,
    QR: 8401,
    EK: 9801,
    CX: 2041,
    '5Y': 8101,
  },
  ...{ MU: 7201, Y8: 7431, TK: 6481, ET: 3701 },
};

/** Flight number of an airline on a lane, the same every day. */
function flightNoOf(carrier: Carrier, origin: Origin, landing: Landing): string {
  const index =
    namesOf(ORIGINS).indexOf(origin) * namesOf(LANDINGS).length + namesOf(LANDINGS).indexOf(landing);
  return `${carrier}${FLIGHT_BASE[carrier] + 2 * (index % 40)}`;
}

/** Number of the airline's next flight, for offloaded cargo. */
export const nextFlight = (flightNo: string): string =>
  `${flightNo.slice(0, 2)}${Number(flightNo.slice(2)) + 2}`;

/** Returns the airline of a turn: steps of the golden ratio keep the shares exact over any number of flights. */
function carrierInTurn(turn: number): Carrier {
  let at = ((turn * GOLDEN) % 1) * AIRLINE_TOTAL;
  for (const [carrier, share] of airlines) {
    at -= share;
    if (at < 0) return carrier;
  }
  return 'CK';
}
const GOLDEN = 0.618_033_988_749_895;
const AIRLINE_TOTAL = airlines.reduce((sum, [, share]) => sum + share, 0);

/** Draws a lane by the shares; parts of it may be given. */
export function laneFor(
  random: Random,
  given: Partial<Pick<Lane, 'carrier' | 'origin' | 'landing'>> = {},
  turn?: number,
): Lane {
  let carrier = given.carrier ?? (turn === undefined ? random.weighted(airlines) : carrierInTurn(turn));
  const wantedLanding = given.landing;
  if (wantedLanding && !given.carrier) {
    carrier = random.weighted(
      namesOf(AIRLINES).map(
        (name) => [name, landingsOf[name].find(([place]) => place === wantedLanding)?.[1] ?? 0] as const,
      ),
    );
  }
  const landing = wantedLanding ?? random.weighted(landingsOf[carrier]);
  const origin = given.origin ?? random.weighted(originsOf[carrier]);
  const stops = !isAmerican(landing) && (STOPPING.has(carrier) || random.chance(OTHERS_STOP));
  return { carrier, origin, landing, stops, flightNo: flightNoOf(carrier, origin, landing) };
}
