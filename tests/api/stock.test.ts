import { daysStored } from '@contract/rules/storage';
import { dayAt } from '@contract/rules/zonedTime';
import type { StockRecordRow } from '@contract/warehouse/stock';
import { describe, expect, test } from 'vitest';
import { addTrip, finishLeg, landedBill, scanAll } from '../support/apiCargo';
import { testApi } from '../support/server';

const api = testApi();

const DAY = 86_400_000;
/** A bill whose boxes were scanned into a warehouse. */
async function stocked(options: Parameters<typeof landedBill>[1] = {}) {
  const bill = await landedBill(api, options);
  api.db.exec(
    `update bill set warehouseId = ${api.count('select min(id) from warehouse')} where id = ${bill.id}`,
  );
  const { id: pickId } = await addTrip(api, bill.id, bill.boxes.length);
  await scanAll(api, bill.id, 'inbound', bill.boxes);
  await finishLeg(api, pickId, 'pickup');
  await finishLeg(api, pickId, 'inbound');
  return { ...bill, pickId };
}
const warehouses = () => api.call.stock.warehouses({});
const dayOf = (ago: number, zone: string) => dayAt(Date.now() - ago * DAY, zone);
const recordOf = async (warehouseId: number, from: string, to: string) =>
  (await api.call.stockRecord.list({ query: { warehouseId, from, to, pageSize: 500 } })).list;
const sum = <N extends string>(rows: readonly Readonly<Record<N, number | null>>[], name: N) =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);
const ofBill = async (billId: number) => {
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', billId);
  const { list } = await api.call.stock.list({ query: { billNo: String(billNo), pageSize: 100 } });
  return list.filter((row) => row.batchNo === batchNo);
};
const KINDS = [
  ['Boxes', 'boxes'],
  ['Parcels', 'parcels'],
  ['Weight', 'weight'],
] as const;
const balance = (row: StockRecordRow) =>
  KINDS.map(([Name, name]) => {
    const numbers = [row[`opening${Name}`], row[`${name}In`], row[`${name}Out`], row[`closing${Name}`]];
    const [opening, came, left, closing] = numbers.map(Number) as [number, number, number, number];
    // Only what boxes hold can be unknown.
    if (name !== 'boxes' && numbers.includes(null)) return 0;
    return Math.abs(Math.round((opening + came - left - closing) * 1000));
  });

describe('the stock record of the demo', () => {
  test('balances in every line, and each period begins with what the one before left', async () => {
    const found = await warehouses();
    expect(found.length).toBeGreaterThan(1);
    let lines = 0;
    for (const { id, timeZone } of found) {
      const earlier = await recordOf(id, dayOf(30, timeZone), dayOf(8, timeZone));
      const later = await recordOf(id, dayOf(7, timeZone), dayOf(0, timeZone));
      for (const row of [...earlier, ...later]) expect(balance(row), row.billNo).toEqual([0, 0, 0]);
      const opened = new Map(later.map((row) => [row.id, row]));
      for (const row of earlier)
        for (const [Name] of KINDS)
          expect(opened.get(row.id)?.[`opening${Name}`] ?? 0, row.billNo).toBe(row[`closing${Name}`] ?? 0);
      expect(sum(later, 'openingBoxes')).toBe(sum(earlier, 'closingBoxes'));
      lines += earlier.length + later.length;
    }
    expect(lines).toBeGreaterThan(20);
  });

  test('closes today with what the list of the stock, the report and the pictures of the bills say', async () => {
    let all = 0;
    for (const { id, timeZone } of await warehouses()) {
      const closing = await recordOf(id, dayOf(3, timeZone), dayOf(0, timeZone));
      const query = { warehouseId: [id] };
      const { list } = await api.call.stock.list({ query: { ...query, pageSize: 500 } });
      const totals = await api.call.stock.totals({ query });
      for (const billId of new Set([...list, ...closing].map((row) => row.billId))) {
        const here = list.filter((row) => row.billId === billId);
        const lines = closing.filter((row) => row.billId === billId);
        expect([sum(lines, 'closingBoxes'), sum(lines, 'closingParcels')], `bill ${billId}`).toEqual([
          sum(here, 'boxes'),
          sum(here, 'parcels'),
        ]);
        const { stops } = await api.call.custodyMove.stops({ params: { id: billId }, query: {} });
        const stop = stops.filter(({ place }) => place === 'warehouse');
        expect(sum(stop, 'boxes') + sum(stop, 'unnamed'), `bill ${billId}`).toBe(sum(here, 'boxes'));
      }
      expect(totals.boxes).toBe(sum(list, 'boxes'));
      const report = await api.call.reportStock.list({ query: { ...query, zone: 'UTC', pageSize: 500 } });
      expect(sum(report.list, 'closing')).toBe(totals.boxes);
      all += totals.boxes;
    }
    expect(all).toBeGreaterThan(100);
  });
});

