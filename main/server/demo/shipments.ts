import type { BillStage } from '@contract/bill/bill';
import { type Aim, type JourneyTimes, needsTwoTrips, notLanded, reach, reachedAt, wayInto } from './aims';
import { type Cargo, cargoOf, type Trouble, troubleOf } from './cargo';
import { channelOf } from './carrierData';
import { DAY, dayIn, HOUR, MINUTE } from './clock';
import { customerData, iossOf } from './customerData';
import type { CustomerData } from './customerRow';
import { type Flight, flightLanding, lateness, type Waybills } from './flights';
import { type Journey, type JourneyPlan, journeyFrom } from './journey';
import { isAmerican, type Lane, laneFor } from './lanes';
import type { Random } from './random';
import { channelFor, customerFor, type Route, routeFor } from './routes';

type ClearanceType = 'ioss' | 'special' | 'standard' | 'us01' | 'us11';

/** One bill by air: a batch of a flight, with its position on the seed day. */
export interface Shipment {
  readonly random: Random;
  flight: Flight;
  readonly billNo: string;
  readonly batchNo: string;
  readonly houseNo: string | null;
  readonly customer: CustomerData;
  readonly channel: string;
  readonly destination: string;
  readonly service: string;
  /** True if the customer collected the goods at our gate, so that no truck of ours left with them. */
  readonly collected: boolean;
  clearanceType: ClearanceType;
  readonly route: Route;
  readonly cargo: Cargo;
  readonly journey: Journey | null;
  reached: JourneyTimes;
  trouble: Trouble;
  readonly source: 'manual' | 'import' | 'api';
  /** Times of the upload and the check of its parcel data; null: not yet. */
  uploaded: number | null;
  checked: number | null;
  /** True if all its parcels are stored, not only their counts. */
  stored: boolean;
  /** IOSS number of all its parcels, whatever their seller. */
  ioss: string | null;
  removed: { readonly at: number; readonly reason: string } | null;
  archived: number | null;
  remark: string | null;
}

/** Given properties of a flight and its batches; the others are drawn. */
export interface FlightWish {
  readonly label: string;
  /** Index of the flight, by which its airline is selected. */
  readonly turn?: number;
  readonly stage: BillStage;
  readonly batches: number;
  readonly aim?: Aim;
  readonly age?: number;
  /** Landing time, for bills placed by time instead of by stage. */
  readonly ata?: number;
  readonly eta?: number;
  readonly lane?: Parameters<typeof laneFor>[1];
  readonly customer?: CustomerData;
  readonly channel?: string;
  readonly warehouse?: string;
  readonly size?: { parcels: number; boxes: number };
  readonly trips?: number;
  readonly releaseHours?: number;
  readonly offloadDays?: number;
  /** Given bill number; its batches are then numbered from 1. */
  readonly billNo?: string;
  /** Aims of the further batches; `natural` if missing. */
  readonly furtherAims?: readonly Aim[];
}

/** Share of the batches of a flight with the same customer as the first. */
const SAME_CUSTOMER = 0.75;

const SERVICES = [
  ['channel', 84],
  ['CLR', 13],
  ['WHS', 3],
] as const;

function clearanceTypeOf(customer: CustomerData, american: boolean, random: Random): ClearanceType {
  if (american) return random.chance(0.12) ? 'us01' : 'us11';
  if (customer.sellers.some((seller) => iossOf(seller))) return random.chance(0.93) ? 'ioss' : 'special';
  return random.chance(0.75) ? 'special' : 'standard';
}

const SOURCES = [
  ['import', 62],
  ['api', 22],
  ['manual', 16],
] as const;
/** Large customers that send their bills through the API. */
const BY_API = new Set(['GPT', 'SRC', 'LMG']);

interface Batch {
  readonly random: Random;
  readonly customer: CustomerData;
  readonly channel: string;
  readonly cargo: Cargo;
  readonly route: Route;
  readonly plan: JourneyPlan;
}

