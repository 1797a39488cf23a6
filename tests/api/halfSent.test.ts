import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { BASE_PATH, MAX_STRANGER_CALL } from '@contract/limits';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Listen } from '../../main/server/host/door';
import { type RunningServer, startServer } from '../../main/server/host/server';
import { Strangers } from '../../main/server/host/strangers';
import { answerOf, CAPTCHA } from '../support/apiCall';
import { folders } from '../support/apiFolder';
import { signInAt } from '../support/apiProcess';
import { sendBy } from '../support/callFrom';
import { certificates } from '../support/certificates';

/** Addresses of this machine, each representing another client. */
const [OFFICE, ATTACKER] = ['127.0.0.21', '127.0.0.22'];
const SECRET = 's'.repeat(43);
const PERSON = { username: 'first', realName: 'First', email: 'first@example.com', password: 'First#2026' };
/** Milliseconds that a server waits for a caller who is not signed in, in tests that wait for the timeout. */
const PATIENCE = 1000;
/**
 * Milliseconds that it waits where the timeout must not end the test, and the limit for the response to a sign-in then.
 */
const LONG = 90_000;
const BOUND = 30_000;

const folder = folders();
const open: Socket[] = [];
const running: RunningServer[] = [];
let data: string;
let files: { cert: string; key: string };

beforeAll(() => {
  const place = folder();
  files = { cert: path.join(place, 'cert.pem'), key: path.join(place, 'key.pem') };
  writeFileSync(files.cert, certificates.inOrder.cert);
  writeFileSync(files.key, certificates.inOrder.key);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  for (const server of running.splice(0)) await server.stop();
});

async function serve(listen: Listen, more: { captcha?: string } = { captcha: CAPTCHA }) {
  data = path.join(folder(), 'data');
  const administrator = { ...PERSON, mustChangePassword: false };
  const server = await startServer({
    ...{ data, seed: 'empty', administrator, listen, report: () => undefined, ...more },
  });
  running.push(server);
  return server.url ?? `http://localhost${BASE_PATH}`;
}

/** Returns a call, by default a sign-in, without the rest of its body. */
const halfSent = (host: string, more = '', to = 'login') =>
  `POST ${BASE_PATH}/${to} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${more}content-length: 90\r\n\r\n{"username":"fi`;

/** Opens connections that send some bytes and stay open; returns a function that counts those still open. */
async function hold(count: number, to: () => Socket, head: string): Promise<() => number> {
  const held: Socket[] = [];
  for (let opened = 0; opened < count; opened += 50) {
    const some = Array.from({ length: 50 }, () => {
      const socket = to();
      socket.on('error', () => undefined).resume();
      open.push(socket);
      held.push(socket);
      return new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.write(head, () => resolve());
      });
    });
    await Promise.all(some);
  }
  return () => held.filter(({ closed }) => !closed).length;
}

/** Returns the milliseconds in which a person signs in. */
async function signIn(base: string, by: RequestOptions): Promise<number> {
  const startedAt = performance.now();
  const issued = await answerOf(await sendBy(base, by, 'session.captcha', {}));
  const captchaId = (issued as { got: { id: string } }).got.id;
  const { username, password } = PERSON;
  const body = { username, password, captchaId, captcha: CAPTCHA };
  const answer = await answerOf(await sendBy(base, by, 'session.login', { body }));
  expect(answer).toMatchObject({ got: { profile: { username } } });
  return performance.now() - startedAt;
}

const hostOf = (base: string) => new URL(base).host;
const portOf = (base: string) => Number(new URL(base).port);

describe('too many half-sent sign-ins of one address', () => {
  test('do not block anyone at another', async () => {
    const base = await serve({ host: '127.0.0.1', port: 0, patience: LONG });
    const to = () => connect({ host: '127.0.0.1', port: portOf(base), localAddress: ATTACKER });
    const held = await hold(1100, to, halfSent(hostOf(base)));
    expect(await signIn(base, { localAddress: OFFICE })).toBeLessThan(BOUND);
    expect(held()).toBeLessThanOrEqual(1000);
  });

  test('do not block anyone with a certificate of its own', async () => {
    const base = await serve({ host: '127.0.0.1', port: 0, tls: files, patience: LONG });
    const port = portOf(base);
    const tls = () =>
      connectTls({ host: '127.0.0.1', port, localAddress: ATTACKER, rejectUnauthorized: false } as object);
    await hold(300, tls, halfSent(hostOf(base)));
    // Connections that never complete the handshake count as well.
    await hold(800, () => connect({ host: '127.0.0.1', port, localAddress: ATTACKER }), '\x16\x03\x01');
    const by = { localAddress: OFFICE, ca: certificates.inOrder.cert };
    expect(await signIn(base, by)).toBeLessThan(BOUND);
  });

  test('do not block anyone behind a proxy', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    await serve({ host: '127.0.0.1', port, publicUrl: 'https://freight.example.lan', patience: LONG }, {});
    const from = (address: string) => `x-forwarded-for: 198.51.100.1, ${address}\r\n`;
    const to = () => connect({ host: '127.0.0.1', port });
    const victim = halfSent('freight.example.lan', from('203.0.113.9'));
    const kept = await hold(50, to, victim);
    const head = halfSent('freight.example.lan', from('203.0.113.7'));
    const held = await hold(1100, to, head);
    await expect.poll(held).toBeLessThanOrEqual(950);
    expect(kept()).toBe(50);
    const headers = { host: 'freight.example.lan', 'x-forwarded-for': '203.0.113.8' };
    const response = await sendBy(`http://127.0.0.1:${port}${BASE_PATH}`, { headers }, 'session.captcha', {});
    expect(response.status).toBe(200);
  });

  test('do not block an app at its own socket', async () => {
    const place = path.join(folder(), 'api.sock');
    const base = await serve({ socket: place, secret: SECRET });
    await hold(1100, () => connect(place), halfSent('localhost', `x-freight-secret: ${SECRET}\r\n`));
    const by = { socketPath: place, headers: { 'x-freight-secret': SECRET } };
    expect(await signIn(base, by)).toBeLessThan(BOUND);
  });
});

