import type { SearchHit } from '@contract/bill/searchHit';
import fc from 'fast-check';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { numberPlaces } from '../../main/server/areas/bill/numberPlaces';
import { recordPlaces } from '../../main/server/areas/bill/recordSearch';
import { findDestinations, findNumbers } from '../../main/server/store/findNumbers';
import type { Database } from '../../main/server/store/tables';
import { billIn, copyRow, drafts, newCode } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const search = (keyword: string) => api.call.bill.search({ query: { keyword } });
const key = ({ asked: _, ...hit }: SearchHit) => JSON.stringify(hit);
const at = '2026-11-02T08:00:00Z';
const record = { version: 1, createdAt: at, updatedAt: at };

/** A number of each kind on a separate bill, all new. */
const made = {} as Record<
  'house' | 'order' | 'pallet' | 'sscc' | 'cmr' | 'mrn' | 'lrn' | 't1' | 'billT1' | 'uld' | 'pmc',
  string
>;
let billId: number;
let parcelNo: string;

beforeAll(() => {
  const serial = () => newCode('').slice(1);
  Object.assign(made, {
    house: `HAWB-${serial()}`,
    order: `A-${serial()}`,
    pallet: `PLT20261103-${serial()}`,
    sscc: `38712345${serial().padStart(10, '0')}`,
    cmr: `CMR20261103-${serial()}`,
    mrn: `26NL0004320${serial()}`,
    lrn: `LRN${serial()}`,
    t1: `26BE0004321${serial()}`,
    billT1: `26DE0004322${serial()}`,
    uld: `PMC${serial().slice(-5)}CK`,
    pmc: `AKE${serial().slice(-5)}CX`,
  });
  billId = billIn(api, 'inbound', {
    houseNo: made.house,
    t1Mrn: made.billT1,
    uldNumbers: JSON.stringify([made.uld]),
  });
  const warehouseId = api.count('select id from warehouse limit 1');
  const cmrId = api.insert('cmr', {
    ...record,
    ...{
      cmrNo: made.cmr,
      carrierCompanyId: 1,
      plateNo: '12-BXX-3',
      vehicleType: 'van',
      payment: 'paid',
      state: 'draft',
    },
    fromWarehouseId: warehouseId,
    toDestinationId: api.count('select id from destination limit 1'),
  });
  api.insert('cmrBill', { cmrId, billId });
  const palletId = api.insert('pallet', {
    ...record,
    ...{ palletNo: made.pallet, sscc: made.sscc, destinationCode: 'NL-HUB-01', type: 'euro', state: 'open' },
    builtAt: at,
  });
  const from = api.row('select id, boxId from parcel limit 1');
  const boxId = copyRow(api, 'box', Number(from.boxId), { billId, boxNo: newCode('BOX'), palletId });
  parcelNo = newCode('TRK').replace('-', '');
  copyRow(api, 'parcel', Number(from.id), {
    ...{ billId, boxId, trackingNo: parcelNo, orderNo: made.order, destinationCode: 'DE-HUB-09' },
    ...{ state: 'completed', heldAt: '2026-11-01T10:00:00Z', releasedAt: '2026-11-01T12:00:00Z' },
    completedAt: '2026-11-02T12:00:00Z',
  });
  const batch = api.count('select id from batch limit 1');
  copyRow(api, 'batch', batch, { billId, batchNo: newCode('D'), mrn: made.mrn, lrn: made.lrn });
  api.insert('t1', {
    ...record,
    ...{ billId, mrn: made.t1, officeDeparture: 'NL000432', officeDestination: 'NL000396', seals: '[]' },
    state: 'draft',
  });
  api.insert('pmc', { ...record, billId, uldNo: made.pmc, state: 'collected', freeDays: 5 });
});

