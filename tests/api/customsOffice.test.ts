import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { CustomsSimulatorMode } from '@contract/config/customsAccount';
import {
  answerFit,
  type CustomsEvent,
  type CustomsStanding,
  customsEvents,
} from '@contract/rules/customsAnswers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { resultText } from '../../main/server/areas/customsOffice/notification';
import { boxOf, declaredBill, newMrn } from '../support/apiCustoms';
import { hoursAgo } from '../support/apiNodes';
import { drafts } from '../support/apiRecords';
import { certificates } from '../support/certificates';
import { testApi } from '../support/server';

const root = mkdtempSync(path.join(os.tmpdir(), 'fc-customs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
writeFileSync(path.join(root, 'cert.pem'), certificates.inOrder.cert);
writeFileSync(path.join(root, 'key.pem'), certificates.inOrder.key);
const environment = {
  folder: root,
  certificate: path.join(root, 'cert.pem'),
  key: path.join(root, 'key.pem'),
};
const api = testApi({
  customs: { every: 15, deadline: 600, settling: 300, loopback: true, environment },
});

const SIMULATOR = 1;
const FOLDER = 2;
beforeEach(() => {
  api.ahead = 0;
});
const simulate = (mode: CustomsSimulatorMode) =>
  api.db.exec(`update customsAccount set simulatorMode = '${mode}' where id = ${SIMULATOR}`);

/** Makes a lodged declaration of some parcels, and sends it. */
async function sent(accountId: number, parcels = 1) {
  const made = declaredBill(api, 'declared', { declaredAt: hoursAgo(8) });
  api.db.exec(`delete from itemLine where parcelId in (${made.box.parcels.join()})`);
  api.db.exec(`delete from parcel where id in (${made.box.parcels.join()})`);
  const box = boxOf(
    api,
    made.billId,
    made.batchId,
    Array.from({ length: parcels }, () => ({ address: 'Oudegracht 12' })),
  );
  await api.call.customsMessage.transmit({
    params: { batchId: made.batchId },
    body: { version: 1, accountId },
  });
  const { list } = await api.call.customsMessage.list({ query: { batchId: [made.batchId], sort: 'lrn' } });
  return { ...made, box, messages: list };
}
const batch = (id: number) => api.row('select * from batch where id = ?', id);
const message = (id: number) => api.row('select * from customsMessage where id = ?', id);
const answers = (batchId: number) =>
  api.rows('select * from customsAnswer where batchId = ? order by id', batchId);
const parcelStates = (billId: number) =>
  api.rows('select state from parcel where billId = ? order by trackingNo', billId).map(({ state }) => state);
const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });
const steps = async (batchId: number) =>
  (await api.call.batch.history({ params: { batchId } })).map(({ step }) => step);

test('a declaration of one parcel goes out, is accepted with its MRN, and is released by itself', async () => {
  simulate('release');
  const { billId, batchId, messages } = await sent(SIMULATOR);
  const [only] = messages;
  expect(messages).toMatchObject([{ lrn: String(batch(batchId).lrn), items: 1 }]);
  api.ahead = 10_000;
  await eventually(() => expect(batch(batchId)).toMatchObject({ status: 'accepted' }));
  api.ahead = 60_000;
  await eventually(() => expect(batch(batchId)).toMatchObject({ status: 'released' }));
  expect(parcelStates(billId)).toEqual(['free']);
  expect(await steps(batchId)).toEqual(['transmit', 'accept', 'release']);
  const read = await api.call.customsMessage.get({ params: { id: only?.id ?? 0 } });
  expect(read).toMatchObject({ state: 'answered', standing: 'released', mrn: batch(batchId).mrn });
  expect(read.answers.map(({ event, state }) => [event, state])).toEqual([
    ['accepted', 'applied'],
    ['released', 'applied'],
  ]);
  expect(read.exchanges[0]).toMatchObject({ operation: 'file', result: 'ok', httpStatus: 202 });
  expect(read.exchanges[0]?.request).toContain(`<FunctionalReferenceID>${read.lrn}</FunctionalReferenceID>`);
});

