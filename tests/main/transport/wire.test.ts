import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveStream } from '../../../main/files/saveStream';
import type { Call } from '../../../main/transport/call';
import { CallError } from '../../../main/transport/callError';
import { agents } from '../../../main/transport/client';
import { pdfOf } from '../../api/cases/files';
import { drafts, newCode } from '../../support/apiRecords';
import { type Client, callOf, clientOf, outcomeOf, until } from '../../support/client';
import { type Fault, FaultProxy } from '../../support/faultProxy';
import { testFolder } from '../../support/folder';
import { long } from '../../support/long';
import { testApi } from '../../support/server';

const TIMES = { request: 1500, idle: 600 };
/** Milliseconds for all tries together, and a busy machine. */
const LATE = 8000;
/** Limits of a call over a working wire, on a machine that may be busy. */
const PATIENT = { request: 60_000, idle: 60_000 };
const FILE = 300_000;
const SEED = 20_261_120;

const api = testApi();
let proxy: FaultProxy;
beforeAll(async () => {
  proxy = await FaultProxy.to(Number(new URL(api.base).port));
});
afterEach(async () => {
  proxy.faultOf = () => undefined;
  proxy.latency = 0;
  await freshly();
});
afterAll(() => proxy.stop());

/** Returns a client on the far side of the wire, as of the embedded API or of another server. */
function client(strict: boolean, times = TIMES): Client {
  // The API's own host name: the proxy has another port.
  const headers = { Host: new URL(api.base).host };
  const own = clientOf(`http://127.0.0.1:${proxy.port}/admin`, { strict, headers }, times);
  own.token = api.admin.token;
  return own;
}

/** A piece of work over the wire: done once, repeated by an unsure person, and the count of its results. */
interface Work {
  readonly once: (times?: typeof TIMES) => Promise<unknown>;
  readonly there: () => number;
}

/** Exports into an existing file. */
function exported(strict: boolean, save: typeof saveStream = saveStream): Work {
  const folder = testFolder();
  const place = path.join(folder, 'list.csv');
  writeFileSync(place, 'what stood there before');
  let whole = '';
  return {
    once: async (times) => {
      const arriving = await client(strict, times).transport.blob(
        callOf('customer.export', { query: { format: 'csv' } }),
      );
      await save(arriving, place).catch((error) => Promise.reject(arriving.failure(error) as CallError));
      whole = readFileSync(place, 'utf8');
    },
    // The file is unchanged or complete, and no other file is beside it.
    there: () => {
      expect(readdirSync(folder)).toEqual(['list.csv']);
      const now = readFileSync(place, 'utf8');
      expect([whole, 'what stood there before'], 'what stands there').toContain(now);
      if (whole) expect(whole.endsWith('\n')).toBe(true);
      return now === whole ? 1 : 0;
    },
  };
}

const works: Readonly<Record<'read' | 'write' | 'upload' | 'export', (strict: boolean) => Work>> = {
  read: (strict) => ({
    once: (times) =>
      client(strict, times).transport.json(callOf('customer.list', { query: { pageSize: 50 } })),
    there: () => 1,
  }),
  write: (strict) => {
    // Two quotes may have the same reference: nothing but the key prevents a second one.
    const body = drafts.orderQuote();
    const call = callOf('orderQuote.create', { body }, { key: `wire-${body.reference}` });
    return {
      once: (times) => client(strict, times).transport.json(call),
      there: () => api.count('select count(*) from orderQuote where reference = ?', body.reference),
    };
  },
  upload: (strict) => {
    const name = `${newCode('pod')}.pdf`;
    const place = path.join(testFolder(), name);
    writeFileSync(place, pdfOf(FILE));
    const id = Number(api.row('select id from bill limit 1').id);
    const call = callOf(
      'attachment.upload',
      { params: { id } },
      { file: { path: place, name }, key: `wire-${name.slice(0, -4)}` },
    );
    return {
      once: (times) => client(strict, times).transport.json(call),
      there: () => api.count('select count(*) from attachment where fileName = ?', name),
    };
  },
  export: (strict) => exported(strict),
};
type Kind = keyof typeof works;
const KINDS = Object.keys(works) as Kind[];

