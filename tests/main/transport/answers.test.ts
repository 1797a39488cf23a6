import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Client,
  callOf,
  clientOf,
  editCall,
  errorOf,
  listCall,
  NO_ROWS,
  outcomeOf,
} from '../../support/client';
import { answer, FakeServer, failure, raw, rawServer, type Script, zeros } from '../../support/fakeServer';

let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = await FakeServer.start();
  client = clientOf(server.base, {}, { request: 5000 });
});
afterEach(() => server.stop());

const json = { 'content-type': 'application/json' };
const list = async (script: Script) => {
  server.script = script;
  return client.transport.json(listCall());
};

describe('an answer', () => {
  test('of a foreign server is read as far as it keeps to the contract', async () => {
    const text = await list(
      answer({ ...NO_ROWS, list: [{ id: 3, airportCode: 'AMS', surprise: 1 }], extra: true }),
    );
    const { data } = JSON.parse(text);
    expect(data.list[0]).toMatchObject({ id: 3, airportCode: 'AMS', nameEn: '' });
    expect(JSON.stringify(data)).not.toMatch(/surprise|extra/);
    expect(client.reports.some((line) => line.includes('nameEn'))).toBe(true);
  });

  test('of the embedded API that breaks the contract is refused', async () => {
    client.target = { ...client.target, strict: true };
    expect(await outcomeOf(list(answer({ list: 'none' })))).toBe('ANSWER_INVALID');
    expect(client.reports.join()).toContain('outside its contract');
  });

  test('that is a gateway’s page is never taken for data', async () => {
    for (const page of [
      '<!doctype html><h1>Sign in to the hotel</h1>',
      'OK',
      '',
      'null',
      '[]',
      '"ret"',
      '42',
      'NaN',
    ])
      expect(await outcomeOf(list(raw(200, { 'content-type': 'text/html' }, page)))).toBe('ANSWER_INVALID');
  });

  test('without a true or false ret is no envelope', async () => {
    for (const body of [
      '{}',
      '{"ret":1}',
      '{"ret":"true","data":{}}',
      '{"data":{"list":[]}}',
      '{"ret":null}',
    ])
      expect(await outcomeOf(list(raw(200, json, body)))).toBe('ANSWER_INVALID');
  });

  test('that is cut, doubled or not JSON is refused', async () => {
    const whole = JSON.stringify({ ret: true, msg: '', data: NO_ROWS });
    const broken = [
      whole.slice(0, -1),
      whole + whole,
      `${whole}x`,
      whole.replace(':', ''),
      "{'ret':true}",
      '{"ret":true,}',
    ];
    for (const body of broken) expect(await outcomeOf(list(raw(200, json, body)))).toBe('ANSWER_INVALID');
  });

  test('with a byte order mark is the same answer', async () => {
    const body = `\ufeff${JSON.stringify({ ret: true, msg: '', data: NO_ROWS })}`;
    expect(JSON.parse(await list(raw(200, json, body))).data).toEqual(NO_ROWS);
  });

  test('with keys given twice counts the last, within the contract', async () => {
    const body = `{"ret":true,"ret":false,"msg":"no","data":{"code":"IN_USE"}}`;
    expect(await outcomeOf(list(raw(200, json, body)))).toBe('IN_USE');
  });

  test('cannot reach the prototype of anything', async () => {
    const evil =
      '{"ret":true,"__proto__":{"isSuper":true},"data":{"list":[],"total":0,"totalCapped":false,"next":null,"__proto__":{"isSuper":true},"constructor":{"prototype":{"isSuper":true}}}}';
    const { data } = JSON.parse(await list(raw(200, json, evil)));
    expect(({} as { isSuper?: boolean }).isSuper).toBeUndefined();
    expect(data.isSuper).toBeUndefined();
    expect(Object.keys(data).sort()).toEqual(Object.keys(NO_ROWS).sort());
  });

  test('nested five megabytes deep ends in an error and not in a crash', async () => {
    const deep = `{"ret":true,"data":${'['.repeat(2_500_000)}${']'.repeat(2_500_000)}}`;
    expect(await outcomeOf(list(raw(200, json, deep)))).toMatch(/^(ok|ANSWER_INVALID)$/);
    const current = `{"ret":false,"msg":"","data":{"code":"STALE_DATA","current":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(await outcomeOf(list(raw(409, json, current)))).toBe('STALE_DATA');
  });

  test('compressed as it says is read; damaged compression is named', async () => {
    const body = Buffer.from(JSON.stringify({ ret: true, msg: '', data: NO_ROWS }));
    const zipped = gzipSync(body);
    expect(await outcomeOf(list(raw(200, { ...json, 'content-encoding': 'gzip' }, zipped)))).toBe('ok');
    expect(
      await outcomeOf(list(raw(200, { ...json, 'content-encoding': 'br' }, brotliCompressSync(body)))),
    ).toBe('ok');
    const badSum = Buffer.from(zipped);
    badSum[badSum.length - 8] = (badSum[badSum.length - 8] ?? 0) ^ 0xff;
    for (const bytes of [badSum, zipped.subarray(0, zipped.length / 2), body])
      expect(await outcomeOf(list(raw(200, { ...json, 'content-encoding': 'gzip' }, bytes)))).toBe(
        'ANSWER_INVALID',
      );
  });

  test.each(['gzip', 'br'])(
    'that unpacks without end (%s) is cut at the limit, without eating memory',
    async (coding) => {
      const bomb =
        coding === 'gzip'
          ? zeros(200)
          : brotliCompressSync(Buffer.alloc(200 * 1024 * 1024), { params: { 1: 5 } });
      expect(bomb.length).toBeLessThan(1024 * 1024);
      const before = process.memoryUsage.rss();
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
      }, 5);
      const error = await errorOf(list(raw(200, { ...json, 'content-encoding': coding }, bomb)));
      clearInterval(watch);
      expect(error.code).toBe('ANSWER_TOO_LARGE');
      expect(error.message).toContain('32 MB');
      expect((peak - before) / 1024 / 1024).toBeLessThan(100);
    },
  );

  test('longer than the limit is cut, whether its length is announced or not', async () => {
    client = clientOf(server.base, {}, { json: 1000 });
    expect(await outcomeOf(list(answer({ ...NO_ROWS, next: 'x'.repeat(2000) })))).toBe('ANSWER_TOO_LARGE');
    const chunks: Script = (_heard, response) => {
      response.writeHead(200, json);
      for (let n = 0; n < 50; n += 1) response.write('x'.repeat(100));
      response.end();
    };
    expect(await outcomeOf(list(chunks))).toBe('ANSWER_TOO_LARGE');
  });
});

describe('a failure', () => {
  test('shows what the server says, whatever the status', async () => {
    for (const status of [200, 400, 403, 404, 409, 422, 500, 507]) {
      const error = await errorOf(list(failure(status, 'Nothing will come of nothing')));
      expect(error.message).toBe('Nothing will come of nothing');
      expect(error.status).toBe(status === 200 ? 400 : status);
    }
  });

  test('reads "Request Error" where the server says nothing, in both languages', async () => {
    for (const msg of ['', '   ', null, 42, { text: 'x' }, ['x']])
      expect((await errorOf(list(failure(500, msg)))).message).toBe('Request Error');
    for (const body of ['', '<h1>502 Bad Gateway</h1>', '{"error":"x"}'])
      expect((await errorOf(list(raw(500, { 'content-type': 'text/html' }, body)))).message).toBe(
        'Request Error',
      );
    client.language = 'cn';
    const error = await errorOf(list(raw(404, {}, '')));
    expect(error.message).toMatch(/[\u4e00-\u9fff]/);
    expect(error).toMatchObject({ code: 'REQUEST_ERROR', status: 404 });
  });

  test('keeps a long message at 500 characters, and markup as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    expect((await errorOf(list(failure(400, markup)))).message).toBe(markup);
    expect((await errorOf(list(failure(400, 'a'.repeat(100_000))))).message).toHaveLength(500);
  });

  test('brings its code, the fields and the record as it is now', async () => {
    server.script = failure(409, 'Changed by another', {
      code: 'STALE_DATA',
      fields: { nameEn: 'Too long', nameCn: 7 },
      current: { id: 7, version: 4 },
      rows: [{ row: 2 }],
    });
    expect(await errorOf(client.transport.json(editCall()))).toEqual({
      code: 'STALE_DATA',
      message: 'Changed by another',
      status: 409,
      fields: { nameEn: 'Too long' },
      current: { id: 7, version: 4 },
      rows: [{ row: 2 }],
    });
  });

  test('of a success with a failing status is a failure all the same', async () => {
    expect(await outcomeOf(list(raw(500, json, '{"ret":true,"data":{}}')))).toBe('REQUEST_ERROR');
  });
});

describe('a server that does not speak HTTP', () => {
  const talk = async (bytes: string): Promise<string> => {
    const odd = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
    const own = clientOf(`http://127.0.0.1:${odd.port}/admin`, {}, { request: 5000 });
    const outcome = await outcomeOf(own.transport.json(callOf('session.captcha')));
    odd.stop();
    return outcome;
  };

  test('is told apart from one that cannot be reached', async () => {
    expect(await talk('SSH-2.0-OpenSSH_9.2\r\n')).toBe('ANSWER_INVALID');
    expect(await talk(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`)).toBe('ANSWER_INVALID');
    expect(await talk('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n')).toBe(
      'ANSWER_INVALID',
    );
    expect(await talk('')).toBe('NO_CONNECTION');
  });

  test('is understood when it speaks an old or wordy HTTP', async () => {
    const body = '{"ret":true,"msg":"","data":{"id":"c","image":"data:,"}}';
    expect(await talk(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`)).toBe('ok');
    const early = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20);
    expect(await talk(`${early}HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)).toBe('ok');
  });
});
