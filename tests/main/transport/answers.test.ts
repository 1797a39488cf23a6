import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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
import { answer, FakeServer, failure, raw, rawServer, type Script } from '../../support/fakeServer';
import { sends, takes } from '../../support/planted';

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

/** Bodies that are not valid responses, by kind. */
const html = { 'content-type': 'text/html' };
const whole = JSON.stringify({ ret: true, msg: '', data: NO_ROWS });
const NO_ANSWERS = {
  'a gateway’s page': [
    html,
    ['<!doctype html><h1>Sign in to the hotel</h1>', 'OK', '', 'null', '[]', '"ret"', '42', 'NaN'],
  ],
  'without a true or false ret': [
    json,
    ['{}', '{"ret":1}', '{"ret":"true","data":{}}', '{"data":{"list":[]}}', '{"ret":null}'],
  ],
  'cut, doubled or not JSON': [
    json,
    [whole.slice(0, -1), whole + whole, `${whole}x`, whole.replace(':', ''), "{'ret':true}", '{"ret":true,}'],
  ],
} as const;
const NONE = (Object.keys(NO_ANSWERS) as (keyof typeof NO_ANSWERS)[]).flatMap((what) =>
  NO_ANSWERS[what][1].map((body) => [what, body] as const),
);
async function noAnswer(what: keyof typeof NO_ANSWERS, body: string): Promise<void> {
  expect(await outcomeOf(list(raw(200, NO_ANSWERS[what][0], body)))).toBe('ANSWER_INVALID');
}

async function breaksContract(): Promise<void> {
  client.target = { ...client.target, strict: true };
  for (const broken of ['none', [{ id: 'none' }]])
    expect(await outcomeOf(list(answer({ ...NO_ROWS, list: broken })))).toBe('ANSWER_INVALID');
  expect(client.reports.join()).toContain('outside its contract');
}

const FOREIGN = { ...NO_ROWS, list: [{ id: 3, airportCode: 'AMS', surprise: 1 }], extra: true };
function keepsToContract(text: string): void {
  const { data } = JSON.parse(text);
  expect(JSON.stringify(data)).not.toMatch(/surprise|extra/);
  expect(data.list[0]).toMatchObject({ id: 3, airportCode: 'AMS', nameEn: '' });
}

const EVIL =
  '{"ret":true,"__proto__":{"isSuper":true},"data":{"list":[],"total":0,"totalCapped":false,"next":null,"__proto__":{"isSuper":true},"constructor":{"prototype":{"isSuper":true}}}}';
function leavesPrototypes(text: string): void {
  const { data } = JSON.parse(text);
  expect(({} as { isSuper?: boolean }).isSuper, 'of everything').toBeUndefined();
  expect(data.isSuper).toBeUndefined();
  expect(Object.keys(data).sort(), 'own fields').toEqual(Object.keys(NO_ROWS).sort());
}

const zipped = gzipSync(whole);
const badSum = Buffer.from(zipped);
badSum[badSum.length - 8] = (badSum[badSum.length - 8] ?? 0) ^ 0xff;
/** Expects the result of a body with a content encoding. */
async function packed(coding: string, bytes: Buffer, end: string): Promise<void> {
  expect(await outcomeOf(list(raw(200, { ...json, 'content-encoding': coding }, bytes)))).toBe(end);
}
const DAMAGED = {
  'a wrong sum': badSum,
  half: zipped.subarray(0, zipped.length / 2),
  'not packed': Buffer.from(whole),
};

const MB = 1024 * 1024;
const BOMBS = {
  gzip: () => createGzip({ level: 9 }),
  br: () => createBrotliCompress({ params: { 1: 5 } }),
};
/** Compressed block by block: memory freed after making it would hide the memory that decompression takes. */
const bombOf = (coding: keyof typeof BOMBS): Promise<Buffer> =>
  buffer(Readable.from(Array(200).fill(Buffer.alloc(MB))).pipe(BOMBS[coding]()));
async function cutBomb(coding: keyof typeof BOMBS): Promise<void> {
  const bomb = await bombOf(coding);
  expect(bomb.length).toBeLessThan(MB);
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const watch = setInterval(look, 5);
  const error = await errorOf(list(raw(200, { ...json, 'content-encoding': coding }, bomb)));
  clearInterval(watch);
  // On a busy machine the timer may not run while the response is unpacked.
  look();
  expect((peak - before) / MB, 'its memory').toBeLessThan(100);
  expect(error.code, 'its end').toBe('ANSWER_TOO_LARGE');
  expect(error.message).toContain('32 MB');
}

