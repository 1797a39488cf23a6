import { afterEach, describe, expect, test } from 'vitest';
import { custodyFaults } from '../../main/server/areas/custody/balance';
import type { Actor, LooseInput } from '../support/apiCall';
import { addTrip, finishLeg, landedBill, scanAll } from '../support/apiCargo';
import { testApi } from '../support/server';

const api = testApi();

/** A warehouse of its own: what the demo has in the others is not counted. */
const warehouseId = (() => {
  let made = 0;
  return () => {
    made ||= api.insert('warehouse', {
      ...{ ...api.row('select * from warehouse order by id limit 1'), code: 'CNT-W1' },
      id: 900,
    } as never);
    return made;
  };
})();

/** A bill whose boxes were scanned into the warehouse. */
async function stocked(parcels: readonly string[] = ['free', 'free', 'free']) {
  const bill = await landedBill(api, { parcels });
  api.db.exec(`update bill set warehouseId = ${warehouseId()} where id = ${bill.id}`);
  const { id: pickId } = await addTrip(api, bill.id, bill.boxes.length);
  await scanAll(api, bill.id, 'inbound', bill.boxes);
  await finishLeg(api, pickId, 'pickup');
  await finishLeg(api, pickId, 'inbound');
  return { ...bill, pickId, boxNos: bill.boxes.map(({ boxNo }) => boxNo) };
}

const start = () => api.call.stockCount.start({ body: { warehouseId: warehouseId() } });
const scan = (id: number, number: string, more: object = {}, as: Actor = api.admin) =>
  api.call.stockCount.scan({ params: { id }, body: { number, ...more } } as never, { as });
/** Closes a count: the differences are as many as the numbers said while it was open. */
async function close(id: number) {
  const { missing, extra, unknown } = await api.call.stockCount.get({ params: { id } });
  const closed = await api.call.stockCount.close({ params: { id } });
  expect(closed).toMatchObject({ missing, extra, unknown });
  return closed;
}
const decide = (id: number, differenceIds: readonly number[], decision: 'correct' | 'keep') =>
  api.call.stockCount.decide({
    params: { id },
    body: { differenceIds: [...differenceIds], decision, reason: 'Looked for twice' },
  });
const placeOf = (boxNo: string) => api.row('select place from box where boxNo = ?', boxNo).place;
const caseOf = (id: number | null) =>
  api.row('select type, level, state, boxId from abnormalCase where id = ?', id ?? 0);

/** Counts what earlier tests left, so that each test finds only its own differences. */
async function countRest(id: number, but: readonly string[] = []) {
  const { missingGoods } = await api.call.stockCount.get({ params: { id } });
  for (const { number } of missingGoods) if (!but.includes(number)) await scan(id, number);
}

afterEach(async () => {
  for (const { id } of api.rows("select id from stockCount where state = 'open'"))
    await api.call.stockCount.cancel({ params: { id: Number(id) } });
  const store = await api.openStore();
  try {
    expect(await custodyFaults(store.read)).toEqual([]);
  } finally {
    await store.close();
  }
});

test('a count of all that is there finds no difference', async () => {
  const { boxNos } = await stocked();
  const { id, countNo } = await start();
  expect(countNo).toMatch(/^SC\d{8}-\d{4}$/);
  expect(await api.call.stockCount.get({ params: { id } })).toMatchObject({
    ...{ state: 'open', expected: 3, counted: 0, missing: 3 },
    missingGoods: boxNos.toSorted().map((number) => ({ number })),
  });
  for (const boxNo of boxNos) expect((await scan(id, boxNo)).result).toBe('counted');
  expect(await scan(id, boxNos[0] ?? '')).toMatchObject({ result: 'again', counted: 3, missing: 0 });
  expect(await close(id)).toMatchObject({ state: 'closed', missing: 0, extra: 0, differences: [] });
});

