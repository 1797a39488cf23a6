import { type ApiName, allEndpoints } from '@contract/index';
import { IDEMPOTENCY_LIFE } from '@contract/limits';
import { afterEach, describe, expect, test } from 'vitest';
import type { LooseInput } from '../support/apiCall';
import { billDraftOf, drafts, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';
import { cases } from './cases';
import { document, jpg } from './cases/files';

const api = testApi();
const creating = allEndpoints().filter(({ found }) => found.creates);
let serial = 0;
const newKey = () => `key-${Date.now()}-${++serial}`;

afterEach(() => {
  api.ahead = 0;
});

/** Counts the records that creating calls make, once uploaded files are converted. */
const records = async () => {
  const waiting = "select count(*) from fileJob where status in ('unprocessed', 'processing')";
  await expect.poll(() => api.count(waiting)).toBe(0);
  return Object.fromEntries(
    [
      'bill',
      'customer',
      'airport',
      'lastMile',
      'destination',
      'channelCode',
      'attachment',
      'fileJob',
      'operateLog',
      'listView',
      'billLog',
      'timelineEvent',
      'storedFile',
    ].map((table) => [table, api.count(`select count(*) from "${table}"`)]),
  );
};

test('recognises every call that creates a record', () => {
  const names = creating.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['bill.create', 'attachment.upload', 'customer.create']));
  for (const { name, found } of allEndpoints()) {
    if (name.endsWith('.create')) expect(found.creates, name).toBe(true);
  }
});

/** Input of the second request where the valid one has nothing of its own. */
const OTHER: Partial<Record<ApiName, LooseInput>> = {
  'billCustomer.sendMany': { body: { period: '2020-01', ids: [1] } },
  'attachment.upload': { file: document('other.pdf') },
  'tariffReading.upload': { query: { region: 'EU', codes: ['62'] } },
};