const TOO_LONG: Readonly<Record<string, Script>> = {
  announced: answer({ ...NO_ROWS, next: 'x'.repeat(2000) }),
  'not announced': (_heard, response) => {
    response.writeHead(200, json);
    for (let n = 0; n < 50; n += 1) response.write('x'.repeat(100));
    response.end();
  },
};
async function cutLong(length: string): Promise<void> {
  client = clientOf(server.base, {}, { json: 1000 });
  expect(await outcomeOf(list(TOO_LONG[length] ?? expect.fail())), 'its end').toBe('ANSWER_TOO_LARGE');
}

describe('a response', () => {
  test('is read as far as it follows the contract when another vendor sends it', async () => {
    keepsToContract(await list(answer(FOREIGN)));
    expect(client.reports.some((line) => line.includes('nameEn'))).toBe(true);
  });

  test('is refused when it breaks the contract of the embedded API', breaksContract);
  test('is passed on unread when large from the embedded API, and read from another server', async () => {
    const large = { ...NO_ROWS, surprise: '荷兰'.repeat(20_000) };
    const text = JSON.stringify({ ret: true, msg: '', data: large });
    expect(await list(answer(large))).not.toContain('surprise');
    client.target = { ...client.target, strict: true };
    expect(await list(answer(large))).toBe(text);
    expect(await client.transport.envelope(listCall())).toEqual(Buffer.from(text));
    for (const other of [failure(400, text), raw(200, html, `<p>${text}</p>`), raw(500, json, text)])
      expect(await outcomeOf(list(other))).not.toBe('ok');
  });
  test.each(NONE)('is never used as data when it is %s: %s', noAnswer);

  test('is the same with a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify({ ret: true, msg: '', data: NO_ROWS })}`;
    expect(JSON.parse(await list(raw(200, json, body))).data).toEqual(NO_ROWS);
  });

  test('uses the last of duplicate keys, within the contract', async () => {
    const body = `{"ret":true,"ret":false,"msg":"no","data":{"code":"IN_USE"}}`;
    expect(await outcomeOf(list(raw(200, json, body)))).toBe('IN_USE');
  });

  test('cannot reach the prototype of anything', async () => {
    leavesPrototypes(await list(raw(200, json, EVIL)));
  });

  test('nested five megabytes deep causes an error, not a crash', async () => {
    const deep = `{"ret":true,"data":${'['.repeat(2_500_000)}${']'.repeat(2_500_000)}}`;
    expect(await outcomeOf(list(raw(200, json, deep)))).toMatch(/^(ok|ANSWER_INVALID)$/);
    const current = `{"ret":false,"msg":"","data":{"code":"STALE_DATA","current":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(await outcomeOf(list(raw(409, json, current)))).toBe('STALE_DATA');
  });

  test.each([
    ['gzip', zipped],
    ['br', brotliCompressSync(whole)],
  ])('is read when compressed as declared (%s)', (coding, bytes) => packed(coding, bytes, 'ok'));
  test.each(Object.entries(DAMAGED))('is refused when its compression is damaged (%s)', (_how, bytes) =>
    packed('gzip', bytes, 'ANSWER_INVALID'),
  );
  test.each(['gzip', 'br'] as const)(
    'is cut at the limit without using memory when it unpacks without end (%s)',
    cutBomb,
  );
  test.each(Object.keys(TOO_LONG))('is cut above the limit, with its length %s', cutLong);
});

const STATUSES = [200, 400, 403, 404, 409, 422, 500, 507];
async function showsItsMessage(status: number): Promise<void> {
  const error = await errorOf(list(failure(status, 'Nothing will come of nothing')));
  expect(error.message, 'what is said').toBe('Nothing will come of nothing');
  expect(error.status).toBe(status === 200 ? 400 : status);
}

async function bringsAll(): Promise<void> {
  server.script = failure(409, 'Changed by another', {
    code: 'STALE_DATA',
    fields: { nameEn: 'Too long', nameCn: 7 },
    current: { id: 7, version: 4 },
    rows: [{ row: 2 }],
  });
  expect(await errorOf(client.transport.json(editCall())), 'all of it').toEqual({
    code: 'STALE_DATA',
    message: 'Changed by another',
    status: 409,
    fields: { nameEn: 'Too long' },
    current: { id: 7, version: 4 },
    rows: [{ row: 2 }],
  });
}

async function failsAllTheSame(): Promise<void> {
  expect(await outcomeOf(list(raw(500, json, '{"ret":true,"data":{}}'))), 'its end').toBe('REQUEST_ERROR');
}

const MARKUP = '<img src=x onerror=alert(1)>';
function keepsShort(markup: string, long: string): void {
  expect(markup, 'markup').toBe(MARKUP);
  expect(long, 'its length').toHaveLength(500);
}

describe('a failed response', () => {
  test.each(STATUSES)('shows the message of the server for status %i', showsItsMessage);

  test('shows "Request Error" without a message, in both languages', async () => {
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

  test('cuts a long message at 500 characters, and keeps markup as text', async () => {
    const { message: markup } = await errorOf(list(failure(400, MARKUP)));
    keepsShort(markup, (await errorOf(list(failure(400, 'a'.repeat(100_000))))).message);
  });

  test('contains its code, the fields and the present record', bringsAll);
  test('is a failure for a success with a failing status', failsAllTheSame);
});

async function talk(bytes: string): Promise<string> {
  const odd = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
  onTestFinished(odd.stop);
  const own = clientOf(`http://127.0.0.1:${odd.port}/admin`, {}, { request: 5000 });
  return outcomeOf(own.transport.json(callOf('session.captcha')));
}
const NO_HTTP = {
  'another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
  'a head too long': `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
};
async function isDistinguished(what: keyof typeof NO_HTTP): Promise<void> {
  expect(await talk(NO_HTTP[what])).toBe('ANSWER_INVALID');
}

describe('a server that does not speak HTTP', () => {
  test.each(Object.keys(NO_HTTP) as (keyof typeof NO_HTTP)[])(
    'is told apart from an unreachable one when it sends %s',
    async (what) => {
      await isDistinguished(what);
      expect(await talk('')).toBe('NO_CONNECTION');
    },
  );

  test('is understood when it speaks an old or wordy HTTP', async () => {
    const body = '{"ret":true,"msg":"","data":{"id":"c","image":"data:,"}}';
    expect(await talk(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`)).toBe('ok');
    const early = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20);
    expect(await talk(`${early}HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)).toBe('ok');
  });
});

describe('the checks of responses', () => {
  test.each(NONE)('notice %s used as data: %s', async (what, body) => {
    takes(() => ({ data: whole }));
    await expect(noAnswer(what, body)).rejects.toThrow("expected 'ok'");
  });

  test('notice a response that is not validated', async () => {
    const asItCame = (data: unknown) => JSON.stringify({ ret: true, data });
    expect(() => keepsToContract(asItCame(FOREIGN))).toThrow('surprise');
    expect(() => leavesPrototypes(EVIL)).toThrow('own fields');
    takes(() => ({ data: whole }));
    await expect(breaksContract()).rejects.toThrow("expected 'ok'");
  });

  test('notice a field that reaches the prototype of everything', () => {
    onTestFinished(() => {
      delete (Object.prototype as { isSuper?: boolean }).isSuper;
    });
    Object.assign(Object.prototype, { isSuper: true });
    expect(() => leavesPrototypes(whole)).toThrow('of everything');
  });

  test('notice bytes that are not unpacked, and damage that is ignored', async () => {
    sends(() => ({ decompress: false }));
    await expect(packed('gzip', zipped, 'ok')).rejects.toThrow("expected 'ANSWER_INVALID'");
    takes(() => ({ data: whole }));
    for (const bytes of Object.values(DAMAGED))
      await expect(packed('gzip', bytes, 'ANSWER_INVALID')).rejects.toThrow("expected 'ok'");
  });

  test('notice a response without a limit, and its memory', async () => {
    sends(() => ({ maxContentLength: Number.POSITIVE_INFINITY }));
    for (const length of Object.keys(TOO_LONG)) await expect(cutLong(length)).rejects.toThrow('its end');
    await expect(cutBomb('gzip')).rejects.toThrow('its memory');
  });

  test('notice a failing status reported as a connection failure', async () => {
    sends(() => ({ validateStatus: (status) => status < 300 }));
    for (const status of STATUSES.filter((one) => one !== 200))
      await expect(showsItsMessage(status)).rejects.toThrow('what is said');
    await expect(bringsAll()).rejects.toThrow('all of it');
    await expect(failsAllTheSame()).rejects.toThrow('its end');
  });

  test('notice a message that is not cut, or read as markup', () => {
    expect(() => keepsShort(MARKUP, 'a'.repeat(100_000))).toThrow('its length');
    expect(() => keepsShort('', 'a'.repeat(500))).toThrow('markup');
  });

  test('notice a failing status that is ignored', async () => {
    takes(() => ({ status: 200 }));
    await expect(failsAllTheSame()).rejects.toThrow('its end');
  });

  test('notice HTTP that is read by guess', async () => {
    sends(() => ({ insecureHTTPParser: true }));
    await expect(isDistinguished('two lengths')).rejects.toThrow("'ANSWER_INVALID'");
  });
});
