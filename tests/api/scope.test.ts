import type { Endpoint } from '@contract/endpoint';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import { type Api, type ApiName, allEndpoints } from '@contract/index';
import { permissionNodes } from '@contract/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { aboutOf } from '../../main/server/areas/access/about';
import { referencesOf } from '../../main/server/areas/access/visible';
import { isBeyondScope } from '../../main/server/store/beyond';
import { writeWithin } from '../../main/server/store/scope';
import { DOCUMENTS, scopeOf, scopes } from '../../main/server/store/scopes';
import type { TableName } from '../../main/server/store/tables';
import { billCells, billCsv, fileTime } from '../support/apiBillFile';
import type { Actor, LooseInput, TestFile } from '../support/apiCall';
import { type Cells, converted, declarationCsv, lineCells, looked, tableCsv } from '../support/apiFileJob';
import { billDraftOf, drafts, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { cases } from './cases';

// A push in the background would be taken for a write by a call.
const api = testApi({ push: { every: 3_600_000 } });
const endpoints = allEndpoints();
const tableOf = (name: ApiName): TableName => aboutOf(name.split('.')[0] as keyof Api);
/** Lists that mix records of warehouses with others: each kind of them is tested below. */
const MIXED =
  /^(documentFile|approvalLog|operateLog|clientLog|staffLog)\.|^(mail\.list|homeReport\.attention)$/;
/** Calls on records of warehouses, by their declaration. */
const ofBills = endpoints.filter(
  ({ name, found }) => !found.partner && scopeOf(tableOf(name)).by !== 'nothing' && !MIXED.test(name),
);

/** Calls that create a record of the caller's own, or one on its way to a warehouse. */
const MAKES: ReadonlySet<string> = new Set([
  'bill.create',
  ...['seaBill.create', 'amsRecord.create', 'seaIsf.create', 'billPayment.create', 'bankEntry.importFile'],
  ...['reportSchedule.create', 'mail.test', 'orderQuote.create'],
  ...['noaMail.upload', 'noaMail.paste', 'utbMail.upload', 'utbMail.paste'],
  ...['awbFile.upload', 'invoiceFile.upload', 'tariffReading.upload'],
]);
/** Calls that name no record: for a caller without access their result is not NOT_FOUND. */
const NAMES_NOTHING = new Set([
  ...['fileJob.uploadMany', 'fileJob.template', 'attachment.match', 'label.test', 'label.settings'],
  // Warehouses are reference data: each person is offered their own.
  'stock.warehouses',
  ...['label.saveSettings', 'mail.settings', 'mail.saveSettings', 'orderQuote.prices'],
  ...['eInvoice.settings', 'eInvoice.saveSettings'],
]);
/** Calls in which the records named by a limited caller are checked. */
const written = endpoints.filter(({ found }) => found.method !== 'GET');
test.each(written)('$name declares which records its fields name', ({ name, found }) => {
  const namings = referencesOf(name, found);
  expect(namings.map(({ table }) => table).filter((table) => table && !(table in scopes))).toEqual([]);
  const ways = namings.map(({ at }) => at.join('.'));
  expect(ways).toEqual(
    expect.arrayContaining(Object.keys(found.params?.shape ?? {}).map((param) => `params.${param}`)),
  );
});

test('stops a call when a field is not declared to name any record', () => {
  const found = { ...written[0]?.found, path: '/x/{thingId}' } as Endpoint;
  expect(() => referencesOf('bill.update', found)).toThrow(
    'bill.update: nothing says what params.thingId names',
  );
  const body = z.strictObject({ rows: z.array(z.strictObject({ otherId: z.int() })) });
  expect(() => referencesOf('bill.update', { ...found, path: '/x', body })).toThrow('body.rows.otherId');
});

/** Fields that refer to records of warehouses, besides the subject of a call. */
test.each([
  ['pick.update', 'params.pickId', 'pick'],
  ['pick.update', 'params.id', 'bill'],
  ['box.scan', 'body.pickId', 'pick'],
  ['pmc.update', 'body.pmcId', 'pmc'],
  ['hsCheck.fix', 'body.lineIds', 'hsLine'],
  ['cmrMail.again', 'params.mailId', 'cmrMail'],
  ['seaEntry.update', 'body.seaBillId', 'seaBill'],
  ['timeNode.many', 'body.selection.ids', 'bill'],
  ['label.pallet', 'body.ids', 'pallet'],
] as const)('%s declares that %s names a record of %s', (name, at, table) => {
  const { found } = endpoints.find((one) => one.name === name) ?? {};
  const namings = referencesOf(name, found as Endpoint);
  expect(namings.filter((one) => one.at.join('.') === at).map((one) => one.table)).toContain(table);
});

const hasParams = (name: string) => !!endpoints.find((one) => one.name === name)?.found.params;

/** All permissions; menus as well, since some calls require one of them. */
const everything = permissionNodes.map(({ name }) => name);
/** Makes an account with all permissions, limited to these warehouses. */
const scoped = (...warehouseIds: number[]): Actor => api.actor({ permissions: everything, warehouseIds });
/** An account of a warehouse without goods. */
let stranger: Actor;
const sendAllTo = (warehouseId: number) => {
  for (const table of ['bill', 'pallet', 'seaBill'])
    api.db.exec(`update ${table} set warehouseId = ${warehouseId} where warehouseId is not ${warehouseId}`);
  api.db.exec('update orderQuote set billNo = (select min(billNo) from bill) where billNo is null');
  // A warehouse has one open count at most.
  api.db.exec(`update stockCount set state = 'cancelled' where state = 'open'
    and id < (select max(id) from stockCount where state = 'open')`);
  api.db.exec(`update stockCount set warehouseId = ${warehouseId} where warehouseId <> ${warehouseId}`);
  api.db.exec(`update cmr set fromWarehouseId = ${warehouseId} where fromWarehouseId is not ${warehouseId}`);
};

/** Records every write to data of warehouses, from any source. */
function noteWrites(): void {
  api.db.exec('create table written ("table" text not null)');
  const tables = api
    .rows(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .map(({ name }) => String(name))
    .filter((name) => scopeOf(name).by !== 'nothing' && !['operateLog', 'written'].includes(name));
  for (const table of tables)
    for (const deed of ['insert', 'update', 'delete'])
      api.db.exec(
        `create trigger "${table} ${deed} noted" after ${deed} on "${table}" begin insert into written values ('${table}'); end`,
      );
}

/** Returns an input that works for an unlimited caller. The record it names belongs to a warehouse of the demo. */
async function inputOf(name: ApiName): Promise<LooseInput> {
  const input = await cases[name].right(api, api.admin);
  sendAllTo(1);
  return input;
}

beforeAll(async () => {
  const elsewhere = await api.call.warehouse.create({ body: drafts.warehouse(api) });
  stranger = scoped(elsewhere.id);
  noteWrites();
});

const lists = ofBills.filter(
  ({ name, found }) => !hasParams(name) && found.method === 'GET' && !NAMES_NOTHING.has(name),
);
const readable = lists.filter(({ found }) => found.kind !== 'blob');

describe('a user of another warehouse', () => {
  const records = ofBills.filter(({ name }) => hasParams(name) && !MAKES.has(name));
  test.each(records)('is answered by $name that the record does not exist', async ({ name }) => {
    const input = await inputOf(name);
    const answer = await api.send(name, input, { as: stranger });
    expect(answer).toMatchObject({ refused: { status: 404, code: 'NOT_FOUND' } });
    // The record exists: the refusal does not reveal it, and nothing was changed.
    const missing = await api.refused(
      name,
      {
        ...input,
        params: Object.fromEntries(
          Object.keys((input as { params: object }).params).map((key) => [
            key,
            key === 'awb' ? '16012345675' : 99_999_999,
          ]),
        ),
      } as LooseInput,
      { as: stranger },
    );
    expect((answer as { refused: object }).refused).toEqual(missing);
  });

  test.each(lists)('is shown nothing by $name', async ({ name, found }) => {
    const input = await inputOf(name);
    const answer = await api.send(name, input, { as: stranger });
    if ('refused' in answer) {
      // A file of the books is refused to those who would find a part of them in it.
      expect(answer.refused.code).toBe(name === 'journal.file' ? 'JOURNAL_PART' : 'NOT_FOUND');
      return;
    }
    const { got } = answer as { got: unknown };
    if (found.kind === 'blob') {
      const { bytes } = got as { bytes: Buffer };
      expect(bytes.length).toBeLessThan(10_000);
      return;
    }
    // A report without data still has its days and shares.
    if (/^(homeR|r)eport/.test(name) && !/Schedule|Run/.test(name)) {
      // Messages are the reader's own.
      const { unread: _, ...counts } = (got as { counts?: object & { unread?: unknown } }).counts ?? {};
      expect(figuresIn('counts' in (got as object) ? { ...(got as object), counts } : got)).toEqual([]);
      return;
    }
    // Hubs are visible to everyone; one found by its code alone comes without any data of a bill.
    const hits = rowsIn(got) as { readonly kind?: string; readonly billId?: number | null }[];
    expect(hits.filter(({ kind, billId }) => kind !== 'destination' || billId !== null)).toEqual([]);
  });

  const writes = ofBills.filter(
    ({ name, found }) =>
      !hasParams(name) && found.method !== 'GET' && !MAKES.has(name) && !NAMES_NOTHING.has(name),
  );
  test.each(writes)('changes nothing by $name', async ({ name }) => {
    const input = await inputOf(name);
    api.db.exec('delete from written');
    const answer = await api.send(name, input, { as: stranger });
    if ('refused' in answer)
      expect(['NOT_FOUND', 'COUNT_CHANGED', 'ALLOCATION_UNKNOWN']).toContain(answer.refused.code);
    else expect((answer.got as { ok?: number }).ok ?? 0).toBe(0);
    expect(api.rows('select distinct "table" from written')).toEqual([]);
  });
});

/** Lists of records that only their creator sees. */
const OF_MAKER = /^(bankEntry|tariffReading|invoiceFile|awbFile|reportSchedule|reportRun)\./;
/** Returns an input by which a list finds something that belongs to a warehouse. */
async function foundBy(name: ApiName): Promise<LooseInput> {
  const input = await inputOf(name);
  const found = (query: Readonly<Record<string, unknown>>): LooseInput => ({ query });
  const text = (from: string) => String(api.row(from).found);
  if (name === 'search.pallets')
    return found({ keyword: text('select palletNo as found from pallet limit 1') });
  if (name === 'search.cmr') return found({ keyword: text('select cmrNo as found from cmr limit 1') });
  if (name === 'netchbIsf.status')
    return found({ id: api.count('select max(id) from seaIsf where seaBillId is not null') });
  return name === 'awbFile.list' ? found({}) : input;
}

test('shows rows of these lists to an account of their warehouse, and records its writes', async () => {
  const own = scoped(1);
  const empty: string[] = [];
  for (const { name } of readable) {
    const as = OF_MAKER.test(name) ? api.admin : own;
    const answer = await api.send(name, await foundBy(name), { as });
    const got = 'got' in answer ? answer.got : undefined;
    if ([...rowsIn(got), ...figuresIn(got)].length === 0) empty.push(name);
  }
  expect(empty).toEqual([]);
  api.db.exec('delete from written');
  await api.send('bill.update', await inputOf('bill.update'), { as: own });
  expect(api.rows('select distinct "table" from written')).toContainEqual({ table: 'bill' });
});

/** Returns every number in a response other than zero. */
function figuresIn(value: unknown): unknown[] {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)))
    return Number(value) === 0 ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(figuresIn) : [];
}

