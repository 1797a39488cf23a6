import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveStream } from '../../../main/files/saveStream';
import { Calls } from '../../../main/transport/calls';
import {
  type Client,
  callOf,
  clientOf,
  errorOf,
  exportCall,
  outcomeOf,
  TOKEN,
  until,
  uploadCall,
} from '../../support/client';
import { answer, FakeServer, failure, raw, type Script, silence } from '../../support/fakeServer';
import { testFolder } from '../../support/folder';

const MB = 1024 * 1024;
let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = await FakeServer.start(answer(null));
  client = clientOf(server.base, {}, { request: 3000, idle: 1500 });
});
afterEach(() => server.stop());

function fileOf(size: number, name = 'papers.pdf'): string {
  const place = path.join(testFolder(), name);
  writeFileSync(place, Buffer.alloc(size, 'x'));
  return place;
}

describe('an upload', () => {
  test('sends the bytes of the file under its name, with the token, as one part', async () => {
    const file = fileOf(5000);
    await client.transport.json(uploadCall(file, 'Lieferschein "Müller" 签收.pdf'));
    const { method, url, headers, body } = server.heard[0] ?? expect.fail();
    expect({ method, url }).toEqual({ method: 'POST', url: '/admin/bill-lading/7/attachments?category=pod' });
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(Number(headers['content-length'])).toBe(body.length);
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData();
    expect([...form.keys()]).toEqual(['file']);
    const sent = form.get('file') as File;
    expect(sent.name).toBe('Lieferschein "Müller" 签收.pdf');
    expect(Buffer.from(await sent.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  });

  test.each(['a\r\nContent-Type: text/html\r\n\r\n<x>.pdf', 'a"; filename="evil.exe', 'x\n--boundary--.pdf'])(
    'with a name that tries to end its header stays one part: %j',
    async (name) => {
      await client.transport.json(uploadCall(fileOf(10), name));
      const { headers, body } = server.heard[0] ?? expect.fail();
      const [head = ''] = body.toString().split('\r\n\r\n');
      expect(head.split('\r\n')).toHaveLength(3);
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': String(headers['content-type']) },
      }).formData();
      expect([...form.keys()]).toEqual(['file']);
      expect(await (form.get('file') as File).text()).toBe('xxxxxxxxxx');
    },
  );

  test('tells how far it is, never backwards and never beyond the whole', async () => {
    const told: { done: number; total: number }[] = [];
    const calls = new Calls(({ done, total }) => told.push({ done, total }));
    await calls.run('u1', 'bytes', (signal, onProgress) =>
      client.transport.json(uploadCall(fileOf(9 * MB), 'p.pdf', { signal, onProgress })),
    );
    expect(told.length).toBeGreaterThan(0);
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b));
    expect(told.every(({ done, total }) => done <= total)).toBe(true);
    expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
    expect(told.at(-1)?.total).toBeGreaterThan(9 * MB);
  });

  test('is cancelled at once and the server keeps no whole file', async () => {
    server.script = silence;
    const calls = new Calls(() => undefined);
    const done = outcomeOf(
      calls.run('u1', 'bytes', (signal) =>
        client.transport.json(uploadCall(fileOf(9 * MB), 'p.pdf', { signal })),
      ),
    );
    await until(() => server.heard.length === 1);
    calls.cancel('u1');
    expect(await done).toMatch(/^CANCELLED/);
    await until(() => server.sockets.size === 0);
  });

  test('may take longer than a call as long as bytes go, and is ended when the server stops reading', async () => {
    client = clientOf(server.base, {}, { request: 60_000, idle: 1000 });
    server = await FakeServer.start(silence, { early: true });
    client.target = { ...client.target, base: server.base };
    const begun = performance.now();
    const done = errorOf(client.transport.json(uploadCall(fileOf(30 * MB), 'p.pdf')));
    await until(() => server.sockets.size === 1);
    for (const socket of server.sockets) socket.pause();
    const stop = setInterval(() => {
      for (const socket of server.sockets) socket.pause();
    }, 1);
    expect(await done).toMatchObject({ code: 'STALLED', unknownResult: true });
    clearInterval(stop);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('of a file that changes, shrinks or goes away meanwhile says so and leaves no record', async () => {
    const changes: ((file: string) => void)[] = [
      (file) => appendFileSync(file, 'more'),
      (file) => writeFileSync(file, 'other'),
      (file) => rmSync(file),
      (file) => {
        rmSync(file);
        symlinkSync('/dev/zero', file);
      },
    ];
    for (const change of changes) {
      const file = fileOf(30 * MB);
      let changed = false;
      server.heard.length = 0;
      const onProgress = () => {
        if (!changed) change(file);
        changed = true;
      };
      expect(await errorOf(client.transport.json(uploadCall(file, 'p.pdf', { onProgress })))).toMatchObject({
        code: 'FILE_CHANGED',
      });
      await until(() => server.sockets.size === 0);
      expect(server.heard.filter(({ whole }) => whole)).toEqual([]);
    }
  });

  test('of a file that is not there sends nothing', async () => {
    expect(await outcomeOf(client.transport.json(uploadCall('/no/such/file.pdf', 'p.pdf')))).toBe(
      'FILE_CHANGED',
    );
    expect(server.heard).toHaveLength(0);
  });

  test('that meets a 401 half-way ends the session once and sends no more', async () => {
    server = await FakeServer.start(failure(401, 'ended', { code: 'SESSION_ENDED' }), { early: true });
    client.target = { ...client.target, base: server.base };
    expect(await outcomeOf(client.transport.json(uploadCall(fileOf(20 * MB), 'p.pdf')))).toMatch(
      /^(SESSION_ENDED|RESULT_UNKNOWN\?)$/,
    );
    expect(client.refused.length).toBeLessThanOrEqual(1);
    expect(server.heard).toHaveLength(1);
  });
});

