import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { MAX_CALL } from '@contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, type StartOptions, startServer } from '../../main/server/host/server';
import { CAPTCHA } from '../support/apiCall';
import { copyDemoData } from '../support/apiDemoData';
import { folders } from '../support/apiFolder';
import { signInAt } from '../support/apiProcess';
import { drafts } from '../support/apiRecords';
import { certificates } from '../support/certificates';
import { testApi } from '../support/server';

const api = testApi();
/** The administrator of an empty start. */
const firstPerson = {
  username: 'first',
  realName: 'First Administrator',
  email: 'first@example.com',
  password: 'First#2026',
};
const port = () => Number(new URL(api.base).port);

/** Sends raw bytes to a server; returns the first line of its response, or nothing when it closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.on('error', () => undefined);
  socket.end(bytes);
  await once(socket, 'close');
  return answer.split('\r\n')[0] ?? '';
}

describe('a port of the API', () => {
  const get = (headers: string, target = '/admin/captcha') =>
    sendRaw(`GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  const own = () => `127.0.0.1:${port()}`;

  test('responds under its own names', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await get(`host: ${name}:${port()}\r\n`)).toBe('HTTP/1.1 200 OK');
    }
  });

  test.each<[string, () => string]>([
    ['the name of another', () => 'host: evil.example\r\n'],
    ['the name of another with its port', () => `host: evil.example:${port()}\r\n`],
    ['a name that begins like its own', () => `host: 127.0.0.1.evil.example:${port()}\r\n`],
    ['its name without its port', () => 'host: 127.0.0.1\r\n'],
    ['another port', () => 'host: 127.0.0.1:1\r\n'],
    ['an empty name', () => 'host: \r\n'],
    ['the origin of a page', () => `host: ${own()}\r\norigin: https://evil.example\r\n`],
    ['its own origin', () => `host: ${own()}\r\norigin: http://${own()}\r\n`],
    ['an origin of none', () => `host: ${own()}\r\norigin: null\r\n`],
    ['the mark of a browser', () => `host: ${own()}\r\nsec-fetch-site: same-origin\r\n`],
  ])('is closed to %s', async (_, headers) => {
    expect(await get(headers())).toMatch(/^HTTP\/1\.1 (403|400)/);
  });

  test.each<[string, () => Promise<string>]>([
    ['no name', () => get('')],
    ['two names', () => get(`host: ${own()}\r\nhost: evil.example\r\n`)],
    ['another place in its first line', () => get(`host: ${own()}\r\n`, 'http://evil.example/admin/captcha')],
    [
      'two lengths',
      () =>
        sendRaw(
          `POST /admin/login HTTP/1.1\r\nhost: ${own()}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
        ),
    ],
    ['a head without end', () => get(`host: ${own()}\r\nx: ${'x'.repeat(70_000)}\r\n`)],
    ['no HTTP', () => sendRaw('\x16\x03\x01\x02\r\n\r\n')],
  ])('is closed to %s', async (_, send) => {
    expect(await send()).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test('sends no CORS permission to pages of other origins', async () => {
    const answer = await fetch(`${api.base}/captcha`);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a socket of the API', () => {
  const folder = folders();
  const secret = 's'.repeat(43);
  let place: string;
  let running: RunningServer;

  beforeAll(async () => {
    const data = path.join(folder(), 'data');
    await copyDemoData(data);
    place = path.join(folder(), 'api.sock');
    running = await startServer({
      data,
      seed: 'demo',
      listen: { socket: place, secret },
      captcha: CAPTCHA,
      report: () => undefined,
    });
  });
  afterAll(() => running.stop());

  const statusOf = async (headers: Record<string, string>): Promise<number> => {
    const outgoing = request({ socketPath: place, path: '/admin/captcha', headers });
    outgoing.end();
    const [answer] = await once(outgoing, 'response');
    answer.resume();
    return answer.statusCode;
  };

  test('accepts only callers that know the secret of this start', async () => {
    expect(running.url).toBeNull();
    expect(await statusOf({ 'x-freight-secret': secret })).toBe(200);
    for (const wrong of ['', 's', `${secret}s`, secret.replace('s', 't'), secret.slice(1)]) {
      expect(await statusOf({ 'x-freight-secret': wrong }), wrong).toBe(403);
    }
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ authorization: `Bearer ${secret}` })).toBe(403);
  });
});

describe('a certificate of the API', () => {
  const folder = folders();
  const reports: string[] = [];
  let running: RunningServer;
  let files: { cert: string; key: string };
  const put = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };

  beforeAll(async () => {
    const place = folder();
    files = { cert: path.join(place, 'cert.pem'), key: path.join(place, 'key.pem') };
    put(certificates.inOrder);
    running = await startServer({
      data: path.join(place, 'data'),
      seed: 'empty',
      administrator: { ...firstPerson, mustChangePassword: false },
      listen: { host: '127.0.0.1', port: 0, tls: { ...files, every: 50 } },
      captcha: CAPTCHA,
      report: (message, error) => reports.push(`${message}: ${error}`),
    });
  });
  afterAll(() => running.stop());

  /** Calls with trust in one certificate alone; returns the certificate it was shown, and the status. */
  const send = (trusted: string): Promise<{ status: number; shown: string }> =>
    new Promise((resolve, reject) => {
      get(`${running.url}/captcha`, { ca: trusted, agent: false }, (answer) => {
        const shown = (answer.socket as TLSSocket).getPeerX509Certificate()?.toString() ?? '';
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, shown }));
      }).on('error', reject);
    });

  test('serves the port over TLS, and nothing unencrypted', async () => {
    expect(running.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/admin$/);
    expect(await send(certificates.inOrder.cert)).toEqual({ status: 200, shown: certificates.inOrder.cert });
    await expect(send(certificates.otherHost.cert)).rejects.toThrow(/self.signed|unable to verify/);
    await expect(fetch(String(running.url).replace('https', 'http'))).rejects.toThrow();
  });

  test('is reloaded when it is renewed while running; an unusable one leaves the old one', async () => {
    put({ cert: certificates.expired.cert, key: certificates.otherHost.key });
    await expect.poll(() => reports.join()).toMatch(/the old one stays/);
    expect(await send(certificates.inOrder.cert)).toMatchObject({ status: 200 });
    put(certificates.otherHost);
    const shown = () =>
      send(certificates.otherHost.cert).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
    // The new certificate is presented, and refused by a client that requested another name.
    await expect.poll(shown).toMatch(/does not match|altnames/i);
  });
});

