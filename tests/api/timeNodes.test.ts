import { say, words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { tracesOf } from '../support/apiBillTraces';
import { finished, hoursAgo, nodeBill, T1_MRN, trip, versionOf } from '../support/apiNodes';
import { newBillNo } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const landed = () => ({ ata: hoursAgo(48), clearanceStatus: 'not_released', stage: 'arrived' });
const noa = (id: number, noaAt: string | null, noaBoxCount?: number, language: 'en' | 'cn' = 'en') =>
  api.call.timeNode.updateNoaTime(
    {
      params: { id },
      body: { version: versionOf(api, id), noaAt, ...(noaBoxCount === undefined ? {} : { noaBoxCount }) },
    },
    { language },
  );
const eventsOf = (id: number) =>
  api.rows('select code, occurredAt, location from timelineEvent where billId = ? order by id', id);

describe('a node of a bill', () => {
  test('is set, corrected and cleared; the timeline shows the present value, the log all of them', async () => {
    const id = nodeBill(api, landed());
    const [first, second] = [hoursAgo(40), hoursAgo(39)];
    const { bill, warnings } = await noa(id, first, 10);
    expect(bill).toMatchObject({ noaAt: first, noaBoxCount: 10, stage: 'arrived' });
    expect(warnings).toEqual([]);
    expect(eventsOf(id)).toMatchObject([{ code: 'NOA', occurredAt: first }]);

    await noa(id, second);
    expect(eventsOf(id)).toMatchObject([{ code: 'NOA', occurredAt: second }]);
    expect(
      api.row(
        "select oldValue, newValue from billLog where billId = ? and field = 'noaAt' order by id desc limit 1",
        id,
      ),
    ).toEqual({ oldValue: first, newValue: second });

    expect((await noa(id, null)).bill).toMatchObject({ noaAt: null, noaBoxCount: null });
    expect(eventsOf(id)).toEqual([]);
    expect(api.count("select count(*) from billLog where billId = ? and field = 'noaAt'", id)).toBe(3);
  });

  test('is saved with a warning in the language of the caller when it is unusual', async () => {
    const id = nodeBill(api, landed());
    const { bill, warnings } = await noa(id, hoursAgo(20), 8, 'cn');
    expect(bill).toMatchObject({ noaBoxCount: 8, shortageCount: 2 });
    expect(warnings).toEqual([
      { code: 'NOA_LATE', msg: say('cn', 'NOA_LATE', { hours: 28 }) },
      { code: 'NOA_COUNT', msg: say('cn', 'NOA_COUNT', { noa: 8, boxes: 10 }) },
    ]);
  });

  test('is refused at its field with both nodes named, and nothing is saved', async () => {
    const id = nodeBill(api, landed());
    const before = tracesOf(api, id);
    const body = { version: versionOf(api, id), noaAt: hoursAgo(50), noaBoxCount: 10 };
    const refused = await api.refused('timeNode.updateNoaTime', { params: { id }, body });
    expect(refused).toMatchObject({ status: 400, code: 'NODE_ORDER' });
    expect(refused.fields.noaAt).toBe('NOA time must not be earlier than ATA');
    expect(tracesOf(api, id)).toEqual(before);
  });

  test('changes nothing when the same time is saved again', async () => {
    const id = nodeBill(api, landed());
    const time = hoursAgo(40);
    await noa(id, time, 10);
    const before = tracesOf(api, id);
    await noa(id, time, 10);
    expect(tracesOf(api, id)).toEqual(before);
  });

  test('starts the clearance and the stage when it is the landing, and restores both when undone', async () => {
    const id = nodeBill(api);
    const ata = hoursAgo(47);
    const { bill } = await api.call.timeNode.arrive({ params: { id }, body: { ata } });
    expect(bill).toMatchObject({ ata, stage: 'arrived', clearanceStatus: 'not_released' });
    const body = { version: bill.version, ata: null };
    expect((await api.call.timeNode.updateATATime({ params: { id }, body })).bill).toMatchObject({
      ata: null,
      stage: 'draft',
      clearanceStatus: null,
    });
  });

  test('notifies the warehouse of a landing and of missing boxes, and nobody of their own action', async () => {
    const keeper = api.actor({ permissions: ['bill.warehouse.edit', 'bill.nodes.early'] });
    const id = nodeBill(api);
    const messages = () =>
      api.rows(
        'select type, textEn, textCn from message where receiverId = ? and billId = ?',
        keeper.staffId,
        id,
      );
    await api.call.timeNode.arrive({ params: { id }, body: { ata: hoursAgo(47) } });
    await noa(id, hoursAgo(40), 8);
    await noa(id, hoursAgo(39), 8);
    expect(messages()).toEqual([
      { type: 'arrival', textEn: words.en.events.ARRIVED, textCn: words.cn.events.ARRIVED },
      {
        type: 'noa',
        textEn: say('en', 'NOA_COUNT', { noa: 8, boxes: 10 }),
        textCn: say('cn', 'NOA_COUNT', { noa: 8, boxes: 10 }),
      },
    ]);
    const own = nodeBill(api);
    await api.call.timeNode.arrive({ params: { id: own }, body: { ata: hoursAgo(47) } }, { as: keeper });
    expect(
      api.rows('select id from message where receiverId = ? and billId = ?', keeper.staffId, own),
    ).toEqual([]);
  });

  test('counts delivery apart from boxes that left, and cleared, puts the bill back under way', async () => {
    const id = nodeBill(api, { ...landed(), pickupAt: hoursAgo(40), atWarehouseAt: hoursAgo(38) });
    trip(api, id, { ...finished('inbound', 36, 35), ...finished('outbound', 30, 29) });
    const pod = (podAt: string | null, podBoxCount?: number) =>
      api.call.timeNode.updatePodTime({
        params: { id },
        body: { version: versionOf(api, id), podAt, ...(podBoxCount === undefined ? {} : { podBoxCount }) },
      });
    // The count of boxes that left is taken from the trips at the next write.
    await api.call.timeNode.updateRemarks({
      params: { id },
      body: { version: versionOf(api, id), remarks: 'Gate 4' },
    });
    const { bill, warnings } = await pod(hoursAgo(20), 9);
    expect(bill).toMatchObject({ stage: 'delivery', podBoxCount: 9 });
    expect(warnings.map(({ code }) => code)).toEqual(['POD_COUNT']);
    expect(warnings[0]?.msg).toBe(say('en', 'POD_COUNT', { pod: 9, out: 10 }));
    expect((await pod(null)).bill).toMatchObject({ stage: 'transit', podAt: null, podBoxCount: null });
  });

  test.each([
    ['a trip', 'ata', (id: number) => trip(api, id)],
    ['an inbound leg', 'atWarehouseAt', (id: number) => trip(api, id, finished('inbound', 36, 35))],
  ] as const)('is not cleared when %s depends on it', async (_, field, begin) => {
    const id = nodeBill(api, { ...landed(), pickupAt: hoursAgo(40), atWarehouseAt: hoursAgo(38) });
    begin(id);
    const version = versionOf(api, id);
    const refused =
      field === 'ata'
        ? await api.refused('timeNode.updateATATime', { params: { id }, body: { version, ata: null } })
        : await api.refused('timeNode.updateAtWarehouseTime', {
            params: { id },
            body: { version, atWarehouseAt: null },
          });
    expect(refused).toMatchObject({ status: 409, code: 'NODE_NOT_LAST' });
  });

  test('is refused at an outdated version, with the present bill', async () => {
    const id = nodeBill(api, landed());
    const body = { version: 999, t1At: hoursAgo(40), t1Mrn: T1_MRN };
    const refused = await api.refused('timeNode.updateT1Time', { params: { id }, body });
    expect(refused).toMatchObject({ status: 409, code: 'STALE_DATA', current: { id } });
  });

  test('requires the truck at the hub to have left before, by its leg or its CMR', async () => {
    const id = nodeBill(api, { ...landed(), pickupAt: hoursAgo(40) });
    const tat = () =>
      api.send('timeNode.updateTATTime', {
        params: { id },
        body: { version: versionOf(api, id), tatAt: hoursAgo(20) },
      });
    expect(await tat()).toMatchObject({ refused: { code: 'NODE_MISSING' } });
    const stamp = { version: 1, createdAt: hoursAgo(30), updatedAt: hoursAgo(30) };
    const cmrId = api.insert('cmr', {
      ...stamp,
      cmrNo: `CMR-${id}`,
      carrierCompanyId: 1,
      payment: 'paid',
      plateNo: 'X-2',
      vehicleType: 'trailer',
      fromWarehouseId: 1,
      toDestinationId: 1,
      state: 'in_transit',
      departedAt: hoursAgo(70),
    });
    api.insert('cmrBill', { cmrId, billId: id });
    expect(await tat()).toMatchObject({ got: { warnings: [{ code: 'TAT_LATE' }] } });
  });
});

describe('a node on many bills', () => {
  test('is set by one entry for all or one each, with a result for each bill', async () => {
    const [good, short, early, draft] = [
      nodeBill(api, landed()),
      nodeBill(api, landed()),
      nodeBill(api, landed()),
      nodeBill(api),
    ];
    const time = hoursAgo(40);
    const answer = await api.call.timeNode.many({
      body: {
        selection: { ids: [good, short, early, draft] },
        node: 'noa',
        entry: { time },
        own: [
          { id: good, entry: { time, noaBoxCount: 10 } },
          { id: short, entry: { time: hoursAgo(39), noaBoxCount: 8 } },
          { id: early, entry: { time: hoursAgo(55), noaBoxCount: 10 } },
          { id: draft, entry: { time, noaBoxCount: 10 } },
        ],
      },
    });
    expect(answer.ok).toBe(2);
    expect(answer.failed.map(({ key, code }) => [key, code])).toEqual([
      [early, 'NODE_ORDER'],
      [draft, 'NODE_MISSING'],
    ]);
    expect(answer.warned).toMatchObject([{ key: short, warnings: [{ code: 'NOA_COUNT' }] }]);
    expect(
      api.rows(`select noaBoxCount from bill where id in (${good}, ${short}, ${early}) order by id`),
    ).toEqual([{ noaBoxCount: 10 }, { noaBoxCount: 8 }, { noaBoxCount: null }]);
  });

  test('is set by the filter of the list', async () => {
    const houseNo = `N${Date.now()}`;
    for (let n = 0; n < 3; n += 1) nodeBill(api, { ...landed(), houseNo });
    const time = hoursAgo(40);
    const body = { node: 'pickup' as const, entry: { time } };
    const selection = { filter: { houseNo }, expected: 3 };
    const { ok, failed } = await api.call.timeNode.many({ body: { ...body, selection } });
    expect({ ok, failed }).toEqual({ ok: 3, failed: [] });
    expect(api.count('select count(*) from bill where houseNo = ? and pickupAt = ?', houseNo, time)).toBe(3);
  });

  test('has no number of boxes in common: each belongs to one bill', async () => {
    const ids = [nodeBill(api, landed()), nodeBill(api, landed())];
    const entry = { time: hoursAgo(40), noaBoxCount: 10 };
    const body = { selection: { ids }, node: 'noa' as const, entry };
    expect(await api.refused('timeNode.many', { body })).toMatchObject({
      code: 'UNKNOWN_FIELD',
      fields: { noaBoxCount: expect.any(String) },
    });
    expect(api.rows(`select noaAt from bill where id in (${ids})`)).toEqual([
      { noaAt: null },
      { noaAt: null },
    ]);
  });

  test('requires the permission of the node', async () => {
    const id = nodeBill(api, landed());
    const set = (node: 'noa' | 'pickup', as: ReturnType<typeof api.actor>) =>
      api.call.timeNode.many(
        {
          body: {
            ...{ selection: { ids: [id] }, node, entry: { time: hoursAgo(30) } },
            own: [{ id, entry: { time: hoursAgo(30), noaBoxCount: 10 } }],
          },
        },
        { as },
      );
    const early = api.actor({ permissions: ['bill.nodes', 'bill.nodes.early'] });
    const late = api.actor({ permissions: ['bill.nodes', 'bill.nodes.late'] });
    expect(await set('noa', late)).toMatchObject({ ok: 0, failed: [{ key: id, code: 'NO_PERMISSION' }] });
    expect(await set('pickup', early)).toMatchObject({ ok: 0, failed: [{ key: id, code: 'NO_PERMISSION' }] });
    expect(await set('noa', early)).toMatchObject({ ok: 1 });
    expect(await set('pickup', late)).toMatchObject({ ok: 1 });
  });
});

describe('a change of flight', () => {
  const change = (id: number, body: object) =>
    api.call.timeNode.flightNumber({
      params: { id },
      body: { version: versionOf(api, id), flightNo: 'CX84', ...body },
    });

  test('requires no reason before the departure', async () => {
    const id = nodeBill(api, { etd: hoursAgo(-5), eta: hoursAgo(-17) });
    const { bill, warnings } = await change(id, {});
    expect(bill.flightNo).toBe('CX84');
    expect(warnings).toEqual([]);
    expect(eventsOf(id)).toEqual([]);
  });

  test('moves ETD and ETA when offloaded, undoes the departure, and logs the reason', async () => {
    const atd = hoursAgo(59);
    const id = nodeBill(api, { atd });
    api.insert('timelineEvent', {
      ...{
        billId: id,
        code: 'DEPARTED',
        textEn: 'x',
        textCn: 'x',
        occurredAt: atd,
        recordedAt: atd,
        source: 'api',
      },
    });
    const [etd, eta] = [hoursAgo(-2), hoursAgo(-14)];
    const { bill, warnings } = await change(id, { etd, eta, reason: 'Aircraft full' });
    expect(bill).toMatchObject({ flightNo: 'CX84', etd, eta, atd: null, ata: null, stage: 'draft' });
    expect(warnings.map(({ code }) => code)).toEqual(['FLIGHT_DEPARTED', 'ETA_MOVED']);
    expect(eventsOf(id).map(({ code }) => code)).toEqual(['OFFLOADED']);
    expect(api.row("select remark from billLog where billId = ? and action = 'offload' limit 1", id)).toEqual(
      {
        remark: 'Aircraft full',
      },
    );
  });

  test('requires a flight number, and a landing after the take-off', async () => {
    const id = nodeBill(api, { etd: hoursAgo(-5), eta: hoursAgo(-17) });
    const send = (body: object) =>
      api.refused('timeNode.flightNumber', {
        params: { id },
        body: { version: versionOf(api, id), ...body },
      });
    expect((await send({ flightNo: '1234' })).fields).toHaveProperty('flightNo');
    expect(await send({ flightNo: 'CX84', eta: hoursAgo(-4) })).toMatchObject({ code: 'NODE_ORDER' });
  });
});

describe('an air waybill', () => {
  /** Makes a waybill of three batches: one has arrived before, one is archived. */
  function waybill() {
    const billNo = newBillNo();
    const [first, second, early] = [
      nodeBill(api, { billNo, batchNo: 'B1', weight: 100_000 }),
      nodeBill(api, { billNo, batchNo: 'B2', weight: 200_000 }),
      nodeBill(api, { billNo, batchNo: 'B3', weight: 300_000, ...landed() }),
    ];
    return { billNo, first, second, early };
  }

  test('totals its batches and counts their stages, without removed ones', async () => {
    const { billNo, first, second, early } = waybill();
    nodeBill(api, { billNo, batchNo: 'B4', stage: 'removed', removedAt: hoursAgo(1) });
    const { awb, bills } = await api.call.awb.get({ params: { awb: billNo } });
    expect(awb).toMatchObject({
      billNo,
      batchCount: 3,
      boxCount: 30,
      weight: 600,
      ata: null,
      stages: { draft: 2, arrived: 1 },
      finished: false,
    });
    expect(bills.map(({ id }) => id)).toEqual([first, second, early]);
    const { list, total } = await api.call.awb.list({ query: { keyword: billNo } });
    expect([total, list]).toEqual([1, [awb]]);
    expect(await api.refused('awb.get', { params: { awb: newBillNo() } })).toMatchObject({ status: 404 });
  });

  test('arrives with all batches, skips arrived ones, and returns their times', async () => {
    const { billNo, early } = waybill();
    const ata = hoursAgo(47);
    const answer = await api.call.awb.arrived({ params: { awb: billNo }, body: { ata } });
    expect(answer).toEqual({ ok: 2, failed: [], warned: [], skipped: 1 });
    const times = await api.call.awb.times({ params: { awb: billNo } });
    expect(times.map((one) => [one.batchNo, one.stage, one.ata === ata])).toEqual([
      ['B1', 'arrived', true],
      ['B2', 'arrived', true],
      ['B3', 'arrived', false],
    ]);
    expect(times.find(({ id }) => id === early)?.noaAt).toBeNull();
  });

  test('sets one node on all its batches, each by its own rules', async () => {
    const { billNo, first, second } = waybill();
    const body = { node: 'noa' as const, time: hoursAgo(40), noaBoxCount: 30 };
    const answer = await api.call.awb.setTime({ params: { awb: billNo }, body });
    expect(answer).toMatchObject({ ok: 1, failed: [{ key: first, code: 'NODE_MISSING' }, { key: second }] });
  });

  /** Makes a waybill whose two batches of three and two boxes have landed. */
  function ofThreeAndTwo() {
    const billNo = newBillNo();
    const ids = [3, 2].map((boxCount, at) =>
      nodeBill(api, { ...landed(), billNo, batchNo: `B${at + 1}`, boxCount }),
    );
    const [three = 0, two = 0] = ids;
    const body = (boxes: number, hours = 40) => ({
      ...{ node: 'noa' as const, time: hoursAgo(hours), noaBoxCount: boxes },
    });
    const set = (given: object) => api.call.awb.setTime({ params: { awb: billNo }, body: given as never });
    const refused = (given: object) =>
      api.refused('awb.setTime', { params: { awb: billNo }, body: given as never });
    const numbers = () =>
      ids.map((id) => api.row('select noaBoxCount from bill where id = ?', id).noaBoxCount);
    return { billNo, ids, three, two, body, set, refused, numbers };
  }

  test('has its notice of 5 boxes shared over its batches of 3 and 2, without a shortage', async () => {
    const { ids, body, set, numbers } = ofThreeAndTwo();
    expect(await set(body(5))).toEqual({ ok: 2, failed: [], warned: [] });
    expect(numbers()).toEqual([3, 2]);
    expect(api.rows(`select shortageCount from bill where id in (${ids})`)).toEqual([
      { shortageCount: 0 },
      { shortageCount: 0 },
    ]);
  });

  test('requires the number of each batch when boxes are missing or too many', async () => {
    const { billNo, three, two, body, set, refused, numbers } = ofThreeAndTwo();
    for (const n of [3, 6]) {
      const batches = { list: ['B1: 3', 'B2: 2'] };
      expect(await refused(body(n))).toMatchObject({
        ...{ code: 'AWB_SHARE', msg: say('en', 'AWB_SHARE', { no: billNo, n, batches }) },
        fields: { noaBoxCount: say('en', 'AWB_SHARE', { no: billNo, n, batches }) },
      });
    }
    const shares = [
      { billId: three, boxes: 3 },
      { billId: two, boxes: 1 },
    ];
    expect(await refused({ ...body(5), shares })).toMatchObject({
      ...{ code: 'AWB_SHARE_SUM', msg: say('en', 'AWB_SHARE_SUM', { sum: 4, total: 5 }) },
    });
    const stranger = nodeBill(api, landed());
    for (const id of [three, stranger])
      expect(await refused({ ...body(4), shares: [shares[0], { billId: id, boxes: 1 }] })).toMatchObject({
        code: 'AWB_SHARE',
      });
    expect(numbers()).toEqual([null, null]);
    expect(await set({ ...body(4), shares })).toMatchObject({
      ...{ ok: 2, failed: [], warned: [{ key: two, warnings: [{ code: 'NOA_COUNT' }] }] },
    });
    expect(numbers()).toEqual([3, 1]);
  });

  test('takes the boxes of a second flight, a correction, and a later time with the numbers it has', async () => {
    const { three, two, body, set, refused, numbers } = ofThreeAndTwo();
    const give = (boxes: number[]) => [
      { billId: three, boxes: boxes[0] },
      { billId: two, boxes: boxes[1] },
    ];
    // Only the first batch was notified: the other one has no notice yet, neither a number nor a time.
    expect(await set({ ...body(3), shares: give([3, 0]) })).toMatchObject({ ok: 1, failed: [] });
    expect(numbers()).toEqual([3, null]);
    expect(api.row('select noaAt from bill where id = ?', two)).toEqual({ noaAt: null });
    expect(await set(body(5, 30))).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([3, 2]);
    expect(await refused(body(6, 29))).toMatchObject({ code: 'AWB_SHARE' });
    expect(await set({ ...body(6, 29), shares: give([4, 2]) })).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([4, 2]);
    expect(await set(body(6, 28))).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([4, 2]);
    const { noaBoxCount: _, ...timeOnly } = body(0, 27);
    expect(await set(timeOnly)).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([4, 2]);
    expect(await set({ ...body(5, 26), shares: give([5, 0]) })).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([5, 0]);
    expect(await set({ node: 'noa', time: null })).toMatchObject({ ok: 2 });
    expect(numbers()).toEqual([null, null]);
  });

  test('counts the boxes of its archived batch, and leaves that alone', async () => {
    const { three, two, body, set, refused, numbers } = ofThreeAndTwo();
    const noaAt = hoursAgo(47);
    api.db.exec(`update bill set archived = 1, noaAt = '${noaAt}', noaBoxCount = 3 where id = ${three}`);
    expect(await refused(body(2))).toMatchObject({ code: 'AWB_SHARE' });
    expect(await set(body(5))).toEqual({ ok: 1, failed: [], warned: [] });
    expect(numbers()).toEqual([3, 2]);
    expect(await set({ ...body(4, 30), shares: [{ billId: two, boxes: 1 }] })).toMatchObject({ ok: 1 });
    expect(numbers()).toEqual([3, 1]);
    expect(api.row('select noaAt from bill where id = ?', three)).toEqual({ noaAt });
  });

  test('gives its only batch any number', async () => {
    const billNo = newBillNo();
    const id = nodeBill(api, { ...landed(), billNo });
    const body = { node: 'noa' as const, time: hoursAgo(40), noaBoxCount: 8 };
    expect(await api.call.awb.setTime({ params: { awb: billNo }, body })).toMatchObject({
      ...{ ok: 1, warned: [{ key: id, warnings: [{ code: 'NOA_COUNT' }] }] },
    });
    expect(api.row('select noaBoxCount from bill where id = ?', id)).toEqual({ noaBoxCount: 8 });
  });

  test('shares the boxes that were signed for by those that left', async () => {
    const billNo = newBillNo();
    const ids = [3, 2].map((boxCount, at) => {
      const id = nodeBill(api, {
        ...landed(),
        billNo,
        batchNo: `B${at + 1}`,
        boxCount,
        pickupAt: hoursAgo(40),
      });
      trip(api, id, { ...finished('inbound', 36, 35), ...finished('outbound', 30, 29) });
      api.db.exec(`update bill set outboundBoxes = ${boxCount} where id = ${id}`);
      return id;
    });
    const body = { node: 'pod' as const, time: hoursAgo(20), podBoxCount: 5 };
    expect(await api.call.awb.setTime({ params: { awb: billNo }, body })).toMatchObject({
      ok: 2,
      failed: [],
    });
    expect(api.rows(`select podBoxCount from bill where id in (${ids}) order by id`)).toEqual([
      { podBoxCount: 3 },
      { podBoxCount: 2 },
    ]);
    expect(
      await api.refused('awb.setTime', { params: { awb: billNo }, body: { ...body, podBoxCount: 4 } }),
    ).toMatchObject({ code: 'AWB_SHARE', fields: { podBoxCount: expect.any(String) } });
  });

  test('is listed in every order, page by page', async () => {
    const seen = new Set<string>();
    let after: string | undefined;
    for (;;) {
      const page = await api.call.awb.list({
        query: { sort: '-weight', pageSize: 400, ...(after ? { after } : {}) },
      });
      for (const { billNo } of page.list) seen.add(billNo);
      if (!page.next) break;
      after = page.next;
    }
    const expected = api.count(
      'select count(*) from (select 1 from bill where removedAt is null group by billNo having min(archived) = 0)',
    );
    expect(seen.size).toBe(expected);
  });
});
