import { explain, problem } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import type { AlertEvent } from '@contract/monitor/alert';
import { reports } from '@contract/report';
import { deskStages } from '@contract/report/home';
import { LONGEST_SPAN, shownFields, type TileAnswer } from '@contract/report/report';
import { afterAll, describe, expect, test } from 'vitest';
import { stagesAt } from '../../main/server/areas/report/home';
import type { Actor, TestDownload } from '../support/apiCall';
import { cellsOf, ExpectedTexts } from '../support/apiExport';
import { testApi } from '../support/server';

const api = testApi();
type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const at = (time: unknown) => Date.parse(String(time));
const num = (value: unknown) => Number(value ?? 0);

/** Input of a report, and the conditions on its bills for the check without the API. */
interface Variant {
  readonly named: string;
  readonly query: Row;
  readonly warehouseIds?: readonly number[];
}
const MONTH = { from: '2026-10-04T00:00:00Z', to: '2026-11-03T12:00:00Z', zone: 'Europe/Amsterdam' };
const ofGroup = (groupId: number) =>
  api.rows('select id from customer where groupId = ?', groupId).map(({ id }) => num(id));
const variants: readonly Variant[] = [
  { named: 'all there is', query: { zone: 'Europe/Amsterdam' } },
  { named: 'a month', query: MONTH },
  { named: 'a group of customers and a mode', query: { ...MONTH, groupId: [1], mode: ['air'] } },
  { named: 'two destinations', query: { zone: 'UTC', destinationId: [3, 4] } },
  { named: 'what one warehouse may see', query: MONTH, warehouseIds: [2] },
];

test('bounds the time span of every report, however it is given', async () => {
  const years = 10;
  const refused = { status: 400, code: 'SPAN_TOO_LONG' };
  for (const { name } of reports)
    for (const call of ['list', 'summary', 'export'] as const) {
      const summaryOf = (query: Row) =>
        api.send(`${name}.${call}` as ApiName, {
          query: call === 'export' ? { ...query, format: 'csv', columns: [] } : query,
        });
      const from = '2026-10-01T00:00:00Z';
      expect(await summaryOf({ from, to: '9999-12-31T23:59:59Z' }), name).toMatchObject({
        refused: {
          ...refused,
          fields: { to: explain('en', problem('SPAN_TOO_LONG', { years })) },
        },
      });
      expect(await summaryOf({ from: '0001-01-01T00:00:00Z' }), name).toMatchObject({ refused });
    }
  const wide = { from: '2017-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z', grain: 'day', zone: 'UTC' };
  const { charts } = await api.call.reportTrend.summary({ query: wide as never });
  // No day is missing.
  const longest = Math.max(...Object.values(charts).map((points) => points.length));
  expect(longest).toBeGreaterThanOrEqual(3591);
});

const actors = new Map<Variant, Actor>();
function actorOf(variant: Variant): Actor {
  const { warehouseIds } = variant;
  if (!warehouseIds) return api.admin;
  const known =
    actors.get(variant) ??
    api.actor({ permissions: reports.map(({ menu }) => `${menu}.view` as never), warehouseIds });
  actors.set(variant, known);
  return known;
}

const inSpan = ({ from, to }: Row, time: unknown): boolean =>
  (!from || (time !== null && at(time) >= at(from))) && (!to || (time !== null && at(time) <= at(to)));

/** Returns bills within the filters, regardless of their times: row by row, from the table. */
function narrowed({ query, warehouseIds }: Variant): Row[] {
  const { groupId, mode, destinationId } = query as {
    groupId?: number[];
    mode?: string[];
    destinationId?: number[];
  };
  const customers = groupId?.flatMap(ofGroup);
  return api
    .rows('select * from bill')
    .filter(
      (bill) =>
        bill.removedAt === null &&
        (!warehouseIds || warehouseIds.includes(num(bill.warehouseId))) &&
        (!customers || customers.includes(num(bill.customerId))) &&
        (!mode || mode.includes(String(bill.mode))) &&
        (!destinationId || destinationId.includes(num(bill.destinationId))),
    );
}
const billsOf = (variant: Variant, node = 'ata') =>
  narrowed(variant).filter((bill) => inSpan(variant.query, bill[node]));

/** Large tables that no test here changes: read once, not for each figure of each report. */
const cargo = new Map<string, Row[] | undefined>([
  ['parcel', undefined],
  ['box', undefined],
]);
afterAll(() => cargo.clear());

/** Returns rows of a table that belong to bills. */
function belonging(table: string, bills: readonly Row[]): Row[] {
  const ids = new Set(bills.map(({ id }) => id));
  const rows = cargo.get(table) ?? api.rows(`select * from ${table}`);
  if (cargo.has(table)) cargo.set(table, rows);
  return rows.filter(({ billId }) => ids.has(billId));
}

/** Groups rows by a key. */
function grouped(rows: readonly Row[], keyOf: (row: Row) => unknown): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + num(row[name]), 0);
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((part * 1000) / whole) / 10 : null);
const hours = (ms: number | null) => (ms === null ? null : Math.round(ms / (HOUR / 10)) / 10);
const money = (minor: number) => (minor / 100).toFixed(2);