function batchOf(
  wish: FlightWish & { readonly customer: CustomerData },
  lane: Lane,
  aim: Aim,
  noaHours: number,
  random: Random,
): Batch {
  const { landing } = lane;
  const { customer } = wish;
  const channel = wish.channel ?? channelFor(random, landing);
  const cargo = cargoOf(random.fork('cargo'), lane.carrier, wish.size);
  const route = routeFor(random, landing, wish.warehouse);
  const bySize = cargo.parcels > 9000 ? 3 : cargo.parcels > 3500 ? 2 : random.chance(0.1) ? 2 : 1;
  const trips = wish.trips ?? Math.max(bySize, needsTwoTrips(aim) ? 2 : 1);
  const releaseHours = wish.releaseHours ?? slowCustoms(aim, random.fork('customs'));
  const plan: JourneyPlan = {
    landing,
    route,
    destination: channelOf(channel).destination,
    trips,
    noaHours,
    ...(releaseHours === undefined ? {} : { releaseHours }),
  };
  return { random, customer, channel, cargo, route, plan };
}

/** Draws the hours customs takes, for aims before its response; most open pickups are of uncleared cargo. */
function slowCustoms(aim: Aim, random: Random): number | undefined {
  if (aim === 'inbound.open' || aim === 'inbound.customs') return random.between(200, 320);
  if (aim === 'clearing.collected' || aim === 'pickup.open' || aim === 'pickup.partial') {
    return random.chance(0.75) ? random.between(60, 110) : undefined;
  }
  return undefined;
}

/**
 * Finds the landing time for which the first batch reached its aim `age` ago, and the others have reached theirs. It
 * iterates, because time zones and opening hours make the journey irregular.
 */
function landingFor(batches: readonly Batch[], aims: readonly Aim[], age: number, now: number): number {
  let ata = now - age - 30 * HOUR;
  const at = (from: number, index: number): number => {
    const batch = batches[index];
    const aim = aims[index] ?? 'natural';
    return batch ? reachedAt(journeyFrom(from, batch.plan, batch.random.fork('journey')), aim) : from;
  };
  for (let round = 0; round < 5; round++) ata += now - age - at(ata, 0);
  ata = Math.round(ata / MINUTE) * MINUTE;
  while (batches.some((_, index) => at(ata, index) > now)) ata -= 20 * MINUTE;
  return ata;
}

/** Returns the landing time, moved back until all batches are delivered by now. */
function deliveredBy(batches: readonly Batch[], landing: number, now: number): number {
  let ata = Math.round(landing / MINUTE) * MINUTE;
  for (;;) {
    const pods = batches.map(({ plan, random }) => journeyFrom(ata, plan, random.fork('journey')).pod);
    const over = Math.max(...pods) - now;
    if (over <= 0) return ata;
    ata -= Math.ceil(over / HOUR) * HOUR + 3 * HOUR;
  }
}

/** Makes a flight whose pre-alert is in the past; if it is not, moves the landing back. */
function flightKnown(eta: number, lane: Lane, random: Random, now: number, offloadDays?: number): Flight {
  let lands = eta;
  for (;;) {
    const flight = flightLanding(lands, lane, random.fork('flight'), offloadDays);
    if (flight.created < now - 10 * MINUTE) return flight;
    lands -= 2 * HOUR;
  }
}

/** Makes a flight with its batches by a wish. */
export function planFlight(wish: FlightWish, root: Random, now: number, waybills: Waybills): Shipment[] {
  const random = root.fork(wish.label);
  const lane = laneFor(random, wish.lane, wish.turn);
  const noaHours = random.triangular(1.5, 5, 14);
  const way = wish.aim ? { aim: wish.aim, age: wish.age ?? 0 } : wayInto(wish.stage, random);
  const aims = [way.aim, ...(wish.furtherAims ?? [])];
  const main = wish.customer ?? customerFor(random, lane.landing, customerData);
  const batches = Array.from({ length: wish.batches }, (_, index) => {
    const own = random.fork(`batch${index}`);
    const same = index === 0 || wish.customer !== undefined || own.chance(SAME_CUSTOMER);
    const customer = same ? main : customerFor(own, lane.landing, customerData);
    return batchOf({ ...wish, customer }, lane, aims[index] ?? 'natural', noaHours, own);
  });
  const late = lateness(random) * HOUR;
  const ata =
    wish.eta !== undefined
      ? null
      : wish.ata !== undefined
        ? deliveredBy(batches, wish.ata, now)
        : landingFor(batches, aims, way.age, now);
  const flight = flightKnown(wish.eta ?? (ata ?? now) - late, lane, random, now, wish.offloadDays);
  const byApi = BY_API.has(main.code) && random.chance(0.5);
  const shared: FlightFacts = {
    flight,
    ata,
    billNo: wish.billNo ?? waybills.next(lane.carrier),
    counted: wish.billNo !== undefined || main.batches === 'counted',
    source: byApi ? 'api' : random.weighted(SOURCES),
  };
  return batches.map((batch, index) =>
    shipmentOf(batch, shared, aims[index] ?? 'natural', index, now, waybills),
  );
}

