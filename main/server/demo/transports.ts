import { accuracyOf, freeKg } from '@contract/rules/capacity';
import { manyIn } from '@contract/rules/codes';
import { dayAt } from '@contract/rules/zonedTime';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import type { BillRow } from './billRow';
import { channelOf } from './carrierData';
import { DAY, HOUR, iso } from './clock';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

type FlightRow = Insertable<Database['airTransport']> & { id: number };
type ForecastRow = Insertable<Database['parcelForecast']> & { id: number };
type BookingRow = Omit<Insertable<Database['booking']>, 'id'>;

/** Milliseconds of history for which flights exist. */
const REMEMBERED = 21 * DAY;
/** Milliseconds of history for which forecasts exist. */
const ANNOUNCED = 12 * DAY;
/** Approximate grams per position of a freighter. */
const PER_POSITION = 2_600_000;
const KILO = 1000;

/** Returns a function that numbers documents by the day of their creation. */
function numbers(prefix: string): (at: string) => string {
  const counts = new Map<string, number>();
  return (at) => {
    const day = at.slice(0, 10).replaceAll('-', '');
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    return `${prefix}${day}-${String(count).padStart(4, '0')}`;
  };
}

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

async function seedFlights(
  writer: Writer,
  bills: readonly BillRow[],
  random: Random,
  now: number,
  clockOf: (airportId: number) => string,
): Promise<void> {
  const lately = bills.filter(
    ({ etd, eta, flightNo }) => etd && eta && flightNo && Date.parse(etd) > now - REMEMBERED,
  );
  const flown = groupBy(
    lately,
    ({ flightNo, etd, eta, originAirportId, landingAirportId }) =>
      `${flightNo} ${etd} ${eta} ${originAirportId} ${landingAirportId}`,
  ).sort(([a], [b]) => (`${a?.etd}` < `${b?.etd}` ? -1 : 1));
  const numberOf = numbers('AT');
  const flights: FlightRow[] = [];
  const bookings: BookingRow[] = [];
  const allocations: Insertable<Database['airAllocation']>[] = [];

  const add = (
    bill: BillRow,
    times: Pick<FlightRow, 'etd' | 'eta' | 'atd' | 'ata'>,
    state: string,
    own: readonly BillRow[],
    made: string,
    more: { cancelReason?: string; spare: number },
  ) => {
    const id = flights.length + 1;
    const taken = own.reduce((sum, one) => sum + weightOf(one), 0);
    const capacityKg = Math.ceil(Math.max(taken * more.spare, 3_000_000) / 500_000) * 500_000;
    const count = Math.max(1, Math.round(capacityKg / PER_POSITION));
    const uldPlan = count > 3 ? [`${count - 1}xPMC`, '1xPAG'] : [`${count}xPMC`];
    const positions = manyIn(uldPlan);
    const day = new Date(dayAt(times.etd, clockOf(bill.originAirportId))).getUTCDay() || 7;
    const promised =
      state === 'planned' || state === 'booked'
        ? [{ customerId: bill.customerId, kg: Math.round((capacityKg * 0.3) / 100_000) * 100_000 }]
        : [];
    const shares = own.map((one) => ({ customerId: one.customerId, kg: weightOf(one) / KILO }));
    const kept = promised.map(({ customerId, kg }) => ({ customerId, kg: kg / KILO }));
    const share = Math.max(1, Math.ceil(own.length / positions));
    const places = own.map((_, index) => (index % share === 0 ? 1 : 0));
    flights.push({
      id,
      ...madeAt(made, staffId(random.pick(roles.documents))),
      transportNo: numberOf(made),
      state: state as FlightRow['state'],
      flightNo: String(bill.flightNo),
      carrierCode: String(bill.flightNo).slice(0, 2),
      originAirportId: bill.originAirportId,
      landingAirportId: bill.landingAirportId,
      weekdays: [...'1234567'].map((one) => (one === String(day) || random.chance(0.4) ? one : '.')).join(''),
      cutOffAt: iso(Date.parse(times.etd) - 8 * HOUR),
      ...times,
      capacityKg,
      bookedKg: taken,
      freeKg: Math.round(freeKg(capacityKg / KILO, shares, kept) * KILO),
      uldPlan: JSON.stringify(uldPlan),
      positions,
      bookedPositions: places.reduce<number>((sum, one) => sum + one, 0),
      billCount: own.length,
      bookingNo: state === 'planned' ? null : `BK${random.int(100_000, 999_999)}`,
      cancelReason: more.cancelReason ?? null,
      remark: null,
    });
    allocations.push(...promised.map((one) => ({ airTransportId: id, ...one })));
    bookings.push(
      ...own.map((one, index) => ({
        billId: one.id,
        airTransportId: id,
        seaTransportId: null,
        kg: weightOf(one),
        positions: places[index] ?? 0,
        ...{ bookedAt: one.createdAt, bookedBy: one.createdBy ?? null },
      })),
    );
  };

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
    const times = { etd: first.etd, eta: first.eta, atd, ata: landed ? ata : null };
    add(first, times, state, own, before, { spare });
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
    const gone = flights.length % 9 === 4;
    const more = gone ? { cancelReason: 'The airline took the flight off its schedule' } : {};
    add(first, times, gone ? 'cancelled' : random.chance(0.4) ? 'booked' : 'planned', [], made, {
      spare: 1,
      ...more,
    });
  }
  await insertRows(writer, 'airTransport', flights);
  await insertRows(writer, 'airAllocation', allocations);
  await insertRows(writer, 'booking', bookings);
}