/** Computes median, 90th percentile and the count of unknowns, by sorting. */
function spread(rows: readonly Row[], from: string, to: string): TileAnswer {
  const lengths = rows.map((row) => (row[from] && row[to] ? at(row[to]) - at(row[from]) : null));
  const known = lengths.filter((one) => one !== null).sort((a, b) => a - b);
  const middle = [known[Math.ceil(known.length / 2) - 1], known[Math.floor(known.length / 2)]];
  return {
    value: known.length === 0 ? null : hours((num(middle[0]) + num(middle[1])) / 2),
    p90: known.length === 0 ? null : hours(num(known[Math.ceil(known.length * 0.9) - 1])),
    noData: lengths.length - known.length,
  };
}
/** Computes the same of whole days. */
function days(all: readonly (number | null)[]): TileAnswer {
  const known = all.filter((one) => one !== null).sort((a, b) => a - b);
  const middle = [known[Math.ceil(known.length / 2) - 1], known[Math.floor(known.length / 2)]];
  return {
    value: known.length === 0 ? null : (num(middle[0]) + num(middle[1])) / 2,
    p90: known[Math.ceil(known.length * 0.9) - 1] ?? null,
    noData: all.length - known.length,
  };
}
const slaOf = (bill: Row) =>
  num(api.row('select slaHours from service where id = ?', num(bill.serviceId)).slaHours);

