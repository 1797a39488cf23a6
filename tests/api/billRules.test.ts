import { say } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { completeBill, tracesOf } from '../support/apiBillTraces';
import { batchOf, boxOf, landedBill, transitOf } from '../support/apiCustoms';
import { billDraftOf, billIn, copyRow, drafts, makeBill, newBillNo, newCode } from '../support/apiRecords';
import { makeSeaBill, placeId } from '../support/apiTransport';
import { testApi } from '../support/server';

const api = testApi();
const set = (id: number, change: string) => api.db.exec(`update bill set ${change} where id = ${id}`);
const ids = (...list: number[]) => ({ selection: { ids: list } });

describe('many bills at once', () => {
  test('are each done or refused on their own, in the requested order and the caller’s language', async () => {
    const [good, also, busy, archived] = [
      (await makeBill(api)).id,
      (await makeBill(api)).id,
      billIn(api, 'transit'),
      billIn(api, 'draft', { archived: 1 }),
    ];
    const body = { ...ids(good, busy, 999_999, archived, also, good), removeReason: 'Entered twice' };
    const before = [tracesOf(api, busy), tracesOf(api, archived)];
    const answer = await api.call.bill.remove({ body }, { language: 'cn' });
    expect(answer).toEqual({
      ok: 2,
      failed: [
        { key: busy, code: 'BILL_HAS_OPERATIONS', msg: say('cn', 'BILL_HAS_OPERATIONS') },
        { key: 999_999, code: 'NOT_FOUND', msg: say('cn', 'NOT_FOUND') },
        { key: archived, code: 'BILL_ARCHIVED', msg: say('cn', 'BILL_ARCHIVED') },
      ],
    });
    expect(api.count(`select count(*) from bill where stage = 'removed' and id in (${good}, ${also})`)).toBe(
      2,
    );
    expect([tracesOf(api, busy), tracesOf(api, archived)]).toEqual(before);
  });

  test('are all that match the filter of the list, if as many as were shown', async () => {
    const houseNo = `H${Date.now()}`;
    for (let n = 0; n < 3; n += 1) await makeBill(api, { houseNo });
    const selection = { filter: { houseNo, stage: ['draft' as const] }, expected: 3 };
    const other = { ...selection, expected: 2 };
    const body = { removeReason: 'Not ours' };
    const refused = await api.refused('bill.remove', { body: { selection: other, ...body } });
    expect(refused).toMatchObject({ status: 409, code: 'COUNT_CHANGED' });
    expect(refused.msg).toMatch(/3.*2/);
    expect(api.count("select count(*) from bill where houseNo = ? and stage = 'draft'", houseNo)).toBe(3);
    expect(await api.call.bill.remove({ body: { selection, ...body } })).toEqual({ ok: 3, failed: [] });
    expect(api.count("select count(*) from bill where houseNo = ? and stage = 'removed'", houseNo)).toBe(3);
  });

  test.each([
    ['none', { ids: [] }],
    ['more than 500', { ids: Array.from({ length: 501 }, (_, n) => n + 1) }],
    ['ids and a filter', { ids: [1], filter: {}, expected: 1 }],
    ['a filter without a count', { filter: {} }],
    ['no id', { ids: ['1 or 1=1'] }],
  ])('are refused for the selection: %s', async (_, selection) => {
    expect(await api.refused('bill.check', { body: { selection } })).toMatchObject({ status: 400 });
  });
});

