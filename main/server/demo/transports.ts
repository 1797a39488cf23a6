import { freeKg } from '@contract/rules/capacity';
import { manyIn } from '@contract/rules/codes';
import { dayAt } from '@contract/rules/zonedTime';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import type { BillRow } from './billRow';
import { DAY, HOUR, iso } from './clock';
import { seedForecasts } from './forecasts';
import { numbering } from './numbering';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

type FlightRow = Insertable<Database['airTransport']> & { id: number };
type BookingRow = Omit<Insertable<Database['booking']>, 'id'>;

/** Milliseconds of history for which flights exist. */
const REMEMBERED = 21 * DAY;
/** Approximate grams per position of a freighter. */
const PER_POSITION = 2_600_000;
const KILO = 1000;

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): T[][] => [
  ...Map.groupBy(rows, keyOf).values(),
];

/** Writes the flights, voyages and forecasts of the demo, past and planned. */
export async function seedTransports(
  writer: Writer,
  bills: readonly BillRow[],
  random: Random,
  now: number,
): Promise<void> {
  const standing = bills.filter(({ removedAt }) => !removedAt);
  const clocks = new Map(
    (await writer.selectFrom('airport').select(['id', 'timeZone']).execute()).map((one) => [
      one.id,
      one.timeZone,
    ]),
  );
  const clockOf = (airportId: number) => clocks.get(airportId) ?? 'UTC';
  await seedFlights(
    writer,
    standing.filter(({ mode }) => mode === 'air'),
    random.fork('flights'),
    now,
    clockOf,
  );
  await seedVoyages(
    writer,
    standing.filter(({ mode }) => mode === 'sea'),
    now,
  );
  await seedForecasts(
    writer,
    standing.filter(({ mode }) => mode === 'air'),
    random.fork('forecasts'),
    now,
    clockOf,
  );
}

const weightOf = ({ billingWeight, weight }: BillRow): number => billingWeight ?? weight;

type Clock = (airportId: number) => string;

async function seedFlights(
  writer: Writer,
  bills: readonly BillRow[],
  random: Random,
  now: number,
  clockOf: Clock,
): Promise<void> {
  const lately = bills.filter(
    ({ etd, eta, flightNo }) => etd && eta && flightNo && Date.parse(etd) > now - REMEMBERED,
  );
  const flown = groupBy(
    lately,
    ({ flightNo, etd, eta, originAirportId, landingAirportId }) =>
      `${flightNo} ${etd} ${eta} ${originAirportId} ${landingAirportId}`,
  ).sort(([a], [b]) => (`${a?.etd}` < `${b?.etd}` ? -1 : 1));
  const flights = new Flights(random, clockOf);

  for (const own of flown) {
    const [first] = own;
    if (!first?.etd || !first.eta) continue;
    const ata =
      own
        .map((one) => one.ata ?? '')
        .sort()
        .at(-1) || null;
    const landed = own.every((one) => one.ata);
    const atd = own.find((one) => one.atd)?.atd ?? null;
    const delivered = own.every(({ stage }) => stage === 'delivery');
    const state = delivered ? 'closed' : landed ? 'arrived' : atd ? 'departed' : 'booked';
    const made = own.map(({ createdAt }) => createdAt).sort()[0] ?? first.createdAt;
    const before = iso(Math.min(Date.parse(made), Date.parse(first.etd)) - random.between(2, 9) * DAY);
    // Some coming flights are almost full.
    const spare = random.pick([1, 1.04, 1.15, 1.3, 1.6]);
    const times = { etd: first.etd, eta: first.eta, atd, ata: landed ? ata : null, cancelReason: null };
    flights.add(first, { ...times, state }, { own, made: before, spare });
  }
  // Planned flights repeat earlier ones a week or two later.
  for (const own of flown.slice(-24)) {
    const [first] = own;
    if (!first?.etd || !first.eta) continue;
    const later = Math.ceil((now + 3 * DAY - Date.parse(first.etd)) / (7 * DAY)) * 7 * DAY;
    const times = {
      etd: iso(Date.parse(first.etd) + later),
      eta: iso(Date.parse(first.eta) + later),
      ...{ atd: null, ata: null },
    };
    const made = iso(now - random.between(0.2, 4) * DAY);
    const isCancelled = flights.count % 9 === 4;
    const state = isCancelled ? 'cancelled' : random.chance(0.4) ? 'booked' : 'planned';
    const cancelReason = isCancelled ? 'The airline took the flight off its schedule' : null;
    flights.add(first, { ...times, state, cancelReason }, { own: [], made, spare: 1 });
  }
  await flights.write(writer);
}

