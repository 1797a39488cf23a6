import { airportOf } from './airportData';
import { destinationOf } from './carrierData';
import {
  brokerDesk,
  HOUR,
  hourIn,
  hubDock,
  MINUTE,
  onceOpen,
  stationDock,
  toMinute,
  weekdayIn,
} from './clock';
import type { Landing } from './lanes';
import type { Random } from './random';
import type { Route } from './routes';

/** Times of a truck trip from the cargo station without problems. */
export interface TripTimes {
  readonly pickStart: number;
  readonly pickFinish: number;
  readonly gateIn: number;
  readonly inStart: number;
  readonly inFinish: number;
  readonly outStart: number;
  readonly outFinish: number;
  readonly hubAt: number;
}

/** Times of a batch from landing to delivery, in milliseconds. */
export interface Journey {
  readonly ata: number;
  readonly noa: number;
  readonly declared: number;
  readonly t1: number | null;
  readonly firstRelease: number;
  readonly released: number;
  readonly handover: number;
  readonly trips: readonly TripTimes[];
  readonly tat: number;
  readonly pod: number;
}

/** Input for a journey. */
export interface JourneyPlan {
  readonly landing: Landing;
  readonly route: Route;
  readonly destination: string;
  readonly trips: number;
  /** Hours from landing to the notice of the cargo station, the same for all batches of a flight. */
  readonly noaHours: number;
  /** Hours between declaration and last release, if customs is slow. */
  readonly releaseHours?: number;
}

/** Draws a journey. Warehouses work day and night, hubs and brokers do not: their steps wait for opening hours. */
export function journeyFrom(ata: number, plan: JourneyPlan, random: Random): Journey {
  const { landing, route, destination } = plan;
  const zone = airportOf(landing).timeZone;
  const hours = (low: number, mode: number, high: number) => random.triangular(low, mode, high) * HOUR;

  const noa = toMinute(ata + plan.noaHours * HOUR);
  const declared = toMinute(ata + hours(-4, 0.5, 3));
  const lodged = Math.max(declared, ata);
  const firstRelease = toMinute(lodged + hours(0.3, 1, 4));
  const usual = random.next();
  const answer = usual < 0.6 ? hours(4, 7, 12) : usual < 0.9 ? hours(12, 18, 48) : hours(48, 60, 120);
  const released = toMinute(Math.max(firstRelease, lodged + (plan.releaseHours ?? answer / HOUR) * HOUR));

  const slot = onceOpen(
    noa + hours(1, 6, 20) + weekendWait(noa, zone),
    zone,
    stationDock,
    hours(0.2, 0.6, 1.5),
  );
  const legs: Omit<TripTimes, 'outStart' | 'outFinish' | 'hubAt'>[] = [];
  let start = slot;
  for (let trip = 0; trip < plan.trips; trip++) {
    if (trip > 0) start = onceOpen(start + hours(2, 4, 9), zone, stationDock, hours(0.2, 0.6, 1.5));
    const pickFinish = toMinute(start);
    const pickStart = toMinute(Math.max(noa + 5 * MINUTE, start - hours(0.4, 0.7, 1.4)));
    const gateIn = toMinute(pickFinish + hours(...route.drive));
    const inStart = toMinute(gateIn + hours(0.2, 0.4, 0.9));
    legs.push({ pickStart, pickFinish, gateIn, inStart, inFinish: toMinute(gateIn + hours(1, 3, 8)) });
  }
  const first = legs[0];
  if (!first) throw new Error('a journey needs a trip');
  const t1 = route.t1 && released > first.pickStart ? between(noa, first.pickStart, random) : null;

  const arrived = Math.max(released, first.inFinish, ...legs.map(({ gateIn }) => gateIn));
  const handover = toMinute(onceOpen(arrived + hours(0.2, 0.6, 1.5), zone, brokerDesk, hours(0.1, 0.4, 1)));
  const { transitHours, timeZone } = destinationOf(destination);
  const trips = legs.map((leg): TripTimes => {
    const ready = Math.max(released, leg.inFinish, handover - HOUR);
    const outFinish = toMinute(Math.max(ready + hours(3, 8, 20), handover + 1.5 * HOUR));
    const outStart = toMinute(Math.max(handover + 5 * MINUTE, leg.inStart, outFinish - hours(0.7, 1.5, 3)));
    const drive = transitHours * random.between(0.8, 1.2) * HOUR;
    const hubAt = toMinute(onceOpen(outFinish + drive, timeZone, hubDock, hours(0.1, 0.4, 1)));
    return { ...leg, outStart, outFinish, hubAt };
  });
  const tat = Math.max(...trips.map(({ hubAt }) => hubAt));
  const pod = toMinute(tat + hours(0.3, 1, 4));
  return { ata, noa, declared, t1, firstRelease, released, handover, trips, tat, pod };
}

/** Fewer trucks are ordered between Saturday noon and Monday morning. */
function weekendWait(time: number, zone: string): number {
  const day = weekdayIn(time, zone);
  const weekend = day === 0 || (day === 6 && hourIn(time, zone) >= 12);
  return weekend ? 10 * HOUR : 0;
}

const between = (from: number, to: number, random: Random): number =>
  toMinute(from + (to - from) * random.between(0.35, 0.85));