describe('the check of a bill', () => {
  /** Returns the errors of a complete bill after one thing about it is changed. */
  async function findings(
    change: (id: number, parcel: number) => void,
  ): Promise<{ codes: string; msg: string }> {
    const { id } = await makeBill(api);
    change(id, completeBill(api, id));
    const before = tracesOf(api, id);
    const { ok, failed } = await api.call.bill.check({ body: ids(id) });
    if (ok === 1) return { codes: '', msg: '' };
    expect(tracesOf(api, id)).toEqual(before);
    const [found] = failed;
    return { codes: found?.code ?? '', msg: found?.msg ?? '' };
  }
  const inactive = (table: string, code: string) =>
    copyRow(api, table, 1, { [code]: newCode('Q').slice(-3), active: 0 });
  const lock = (parcel: number) => {
    const iossNo = newCode('IM');
    api.insert('ioss', { iossNo, sellerName: 'Seller', locked: 1 });
    api.db.prepare('update parcel set iossNo = ? where id = ?').run(iossNo, parcel);
  };

  test('finds nothing wrong with a complete bill', async () => {
    expect((await findings(() => undefined)).codes).toBe('');
  });

  test.each<[string, string, RegExp, (id: number, parcel: number) => void]>([
    [
      'a customer out of use',
      'REFERENCE_INACTIVE',
      /Customer/,
      (id) => set(id, `customerId = ${inactive('customer', 'code')}`),
    ],
    [
      'an airport out of use',
      'REFERENCE_INACTIVE',
      /Landing/,
      (id) => set(id, `landingAirportId = ${inactive('airport', 'airportCode')}`),
    ],
    ['no flight', 'REQUIRED', /Flight/, (id) => set(id, 'flightNo = null')],
    ['no ETA', 'REQUIRED', /ETA/, (id) => set(id, 'eta = null')],
    ['no destination', 'REQUIRED', /Destination/, (id) => set(id, 'destinationId = null')],
    ['a box that weighs too much', 'WEIGHT_PER_BOX', /60\.01/, (id) => set(id, 'weight = 60010')],
    ['a box that weighs nothing', 'WEIGHT_PER_BOX', /0\.4/, (id) => set(id, 'weight = 400')],
    ['boxes that are not in the data', 'BILL_COUNT_DIFFERS', /2 .*1/, (id) => set(id, 'boxCount = 2')],
    ['parcels that are not in the data', 'BILL_COUNT_DIFFERS', /5 .*1/, (id) => set(id, 'packageCount = 5')],
    [
      'another value in the lines',
      'BILL_VALUE_DIFFERS',
      /20\.5.*19\.99/,
      (id) => set(id, 'totalValue = 2050'),
    ],
    [
      'a line that failed the HS check',
      'BILL_HS_FAILED',
      /1 /,
      (_, parcel) => api.db.exec(`update parcel set hsStatus = 'failed' where id = ${parcel}`),
    ],
    ['a locked IOSS number', 'IOSS_LOCKED', /IM-/, (_, parcel) => lock(parcel)],
  ])('finds %s', async (_, code, msg, change) => {
    const found = await findings(change);
    expect(found.codes).toBe(code);
    expect(found.msg).toMatch(msg);
  });

  const fileOf = (billId: number, status: string, changes: Record<string, string> = {}) => {
    const at = '2026-11-01T00:00:00Z';
    const fileName = `parcels-${status}.csv`;
    const [fileId, hash] = [newCode('F'), newCode('H')];
    api.insert('storedFile', { id: fileId, fileName, mime: 'text/csv', size: 9, hash, createdAt: at });
    api.insert('fileJob', {
      ...{ billId, kind: 'declaration', fileName, fileId, fileHash: hash, size: 9, options: '{}', status },
      ...{ version: 1, createdAt: at, updatedAt: at, ...changes },
    });
  };
  test.each(['unprocessed', 'processing', 'failed', 'exception'] as const)(
    'names the last declaration file while it is %s',
    async (status) => {
      const found = await findings((id) => {
        fileOf(id, 'success');
        fileOf(id, status);
      });
      const words = { file: `parcels-${status}.csv`, status: { state: ['fileJob', status] } } as const;
      expect(found).toEqual({ codes: 'BILL_FILE_OPEN', msg: say('en', 'BILL_FILE_OPEN', words) });
      expect(found.msg).toContain(`parcels-${status}.csv`);
    },
  );

  test('names an earlier declaration file that was started again', async () => {
    const found = await findings((id) => {
      fileOf(id, 'unprocessed');
      fileOf(id, 'success');
    });
    expect(found.msg).toContain('parcels-unprocessed.csv');
  });

  test.each<[string, (id: number) => void]>([
    [
      'a failed declaration file that another has replaced',
      (id) => {
        fileOf(id, 'failed');
        fileOf(id, 'success');
      },
    ],
    ['a failed file of another kind', (id) => fileOf(id, 'failed', { kind: 'box_weight' })],
    ['one value in a hundred', (id) => set(id, 'totalValue = 2018')],
    ['one box in two hundred', (id) => manyBoxes(id)],
  ])('lets pass %s', async (_, change) => {
    expect((await findings(change)).codes).toBe('');
  });

  /** Gives a bill 200 boxes, of which 199 are in the data. */
  function manyBoxes(id: number): void {
    for (let n = 1; n < 199; n += 1) {
      api.insert('box', {
        billId: id,
        boxNo: `BX-${n}`,
        declaredParcels: 1,
        weight: 1000,
        state: 'expected',
      });
    }
    set(id, 'boxCount = 200, weight = 1800000');
  }

  test('names all findings at once', async () => {
    const { msg } = await findings((id) => set(id, 'eta = null, flightNo = null, boxCount = 3'));
    expect(msg).toMatch(/Flight.*; .*ETA.*; .*Box/);
    expect(msg.split('; ').length).toBeGreaterThanOrEqual(3);
  });

  test('is refused for a checked bill, and undone only by a super administrator', async () => {
    const { id } = await makeBill(api);
    completeBill(api, id);
    const clerk = api.actor({ permissions: ['bill.manage.check'] });
    expect(await api.call.bill.check({ body: ids(id) }, { as: clerk })).toMatchObject({ ok: 1 });
    expect(await api.call.bill.check({ body: ids(id) }, { as: clerk })).toMatchObject({
      ok: 0,
      failed: [{ key: id, code: 'BILL_CHECKED_ALREADY' }],
    });
    expect(await api.refused('bill.uncheck', { body: ids(id) }, { as: clerk })).toMatchObject({
      status: 403,
    });
    expect(await api.call.bill.uncheck({ body: ids(id) })).toMatchObject({ ok: 1 });
    expect(await api.call.bill.uncheck({ body: ids(id) })).toMatchObject({
      failed: [{ code: 'BILL_NOT_CHECKED' }],
    });
  });
});