/** Possible ends of a piece of work under a fault that stays. */
const ENDS: Readonly<Record<Kind, RegExp>> = {
  read: /^(ok|NO_CONNECTION|TIMED_OUT|ANSWER_INVALID)$/,
  write: /^(ok|RESULT_UNKNOWN\?|TIMED_OUT\?|ANSWER_INVALID\?)$/,
  upload: /^(ok|RESULT_UNKNOWN\?|TIMED_OUT\?|STALLED\?|ANSWER_INVALID\?)$/,
  export: /^(ok|NO_CONNECTION|TIMED_OUT|STALLED|ANSWER_INVALID)$/,
};

let state = SEED;
/** Returns random numbers, the same in each run. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Closes all connections: one kept from before would meet no fault, or the earlier one. */
async function freshly(): Promise<void> {
  agents.http.destroy();
  proxy.hangUp();
  await until(() => proxy.open.size === 0);
}

/** Limits for a piece of work under a fault. */
interface Bounds {
  readonly work: Work;
  /** Milliseconds beyond the time of a call. */
  readonly late: number;
  /** Milliseconds for the end of its connection. */
  readonly patience: number;
}

/** Tests one fault that stays: the outcome, its time, and the results before and after a person repeated it. */
async function under(
  kind: Kind,
  fault: Fault,
  strict: boolean,
  { work = works[kind](strict), late = LATE, patience = 10_000 }: Partial<Bounds> = {},
): Promise<void> {
  const what = `${kind} ${JSON.stringify(fault)} ${strict}`;
  await freshly();
  proxy.faultOf = () => fault;
  const startedAt = performance.now();
  const outcome = await outcomeOf(work.once());
  const took = performance.now() - startedAt;
  expect(outcome, `${what}: its end`).toMatch(ENDS[kind]);
  // Dripping bytes are no pause: an export may continue as long as they arrive.
  if (!(fault.kind === 'drip' && (kind === 'export' || kind === 'upload')))
    expect(took, `${what}: in time`).toBeLessThan(TIMES.request + TIMES.idle + late);
  proxy.faultOf = () => undefined;
  // In any case, the client closes a connection on which it gave up.
  if (outcome !== 'ok') await until(() => proxy.open.size === 0, patience);
  if (outcome === 'ok') expect(work.there(), `${what}: once`).toBe(1);
  else expect(work.there(), `${what}: once at most`).toBeLessThanOrEqual(1);
  await freshly();
  expect(await outcomeOf(work.once(PATIENT)), what).toBe('ok');
  expect(work.there(), `${what}: once in the end`).toBe(1);
}

describe('a failing connection', () => {
  const places: readonly Omit<Fault, 'kind'>[] = [
    { way: 'up', after: 0 },
    { way: 'up', after: 40 },
    { way: 'down', after: 0 },
    { way: 'down', after: 100 },
    { way: 'down', after: 900 },
  ];
  for (const kind of KINDS) {
    test.each(['reset', 'hole', 'end'] as const)(
      `by %s ends a ${kind} as declared, and none is done twice`,
      async (how) => {
        for (const place of how === 'hole' ? places.slice(1, 4) : places)
          await under(kind, { kind: how, ...place }, place.after !== 40);
        if (kind === 'upload') await under(kind, { kind: how, way: 'up', after: FILE / 2 }, true);
      },
    );
  }

  test('ends an upload after the maximum pause when the server stops reading', async () => {
    proxy.faultOf = () => ({ kind: 'deaf', way: 'up', after: 1000 });
    const { once, there } = works.upload(true);
    expect(await outcomeOf(once())).toMatch(/^(STALLED|TIMED_OUT)\?$/);
    expect(there()).toBe(0);
  });

  test('ends a call within its time when it drips', async () => {
    await under('read', { kind: 'drip', way: 'down', after: 0 }, true);
    await under('write', { kind: 'drip', way: 'down', after: 20 }, true);
    await under('read', { kind: 'drip', way: 'up', after: 10 }, false);
  });

  const chances = long ? 600 : 12;
  test(`at ${chances} random places leaves repeated work done once`, {
    timeout: long ? 3_600_000 : 180_000,
  }, async () => {
    for (let n = 0; n < chances; n += 1) {
      const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'read';
      const way = random() < 0.5 ? 'up' : 'down';
      const size = kind === 'upload' && way === 'up' ? FILE : 2000;
      const how = (['reset', 'reset', 'end', 'hole'] as const)[Math.floor(random() * 4)] ?? 'reset';
      await under(kind, { kind: how, way, after: Math.floor(random() * size) }, random() < 0.7);
    }
  });
});