describe('the search for any number', () => {
  test.each([
    ['house', 'house'],
    ['order', 'order'],
    ['pallet', 'pallet'],
    ['sscc', 'pallet'],
    ['cmr', 'cmr'],
    ['mrn', 'mrn'],
    ['lrn', 'mrn'],
    ['t1', 't1'],
    ['billT1', 't1'],
    ['uld', 'uld'],
    ['pmc', 'uld'],
  ] as const)('finds a %s by the whole number and by its end, and names its bill', async (name, kind) => {
    const number = made[name];
    const bare = number.replaceAll('-', '');
    for (const keyword of [number, number.toLowerCase(), bare, bare.slice(-6)]) {
      const { hits } = await search(keyword);
      expect(hits, keyword).toContainEqual(expect.objectContaining({ kind, number, billId, asked: keyword }));
    }
    expect((await search(bare.slice(-5))).hits).toEqual([]);
    const ends = api.row('select billNo, batchNo, stage from bill where id = ?', billId);
    expect((await search(number)).hits[0]).toMatchObject(ends);
  });

  test('hides records of a removed bill', async () => {
    const hide = (value: string | null) =>
      api.db.prepare('update bill set removedAt = ? where id = ?').run(value, billId);
    hide(at);
    for (const name of ['order', 'pallet', 'cmr', 'mrn', 't1', 'uld', 'pmc'] as const)
      expect((await search(made[name])).hits, name).toEqual([]);
    hide(null);
    expect((await search(made.order)).hits).toHaveLength(1);
  });

  test('finds an empty pallet, which belongs to no bill', async () => {
    const palletNo = `PLT20261104-${newCode('').slice(1)}`;
    const pallet = { palletNo, destinationCode: 'NL-HUB-01', type: 'euro', state: 'open', builtAt: at };
    api.insert('pallet', { ...record, ...pallet });
    expect((await search(palletNo)).hits).toMatchObject([
      { kind: 'pallet', number: palletNo, billId: null, billNo: null, stage: null },
    ]);
  });

  test('does not find a ULD that no bill names any more', async () => {
    const id = billIn(api, 'arrived', { uldNumbers: '["PMC77001CK","PMC77002CK"]' });
    expect((await search('PMC77001CK')).hits).toMatchObject([{ billId: id }]);
    api.db.prepare(`update bill set uldNumbers = '["PMC77002CK"]' where id = ?`).run(id);
    expect((await search('PMC77001CK')).hits).toEqual([]);
    expect((await search('PMC77002CK')).hits).toMatchObject([{ billId: id }]);
  });

  test('returns the same for five hundred numbers at once as for each alone', async () => {
    const pool = [
      ...api.rows('select billNo as no from bill order by id limit 60'),
      ...api.rows('select boxNo as no from box where id % 97 = 0 limit 60'),
      ...api.rows('select trackingNo as no from parcel where id % 501 = 0 limit 200'),
      ...api.rows('select orderNo as no from parcel where id % 707 = 0 limit 100'),
      ...api.rows('select mrn as no from batch where mrn is not null limit 60'),
    ].map(({ no }) => String(no));
    const numbers = [
      ...pool,
      ...Object.values(made),
      ...pool.slice(0, 200).map((no) => no.replace(/\W/g, '').slice(-6)),
      ...Array.from({ length: 80 }, (_, n) => `none-${n}`),
    ];
    const alone = new Map<string, string[]>();
    const oneByOne = async (number: string) => {
      const known = alone.get(number) ?? (await search(number)).hits.map(key);
      alone.set(number, known);
      return known;
    };
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...numbers), { maxLength: 40 }), async (chosen) => {
        if (chosen.length === 0) return;
        const { hits, notFound, capped } = await search(chosen.join('\n'));
        expect(capped).toBe(false);
        for (const number of chosen)
          expect(hits.filter((hit) => hit.asked === number).map(key)).toEqual(await oneByOne(number));
        const missing: string[] = [];
        for (const number of chosen) if ((await oneByOne(number)).length === 0) missing.push(number);
        expect(notFound).toEqual(missing);
      }),
      { numRuns: 25 },
    );
    const most = [...new Set(numbers)].slice(0, 500);
    const { hits, notFound } = await search(most.join(' '));
    expect(new Set(hits.map(({ asked }) => asked)).size + notFound.length).toBe(500);
  });
});

