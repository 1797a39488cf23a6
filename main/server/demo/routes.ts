import type { CustomerData } from './customerRow';
import { isAmerican, type Landing } from './lanes';
import type { Random, WeightedValues } from './random';

/** Channels of parcels in Europe, with weights. */
const EUROPEAN_CHANNELS: WeightedValues<string> = [
  ...([
    ['DE-ADW-ECO', 18],
    ['DE-ADW-EXP', 9],
    ['FR-COL-ECO', 13],
    ['FR-COL-EXP', 7],
    ['NL-TUL-ECO', 7],
    ['NL-TUL-EXP', 4],
  ] as const),
  ...([
    ['ES-SOL-ECO', 10],
    ['IT-PIA-ECO', 7],
    ['IT-PIA-EXP', 3],
    ['PL-AMB-ECO', 8],
    ['BE-WAF-ECO', 4],
    ['BE-WAF-EXP', 2],
  ] as const),
  ...([
    ['SE-FJO-ECO', 3],
    ['AT-ADW-ECO', 2],
    ['PT-SOL-ECO', 1],
    ['CZ-AMB-ECO', 0.8],
    ['LU-WAF-ECO', 0.6],
    ['DK-FJO-ECO', 0.6],
  ] as const),
];
const AMERICAN_CHANNELS: Readonly<Record<string, string>> = {
  ORD: 'US-ERP-ECO',
  LAX: 'US-ERP-EXP',
  JFK: 'US-LKG-ECO',
};

/** Draws the channel of a batch by its landing airport. */
export const channelFor = (random: Random, landing: string): string =>
  AMERICAN_CHANNELS[landing] ?? random.weighted(EUROPEAN_CHANNELS);

/** Draws the customer of a flight; some send more to the US than others. */
export function customerFor(
  random: Random,
  landing: string,
  customers: readonly CustomerData[],
): CustomerData {
  const american = isAmerican(landing);
  return random.weighted(
    customers.map((customer) => [customer, customer.share * (american ? customer.toAmerica : 1)] as const),
  );
}

/** The way of cargo from its landing airport. */
export interface Route {
  readonly station: string;
  readonly warehouse: string;
  /** Hours by road to the warehouse. */
  readonly drive: readonly [low: number, mode: number, high: number];
  /** True if uncleared cargo needs a T1 on this route. */
  readonly t1: boolean;
}

const SHORT = [0.5, 1, 3] as const;
type RouteChoice = readonly [warehouse: string, drive: Route['drive'], t1: boolean];
const ROUTES: Readonly<Record<Landing, WeightedValues<RouteChoice>>> = {
  AMS: [
    [['AMS-W1', SHORT, false], 65],
    [['AMS-W2', SHORT, true], 35],
  ],
  LGG: [
    [['LGG-W1', SHORT, false], 72],
    [['AMS-W1', [4, 5, 8], true], 28],
  ],
  MST: [
    [['MST-W1', SHORT, false], 80],
    [['AMS-W1', [2.5, 3, 4.5], true], 20],
  ],
  BRU: [[['LGG-W1', [1.2, 1.6, 3], true], 100]],
  FRA: [
    [['AMS-W1', [5, 6, 9], true], 60],
    [['LGG-W1', [4, 5, 7], true], 40],
  ],
  BUD: [[['AMS-W1', [16, 18, 24], true], 100]],
  LUX: [[['LGG-W1', [2, 2.4, 4], true], 100]],
  ORD: [[['ORD-W1', SHORT, false], 100]],
  LAX: [[['LAX-W1', SHORT, false], 100]],
  JFK: [[['JFK-W1', SHORT, false], 100]],
};
const STATIONS: Readonly<Record<Landing, WeightedValues<string>>> = {
  AMS: [
    ['PLD-CARGO', 62],
    ['DYK-AIR', 38],
  ],
  LGG: [['ARD-GND', 1]],
  MST: [['LIM-CGO', 1]],
  BRU: [['ZEN-CGO', 1]],
  FRA: [['TAU-CGO', 1]],
  BUD: [['DUN-CGO', 1]],
  LUX: [['ALZ-CGO', 1]],
  ORD: [['PRA-GND', 1]],
  LAX: [['ARC-GND', 1]],
  JFK: [['HBL-GND', 1]],
};

/** Draws the cargo station of a flight and the route from there, to the given warehouse if any. */
export function routeFor(random: Random, landing: Landing, warehouse?: string): Route {
  const station = random.weighted(STATIONS[landing]);
  const choices = ROUTES[landing].filter(([[name]]) => !warehouse || name === warehouse);
  const [name, drive, t1] = random.weighted(choices);
  return { station, warehouse: name, drive, t1 };
}