/** Expected numbers of each report, computed from the tables independently. */
const expected: Readonly<Record<string, (variant: Variant) => Readonly<Record<string, TileAnswer>>>> = {
  reportTrend: (variant) => {
    const bills = billsOf(variant).filter(({ ata }) => ata !== null);
    const delivered = bills.filter(({ podAt }) => podAt !== null);
    const inTime = delivered.filter((bill) => at(bill.podAt) - at(bill.ata) <= slaOf(bill) * HOUR);
    const ataOf = new Map(bills.map(({ id, ata }) => [id, ata]));
    const parcels = belonging('parcel', bills);
    const soon = parcels.filter(
      ({ billId, releasedAt }) => releasedAt !== null && at(releasedAt) - at(ataOf.get(billId)) <= 24 * HOUR,
    );
    return {
      bills: { value: bills.length },
      parcels: { value: sum(bills, 'packageCount') },
      weight: { value: sum(bills, 'weight') / 1000 },
      onTime: { value: percent(inTime.length, delivered.length), noData: bills.length - delivered.length },
      releaseRate: { value: percent(soon.length, parcels.length) },
      clearance: spread(bills, 'ata', 'clearanceReleasedAt'),
      clearanceDeclared: spread(bills, 'declaredAt', 'clearanceReleasedAt'),
      storageTime: days(
        bills.map((bill) => {
          if (!bill.noaAt || !bill.pickupAt) return null;
          const free = num(
            api.rows('select freeHours from cargoStation where id = ?', num(bill.cargoStationId))[0]
              ?.freeHours ?? 48,
          );
          return Math.max(0, Math.ceil((at(bill.pickupAt) - at(bill.noaAt) - free * HOUR) / (24 * HOUR)));
        }),
      ),
      inboundLead: spread(
        belonging('pick', bills).map(({ billId, inboundFinishAt }) => ({
          inboundFinishAt,
          atWarehouseAt: bills.find(({ id }) => id === billId)?.atWarehouseAt,
        })),
        'atWarehouseAt',
        'inboundFinishAt',
      ),
      noaLead: spread(bills, 'ata', 'noaAt'),
      pickupLead: spread(bills, 'noaAt', 'pickupAt'),
      dwell: spread(bills, 'ata', 'pickupAt'),
      warehouseTime: spread(belonging('pick', bills), 'inboundFinishAt', 'outboundFinishAt'),
      endToEnd: spread(bills, 'ata', 'podAt'),
    };
  },
  reportInspection: (variant) => {
    const bills = billsOf(variant);
    const found = belonging('fyco', bills);
    const seen = found.filter(({ reason }) => reason === 'fyco' || reason === 'scan');
    const declared = belonging('batch', bills).filter(({ declaredAt }) => declaredAt !== null);
    const decided = found.filter(({ result }) => result !== null);
    const parcels = belonging('parcel', bills);
    const first = grouped(parcels, ({ billId }) => billId);
    // From the bills' own counters: of old bills, parcels are stored by number alone.
    const counted = (...names: string[]) => names.reduce((all, name) => all + sum(bills, name), 0);
    return {
      firstRelease: spread(
        bills.map(({ id, declaredAt }) => ({
          declaredAt,
          released: (first.get(id) ?? []).flatMap(({ releasedAt }) => releasedAt ?? []).sort()[0],
        })),
        'declaredAt',
        'released',
      ),
      holdRate: { value: percent(counted('parcelsHeld'), sum(declared, 'parcels')) },
      failureRate: {
        value: percent(counted('parcelsFailed'), counted('parcelsFree', 'parcelsCompleted', 'parcelsFailed')),
      },
      inspections: { value: found.length },
      inspectionRate: {
        value: percent(new Set(seen.map(({ parcelId }) => parcelId)).size, sum(declared, 'parcels')),
      },
      inspectionRateBills: { value: percent(new Set(seen.map(({ billId }) => billId)).size, bills.length) },
      inspectionDuration: spread(found, 'noticeAt', 'resultAt'),
      releasedShare: {
        value: percent(decided.filter(({ result }) => result === 'released').length, decided.length),
      },
    };
  },
  reportAbnormal: (variant) => {
    const bills = billsOf(variant);
    const cases = belonging('abnormalCase', bills);
    const parcels = sum(bills, 'packageCount');
    return {
      cases: { value: cases.length },
      openCases: { value: cases.filter(({ state }) => state === 'open' || state === 'processing').length },
      per10000: { value: parcels > 0 ? Math.round((cases.length / parcels) * 100_000) / 10 : null },
      caseDuration: spread(cases, 'foundAt', 'closedAt'),
    };
  },
  reportExceptionBatch: (variant) => {
    const open = belonging('abnormalCase', billsOf(variant)).filter(({ state }) =>
      ['open', 'processing'].includes(String(state)),
    );
    return {
      openBatches: { value: new Set(open.map(({ billId }) => billId)).size },
      openCases: { value: open.length },
    };
  },
  reportAwbFile: (variant) => {
    const files = belonging('fileJob', narrowed(variant)).filter(
      ({ kind, undoneAt, createdAt }) =>
        kind === 'declaration' && undoneAt === null && inSpan(variant.query, createdAt),
    );
    const counted = files.flatMap(({ id }) =>
      api.rows('select * from fileStatistic where jobId = ?', num(id)),
    );
    const landed = files.map((file) => ({
      ...file,
      ...api.row('select ata from bill where id = ?', num(file.billId)),
    }));
    return {
      files: { value: files.length },
      errorShare: {
        value: percent(
          files.filter(({ status }) => ['failed', 'exception'].includes(String(status))).length,
          files.length,
        ),
      },
      decoShare: {
        value: percent(sum(counted, 'decoParcels'), sum(counted, 'decoParcels') + sum(counted, 'agsParcels')),
      },
      dataLead: spread(landed, 'createdAt', 'ata'),
    };
  },
  reportBox: (variant) => {
    const bills = billsOf(variant, 'eta');
    const boxes = belonging('box', bills);
    const weighed = boxes.filter(({ measuredWeight }) => measuredWeight !== null);
    const signed = bills.filter(({ podBoxCount }) => podBoxCount !== null);
    const lost = signed.map(({ boxCount, podBoxCount }) => Math.max(num(boxCount) - num(podBoxCount), 0));
    return {
      boxes: { value: boxes.length },
      received: { value: boxes.filter(({ inboundAt }) => inboundAt !== null).length },
      out: { value: boxes.filter(({ outboundAt }) => outboundAt !== null).length },
      missing: { value: boxes.filter(({ state }) => state === 'missing').length },
      weightDifference: {
        value: percent(sum(weighed, 'measuredWeight') - sum(weighed, 'weight'), sum(weighed, 'weight')),
      },
      shortageRate: {
        value: percent(
          lost.reduce((all, one) => all + one, 0),
          sum(signed, 'boxCount'),
        ),
        noData: bills.length - signed.length,
      },
    };
  },
  reportCountry: (variant) => {
    const parcels = belonging('parcel', billsOf(variant));
    const rate = num(
      api.row("select rate from dayRate where currency = 'USD' order by day desc limit 1").rate,
    );
    const byCountry = grouped(parcels, ({ country }) => country);
    const largest = [...byCountry.values()].map((of) => of.length).sort((a, b) => b - a);
    const value = [...byCountry.values()]
      .map((of) =>
        Math.round(
          of.reduce((all, one) => all + num(one.value) / (one.currency === 'EUR' ? 1 : rate / 1_000_000), 0),
        ),
      )
      .reduce((all, one) => all + one, 0);
    return {
      countries: { value: byCountry.size },
      parcels: { value: parcels.length },
      weight: { value: sum(parcels, 'grossWeight') / 1000 },
      value: { value: money(value) },
      topTenShare: {
        value: percent(
          largest.slice(0, 10).reduce((all, one) => all + one, 0),
          parcels.length,
        ),
      },
    };
  },
  reportCustomer: (variant) => {
    const bills = billsOf(variant);
    const revenue = sum(belonging('billRevenue', bills), 'baseAmount');
    const cost = sum(belonging('billCost', bills), 'baseAmount');
    const profit = revenue - cost;
    const lines = belonging('billRevenue', bills);
    const owed = lines
      .filter(({ state }) => state === 'invoiced' || state === 'part_paid')
      .reduce((all, line) => all + num(line.baseAmount) * (1 - num(line.paidAmount) / num(line.amount)), 0);
    const invoiced = new Set(lines.map(({ billId }) => billId));
    const begins =
      variant.query.from ??
      bills.flatMap(({ id, ata }) => (invoiced.has(id) && ata ? [String(ata)] : [])).sort()[0];
    const ends = Math.min(at(variant.query.to ?? '2100-01-01T00:00:00Z'), Date.now());
    const forecasts = new Set(
      belonging('forecastBill', bills).map(({ parcelForecastId }) => num(parcelForecastId)),
    );
    const accuracies = [...forecasts].map(
      (id) => api.row('select accuracy from parcelForecast where id = ?', id).accuracy,
    );
    const near = days(accuracies.map((one) => (one === null ? null : num(one))));
    const volumes = [...grouped(bills, ({ customerId }) => customerId).values()]
      .map((of) => sum(of, 'packageCount'))
      .sort((a, b) => b - a);
    return {
      customers: { value: volumes.length },
      bills: { value: bills.length },
      parcels: { value: sum(bills, 'packageCount') },
      weight: { value: sum(bills, 'weight') / 1000 },
      costPerKg: { value: cost > 0 ? money(Math.round((cost * 1000) / sum(bills, 'weight'))) : null },
      costPerParcel: { value: cost > 0 ? money(Math.round(cost / sum(bills, 'packageCount'))) : null },
      dso: {
        value:
          revenue > 0 && begins
            ? expect.closeTo((owed / revenue) * ((ends - at(begins)) / (24 * HOUR)), 0)
            : null,
      } as TileAnswer,
      forecastAccuracy: {
        value: near.value === null ? null : Math.round(num(near.value) / 100) / 10,
        noData: num(near.noData),
      },
      profit: { value: money(profit) },
      margin: { value: percent(profit, revenue) },
      topFiveShare: {
        value: percent(
          volumes.slice(0, 5).reduce((all, one) => all + one, 0),
          sum(bills, 'packageCount'),
        ),
      },
    };
  },
  reportPrealert: (variant) => {
    const trucks = trucksOf(variant).filter(
      ({ state, loadedAt }) => state !== 'cancelled' && inSpan(variant.query, loadedAt),
    );
    const preAlerted = trucks.filter(({ id }) =>
      api
        .rows('select sentAt from cmrMail join mail on mail.id = cmrMail.mailId where cmrId = ?', num(id))
        .some(({ sentAt }) => sentAt !== null),
    );
    return {
      trucks: { value: trucks.length },
      parcels: { value: sum(trucks, 'totalParcels') },
      toldShare: { value: percent(preAlerted.length, trucks.length) },
    };
  },
  reportDestination: (variant) => {
    const trucks = trucksOf(variant).filter(
      ({ state, departedAt }) =>
        state !== 'cancelled' && departedAt !== null && inSpan(variant.query, departedAt),
    );
    const kg = {
      van: 1200,
      box_truck: 3000,
      truck_12t: 6000,
      trailer_13_6m: 24_000,
      container_chassis: 26_000,
    };
    const capacity = trucks.reduce(
      (all, { vehicleType }) => all + kg[vehicleType as keyof typeof kg] * 1000,
      0,
    );
    const signed = trucks.filter(({ arrivedAt, podAt }) => arrivedAt !== null && podAt !== null);
    const soon = signed.filter(({ arrivedAt, podAt }) => at(podAt) - at(arrivedAt) <= 24 * HOUR);
    return {
      trucks: { value: trucks.length },
      parcels: { value: sum(trucks, 'totalParcels') },
      weight: { value: sum(trucks, 'totalWeight') / 1000 },
      loadFactor: { value: percent(sum(trucks, 'totalWeight'), capacity) },
      lineHaul: spread(trucks, 'departedAt', 'arrivedAt'),
      podOnTime: { value: percent(soon.length, signed.length), noData: trucks.length - signed.length },
    };
  },
  reportLastMile: (variant) => {
    const bills = billsOf(variant, 'podAt');
    const categories = api.rows("select id from feeCategory where code in ('linehaul', 'delivery')");
    const costs = belonging('billCost', bills).filter(({ feeCategoryId }) =>
      categories.some(({ id }) => id === feeCategoryId),
    );
    const parcels = sum(bills, 'packageCount');
    const cost = sum(costs, 'baseAmount');
    return {
      parcels: { value: parcels },
      weight: { value: sum(bills, 'weight') / 1000 },
      handover: spread(bills, 'tatAt', 'podAt'),
      missingAtHub: {
        value: bills
          .filter(({ podBoxCount }) => podBoxCount !== null)
          .reduce((all, bill) => all + Math.max(num(bill.outboundBoxes) - num(bill.podBoxCount), 0), 0),
      },
      costPerParcel: { value: cost > 0 ? money(Math.round(cost / parcels)) : null },
    };
  },
  reportStock: (variant) => {
    const end = Math.min(Date.now(), at(variant.query.to ?? '2100-01-01T00:00:00Z'));
    const bills = narrowed(variant);
    const daysFrom = (came: unknown) => Math.floor((end - at(came)) / (24 * HOUR));
    // Boxes with names, by the last move of each.
    const last = new Map<number, Row>();
    for (const move of belonging('custodyMove', bills))
      if (move.unit === 'box' && at(move.at) <= end)
        for (const [from, to] of JSON.parse(String(move.members)) as [number, number][])
          for (let id = from; id <= to; id += 1) last.set(id, move);
    const named = [...last.values()]
      .filter(({ toPlace }) => toPlace === 'warehouse')
      .map((move) => ({ boxes: 1, days: daysFrom(move.at) }));
    // Boxes that a trip only counted.
    const boxes = belonging('box', bills);
    // Those of bills without box records that customers collected at the gate, to be taken from the trips.
    const atGate = new Map<unknown, number>();
    for (const { billId, boxCount, collectedAt } of belonging('collection', bills))
      if (at(collectedAt) <= end && !boxes.some((box) => box.billId === billId))
        atGate.set(billId, (atGate.get(billId) ?? 0) + num(boxCount));
    const collectedOf = (billId: unknown, most: number) => {
      const taken = Math.min(most, atGate.get(billId) ?? 0);
      atGate.set(billId, (atGate.get(billId) ?? 0) - taken);
      return taken;
    };
    const unnamed = belonging('pick', bills).flatMap((trip) => {
      const own = boxes.filter(({ pickId }) => pickId === trip.id);
      const past = boxes.filter(({ billId, inboundAt }) => billId === trip.billId && inboundAt === null);
      const delivered = past.filter(({ place }) => place === 'delivered' || place === 'lost').length;
      const came = trip.inboundFinishAt ?? trip.inboundStartAt;
      const went = trip.outboundFinishAt ?? trip.outboundStartAt;
      const counted = num(trip.inboundBoxes) - own.filter(({ inboundAt }) => inboundAt).length;
      const left = num(trip.outboundBoxes) - own.filter(({ outboundAt }) => outboundAt).length;
      if (!came || at(came) > end || counted <= 0) return [];
      const onTruck = went && at(went) <= end ? Math.max(left, delivered) : 0;
      const lying = counted - onTruck - collectedOf(trip.billId, counted - onTruck);
      return lying > 0 ? [{ boxes: lying, days: daysFrom(came) }] : [];
    });
    const lying = [...named, ...unnamed];
    const over = (days: number) =>
      sum(
        lying.filter((one) => one.days > days),
        'boxes',
      );
    return {
      stock: { value: sum(lying, 'boxes') },
      heldBoxes: {
        value: boxes.filter(({ state, place }) => state === 'blocked' && place === 'warehouse').length,
      },
      overSeven: { value: over(7) },
      overEighty: { value: over(80) },
      oldestDays: { value: lying.length > 0 ? Math.max(...lying.map(({ days }) => days)) : null },
    };
  },
};