describe('the places of a bill', () => {
  test('are ports by sea and airports by air', async () => {
    const { id, version } = await makeSeaBill(api);
    const change = (body: object) =>
      api.refused('bill.update', { params: { id }, body: { version, ...body } });
    expect(await change({ originAirportId: placeId(api, 'SZX') })).toMatchObject({
      code: 'PLACE_NOT_PORT',
      fields: { originAirportId: expect.any(String) },
    });
    const byAir = await makeBill(api);
    expect(
      await api.refused('bill.update', {
        params: { id: byAir.id },
        body: { version: byAir.version, landingAirportId: placeId(api, 'NLRTM') },
      }),
    ).toMatchObject({ code: 'PLACE_NOT_AIRPORT', fields: { landingAirportId: expect.any(String) } });
  });

  test('stay as they are on an old bill by sea that names airports', async () => {
    const { id, version } = await makeSeaBill(api);
    set(id, `originAirportId = ${placeId(api, 'EHU')}`);
    await api.call.bill.update({ params: { id }, body: { version, remarks: 'From Ezhou' } });
  });

  test('are airports of flights', async () => {
    const body = { ...drafts.airTransport(), landingAirportId: placeId(api, 'NLRTM') };
    expect(await api.refused('airTransport.create', { body })).toMatchObject({ code: 'PLACE_NOT_AIRPORT' });
  });
});