/** Lists of what was not found, and our own company, which everyone sees. */
const NOT_ROWS: ReadonlySet<string> = new Set(['notFound', 'companyId']);
/** Returns everything in a response that is a row or a count above zero. */
function rowsIn(value: unknown): unknown[] {
  if (typeof value === 'number') return value > 0 ? [value] : [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (NOT_ROWS.has(name) ? [] : rowsIn(inner)));
}

describe('lists of records with and without a warehouse', () => {
  const isBound = (table: string | undefined) => table !== undefined && scopeOf(table).by !== 'nothing';
  const rowsOf = async (name: ApiName, as: Actor) => {
    const rows: Record<string, unknown>[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api.send(name, { query: { page, pageSize: 500 } }, { as });
      const { list } = (answer as { got: { list: Record<string, unknown>[] } }).got;
      rows.push(...list);
      if (list.length < 500) return rows;
    }
  };
  const notMine = (who: string) => (row: Record<string, unknown>) => row[who] !== stranger.staffId;

  test.each([
    ['operateLog.list', 'objectType', 'operatorId', (kind: string) => kind],
    ['approvalLog.list', 'docType', 'staffId', (kind: string) => DOCUMENTS[kind]],
    ['mail.list', 'objectType', 'createdBy', (kind: string) => kind],
  ] as const)('show to others only those without one: %s', async (name, kind, who, tableOf) => {
    sendAllTo(1);
    const bound = (rows: Record<string, unknown>[]) =>
      rows.filter(notMine(who)).filter((row) => isBound(tableOf(String(row[kind]))));
    expect(bound(await rowsOf(name, api.admin)).length).toBeGreaterThan(0);
    const shown = await rowsOf(name, stranger);
    expect(bound(shown)).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  });

  test('show nothing of a bill in homeReport.attention', async () => {
    sendAllTo(1);
    const events = await api.call.homeReport.attention({}, { as: stranger });
    expect(events.flatMap(({ first }) => first).filter(({ billId }) => billId !== null)).toEqual([]);
  });

  test('show no approvals or files of a document of another warehouse', async () => {
    sendAllTo(1);
    for (const [docType, table] of Object.entries(DOCUMENTS).filter(([, table]) => isBound(table))) {
      const id = api.count(
        `select max(id) from "${table}" where ${table === 'seaEntry' || table === 'seaIsf' ? 'seaBillId is not null' : 'true'}`,
      );
      expect(id, docType).toBeGreaterThan(0);
      expect(
        await api.send('documentFile.list', { params: { docType, id } }, { as: stranger }),
        docType,
      ).toMatchObject({ refused: { code: 'NOT_FOUND' } });
    }
  });
});