/** Common properties of the batches of a flight. */
interface FlightFacts {
  readonly flight: Flight;
  readonly ata: number | null;
  readonly billNo: string;
  readonly counted: boolean;
  readonly source: Shipment['source'];
}

function shipmentOf(
  batch: Batch,
  { flight, ata, billNo, counted, source }: FlightFacts,
  aim: Aim,
  index: number,
  now: number,
  waybills: Waybills,
): Shipment {
  const { random, customer, channel, cargo, route, plan } = batch;
  const { lane } = flight;
  const journey = ata === null ? null : journeyFrom(ata, plan, random.fork('journey'));
  const way = journey ? reach(journey, aim, now) : notLanded;
  const american = isAmerican(lane.landing);
  const chosen = random.weighted(SERVICES);
  const own = channelOf(channel).service;
  const clearanceType = clearanceTypeOf(customer, american, random);
  const sold = clearanceType === 'us01' ? 'US01' : american || chosen === 'channel' ? own : chosen;
  // Goods on a truck were sold with their delivery.
  const service = TO_GATE.has(sold) && way.pod === null && isLoading(way) ? 'CLR_DLV' : sold;
  const collected = TO_GATE.has(service) && way.pod !== null;
  const reached = collected ? atGate(way) : way;
  const closed = reached.pod !== null && now - reached.pod > 9 * DAY;
  const state = closed ? 'closed' : reached.handover !== null ? 'fresh' : 'open';
  const { uploaded, checked } = deskWork(flight, reached, aim, now, random);
  return {
    random,
    flight,
    billNo,
    batchNo: batchNoOf(flight, index, counted),
    houseNo: random.chance(0.7) ? waybills.nextHouse(lane.origin, flight.created) : null,
    customer,
    channel,
    destination: plan.destination,
    service,
    collected,
    clearanceType,
    route,
    cargo,
    journey,
    reached,
    trouble: troubleOf(random.fork('trouble'), state),
    source,
    uploaded,
    checked,
    stored: false,
    ioss: null,
    removed: null,
    archived: null,
    remark: null,
  };
}

/** Services that end before delivery: the customer collects the goods. */
const TO_GATE: ReadonlySet<string> = new Set(['CLR', 'WHS']);

const isLoading = ({ trips }: JourneyTimes): boolean => trips.some(({ outStart }) => outStart !== null);

/** A journey that ends at our gate instead of at a hub. */
const atGate = (reached: JourneyTimes): JourneyTimes => ({
  ...reached,
  tat: null,
  trips: reached.trips.map((trip) => ({ ...trip, outStart: null, outFinish: null, hubAt: null })),
});

/** Times of upload and check: before the declaration, and before the flight lands. */
function deskWork(flight: Flight, reached: JourneyTimes, aim: Aim, now: number, random: Random) {
  const { created } = flight;
  const landed = reached.ata !== null;
  const missing = random.next() < (aim === 'arrived' ? 0.2 : landed ? 0 : 0.12);
  const soon = created + random.int(8, 40) * MINUTE;
  const limit = Math.min(reached.declared ?? now, reached.ata ?? now);
  const uploaded = missing
    ? null
    : flight.uploaded < limit
      ? flight.uploaded
      : landed && soon < limit
        ? soon
        : null;
  if (uploaded === null || !random.chance(landed ? 0.97 : 0.6)) return { uploaded, checked: null };
  const checked =
    flight.checked < limit ? flight.checked : landed ? uploaded + random.int(5, 25) * MINUTE : null;
  return {
    uploaded,
    checked: checked !== null && checked < now ? Math.max(checked, uploaded + 4 * MINUTE) : null,
  };
}

function batchNoOf(flight: Flight, index: number, counted: boolean): string {
  const count = String(index + 1).padStart(2, '0');
  if (counted) return count;
  return `B${dayIn(flight.created, 'Asia/Shanghai').replaceAll('-', '')}-${count}`;
}
