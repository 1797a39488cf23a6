import { airlineByCode } from '@contract/rules/airlines';
import { nextMawb } from '@contract/rules/codes';
import { airportOf } from './airportData';
import { beforeClosing, brokerDesk, chinaOffice, dayIn, HOUR, MINUTE, onceOpen, toMinute } from './clock';
import { isAmerican, type Lane, nextFlight } from './lanes';
import type { Random } from './random';

/** The flight that left the cargo behind, and its scheduled times. */
interface Offload {
  readonly flightNo: string;
  readonly etd: number;
  readonly eta: number;
  readonly changedAt: number;
}

/** One air waybill on one flight; its batches share all of this. */
export interface Flight {
  readonly lane: Lane;
  readonly flightNo: string;
  readonly etd: number;
  readonly eta: number;
  /** Actual departure; it may be after the seed day. */
  readonly atd: number;
  readonly offload: Offload | null;
  /** Time of the pre-alert, then of the upload and the check of its data. */
  readonly created: number;
  readonly uploaded: number;
  readonly checked: number;
}

const OFFLOADED = 0.05;

/** Draws the hours of flight. */
function hoursAloft({ landing, stops }: Lane, random: Random): number {
  if (isAmerican(landing)) return random.triangular(12, 14, 17);
  return stops ? random.triangular(20, 24, 30) : random.triangular(11, 12.5, 15);
}

/** Makes a flight with an expected landing time, and the times of the office's work before departure. */
export function flightLanding(eta: number, lane: Lane, random: Random, offloadDays?: number): Flight {
  const days = offloadDays ?? (random.chance(OFFLOADED) ? random.pick([1, 1, 2]) : 0);
  const landsAt = toMinute(eta);
  const etd = toMinute(landsAt - hoursAloft(lane, random) * HOUR);
  const shift = days * 24 * HOUR;
  const booked = etd - shift;
  const { timeZone } = airportOf(lane.origin);
  const requestedAt = booked - random.triangular(6, 18, 48) * HOUR;
  const created = beforeClosing(requestedAt, timeZone, chinaOffice, random.between(0, 3) * HOUR);
  const uploaded = onceOpen(
    created + random.triangular(0.2, 2, 9) * HOUR,
    timeZone,
    { open: 8.5, close: 22 },
    random.between(2, 70) * MINUTE,
  );
  const desk = airportOf(lane.landing).timeZone;
  const checked = onceOpen(
    uploaded + random.triangular(0.3, 2, 7) * HOUR,
    desk,
    brokerDesk,
    random.between(2, 60) * MINUTE,
  );
  const offload: Offload | null =
    days === 0
      ? null
      : {
          flightNo: lane.flightNo,
          etd: booked,
          eta: landsAt - shift,
          changedAt: toMinute(booked + random.triangular(0.5, 1.5, 4) * HOUR),
        };
  return {
    lane,
    flightNo: offload ? nextFlight(lane.flightNo) : lane.flightNo,
    etd,
    eta: landsAt,
    atd: toMinute(etd + random.triangular(-0.2, 0.3, 1.2) * HOUR),
    offload,
    created: seconds(created),
    uploaded: seconds(uploaded),
    checked: seconds(checked),
  };
}

const seconds = (time: number): number => Math.round(time / 1000) * 1000;

/** Draws the delay of a landing in hours. */
export const lateness = (random: Random): number => random.triangular(-1, 0.5, 9);

/** Issues air waybill numbers by airline, in the order of their blocks. */
export class Waybills {
  private readonly random: Random;
  private readonly last = new Map<string, string>();
  private readonly houses = new Map<string, number>();

  constructor(random: Random) {
    this.random = random;
  }

  /** Returns the next air waybill number of an airline. */
  next(carrier: string): string {
    const prefix = airlineByCode(carrier)?.prefix;
    if (!prefix) throw new Error(`no prefix of ${carrier}`);
    let number = this.last.get(carrier) ?? `${prefix}-${this.random.int(3_000_000, 6_500_000)}0`;
    for (let skipped = this.random.int(0, 40); skipped >= 0; skipped--) {
      const following = nextMawb(number);
      if (!following) throw new Error(`no number after ${number}`);
      number = following;
    }
    this.last.set(carrier, number);
    return number;
  }

  /** Returns the next house bill number of an origin in the month of a time. */
  nextHouse(origin: string, time: number): string {
    const month = dayIn(time, airportOf(origin).timeZone).slice(2, 7).replace('-', '');
    const key = `${origin}${month}`;
    const count = (this.houses.get(key) ?? 0) + 1;
    this.houses.set(key, count);
    return `${key}-${String(count).padStart(3, '0')}`;
  }
}