describe.each(creating)('the call $name', ({ name }) => {
  const right = async (): Promise<LooseInput> => {
    return cases[name].right(api, api.admin);
  };

  test('makes one record and returns the same when sent twice with one key', async () => {
    const [key, input] = [newKey(), await right()];
    const before = await records();
    const first = await api.send(name, input, { key });
    const once = await records();
    expect(first).toHaveProperty('got');
    expect(once).not.toEqual(before);
    expect(await api.send(name, input, { key })).toEqual(first);
    expect(await records()).toEqual(once);
  });

  test('makes one record when sent many times at once with one key', async () => {
    const [key, input] = [newKey(), await right()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.send(name, input, { key })));
    expect(answers[0]).toHaveProperty('got');
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('refuses the key with other contents, and makes nothing', async () => {
    const key = newKey();
    await api.send(name, await right(), { key });
    const other = await right();
    const before = await records();
    const input = { ...other, ...OTHER[name] };
    expect(await api.refused(name, input, { key })).toMatchObject({ status: 409, code: 'KEY_REUSED' });
    expect(await records()).toEqual(before);
  });
});

test.each(['country.update', 'bill.remove', 'customer.active', 'contract.submit'] as const)(
  '%s, which makes nothing, is also carried out once per key',
  async (name) => {
    const [key, input] = [newKey(), await cases[name].right(api, api.admin)];
    const first = await api.send(name, input, { key });
    expect(first).toHaveProperty('got');
    const once = await records();
    expect(await api.send(name, input, { key })).toEqual(first);
    expect(await records()).toEqual(once);
    expect(await api.refused(name, await cases[name].right(api, api.admin), { key })).toMatchObject({
      code: 'KEY_REUSED',
    });
  },
);

test('stores no response with a secret under a key', async () => {
  const [key, input] = [newKey(), await cases['customer.issueKey'].right(api, api.admin)];
  const first = await api.send('customer.issueKey', input, { key });
  expect(await api.send('customer.issueKey', input, { key })).not.toEqual(first);
});

test('treats another order of fields or language as the same request', async () => {
  const [key, draft] = [newKey(), billDraftOf()];
  const first = await api.call.bill.create({ body: draft }, { key });
  const turned = Object.fromEntries(Object.entries(draft).reverse());
  expect(await api.send('bill.create', { body: turned }, { key, language: 'cn' })).toEqual({ got: first });
});

test('treats the same file under another name as another request', async () => {
  const [key, { id }] = [newKey(), await makeBill(api)];
  await api.call.attachment.upload({ params: { id }, file: document('one.pdf') }, { key });
  for (const file of [document('two.pdf'), { name: 'one.jpg', bytes: jpg }]) {
    expect(await api.refused('attachment.upload', { params: { id }, file }, { key })).toMatchObject({
      code: 'KEY_REUSED',
    });
  }
});

test('keeps the keys of different people apart', async () => {
  const [key, other] = [newKey(), api.actor({ superAdmin: true })];
  const mine = await api.call.customer.create({ body: drafts.customer() }, { key });
  const theirs = await api.call.customer.create({ body: drafts.customer() }, { key, as: other });
  expect(theirs.id).not.toBe(mine.id);
  expect(theirs.createdBy).toBe(other.staffId);
});

test('binds a key to one call', async () => {
  const key = newKey();
  await api.call.customer.create({ body: drafts.customer() }, { key });
  expect(await api.refused('lastMile.create', { body: drafts.lastMile() }, { key })).toMatchObject({
    code: 'KEY_REUSED',
  });
});

test('accepts a corrected request under the key of a refused one', async () => {
  const key = newKey();
  const wrong = { ...drafts.customer(), groupId: 999_999 };
  await api.refused('customer.create', { body: wrong }, { key });
  const made = await api.call.customer.create({ body: { ...wrong, groupId: 1 } }, { key });
  expect(await api.send('customer.create', { body: { ...wrong, groupId: 1 } }, { key })).toEqual({
    got: made,
  });
});

test('requires the session and the permission of the first request for a repeat', async () => {
  const [key, body] = [newKey(), drafts.customer()];
  const as = api.actor({ permissions: ['customer.list.edit'] });
  await api.call.customer.create({ body }, { key, as });
  expect(await api.refused('customer.create', { body }, { key, as: null })).toMatchObject({ status: 401 });
  api.db.prepare('delete from groupPermission where groupId = ?').run(as.groupId);
  expect(await api.refused('customer.create', { body }, { key, as })).toMatchObject({ status: 403 });
});

test('remembers a key over a restart, and for a day and twice the time by which a clock may be wrong', async () => {
  const [key, body] = [newKey(), drafts.customer()];
  const first = await api.call.customer.create({ body }, { key });
  await api.close();
  await api.open();
  api.ahead = IDEMPOTENCY_LIFE * 2.5;
  expect(await api.call.customer.create({ body }, { key, as: sessionNow() })).toEqual(first);
  api.ahead = IDEMPOTENCY_LIFE * 3 + 60_000;
  expect(await api.refused('customer.create', { body }, { key, as: sessionNow() })).toMatchObject({
    code: 'CODE_EXISTS',
  });
});

test.each(['short', 'x'.repeat(65), 'with blanks in it', 'schlüssel-1', "'; drop table bill"])(
  'refuses the key %s',
  async (key) => {
    const before = await records();
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const refused = await api.refused('customer.create', { body: drafts.customer() }, { headers });
    expect(refused).toMatchObject({ status: 400, code: 'FORMAT' });
    expect(await records()).toEqual(before);
  },
);

test('treats each change without a key as a new one', async () => {
  const { id, version } = await makeBill(api);
  const change = { params: { id }, body: { version, remarks: 'first' } };
  await api.call.bill.update(change);
  expect(await api.refused('bill.update', change)).toMatchObject({ code: 'STALE_DATA' });
});

/** Opens a session of the usual caller that began just now, by the clock of the API. */
function sessionNow() {
  const at = new Date(Date.now() + api.ahead).toISOString().replace(/\.\d+Z$/, 'Z');
  return { ...api.admin, token: api.session(api.admin.staffId, at) };
}
