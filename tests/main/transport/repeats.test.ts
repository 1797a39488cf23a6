import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
} from '../../support/client';
import { answer, FakeServer, failure, inTurn, raw, reset, type Script } from '../../support/fakeServer';

/** What is waited between tries, in milliseconds: recorded, not lived through. */
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
  server = await FakeServer.start();
  client = clientOf(server.base);
});
afterEach(() => server.stop());

const busy = (status: number, after?: string): Script =>
  raw(
    status,
    { 'content-type': 'application/json', ...(after === undefined ? {} : { 'retry-after': after }) },
    '{"ret":false,"msg":"Busy"}',
  );

describe('a read', () => {
  test.each([429, 502, 503, 504])('is tried again after %i, three times at most', async (status) => {
    server.script = inTurn(busy(status), busy(status), answer(NO_ROWS));
    expect(await outcomeOf(client.transport.json(listCall()))).toBe('ok');
    expect(server.heard).toHaveLength(3);
    server.heard.length = 0;
    server.script = busy(status);
    expect(await errorOf(client.transport.json(listCall()))).toMatchObject({ status, message: 'Busy' });
    expect(server.heard).toHaveLength(3);
  });

  test('is tried again when the connection breaks', async () => {
    server.script = inTurn(reset, reset, answer(NO_ROWS));
    expect(await outcomeOf(client.transport.json(listCall()))).toBe('ok');
  });

  test.each([400, 401, 403, 404, 409, 500, 501])('is not tried again after %i', async (status) => {
    server.script = failure(status, 'No');
    await errorOf(client.transport.json(listCall()));
    expect(server.heard).toHaveLength(1);
  });

  test('waits as long as the server asks, given in seconds or as a date', async () => {
    server.script = inTurn(busy(503, '1'), answer(NO_ROWS));
    await client.transport.json(listCall());
    expect(waits).toEqual([1000]);
    server.script = (_heard, response) => {
      const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3000).toUTCString();
      server.script = answer(NO_ROWS);
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': at });
      response.end('{"ret":false,"msg":"Busy"}');
    };
    await client.transport.json(listCall());
    expect(waits[1]).toBeGreaterThan(0);
    expect(waits[1]).toBeLessThanOrEqual(4000);
  });

  test('does not wait for a server that asks for more than a moment', async () => {
    server.script = busy(503, '3600');
    expect(await errorOf(client.transport.json(listCall()))).toMatchObject({ status: 503 });
    expect(server.heard).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('waits up to half a second, then up to a whole one, and not always the same', async () => {
    const firsts = new Set<number>();
    for (let time = 0; time < 12; time += 1) {
      waits.length = 0;
      server.heard.length = 0;
      server.script = inTurn(busy(503), busy(503), answer(NO_ROWS));
      await client.transport.json(listCall());
      const [first = Number.NaN, second = Number.NaN] = waits;
      firsts.add(first);
      expect(first).toBeLessThanOrEqual(500);
      expect(second).toBeLessThanOrEqual(1000);
    }
    expect(firsts.size).toBeGreaterThan(1);
  });

  test('of a file is tried again before its first byte, and lets go of the answer it did not take', async () => {
    server.script = inTurn(busy(503), (_heard, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n');
    });
    const { stream } = await client.transport.blob(exportCall());
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    expect(Buffer.concat(parts).toString()).toBe('a,b\r\n');
  });

  test('carries no key', async () => {
    server.script = answer(NO_ROWS);
    await client.transport.json(listCall());
    expect(server.heard[0]?.headers['idempotency-key']).toBeUndefined();
  });
});

describe('a change', () => {
  test('is sent once, whatever becomes of it', async () => {
    for (const script of [busy(503), busy(429, '1'), reset, failure(500, 'No')]) {
      server.heard.length = 0;
      server.script = script;
      await errorOf(client.transport.json(editCall()));
      expect(server.heard).toHaveLength(1);
    }
  });

  test('whose connection breaks says that its result is not known', async () => {
    server.script = reset;
    expect(await errorOf(client.transport.json(editCall()))).toMatchObject({
      code: 'RESULT_UNKNOWN',
      unknownResult: true,
    });
  });

  test('that could not be sent at all is simply not done', async () => {
    await server.stop();
    expect(await outcomeOf(client.transport.json(editCall()))).toBe('NO_CONNECTION');
    server = await FakeServer.start();
  });
});

describe('making a record', () => {
  const key = 'intent-0001-abcd';

  test('always carries a key, another for each intention', async () => {
    server.script = failure(400, 'No');
    for (let n = 0; n < 5; n += 1) await errorOf(client.transport.json(createCall()));
    const keys = server.heard.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(5);
    for (const sent of keys) expect(sent).toMatch(/^[\w-]{8,64}$/);
  });

  test('carries the key of the form through every repeat of the user', async () => {
    server.script = inTurn(reset, failure(500, 'No'), failure(400, 'No'));
    for (let n = 0; n < 3; n += 1) await errorOf(client.transport.json(createCall({ key })));
    expect(server.heard.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key, key]);
  });

  test('is repeated by itself at the embedded API alone, with one key', async () => {
    client.target = { ...client.target, strict: true };
    server.script = inTurn(reset, busy(503), failure(400, 'No'));
    await errorOf(client.transport.json(createCall()));
    expect(server.heard).toHaveLength(3);
    expect(new Set(server.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('of which one try may have arrived stays unknown, though the next finds nobody', async () => {
    client.target = { ...client.target, strict: true };
    server.script = (...told) => {
      client.target = { ...client.target, base: 'http://127.0.0.1:9/admin' };
      return reset(...told);
    };
    expect(await outcomeOf(client.transport.json(createCall()))).toBe('NO_CONNECTION?');
    // With no try that may have arrived it is known that nothing was done.
    expect(await outcomeOf(client.transport.json(createCall()))).toBe('NO_CONNECTION');
  });

  test('is never repeated blindly at a server that may not know the key', async () => {
    server.script = inTurn(reset, answer(null));
    expect(await outcomeOf(client.transport.json(createCall()))).toBe('RESULT_UNKNOWN?');
    expect(server.heard).toHaveLength(1);
  });

  test('refuses a key that could end a header', async () => {
    for (const bad of ['', 'short', 'a\r\nX-Admin: 1', 'schlüssel-ä', 'with space 1', 'a'.repeat(65)])
      expect(await outcomeOf(client.transport.json(createCall({ key: bad })))).toBe('CALL_INVALID');
    expect(server.heard).toHaveLength(0);
  });
});

test('a server that answers every other time never makes a second record', async () => {
  const made = new Map<string, number>();
  const flapping: Script = ({ headers }, response, nth) => {
    const sent = String(headers['idempotency-key']);
    made.set(sent, made.get(sent) ?? made.size + 1);
    if (nth % 2) reset({} as never, response, nth);
    else answer(null)({} as never, response, nth);
  };
  client.target = { ...client.target, strict: true };
  server.script = flapping;
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      outcomeOf(client.transport.json(createCall({ key: `intention-${n}` }))),
    ),
  );
  expect(made.size).toBe(40);
  expect(outcomes.every((outcome) => /^(ok|ANSWER_INVALID|RESULT_UNKNOWN\?)$/.test(outcome))).toBe(true);
});