/** Ships of the demo by their IMO numbers. */
const SHIPS: Readonly<Record<string, string>> = {
  'POLARIS STAR': '9074729',
  'POLARIS DAWN': '9319466',
  'POLARIS REEF': '8814275',
};
/** Parses the remarks of a bill by sea, which has no fields for containers and ports. */
const AT_SEA = /^Container (.+)\. Port of loading (\w{5}), port of discharge (\w{5})$/;

async function seedVoyages(writer: Writer, bills: readonly BillRow[], now: number): Promise<void> {
  const numberOf = numbers('ST');
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
      transportNo: numberOf(made),
      state: state as 'planned',
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
    bookings.push(
      ...own.map((one) => ({
        billId: one.id,
        airTransportId: null,
        seaTransportId: id,
        kg: weightOf(one),
        positions: 0,
        ...{ bookedAt: one.createdAt, bookedBy: one.createdBy ?? null },
      })),
    );
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

async function seedForecasts(
  writer: Writer,
  bills: readonly BillRow[],
  random: Random,
  now: number,
  clockOf: (airportId: number) => string,
): Promise<void> {
  const lately = bills.filter(({ createdAt }) => Date.parse(createdAt) > now - ANNOUNCED);
  const numberOf = numbers('PF');
  const seen = new Set<string>();
  const rows: ForecastRow[] = [];
  const links: Insertable<Database['forecastBill']>[] = [];
  const add = (
    bill: BillRow,
    day: string,
    made: string,
    own: readonly BillRow[],
    state: ForecastRow['state'],
    more: Partial<ForecastRow> = {},
  ) => {
    const key = [bill.customerId, day, bill.originAirportId, bill.landingAirportId, bill.channelCode].join(
      ' ',
    );
    if (seen.has(key)) return;
    seen.add(key);
    const id = rows.length + 1;
    const actual = (own.length > 0 ? own : [bill]).reduce((sum, { packageCount }) => sum + packageCount, 0);
    const weight = (own.length > 0 ? own : [bill]).reduce((sum, one) => sum + one.weight, 0);
    const miss = random.triangular(0.78, 1, 1.3);
    const expectedParcels = Math.max(50, Math.round((actual * miss) / 50) * 50);
    const landed = own.length > 0 && own.every(({ ata }) => ata);
    const accuracy = landed ? accuracyOf(expectedParcels, actual) : undefined;
    rows.push({
      id,
      ...madeAt(made, staffId(random.pick(roles.documents))),
      forecastNo: numberOf(made),
      state,
      customerId: bill.customerId,
      forecastDate: day,
      originAirportId: bill.originAirportId,
      landingAirportId: bill.landingAirportId,
      channelCode: bill.channelCode,
      destinationCountry: channelOf(bill.channelCode).country,
      expectedParcels,
      expectedBoxes: Math.max(1, Math.round(expectedParcels / 25)),
      expectedWeight: Math.round((weight * miss) / 10_000) * 10_000 || 10_000,
      expectedEta: own.length > 0 ? (bill.eta ?? null) : null,
      serviceId: bill.serviceId,
      billCount: own.length,
      actualParcels: landed ? actual : null,
      accuracy: accuracy === undefined ? null : Math.round(accuracy * 1000),
      cancelReason: null,
      remark: null,
      ...more,
    });
    links.push(...own.map((one) => ({ billId: one.id, parcelForecastId: id })));
  };
  const dayOf = (bill: BillRow, time: number) => dayAt(iso(time), clockOf(bill.originAirportId));
  const shipped = groupBy(lately, (bill) =>
    [
      ...[bill.customerId, bill.originAirportId, bill.landingAirportId, bill.channelCode],
      dayOf(bill, Date.parse(bill.createdAt)),
    ].join(' '),
  );
  for (const own of shipped) {
    const [first] = own;
    // Not every customer sends forecasts.
    if (!first || random.chance(0.35)) continue;
    const at = Date.parse(first.createdAt);
    add(first, dayOf(first, at), iso(at - random.between(1, 3) * DAY), own, 'converted');
  }
  const next = lately.slice(-60);
  for (const [index, bill] of next.entries()) {
    if (index % 2 === 1) continue;
    const made = iso(now - random.between(0.1, 2) * DAY);
    const ahead = now + random.int(1, 6) * DAY;
    const state = random.weighted([
      ['submitted', 65],
      ['draft', 28],
      ['cancelled', 7],
    ] as const);
    const why = state === 'cancelled' ? { cancelReason: 'The customer postponed the sale' } : {};
    add(bill, dayOf(bill, ahead), made, [], state, why);
  }
  for (const bill of next.slice(0, 5)) {
    const past = now - random.int(2, 5) * DAY;
    add(bill, dayOf(bill, past), iso(past - 2 * DAY), [], 'expired');
  }
  await insertRows(writer, 'parcelForecast', rows);
  await insertRows(writer, 'forecastBill', links);
}
