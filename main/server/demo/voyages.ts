import type { JourneyTimes, ReachedTrip } from './aims';
import { airportOf } from './airportData';
import { channelOf, destinationOf } from './carrierData';
import { beforeClosing, brokerDesk, chinaOffice, DAY, HOUR, hubDock, onceOpen, toMinute } from './clock';
import type { Random } from './random';

/** A sea lane between two ports. */
interface SeaLane {
  readonly loading: string;
  readonly discharge: string;
  readonly days: readonly [low: number, high: number];
  readonly bound: 'E' | 'W';
  readonly warehouse: string;
  readonly channels: readonly string[];
}

const LANES: readonly [SeaLane, ...SeaLane[]] = [
  {
    loading: 'CNYTN',
    discharge: 'USLAX',
    days: [14, 18],
    bound: 'E',
    warehouse: 'LAX-W1',
    channels: ['US-ERP-STK'],
  },
  {
    loading: 'CNSHA',
    discharge: 'NLRTM',
    days: [35, 45],
    bound: 'W',
    warehouse: 'RTM-W1',
    channels: ['DE-ADW-STK', 'NL-TUL-STK'],
  },
  {
    loading: 'CNNGB',
    discharge: 'USNYC',
    days: [32, 38],
    bound: 'E',
    warehouse: 'JFK-W1',
    channels: ['US-LKG-STK'],
  },
];
const CONTAINERS = ['PLDU1002013', 'PLDU1002029', 'NRDU1002012', 'NRDU1002028', 'ZWDU1002015'];
const SEA_BILLS = 30;

/** A voyage with its cargo, before its bill is built. */
export interface Voyage {
  readonly random: Random;
  readonly lane: SeaLane;
  readonly index: number;
  readonly etd: number;
  readonly eta: number;
  readonly created: number;
  readonly containers: readonly string[];
  readonly reached: JourneyTimes;
  readonly archived: number | null;
}

/** Plans the bills by sea of the past three months, some still at sea. */
export function scheduleSea(root: Random, now: number): Voyage[] {
  return Array.from({ length: SEA_BILLS }, (_, index) => {
    const random = root.fork(`sea${index}`);
    const lane = LANES[[0, 1, 0, 2, 0][index % 5] ?? 0] ?? LANES[0];
    const { timeZone } = airportOf(lane.loading);
    const etd = toMinute(now - ((index + random.next()) / SEA_BILLS) * 84 * DAY - 3 * DAY);
    const eta = toMinute(etd + random.between(...lane.days) * DAY);
    const requestedAt = etd - random.triangular(5, 8, 13) * DAY;
    const reached = voyageSoFar(lane, eta, random.fork('voyage'), now);
    const due =
      reached.pod === null ? Number.POSITIVE_INFINITY : reached.pod + random.triangular(4, 8, 16) * DAY;
    const put = Number.isFinite(due)
      ? onceOpen(due, 'Europe/Amsterdam', { open: 8, close: 18 }, random.next() * HOUR)
      : due;
    return {
      random,
      lane,
      index,
      etd,
      eta,
      created:
        Math.round(beforeClosing(requestedAt, timeZone, chinaOffice, random.next() * HOUR) / 1000) * 1000,
      containers: random.shuffled(CONTAINERS).slice(
        0,
        random.weighted([
          [1, 70],
          [2, 30],
        ]),
      ),
      reached,
      archived: put <= now ? Math.round(put / 1000) * 1000 : null,
    };
  });
}

/** Returns the times of a voyage up to now. Clearance by sea starts before the ship arrives. */
function voyageSoFar(lane: SeaLane, eta: number, random: Random, now: number): JourneyTimes {
  const zone = airportOf(lane.discharge).timeZone;
  const hours = (low: number, mode: number, high: number) => random.triangular(low, mode, high) * HOUR;
  const ata = toMinute(eta + hours(-20, 6, 60));
  const noa = toMinute(ata + hours(4, 12, 36));
  const declared = toMinute(onceOpen(ata + hours(-60, -20, 10), zone, brokerDesk, HOUR));
  const released = toMinute(Math.max(declared, ata) + hours(6, 20, 60));
  const pickStart = toMinute(
    onceOpen(Math.max(noa, released) + hours(10, 26, 70), zone, { open: 6, close: 18 }, HOUR),
  );
  const pickFinish = toMinute(pickStart + hours(0.7, 1.2, 2.5));
  const gateIn = toMinute(pickFinish + hours(0.8, 1.5, 3));
  const inStart = toMinute(onceOpen(gateIn + hours(1, 4, 20), zone, { open: 6, close: 20 }, HOUR));
  const inFinish = toMinute(inStart + hours(3, 5, 9));
  const handover = toMinute(
    onceOpen(Math.max(inFinish, released) + hours(0.3, 1, 3), zone, brokerDesk, HOUR),
  );
  const outFinish = toMinute(onceOpen(handover + hours(8, 30, 96), zone, { open: 6, close: 21 }, HOUR));
  const outStart = toMinute(Math.max(handover + HOUR / 6, outFinish - hours(0.8, 1.5, 3)));
  const hub = destinationOf(channelOf(lane.channels[0] ?? '').destination);
  const hubAt = toMinute(onceOpen(outFinish + hub.transitHours * HOUR, hub.timeZone, hubDock, HOUR / 2));
  const pod = toMinute(hubAt + hours(0.3, 1, 4));
  const by = (time: number) => (time > now ? null : time);
  const trip: ReachedTrip = {
    ...{
      pickStart,
      pickFinish: by(pickFinish),
      gateIn: by(gateIn),
      inStart: by(inStart),
      inFinish: by(inFinish),
    },
    ...{ outStart: by(outStart), outFinish: by(outFinish), hubAt: by(hubAt) },
  };
  return {
    ...{ ata: by(ata), noa: by(noa), declared: by(declared), t1: null, firstRelease: by(released) },
    ...{
      released: by(released),
      handover: by(handover),
      trips: pickStart > now ? [] : [trip],
      tat: by(hubAt),
      pod: by(pod),
    },
  };
}