/** Returns trucks with goods of the matching bills; all trucks without a filter on bills. */
function trucksOf(variant: Variant): Row[] {
  const { query, warehouseIds } = variant;
  const trucks = api
    .rows('select * from cmr')
    .filter(({ fromWarehouseId }) => !warehouseIds || warehouseIds.includes(num(fromWarehouseId)));
  if (!('groupId' in query || 'destinationId' in query)) return trucks;
  const ids = new Set(narrowed(variant).map(({ id }) => id));
  const loaded = api.rows('select * from cmrBill').filter(({ billId }) => ids.has(billId));
  return trucks.filter(({ id }) => loaded.some(({ cmrId }) => cmrId === id));
}

interface Summary {
  readonly tiles: Readonly<Record<string, TileAnswer>>;
  readonly charts: Readonly<
    Record<string, { key: unknown; part?: unknown; values: Record<string, number | null> }[]>
  >;
}
async function got<T>(name: string, call: string, query: Row, as: Actor): Promise<T> {
  const answer = await api.send(`${name}.${call}` as ApiName, { query }, { as });
  if ('refused' in answer) throw new Error(`${name}.${call}: ${JSON.stringify(answer.refused)}`);
  return answer.got as T;
}
/** Returns all rows of a report. */
async function rowsOf(name: string, query: Row, as = api.admin): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: { list: Row[]; next: string | null } = await got(
      name,
      'list',
      { ...query, pageSize: 500, ...(after ? { after } : {}) },
      as,
    );
    rows.push(...page.list);
    after = page.next;
  }
  return rows;
}