describe('the search for one kind of number', () => {
  const input = () => ({ query: { keyword: [...Object.values(made), parcelNo, 'none-1'].join(',') } });

  test.each([
    ['pallets', 'pallet', 2],
    ['cmr', 'cmr', 1],
    ['box', 'box', 0],
  ] as const)('finds numbers of the kind %s alone', async (call, kind, count) => {
    const { hits, notFound } = await api.call.search[call](input());
    expect(hits.filter((hit) => hit.kind === kind && hit.billId === billId)).toHaveLength(count);
    expect(hits.every((hit) => hit.kind === kind)).toBe(true);
    expect(notFound).toContain('none-1');
  });

  test('shows location and destination of parcels', async () => {
    const { hits } = await api.call.search.parcel(input());
    const { boxNo } = api.row('select boxNo from box where billId = ? and palletId is not null', billId);
    expect(hits).toMatchObject(
      [made.order, parcelNo].map((number) => ({
        ...{ asked: number, trackingNo: parcelNo, billId, boxNo, palletNo: made.pallet },
        ...{ destinationCode: 'DE-HUB-09', prefix: 'TRK' },
        totalParcels: api.count('select packageCount from bill where id = ?', billId),
      })),
    );
  });

  test('shows state, contents and destination of boxes, pallets and notes', async () => {
    const { query } = input();
    const box = api.row('select * from box where billId = ? and palletId is not null', billId);
    const { hits: boxes } = await api.call.search.box({ query: { keyword: String(box.boxNo) } });
    expect(boxes).toMatchObject([
      { number: box.boxNo, state: box.state, palletNo: made.pallet, declaredParcels: box.declaredParcels },
    ]);
    const { hits: pallets } = await api.call.search.pallets({ query });
    const pallet = api.row('select * from pallet where palletNo = ?', made.pallet);
    expect(pallets[0]).toMatchObject({
      ...{ state: pallet.state, destinationCode: pallet.destinationCode, warehouseId: pallet.warehouseId },
      boxes: api.count('select count(*) from box where palletId = ?', Number(pallet.id)),
    });
    const { hits: notes } = await api.call.search.cmr({ query });
    const note = api.row('select * from cmr where cmrNo = ?', made.cmr);
    expect(notes[0]).toMatchObject({
      ...{ state: note.state, plateNo: note.plateNo, toDestinationId: note.toDestinationId },
    });
  });

  test('finds a destination with the search over all, even before any bill goes there', async () => {
    const code = newCode('HUB');
    const { id } = await api.call.destination.create({
      body: { ...drafts.destination(), code },
    });
    expect((await search(code.toLowerCase())).hits).toMatchObject([
      { kind: 'destination', number: code, recordId: id, billId: null },
    ]);
    const { hits } = await api.call.search.distinationWarehouses({ query: { keyword: code } });
    expect(hits).toMatchObject([{ recordId: id, mode: null, boxCount: null, eta: null }]);
  });

  test('returns the destinations of many parcels, busiest first, each parcel once', async () => {
    const some = api.rows(
      `select trackingNo, orderNo, bill.destinationId from parcel join bill on bill.id = billId
       where removedAt is null and parcel.id % 301 = 0 limit 100`,
    );
    const keyword = some.flatMap(({ trackingNo, orderNo }) => [trackingNo, orderNo]).join(' ');
    const { destinations } = await api.call.search.parcelDestinations({ query: { keyword } });
    const counted = new Map<unknown, number>();
    for (const { destinationId } of some) counted.set(destinationId, (counted.get(destinationId) ?? 0) + 1);
    expect(destinations.map(({ parcels }) => parcels)).toEqual([...counted.values()].sort((a, b) => b - a));
    expect(destinations.every(({ nameEn, nameCn, prefixes }) => nameEn && nameCn && prefixes.length)).toBe(
      true,
    );
  });

  test('leads from a destination to its newest bills', async () => {
    const { code, id } = api.row(
      `select destination.code, destination.id from destination join bill on bill.destinationId = destination.id
       group by 1, 2 order by count(*) desc limit 1`,
    );
    const { hits } = await api.call.search.distinationWarehouses({ query: { keyword: String(code) } });
    const newest = api.rows(
      'select id from bill where destinationId = ? and removedAt is null order by eta desc, id desc limit 50',
      Number(id),
    );
    expect(hits.map((hit) => hit.billId)).toEqual(newest.map((row) => row.id));
  });

  test('exports the result with the numbers that were not found', async () => {
    const { bytes } = await api.call.search.export({
      body: { keyword: `${made.cmr} none-1`, format: 'csv' },
    });
    const lines = bytes.toString('utf8').trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(made.cmr);
    expect(lines[2]).toMatch(/none-1/);
  });
});