describe('a download', () => {
  const save = async (script: Script, name = 'list.csv', call = exportCall()) => {
    server.script = script;
    const folder = testFolder();
    const place = path.join(folder, name);
    writeFileSync(place, 'what stood there before');
    const outcome = await outcomeOf(
      (async () => {
        const arriving = await client.transport.blob(call);
        await saveStream(arriving, place).catch((error) => Promise.reject(arriving.failure(error)));
      })(),
    );
    return { outcome, left: readdirSync(folder), text: readFileSync(place, 'latin1') };
  };
  const csv = { 'content-type': 'text/csv' };
  const before = { left: ['list.csv'], text: 'what stood there before' };

  test('arrives whole from its first byte, in one piece or many', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},row\r\n`);
    expect(await save(raw(200, csv, rows.join('')))).toMatchObject({ outcome: 'ok', text: rows.join('') });
    const pieces: Script = (_heard, response) => {
      response.writeHead(200, csv);
      for (const row of rows) response.write(row);
      response.end();
    };
    expect(await save(pieces)).toMatchObject({ outcome: 'ok', text: rows.join(''), left: ['list.csv'] });
    const first: Script = (_heard, response) => {
      response.writeHead(200, csv);
      response.write('first,');
      setTimeout(() => response.end('last'), 100);
    };
    expect(await save(first)).toMatchObject({ outcome: 'ok', text: 'first,last' });
  });

  test('of nothing is an empty file, not a failure', async () => {
    expect(await save(raw(200, { ...csv, 'content-length': '0' }, ''))).toMatchObject({
      outcome: 'ok',
      text: '',
    });
  });

  test('that ends early leaves what stood there, and nothing beside it', async () => {
    const short: Script = (_heard, response) => {
      response.writeHead(200, { ...csv, 'content-length': '1000' });
      response.write('half', () => response.destroy());
    };
    const cut: Script = (_heard, response) => {
      response.writeHead(200, csv);
      response.write('half', () => response.destroy());
    };
    for (const script of [short, cut]) {
      const { outcome, ...rest } = await save(script);
      expect(outcome).toMatch(/^(NO_CONNECTION|ANSWER_INVALID)$/);
      expect(rest).toEqual(before);
    }
  });

  test('that is really a refusal shows its message and makes no file', async () => {
    const refusal = failure(200, 'Nothing matches', { code: 'NOT_FOUND' });
    expect(await save(refusal)).toEqual({ outcome: 'NOT_FOUND', ...before });
    expect(await save(answer(null))).toEqual({ outcome: 'ANSWER_INVALID', ...before });
    expect(await save(raw(403, { 'content-type': 'text/html' }, '<h1>403'))).toEqual({
      outcome: 'REQUEST_ERROR',
      ...before,
    });
    const halfRefusal: Script = (_heard, response) => {
      response.writeHead(500, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"ret":', () => response.destroy());
    };
    expect((await save(halfRefusal)).outcome).toMatch(/^(NO_CONNECTION|ANSWER_INVALID|REQUEST_ERROR)$/);
  });

  test('asks for the bytes as they are, and takes none that are packed all the same', async () => {
    const packed = raw(200, { ...csv, 'content-encoding': 'gzip' }, gzipSync('a,b\r\n'));
    expect(await save(packed)).toEqual({ outcome: 'ANSWER_INVALID', ...before });
    expect(server.heard.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  test('that never ends is cut at its limit', async () => {
    client = clientOf(server.base, {}, { blob: MB });
    const endless: Script = (_heard, response) => {
      response.writeHead(200, csv);
      const block = Buffer.alloc(64 * 1024, 'x');
      const push = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', push);
      };
      push();
    };
    expect(await save(endless)).toEqual({ outcome: 'ANSWER_TOO_LARGE', ...before });
    await until(() => server.sockets.size === 0);
  });

  test('is cancelled half-way without a trace', async () => {
    const cancel = new AbortController();
    const slow: Script = (_heard, response) => {
      response.writeHead(200, csv);
      response.write('half');
      setTimeout(() => cancel.abort(), 50);
    };
    const { outcome, ...rest } = await save(slow, 'list.csv', exportCall({ signal: cancel.signal }));
    expect(outcome).toBe('CANCELLED');
    expect(rest).toEqual(before);
  });

  test('of a picture of a person may be asked for twice at once', async () => {
    server.script = raw(200, { 'content-type': 'image/png' }, Buffer.alloc(200_000, 7));
    const sizes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { stream } = await client.transport.blob(callOf('session.file', { params: { fileId: 'f' } }));
        let size = 0;
        for await (const part of stream) size += (part as Buffer).length;
        return size;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set([200_000]));
  });

  test('gives its name without any folder, quoted or encoded', async () => {
    const names: [string, string | null][] = [
      ['attachment; filename="list.csv"', 'list.csv'],
      ['attachment; filename=../../etc/passwd', 'passwd'],
      ['attachment; filename="a.csv"; filename*=UTF-8\'\'%E6%B8%85%E5%8D%95.csv', '清单.csv'],
      ["attachment; filename*=UTF-8''..%5C..%5Cevil.exe", 'evil.exe'],
      ["attachment; filename*=UTF-8''%zz", null],
      ['inline', null],
    ];
    for (const [header, name] of names) {
      server.script = raw(200, { ...csv, 'content-disposition': header }, 'x');
      const arriving = await client.transport.blob(exportCall());
      arriving.stream.resume();
      expect(arriving.name).toBe(name);
    }
  });
});

test('a thousand calls leave no connection behind that is not kept on purpose', async () => {
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(client.transport.json(callOf('session.captcha')))),
    );
  expect(server.heard).toHaveLength(1000);
  expect(server.sockets.size).toBeLessThanOrEqual(12);
  expect(statSync('/proc/self/fd').isDirectory()).toBe(true);
});
