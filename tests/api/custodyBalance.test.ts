import { type BalanceRow, placeNames } from '@contract/custody/balance';
import { describe, expect, test } from 'vitest';
import { receivedTrip } from '../support/apiCargo';
import { hoursAgo } from '../support/apiNodes';
import { actOn, deliver, noteOf } from '../support/apiTrucks';
import { testApi } from '../support/server';

const api = testApi();

const sumOf = (row: BalanceRow, what: 'Boxes' | 'Parcels') =>
  placeNames.reduce((sum, place) => sum + row[`${place}${what}`], 0);

const balances = async (query: object): Promise<BalanceRow[]> => {
  const { list, total } = await api.call.custodyBalance.list({ query: { ...query, pageSize: 500 } as never });
  expect(list).toHaveLength(total);
  return list;
};
const totalOf = (query: object) => api.call.custodyBalance.total({ query: query as never });

describe('the balance of the demo', () => {
  const customers = () => api.rows('select id from customer order by id').map(({ id }) => Number(id));

  test('adds up for every bill: boxes to those announced, parcels to all there are', async () => {
    let seen = 0;
    for (const customerId of customers())
      for (const row of await balances({ customerId: [customerId] })) {
        seen += 1;
        expect(sumOf(row, 'Boxes'), row.billNo).toBe(row.boxCount + row.surplusBoxes + row.repackedBoxes);
        const parcels = api.count('select count(*) from parcel where billId = ?', row.id);
        expect([row.parcels, sumOf(row, 'Parcels')], row.billNo).toEqual([parcels, parcels]);
        for (const place of placeNames)
          expect(row[`${place}Boxes`], `${row.billNo} ${place}`).toBeGreaterThanOrEqual(0);
      }
    expect(seen).toBe(api.count("select count(*) from bill where stage <> 'removed' and archived = 0"));
  });

  test('of a customer is the sum of its bills', async () => {
    for (const customerId of customers()) {
      const rows = await balances({ customerId: [customerId] });
      const total = await totalOf({ customerId: [customerId] });
      const sum = (name: keyof BalanceRow) => rows.reduce((n, row) => n + Number(row[name]), 0);
      expect(total).toMatchObject({
        ...{ bills: rows.length, boxCount: sum('boxCount'), surplusBoxes: sum('surplusBoxes') },
        ...{ receivedBoxes: sum('receivedBoxes'), parcels: sum('parcels'), heldParcels: sum('heldParcels') },
      });
      for (const place of placeNames) {
        const there = total.stops.filter((stop) => stop.place === place);
        const boxes = there.reduce((n, stop) => n + stop.boxes + stop.unnamed, 0);
        expect(boxes, place).toBe(sum(`${place}Boxes`));
        expect(
          there.reduce((n, stop) => n + stop.parcels, 0),
          place,
        ).toBe(sum(`${place}Parcels`));
      }
    }
  });
});

test('two batches with goods in the warehouse, at the hub, delivered, held and missing add up, batch by batch', async () => {
  const held = await receivedTrip(api, { parcels: ['free', 'held', 'free'] });
  const { cmr, trips } = await noteOf(api);
  const [gone] = trips;
  const ids = [held.id, gone?.id ?? 0];
  await api.call.custodyMove.report({
    params: { id: held.id },
    body: { boxNos: [held.boxes[0]?.boxNo ?? ''], to: 'lost', reason: 'Not on its shelf' },
  });
  await actOn(api, cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, cmr, 'depart', { at: hoursAgo(29) });
  await actOn(api, cmr, 'arrive', { at: hoursAgo(8) });
  const byId = async () => new Map((await balances({ id: ids })).map((row) => [row.id, row]));
  expect((await byId()).get(held.id)).toMatchObject({
    ...{ boxCount: 3, receivedBoxes: 3, warehouseBoxes: 2, lostBoxes: 1, hubBoxes: 0 },
    ...{ parcels: 3, warehouseParcels: 2, lostParcels: 1, heldParcels: 1 },
  });
  expect((await byId()).get(gone?.id ?? 0)).toMatchObject({ hubBoxes: 4, hubParcels: 4, warehouseBoxes: 0 });
  await deliver(api, cmr, 4, hoursAgo(2));
  const total = await totalOf({ id: ids });
  expect(total).toMatchObject({ bills: 2, boxCount: 7, receivedBoxes: 7, parcels: 7, heldParcels: 1 });
  expect(total.stops.map(({ place, boxes, parcels }) => [place, boxes, parcels])).toEqual([
    ['warehouse', 2, 2],
    ['delivered', 4, 4],
    ['lost', 1, 1],
  ]);
  // A number leads to the bills behind it.
  expect((await balances({ id: ids, place: 'lost' })).map(({ id }) => id)).toEqual([held.id]);
  expect((await totalOf({ id: ids, place: 'delivered' })).boxCount).toBe(4);
});

test('boxes that trips counted without scanning, and those that nobody named, are in the balance', async () => {
  const { id, boxes } = await receivedTrip(api);
  api.db.exec(`update box set inboundAt = null, pickId = null where billId = ${id}`);
  api.place(`billId = ${id}`);
  const [counted] = await balances({ id: [id] });
  expect(counted).toMatchObject({ warehouseBoxes: boxes.length, receivedBoxes: boxes.length });
  // Two more are announced than any file names.
  api.db.exec(`update bill set boxCount = boxCount + 2 where id = ${id}`);
  const [more] = await balances({ id: [id] });
  expect(more).toMatchObject({ boxCount: boxes.length + 2, announcedBoxes: 2, surplusBoxes: 0 });
  api.db.exec(`update bill set boxCount = boxCount - 3 where id = ${id}`);
  const [fewer] = await balances({ id: [id] });
  expect(fewer).toMatchObject({ announcedBoxes: 0, surplusBoxes: 1, warehouseBoxes: boxes.length });
});

test('the balance is saved as a file, a line for each bill with every place', async () => {
  const { id, boxes } = await receivedTrip(api);
  const { bytes, name } = await api.call.custodyBalance.export({ query: { id: [id], format: 'csv' } });
  expect(name).toBe('custodyBalance.csv');
  const [head = '', line = '', ...more] = new TextDecoder().decode(bytes).trim().split('\r\n');
  expect(more).toEqual([]);
  const cells = new Map(head.split(',').map((label, at) => [label, line.split(',')[at]]));
  expect(cells.get('Boxes in warehouse')).toBe(String(boxes.length));
  expect(cells.get('Parcels in warehouse')).toBe(String(boxes.length));
  expect(cells.get('Boxes lost')).toBe('0');
});

test('the goods of all bills there are can be summed by nobody', async () => {
  const refused = await api.refused('custodyBalance.total', { query: {} });
  expect(refused.fields).toHaveProperty('customerId');
});