test('writes no row that names a bill of another warehouse, whatever its own scope follows from', async () => {
  sendAllTo(1);
  const tables = api
    .rows(
      "select t.name from sqlite_master as t, pragma_table_info(t.name) as c where t.type = 'table' and c.name = 'billId'",
    )
    .map(({ name }) => String(name))
    // A message belongs to its reader, and rows of a log never change.
    .filter((name) => !['message', 'billLog'].includes(name))
    .filter((name) => api.count(`select count(*) from "${name}" where billId is not null`) > 0);
  expect(tables).toEqual(expect.arrayContaining(['letter', 'fileStatistic', 'monitorRecord']));
  const store = await api.openStore();
  try {
    const written: string[] = [];
    for (const table of tables)
      await store
        .write((write) =>
          writeWithin(write, { staffId: stranger.staffId, warehouseIds: [999_999] }, () =>
            sql.raw(`update "${table}" set billId = billId where billId is not null`).execute(write),
          ),
        )
        .then(
          () => written.push(table),
          (error) => expect(isBeyondScope(error), table).toBe(true),
        );
    expect(written).toEqual([]);
  } finally {
    await store.close();
  }
});

describe('a user of one of several warehouses', () => {
  test('sees its records alone in lists, counts and searches; other users see no fewer', async () => {
    sendAllTo(1);
    api.db.exec(`update bill set warehouseId = 2 where id % 3 = 0`);
    const [one, two, all] = [scoped(1), scoped(2), api.actor({ permissions: everything })];
    const total = async (as: Actor) => {
      const { total: bills } = await api.call.bill.list({ query: { archived: false } }, { as });
      const { all: counted } = (await api.call.bill.count({}, { as })) as unknown as { all: number };
      const boxes = (await api.call.parcel.list({ query: {} }, { as })).total;
      return [bills, counted, boxes];
    };
    const [first, second, whole] = [await total(one), await total(two), await total(all)];
    for (const [at, sum] of whole.entries()) {
      expect(first[at]).toBeGreaterThan(0);
      expect(second[at]).toBeGreaterThan(0);
      // Totals above the cap are not exact.
      if ((sum ?? 0) < 10_000) expect((first[at] ?? 0) + (second[at] ?? 0)).toBe(sum);
    }
    const { list } = await api.call.bill.list({ query: { pageSize: 500 } }, { as: two });
    expect(new Set(list.map(({ warehouseId }) => warehouseId))).toEqual(new Set([2]));
    expect(await total(api.actor({ superAdmin: true, warehouseIds: [2] }))).toEqual(whole);
  });

  test('reads, changes and scans its bills as usual; together with foreign bills nothing is done', async () => {
    const [mine, other] = [await makeBill(api, { warehouseId: 2 }), await makeBill(api, { warehouseId: 1 })];
    const as = scoped(2);
    const changed = await api.call.bill.update(
      { params: { id: mine.id }, body: { version: mine.version, remarks: 'Mine' } },
      { as },
    );
    expect(changed.remarks).toBe('Mine');
    const both = { selection: { ids: [mine.id, other.id] }, removeReason: 'x' };
    expect(await api.refused('bill.remove', { body: both }, { as })).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      api.count('select count(*) from bill where removedAt is not null and id in (?, ?)', mine.id, other.id),
    ).toBe(0);
    const { ok } = await api.call.bill.remove(
      { body: { selection: { ids: [mine.id] }, removeReason: 'x' } },
      { as },
    );
    expect(ok).toBe(1);
  });

  test('means by all matches of a filter only the visible ones', async () => {
    const [mine, other] = [await makeBill(api, { warehouseId: 3 }), await makeBill(api, { warehouseId: 1 })];
    api.db.exec(`update bill set remarks = 'scope test' where id in (${mine.id}, ${other.id})`);
    const filter = { keyword: 'scope test' };
    const { ok } = await api.call.bill.remove(
      { body: { selection: { filter, expected: 1 }, removeReason: 'x' } },
      { as: scoped(3) },
    );
    expect(ok).toBe(1);
    const removed = api.rows(
      'select id from bill where removedAt is not null and id in (?, ?)',
      mine.id,
      other.id,
    );
    expect(removed).toEqual([{ id: mine.id }]);
  });

  test('loses a warehouse at once when it is removed', async () => {
    const { id } = await makeBill(api, { warehouseId: 2 });
    const as = scoped(2);
    await api.call.bill.get({ params: { id } }, { as });
    api.db.prepare('update staff set warehouseIds = ? where id = ?').run('[1]', as.staffId);
    expect(await api.refused('bill.get', { params: { id } }, { as })).toMatchObject({ status: 404 });
  });
});

