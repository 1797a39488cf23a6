import { palletSscc, uldNo } from '@contract/rules/codes';
import { overdueDays } from '@contract/warehouse/pmc';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshBoxes } from '../../main/server/areas/warehouse/boxViews';
import { seedStore } from '../../main/server/demo';
import { stories } from '../../main/server/demo/stories';
import type { Store } from '../../main/server/store/open';
import { newStore, removeStores } from './seedChecks';

const DAY = '2026-11-03';
const NOW = `${DAY}T00:00:00Z`;
let demo: Store;

beforeAll(async () => {
  demo = await newStore();
  await seedStore(demo, { kind: 'demo', day: DAY });
});
afterAll(removeStores);

class Undo extends Error {}

test("gives every box the state that the API's own rule computes", async () => {
  const states = () => demo.read.selectFrom('box').select(['id', 'boxNo', 'state']).orderBy('id').execute();
  const before = await states();
  const bills = await demo.read.selectFrom('box').select('billId').distinct().execute();
  const work = demo.write(async (write) => {
    for (const { billId } of bills) await refreshBoxes(write, billId);
    const after = await write.selectFrom('box').select(['id', 'boxNo', 'state']).orderBy('id').execute();
    expect(after).toEqual(before);
    throw new Undo();
  });
  await expect(work).rejects.toThrow(Undo);
});

test('gives no two boxes of a customer the same number', async () => {
  // On the first of these days two bills of a customer began with the same number.
  const december = await newStore();
  await seedStore(december, { kind: 'demo', day: '2026-12-01' });
  for (const { read } of [december, demo]) {
    const { rows } = await sql`select boxNo from box join bill on bill.id = box.billId
      group by bill.customerId, boxNo having count(*) > 1`.execute(read);
    expect(rows).toEqual([]);
  }
});

test('puts boxes on pallets of their destination, in matching states, under a valid label', async () => {
  const pallets = await demo.read.selectFrom('pallet').selectAll().execute();
  const boxes = await demo.read.selectFrom('box').selectAll().where('palletId', 'is not', null).execute();
  expect(pallets.length).toBeGreaterThan(20);
  expect(new Set(pallets.map(({ state }) => state))).toEqual(new Set(['closed', 'loaded', 'delivered']));
  for (const pallet of pallets) {
    expect(pallet.palletNo).toMatch(/^PLT\d{8}-\d{4}$/);
    expect(palletSscc.check(pallet.sscc ?? '')).toBeUndefined();
    const own = boxes.filter(({ palletId }) => palletId === pallet.id);
    expect(own.length).toBeGreaterThan(0);
    const state = pallet.state === 'closed' ? 'palletised' : pallet.state;
    for (const box of own)
      expect([box.state, box.destinationCode], box.boxNo).toEqual([state, pallet.destinationCode]);
    expect(pallet.weight).toBe(own.reduce((sum, box) => sum + (box.measuredWeight ?? box.weight), 0));
    expect(pallet.builtAt <= NOW && (pallet.closedAt ?? '') <= NOW, pallet.palletNo).toBe(true);
  }
  const left = await demo.read
    .selectFrom('box')
    .select(['palletId', 'collectionId', 'state', 'place'])
    .where('outboundAt', 'is not', null)
    .execute();
  const collected = left.filter(({ collectionId }) => collectionId !== null);
  expect(collected.length).toBeGreaterThan(5);
  for (const box of collected)
    expect(box).toMatchObject({ palletId: null, state: 'delivered', place: 'collected' });
  expect(left.every(({ palletId, collectionId }) => (palletId === null) === (collectionId !== null))).toBe(
    true,
  );
});

test('gives every truck that left by air bill its consignment note, with its times in order', async () => {
  const cmrs = await demo.read.selectFrom('cmr').selectAll().execute();
  const picks = await demo.read
    .selectFrom('pick')
    .innerJoin('bill', 'bill.id', 'pick.billId')
    .select(['pick.cmrNo', 'pick.outboundFinished', 'pick.outboundBoxes'])
    .where('bill.mode', '=', 'air')
    .execute();
  const byNo = new Map(cmrs.map((cmr) => [cmr.cmrNo, cmr]));
  for (const { cmrNo, outboundFinished, outboundBoxes } of picks) {
    const note = cmrNo === null ? undefined : byNo.get(cmrNo);
    // A loaded truck that has not left has its CMR as well.
    expect(outboundFinished === 1, `${cmrNo}`).toBe(note !== undefined && note.state !== 'loaded');
    if (note) expect(note.totalBoxes).toBe(outboundBoxes);
  }
  for (const { cmrNo, loadedAt, departedAt, arrivedAt, podAt } of cmrs) {
    const times = [loadedAt, departedAt, arrivedAt, podAt].filter((at) => at !== null);
    expect(times, cmrNo).toEqual([...times].sort());
  }
});

