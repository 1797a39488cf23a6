import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../main/server/host/server';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';

const folder = folders();
const PORT = { host: '127.0.0.1', port: 0 };

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, PORT.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(more: object = {}) {
  const data = path.join(folder(), 'data');
  await copyDemoData(data);
  const running = await startServer({
    ...{ data, seed: 'demo', listen: PORT, captcha: CAPTCHA, report: () => undefined },
    ...more,
  });
  const { origin } = new URL(running.url ?? '');
  const probe = async (at: string, method = 'GET') => {
    const answer = await fetch(`${origin}${at}`, { method });
    return `${answer.status} ${(await answer.text()).trim()}`;
  };
  return { running, origin, probe };
}

test('a server says that it runs, and that it takes calls, without a sign-in', async () => {
  const { running, origin, probe } = await start();
  onTestFinished(() => running.stop());
  expect(await probe('/healthz')).toBe('200 ok');
  expect(await probe('/readyz')).toBe('200 ok');
  expect((await fetch(`${origin}/readyz`)).headers.get('cache-control')).toBe('no-store');
  expect(await probe('/readyz', 'POST')).toMatch(/^404 /);
  expect(await probe('/readyz/x')).toMatch(/^404 /);
});

test('a server that ends says so first, and finishes what it has begun', async () => {
  const { running, origin, probe } = await start({ drain: 1500 });
  const { hostname, port } = new URL(origin);
  // A call whose last line is missing while the server ends.
  const slow = connect(Number(port), hostname);
  slow.write(`GET /admin/captcha HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`);
  const stopped = running.stop();
  await expect.poll(() => probe('/readyz')).toBe('503 stopping');
  expect(await probe('/healthz')).toBe('200 ok');
  slow.write('Connection: close\r\n\r\n');
  const [answer] = await once(slow, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  await stopped;
  await expect(probe('/healthz')).rejects.toThrow();
});

test('a server whose data is still being made runs, but takes no calls yet', async () => {
  const states = new Set<string>();
  const listen = { ...PORT, port: await freePort() };
  const starting = startServer({
    ...{ data: path.join(folder(), 'new'), seed: 'demo', listen, captcha: CAPTCHA, report: () => undefined },
    opened: () => undefined,
  });
  const probe = async (at: string) =>
    fetch(`http://127.0.0.1:${listen.port}${at}`).then(
      async (answer) => `${at} ${answer.status} ${(await answer.text()).trim()}`,
      () => '',
    );
  await expect
    .poll(async () => {
      for (const at of ['/healthz', '/readyz']) states.add(await probe(at));
      return states.has('/readyz 200 ok');
    })
    .toBe(true);
  const running = await starting;
  expect(states).toContain('/healthz 200 ok');
  expect(states).toContain('/readyz 503 starting');
  expect(states).not.toContain('/healthz 503 starting');
  await running.stop();
});
