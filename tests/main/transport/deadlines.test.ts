import { setTimeout as sleep } from 'node:timers/promises';
import { IDLE_TIMEOUT, REQUEST_TIMEOUT } from '@contract/limits';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Call } from '../../../main/transport/call';
import { Calls } from '../../../main/transport/calls';
import { Transport } from '../../../main/transport/transport';
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
import { sends, surelyNot } from '../../support/planted';

const LIMITS = { request: 700, idle: 300 };
/** Milliseconds by which a busy machine may end a call late, never seconds. */
const LATE = 1000;
let server: FakeServer;
let client: Client;

beforeEach(async () => {
  server = await FakeServer.start();
  client = clientOf(server.base, {}, LIMITS);
});
afterEach(() => server.stop());

/** Expects a call to end as declared, not before its time, and in time. */
async function ends(work: Promise<unknown>, as: string, time = LIMITS.request, late = LATE): Promise<void> {
  const startedAt = performance.now();
  const outcome = await outcomeOf(work);
  const took = performance.now() - startedAt;
  expect(outcome, 'its end').toBe(as);
  expect(took, 'not before its time').toBeGreaterThanOrEqual(time * 0.9);
  expect(took, 'in time').toBeLessThan(time + late);
}

/** Sends a body byte by byte, for longer than any call may take. */
const drip =
  (text: string, every = 100): Script =>
  async (_heard, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const letter of text) {
      response.write(letter);
      await sleep(every);
    }
  };

/** A response that drips for longer than any call here takes, even one that ends late. */
const LONG = JSON.stringify({ ret: true, data: NO_ROWS });

test('limits an ordinary call to 100 seconds, and the pause of a transfer to 30', () => {
  expect(REQUEST_TIMEOUT).toBe(100_000);
  expect(IDLE_TIMEOUT).toBe(30_000);
});

/** Tries that each fit in the time of a call, but not all together. */
const busyAndSlow: Script = inTurn(
  ...Array.from(
    { length: 2 },
    (): Script =>
      async (...args) => {
        await sleep(LIMITS.request * 0.9);
        await failure(503, 'busy')(...args);
      },
  ),
  silence,
);

async function leavesNone(once: () => Promise<unknown>, patience?: number): Promise<void> {
  server.script = silence;
  await Promise.all(Array.from({ length: 12 }, once));
  await until(() => server.sockets.size === 0, patience);
}

describe('the time limit of an ordinary call', () => {
  test.each<[string, Script]>([
    ['when the server says nothing', silence],
    ['when the answer drips', drip(LONG)],
    ['when the answer stops half-way', (_heard, response) => void response.writeHead(200).write('{"ret":')],
  ])('ends it %s', async (_how, script) => {
    server.script = script;
    const work = client.transport.json(listCall());
    await ends(work, 'TIMED_OUT');
    expect((await errorOf(work)).message).toBe('No response within 100 seconds');
    expect(server.heard).toHaveLength(1);
  });

  test('ends it when the head of the response drips', async () => {
    const odd = await rawServer((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaa\r\n\r\n';
      let at = 0;
      const timer = setInterval(() => socket.write(head[at++ % head.length] ?? ''), 60);
      socket.on('close', () => clearInterval(timer));
    });
    const own = clientOf(`http://127.0.0.1:${odd.port}/admin`, {}, LIMITS);
    onTestFinished(odd.stop);
    await ends(own.transport.json(listCall()), 'TIMED_OUT');
  });

  test('covers all its tries together', async () => {
    server.script = busyAndSlow;
    await ends(client.transport.json(listCall()), 'TIMED_OUT');
  });

  test('ends it when the address of the server does not become known', async () => {
    const lost = new Transport({
      target: () => new Promise(() => undefined),
      token: () => null,
      language: () => 'en',
      onUnauthorized: () => undefined,
      report: () => undefined,
      limits: LIMITS,
    });
    await ends(lost.json(listCall()), 'TIMED_OUT');
  });

  test('reports an unknown result for a write that may have arrived', async () => {
    server.script = silence;
    await ends(client.transport.json(editCall()), 'TIMED_OUT?');
    expect(server.heard).toHaveLength(1);
  });

  test('leaves no connection behind', () => leavesNone(() => outcomeOf(client.transport.json(listCall()))));
});

/** Reads an export to its end. */
async function read(): Promise<void> {
  const arriving = await client.transport.blob(exportCall());
  try {
    for await (const _ of arriving.stream);
  } catch (error) {
    throw arriving.failure(error);
  }
}
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

/** Reads an export for longer than a call may take, and than it may be idle. */
async function longAsBytesCome(): Promise<void> {
  client = clientOf(server.base, {}, { ...LIMITS, idle: 1000 });
  server.script = trickle(Array.from({ length: 12 }, () => 100));
  await ends(read(), 'ok', 1200, Number.POSITIVE_INFINITY);
}