describe('a difference', () => {
  test('of a box that nobody scanned is a case, and the box is lost once a person says so', async () => {
    const { id: billId, boxNos } = await stocked();
    const { id, countNo } = await start();
    const [gone = ''] = boxNos;
    await countRest(id, [gone]);
    const { differences, missing } = await close(id);
    expect(missing).toBe(1);
    expect(differences).toMatchObject([{ kind: 'missing', number: gone, billId, place: 'warehouse' }]);
    const [found] = differences;
    expect(caseOf(found?.caseId ?? null)).toMatchObject({ type: 'shortage', level: 'box', state: 'open' });
    expect(placeOf(gone)).toBe('warehouse');
    await decide(id, [found?.id ?? 0], 'correct');
    expect(placeOf(gone)).toBe('lost');
    expect(
      api.row('select proof, proofText, toPlace from custodyMove where billId = ? order by id desc', billId),
    ).toEqual({ proof: 'count', proofText: countNo, toPlace: 'lost' });
    // The loss is not settled by having been found out.
    expect(caseOf(found?.caseId ?? null).state).toBe('open');
    expect(
      await api.refused('stockCount.decide', {
        params: { id },
        body: { differenceIds: [found?.id], decision: 'keep', reason: 'Found' },
      } as LooseInput),
    ).toMatchObject({ code: 'COUNT_DECIDED' });
  });

  test('of a box that is there after all closes its case and moves nothing', async () => {
    const { boxNos } = await stocked();
    const { id } = await start();
    await countRest(id, [boxNos[0] ?? '']);
    const [found] = (await close(id)).differences;
    const { differences } = await decide(id, [found?.id ?? 0], 'keep');
    expect(differences).toMatchObject([{ decision: 'keep', reason: 'Looked for twice' }]);
    expect(caseOf(found?.caseId ?? null).state).toBe('closed');
    expect(placeOf(boxNos[0] ?? '')).toBe('warehouse');
  });

  test.each(['truck', 'lost', 'announced', 'other'] as const)(
    'of a box that the ledger has elsewhere (%s) brings it here',
    async (where) => {
      const { id: billId, boxNos } = await stocked();
      const [away = ''] = boxNos;
      if (where === 'truck')
        await api.call.box.scan({ params: { id: billId }, body: { leg: 'outbound', boxNo: away } });
      if (where === 'lost')
        await api.call.custodyMove.report({
          params: { id: billId },
          body: { boxNos: [away], trackingNos: [], to: 'lost', reason: 'Not there', proof: null },
        });
      if (where === 'announced') {
        api.db.exec(`update box set inboundAt = null, pickId = null where boxNo = '${away}'`);
        api.place(`boxNo = '${away}'`);
      }
      if (where === 'other') {
        api.db.exec(`update box set placeId = 1 where boxNo = '${away}'`);
        api.db.exec(`update custodyMove set toId = 1 where billId = ${billId}
          and members = (select '[[' || id || ',' || id || ']]' from box where boxNo = '${away}')`);
      }
      const { id } = await start();
      const place = where === 'other' ? 'warehouse' : where;
      expect(await scan(id, away)).toMatchObject({ result: 'extra', place, extra: 1 });
      await countRest(id);
      const { differences } = await close(id);
      expect(differences).toMatchObject([{ kind: 'extra', number: away, place }]);
      expect(caseOf(differences[0]?.caseId ?? null)).toMatchObject({ type: 'surplus', state: 'open' });
      await decide(id, [differences[0]?.id ?? 0], 'correct');
      expect(api.row('select place, placeId from box where boxNo = ?', away)).toEqual({
        place: 'warehouse',
        placeId: warehouseId(),
      });
      expect(caseOf(differences[0]?.caseId ?? null).state).toBe('closed');
    },
  );

  test('of a number that nothing has is kept with the count', async () => {
    await stocked();
    const { id } = await start();
    expect(await scan(id, 'NOBODY-77')).toMatchObject({ result: 'unknown', unknown: 1 });
    await scan(id, 'NOBODY-77');
    await countRest(id);
    const { differences } = await close(id);
    expect(differences).toMatchObject([{ kind: 'unknown', number: 'NOBODY-77', billId: null, caseId: null }]);
    const body = { differenceIds: [differences[0]?.id ?? 0], decision: 'correct', reason: 'Whose is it' };
    expect(await api.refused('stockCount.decide', { params: { id }, body } as LooseInput)).toMatchObject({
      code: 'COUNT_UNKNOWN',
    });
    expect((await decide(id, body.differenceIds, 'keep')).differences[0]?.decision).toBe('keep');
  });

  test('of goods that moved after the count was closed is not corrected', async () => {
    const { id: billId, boxNos } = await stocked();
    const { id } = await start();
    await countRest(id, [boxNos[0] ?? '']);
    const [found] = (await close(id)).differences;
    await api.call.box.scan({ params: { id: billId }, body: { leg: 'outbound', boxNo: boxNos[0] ?? '' } });
    const body = { differenceIds: [found?.id ?? 0], decision: 'correct', reason: 'Gone' };
    expect(await api.refused('stockCount.decide', { params: { id }, body } as LooseInput)).toMatchObject({
      code: 'COUNT_MOVED',
    });
  });
});