describe('the warehouses of a user', () => {
  test('are refused when unknown or inactive', async () => {
    const { staffId } = api.actor();
    const version = api.count('select version from staff where id = ?', staffId);
    const refused = await api.refused('staff.update', {
      params: { id: staffId },
      body: { version, warehouseIds: [999_999] },
    });
    expect(refused).toMatchObject({ code: 'REFERENCE_UNKNOWN' });
  });

  test('are given only by users who see them', async () => {
    const as = scoped(2);
    const { staffId } = api.actor({ warehouseIds: [2] });
    const body = { version: api.count('select version from staff where id = ?', staffId) };
    for (const warehouseIds of [[], [1], [1, 2]])
      expect(
        await api.refused(
          'staff.update',
          { params: { id: staffId }, body: { ...body, warehouseIds } },
          { as },
        ),
      ).toMatchObject({ code: 'GRANT_BEYOND' });
    expect(
      await api.call.staff.update({ params: { id: staffId }, body: { ...body, realName: 'Same' } }, { as }),
    ).toMatchObject({ warehouseIds: [2] });
  });
});

describe('the records of a sea bill', () => {
  test('belong to its warehouse: read there, and neither read, changed nor deleted elsewhere', async () => {
    sendAllTo(1);
    const own = scoped(1);
    for (const [name, table] of [
      ['seaBill', 'seaBill'],
      ['seaIsf', 'seaIsf'],
      ['seaEntry', 'seaEntry'],
      ['amsRecord', 'amsRecord'],
    ] as const) {
      const where = table === 'seaBill' ? 'true' : 'seaBillId is not null';
      const id = api.count(`select max(id) from "${table}" where ${where}`);
      expect(id, name).toBeGreaterThan(0);
      const get = `${name}.get` as ApiName;
      const remove = `${name}.remove` as ApiName;
      expect(await api.send(get, { params: { id } }, { as: own }), name).toHaveProperty('got');
      for (const call of [get, remove])
        expect(await api.refused(call, { params: { id } }, { as: stranger }), call).toMatchObject({
          code: 'NOT_FOUND',
        });
    }
  });
});

