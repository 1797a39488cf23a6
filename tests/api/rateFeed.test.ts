import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nextReading } from '../../main/server/areas/finance/rateFeed';
import { rateXml } from '../support/rateFiles';
import { testApi } from '../support/server';

const HOUR = 3_600_000;
const api = testApi({ rates: { loopback: true, every: 15, deadline: 400 } });

/** A server with a file of rates, or another answer. */
class RateServer {
  answer: { readonly status: number; readonly body: string } = { status: 200, body: '' };
  readonly asked: string[] = [];
  /** Milliseconds until it answers. */
  takes = 0;
  readonly #server: Server = createServer((request, response) => {
    this.asked.push(`${request.method} ${request.url}`);
    const { status, body } = this.answer;
    setTimeout(() => response.writeHead(status).end(body), this.takes);
  });

  async start(): Promise<this> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return this;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/eurofxref-hist-90d.xml`;
  }
  serves(days: Parameters<typeof rateXml>[0]): void {
    this.answer = { status: 200, body: rateXml(days) };
  }
  stop(): Promise<void> {
    return new Promise((closed) => this.#server.close(() => closed()));
  }
}

let bank: RateServer;
beforeEach(async () => {
  bank = await new RateServer().start();
  api.db.exec('delete from dayRate; delete from rateFeed; delete from message');
});
afterEach(async () => {
  await reset();
  api.ahead = 0;
  await bank.stop();
});
async function reset() {
  const { version } = await api.call.rateFeed.settings({});
  await api.call.rateFeed.saveSettings({ body: { version, source: 'none', address: null } });
}

const ago = (days: number) => new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10);
async function readFrom(address: string) {
  const { version } = await api.call.rateFeed.settings({});
  return api.call.rateFeed.saveSettings({ body: { version, source: 'web', address } });
}
const settled = (expected: object) =>
  expect.poll(() => api.call.rateFeed.settings({})).toMatchObject(expected);
const stored = () =>
  api
    .rows('select currency, day, rate, source from dayRate order by currency, day')
    .map(({ currency, day, rate, source }) => `${currency} ${day} ${rate} ${source}`);
const send = (xml: string, name = 'rates.xml') =>
  api.call.rateFeed.importFile({ file: { name, bytes: xml } });
const refused = (xml: string) =>
  api.refused('rateFeed.importFile', { file: { name: 'rates.xml', bytes: xml } });

describe('the address of the bank', () => {
  test('is read by itself, and its rates are used for the books', async () => {
    bank.serves([
      { day: ago(2), rates: { USD: '1.0845', JPY: '163.10' } },
      { day: ago(3), rates: { USD: '1.0831' } },
    ]);
    await readFrom(bank.url);
    await settled({ newestDay: ago(2), error: null, failedSince: null });
    expect(stored()).toEqual([
      `JPY ${ago(2)} 163100000 ecb`,
      `USD ${ago(3)} 1083100 ecb`,
      `USD ${ago(2)} 1084500 ecb`,
    ]);
    const { list } = await api.call.dayRate.list({ query: { source: ['ecb'] } });
    expect(list[0]).toMatchObject({ createdBy: null });
    expect(bank.asked).toEqual(['GET /eurofxref-hist-90d.xml']);
  });

  test('is left where another source was set while it was read', async () => {
    bank.serves([{ day: ago(1), rates: { USD: '1.0845' } }]);
    bank.takes = 250;
    await readFrom(bank.url);
    await expect.poll(() => bank.asked.length).toBe(1);
    bank.takes = 0;
    bank.answer = { status: 404, body: '' };
    await readFrom(`${bank.url}?other`);
    await settled({ error: 'status', detail: '404', readAt: null });
    await new Promise((done) => setTimeout(done, 400));
    expect(await stored()).toEqual([]);
    expect(await api.call.rateFeed.settings({})).toMatchObject({ error: 'status', readAt: null });
  });

  test('is asked again after a failure, which names its reason and when it began', async () => {
    bank.answer = { status: 503, body: 'busy' };
    await readFrom(bank.url);
    await settled({ error: 'status', detail: '503', readAt: null });
    const { failedSince } = await api.call.rateFeed.settings({});
    expect(failedSince).not.toBeNull();
    bank.answer = { status: 200, body: '<html></html>' };
    api.ahead = HOUR;
    await settled({ error: 'file', detail: 'RATE_FILE_OTHER', failedSince });
    bank.serves([{ day: ago(1), rates: { USD: '1.08' } }]);
    api.ahead = 2 * HOUR;
    await settled({ error: null, failedSince: null, newestDay: ago(1) });
  });

  test('that fails for a day is reported once to those who keep the rates', async () => {
    const unread = () =>
      api.count("select count(*) from message where textEn like 'Exchange rates could not%'");
    bank.answer = { status: 500, body: '' };
    await readFrom(bank.url);
    await settled({ error: 'status' });
    expect(unread()).toBe(0);
    const since = `${new Date(Date.now() - 25 * HOUR).toISOString().slice(0, 19)}Z`;
    api.db.exec(`update rateFeed set failedSince = '${since}', nextAt = null`);
    await expect.poll(unread).toBeGreaterThan(0);
    const told = unread();
    const asked = bank.asked.length;
    api.db.exec('update rateFeed set nextAt = null');
    await expect.poll(() => bank.asked.length).toBeGreaterThan(asked);
    await settled({ error: 'status', failedSince: since });
    expect(unread()).toBe(told);
  });

  test('must be on the internet when a person reads now', async () => {
    await readFrom('https://10.0.0.1/rates.xml');
    const { feed, read } = await api.call.rateFeed.run({});
    expect([feed.error, read]).toEqual(['private_address', null]);
  });
});

describe('a file', () => {
  test('leaves rates that a person entered, and names them', async () => {
    await api.call.dayRate.create({ body: { currency: 'USD', day: ago(1), rate: '1.09', remark: null } });
    const found = await send(rateXml([{ day: ago(1), rates: { USD: '1.0845', GBP: '0.86' } }]));
    expect(found).toMatchObject({
      ...{ added: 1, changed: 0, same: 0, doubtful: [] },
      kept: [{ currency: 'USD', day: ago(1), rate: '1.084500', comparedWith: '1.090000' }],
    });
    expect(stored()).toContain(`USD ${ago(1)} 1090000 entered`);
  });

  test('replaces what was read before where it was published otherwise', async () => {
    await send(rateXml([{ day: ago(1), rates: { USD: '1.0845', GBP: '0.86' } }]));
    const found = await send(rateXml([{ day: ago(1), rates: { USD: '1.0850', GBP: '0.86' } }]));
    expect(found).toMatchObject({ added: 0, changed: 1, same: 1 });
    const { list } = await api.call.dayRate.list({ query: { currency: 'USD' } });
    expect(list).toMatchObject([{ rate: '1.085000', source: 'ecb', version: 2 }]);
  });

  test('does not store a rate far from the previous one, until a person enters it', async () => {
    const days = [
      { day: ago(3), rates: { TRY: '40.00' } },
      { day: ago(2), rates: { TRY: '4.01' } },
      { day: ago(1), rates: { TRY: '40.20' } },
    ];
    const found = await send(rateXml(days));
    expect(found).toMatchObject({
      added: 2,
      doubtful: [{ day: ago(2), rate: '4.010000', comparedWith: '40.000000' }],
    });
    expect(stored()).toEqual([`TRY ${ago(3)} 40000000 ecb`, `TRY ${ago(1)} 40200000 ecb`]);
    await api.call.dayRate.create({ body: { currency: 'TRY', day: ago(2), rate: '40.10', remark: null } });
    expect(await send(rateXml(days))).toMatchObject({ doubtful: [], kept: [{ day: ago(2) }] });
  });

  test('compares with the last rate before it, however long ago that was', async () => {
    await api.call.dayRate.create({
      body: { currency: 'CNY', day: '2024-01-02', rate: '7.80', remark: null },
    });
    const found = await send(rateXml([{ day: ago(1), rates: { CNY: '78.00' } }]));
    expect(found.doubtful).toMatchObject([{ comparedWith: '7.800000' }]);
  });

  test('that a person changes afterwards stays as they entered it', async () => {
    await send(rateXml([{ day: ago(1), rates: { USD: '1.0845' } }]));
    const { list } = await api.call.dayRate.list({ query: {} });
    const { id, version } = list[0] ?? { id: 0, version: 0 };
    await api.call.dayRate.update({ params: { id }, body: { version, rate: '1.2' } });
    expect(await send(rateXml([{ day: ago(1), rates: { USD: '1.0845' } }]))).toMatchObject({ kept: [{}] });
  });

  test.each([
    ['a day that has not come', [{ day: ago(-3), rates: { USD: '1' } }], 'Cube/@time'],
    ['no day', [{ day: '2026-02-30', rates: { USD: '1' } }], 'Cube/@time'],
    ['a currency that does not exist', [{ day: ago(1), rates: { XQX: '1' } }], 'XQX Cube/@currency'],
    ['the euro', [{ day: ago(1), rates: { EUR: '1' } }], 'EUR Cube/@currency'],
    ['a decimal comma', [{ day: ago(1), rates: { USD: '1,08' } }], 'USD Cube/@rate'],
    ['zero', [{ day: ago(1), rates: { USD: '0.00' } }], 'USD Cube/@rate'],
    ['a rate that is missing', [{ day: ago(1), rates: { USD: '' } }], 'USD Cube/@rate'],
    ['more digits than are stored', [{ day: ago(1), rates: { USD: '1.0845001' } }], 'USD Cube/@rate'],
    [
      'a day twice',
      [
        { day: ago(1), rates: { USD: '1.08' } },
        { day: ago(1), rates: { USD: '1.09' } },
      ],
      'USD Cube/@currency',
    ],
  ] as const)('with %s is refused at its place, and nothing of it is stored', async (_, days, place) => {
    const found = await refused(rateXml([{ day: ago(2), rates: { GBP: '0.86' } }, ...days]));
    expect(found).toMatchObject({ code: 'RATE_FILE_PART' });
    expect(found.msg).toContain(place);
    expect(stored()).toEqual([]);
  });

  test.each([
    ['of another kind', '<Envelope/>', 'RATE_FILE_OTHER'],
    [
      'with rates of another namespace',
      rateXml([{ day: ago(1), rates: { USD: '1' } }]).replace('ecb.int', 'x.y'),
      'RATE_FILE_OTHER',
    ],
    ['that is cut off', rateXml([{ day: ago(1), rates: { USD: '1' } }]).slice(0, 400), 'FILE_BROKEN'],
  ])('%s is refused', async (_, xml, code) => {
    expect(await refused(xml)).toMatchObject({ code });
  });
});

test('files of a folder are read and moved, and one that is not understood is put aside', async () => {
  const folder = api.ratesFolder;
  mkdirSync(path.join(folder, 'read'), { recursive: true });
  writeFileSync(path.join(folder, 'a.xml'), rateXml([{ day: ago(1), rates: { USD: '1.0845' } }]));
  writeFileSync(path.join(folder, 'b.xml'), '<a/>');
  const { version, hasFolder } = await api.call.rateFeed.settings({});
  expect(hasFolder).toBe(true);
  await api.call.rateFeed.saveSettings({ body: { version, source: 'folder', address: null } });
  await settled({ newestDay: ago(1), error: 'file', detail: 'b.xml: RATE_FILE_OTHER' });
  expect(stored()).toEqual([`USD ${ago(1)} 1084500 ecb`]);
  expect(['read', 'refused'].map((name) => readdirSync(path.join(folder, name)))).toEqual([
    ['a.xml'],
    ['b.xml'],
  ]);
});

/** Times in UTC; Frankfurt is an hour ahead in winter and two in summer. */
test.each([
  ['before the rates of a day are published', '2026-11-25T09:00:00Z', '2026-11-24', '2026-11-25T15:15:00Z'],
  ['while they are late', '2026-11-25T15:20:00Z', '2026-11-24', '2026-11-25T15:50:00Z'],
  ['once they were read', '2026-11-25T15:20:00Z', '2026-11-25', '2026-11-26T15:15:00Z'],
  ['on a holiday of the bank', '2026-11-25T17:30:00Z', '2026-11-24', '2026-11-26T15:15:00Z'],
  ['after a Friday', '2026-11-27T16:00:00Z', '2026-11-27', '2026-11-30T15:15:00Z'],
  ['on a Saturday', '2026-11-28T10:00:00Z', '2026-11-27', '2026-11-30T15:15:00Z'],
  ['in summer', '2026-07-01T10:00:00Z', '2026-06-30', '2026-07-01T14:15:00Z'],
])('rates are read next %s', (_, now, newestDay, next) => {
  expect(nextReading({ source: 'web', newestDay }, Date.parse(now))).toBe(next);
});
