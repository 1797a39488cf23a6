import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { agents, client as sender } from '../../../main/transport/client';
import { certificates } from '../../support/certificates';
import {
  type Client,
  callOf,
  clientOf,
  createCall,
  editCall,
  errorOf,
  exportCall,
  listCall,
  NO_ROWS,
  outcomeOf,
  TOKEN,
} from '../../support/client';
import { answer, FakeServer, failure, inTurn, raw } from '../../support/fakeServer';

let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = await FakeServer.start(answer(NO_ROWS));
  client = clientOf(server.base);
});
afterEach(() => server.stop());

describe('every call', () => {
  test('sends the present language and the token', async () => {
    for (const language of ['en', 'cn'] as const) {
      client.language = language;
      await client.transport.json(listCall());
    }
    await client.transport.json(editCall());
    expect(server.heard.map(({ headers }) => headers.language)).toEqual(['en', 'cn', 'cn']);
    expect(server.heard.every(({ headers }) => headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
  });

  test('sends no token before the sign-in', async () => {
    client.token = null;
    await client.transport.json(callOf('session.captcha'));
    expect(server.heard[0]?.headers).not.toHaveProperty('authorization');
  });

  test('goes to the path of the contract, with its query and body', async () => {
    await client.transport.json(
      callOf('airport.list', { query: { page: 2, type: ['origin', 'both'], keyword: 'a&b=c' } }),
    );
    await client.transport.json(editCall());
    const [list, edit] = server.heard;
    expect(list).toMatchObject({
      method: 'GET',
      url: '/admin/config/airport?page=2&type=origin%2Cboth&keyword=a%26b%3Dc',
    });
    expect(edit).toMatchObject({ method: 'PUT', url: '/admin/config/airport/7' });
    expect(edit?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(edit?.body))).toEqual({ version: 1, nameEn: 'Schiphol' });
  });

  test('stays below the base address when that has a path', async () => {
    client.target = { ...client.target, base: `${server.base}/deep/er` };
    await client.transport.json(listCall());
    expect(server.heard[0]?.url).toMatch(/^\/admin\/deep\/er\/config\/airport\?/);
  });
});

describe('the session token', () => {
  test('is never sent to another server, even when the user switches during a retry', async () => {
    const other = await FakeServer.start(answer(NO_ROWS));
    server.script = (heard, response, nth) => {
      client.target = { environment: 'other', name: 'Other', base: other.base, strict: false };
      raw(503, {}, '')(heard, response, nth);
    };
    expect(await outcomeOf(client.transport.json(listCall()))).toBe('CANCELLED');
    expect(other.heard).toHaveLength(0);
    await client.transport.json(listCall());
    expect(other.heard[0]?.headers).not.toHaveProperty('authorization');
    await other.stop();
  });

  async function followsNone(status: number): Promise<void> {
    const other = await FakeServer.start(answer(NO_ROWS));
    try {
      const places = [
        `${other.base}/login`,
        '/admin/elsewhere',
        `http://localhost:${other.port}/`,
        'file:///etc/passwd',
        '//evil.example/',
      ];
      for (const location of places) {
        for (const call of [listCall(), editCall(), createCall()]) {
          server.script = raw(status, { location }, '');
          expect(await outcomeOf(client.transport.json(call))).toBe('REDIRECT_REFUSED');
        }
        expect(await outcomeOf(client.transport.blob(exportCall()))).toBe('REDIRECT_REFUSED');
      }
      expect(other.heard).toHaveLength(0);
      expect(server.heard).toHaveLength(places.length * 4);
    } finally {
      await other.stop();
    }
  }
  const statuses = [301, 302, 303, 307, 308];
  test.each(statuses)('does not follow a redirect (%i), within the server or away', followsNone);

  test.each(statuses)('would be noticed if it followed a redirect (%i)', async (status) => {
    sender.defaults.maxRedirects = 5;
    onTestFinished(() => {
      sender.defaults.maxRedirects = 0;
    });
    await expect(followsNone(status)).rejects.toThrow("expected 'ok' to be 'REDIRECT_REFUSED'");
  });
});

describe('a session unknown to the server', () => {
  test('is reported with the refused token', async () => {
    server.script = failure(401, 'Your session has ended', { code: 'SESSION_ENDED' });
    expect(await errorOf(client.transport.json(listCall()))).toMatchObject({
      code: 'SESSION_ENDED',
      status: 401,
    });
    expect(await outcomeOf(client.transport.blob(exportCall()))).toBe('SESSION_ENDED');
    server.script = raw(401, { 'content-type': 'text/html' }, '<h1>401</h1>');
    expect(await errorOf(client.transport.json(editCall()))).toMatchObject({
      code: 'REQUEST_ERROR',
      status: 401,
    });
    expect(client.refused).toEqual([TOKEN, TOKEN, TOKEN]);
  });

  test('is not reported for a wrong password or a late sign-out', async () => {
    server.script = failure(401, 'Wrong user name or password', { code: 'LOGIN_FAILED' });
    const body = { username: 'a', password: 'b', captchaId: 'c', captcha: 'd' };
    expect(await outcomeOf(client.transport.json(callOf('session.login', { body })))).toBe('LOGIN_FAILED');
    expect(await outcomeOf(client.transport.json(callOf('session.logout')))).toBe('LOGIN_FAILED');
    expect(client.refused).toEqual([]);
  });

  test('is not reported for a call without token', async () => {
    client.token = null;
    server.script = failure(401, 'please log in before operating', { code: 'LOGIN_FIRST' });
    await errorOf(client.transport.json(listCall()));
    expect(client.refused).toEqual([]);
  });
});

describe('a path parameter', () => {
  const hostile = [
    '..',
    '.',
    '',
    '../admins',
    '..\\admins',
    'a/b',
    '/',
    '\\',
    '//host',
    'a\0b',
    'a\r\nX-Admin: 1',
    '\t',
    '\u0085',
    '1/../../admins',
    './',
    '.\\',
  ];
  test.each(hostile)('is refused when it climbs or ends a line: %j', async (attachmentId) => {
    const call = callOf('attachment.download', { params: { attachmentId } });
    expect(await outcomeOf(client.transport.blob(call))).toBe('CALL_INVALID');
    expect(server.heard).toHaveLength(0);
  });

  const odd = [
    '%2e%2e',
    '%252e',
    '..%2f',
    ';a=b',
    '?x=1',
    '#top',
    '%0d%0a',
    '．．',
    '…',
    'a b',
    '@host',
    'ß',
    '🛫',
    'x'.repeat(5000),
    '..;',
  ];
  test.each(odd)('stays one part of its path when it only looks odd: %j', async (attachmentId) => {
    server.script = raw(200, { 'content-type': 'application/pdf' }, 'x');
    const arriving = await client.transport.blob(callOf('attachment.download', { params: { attachmentId } }));
    arriving.stream.resume();
    const parts = server.heard[0]?.url.split('/') ?? [];
    expect(parts).toHaveLength(6);
    expect(parts.slice(0, 4)).toEqual(['', 'admin', 'bill-lading', 'attachments']);
    expect(decodeURIComponent(parts[4] ?? '')).toBe(attachmentId);
    expect(parts[5]).toBe('file');
  });
});

describe('a proxy', () => {
  /** Starts a proxy that records every byte that passes through it in clear text. */
  async function proxyServer(): Promise<{ port: number; seen: () => string; stop: () => void }> {
    let seen = '';
    const proxy = createServer((request, response) => {
      seen += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`;
      response.end(JSON.stringify({ ret: true, msg: '', data: NO_ROWS }));
    });
    proxy.on('connect', (request, socket: Socket) => {
      seen += `CONNECT ${request.url} ${JSON.stringify(request.headers)}\n`;
      const [host = '', port = ''] = String(request.url).split(':');
      const onward = net.connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.on('data', (bytes) => {
          seen += bytes.toString('latin1');
        });
        socket.pipe(onward).pipe(socket);
      });
      for (const side of [socket, onward]) side.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    return {
      port: (proxy.address() as AddressInfo).port,
      seen: () => seen,
      stop: () => {
        proxy.closeAllConnections();
        proxy.close();
      },
    };
  }
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  afterEach(() => {
    for (const name of names) delete process.env[name];
  });

  async function usesNone(): Promise<void> {
    const proxy = await proxyServer();
    onTestFinished(() => proxy.stop());
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    const socketPath = `/tmp/fc-test-${process.pid}-${Date.now()}.sock`;
    const embedded = await FakeServer.start(answer(NO_ROWS), { socketPath });
    onTestFinished(() => embedded.stop());
    const own = clientOf('http://embedded/admin', {
      socketPath,
      headers: { 'X-Freight-Secret': 'once' },
      strict: true,
    });
    await own.transport.json(listCall());
    await client.transport.json(listCall());
    expect(embedded.heard[0]).toMatchObject({ headers: { 'x-freight-secret': 'once' } });
    expect(server.heard).toHaveLength(1);
    expect(proxy.seen()).toBe('');
  }

  test('is never used from the environment, least of all for the socket', usesNone);

  test('would be noticed when used from the environment', async () => {
    sender.defaults.proxy = undefined as never;
    onTestFinished(() => {
      sender.defaults.proxy = false;
    });
    await expect(usesNone()).rejects.toThrow('to have a length of 1');
  });

  test('is asked for a tunnel when the system names it, and cannot read its contents', async () => {
    const proxy = await proxyServer();
    const secure = await FakeServer.start(answer(NO_ROWS), { tls: certificates.inOrder });
    agents.https.options.ca = certificates.inOrder.cert;
    const own = clientOf(secure.base, { proxy: { protocol: 'http', host: '127.0.0.1', port: proxy.port } });
    expect(await outcomeOf(own.transport.json(listCall()))).toBe('ok');
    expect(secure.heard[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(proxy.seen()).toContain(`CONNECT 127.0.0.1:${secure.port}`);
    expect(proxy.seen()).not.toMatch(/Bearer|airport|Language/i);
    delete agents.https.options.ca;
    const strange = clientOf(secure.base, {
      proxy: { protocol: 'http', host: 'localhost', port: proxy.port },
    });
    expect(await outcomeOf(strange.transport.json(listCall()))).toBe('TLS_FAILED');
    expect(secure.heard).toHaveLength(1);
    proxy.stop();
    await secure.stop();
  });
});

describe('a server certificate', () => {
  afterEach(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    delete agents.https.options.ca;
  });
  const call = async (
    tls: ConstructorParameters<typeof Object>[0] & (typeof certificates)['inOrder'],
    trusted = false,
  ) => {
    const secure = await FakeServer.start(answer(NO_ROWS), { tls });
    if (trusted) agents.https.options.ca = tls.cert;
    const outcome = await outcomeOf(clientOf(secure.base).transport.json(listCall()));
    const heard = secure.heard.length;
    await secure.stop();
    return { outcome, heard };
  };

  test('is accepted when trusted and valid', async () => {
    expect(await call(certificates.inOrder, true)).toEqual({ outcome: 'ok', heard: 1 });
  });

  test.each([
    ['signed by itself', certificates.inOrder, false],
    ['out of date', certificates.expired, true],
    ['of another host', certificates.otherHost, true],
  ] as const)(
    'is refused before a byte is sent, whatever the environment says: %s',
    async (_what, tls, trusted) => {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      expect(await call(tls, trusted)).toEqual({ outcome: 'TLS_FAILED', heard: 0 });
    },
  );

  test('would be noticed if it was not checked', async () => {
    agents.https.options.rejectUnauthorized = false;
    onTestFinished(() => {
      agents.https.options.rejectUnauthorized = true;
    });
    for (const tls of [certificates.inOrder, certificates.expired, certificates.otherHost])
      expect(await call(tls)).toEqual({ outcome: 'ok', heard: 1 });
  });

  test('does not help a server that speaks only an old TLS', async () => {
    const old = { ...certificates.inOrder, minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.1' as const };
    expect(await call(old, true)).toEqual({ outcome: 'TLS_FAILED', heard: 0 });
  });

  test('is missed when http answers instead', async () => {
    const own = clientOf(server.base.replace('http:', 'https:'));
    expect(await outcomeOf(own.transport.json(listCall()))).toBe('TLS_FAILED');
    expect(server.heard).toHaveLength(0);
  });
});

describe('an unreachable server', () => {
  test('is reported in the words of its kind', async () => {
    const { port } = server;
    await server.stop();
    expect(await errorOf(client.transport.json(editCall()))).toMatchObject({ code: 'NO_CONNECTION' });
    const unknown = clientOf('https://no-such-server.invalid/admin');
    expect(await outcomeOf(unknown.transport.json(editCall()))).toBe('SERVER_UNKNOWN');
    const down = clientOf('http://embedded/admin', { socketPath: '/tmp/fc-no-such.sock' });
    expect(await outcomeOf(down.transport.json(editCall()))).toBe('BACKEND_DOWN');
    expect(port).toBeGreaterThan(0);
    server = await FakeServer.start(inTurn(answer(null)));
  });
});
