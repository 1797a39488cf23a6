import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '../../../main/transport/call';
import {
  type Client,
  clientOf,
  createCall,
  editCall,
  errorOf,
  exportCall,
  listCall,
  NO_ROWS,
  outcomeOf,
  until,
} from '../../support/client';
import { answer, FakeServer, failure, inTurn, raw, reset, type Script } from '../../support/fakeServer';
import { sends, surelyNot, takes } from '../../support/planted';

/** Waits between tries, in milliseconds: recorded instead of waited. */
const waits = vi.hoisted((): number[] => []);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (wait: number) => {
    waits.push(wait);
  },
}));

let server: FakeServer;
let client: Client;

beforeEach(async () => {
  waits.length = 0;
  server = await FakeServer.start(answer(NO_ROWS));
  client = clientOf(server.base);
});
afterEach(() => server.stop());

const busy = (status: number, after?: string): Script =>
  raw(
    status,
    { 'content-type': 'application/json', ...(after === undefined ? {} : { 'retry-after': after }) },
    '{"ret":false,"msg":"Busy"}',
  );

/** Returns the keys of all received requests. */
const keys = () => server.heard.map(({ headers }) => headers['idempotency-key']);

/** One call as the client makes it: the controls at the end replace it. */
type SingleCall = (call: Call) => Promise<unknown>;
const once: SingleCall = (call) => client.transport.json(call);

async function threeTries(status: number, send = once): Promise<void> {
  server.script = inTurn(busy(status), busy(status), answer(NO_ROWS));
  expect(await outcomeOf(send(listCall())), 'tried again').toBe('ok');
  expect(server.heard).toHaveLength(3);
  server.heard.length = 0;
  server.script = busy(status);
  expect(await errorOf(send(listCall()))).toMatchObject({ status, message: 'Busy' });
  expect(server.heard, 'three at most').toHaveLength(3);
}

/** Expects a single try, whatever its result. */
async function oneTry(script: Script, call: Call, send = once): Promise<void> {
  server.heard.length = 0;
  server.script = script;
  await errorOf(send(call));
  expect(server.heard, 'one try').toHaveLength(1);
}

/** Expects the wait that a response requests: in seconds, or to a date. */
async function waitsAsRequested(): Promise<void> {
  server.script = inTurn(busy(503, '1'), answer(NO_ROWS));
  await once(listCall());
  expect(waits, 'seconds').toEqual([1000]);
}
async function waitsToDate(): Promise<void> {
  server.script = (...args) => {
    server.script = answer(NO_ROWS);
    busy(503, new Date(Date.now() + 9000).toUTCString())(...args);
  };
  await once(listCall());
  // Longer than any wait of the client's own.
  expect(waits[0], 'to the date').toBeGreaterThan(1000);
  expect(waits[0]).toBeLessThanOrEqual(9000);
}
async function waitsForNone(): Promise<void> {
  await oneTry(busy(503, '3600'), listCall());
  expect(waits).toEqual([]);
}

async function waitsVary(): Promise<void> {
  const firsts = new Set<number>();
  for (let time = 0; time < 12; time += 1) {
    waits.length = 0;
    server.heard.length = 0;
    server.script = inTurn(busy(503), busy(503), answer(NO_ROWS));
    await once(listCall());
    const [first = Number.NaN, second = Number.NaN] = waits;
    firsts.add(first);
    expect(first, 'half a second').toBeLessThanOrEqual(500);
    expect(second, 'a whole one').toBeLessThanOrEqual(1000);
  }
  expect(firsts.size, 'not always the same').toBeGreaterThan(1);
}