describe('the stock of a warehouse', () => {
  test('lists goods by what customs says of them, and leaves out what has left', async () => {
    const { id, boxes } = await stocked({ parcels: ['free', 'held', 'clearance', 'free'] });
    const [first] = boxes;
    await scanAll(api, id, 'outbound', first ? [first] : []);
    const rows = await ofBill(id);
    expect(
      rows.map(({ customsStatus, boxes: n, held, nextStep }) => [customsStatus, n, held, nextStep]).sort(),
    ).toEqual([
      ['held', 1, 1, 'result'],
      ['released', 1, 0, 'pallet'],
      ['undeclared', 1, 0, 'declare'],
    ]);
    for (const { days, overdue, storedUntil, customsStatus } of rows) {
      expect(days).toBe(0);
      expect(overdue).toBe(false);
      expect(storedUntil === null).toBe(customsStatus === 'released');
    }
    const { bytes } = await api.call.stock.export({
      query: { billNo: String(rows[0]?.billNo), format: 'csv' },
    });
    expect(Buffer.from(bytes).toString()).toContain('Undeclared');
  });

  test('ends temporary storage 90 days after landing, and after a transit 90 days after its arrival', async () => {
    const { id } = await stocked({ parcels: ['clearance', 'clearance'] });
    const { timeZone } = api.row(
      'select timeZone from warehouse join bill on bill.warehouseId = warehouse.id where bill.id = ?',
      id,
    ) as { timeZone: string };
    api.db.exec(`update warehouse set maxStorageDays = null, type = 'temporary_storage'
      where id = (select warehouseId from bill where id = ${id})`);
    api.db.exec(`update bill set ata = '2026-08-20T10:00:00Z' where id = ${id}`);
    expect(await ofBill(id)).toMatchObject([{ storedUntil: '2026-11-18' }]);
    api.db.exec(`update bill set t1At = '2026-11-02T10:00:00Z' where id = ${id}`);
    const [row] = await ofBill(id);
    expect(daysStored(`${dayOf(0, timeZone)}T12:00:00Z`, `${row?.storedUntil}T12:00:00Z`, 'UTC')).toBe(91);
    expect(row?.overdue).toBe(false);
  });

  test('counts boxes of a trip that nobody scanned, until they leave', async () => {
    const { id, boxes } = await stocked();
    api.db.exec(`update box set inboundAt = null, pickId = null where billId = ${id}`);
    api.place(`billId = ${id}`);
    expect(await ofBill(id)).toMatchObject([
      { boxes: boxes.length, unnamed: true, parcels: null, weight: null },
    ]);
    api.db.exec(`update pick set outboundBoxes = 3, outboundStartAt = inboundStartAt where billId = ${id}`);
    expect(await ofBill(id)).toMatchObject([{ boxes: 1, unnamed: true }]);
  });

  test('shows an account of one warehouse no goods of another, and refuses its record', async () => {
    const [one, other] = await warehouses();
    const as = api.actor({ permissions: ['bill.warehouse.view'], warehouseIds: [one?.id ?? 0] });
    const { list } = await api.call.stock.list({ query: { pageSize: 500 } }, { as });
    expect(list.length).toBeGreaterThan(0);
    expect(new Set(list.map(({ warehouseId }) => warehouseId))).toEqual(new Set([one?.id]));
    expect((await api.call.stock.warehouses({}, { as })).map(({ id }) => id)).toEqual([one?.id]);
    const query = { warehouseId: other?.id ?? 0, from: '2026-11-01', to: '2026-11-02' };
    expect(await api.refused('stockRecord.list', { query }, { as })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the record of a period', () => {
  const lineOf = async (billId: number) => {
    const { warehouseId } = api.row('select warehouseId from bill where id = ?', billId);
    const found = await warehouses();
    const zone = found.find(({ id }) => id === warehouseId)?.timeZone ?? 'UTC';
    const [from, to] = [dayOf(1, zone), dayOf(0, zone)];
    const rows = await recordOf(Number(warehouseId), from, to);
    const { moves } = await api.call.stockRecord.moves({
      query: { warehouseId: Number(warehouseId), from, to, billId },
    });
    return { rows: rows.filter((row) => row.billId === billId), moves };
  };

  test('shows the moves behind its numbers, and a scan that was undone is none', async () => {
    const { id, boxes } = await stocked();
    const [first, second] = boxes;
    await scanAll(api, id, 'outbound', boxes.slice(0, 2));
    await api.call.box.unscan({ params: { id }, body: { leg: 'outbound', boxNo: second?.boxNo ?? '' } });
    const { rows, moves } = await lineOf(id);
    expect(rows).toMatchObject([
      {
        openingBoxes: 0,
        boxesIn: 4,
        boxesOut: 1,
        closingBoxes: 3,
        parcelsIn: 4,
        parcelsOut: 1,
        closingParcels: 3,
      },
    ]);
    expect(
      sum(
        moves.filter(({ way }) => way === 'in'),
        'boxes',
      ),
    ).toBe(4);
    expect(moves.filter(({ way }) => way === 'out')).toMatchObject([
      { boxes: 1, parcels: 1, place: 'truck', proof: 'scan' },
    ]);
    expect(first).toBeDefined();
  });

  test('follows a parcel that left its box alone, and one in a new box', async () => {
    const { id, boxes } = await stocked();
    const trackingNos = api
      .rows('select trackingNo from parcel where billId = ? order by id', id)
      .map(({ trackingNo }) => String(trackingNo));
    const [lost, packed] = trackingNos;
    await api.call.custodyMove.report({
      params: { id },
      body: { trackingNos: [lost ?? ''], boxNos: [], to: 'lost', reason: 'Not in its box', proof: null },
    });
    await api.call.box.repack({
      params: { id },
      body: { trackingNos: [packed ?? ''], newBox: true, reason: 'held', boxNo: null, remark: null },
    });
    const { rows } = await lineOf(id);
    expect(rows).toMatchObject([
      { boxesIn: 5, closingBoxes: 5, parcelsIn: 4, parcelsOut: 1, closingParcels: 3 },
    ]);
    expect(balance(rows[0] as StockRecordRow)).toEqual([0, 0, 0]);
    // The box leaves without the parcel that is lost.
    await scanAll(api, id, 'outbound', boxes.slice(0, 1));
    const { rows: after } = await lineOf(id);
    expect(after).toMatchObject([{ boxesOut: 1, parcelsOut: 1, closingParcels: 3 }]);
  });

  test('refuses a last day before the first one', async () => {
    const [one] = await warehouses();
    const query = { warehouseId: one?.id ?? 0, from: '2026-11-02', to: '2026-11-01' };
    expect(await api.refused('stockRecord.list', { query })).toMatchObject({ status: 400 });
  });
});

test('a bill that has not arrived is not in stock', async () => {
  const { id } = await landedBill(api);
  expect(await ofBill(id)).toEqual([]);
});