test('covers every report', () => {
  expect(Object.keys(expected).sort()).toEqual(reports.map(({ name }) => name).sort());
});

describe.each(reports)('the report $name', (report) => {
  const { name } = report;

  test.each(variants)('has the numbers of $named', async (variant) => {
    const first = report.longest === undefined ? {} : { from: '2020-01-01T00:00:00Z' };
    const input = { ...variant, query: { ...first, ...variant.query } };
    const { tiles } = await got<Summary>(name, 'summary', input.query, actorOf(variant));
    expect(tiles).toMatchObject(expected[name]?.(input) ?? {});
  });

  test('has values for a month in each of its charts', async () => {
    const { charts } = await got<Summary>(name, 'summary', MONTH, api.admin);
    for (const [chart, points] of Object.entries(charts))
      expect(
        points.some(({ values }) => Object.values(values).some((value) => num(value) > 0)),
        chart,
      ).toBe(true);
  });

  test('says so without a row for days on which nothing happened', async () => {
    const query = { from: '2001-01-01T00:00:00Z', to: '2001-01-31T23:59:59Z', zone: 'UTC' };
    expect(await rowsOf(name, query)).toEqual([]);
    const { tiles } = await got<Summary>(name, 'summary', query, api.admin);
    for (const [tile, { value }] of Object.entries(tiles)) expect([0, '0.00', null], tile).toContain(value);
  });

  test('has pages that form one whole, by number and by cursor', async () => {
    const rows = await rowsOf(name, MONTH);
    const page = (query: Row) =>
      got<{ list: Row[]; total: number; next: string | null }>(
        name,
        'list',
        { ...MONTH, pageSize: 2, ...query },
        api.admin,
      );
    const [first, second, behind] = [await page({}), await page({ page: 2 }), await page({ page: 9999 })];
    expect([...first.list, ...second.list]).toEqual(rows.slice(0, 4));
    expect([first.total, second.total, behind.total]).toEqual([rows.length, rows.length, rows.length]);
    expect(behind).toMatchObject({ list: [], next: null });
    const { next } = first;
    if (next) expect((await page({ after: next })).list).toEqual(rows.slice(2, 4));
    else expect(rows.length).toBeLessThan(2);
  });

  test.each(LANGUAGES)('exports the shown rows in %s', async (language) => {
    const rows = await rowsOf(name, MONTH);
    expect(rows.length).toBeGreaterThan(0);
    const columns = shownFields(report);
    const answer = await api.send(
      `${name}.export` as ApiName,
      { query: { ...MONTH, columns, format: 'csv' } },
      { language },
    );
    const [head = [], ...lines] = cellsOf((answer as { got: TestDownload }).got);
    const shown = new ExpectedTexts(api, 'report', report.row, language);
    expect(head).toEqual(shown.headers(columns, 'csv'));
    expect(lines).toHaveLength(rows.length);
    for (const index of [0, rows.length - 1])
      expect(lines[index]).toEqual(shown.cells(rows[index] ?? {}, columns, 'csv'));
  });

  test('sorts by each column, and has its own filters', async () => {
    for (const column of shownFields(report)) {
      const { list } = await got<{ list: Row[] }>(
        name,
        'list',
        { ...MONTH, sort: `-${column}`, pageSize: 3 },
        api.admin,
      );
      expect(list.length, column).toBeGreaterThan(0);
    }
    expect(
      (await got<{ list: Row[] }>(name, 'list', { ...MONTH, keyword: 'no such thing' }, api.admin)).list,
    ).toEqual([]);
  });
});