test.each<[CustomsSimulatorMode, string, string, readonly string[]]>([
  ['reject', 'rejected', 'failed', ['transmit', 'reject']],
  ['control', 'released', 'free', ['transmit', 'accept', 'control', 'release']],
  ['documents', 'released', 'free', ['transmit', 'accept', 'control', 'release']],
  ['refuse', 'refused', 'failed', ['transmit', 'accept', 'control', 'result']],
  ['invalidate', 'invalidated', 'clearance', ['transmit', 'accept', 'invalidate']],
  ['register', 'declared', 'clearance', ['transmit']],
])('where customs decides to %s, the declaration is %s', async (mode, status, state, taken) => {
  simulate(mode);
  const { billId, batchId, messages } = await sent(SIMULATOR);
  api.ahead = 10_000;
  await eventually(() => expect(message(messages[0]?.id ?? 0).state).toBe('answered'));
  for (const ahead of [30_000, 200_000, 400_000]) {
    api.ahead = ahead;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await eventually(() => expect(batch(batchId).status).toBe(status));
  expect(parcelStates(billId)).toEqual([state]);
  expect(await steps(batchId)).toEqual(taken);
  expect(answers(batchId).filter(({ state: of }) => of !== 'applied')).toEqual([]);
});

test('a declaration of several parcels goes as one message for each, and is released with the last', async () => {
  const { billId, batchId, messages } = await sent(FOLDER, 3);
  const lrn = String(batch(batchId).lrn);
  expect(messages.map((one) => one.lrn)).toEqual([`${lrn}-1`, `${lrn}-2`, `${lrn}-3`]);
  await eventually(() => expect(messages.every(({ id }) => message(id).state === 'sent')).toBe(true));
  const [first, second, third] = messages.map((one) => one.lrn);
  respond(first, 'accepted');
  await eventually(() => expect(batch(batchId)).toMatchObject({ status: 'accepted', mrn: null }));
  respond(second, 'accepted');
  respond(third, 'rejected');
  respond(first, 'released');
  await eventually(() => expect(parcelStates(billId)).toEqual(['free', 'clearance', 'failed']));
  expect(batch(batchId).status).toBe('accepted');
  respond(second, 'control');
  await eventually(() => expect(parcelStates(billId)).toEqual(['free', 'held', 'failed']));
  respond(second, 'released');
  await eventually(() => expect(batch(batchId).status).toBe('released'));
  expect(parcelStates(billId)).toEqual(['free', 'free', 'failed']);
  const mrns = api.rows("select mrn from parcel where billId = ? and state = 'free'", billId);
  expect(new Set(mrns.map(({ mrn }) => mrn)).size).toBe(2);
  expect(answers(batchId).filter(({ state }) => state !== 'applied')).toEqual([]);
});

test('a declaration whose messages are all rejected is rejected', async () => {
  const { billId, batchId, messages } = await sent(FOLDER, 2);
  await eventually(() => expect(messages.every(({ id }) => message(id).state === 'sent')).toBe(true));
  for (const { lrn } of messages) respond(lrn, 'rejected');
  await eventually(() => expect(batch(batchId).status).toBe('rejected'));
  expect(parcelStates(billId)).toEqual(['failed', 'failed']);
});

let serial = 0;
const mrnOf = new Map<string, string>();
/** Puts a response of customs into the folder of the account. */
function respond(lrn: string | undefined, event: CustomsEvent, sid?: string): void {
  const number = lrn ?? '';
  const inbox = path.join(root, 'schiphol', 'in');
  mkdirSync(inbox, { recursive: true });
  serial += 1;
  const mrn = mrnOf.get(number) ?? newMrn();
  mrnOf.set(number, mrn);
  const isNumbered = event !== 'registered' && event !== 'rejected';
  const said = {
    ...{ sid: sid ?? `S-${serial}`, lrn: number, mrn: isNumbered ? mrn : null, event },
    at: new Date().toISOString().replace(/\.\d+/, ''),
  };
  writeFileSync(path.join(inbox, `${String(serial).padStart(6, '0')}.xml`), resultText([said]));
}

test('a response that comes twice is carried out once', async () => {
  const { batchId, messages } = await sent(FOLDER);
  const [lrn] = messages.map((one) => one.lrn);
  await eventually(() => expect(message(messages[0]?.id ?? 0).state).toBe('sent'));
  respond(lrn, 'accepted', 'TWICE-1');
  respond(lrn, 'accepted', 'TWICE-1');
  // The same decision under another number changes nothing either.
  respond(lrn, 'accepted', 'TWICE-2');
  await eventually(() => expect(answers(batchId).map(({ state }) => state)).toEqual(['applied', 'applied']));
  expect(await steps(batchId)).toEqual(['transmit', 'accept']);
});

test('a response to a number that is not ours is kept, and raises the alarm', async () => {
  respond('SOMEBODY-ELSE', 'released');
  const open = () => api.call.customsAnswer.list({ query: { lrn: 'SOMEBODY-ELSE', state: ['open'] } });
  await eventually(async () => expect((await open()).list).toHaveLength(1));
  const [answer] = (await open()).list;
  expect(answer).toMatchObject({ billId: null, event: 'released' });
  expect(answer?.reason).toContain('SOMEBODY-ELSE');
  expect(
    api.count("select count(*) from message where type = 'exception' and textEn like '%SOMEBODY-ELSE%'"),
  ).toBeGreaterThan(0);
  await api.call.customsAnswer.settle({ body: { ids: [answer?.id ?? 0] } });
  expect((await open()).list).toEqual([]);
});

test('a file that is no response is kept, and raises the alarm', async () => {
  const inbox = path.join(root, 'schiphol', 'in');
  mkdirSync(inbox, { recursive: true });
  const file = path.join(inbox, 'garbage.xml');
  writeFileSync(file, '<html>Service window on Sunday</html>');
  // Nobody writes a file of an hour ago.
  utimesSync(file, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
  await eventually(() =>
    expect(api.count("select count(*) from customsAnswer where content like '%Service window%'")).toBe(1),
  );
  await eventually(() => expect(existsSync(file)).toBe(false));
});

/** Returns the outcome of responses in an order of arrival: open ones are tried again after each that fits. */
function expected(events: readonly CustomsEvent[]): { standing: CustomsStanding; open: CustomsEvent[] } {
  let standing: CustomsStanding = 'none';
  let open: CustomsEvent[] = [];
  const isPossible = (event: CustomsEvent) =>
    answerFit(event, standing) !== 'unfit' &&
    // After the release a person enters the ground of an invalidation.
    !(event === 'invalidated' && standing === 'released');
  for (const event of events) {
    let waiting = [event];
    while (waiting.length > 0) {
      const [next, ...rest] = waiting;
      waiting = rest;
      if (!next) break;
      if (!isPossible(next)) open.push(next);
      else {
        if (answerFit(next, standing) === 'moves') standing = next;
        // Open responses are tried again, in the order of their receipt.
        waiting = [...open, ...waiting].sort((a, b) => events.indexOf(a) - events.indexOf(b));
        open = [];
      }
    }
  }
  return { standing, open };
}

/** Every order of two responses, and generated orders of all of them. */
function orders(): CustomsEvent[][] {
  const pairs = customsEvents.flatMap((first) =>
    customsEvents.filter((one) => one !== first).map((second) => [first, second]),
  );
  let state = 20_261_129;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  const whole = Array.from({ length: 24 }, () =>
    [...customsEvents].map((event) => ({ event, at: next() })).sort((a, b) => a.at - b.at),
  );
  return [...pairs, ...whole.map((order) => order.map(({ event }) => event))];
}

test('responses in every order are carried out or kept with an alarm, and none is lost', async () => {
  const walks = [];
  for (const events of orders()) {
    const made = await sent(FOLDER);
    walks.push({ ...made, events, id: made.messages[0]?.id ?? 0, lrn: made.messages[0]?.lrn ?? '' });
  }
  await vi.waitFor(
    () =>
      expect(api.count("select count(*) from customsMessage where state in ('queued', 'sending')")).toBe(0),
    { timeout: 60_000, interval: 50 },
  );
  for (const { lrn, events } of walks) for (const event of events) respond(lrn, event);
  const total = walks.reduce((sum, { events }) => sum + events.length, 0);
  const ids = walks.map(({ batchId }) => batchId).join();
  await vi.waitFor(
    () => {
      const done = `select count(*) from customsAnswer where batchId in (${ids}) and state in ('applied', 'open')`;
      expect(api.count(done)).toBe(total);
    },
    { timeout: 120_000, interval: 100 },
  );
  for (const { events, id, batchId, lrn } of walks) {
    const { standing, open } = expected(events);
    const told = answers(batchId);
    expect({ events, standing: message(id).standing }).toEqual({ events, standing });
    const left = told.filter(({ state }) => state === 'open').map(({ event }) => event);
    expect({ events, left: left.sort() }).toEqual({ events, left: open.sort() });
    for (const answer of told.filter(({ state }) => state === 'open')) {
      expect(answer.problem).not.toBeNull();
      expect(
        api.count(
          'select count(*) from message where textEn like ? and billId = ?',
          `%${lrn}%`,
          Number(answer.billId),
        ),
      ).toBeGreaterThan(0);
    }
  }
}, 240_000);

test('a declaration can be withdrawn while nothing has left, and not afterwards', async () => {
  api.db.exec(`update customsAccount set folder = null where id = ${FOLDER}`);
  const { batchId, messages } = await sent(FOLDER);
  const id = messages[0]?.id ?? 0;
  await eventually(() => expect(message(id)).toMatchObject({ state: 'failed', result: 'folder' }));
  await api.call.batch.withdraw({ params: { batchId }, body: { version: 2 } });
  expect(batch(batchId)).toMatchObject({ status: 'prepared', lrn: null });
  expect(api.count('select count(*) from customsMessage where id = ?', id)).toBe(0);
  api.db.exec(`update customsAccount set folder = 'schiphol' where id = ${FOLDER}`);
  const other = await sent(FOLDER);
  await eventually(() => expect(message(other.messages[0]?.id ?? 0).state).toBe('sent'));
  const refused = await api.refused('batch.withdraw', {
    params: { batchId: other.batchId },
    body: { version: 2 },
  });
  expect(refused.code).toBe('CUSTOMS_SENT');
});

/** An office on this machine, which loses the connection as set. */
class Office {
  /** Numbers of the declarations posted, and of those stored. */
  readonly posted: string[] = [];
  readonly stored = new Set<string>();
  behave: 'lost after storing' | 'lost before storing' | 'in order' = 'in order';
  readonly server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    if (request.method === 'GET') {
      const lrn = new URL(request.url ?? '/', 'http://x').searchParams.get('lrn') ?? '';
      if (!this.stored.has(lrn)) return void response.writeHead(404).end();
      return void response.end(resultText([]));
    }
    const lrn = /<FunctionalReferenceID>(.*?)</.exec(text)?.[1] ?? '';
    this.posted.push(lrn);
    const { behave } = this;
    this.behave = 'in order';
    if (behave !== 'lost before storing') this.stored.add(lrn);
    if (behave === 'in order') response.writeHead(202).end();
    else request.socket.destroy();
  });
}