/** Sends an endless response that is discarded, and then the file. */
async function letsGo(patience?: number): Promise<void> {
  let unwanted: Socket | null = null;
  server.script = inTurn(
    (_heard, response) => {
      unwanted = response.socket;
      response.writeHead(503).write('Busy');
    },
    (_heard, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n'),
  );
  const { stream } = await client.transport.blob(exportCall());
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe('a,b\r\n');
  await until(() => unwanted !== null && !server.sockets.has(unwanted), patience);
}

async function readsWithoutKey(): Promise<void> {
  server.script = answer(NO_ROWS);
  await once(listCall());
  expect(keys(), 'no key').toEqual([undefined]);
}

async function unknownOnce(call: Call, send = once): Promise<void> {
  server.script = inTurn(reset, answer(null));
  expect(await outcomeOf(send(call))).toBe('RESULT_UNKNOWN?');
  expect(server.heard).toHaveLength(1);
}

describe('a read call', () => {
  test.each([429, 502, 503, 504])('is tried again after %i, at most three times', (status) =>
    threeTries(status),
  );

  test('is tried again when the connection breaks', async () => {
    server.script = inTurn(reset, reset, answer(NO_ROWS));
    expect(await outcomeOf(client.transport.json(listCall()))).toBe('ok');
  });

  test.each([400, 401, 403, 404, 409, 500, 501])('is not tried again after %i', async (status) => {
    await oneTry(failure(status, 'No'), listCall());
  });

  test('waits the number of seconds that the server asks for', waitsAsRequested);
  test('waits until the date that the server gives', waitsToDate);
  test('does not wait for a server that asks for more than a moment', waitsForNone);
  test('waits up to half a second, then up to a second, at random', waitsVary);
  test('is tried again before the first byte of a file, and releases the unused response', () => letsGo());

  test('sends no key', readsWithoutKey);
});

describe('a change call', () => {
  test('is sent once, whatever happens to it', async () => {
    for (const script of [busy(503), busy(429, '1'), reset, failure(500, 'No')])
      await oneTry(script, editCall());
  });

  test('reports an unknown result when its connection breaks', () => unknownOnce(editCall()));

  test('is not done when it could not be sent at all', async () => {
    await server.stop();
    expect(await outcomeOf(once(editCall()))).toBe('NO_CONNECTION');
    server = await FakeServer.start(answer(NO_ROWS));
  });
});

const KEY = 'intent-0001-abcd';

async function keyForEach(): Promise<void> {
  server.script = failure(400, 'No');
  for (let n = 0; n < 5; n += 1) await errorOf(once(createCall()));
  expect(new Set(keys()).size, 'a key for each').toBe(5);
  for (const sent of keys()) expect(sent).toMatch(/^[\w-]{8,64}$/);
}

async function keyOfTheForm(): Promise<void> {
  server.script = inTurn(reset, failure(500, 'No'), failure(400, 'No'));
  for (let n = 0; n < 3; n += 1) await errorOf(once(createCall({ key: KEY })));
  expect(keys(), 'the key of the form').toEqual([KEY, KEY, KEY]);
}

async function oneKeyForAllTries(): Promise<void> {
  client.target = { ...client.target, strict: true };
  server.script = inTurn(reset, busy(503), failure(400, 'No'));
  await errorOf(once(createCall()));
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size, 'one key').toBe(1);
}

async function staysUnknown(send = once): Promise<void> {
  client.target = { ...client.target, strict: true };
  server.script = (...args) => {
    client.target = { ...client.target, base: 'http://127.0.0.1:9/admin' };
    return reset(...args);
  };
  expect(await outcomeOf(send(createCall()))).toBe('NO_CONNECTION?');
  // If no try can have arrived, it is certain that nothing was done.
  expect(await outcomeOf(send(createCall()))).toBe('NO_CONNECTION');
}

/** A server that creates a record for each key, and loses every second response. */
async function noneTwice(): Promise<void> {
  const made = new Set<string>();
  server.script = (heard, response, nth) => {
    made.add(String(heard.headers['idempotency-key']));
    return (nth % 2 ? reset : answer(null))(heard, response, nth);
  };
  client.target = { ...client.target, strict: true };
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => outcomeOf(once(createCall({ key: `intention-${n}` })))),
  );
  expect(server.heard.length, 'some are tried again').toBeGreaterThan(40);
  expect(made.size, 'none twice').toBe(40);
  for (const outcome of outcomes) expect(outcome).toMatch(/^(ok|ANSWER_INVALID|RESULT_UNKNOWN\?)$/);
}

const BAD_KEYS = ['', 'short', 'a\r\nX-Admin: 1', 'schlüssel-ä', 'with space 1', 'a'.repeat(65)];
async function refusesKey(key: string, send: SingleCall = once): Promise<void> {
  expect(await outcomeOf(send(createCall({ key }))), 'its end').toBe('CALL_INVALID');
  expect(server.heard, 'nothing sent').toHaveLength(0);
}