test('derives the billing weight again when weight or volume change, unless it was set by hand', async () => {
  const { id, version, weight } = await makeSeaBill(api);
  const params = { id };
  const first = await api.call.bill.update({ params, body: { version, weight: 900, volume: 2 } });
  expect([weight === 900, first.billingWeight]).toEqual([false, 2000]);
  const second = await api.call.bill.update({ params, body: { version: first.version, volume: 3.5 } });
  expect(second.billingWeight).toBe(3500);
  const third = await api.call.bill.update({
    params,
    body: { version: second.version, billingWeight: 3000 },
  });
  const last = await api.call.bill.update({ params, body: { version: third.version, volume: 4 } });
  expect(last.billingWeight).toBe(3000);
});

describe('identifying fields of a bill', () => {
  const clerk = () => api.actor({ permissions: ['bill.manage.edit'] });
  const rename = async (id: number, as = clerk()) => {
    const version = api.count('select version from bill where id = ?', id);
    return api.send('bill.update', { params: { id }, body: { version, billNo: newBillNo() } }, { as });
  };

  test('can be changed in an unchecked draft', async () => {
    expect(await rename((await makeBill(api)).id)).toHaveProperty('got');
  });

  test.each([
    ['a checked draft', () => billIn(api, 'draft', { checked: 1 })],
    ['a bill that has arrived', () => billIn(api, 'arrived')],
    ['a delivered bill', () => billIn(api, 'delivery')],
  ])(
    'can be changed by a super administrator alone for %s, and the bill must be checked again',
    async (_, make) => {
      const id = make();
      const before = tracesOf(api, id);
      expect(await rename(id)).toMatchObject({ refused: { status: 409, code: 'BILL_IDENTITY_LOCKED' } });
      expect(tracesOf(api, id)).toEqual(before);
      set(id, 'checked = 1');
      expect(await rename(id, api.admin)).toMatchObject({ got: { checked: false, checkedAt: null } });
    },
  );

  test('do not include others, which can be changed without resetting the check', async () => {
    const id = billIn(api, 'arrived', { checked: 1 });
    const version = api.count('select version from bill where id = ?', id);
    const body = { version, remarks: 'Call first' };
    expect(await api.call.bill.update({ params: { id }, body }, { as: clerk() })).toMatchObject({
      checked: true,
    });
  });
});