describe('a filter of a report', () => {
  test('limits rows, numbers and charts alike', async () => {
    const query = { type: ['shortage'] };
    const rows = await rowsOf('reportAbnormal', query);
    const { tiles, charts } = await got<Summary>('reportAbnormal', 'summary', query, api.admin);
    const cases = api.count(
      "select count(*) from abnormalCase join bill on bill.id = billId where type = 'shortage' and removedAt is null",
    );
    expect(cases).toBeGreaterThan(1);
    expect(rows).toHaveLength(cases);
    expect(tiles.cases).toEqual({ value: cases });
    expect(charts.byType).toEqual([{ key: 'shortage', values: { cases, cumulated: 100 } }]);
  });

  test('limits by a range of a computed number', async () => {
    const all = await rowsOf('reportBox', MONTH);
    const heavier = all.filter(({ difference }) => num(difference) >= 0.05 && difference !== null);
    expect(heavier.length).toBeGreaterThan(0);
    expect(await rowsOf('reportBox', { ...MONTH, differenceMin: 0.05 })).toHaveLength(heavier.length);
  });
});

describe('the sums of rows', () => {
  test.each([
    ['reportTrend', 'parcels'],
    ['reportCustomer', 'parcels'],
    ['reportCustomer', 'bills'],
    ['reportCountry', 'parcels'],
    ['reportDestination', 'trucks'],
    ['reportLastMile', 'parcels'],
  ])('are the totals above in %s: %s', async (name, column) => {
    const { tiles } = await got<Summary>(name, 'summary', MONTH, api.admin);
    expect(sum(await rowsOf(name, MONTH), column)).toBe(tiles[column]?.value);
  });

  test('lead from the stock at the start to the stock at the end, and the chart ends with it', async () => {
    const rows = await rowsOf('reportStock', MONTH);
    expect(sum(rows, 'opening') + sum(rows, 'boxesIn') - sum(rows, 'boxesOut')).toBe(sum(rows, 'closing'));
    const { charts } = await got<Summary>('reportStock', 'summary', MONTH, api.admin);
    const last = charts.stockPerDay?.filter(({ key }) => key === '2026-11-03') ?? [];
    expect(last.reduce((all, { values }) => all + num(values.stock), 0)).toBe(sum(rows, 'closing'));
  });

  test('are compared with a period of the same length before', async () => {
    const query = { ...MONTH, from: '2026-10-20T00:00:00Z', to: '2026-10-29T23:59:59Z' };
    const before = { query: { from: '2026-10-10T00:00:00Z', to: '2026-10-19T23:59:59Z' }, named: 'before' };
    const [is, was] = [billsOf({ query, named: 'now' }), billsOf(before)];
    const { tiles } = await got<Summary>('reportTrend', 'summary', query, api.admin);
    expect(tiles.parcels).toEqual({ value: sum(is, 'packageCount'), before: sum(was, 'packageCount') });
    for (const { customerId, growth } of await rowsOf('reportCustomer', query)) {
      const own = (bills: Row[]) =>
        sum(
          bills.filter((bill) => bill.customerId === customerId),
          'packageCount',
        );
      expect(growth).toBe(percent(own(is) - own(was), own(was)));
    }
  });
});

