import { setTimeout as sleep } from 'node:timers/promises';
import { IDLE_TIMEOUT, REQUEST_TIMEOUT } from '@contract/limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Calls } from '../../../main/transport/calls';
import {
  type Client,
  clientOf,
  editCall,
  errorOf,
  exportCall,
  listCall,
  NO_ROWS,
  outcomeOf,
  until,
} from '../../support/client';
import {
  answer,
  FakeServer,
  failure,
  inTurn,
  rawServer,
  reset,
  type Script,
  silence,
} from '../../support/fakeServer';

const LIMITS = { request: 700, idle: 300 };
/** A machine that is busy may end a call a little late, never seconds. */
const LATE = 1000;
let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = await FakeServer.start();
  client = clientOf(server.base, {}, LIMITS);
});
afterEach(() => server.stop());

async function timed<T>(work: Promise<T>): Promise<{ value: T; took: number }> {
  const begun = performance.now();
  const value = await work;
  return { value, took: performance.now() - begun };
}

/** A body that comes byte by byte, for longer than any call may take. */
const drip =
  (text: string, every = 100): Script =>
  async (_heard, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const letter of text) {
      response.write(letter);
      await sleep(every);
    }
  };

test('an ordinary call may take 100 seconds, a transfer stand still for 30', () => {
  expect(REQUEST_TIMEOUT).toBe(100_000);
  expect(IDLE_TIMEOUT).toBe(30_000);
});

describe('an ordinary call ends within its time', () => {
  test.each<[string, Script]>([
    ['when the server says nothing', silence],
    ['when the answer drips', drip(JSON.stringify({ ret: true, data: NO_ROWS }))],
    ['when the answer stops half-way', (_heard, response) => void response.writeHead(200).write('{"ret":')],
  ])('%s', async (_how, script) => {
    server.script = script;
    const { value, took } = await timed(errorOf(client.transport.json(listCall())));
    expect(value).toMatchObject({ code: 'TIMED_OUT', message: 'No answer within 100 seconds' });
    expect(took).toBeGreaterThan(LIMITS.request - 50);
    expect(took).toBeLessThan(LIMITS.request + LATE);
    expect(server.heard).toHaveLength(1);
  });

  test('when the head of the answer drips', async () => {
    const odd = await rawServer((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n';
      let at = 0;
      const timer = setInterval(() => socket.write(head[at++ % head.length] ?? ''), 60);
      socket.on('close', () => clearInterval(timer));
    });
    const own = clientOf(`http://127.0.0.1:${odd.port}/admin`, {}, LIMITS);
    const { value, took } = await timed(outcomeOf(own.transport.json(listCall())));
    odd.stop();
    expect(value).toBe('TIMED_OUT');
    expect(took).toBeLessThan(LIMITS.request + LATE);
  });

  test('all its tries together', async () => {
    server.script = inTurn(failure(503, 'busy'), reset, silence);
    const { value, took } = await timed(outcomeOf(client.transport.json(listCall())));
    expect(value).toBe('TIMED_OUT');
    expect(took).toBeLessThan(LIMITS.request + LATE);
  });

  test('when the address of the server does not become known', async () => {
    const { value, took } = await timed(
      outcomeOf(
        new (Object.getPrototypeOf(client.transport).constructor)({
          target: () => new Promise(() => undefined),
          token: () => null,
          language: () => 'en',
          onUnauthorized: () => undefined,
          report: () => undefined,
          limits: LIMITS,
        }).json(listCall()),
      ),
    );
    expect(value).toBe('TIMED_OUT');
    expect(took).toBeLessThan(LIMITS.request + LATE);
  });

  test('and a write that may have arrived says that its result is not known', async () => {
    server.script = silence;
    expect(await outcomeOf(client.transport.json(editCall()))).toBe('TIMED_OUT?');
    expect(server.heard).toHaveLength(1);
  });

  test('and leaves no connection behind', async () => {
    server.script = silence;
    await Promise.all(Array.from({ length: 12 }, () => outcomeOf(client.transport.json(listCall()))));
    await until(() => server.sockets.size === 0);
  });
});

describe('an export', () => {
  const read = async (): Promise<string> => {
    const arriving = await client.transport.blob(exportCall());
    try {
      for await (const _ of arriving.stream);
      return 'ok';
    } catch (error) {
      return arriving.failure(error).error.code;
    }
  };
  const trickle =
    (pauses: readonly number[]): Script =>
    async (_heard, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      for (const pause of pauses) {
        response.write('row\r\n');
        await sleep(pause);
      }
      response.end();
    };

  test('may take long as long as bytes keep coming', async () => {
    server.script = trickle(Array.from({ length: 12 }, () => 100));
    const { value, took } = await timed(read());
    expect(value).toBe('ok');
    expect(took).toBeGreaterThan(LIMITS.request);
  });

  test('that stands still is ended after the pause it may make', async () => {
    server.script = trickle([10, 10, 60_000]);
    const { value, took } = await timed(read());
    expect(value).toBe('STALLED');
    expect(took).toBeGreaterThan(LIMITS.idle);
    expect(took).toBeLessThan(LIMITS.idle + LATE);
    await until(() => server.sockets.size === 0);
  });

  test('must begin to answer within the time of a call', async () => {
    server.script = silence;
    expect(await outcomeOf(client.transport.blob(exportCall()))).toBe('TIMED_OUT');
  });

  test('nobody reads to its end gives its connection back', async () => {
    server.script = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('x'.repeat(100_000));
    };
    const arriving = await client.transport.blob(exportCall());
    arriving.stream.destroy();
    await until(() => server.sockets.size === 0);
  });
});

describe('cancelling by id', () => {
  const calls = () => new Calls(() => undefined);

  test('ends the call at once, wherever it stands', async () => {
    for (const script of [silence, drip('{"ret":true}', 50), failure(503, 'busy')]) {
      server.script = script;
      const own = calls();
      const seen = server.heard.length;
      const running = own.run('c1', 'bytes', (signal) => client.transport.json(listCall({ signal })));
      const outcome = outcomeOf(running);
      await until(() => server.heard.length > seen);
      own.cancel('c1');
      const { value, took } = await timed(outcome);
      expect(value).toBe('CANCELLED');
      expect(took).toBeLessThan(500);
    }
  });

  test('of another id, or of one that is done, touches nothing', async () => {
    const own = calls();
    server.script = answer(NO_ROWS);
    await own.run('c1', 'bytes', (signal) => client.transport.json(listCall({ signal })));
    own.cancel('c1');
    own.cancel('nobody');
    expect(
      await outcomeOf(own.run('c1', 'bytes', (signal) => client.transport.json(listCall({ signal })))),
    ).toBe('ok');
  });

  test('before the call begins sends nothing', async () => {
    expect(await outcomeOf(client.transport.json(listCall({ signal: AbortSignal.abort() })))).toBe(
      'CANCELLED',
    );
    expect(server.heard).toHaveLength(0);
  });

  test('of all ends all, and counts only transfers as such', async () => {
    const own = calls();
    server.script = silence;
    const ends = ['a', 'b', ''].map((id) =>
      outcomeOf(own.run(id, 'bytes', (signal) => client.transport.json(listCall({ signal })))),
    );
    const transfer = outcomeOf(
      own.transfer('t', 'bytes', (signal) => client.transport.json(listCall({ signal }))),
    );
    expect(own.transfers).toBe(1);
    await until(() => server.heard.length === 4);
    own.cancelAll();
    expect(await Promise.all([ends[0], ends[1], transfer])).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    expect(await ends[2]).toBe('TIMED_OUT');
    expect(own.transfers).toBe(0);
  });
});