describe('a create call', () => {
  test('always sends a key, another for each intention', keyForEach);
  test('sends the key of the form with every repeat of the user', keyOfTheForm);
  test('is repeated automatically at the embedded API alone, with one key', oneKeyForAllTries);
  test('stays unknown when one try may have arrived, though the next reaches nobody', () => staysUnknown());

  test('is never repeated blindly at a server that may not support keys', () => unknownOnce(createCall()));

  test.each(BAD_KEYS)('refuses a key that could end a header, or belong to another: %j', (key) =>
    refusesKey(key),
  );
});

test('creates no second record when a server loses every other response', noneTwice);

describe('the checks of repeats', () => {
  /** A client that repeats every failed call once. */
  const again: SingleCall = (call) => once(call).catch(() => once(call));

  test('notice a read that is not tried again, or too often', async () => {
    await expect(threeTries(503, () => once(editCall()))).rejects.toThrow('tried again');
    await expect(threeTries(503, again)).rejects.toThrow('three at most');
  });

  test('notice a repeat that must not happen', async () => {
    await expect(oneTry(failure(500, 'No'), listCall(), again)).rejects.toThrow('one try');
    for (const script of [busy(503), reset])
      for (const call of [editCall(), createCall()])
        await expect(oneTry(script, call, again)).rejects.toThrow('one try');
    server.heard.length = 0;
    await expect(unknownOnce(createCall(), again)).rejects.toThrow('RESULT_UNKNOWN?');
  });

  test('notice an ignored wait that the server asked for', async () => {
    takes(({ headers }) => {
      delete headers['retry-after'];
      return {};
    });
    await expect(waitsAsRequested()).rejects.toThrow('seconds');
    waits.length = 0;
    await expect(waitsToDate()).rejects.toThrow('to the date');
    await expect(waitsForNone()).rejects.toThrow('one try');
  });

  test('notice waits that are too long, or always the same', async () => {
    const random = vi.spyOn(Math, 'random');
    onTestFinished(() => random.mockRestore());
    for (const [value, what] of [
      [0.5, 'not always the same'],
      [1.5, 'half a second'],
    ] as const) {
      random.mockReturnValue(value);
      await expect(waitsVary()).rejects.toThrow(what);
    }
  });

  test('notice a response that is neither used nor released', async () => {
    takes(({ status }) => (status === 503 ? { request: { destroy: () => undefined } } : {}));
    await expect(letsGo(300)).rejects.toThrow('server.sockets');
  });

  test('notice a key where none belongs, one for all, and another for each try', async () => {
    let keyOf = () => KEY as string;
    sends(({ headers }) => ({ headers: headers.concat({ 'Idempotency-Key': keyOf() }) }));
    await expect(readsWithoutKey()).rejects.toThrow('no key');
    server.heard.length = 0;
    await expect(keyForEach()).rejects.toThrow('a key for each');
    keyOf = randomUUID;
    for (const [check, what] of [
      [keyOfTheForm, 'the key of the form'],
      [oneKeyForAllTries, 'one key'],
      [noneTwice, 'none twice'],
    ] as const) {
      server.heard.length = 0;
      await expect(check()).rejects.toThrow(what);
    }
  });

  test.each(BAD_KEYS)('notice a key that is sent unchanged, or repaired and sent: %j', async (key) => {
    const fit: SingleCall = (call) => once({ ...call, key: KEY });
    await expect(refusesKey(key, fit)).rejects.toThrow('its end');
    const late: SingleCall = async (call) => {
      await once(listCall());
      return once(call);
    };
    await expect(refusesKey(key, late)).rejects.toThrow('nothing sent');
  });

  test('notice a write reported as not done that may have been', async () => {
    const sure: SingleCall = (call) => surelyNot(once(call));
    await expect(unknownOnce(editCall(), sure)).rejects.toThrow('RESULT_UNKNOWN?');
    await expect(staysUnknown(sure)).rejects.toThrow('NO_CONNECTION?');
  });
});
