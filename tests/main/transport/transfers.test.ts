import {
  appendFileSync,
  createWriteStream,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { saveStream } from '../../../main/files/saveStream';
import type { Call } from '../../../main/transport/call';
import { CallError } from '../../../main/transport/callError';
import { Calls } from '../../../main/transport/calls';
import { agents } from '../../../main/transport/client';
import {
  type Client,
  callOf,
  clientOf,
  exportCall,
  outcomeOf,
  TOKEN,
  until,
  uploadCall,
} from '../../support/client';
import { answer, FakeServer, failure, raw, reset, type Script } from '../../support/fakeServer';
import { testFolder } from '../../support/folder';
import { sends, takes } from '../../support/planted';

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

/** One call as the client makes it: the controls at the end replace it. */
const once = (call: Call): Promise<unknown> => client.transport.json(call);

/** Returns the form of the only request, as a server parses it. */
async function formSent(): Promise<FormData> {
  const { headers, body } = server.heard[0] ?? expect.fail();
  expect(Number(headers['content-length'])).toBe(body.length);
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();
  expect([...form.keys()], 'one part').toEqual(['file']);
  return form;
}

async function sendsFile(): Promise<void> {
  const file = fileOf(5000);
  await client.transport.json(uploadCall(file, 'Lieferschein "Müller" 签收.pdf'));
  const { method, url, headers } = server.heard[0] ?? expect.fail();
  expect({ method, url }).toEqual({ method: 'POST', url: '/admin/bill-lading/7/attachments?category=pod' });
  expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
  const sent = (await formSent()).get('file') as File;
  expect(sent.name).toBe('Lieferschein "Müller" 签收.pdf');
  expect(Buffer.from(await sent.arrayBuffer()).equals(readFileSync(file)), 'its bytes').toBe(true);
}

const EVIL = ['a\r\nContent-Type: text/html\r\n\r\n<x>.pdf', 'a"; filename="evil.exe', 'x\n--boundary--.pdf'];
async function staysOnePart(name: string): Promise<void> {
  await client.transport.json(uploadCall(fileOf(10), name));
  const [head = ''] = server.heard[0]?.body.toString().split('\r\n\r\n') ?? [];
  expect(head.split(/\r?\n|\r/), 'lines of its head').toHaveLength(3);
  expect(head.split('"'), 'two names').toHaveLength(5);
  expect(await ((await formSent()).get('file') as File).text()).toBe('xxxxxxxxxx');
}

interface ProgressReport {
  readonly done: number;
  readonly total: number;
}
async function progressOf(size: number): Promise<ProgressReport[]> {
  const reports: ProgressReport[] = [];
  const calls = new Calls(({ done, total }) => reports.push({ done, total }));
  await calls.run('u1', 'bytes', (signal, onProgress) =>
    client.transport.json(uploadCall(fileOf(size), 'p.pdf', { signal, onProgress })),
  );
  return reports;
}
function risesToWhole(reports: readonly ProgressReport[], size: number): void {
  expect(reports.length, 'more than its end').toBeGreaterThan(1);
  const done = reports.map((one) => one.done);
  expect(done, 'never backwards').toEqual(done.toSorted((a, b) => a - b));
  expect(
    reports.every((one) => one.done <= one.total),
    'never beyond',
  ).toBe(true);
  expect(reports.at(-1)?.done, 'to its end').toBe(reports.at(-1)?.total);
  expect(reports.at(-1)?.total).toBeGreaterThan(size);
}

/** Expects that the server received no complete file. */
async function noneWhole(): Promise<void> {
  await until(() => server.sockets.size === 0);
  expect(server.heard.filter(({ whole }) => whole).length, 'none whole').toBe(0);
}

/** Expects no complete file after a cancel with the first bytes sent. */
async function keepsNoWhole(heeds = true): Promise<void> {
  const calls = new Calls(() => undefined);
  const onProgress = () => calls.cancel('u1');
  const file = fileOf(30 * MB);
  const outcome = await outcomeOf(
    calls.run('u1', 'bytes', (signal) =>
      client.transport.json(uploadCall(file, 'p.pdf', { onProgress, ...(heeds ? { signal } : {}) })),
    ),
  );
  expect(outcome, 'its end').toMatch(/^CANCELLED/);
  await noneWhole();
}

interface Slowness {
  readonly request: number;
  readonly idle: number;
  /** Milliseconds without reading by the server; undefined: it never reads again. */
  readonly pause?: number;
}
/** Uploads to a server that stops reading. */
async function unread({ request, idle, pause }: Slowness, end: string): Promise<void> {
  client = clientOf(server.base, {}, { request, idle });
  const deafness = setInterval(() => {
    for (const socket of server.sockets) socket.pause();
  }, 1);
  const listen = () => {
    clearInterval(deafness);
    for (const socket of server.sockets) socket.resume();
  };
  onTestFinished(listen);
  if (pause !== undefined) setTimeout(listen, pause);
  expect(await outcomeOf(client.transport.json(uploadCall(fileOf(30 * MB), 'p.pdf'))), 'its end').toBe(end);
}
const UNREAD = { request: 60_000, idle: 1000 };
const SLOW = { request: 1000, idle: 20_000, pause: 2500 };

const CHANGES: Readonly<Record<string, (file: string) => void>> = {
  grows: (file) => appendFileSync(file, 'more'),
  shrinks: (file) => writeFileSync(file, 'other'),
  'goes away': (file) => rmSync(file),
  'becomes another': (file) => {
    rmSync(file);
    symlinkSync('/dev/zero', file);
  },
};
async function changesMeanwhile(how: string, send = once): Promise<void> {
  const file = fileOf(30 * MB);
  let changed = false;
  const onProgress = () => {
    if (!changed) CHANGES[how]?.(file);
    changed = true;
  };
  expect(await outcomeOf(send(uploadCall(file, 'p.pdf', { onProgress }))), 'its end').toBe('FILE_CHANGED');
  await noneWhole();
}

async function endsOnce(send = once): Promise<void> {
  server = await FakeServer.start(failure(401, 'ended', { code: 'SESSION_ENDED' }), { early: true });
  client.target = { ...client.target, base: server.base };
  expect(await outcomeOf(send(uploadCall(fileOf(20 * MB), 'p.pdf')))).toMatch(
    /^(SESSION_ENDED|RESULT_UNKNOWN\?)$/,
  );
  expect(server.heard, 'sent once').toHaveLength(1);
  expect(client.refused.length).toBeLessThanOrEqual(1);
}

describe('an upload', () => {
  test('sends the file under its name, with the token, as one part', sendsFile);
  test.each(EVIL)('stays one part under a name that tries to end its header: %j', staysOnePart);
  test('reports its progress, never backwards and never beyond the total', async () => {
    risesToWhole(await progressOf(9 * MB), 9 * MB);
  });
  test('is cancelled at once, and the server keeps no complete file', () => keepsNoWhole());
  test('is ended when the server stops reading', () => unread(UNREAD, 'STALLED?'));
  test('may take longer than a call while it is sent', () => unread(SLOW, 'ok'));
  test.each(Object.keys(CHANGES))('is refused without a record when its file %s meanwhile', (how) =>
    changesMeanwhile(how),
  );

  test('sends nothing when its file is missing', async () => {
    expect(await outcomeOf(client.transport.json(uploadCall('/no/such/file.pdf', 'p.pdf')))).toBe(
      'FILE_CHANGED',
    );
    expect(server.heard).toHaveLength(0);
  });

  test('ends the session once on a 401 half-way, and sends no more', () => endsOnce());
});

/** Saves a file over an existing one; returns the outcome and the files afterwards. */
async function save(script: Script, call = exportCall(), saver: typeof saveStream = saveStream) {
  server.script = script;
  const folder = testFolder();
  const place = path.join(folder, 'list.csv');
  writeFileSync(place, BEFORE);
  const outcome = await outcomeOf(
    (async () => {
      const arriving = await client.transport.blob(call);
      await saver(arriving, place).catch((error) => Promise.reject(arriving.failure(error)));
    })(),
  );
  return { outcome, left: readdirSync(folder), text: readFileSync(place, 'latin1') };
}
const BEFORE = 'what stood there before';
const csv = { 'content-type': 'text/csv' };

/** Expects an end as declared, with the existing file unchanged, and nothing beside it. */
async function leavesNothing(
  script: Script,
  ends: RegExp,
  ...how: [Call?, typeof saveStream?]
): Promise<void> {
  const { outcome, left, text } = await save(script, ...how);
  expect(outcome, 'its end').toMatch(ends);
  expect({ left, text }, 'what stood there').toEqual({ left: ['list.csv'], text: BEFORE });
}

const short: Script = (_heard, response) => {
  response.writeHead(200, { ...csv, 'content-length': '1000' });
  response.write('half', () => response.destroy());
};
const cut: Script = (_heard, response) => {
  response.writeHead(200, csv);
  response.write('half', () => response.destroy());
};

const REFUSALS: Readonly<Record<string, [script: Script, ends: RegExp]>> = {
  'a refusal': [failure(200, 'Nothing matches', { code: 'NOT_FOUND' }), /^NOT_FOUND$/],
  'an answer of another kind': [answer(null), /^ANSWER_INVALID$/],
  'a page': [raw(403, { 'content-type': 'text/html' }, '<h1>403'), /^REQUEST_ERROR$/],
  'half a refusal': [
    (_heard, response) => {
      response.writeHead(500, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"ret":', () => response.destroy());
    },
    /^(NO_CONNECTION|ANSWER_INVALID|REQUEST_ERROR)$/,
  ],
};
async function refused(what: string): Promise<void> {
  const [script, ends] = REFUSALS[what] ?? expect.fail();
  await leavesNothing(script, ends);
}

async function unpacked(): Promise<void> {
  const packed = raw(200, { ...csv, 'content-encoding': 'gzip' }, gzipSync('a,b\r\n'));
  await leavesNothing(packed, /^ANSWER_INVALID$/);
  expect(server.heard.at(-1)?.headers['accept-encoding'], 'as they are').toBe('identity');
}

/** Sends many times the maximum size of an export. */
async function cutAtLimit(): Promise<void> {
  client = clientOf(server.base, {}, { blob: MB });
  const endless: Script = (_heard, response) => {
    response.writeHead(200, csv);
    response.end(Buffer.alloc(30 * MB, 'x'));
  };
  await leavesNothing(endless, /^ANSWER_TOO_LARGE$/);
  await until(() => server.sockets.size === 0);
}

async function cancelledHalfWay(heeds = true): Promise<void> {
  const cancel = new AbortController();
  const slow: Script = (_heard, response) => {
    response.writeHead(200, csv);
    response.write('half');
    setTimeout(() => cancel.abort(), 50);
  };
  await leavesNothing(slow, /^CANCELLED$/, exportCall(heeds ? { signal: cancel.signal } : {}));
}

/** Headers, and the file name they give. */
const NAMED: readonly (readonly [string, string | null])[] = [
  ['attachment; filename="list.csv"', 'list.csv'],
  ['attachment; filename=../../etc/passwd', 'passwd'],
  ['attachment; filename="a.csv"; filename*=UTF-8\'\'%E6%B8%85%E5%8D%95.csv', '清单.csv'],
  ["attachment; filename*=UTF-8''..%5C..%5Cevil.exe", 'evil.exe'],
  ["attachment; filename*=UTF-8''%zz", null],
  ['inline', null],
];
async function givesName(
  header: string,
  name: string | null,
  read = (arriving: { readonly name: string | null }) => arriving.name,
): Promise<void> {
  server.script = raw(200, { ...csv, 'content-disposition': header }, 'x');
  const arriving = await client.transport.blob(exportCall());
  arriving.stream.resume();
  expect(read(arriving), 'its name').toBe(name);
}

describe('a download', () => {
  test('arrives completely from its first byte, in one piece or many', async () => {
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

  test('is an empty file, not a failure, when there are no bytes', async () => {
    expect(await save(raw(200, { ...csv, 'content-length': '0' }, ''))).toMatchObject({
      outcome: 'ok',
      text: '',
    });
  });

  test('keeps the existing file when it ends early, and nothing beside it', async () => {
    for (const script of [short, cut]) await leavesNothing(script, /^(NO_CONNECTION|ANSWER_INVALID)$/);
  });

  test.each(Object.keys(REFUSALS))('makes no file when it is %s', refused);
  test('requests uncompressed bytes, and refuses compressed ones', unpacked);
  test('is cut at its limit when it never ends', cutAtLimit);
  test('is cancelled half-way without a trace', () => cancelledHalfWay());

  test('may be requested twice at once for a person’s picture', async () => {
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

  test.each(NAMED)('has a name without any folder, quoted or encoded: %s', (header, name) =>
    givesName(header, name),
  );
});

/** Counts the files and connections that are open in this process. */
const opened = () => readdirSync('/proc/self/fd').length;

/** Twelve connections at most are kept on purpose; a file left open by each call would be a thousand. */
async function leavesFewBehind(): Promise<void> {
  await outcomeOf(client.transport.json(callOf('session.captcha')));
  const before = opened();
  for (let round = 0; round < 20; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(client.transport.json(callOf('session.captcha')))),
    );
  expect(server.heard).toHaveLength(1001);
  expect(server.sockets.size, 'connections').toBeLessThanOrEqual(12);
  expect(opened() - before, 'open files').toBeLessThan(100);
}
test('leaves only deliberately kept connections after a thousand calls', leavesFewBehind);

describe('the checks of transfers', () => {
  /** Replaces the body of uploads, which is read whole before it is sent. */
  const bodies = (change: (body: Buffer) => Buffer) =>
    sends(async ({ data, headers }) => {
      const body = change(await buffer(data as Readable));
      return { data: body, headers: headers.concat({ 'Content-Length': body.length }) };
    });
  const deaf = () => sends(() => ({ signal: undefined as never }));

  test('notice bytes that are not those of the file', async () => {
    bodies((body) => Buffer.from(body.toString('latin1').replace('xxx', 'xyx'), 'latin1'));
    await expect(sendsFile()).rejects.toThrow('its bytes');
  });

  test.each(EVIL)('notice a name that is written unchanged: %j', async (name) => {
    bodies((body) => Buffer.from(body.toString().replace(/filename="[^"]*"/, () => `filename="${name}"`)));
    await expect(staysOnePart(name)).rejects.toThrow(/lines of its head|two names/);
  });

  test('notice progress that goes back, beyond the total, or not to its end', () => {
    const [half, whole, beyond] = [1, 2, 3].map((done) => ({ done, total: 2 })) as [
      ProgressReport,
      ProgressReport,
      ProgressReport,
    ];
    for (const [reports, what] of [
      [[whole], 'more than its end'],
      [[whole, half, whole], 'never backwards'],
      [[half, beyond], 'never beyond'],
      [[half, half], 'to its end'],
    ] as const)
      expect(() => risesToWhole(reports, 1)).toThrow(what);
    risesToWhole([half, whole], 1);
  });

  test('notice a cancelled upload or download that continues', async () => {
    await expect(keepsNoWhole(false)).rejects.toThrow('its end');
    await expect(cancelledHalfWay(false)).rejects.toThrow('its end');
  });

  test('notice an upload that waits although nobody reads it', async () => {
    deaf();
    await expect(unread({ ...UNREAD, pause: 2 * UNREAD.idle }, 'STALLED?')).rejects.toThrow('its end');
  });

  test('notice an upload limited like an ordinary call', async () => {
    sends(() => ({ signal: AbortSignal.timeout(SLOW.request) }));
    await expect(unread(SLOW, 'ok')).rejects.toThrow('its end');
  });

  test.each(Object.keys(CHANGES))('notice an upload of the bytes from before the file %s', async (how) => {
    bodies((body) => body);
    await expect(changesMeanwhile(how)).rejects.toThrow('its end');
  });

  test('notice an upload that was sent completely, whatever is reported', async () => {
    bodies((body) => body);
    deaf();
    server.script = reset;
    await expect(keepsNoWhole()).rejects.toThrow('none whole');
    const changed = (call: Call) =>
      once(call).catch(({ error }: CallError) =>
        Promise.reject(new CallError({ code: 'FILE_CHANGED', message: error.message })),
      );
    await expect(changesMeanwhile('grows', changed)).rejects.toThrow('none whole');
  });

  test('notice an upload that is repeated after a 401', async () => {
    await expect(endsOnce((call) => once(call).catch(() => once(call)))).rejects.toThrow('sent once');
  });

  test.each([short, cut])('notice a file that is written in its final place', async (script) => {
    const inPlace: typeof saveStream = async ({ stream }, place) => {
      await pipeline(stream, createWriteStream(place));
      return 0;
    };
    await expect(leavesNothing(script, /./, exportCall(), inPlace)).rejects.toThrow('what stood there');
  });

  test('notice a file left beside it', async () => {
    const untidy: typeof saveStream = async ({ stream }, place) => {
      await pipeline(stream, createWriteStream(`${place}.part`));
      return 0;
    };
    await expect(leavesNothing(cut, /./, exportCall(), untidy)).rejects.toThrow('what stood there');
  });

  test.each(['a refusal', 'an answer of another kind', 'a page'])(
    'notice %s saved as a file',
    async (what) => {
      takes(({ headers }) => ({ status: 200, headers: { ...headers, ...csv } }));
      await expect(refused(what)).rejects.toThrow('its end');
    },
  );

  test.each(NAMED.slice(1, 5))('notice a name that is used unchanged: %s', async (header, name) => {
    const asItCame = /filename\*?=(?:UTF-8'')?"?([^";]+)/.exec(header)?.[1] ?? null;
    await expect(givesName(header, name, () => asItCame)).rejects.toThrow('its name');
  });

  test('notice bytes that come compressed, or are requested so', async () => {
    sends(({ headers }) => ({ headers: headers.concat({ 'Accept-Encoding': 'gzip' }) }));
    await expect(unpacked()).rejects.toThrow('as they are');
    takes(({ headers }) => {
      delete headers['content-encoding'];
      return {};
    });
    await expect(unpacked()).rejects.toThrow('its end');
  });

  test('notice a file beyond its limit', async () => {
    sends(() => ({ maxContentLength: Number.POSITIVE_INFINITY }));
    await expect(cutAtLimit()).rejects.toThrow('its end');
  });

  test('notice files that are left open', async () => {
    const left: FileHandle[] = [];
    onTestFinished(async () => {
      for (const file of left) await file.close();
    });
    sends(async () => {
      if (left.length < 200) left.push(await open('/dev/null'));
      return {};
    });
    await expect(leavesFewBehind()).rejects.toThrow('open files');
  });

  test('notice connections that nobody counts', async () => {
    agents.http.maxSockets = Number.POSITIVE_INFINITY;
    onTestFinished(() => {
      agents.http.maxSockets = 12;
    });
    await expect(leavesFewBehind()).rejects.toThrow('connections');
  });
});