describe('a report over very many records', () => {
  test.each(['reportCountry', 'reportTrend'])(
    'covers a quarter in %s, or as far back as requested',
    async (name) => {
      const day = (days: number) =>
        new Date(Date.now() - days * 24 * HOUR).toISOString().replace(/\.\d+Z$/, 'Z');
      const idsOf = async (query: Row) => {
        const { tiles } = await got<Summary>(name, 'summary', { zone: 'UTC', ...query }, api.admin);
        return num(tiles.parcels?.value);
      };
      const [bill = {}] = api.rows(
        `select bill.id, ata, packageCount from bill join parcel on parcel.billId = bill.id
        where ata > ? and removedAt is null group by bill.id having count(*) = packageCount limit 1`,
        day(80),
      );
      const put = (ata: string) =>
        api.db.prepare('update bill set ata = ? where id = ?').run(ata, num(bill.id));
      const all = await idsOf({});
      put(day(LONGEST_SPAN + 1));
      expect(all - (await idsOf({}))).toBe(bill.packageCount);
      const whole = await idsOf({ from: day(400) });
      put(String(bill.ata));
      expect(await idsOf({ from: day(400) })).toBe(whole);
    },
  );
});

describe('a report for a user of one warehouse', () => {
  test('contains no row of another', async () => {
    const as = actorOf(variants.at(-1) as Variant);
    for (const { warehouseId } of await rowsOf('reportStock', { zone: 'UTC' }, as))
      expect(warehouseId).toBe(2);
    const boxes = await rowsOf('reportBox', { zone: 'UTC' }, as);
    expect(boxes.length).toBeGreaterThan(0);
    for (const { warehouseId } of boxes) expect(warehouseId).toBe(2);
  });
});

test('refuses an unknown time zone', async () => {
  expect(
    await api.refused('reportTrend.summary' as ApiName, { query: { zone: 'Mars/Olympus' } }),
  ).toMatchObject({
    status: 400,
  });
});