describe('timelines', () => {
  test('show the events of a parcel instead of those of its whole bill', async () => {
    const event = (code: string, occurredAt: string) =>
      api.insert('timelineEvent', {
        ...{ billId, code, textEn: code, textCn: code, occurredAt, recordedAt: occurredAt, source: 'user' },
      });
    event('CUSTOMS_RELEASE', '2026-11-03T00:00:00Z');
    event('NOA', '2026-11-01T11:00:00Z');
    event('CHECKED', '2026-11-01T11:30:00Z');
    const { found, notFound } = await api.call.tracking.parcel({
      query: { numbers: [parcelNo.toLowerCase(), 'NONE12345'] },
    });
    expect(notFound).toEqual(['NONE12345']);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ number: parcelNo, billId, state: 'completed' });
    expect(found[0]?.events.map(({ code, occurredAt }) => [code, occurredAt])).toEqual([
      ['CUSTOMS_HOLD', '2026-11-01T10:00:00Z'],
      ['NOA', '2026-11-01T11:00:00Z'],
      ['CUSTOMS_RELEASE', '2026-11-01T12:00:00Z'],
      // It left with its box.
      [
        'OUTBOUND',
        api.row('select outboundAt from box where boxNo = ? and billId = ?', String(found[0]?.boxNo), billId)
          .outboundAt,
      ],
      ['DELIVERED_HUB', '2026-11-02T12:00:00Z'],
    ]);
  });

  test('show each batch of an air waybill', async () => {
    const { found } = await api.call.tracking.awb({ query: { numbers: ['78464501275'] } });
    expect(found.map(({ batchNo }) => batchNo)).toEqual(['01', '02', '03']);
    expect(found.every(({ events }) => events.some(({ code }) => code === 'BILL_CREATED'))).toBe(true);
  });

  test('name the box and pallet of a parcel', async () => {
    const { boxNo } = api.row('select boxNo from box where billId = ? and palletId is not null', billId);
    const { found } = await api.call.tracking.parcel({ query: { numbers: [parcelNo] } });
    expect(found).toMatchObject([{ boxNo, palletNo: made.pallet, destinationCode: 'DE-HUB-09' }]);
  });

  test('are exported in the order of kinds, with the last event and the numbers not found', async () => {
    const { bytes } = await api.call.tracking.export({
      body: {
        numbers: [parcelNo, '784-64501275', 'NONE12345'],
        ...{ format: 'csv', columns: ['number', 'kind', 'lastEvent', 'boxNo', 'palletNo'] },
      },
    });
    const lines = bytes.toString('utf8').replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe('Number,Kind,Last event,Box number,Pallet ID');
    expect(lines.slice(1, 4).every((line) => line.startsWith('784-64501275,Bill,'))).toBe(true);
    expect(lines[4]).toMatch(new RegExp(`^${parcelNo},Parcel,[^,]+,[^,]+,${made.pallet}$`));
    expect(lines.slice(5)).toEqual(['NONE12345,,,,']);
  });

  test('are exported with the last event on the clock of its place', async () => {
    const hub = api.row(
      'select id, code, timeZone from destination where id = (select destinationId from bill where id = ?)',
      billId,
    );
    const setZone = (timeZone: string) =>
      api.db.prepare('update destination set timeZone = ? where id = ?').run(timeZone, Number(hub.id));
    // Signed for at 12:00 UTC; Athens is an hour ahead of the airport of the bill.
    setZone('Europe/Athens');
    const { bytes } = await api.call.tracking.export({
      body: { numbers: [parcelNo], format: 'csv', columns: ['number', 'lastEventAt'] },
    });
    setZone(String(hub.timeZone));
    expect(bytes.toString('utf8')).toMatch(new RegExp(`2026.* 14:00,${hub.code}: `));
  });

  test('are limited to a hundred at once', async () => {
    const numbers = api
      .rows('select trackingNo from parcel limit 101')
      .map(({ trackingNo }) => String(trackingNo));
    const { found } = await api.call.tracking.parcel({ query: { numbers: numbers.slice(0, 100) } });
    expect(found).toHaveLength(100);
    expect(await api.refused('tracking.parcel', { query: { numbers } })).toMatchObject({ status: 400 });
  });
});

describe('indexes for number searches', () => {
  // Compiles statements without a database to run them.
  const writer = new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const searched = [{ at: 0, spellings: ['A', 'A'], bare: 'A12345678' }];

  test.each([...numberPlaces, ...recordPlaces])(
    'find $table.$column without reading the table',
    ({ kind: _, ...place }) => {
      // Reading a table of a few rows as a whole costs no more.
      if (api.count(`select count(*) from "${place.table}"`) < 50) return;
      const plan = planOf(findNumbers(place, searched, 51).compile(writer));
      expect(plan.some((line) => line.startsWith('SEARCH'))).toBe(true);
      // The only full scans are of the requested numbers and the intermediate results, never of a table.
      expect(plan.filter((line) => /^SCAN (?!asked|found|led|\(subquery)/.test(line))).toEqual([]);
    },
  );

  // The database may scan a table of a few rows: the test checks only that an index exists.
  test.each(recordPlaces)('cover the end of $table.$column', ({ table, column }) => {
    expect(
      api.rows(`select name from sqlite_master where type = 'index' and tbl_name = '${table}'`),
    ).toContainEqual({ name: `${table}ByEndOf_${column}` });
  });

  test('return the bills of a destination in the order of the list', () => {
    const plan = planOf(findDestinations(searched, 51).compile(writer));
    expect(plan.filter((line) => /^SCAN (?!asked|found|\(subquery|destination)/.test(line))).toEqual([]);
    expect(plan.join()).not.toMatch(/TEMP B-TREE/);
  });

  function planOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string[] {
    return api.plan(sql, ...(parameters as string[]));
  }
});