describe('removing a bill', () => {
  test('keeps stage and reason, and recovering restores both', async () => {
    const id = billIn(api, 'arrived');
    await api.call.bill.remove({ body: { ...ids(id), removeReason: 'Flight cancelled' } });
    expect(await api.call.bill.get({ params: { id } })).toMatchObject({
      stage: 'removed',
      stageBeforeRemove: 'arrived',
      removeReason: 'Flight cancelled',
      removedBy: api.admin.staffId,
    });
    await api.call.bill.recover({ body: ids(id) });
    expect(await api.call.bill.get({ params: { id } })).toMatchObject({
      stage: 'arrived',
      stageBeforeRemove: null,
    });
  });

  test.each(['pickup', 'inbound', 'clearance', 'outbound'])(
    'is refused once a %s is finished',
    async (leg) => {
      const { id } = await makeBill(api);
      const trip = {
        billId: id,
        pickNo: newCode('PK'),
        kind: 'truck',
        plateNo: 'X-1',
        pickupBoxes: 1,
        pickupWeight: 1,
      };
      api.insert('pick', { ...trip, [`${leg}Finished`]: 1 });
      const answer = await api.call.bill.remove({ body: { ...ids(id), removeReason: 'x' } });
      expect(answer).toMatchObject({ ok: 0, failed: [{ key: id, code: 'BILL_HAS_OPERATIONS' }] });
    },
  );

  test('deletes the log of the bill when it is then deleted for good', async () => {
    const id = landedBill(api);
    const batchId = batchOf(api, id);
    const { parcels } = boxOf(api, id, batchId);
    transitOf(api, id);
    await api.call.parcel.hold({
      body: {
        billId: id,
        clearanceBatches: [String(api.row('select batchNo from batch where id = ?', batchId).batchNo)],
        reason: 'fyco',
      },
    });
    await api.call.bill.remove({ body: { ...ids(id), removeReason: 'Never came' } });
    await api.call.bill.delete({ params: { id } });
    for (const table of ['bill', 't1', 'batch', 'box', 'parcel', 'fyco', 'parcelEvent', 'timelineEvent'])
      expect(
        api.count(`select count(*) from "${table}" where ${table === 'bill' ? 'id' : 'billId'} = ?`, id),
        table,
      ).toBe(0);
    expect(api.count('select count(*) from itemLine where parcelId = ?', parcels[0] ?? 0)).toBe(0);
  });

  test('requires a reason', async () => {
    const { id } = await makeBill(api);
    for (const removeReason of ['', '   ', 'x'.repeat(501)]) {
      const refused = await api.refused('bill.remove', { body: { ...ids(id), removeReason } });
      expect(refused.fields).toHaveProperty('removeReason');
    }
  });

  test('leaves the number to a bill that took it since', async () => {
    const first = await makeBill(api);
    const { billNo, batchNo } = first;
    await api.call.bill.remove({ body: { ...ids(first.id), removeReason: 'x' } });
    expect(await api.refused('bill.create', { body: billDraftOf({ billNo, batchNo }) })).toMatchObject({
      status: 409,
      code: 'BILL_DUPLICATE_REMOVED',
    });
    billIn(api, 'draft', { billNo, batchNo });
    expect(await api.call.bill.recover({ body: ids(first.id) })).toMatchObject({
      failed: [{ key: first.id, code: 'BILL_DUPLICATE' }],
    });
  });
});

describe('archiving a bill', () => {
  test.each([
    ['without a count of the boxes delivered', 'BILL_POD_MISSING', 'podBoxCount = null'],
    ['with open exceptions', 'BILL_EXCEPTION_OPEN', 'podBoxCount = 1, exceptionCount = 2'],
  ])('is refused %s', async (_, code, change) => {
    const id = billIn(api, 'delivery', { exceptionCount: 0 });
    set(id, change);
    expect(await api.call.bill.archive({ body: ids(id) })).toMatchObject({ ok: 0, failed: [{ code }] });
  });

  test('waits for thirty days when the bill was removed', async () => {
    const recently = new Date(Date.now() - 29 * 86_400_000).toISOString();
    const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const [early, late] = [
      billIn(api, 'removed', { removedAt: recently }),
      billIn(api, 'removed', { removedAt: longAgo }),
    ];
    expect(await api.call.bill.archive({ body: ids(early, late) })).toMatchObject({
      ok: 1,
      failed: [{ key: early, code: 'BILL_ARCHIVE_EARLY' }],
    });
  });

  test('hides it from lists unless requested, and makes it read-only', async () => {
    const id = billIn(api, 'delivery', { podBoxCount: 1, exceptionCount: 0 });
    const listed = async (query: object) =>
      (await api.call.bill.list({ query: { id: [id], ...query } })).total;
    expect([await listed({}), await listed({ archived: true })]).toEqual([1, 0]);
    await api.call.bill.archive({ body: ids(id) });
    expect([await listed({}), await listed({ archived: true })]).toEqual([0, 1]);
    const { version } = await api.call.bill.get({ params: { id } });
    expect(
      await api.refused('bill.update', { params: { id }, body: { version, remarks: 'x' } }),
    ).toMatchObject({
      status: 409,
      code: 'BILL_ARCHIVED',
    });
    await api.call.bill.restore({ body: ids(id) });
    expect([await listed({}), await listed({ archived: true })]).toEqual([1, 0]);
  });
});