describe('the home screen', () => {
  const summaryBy = (as: Actor = api.admin) =>
    got<{
      counts: Record<string, { now: number; before: number | null } | null>;
      stages: Record<string, { now: number; before: number }> | null;
    }>('homeReport', 'counts', { zone: 'UTC' }, as);
  const live = () => api.rows("select * from bill where archived = 0 and stage <> 'removed'");

  test('counts today and yesterday on the clock of the reader', async () => {
    const day = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10);
    const [one, two, three] = live().filter(({ stage }) => stage === 'draft');
    const put = (bill: Row | undefined, eta: string) =>
      api.db.exec(`update bill set eta = '${eta}' where id = ${num(bill?.id)}`);
    put(one, `${day(0)}T00:00:00Z`);
    put(two, `${day(0)}T23:59:59Z`);
    put(three, `${day(-1)}T23:59:59Z`);
    const on = (days: number) =>
      api
        .rows('select eta from bill where archived = 0 and removedAt is null')
        .filter(({ eta }) => String(eta).startsWith(day(days))).length;
    expect(on(0)).toBeGreaterThanOrEqual(2);
    expect(on(-1)).toBeGreaterThanOrEqual(1);
    expect((await summaryBy()).counts.arrivingToday).toEqual({ now: on(0), before: on(-1) });
  });

  test('counts open work now', async () => {
    const { counts, stages } = await summaryBy();
    const ids = new Set(live().map(({ id }) => id));
    const ofLive = (table: string, states: readonly string[]) =>
      api
        .rows(`select * from ${table}`)
        .filter(({ billId, state }) => ids.has(billId) && states.includes(String(state))).length;
    expect(counts.openCases?.now).toBe(ofLive('abnormalCase', ['open', 'processing']));
    expect(counts.openInspections?.now).toBe(
      ofLive('fyco', ['selected', 'presented', 'inspected', 'sample_taken']),
    );
    expect(counts.inClearance?.now).toBe(
      live().filter(({ clearanceStatus }) =>
        ['not_released', 'in_clearance', 'picked_up', 'exception'].includes(String(clearanceStatus)),
      ).length,
    );
    for (const [stage, { now }] of Object.entries(stages ?? {}))
      expect(now, stage).toBe(live().filter((bill) => bill.stage === stage).length);
  });

  test('shows the stages at a moment from the events until then', async () => {
    const store = await api.openStore();
    try {
      const now = await stagesAt(store.read, new Date().toISOString());
      const stands = grouped(live(), ({ stage }) => stage);
      expect(now).toEqual(
        Object.fromEntries(deskStages.map((stage) => [stage, stands.get(stage)?.length ?? 0])),
      );
      // Before any bill, every stage is empty.
      const before = await stagesAt(store.read, '2020-01-01T00:00:00Z');
      expect(Object.values(before).every((count) => count === 0)).toBe(true);
    } finally {
      await store.close();
    }
  });

  test('shows a bill picked up or delivered since yesterday in its former stage', async () => {
    const hoursAgo = (count: number) =>
      new Date(Date.now() - count * HOUR).toISOString().replace(/\.\d+Z$/, 'Z');
    const before = (await summaryBy()).stages;
    const [bill] = live().filter(({ stage }) => stage === 'transit');
    api.db.exec(`update bill set stage = 'delivery', podAt = '${hoursAgo(2)}' where id = ${num(bill?.id)}`);
    const after = (await summaryBy()).stages;
    expect(after?.delivery?.now).toBe(num(before?.delivery?.now) + 1);
    expect(after?.transit?.now).toBe(num(before?.transit?.now) - 1);
    expect({ was: after?.delivery?.before, stood: after?.transit?.before }).toEqual({
      was: before?.delivery?.before,
      stood: before?.transit?.before,
    });
  });

  test('shows nothing that the user may not see', async () => {
    const as = api.actor({ permissions: ['home.dashboard.view', 'bill.cases.view'] });
    const { counts, stages } = await summaryBy(as);
    expect(Object.entries(counts).flatMap(([name, count]) => (count ? [name] : []))).toEqual([
      'openCases',
      'unread',
    ]);
    expect(stages).toBeNull();
    const events = await got<{ event: string }[]>('homeReport', 'attention', {}, as);
    expect(events.map(({ event }) => event)).toEqual(['exception_opened']);
  });

  test('names what needs attention, oldest first, and only for the warehouse of the user', async () => {
    type Queue = { event: string; total: number; first: { billId: number | null; since: string }[] }[];
    const all = await got<Queue>('homeReport', 'attention', {}, api.admin);
    const overdue = all.find(({ event }) => event === 'clearance_overdue');
    const late = live().filter(
      (bill) =>
        at(bill.ata) <= Date.now() - 48 * HOUR &&
        !['draft', 'delivery'].includes(String(bill.stage)) &&
        !['success', 'handover'].includes(String(bill.clearanceStatus)),
    );
    expect(overdue?.total).toBe(late.length);
    expect(overdue?.first[0]?.since).toBe(late.map(({ ata }) => String(ata)).sort()[0]);
    const as = api.actor({ permissions: ['home.dashboard.view', 'bill.manage.view'], warehouseIds: [2] });
    for (const { first } of await got<Queue>('homeReport', 'attention', {}, as))
      for (const { billId } of first)
        expect(api.row('select warehouseId from bill where id = ?', num(billId)).warehouseId).toBe(2);
  });

  test('names owner, direction and due time of each item', async () => {
    type AttentionItem = {
      objectId: number;
      billId: number | null;
      since: string;
      dueAt: string | null;
    } & Row;
    const all = await got<{ event: AlertEvent; first: AttentionItem[] }[]>(
      'homeReport',
      'attention',
      {},
      api.admin,
    );
    expect(all.length).toBeGreaterThan(5);
    const hours = { noa_missing: 12, pickup_overdue: 48, clearance_overdue: 48, pod_overdue: 24 } as const;
    for (const { event, first } of all)
      for (const { billId, customerId, stage, landingAirportId, since, dueAt, objectId } of first) {
        if (billId !== null)
          expect({ customerId, stage, landingAirportId }).toEqual(
            api.row('select customerId, stage, landingAirportId from bill where id = ?', billId),
          );
        else expect([stage, landingAirportId]).toEqual([null, null]);
        if (event === 'isf_rejected')
          expect(customerId).toBe(api.row('select customerId from seaIsf where id = ?', objectId).customerId);
        if (event in hours) expect(at(dueAt) - at(since)).toBe(hours[event as keyof typeof hours] * HOUR);
        // A failure is open from the moment it happened, and has no due time.
        if (['file_failed', 'exception_opened', 'box_missing'].includes(event)) expect(dueAt).toBeNull();
        if (event === 'storage_risk') expect(dueAt).toBe(since);
      }
  });

  test('shows customs per day as the parcels record it', async () => {
    const { days, heldNow, inspectionRate } = await got<{
      days: { day: string; declared: number; released: number; held: number; failed: number }[];
      heldNow: number;
      inspectionRate: number | null;
    }>('homeReport', 'inspections', { days: 30, zone: 'UTC' }, api.admin);
    expect(days).toHaveLength(30);
    const kept = new Set(api.rows('select id from bill where removedAt is null').map(({ id }) => id));
    const on = (table: string, time: string, day: string) =>
      api
        .rows(`select * from ${table} where ${time} like ?`, `${day}%`)
        .filter(({ billId }) => kept.has(billId));
    for (const { day, declared, released, held, failed } of days)
      expect({ declared, released, held, failed }, day).toEqual({
        declared: sum(on('batch', 'declaredAt', day), 'parcels'),
        released: on('parcel', 'releasedAt', day).length,
        held: on('fyco', 'noticeAt', day).length,
        failed: on('parcel', 'failedAt', day).length,
      });
    expect(sum(days, 'released')).toBeGreaterThan(0);
    expect(heldNow).toBe(api.count("select count(*) from parcel where state = 'held'"));
    const seen = days
      .flatMap(({ day }) => on('fyco', 'noticeAt', day))
      .filter(({ reason }) => reason === 'fyco' || reason === 'scan');
    expect(inspectionRate).toBe(percent(seen.length, sum(days, 'declared')));
  });
});