/** Collects flights with their bookings and promised capacity. */
class Flights {
  readonly #random: Random;
  readonly #clockOf: Clock;
  readonly #number = numbering();
  readonly #flights: FlightRow[] = [];
  readonly #bookings: BookingRow[] = [];
  readonly #allocations: Insertable<Database['airAllocation']>[] = [];

  constructor(random: Random, clockOf: Clock) {
    this.#random = random;
    this.#clockOf = clockOf;
  }

  get count(): number {
    return this.#flights.length;
  }

  /** Adds a flight like that of a bill; `own` are the bills booked on it, `spare` its capacity per booked weight. */
  add(
    bill: BillRow,
    columns: Pick<FlightRow, 'etd' | 'eta' | 'atd' | 'ata' | 'state' | 'cancelReason'>,
    { own, made, spare }: { own: readonly BillRow[]; made: string; spare: number },
  ): void {
    const random = this.#random;
    const airTransportId = this.#flights.length + 1;
    const open = columns.state === 'planned' || columns.state === 'booked';
    const bookedKg = own.reduce((sum, one) => sum + weightOf(one), 0);
    const capacityKg = Math.ceil(Math.max(bookedKg * spare, 3_000_000) / 500_000) * 500_000;
    const count = Math.max(1, Math.round(capacityKg / PER_POSITION));
    const uldPlan = count > 3 ? [`${count - 1}xPMC`, '1xPAG'] : [`${count}xPMC`];
    const positions = manyIn(uldPlan);
    const promised = open
      ? [{ customerId: bill.customerId, kg: Math.round((capacityKg * 0.3) / 100_000) * 100_000 }]
      : [];
    const shares = own.map((one) => ({ customerId: one.customerId, kg: weightOf(one) / KILO }));
    const kept = promised.map(({ customerId, kg }) => ({ customerId, kg: kg / KILO }));
    const share = Math.max(1, Math.ceil(own.length / positions));
    const places = own.map((_, index) => (index % share === 0 ? 1 : 0));
    this.#flights.push({
      id: airTransportId,
      ...madeAt(made, staffId(random.pick(roles.documents))),
      transportNo: this.#number('AT', made),
      flightNo: String(bill.flightNo),
      carrierCode: String(bill.flightNo).slice(0, 2),
      originAirportId: bill.originAirportId,
      landingAirportId: bill.landingAirportId,
      weekdays: this.#weekdaysOf(dayAt(columns.etd, this.#clockOf(bill.originAirportId))),
      cutOffAt: iso(Date.parse(columns.etd) - 8 * HOUR),
      ...columns,
      remark: null,
      capacityKg,
      bookedKg,
      freeKg: Math.round(freeKg(capacityKg / KILO, shares, kept) * KILO),
      uldPlan: JSON.stringify(uldPlan),
      positions,
      bookedPositions: places.reduce<number>((sum, one) => sum + one, 0),
      billCount: own.length,
      bookingNo: columns.state === 'planned' ? null : `BK${random.int(100_000, 999_999)}`,
    });
    this.#allocations.push(...promised.map((one) => ({ airTransportId, ...one })));
    this.#bookings.push(
      ...own.map((one, index) => bookingOf(one, { airTransportId, positions: places[index] ?? 0 })),
    );
  }

  /** Weekdays of a flight that leaves on a day, and on some others. */
  #weekdaysOf(day: string): string {
    const own = String(new Date(day).getUTCDay() || 7);
    return [...'1234567'].map((one) => (one === own || this.#random.chance(0.4) ? one : '.')).join('');
  }

  async write(writer: Writer): Promise<void> {
    await insertRows(writer, 'airTransport', this.#flights);
    await insertRows(writer, 'airAllocation', this.#allocations);
    await insertRows(writer, 'booking', this.#bookings);
  }
}

/** Builds the booking of a bill. */
const bookingOf = (
  bill: BillRow,
  on: { airTransportId?: number; seaTransportId?: number; positions: number },
): BookingRow => ({
  billId: bill.id,
  ...{ airTransportId: null, seaTransportId: null, ...on },
  kg: weightOf(bill),
  ...{ bookedAt: bill.createdAt, bookedBy: bill.createdBy ?? null },
});

/** Ships of the demo by their IMO numbers. */
const SHIPS: Readonly<Record<string, string>> = {
  'POLARIS STAR': '9074729',
  'POLARIS DAWN': '9319466',
  'POLARIS REEF': '8814275',
};
/** Parses the remarks of a bill by sea, which has no fields for containers and ports. */
const AT_SEA = /^Container (.+)\. Port of loading (\w{5}), port of discharge (\w{5})$/;

async function seedVoyages(writer: Writer, bills: readonly BillRow[], now: number): Promise<void> {
  const number = numbering();
  const voyages: (Insertable<Database['seaTransport']> & { id: number })[] = [];
  const containers: Omit<Insertable<Database['seaContainer']>, 'id'>[] = [];
  const changes: Omit<Insertable<Database['scheduleChange']>, 'id'>[] = [];
  const bookings: BookingRow[] = [];
  const add = (bill: BillRow, later: number, own: readonly BillRow[]) => {
    const [, known = '', polCode = '', podCode = ''] = AT_SEA.exec(String(bill.remarks)) ?? [];
    if (!bill.etd || !bill.eta) return;
    const id = voyages.length + 1;
    const etd = Date.parse(bill.etd) + later;
    const eta = Date.parse(bill.eta) + later;
    const made = iso(Math.min(Date.parse(bill.createdAt) + later, now - HOUR) - 3 * DAY);
    const numbersOf = own.length > 0 ? known.split(', ') : [];
    const ata = own.length > 0 ? (bill.ata ?? null) : null;
    const delivered = own.length > 0 && bill.stage === 'delivery';
    const left = own.length > 0 && etd <= now;
    const state = delivered ? 'closed' : ata ? 'arrived' : left ? 'departed' : id % 2 ? 'booked' : 'planned';
    const vesselName = String(bill.vesselName);
    voyages.push({
      id,
      ...madeAt(made, staffId(roles.documents[id % 2] ?? 'admin')),
      transportNo: number('ST', made),
      state,
      carrierScac: 'PZOL',
      vesselName,
      imoNo: SHIPS[vesselName] ?? null,
      voyageNo: String(bill.flightNo),
      polCode,
      podCode,
      siCutOff: iso(etd - 5 * DAY),
      cutOffDoc: iso(etd - 4 * DAY),
      cutOffCargo: iso(etd - 2 * DAY),
      etd: iso(etd),
      eta: iso(eta),
      atd: left ? iso(etd) : null,
      ata,
      containersBooked: JSON.stringify([`${Math.max(1, known.split(', ').length)}x40HQ`]),
      containerCount: numbersOf.length,
      billCount: own.length,
      bookingNo: state === 'planned' ? null : `63010${String(44_100 + id * 7)}`,
      cancelReason: null,
      remark: null,
    });
    for (const [at, containerNo] of numbersOf.entries())
      containers.push({
        seaTransportId: id,
        containerNo,
        containerType: '40HQ',
        sealNo: `NG${String(204_000 + id * 13 + at)}`,
        packages: Math.floor(bill.boxCount / numbersOf.length),
        weight: Math.floor(bill.weight / numbersOf.length),
        volume: Math.floor((bill.volume ?? 0) / numbersOf.length),
      });
    // Half of the late ships announced it under way.
    if (left && id % 2 === 0)
      changes.push({
        ...{ airTransportId: null, seaTransportId: id, field: 'eta' as const },
        before: iso(eta - 2 * DAY),
        after: iso(eta),
        reason: id % 4 === 0 ? 'Port congestion' : 'Slow steaming, weather',
        at: iso(Math.min(etd + 3 * DAY, now - HOUR)),
        by: staffId(roles.documents[0]),
      });
    bookings.push(...own.map((one) => bookingOf(one, { seaTransportId: id, positions: 0 })));
  };
  const sailed = groupBy(bills, ({ vesselName, flightNo, remarks, etd }) =>
    [vesselName, flightNo, remarks, etd].join(' '),
  ).sort(([a], [b]) => (`${a?.etd}` < `${b?.etd}` ? -1 : 1));
  for (const own of sailed) if (own[0]) add(own[0], 0, own);
  // The next sailings of the same ships.
  for (const [first] of sailed.slice(-3))
    if (first?.etd) add(first, Math.ceil((now + 6 * DAY - Date.parse(first.etd)) / (7 * DAY)) * 7 * DAY, []);
  await insertRows(writer, 'seaTransport', voyages);
  await insertRows(writer, 'seaContainer', containers);
  await insertRows(writer, 'scheduleChange', changes);
  await insertRows(writer, 'booking', bookings);
}
