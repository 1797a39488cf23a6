import { accuracyOf } from '@contract/rules/capacity';
import { dayAt } from '@contract/rules/zonedTime';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import type { BillRow } from './billRow';
import { channelOf } from './carrierData';
import { DAY, iso } from './clock';
import { numbering } from './numbering';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';

type ForecastRow = Insertable<Database['parcelForecast']> & { id: number };

/** Milliseconds of history for which forecasts exist. */
const ANNOUNCED = 12 * DAY;

/** Writes what customers announced lately and for the coming days. */
export async function seedForecasts(
  writer: Writer,
  bills: readonly BillRow[],
  random: Random,
  now: number,
  clockOf: (airportId: number) => string,
): Promise<void> {
  const lately = bills.filter(({ createdAt }) => Date.parse(createdAt) > now - ANNOUNCED);
  const number = numbering();
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
    const met = landed ? accuracyOf(expectedParcels, actual) : undefined;
    rows.push({
      id,
      ...madeAt(made, staffId(random.pick(roles.documents))),
      forecastNo: number('PF', made),
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
      accuracy: met === undefined ? null : Math.round(met * 1000),
      cancelReason: null,
      remark: null,
      ...more,
    });
    links.push(...own.map((one) => ({ billId: one.id, parcelForecastId: id })));
  };
  const dayOf = (bill: BillRow, time: number) => dayAt(iso(time), clockOf(bill.originAirportId));
  const shipped = Map.groupBy(lately, (bill) =>
    [
      ...[bill.customerId, bill.originAirportId, bill.landingAirportId, bill.channelCode],
      dayOf(bill, Date.parse(bill.createdAt)),
    ].join(' '),
  );
  for (const own of shipped.values()) {
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