describe('an export', () => {
  test('may take long while bytes keep coming', longAsBytesCome);

  test('is ended after the maximum pause when it stalls', async () => {
    server.script = trickle([10, 10, 60_000]);
    await ends(read(), 'STALLED', LIMITS.idle);
    await until(() => server.sockets.size === 0);
  });

  test('must start its response within the time of a call', async () => {
    server.script = silence;
    expect(await outcomeOf(client.transport.blob(exportCall()))).toBe('TIMED_OUT');
  });

  test('returns its connection when nobody reads it to the end', async () => {
    server.script = (_heard, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('x'.repeat(100_000));
    };
    const arriving = await client.transport.blob(exportCall());
    arriving.stream.destroy();
    await until(() => server.sockets.size === 0);
  });
});

const calls = () => new Calls(() => undefined);

async function cancelledAtOnce(
  script: Script,
  call: (signal: AbortSignal) => Call = (signal) => listCall({ signal }),
): Promise<void> {
  server.script = script;
  const own = calls();
  const seen = server.heard.length;
  const running = own.run('c1', 'bytes', (signal) => client.transport.json(call(signal)));
  running.catch(() => undefined);
  await until(() => server.heard.length > seen);
  own.cancel('c1');
  await ends(running, 'CANCELLED', 0);
}

describe('cancelling a call by id', () => {
  test('ends it at once, in every phase', async () => {
    for (const script of [silence, drip(LONG, 50), failure(503, 'busy')]) await cancelledAtOnce(script);
  });

  test('affects no other call, and none that is done', async () => {
    const own = calls();
    server.script = answer(NO_ROWS);
    await own.run('c1', 'bytes', (signal) => client.transport.json(listCall({ signal })));
    own.cancel('c1');
    own.cancel('nobody');
    expect(
      await outcomeOf(own.run('c1', 'bytes', (signal) => client.transport.json(listCall({ signal })))),
    ).toBe('ok');
  });

  test('sends nothing when it comes before the call starts', async () => {
    expect(await outcomeOf(client.transport.json(listCall({ signal: AbortSignal.abort() })))).toBe(
      'CANCELLED',
    );
    expect(server.heard).toHaveLength(0);
  });

  test('ends all calls on request, and counts only transfers as such', async () => {
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

describe('the checks of time limits', () => {
  const deaf = () => sends(() => ({ signal: undefined as never }));
  const lately =
    (then: Script): Script =>
    async (...args) => {
      await sleep(LIMITS.request + 1.5 * LATE);
      await then(...args);
    };
  /** Stops waiting for a call, and lets its request continue. */
  const impatient = async () => {
    const { transport } = clientOf(server.base, {}, { request: 60_000 });
    transport.json(listCall()).catch(() => undefined);
    await sleep(LIMITS.request);
  };

  test('notice a call that never ends, or whose end is reported late', async () => {
    deaf();
    server.script = lately(answer(NO_ROWS));
    await expect(ends(client.transport.json(listCall()), 'TIMED_OUT')).rejects.toThrow('its end');
    server.script = lately(reset);
    await expect(ends(client.transport.json(listCall()), 'TIMED_OUT')).rejects.toThrow('in time');
  });

  test('notice a call that ends too early', async () => {
    const hasty = clientOf(server.base, {}, { ...LIMITS, request: LIMITS.request / 2 });
    server.script = silence;
    const work = hasty.transport.json(listCall());
    await expect(ends(work, 'TIMED_OUT')).rejects.toThrow('not before its time');
  });

  test('notice tries that each have their own time', async () => {
    server.script = busyAndSlow;
    // A change is not repeated, so that each of these is one try.
    const once = () => surelyNot(client.transport.json(editCall()));
    const tries = once().catch(once).catch(once);
    await expect(ends(tries, 'TIMED_OUT')).rejects.toThrow('in time');
  });

  test('notice a write reported as not done that may have been', async () => {
    server.script = silence;
    const work = surelyNot(client.transport.json(editCall()));
    await expect(ends(work, 'TIMED_OUT?')).rejects.toThrow('its end');
  });

  test('notice a connection left behind', async () => {
    await expect(leavesNone(impatient, 300)).rejects.toThrow('sockets.size');
  });

  test('notice a stalled export that is waited for', async () => {
    deaf();
    server.script = trickle([10, 10, 2 * LIMITS.idle]);
    await expect(ends(read(), 'STALLED', LIMITS.idle)).rejects.toThrow('its end');
  });

  test('notice an export limited like an ordinary call', async () => {
    sends(() => ({ signal: AbortSignal.timeout(LIMITS.request) }));
    await expect(longAsBytesCome()).rejects.toThrow('its end');
  });

  test('notice a cancelled call that continues', async () => {
    await expect(cancelledAtOnce(silence, () => listCall())).rejects.toThrow('its end');
    deaf();
    await expect(cancelledAtOnce(lately(reset))).rejects.toThrow('in time');
  });
});
