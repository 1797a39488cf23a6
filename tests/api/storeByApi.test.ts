import { connect } from 'node:net';
import { explain, problem } from '@contract/errors';
import { LOGIN_ATTEMPTS } from '@contract/limits';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STRANGERS } from '../../main/server/areas/partners/partnerCall';
import { drafts, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { partnerBillOf } from './cases/partners';

const api = testApi();
const PATH = 'POST /bill-lading/store-by-api';
let key: string;
let customerId: number;
let before: number;

beforeAll(async () => {
  customerId = (await api.call.customer.create({ body: drafts.customer() })).id;
  key = (await api.call.customer.issueKey({ params: { id: customerId } })).apiKey;
});
beforeEach(() => {
  before = api.count('select coalesce(max(id), 0) from thirdPartyLog');
});

/** Calls as the system of a partner does. */
async function call(body: string | object, headers: Record<string, string> = { 'x-api-key': key }) {
  const answer = await fetch(`${api.base}/bill-lading/store-by-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}
const lines = () => api.rows('select * from thirdPartyLog where id > ? order by id', before);

describe('a partner’s system', () => {
  test('creates a bill of its customer with boxes, parcels and lines', async () => {
    const body = partnerBillOf();
    const { status, ret, data } = await call(body);
    expect({ status, ret, data }).toMatchObject({
      status: 200,
      ret: true,
      data: { billNo: body.billNo, batchNo: 'P1', duplicate: false, boxes: 1, parcels: 2 },
    });
    const bill = await api.call.bill.get({ params: { id: data.id } });
    expect(bill).toMatchObject({
      customerId,
      source: 'api',
      stage: 'draft',
      createdBy: null,
      routeCode: '160',
    });
    expect(bill).toMatchObject({ parcelsClearance: 2, firstParcelAt: expect.any(String) });
    const parcels = api.rows('select * from parcel where billId = ? order by id', data.id);
    expect(parcels.map(({ trackingNo }) => trackingNo)).toEqual(
      body.boxes[0]?.parcels.map(({ trackingNo }) => trackingNo),
    );
    expect(parcels[0]).toMatchObject({
      ...{ value: 1800, currency: 'EUR', grossWeight: 420, state: 'clearance', declarationSystem: 'DECO' },
      ...{ vatScheme: 'special', destinationCode: 'NL-HUB-01', address: 'Kerkstraat 12' },
    });
    const items = api.rows(
      'select nameEn, unitPrice, lineValue from itemLine where parcelId = ?',
      Number(parcels[0]?.id),
    );
    expect(items).toEqual([
      { nameEn: 'Cotton T-shirt', unitPrice: 745, lineValue: 1490 },
      { nameEn: 'Socks', unitPrice: 310, lineValue: 310 },
    ]);
    const events = await api.call.bill.timeline({ params: { id: data.id } });
    expect(events.map(({ code, source }) => [code, source])).toEqual([
      ['BILL_CREATED', 'api'],
      ['DATA_RECEIVED', 'api'],
    ]);
    const [logged] = api.rows(
      "select * from operateLog where objectType = 'bill' and objectId = ?",
      String(data.id),
    );
    expect(logged).toMatchObject({ operatorId: null, operatorName: 'Test Customer (API)', action: 'create' });
  });

  test('receives the existing bill when it repeats a request, and creates nothing', async () => {
    const body = partnerBillOf();
    const first = await call(body);
    const count = () => [api.count('select count(*) from bill'), api.count('select count(*) from parcel')];
    const counted = count();
    const again = await call({ ...body, weight: 99 });
    expect(again).toMatchObject({ status: 200, data: { id: first.data.id, duplicate: true, parcels: 0 } });
    expect(count()).toEqual(counted);
    const twice = await Promise.all([1, 2, 3].map(() => call(partnerBillOf({ billNo: '160-60763894' }))));
    expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1);
    expect(twice.filter(({ data }) => !data.duplicate)).toHaveLength(1);
    expect(
      lines()
        .map(({ result }) => result)
        .sort(),
    ).toEqual(['created', 'created', 'duplicate', 'duplicate', 'duplicate']);
  });

  test('never sees another customer’s bill', async () => {
    const other = await makeBill(api);
    const { billNo, batchNo } = other;
    const answer = await call(partnerBillOf({ billNo, batchNo }));
    expect(answer).toMatchObject({ status: 409, ret: false, data: { code: 'BILL_DUPLICATE' } });
    expect(JSON.stringify(answer)).not.toContain(`"id":${other.id}`);
    expect(await call(partnerBillOf({ customerCode: 'GPT' }))).toMatchObject({
      status: 400,
      data: { code: 'REFERENCE_UNKNOWN', fields: { customerCode: expect.any(String) } },
    });
  });

  test('must follow the rules of a typed bill', async () => {
    for (const [changes, field] of [
      [{ billNo: '160-12345674' }, 'billNo'],
      [{ flightNo: '??' }, 'flightNo'],
      [{ channelCode: 'XX-NONE' }, 'channelCode'],
      [{ originAirport: 'AMS' }, 'landingAirport'],
      [{ boxCount: 0 }, 'boxCount'],
      [{ currency: 'QQQ' }, 'currency'],
    ] as const) {
      const answer = await call(partnerBillOf(changes));
      expect(answer, field).toMatchObject({ status: 400, ret: false });
      expect(Object.keys(answer.data.fields), field).toContain(field);
    }
    expect(
      lines().every(({ result, responseStatus }) => result === 'refused' && responseStatus === 400),
    ).toBe(true);
  });

  test('leaves nothing of a bill whose cargo is refused', async () => {
    const body = partnerBillOf();
    const parcels = body.boxes[0]?.parcels.map((parcel) => ({ ...parcel, trackingNo: 'TST12345678' }));
    const counted = api.count('select count(*) from bill');
    expect(await call({ ...body, boxes: [{ ...body.boxes[0], parcels }] })).toMatchObject({ status: 409 });
    expect(api.count('select count(*) from bill')).toBe(counted);
  });
});

describe('access to the partner API', () => {
  // Wrong keys are counted over all tests, which come from one address.
  beforeEach(() => api.db.exec('delete from loginAttempt'));

  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['another key', { 'x-api-key': `fck_${'a'.repeat(43)}` }],
    ['what is no key', { 'x-api-key': "' or 1=1 --" }],
    ['the hash of a key', { 'x-api-key': 'fck_hash' }],
  ])('is refused to %s', async (_, headers) => {
    const answer = await call(partnerBillOf(), headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 401, ret: false, data: { code: 'API_KEY_WRONG' } });
    expect(lines()).toMatchObject([
      { result: 'refused', responseStatus: 401, partner: '?', customerId: null },
    ]);
  });

  test('is logged for unknown keys by sample, the rest counted, and the log cleared after a month', async () => {
    // Starts another hour of counting.
    api.ahead = 2 * STRANGERS.within;
    const old = new Date(Date.now() - STRANGERS.life - 2 * STRANGERS.within).toISOString();
    await call({}, {});
    before = api.count('select max(id) from thirdPartyLog');
    api.db.prepare("update thirdPartyLog set at = ? where partner = '?' and id <= ?").run(old, before);
    const more = 25;
    const send = () => call({ text: 'x'.repeat(20_000) }, {});
    for (let n = 0; n < STRANGERS.kept - 1 + more; n += 1)
      expect(await send()).toMatchObject({ status: 401 });
    expect(lines()).toHaveLength(STRANGERS.kept - 1);
    for (const { requestBody } of lines())
      expect(String(requestBody).length).toBeLessThanOrEqual(STRANGERS.text);
    expect(api.count("select count(*) from thirdPartyLog where partner = '?' and id <= ?", before)).toBe(0);
    // A holder of a valid key is served as before.
    expect(await call(partnerBillOf())).toMatchObject({ status: 200 });
    expect(lines()).toHaveLength(STRANGERS.kept);
    api.ahead += STRANGERS.within;
    await send();
    expect(
      lines()
        .slice(-2)
        .map(({ responseBody }) => JSON.parse(String(responseBody))),
    ).toMatchObject([{ refusedAndNotKept: more }, { ret: false }]);
    api.ahead = 0;
  });

  test('is blocked for a while after as many wrong keys as passwords, even with a correct key', async () => {
    const tried = (given: string) => call(partnerBillOf(), { 'x-api-key': given });
    for (let n = 0; n < LOGIN_ATTEMPTS.max; n += 1)
      expect(await tried(`fck_${String(n).repeat(43)}`)).toMatchObject({ data: { code: 'API_KEY_WRONG' } });
    const minutes = LOGIN_ATTEMPTS.block / 60_000;
    expect(await tried(key)).toMatchObject({
      status: 429,
      msg: explain('en', problem('API_KEY_BLOCKED', { minutes })),
      data: { code: 'API_KEY_BLOCKED' },
    });
    api.db.exec("update loginAttempt set at = '2020-01-01T00:00:00Z'");
    expect(await tried(key)).toMatchObject({ status: 200 });
  });

  test('is granted to correct keys, however many come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: LOGIN_ATTEMPTS.max + 3 }, () => call(partnerBillOf())),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('is refused to a replaced or revoked key, and to an inactive customer', async () => {
    const { id } = await api.call.customer.create({ body: drafts.customer() });
    const issue = async () => (await api.call.customer.issueKey({ params: { id } })).apiKey;
    const status = async (given: string) => (await call(partnerBillOf(), { 'x-api-key': given })).status;
    const [old, present] = [await issue(), await issue()];
    expect([await status(old), await status(present)]).toEqual([401, 200]);
    await api.call.customer.active({ body: { ids: [id], active: false } });
    expect(await status(present)).toBe(401);
    await api.call.customer.active({ body: { ids: [id], active: true } });
    expect(await status(present)).toBe(200);
    await api.call.customer.revokeKey({ params: { id } });
    expect(await status(present)).toBe(401);
    expect((await api.call.customer.get({ params: { id } })).apiKeyIssuedAt).toBeNull();
  });

  test('is granted to staff who may create for a partner, and to no other', async () => {
    const body = partnerBillOf({ customerCode: 'GPT' });
    const may = api.actor({ permissions: ['bill.thirdPart.store'] });
    expect(await api.call.thirdParty.store({ body }, { as: may })).toMatchObject({ duplicate: false });
    const mayNot = api.actor({ permissions: ['bill.manage.create', 'bill.thirdPart.view'] });
    expect(await api.refused('thirdParty.store', { body }, { as: mayNot })).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
    expect(await api.refused('thirdParty.store', { body: partnerBillOf() }, { as: may })).toMatchObject({
      fields: { customerCode: expect.any(String) },
    });
    // Access is also refused to an account with a one-time password, which permits only its change.
    const fresh = api.actor({ permissions: ['bill.thirdPart.store'] });
    api.db.prepare('update staff set mustChangePassword = 1 where id = ?').run(fresh.staffId);
    expect(await api.refused('thirdParty.store', { body }, { as: fresh })).toMatchObject({
      code: 'PWD_CHANGE_FIRST',
    });
    expect(lines().map(({ partner, result }) => [partner, result])).toEqual([
      [expect.stringContaining(may.username), 'created'],
      [expect.anything(), 'refused'],
      [expect.stringContaining(may.username), 'refused'],
      [expect.anything(), 'refused'],
    ]);
  });
});

describe('a request of the partner API', () => {
  test.each([
    ['no JSON', '{"billNo": '],
    ['nothing', ''],
    ['a list', '[]'],
    ['a prototype', '{"__proto__":{"superAdmin":true}}'],
    ['a NUL', '{"billNo":"\\u0000"}'],
    ['deep nesting', '['.repeat(20_000)],
    ['a text of SQL', JSON.stringify({ billNo: "'; drop table bill; --" })],
  ])('is refused and logged when its body is %s', async (_, body) => {
    expect(await call(body)).toMatchObject({ status: 400, ret: false });
    const [line] = lines();
    expect(line).toMatchObject({ endpoint: PATH, result: 'refused', customerId, responseStatus: 400 });
    expect(String(line?.requestBody).slice(0, 100)).toBe(body.slice(0, 100));
    expect(Number(line?.durationMs)).toBeGreaterThanOrEqual(0);
  });

  test('is refused when too large, and logged as far as there is room', async () => {
    const huge = JSON.stringify({ remarks: 'x'.repeat(9 * 1024 * 1024) });
    expect(await call(huge)).toMatchObject({ status: 413, data: { code: 'FILE_SIZE' } });
    expect(String(lines()[0]?.requestBody).length).toBeLessThanOrEqual(64 * 1024);
  });

  test('creates nothing when it is interrupted', async () => {
    const { hostname, port } = new URL(api.base);
    const counted = api.count('select count(*) from bill');
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        const head = [
          'POST /admin/bill-lading/store-by-api HTTP/1.1',
          `Host: ${hostname}:${port}`,
          `X-Api-Key: ${key}`,
        ];
        socket.write([...head, 'Content-Length: 100000', '', '{"billNo":"160'].join('\r\n'));
        socket.end();
      });
      socket.on('close', () => done());
      socket.on('error', () => done());
      socket.resume();
    });
    expect((await call(partnerBillOf())).status).toBe(200);
    expect(api.count('select count(*) from bill')).toBe(counted + 1);
    api.takeReports();
  });

  test('is logged without secrets', async () => {
    const other = 'S3cret-in-a-body';
    await call({
      ...partnerBillOf(),
      apiKey: key,
      password: other,
      'X-Api-Key': other,
      remarks: `see ${key}`,
    });
    await call(partnerBillOf({ remarks: `our key is ${key}` }), { 'x-api-key': key });
    expect(JSON.stringify(lines())).not.toContain(key);
    expect(JSON.stringify(lines())).not.toContain(other);
    const { requestBody } = await api.call.thirdParty.get({ params: { id: Number(lines()[0]?.id) } });
    expect(requestBody).toContain('"apiKey":"***"');
  });
});