const issuesOf = async (id: number, level: 'error' | 'warning' = 'error') =>
  (await api.call.fileJob.issues({ params: { id }, query: { level } })).list;

describe('a new bill of a user limited to warehouses', () => {
  const made = (billNo: string) => api.row('select id, warehouseId from bill where billNo = ?', billNo);
  const files = async (as: Actor) => {
    const cells = billCells();
    const checked = await looked(api, 'bill', billCsv([cells]), {}, { as });
    const job = await converted(api, 'bill', null, billCsv([cells]), {}, { as });
    return { billNo: cells.billNo ?? '', checked: checked.issues.map(({ code }) => code), job };
  };

  test('belongs to their only warehouse, entered or imported', async () => {
    const { id } = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    const as = scoped(id);
    const bill = await api.call.bill.create({ body: billDraftOf({ warehouseId: null }) }, { as });
    expect(bill.warehouseId).toBe(id);
    const { billNo, checked, job } = await files(as);
    expect([checked, job.status, job.okRows]).toEqual([[], 'success', 1]);
    expect(made(billNo).warehouseId).toBe(id);
    expect(await api.call.bill.get({ params: { id: Number(made(billNo).id) } }, { as })).toMatchObject({
      billNo,
    });
  });

  test('needs one of several, and the import says so row by row', async () => {
    const { id } = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    const as = scoped(id, 1);
    for (const warehouseId of [null, 2])
      expect(await api.refused('bill.create', { body: billDraftOf({ warehouseId }) }, { as })).toMatchObject({
        status: 400,
        fields: { warehouseId: expect.stringContaining('Select one of your warehouses') },
      });
    const bill = await api.call.bill.create({ body: billDraftOf({ warehouseId: id }) }, { as });
    expect(bill.warehouseId).toBe(id);
    const { checked, job } = await files(as);
    expect([checked, job.status]).toEqual([['BILL_WAREHOUSE_FILE'], 'failed']);
    expect(await issuesOf(job.id)).toMatchObject([{ code: 'BILL_WAREHOUSE_FILE', column: 'billNo' }]);
  });

  test('stays where they see it: it is not moved to another warehouse, nor to none', async () => {
    const { id } = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    const as = scoped(id);
    const bill = await api.call.bill.create({ body: billDraftOf({ warehouseId: id }) }, { as });
    for (const warehouseId of [null, 1])
      expect(
        await api.refused(
          'bill.update',
          { params: { id: bill.id }, body: { version: bill.version, warehouseId } },
          { as },
        ),
      ).toMatchObject({ status: 400, fields: { warehouseId: expect.any(String) } });
    expect(made(bill.billNo).warehouseId).toBe(id);
  });

  test('of an account for all warehouses has none until it is set', async () => {
    const { billNo } = await files(api.admin);
    expect(made(billNo).warehouseId).toBeNull();
  });
});

