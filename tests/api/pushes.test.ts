import { createHash } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushEvent } from '@contract/partners/apiPush';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { mayCall } from '../../main/server/core/callOut';
import { billDraftOf, drafts } from '../support/apiRecords';
import { certificates } from '../support/certificates';
import { PushServer } from '../support/pushServer';
import { testApi } from '../support/server';

const DEADLINE = 400;
const MINUTE = 60_000;
const api = testApi({ push: { loopback: true, every: 10, deadline: DEADLINE } });
let partner: PushServer;

beforeEach(async () => {
  partner = await new PushServer().start();
});
afterEach(() => {
  api.ahead = 0;
  return partner.stop();
});

/** Makes a customer who receives these events, and returns the hash of its key. */
async function customer(callbackUrl: string, pushEvents: PushEvent[] = ['BILL_CREATED']) {
  const body = { ...drafts.customer(), callbackUrl, pushEvents };
  const { id } = await api.call.customer.create({ body });
  const { apiKey } = await api.call.customer.issueKey({ params: { id } });
  return { id, hash: createHash('sha256').update(apiKey).digest('hex') };
}
const bill = (customerId: number) => api.call.bill.create({ body: billDraftOf({ customerId }) });
const pushOf = (billId: number) => api.row('select * from apiPush where billId = ?', billId);
/** Waits until the push of a bill has reached the expected state. */
const settled = (billId: number, expected: object) =>
  expect.poll(() => pushOf(billId)).toMatchObject(expected);
const tries = async (billId: number) =>
  (await api.call.apiPush.get({ params: { id: Number(pushOf(billId).id) } })).tries;

describe('a push event', () => {
  test('is sent signed and timestamped to the customer of the bill', async () => {
    const { id, hash } = await customer(partner.url);
    const made = await bill(id);
    await settled(made.id, { status: 'success', attempts: 1, responseStatus: 200, nextAt: null });
    const [received] = partner.received;
    expect(received && PushServer.signed(received, hash)).toBe(true);
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-freight-event': 'BILL_CREATED',
      'x-freight-delivery': String(pushOf(made.id).id),
    });
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      event: 'BILL_CREATED',
      textEn: 'Pre-alert received',
      billNo: made.billNo,
      batchNo: made.batchNo,
    });
    expect(await tries(made.id)).toMatchObject([
      { responseStatus: 200, response: '{"received":true}', error: null },
    ]);
  });

  test('is not sent without a subscription or an address', async () => {
    const other = await customer(partner.url, ['ARRIVED']);
    const silent = await api.call.customer.create({
      body: { ...drafts.customer(), pushEvents: ['BILL_CREATED'] },
    });
    for (const { id } of [other, silent])
      expect(api.rows('select id from apiPush where billId = ?', (await bill(id)).id)).toEqual([]);
  });

  test('is not sent without a signing key', async () => {
    const { id } = await customer(partner.url);
    await api.call.customer.revokeKey({ params: { id } });
    const made = await bill(id);
    await settled(made.id, { attempts: 1, status: 'pending' });
    expect(await tries(made.id)).toMatchObject([{ error: 'no_key' }]);
    expect(partner.received).toEqual([]);
  });
});