test('gives the line-haul desk a note being written, one loaded, signed copies, and mails in every state', async () => {
  const notes = await demo.read
    .selectFrom('cmr')
    .selectAll()
    .where('state', 'in', ['draft', 'loaded'])
    .execute();
  expect(notes.map(({ state }) => state).sort()).toEqual(['draft', 'loaded']);
  for (const { id, state, totalPallets, totalBoxes, toDestinationId, fromWarehouseId } of notes) {
    const pallets = await demo.read.selectFrom('pallet').selectAll().where('cmrId', '=', id).execute();
    const boxes = await demo.read
      .selectFrom('box')
      .select('billId')
      .where(
        'palletId',
        'in',
        pallets.map((pallet) => pallet.id),
      )
      .execute();
    expect([pallets.length, boxes.length]).toEqual([totalPallets, totalBoxes]);
    expect(pallets.every((pallet) => pallet.state === (state === 'draft' ? 'closed' : 'loaded'))).toBe(true);
    if (state === 'loaded') continue;
    expect(new Set(boxes.map(({ billId }) => billId)).size).toBeGreaterThanOrEqual(2);
    const { code } = await demo.read
      .selectFrom('destination')
      .select('code')
      .where('id', '=', toDestinationId)
      .executeTakeFirstOrThrow();
    const free = await demo.read
      .selectFrom('pallet')
      .select('id')
      .where('destinationCode', '=', code)
      .where('warehouseId', '=', fromWarehouseId)
      .where('state', '=', 'closed')
      .where('cmrId', 'is', null)
      .execute();
    expect(free.length).toBeGreaterThan(0);
  }
  const files = await demo.read.selectFrom('cmrFile').select('kind').execute();
  expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(['pod', 'attachment']));
  const mails = await demo.read.selectFrom('cmrMail').select(['mailId', 'fault']).execute();
  expect(mails.some(({ mailId }) => mailId !== null)).toBe(true);
  expect(mails.some(({ mailId, fault }) => mailId === null && fault === null)).toBe(true);
  expect(mails.some(({ fault }) => fault === 'no_pod')).toBe(true);
});

test('tells stories 1, 14 and 22: two consignment notes, a leg without photo, and a PMC not back after nine days', async () => {
  const [first] = stories.get(1) ?? [];
  const [photo] = stories.get(14) ?? [];
  const picksOf = (story: { billNo: string; batchNo: string } | undefined) =>
    demo.read
      .selectFrom('pick')
      .innerJoin('bill', 'bill.id', 'pick.billId')
      .select(['cmrNo', 'inboundPhotos', 'inboundFinished'])
      .where('billNo', '=', story?.billNo ?? '')
      .where('batchNo', '=', story?.batchNo ?? '')
      .execute();
  expect(new Set((await picksOf(first)).map(({ cmrNo }) => cmrNo)).size).toBe(2);
  expect(await picksOf(photo)).toMatchObject([{ inboundPhotos: '[]', inboundFinished: 0 }]);
  const photographed = await demo.read
    .selectFrom('pick')
    .select('id')
    .where('inboundPhotos', '!=', '[]')
    .execute();
  expect(photographed.length).toBeGreaterThan(2);

  const pmcs = await demo.read.selectFrom('pmc').selectAll().execute();
  expect(pmcs.length).toBeGreaterThan(100);
  for (const pmc of pmcs) expect(uldNo.check(pmc.uldNo), pmc.uldNo).toBeUndefined();
  const late = pmcs.filter((pmc) => pmc.state === 'unloaded' && overdueDays(pmc, NOW) > 0);
  expect(late.map((pmc) => overdueDays(pmc, NOW))).toEqual([5]);
});