describe('a connection that breaks and returns', () => {
  test('has every record once in the end, and no surplus connection', {
    timeout: long ? 1_200_000 : 120_000,
  }, async () => {
    proxy.latency = 3;
    // Each connection breaks in the end: half of them in the middle of their data.
    proxy.faultOf = () =>
      random() < 0.5
        ? { kind: 'reset', way: random() < 0.5 ? 'up' : 'down', after: Math.floor(random() * 2500) }
        : { kind: 'end', way: 'down', after: 2000 + Math.floor(random() * 4000) };
    const before = proxy.connections;
    const bodies = Array.from({ length: long ? 500 : 24 }, () => drafts.orderQuote());
    const { transport } = client(true, PATIENT);
    let tries = 0;
    const make = async (body: (typeof bodies)[number]) => {
      const call = callOf('orderQuote.create', { body }, { key: `flap-${body.reference}` });
      // Repeats, like a person who presses the button again.
      do tries += 1;
      while ((await outcomeOf(transport.json(call))) !== 'ok');
      await outcomeOf(transport.json(callOf('customer.list')));
    };
    const waiting = [...bodies];
    const hand = async () => {
      for (let body = waiting.pop(); body; body = waiting.pop()) await make(body);
    };
    await Promise.all([hand(), hand(), hand(), hand()]);
    for (const { reference } of bodies)
      expect(api.count('select count(*) from orderQuote where reference = ?', reference)).toBe(1);
    // Connections did break, and repeatedly.
    expect(proxy.connections - before).toBeGreaterThan(bodies.length);
    expect(tries).toBeGreaterThanOrEqual(bodies.length);
    expect(proxy.open.size).toBeLessThanOrEqual(12);
  });
});

describe('the checks of a failing connection', () => {
  const CUT: Fault = { kind: 'reset', way: 'down', after: 900 };
  const ordered = (once: (call: Call, times?: typeof TIMES) => Promise<unknown>): Work => {
    const body = drafts.orderQuote();
    return {
      once: (times) => once(callOf('orderQuote.create', { body }), times),
      there: () => api.count('select count(*) from orderQuote where reference = ?', body.reference),
    };
  };

  test('notice a repeat under another key, which happens twice', async () => {
    const work = ordered((call, times) => client(true, times).transport.json(call));
    await expect(under('write', CUT, true, { work })).rejects.toThrow('once in the end');
  });

  test('notice a write reported as not done that may have been', async () => {
    const work = ordered((call, times) =>
      client(false, times)
        .transport.json(call)
        .catch(({ error }: CallError) => Promise.reject(new CallError({ ...error, unknownResult: false }))),
    );
    await expect(under('write', CUT, false, { work })).rejects.toThrow('its end');
  });

  test('notice a file that is written in its final place', async () => {
    const work = exported(true, async ({ stream }, place) => {
      // Writes something at once: a busy machine may notice the end before the first byte was written.
      writeFileSync(place, 'code');
      await pipeline(stream, createWriteStream(place, { flags: 'r+' }));
      return 0;
    });
    const ended: Fault = { kind: 'end', way: 'down', after: 3000 };
    await expect(under('export', ended, true, { work })).rejects.toThrow('what stands there');
  });

  test('notice a call that ends late, or keeps its connection', async () => {
    const read = (times?: typeof TIMES) => client(true, times).transport.json(callOf('customer.list'));
    const hole: Fault = { kind: 'hole', way: 'down', after: 0 };
    const late: Work = { once: (times = { request: 2500, idle: 2500 }) => read(times), there: () => 1 };
    await expect(under('read', hole, true, { work: late, late: 0 })).rejects.toThrow('in time');
    const holds: Work = {
      once: (times) => {
        net.connect(proxy.port, '127.0.0.1').on('error', () => undefined);
        return read(times);
      },
      there: () => 1,
    };
    await expect(under('read', hole, true, { work: holds, patience: 300 })).rejects.toThrow('open.size');
  });
});