describe('a customer’s system', () => {
  const fails: Record<string, { behave: PushServer['behave']; error: string; status: number | null }> = {
    'answers with an error': {
      behave: (response) => response.writeHead(503).end('busy'),
      error: 'refused',
      status: 503,
    },
    hangs: { behave: () => undefined, error: 'timeout', status: null },
    'never ends its answer': {
      behave: (response) => void response.writeHead(200).write('{'),
      error: 'timeout',
      status: null,
    },
    'answers what is no HTTP': {
      behave: (_, socket) => void socket.end('garbage\r\n\r\n'),
      error: 'answer',
      status: null,
    },
    'hangs up': { behave: (_, socket) => void socket.destroy(), error: 'unreachable', status: null },
    'sends elsewhere': {
      behave: (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      error: 'redirect',
      status: 307,
    },
  };

  test.each(Object.entries(fails))('that %s is tried again later', async (_, { behave, error, status }) => {
    partner.behave = behave;
    const made = await bill((await customer(partner.url)).id);
    await settled(made.id, { status: 'pending', attempts: 1 });
    expect(await tries(made.id)).toMatchObject([{ error, responseStatus: status }]);
    expect(partner.received).toHaveLength(1);
  });

  test('is tried again when it is down', async () => {
    const { url } = partner;
    await partner.stop();
    const made = await bill((await customer(url)).id);
    await settled(made.id, { attempts: 1 });
    expect(await tries(made.id)).toMatchObject([{ error: 'unreachable' }]);
    partner = await new PushServer().start();
  });

  test('receives nothing when it cannot show a certificate of its own', async () => {
    let received = 0;
    const { key, cert } = certificates.inOrder;
    const server = createServer({ key, cert }, () => {
      received += 1;
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const made = await bill((await customer(`https://127.0.0.1:${port}/`)).id);
    await settled(made.id, { attempts: 1 });
    expect(await tries(made.id)).toMatchObject([{ error: 'tls' }]);
    expect(received).toBe(0);
  });

  test('is read no further than is stored when its response never ends', async () => {
    partner.behave = (response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    };
    const made = await bill((await customer(partner.url)).id);
    await settled(made.id, { status: 'success' });
    expect((await tries(made.id))[0]?.response).toHaveLength(16 * 1024);
  });

  test('is tried five times after failures, after 1, 5, 15 and 60 minutes, then by hand', async () => {
    partner.behave = (response) => response.writeHead(500).end();
    const made = await bill((await customer(partner.url)).id);
    await settled(made.id, { status: 'pending', attempts: 1 });
    for (const [index, minutes] of [1, 5, 15, 60].entries()) {
      const { nextAt } = pushOf(made.id);
      const waits = Date.parse(String(nextAt)) - (Date.now() + api.ahead);
      expect(waits).toBeGreaterThan((minutes - 0.2) * MINUTE);
      expect(waits).toBeLessThanOrEqual(minutes * MINUTE);
      api.ahead += minutes * MINUTE;
      await settled(made.id, { attempts: index + 2 });
    }
    await settled(made.id, { status: 'failed', attempts: 5, nextAt: null });
    api.ahead += 300 * MINUTE;
    const id = Number(pushOf(made.id).id);
    partner.behave = (response) => response.end('ok');
    expect(await api.call.apiPush.push({ body: { ids: [id, 999_999_999] } })).toMatchObject({
      ok: 1,
      failed: [{ key: 999_999_999, code: 'NOT_FOUND' }],
    });
    await settled(made.id, { status: 'success', attempts: 1, response: 'ok' });
    expect((await tries(made.id)).map(({ responseStatus }) => responseStatus)).toEqual([
      ...[500, 500, 500, 500, 500],
      200,
    ]);
    expect(
      api.rows("select objectId from operateLog where action = 'push' and objectId = ?", String(id)),
    ).toHaveLength(1);
  });
});

test('sends events of one bill in order, and waits for a failed one', async () => {
  const { id } = await customer(partner.url, ['BILL_CREATED', 'DATA_RECEIVED', 'DEPARTED']);
  let down = true;
  partner.behave = (response) => response.writeHead(down ? 503 : 200).end();
  const made = await bill(id);
  await settled(made.id, { attempts: 1, status: 'pending' });
  for (const event of ['DATA_RECEIVED', 'DEPARTED']) {
    const { id: _, ...first } = pushOf(made.id) as Record<string, string>;
    api.insert('apiPush', { ...first, event, attempts: 0, nextAt: first.createdAt ?? '' });
  }
  // Pushes of another bill are not delayed.
  const other = await bill(id);
  await settled(other.id, { attempts: 1 });
  down = false;
  api.ahead += 2 * MINUTE;
  const open = "select count(*) from apiPush where billId in (?, ?) and status = 'pending'";
  await expect.poll(() => api.count(open, made.id, other.id)).toBe(0);
  const sent = partner.received.filter(({ body }) => JSON.parse(body).billNo === made.billNo);
  expect(sent.map(({ headers }) => headers['x-freight-event'])).toEqual([
    'BILL_CREATED',
    'BILL_CREATED',
    'DATA_RECEIVED',
    'DEPARTED',
  ]);
});

test('completes a push after a restart, also in the middle of an attempt', async () => {
  partner.behave = () => undefined;
  const { id } = await customer(partner.url);
  const made = await bill(id);
  await expect.poll(() => partner.received).toHaveLength(1);
  await api.close();
  partner.behave = (response) => response.end('ok');
  await api.open();
  await settled(made.id, { status: 'success', attempts: 1 });
  expect(partner.received.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => partner.received[0]?.body),
  );
});

test('refuses to restart a push on its way', async () => {
  partner.behave = (response) => response.writeHead(503).end();
  const made = await bill((await customer(partner.url)).id);
  await settled(made.id, { attempts: 1 });
  const id = Number(pushOf(made.id).id);
  expect(await api.call.apiPush.push({ body: { ids: [id] } })).toMatchObject({
    ok: 0,
    failed: [{ key: id, code: 'PUSH_PENDING' }],
  });
});

describe('the address of a push', () => {
  test.each([
    ['http://10.0.0.1/x', 'ADDRESS_INSECURE'],
    ['http://example.com/x', 'ADDRESS_INSECURE'],
    ['https://user:secret@example.com/x', 'ADDRESS_INVALID'],
    ['https://', 'FORMAT'],
    ['ftp://example.com/x', 'FORMAT'],
  ])('is refused: %s', async (callbackUrl, code) => {
    const body = { ...drafts.customer(), callbackUrl };
    expect(await api.refused('customer.create', { body })).toMatchObject({ status: 400, code });
  });

  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '224.0.0.1'],
    ...['::ffff:a00:1', '64:ff9b::a00:1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001:0:a00:1::', '::a00:1'],
  ])('is never called: %s', (address) => {
    expect(mayCall(address, false)).toBe(false);
  });

  test.each(['8.8.8.8', '172.32.0.1', '2a00:1450:400e:80e::200e'])('is called: %s', (address) => {
    expect(mayCall(address, false)).toBe(true);
  });

  test('is this computer only where that is allowed, and never its network', async () => {
    expect(mayCall('127.0.0.1', true)).toBe(true);
    expect(mayCall('10.0.0.1', true)).toBe(false);
    const { id } = await customer('https://10.0.0.1/x');
    const made = await bill(id);
    await settled(made.id, { attempts: 1 });
    expect(await tries(made.id)).toMatchObject([
      { error: 'private_address', durationMs: expect.any(Number) },
    ]);
  });
});