describe('a connection before the sign-in', () => {
  const wrong = `authorization: Bearer ${'x'.repeat(43)}\r\n`;
  test.each<[string, (host: string) => string]>([
    ['half a head', () => 'POST /admin/login HTTP/1.1\r\nhost: loc'],
    ['half a body', (host) => halfSent(host)],
    ['half a call without a session', (host) => halfSent(host, '', 'client')],
    ['half a call with a wrong session', (host) => halfSent(host, wrong, 'client')],
    ['half a call of a partner without a key', (host) => halfSent(host, '', 'bill-lading/store-by-api')],
    ['nothing', () => ''],
  ])('is closed after a short time when it has sent %s', async (_, head) => {
    const base = await serve({ host: '127.0.0.1', port: 0, patience: PATIENCE });
    const held = await hold(50, () => connect(portOf(base), '127.0.0.1'), head(hostOf(base)));
    await expect.poll(held, { timeout: 3 * PATIENCE }).toBe(0);
  });

  test('is closed after a short time when it never shakes hands', async () => {
    const base = await serve({ host: '127.0.0.1', port: 0, tls: files, patience: PATIENCE });
    const held = await hold(50, () => connect(portOf(base), '127.0.0.1'), '\x16\x03\x01');
    await expect.poll(held, { timeout: 3 * PATIENCE }).toBe(0);
  });

  test('has a small body limit, while signed-in callers have time and room for theirs', async () => {
    const base = await serve({ host: '127.0.0.1', port: 0, patience: PATIENCE });
    const large = JSON.stringify({ username: 'x'.repeat(MAX_STRANGER_CALL) });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: large };
    expect((await fetch(`${base}/login`, init)).status).toBe(413);

    const { token } = await signInAt(base, PERSON.username, PERSON.password);
    const socket = connect(portOf(base), '127.0.0.1');
    open.push(socket);
    const body = '{"nameEn":"x"}';
    const head = `POST ${BASE_PATH}/client HTTP/1.1\r\nhost: ${new URL(base).host}\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.write(head + body.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 2 * PATIENCE));
    socket.write(body.slice(5));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('allows an account 200 connections at an address, and asks the next call there to wait', async () => {
  const base = await serve({ host: '127.0.0.1', port: 0, patience: LONG });
  const { token } = await signInAt(base, PERSON.username, PERSON.password);
  const authorization = `Bearer ${token}`;
  const to = () => connect({ host: '127.0.0.1', port: portOf(base), localAddress: ATTACKER });
  const callFrom = async (localAddress: string) => {
    const by = { localAddress, agent: false as const, headers: { authorization } };
    return sendBy(base, by, 'session.me', {});
  };
  const held = await hold(200, to, halfSent(hostOf(base), `authorization: ${authorization}\r\n`, 'client'));
  await expect.poll(async () => (await callFrom(ATTACKER)).status).toBe(429);
  const refused = await callFrom(ATTACKER);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await answerOf(refused)).toMatchObject({ refused: { code: 'SLOW_DOWN' } });
  // Another address of the same person is not delayed, and neither is anybody else at this one.
  expect((await callFrom(OFFICE)).status).toBe(200);
  expect((await sendBy(base, { localAddress: ATTACKER }, 'session.captcha', {})).status).toBe(200);
  expect(held()).toBe(200);
  for (const socket of open.splice(0, 100)) socket.destroy();
  await expect.poll(async () => (await callFrom(ATTACKER)).status).toBe(200);
});

test('closes the oldest connection of the address with most to make room for the next', () => {
  const strangers = new Strangers(4);
  const enter = (address: string) => {
    const connection = new PassThrough();
    strangers.enter(address, connection);
    return connection;
  };
  const office = enter('203.0.113.1');
  const [first, second, third] = [1, 2, 3].map(() => enter('203.0.113.2'));
  const home = enter('203.0.113.3');
  expect([office, first, second, third, home].map((one) => one?.destroyed)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  if (second) strangers.leave(second);
  enter('203.0.113.2');
  expect(third?.destroyed).toBe(false);
});