describe('a file of a user limited to a warehouse', () => {
  test('is checked as the import would check it: which numbers are taken, and no more of other warehouses', async () => {
    const [own, other] = [await makeBill(api), await makeBill(api)];
    const warehouse = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    api.db.prepare('update bill set warehouseId = ? where id = ?').run(warehouse.id, own.id);
    api.db.prepare('update bill set warehouseId = 1 where id = ?').run(other.id);
    const cells = [own, other].map(({ billNo, batchNo }) => billCells({ billNo, batchNo: batchNo ?? '' }));
    const file = billCsv([billCells(), ...cells]);
    const bills = api.count('select count(*) from bill');
    const errorsFor = async (as: Actor) =>
      (await looked(api, 'bill', file, {}, { as })).issues.map(({ row, code }) => [row, code]);
    expect(await errorsFor(api.admin)).toEqual([
      [3, 'BILL_DUPLICATE'],
      [4, 'BILL_DUPLICATE'],
    ]);
    const taken = [
      [3, 'BILL_DUPLICATE'],
      [4, 'BILL_DUPLICATE'],
    ];
    expect(await errorsFor(scoped(warehouse.id))).toEqual(taken);
    expect(await errorsFor(stranger)).toEqual(taken);
    const job = await converted(api, 'bill', null, file, {}, { as: stranger });
    expect(job.status).toBe('failed');
    expect((await issuesOf(job.id)).map(({ row, code }) => [row, code])).toEqual(taken);
    expect(api.count('select count(*) from bill')).toBe(bills);
  });

  test('uses flights and prices of its own warehouse alone, checked or imported', async () => {
    const { billNo } = await makeBill(api, { batchNo: '01', flightNo: 'CK205' });
    const warehouse = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    api.db.prepare('update bill set warehouseId = ? where billNo = ?').run(warehouse.id, billNo);
    const messagesOf = async (kind: 'bill' | 'bill_cost', file: TestFile, as: Actor) => {
      const { issues } = await looked(api, kind, file, {}, { as });
      const job = await converted(api, kind, null, file, {}, { as });
      const imported = (await issuesOf(job.id, 'warning')).map(({ code }) => code);
      expect(issues.filter(({ level }) => level === 'warning').map(({ code }) => code)).toEqual(imported);
      return imported;
    };
    // Refused for its second row, so that nothing of it goes in.
    const taken = await makeBill(api, { batchNo: '01' });
    const bills = billCsv([
      billCells({ billNo, batchNo: '1' }),
      billCells({ billNo: taken.billNo, batchNo: '01' }),
    ]);
    expect(await messagesOf('bill', bills, stranger)).toEqual([]);
    expect(await messagesOf('bill', bills, scoped(warehouse.id))).toEqual(['BATCH_KNOWN']);

    const own = await makeBill(api);
    const other = await api.call.warehouse.create({ body: drafts.warehouse(api) });
    api.db.prepare('update bill set warehouseId = ? where id = ?').run(other.id, own.id);
    const supplierId = String(
      api.row("select code from clientCompany where active = 1 and kind = 'supplier' limit 1").code,
    );
    const costs = (bill: string, batchNo: string, prices: readonly string[]) =>
      tableCsv(
        fileTemplates.bill_cost,
        prices.map((unitPrice) => ({
          ...{ billNo: bill, batchNo, supplierId, feeCategoryId: 'pickup', basis: 'per_pallet' },
          ...{ quantity: '1', currency: 'GBP', unitPrice },
        })),
      );
    const usual = costs(billNo, '01', ['970', '980', '990', '1010', '985']);
    await converted(api, 'bill_cost', null, usual);
    const odd = costs(own.billNo, own.batchNo ?? '', ['98000']);
    expect(await messagesOf('bill_cost', odd, scoped(other.id))).toEqual([]);
    api.db.prepare('update billCost set unitPrice = unitPrice / 100 where billId = ?').run(own.id);
    expect(await messagesOf('bill_cost', odd, scoped(other.id, warehouse.id))).toEqual(['PRICE_HUNDREDFOLD']);
  });

  test('is refused before any other rule when it names records of another warehouse', async () => {
    const bill = await makeBill(api, { batchNo: '01' });
    api.db.prepare('update bill set warehouseId = 1 where id = ?').run(bill.id);
    for (const { id } of [bill, await makeBill(api)])
      await converted(api, 'declaration', id, declarationCsv([lineCells({ boxNo: 'BOX-SCOPE' })]));
    const { trackingNo } = api.row('select trackingNo from parcel where billId = ?', bill.id);
    const { billNo } = bill;
    const named = { billNo, batchNo: '01' };
    // A rule would refuse each of these records, and its message would reveal the record's state.
    const rows: [FileKind, Cells][] = [
      ['time_node', { ...named, node: 'pod', time: fileTime(-1), count: '3' }],
      ['pod', { ...named, podAt: fileTime(-1), podBoxCount: '7' }],
      ['free', { trackingNo: String(trackingNo), releasedAt: fileTime(-1) }],
      ['hold', { number: 'BOX-SCOPE', reason: 'scan', noticeAt: fileTime(-1) }],
      ['warehouse_box', { boxNo: 'BOX-SCOPE', parcels: '700', state: 'received' }],
    ];
    for (const [kind, cells] of rows) {
      const file = tableCsv(fileTemplates[kind], [cells]);
      const job = await converted(api, kind, null, file, {}, { as: stranger });
      expect(job, kind).toMatchObject({ status: 'failed', problem: { code: 'FILE_OTHERS' } });
      expect(await issuesOf(job.id), kind).toEqual([]);
    }
    // Another spelling of the batch is reported only as unknown.
    const alike = tableCsv(fileTemplates.time_node, [
      { billNo, batchNo: '1', node: 'noa', time: fileTime(-1), count: '3' },
    ]);
    const codes = async (as: Actor) =>
      (await issuesOf((await converted(api, 'time_node', null, alike, {}, { as })).id)).map(
        ({ code }) => code,
      );
    expect(await codes(stranger)).toEqual(['FILE_BILL_UNKNOWN']);
    expect(await codes(api.admin)).toEqual(['FILE_BATCH_UNKNOWN']);
  });

  test('writes only visible records, and is undone', async () => {
    const [known, fresh] = [await api.call.mark.create({ body: drafts.mark() }), drafts.mark()];
    const rows = [{ ...known, nameEn: 'Tried' }, fresh].map(({ code, nameEn, nameCn, text, tapeColor }) => ({
      ...{ code, nameEn, nameCn, text, tapeColor: tapeColor ?? '' },
    }));
    const marks = api.rows('select * from mark order by id');
    const file = tableCsv(fileTemplates.mark, rows);
    const { issues, records } = await looked(api, 'mark', file, {}, { as: scoped(1) });
    expect({ issues, records }).toMatchObject({ issues: [], records: { added: 1, changed: 1, same: 0 } });
    expect(api.rows('select * from mark order by id')).toEqual(marks);
  });
});

test('keeps a limited account manager from changing an account of more warehouses', async () => {
  const as = scoped(2);
  const { staffId: other } = api.actor();
  const password = { params: { id: other }, body: { password: 'Given#2026x' } };
  expect(await api.refused('staff.password', password, { as })).toMatchObject({ code: 'GRANT_BEYOND' });
  expect(await api.refused('staff.forbid', { params: { id: other } }, { as })).toMatchObject({
    code: 'GRANT_BEYOND',
  });
  const { staffId: peer } = api.actor({ warehouseIds: [2] });
  await api.call.staff.password({ ...password, params: { id: peer } }, { as });
});