describe('the API behind a proxy', () => {
  const folder = folders();
  let running: RunningServer;
  let port: number;
  let token: string;

  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    server.close();
    await once(server, 'close');
    const data = path.join(folder(), 'data');
    const startOn = (more: Pick<StartOptions, 'captcha'> & { publicUrl?: string }) =>
      startServer({
        ...{ data, seed: 'empty', captcha: more.captcha, report: () => undefined },
        administrator: { ...firstPerson, mustChangePassword: false },
        listen: { host: '127.0.0.1', port, publicUrl: more.publicUrl },
      });
    // Behind a proxy no captcha is fixed: the session is one of the server on loopback.
    const alone = await startOn({ captcha: CAPTCHA });
    token = (await signInAt(String(alone.url), firstPerson.username, firstPerson.password)).token;
    await alone.stop();
    running = await startOn({ publicUrl: 'https://freight.example.lan' });
  });
  afterAll(() => running.stop());

  /** Sends a call as a proxy forwards it. */
  const handOn = async (headers: Record<string, string>, body?: object, to = '/captcha') => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port, path: `/admin${to}`, method: body ? 'POST' : 'GET' },
      headers: { 'content-type': 'application/json', ...headers },
    });
    outgoing.end(body && JSON.stringify(body));
    const [answer] = await once(outgoing, 'response');
    let text = '';
    for await (const part of answer) text += part;
    return { status: answer.statusCode as number, data: JSON.parse(text).data };
  };

  test('serves its OpenAPI document to signed-in callers only', async () => {
    const document = async (headers: Record<string, string>) => {
      const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`, { headers });
      return { status: answer.status, body: await answer.json() };
    };
    for (const headers of [{}, { authorization: `Bearer ${'x'.repeat(43)}` }])
      expect(await document(headers as Record<string, string>)).toMatchObject({
        status: 401,
        body: { ret: false, data: { code: 'LOGIN_FIRST' } },
      });
    const own = await document({ authorization: `Bearer ${token}` });
    expect(own).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  });

  test('is reached under the name of the proxy and its own, and no other', async () => {
    expect(running.url).toBe('https://freight.example.lan/admin');
    expect((await handOn({ host: 'freight.example.lan' })).status).toBe(200);
    expect((await handOn({ host: `127.0.0.1:${port}` })).status).toBe(200);
    for (const host of ['evil.example', 'freight.example.lan.evil.example', 'freight.example.lan:1'])
      expect((await handOn({ host })).status, host).toBe(403);
  });

  test('logs the caller’s address from the proxy, not from the caller', async () => {
    const from = {
      ...{ host: 'freight.example.lan', authorization: `Bearer ${token}` },
      'x-forwarded-for': '203.0.113.9, 192.0.2.7',
    };
    expect((await handOn(from, drafts.customer(), '/client')).status).toBe(200);
    const { data: log } = await handOn(from, undefined, '/operate-logs');
    expect(log.list[0]).toMatchObject({ action: 'create', ip: '192.0.2.7' });
  });
});

describe('a request body', () => {
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.base}/client`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.admin.token}`, 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: answer.status, answer: await answer.json() };
  };
  const right = () => JSON.stringify(drafts.customer());

  test.each<[string, () => BodyInit]>([
    ['no JSON', () => 'nameEn=x'],
    ['half of it', () => right().slice(0, -1)],
    ['two of them', () => right() + right()],
    ['bytes that are no text', () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['a hundred thousand brackets', () => '['.repeat(100_000)],
    ['a prototype', () => right().replace('{', '{"__proto__":{"superAdmin":true},')],
    ['a prototype deep inside', () => right().replace('{', '{"remark":{"a":[{"__proto__":{}}]},')],
    ['a constructor', () => right().replace('{', '{"constructor":{"prototype":{"x":1}},')],
    ['a field that is not its own', () => right().replace('{', '{"version":7,')],
    ['who made it', () => right().replace('{', '{"createdBy":1,')],
    ['NaN', () => right().replace('"paymentTermDays":30', '"paymentTermDays":NaN')],
    ['a number beyond all numbers', () => right().replace('"paymentTermDays":30', '"paymentTermDays":1e999')],
    ['a NUL in a text', () => right().replace('Tess Ter', 'Tess\\u0000Ter')],
  ])('is refused when it is of %s', async (_, body) => {
    const before = api.count('select count(*) from customer');
    const { status, answer } = await send(body());
    expect(status).toBe(400);
    expect(answer).toMatchObject({ ret: false, msg: expect.stringMatching(/.+/) });
    expect(api.count('select count(*) from customer')).toBe(before);
    expect(({} as { superAdmin?: boolean }).superAdmin).toBeUndefined();
  });

  test('is accepted up to its limit, with or without a declared length', async () => {
    const large = (size: number) => `{"remark":"${'x'.repeat(size)}"}`;
    expect((await send(large(MAX_CALL - 100))).status).toBe(400);
    expect((await send(large(MAX_CALL))).status).toBe(413);
    const pieces = new ReadableStream({
      start(controller) {
        for (let n = 0; n < 20; n += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
        controller.close();
      },
    });
    const init = {
      method: 'POST',
      body: pieces,
      duplex: 'half',
      headers: { authorization: `Bearer ${api.admin.token}` },
    };
    expect((await fetch(`${api.base}/client`, init as RequestInit)).status).toBe(413);
  });

  test('uses the last of duplicate keys, as JSON does', async () => {
    const { status, answer } = await send(
      right().replace('"nameEn":"Test Customer"', '"nameEn":"One","nameEn":"Two"'),
    );
    expect({ status, name: answer.data?.nameEn }).toEqual({ status: 200, name: 'Two' });
  });
});

test('reveals nothing of the program’s internals in a failure', async () => {
  api.db.exec(
    "create trigger failing before insert on customer begin select raise(abort, 'secret of the inside'); end",
  );
  const refused = await api.refused('customer.create', { body: drafts.customer() });
  api.db.exec('drop trigger failing');
  expect(refused).toMatchObject({ status: 500, code: 'INTERNAL' });
  expect(JSON.stringify(refused)).not.toMatch(/secret of the inside|sqlite|at \w+ \(/i);
  expect(api.takeReports().join()).toContain('secret of the inside');
});