test('goods that leave or come in while a count runs are no difference', async () => {
  const { id: billId, boxNos } = await stocked();
  const later = await landedBill(api, { parcels: ['free'] });
  api.db.exec(`update bill set warehouseId = ${warehouseId()} where id = ${later.id}`);
  const { id } = await start();
  const [counted = '', uncounted = '', stays = ''] = boxNos;
  await scan(id, counted);
  const leave = (boxNo: string) =>
    api.call.box.scan({ params: { id: billId }, body: { leg: 'outbound', boxNo } });
  await leave(counted);
  await leave(uncounted);
  await addTrip(api, later.id, 1);
  await scanAll(api, later.id, 'inbound', later.boxes);
  await countRest(id);
  expect(api.count('select count(*) from stockCountScan where number = ?', stays)).toBe(1);
  expect(await close(id)).toMatchObject({ missing: 0, extra: 0, unknown: 0, differences: [] });
});

test('two people count the same goods at once, and a pallet counts what is on it when confirmed', async () => {
  const { boxes, boxNos } = await stocked();
  const pallet = await api.call.pallet.create({
    body: { boxIds: boxes.slice(0, 2).map(({ boxId }) => boxId) },
  });
  const { id } = await start();
  const other = api.actor({ permissions: ['bill.warehouse.view', 'bill.warehouse.edit'] });
  expect(await scan(id, pallet.palletNo)).toMatchObject({ result: 'pallet', counted: 0 });
  const both = await Promise.all([
    scan(id, pallet.palletNo, { whole: true }),
    scan(id, boxNos[0] ?? '', {}, other),
    scan(id, boxNos[2] ?? '', {}, other),
  ]);
  expect(both.map(({ result }) => result)).toEqual([
    'counted',
    expect.stringMatching(/again|counted/),
    'counted',
  ]);
  await countRest(id);
  const numbers = api
    .rows('select number from stockCountScan where countId = ?', id)
    .map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).toEqual(expect.arrayContaining(boxNos));
  const body = { warehouseId: warehouseId(), remark: null };
  expect(await api.refused('stockCount.start', { body }, { as: other })).toMatchObject({
    code: 'COUNT_OPEN',
  });
  expect((await close(id)).differences).toEqual([]);
});

test('a parcel stands for its box only if it is the one in it, and is counted alone where it is in none', async () => {
  const { id: billId } = await stocked();
  const trackingNo = String(
    api.row('select trackingNo from parcel where billId = ? order by id', billId).trackingNo,
  );
  const { id } = await start();
  expect(await scan(id, trackingNo)).toMatchObject({ result: 'counted', counted: 1 });
  await api.call.stockCount.unscan({
    params: { id },
    body: { number: String(api.row('select number from stockCountScan where countId = ?', id).number) },
  });
  await api.call.box.repack({
    params: { id: billId },
    body: { trackingNos: [trackingNo], boxNo: null, newBox: false, reason: 'held', remark: null },
  });
  expect(await scan(id, trackingNo)).toMatchObject({ result: 'counted', counted: 1 });
  expect(api.row('select unit from stockCountScan where countId = ?', id).unit).toBe('parcel');
});

test('an account of another warehouse neither sees nor scans a count', async () => {
  const { id } = await start();
  const as = api.actor({ permissions: ['bill.warehouse.view', 'bill.warehouse.edit'], warehouseIds: [1] });
  expect(await api.refused('stockCount.get', { params: { id } }, { as })).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(
    await api.refused('stockCount.scan', { params: { id }, body: { number: 'BX-1' } } as LooseInput, { as }),
  ).toMatchObject({ code: 'NOT_FOUND' });
  expect((await api.call.stockCount.list({ query: {} }, { as })).list).toEqual([]);
});