test.each([
  ['lost after storing', 1],
  ['lost before storing', 2],
] as const)(
  'over HTTPS a declaration whose response was %s is asked for, and stored once',
  async (behave, posts) => {
    const office = new Office();
    await new Promise<void>((listening) => office.server.listen(0, '127.0.0.1', listening));
    try {
      const address = `http://127.0.0.1:${(office.server.address() as AddressInfo).port}/h7`;
      const { id: accountId } = await api.call.customsAccount.create({
        body: { ...drafts.customsAccount(), address },
      });
      office.behave = behave;
      const { messages } = await sent(accountId);
      const id = messages[0]?.id ?? 0;
      api.ahead = 120_000;
      await eventually(() => {
        api.ahead += 1000;
        expect(message(id).state).toBe('sent');
      });
      expect(office.posted).toHaveLength(posts);
      expect([...office.stored]).toEqual([messages[0]?.lrn]);
    } finally {
      office.server.closeAllConnections();
      office.server.close();
    }
  },
);

test('a folder gets each declaration once, whole', async () => {
  const { messages } = await sent(FOLDER, 5);
  await eventually(() => expect(messages.every(({ id }) => message(id).state === 'sent')).toBe(true));
  const out = path.join(root, 'schiphol', 'out');
  const names = readdirSync(out);
  for (const { lrn } of messages) {
    expect(names.filter((name) => name === `${lrn}.xml`)).toHaveLength(1);
    expect(readFileSync(path.join(out, `${lrn}.xml`), 'utf8')).toMatch(/<\/Declaration>\s*$/);
  }
  expect(readdirSync(path.join(root, 'schiphol', 'unsent'))).toEqual([]);
});
