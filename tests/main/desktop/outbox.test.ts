import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Events } from '@contract/events';
import { allEndpoints, findEndpoint } from '@contract/index';
import { IDEMPOTENCY_LIFE } from '@contract/limits';
import { isKeepable, MAX_UNSENT, neverKept } from '@contract/unsent';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Holder, Outbox } from '../../../main/desktop/outbox';
import { SECRET } from '../../../main/server/areas/access/writeLog';
import type { Call } from '../../../main/transport/call';
import { CallError } from '../../../main/transport/callError';
import { drafts } from '../../support/apiRecords';
import { testFolder } from '../../support/folder';

const ADMIN: Holder = {
  owner: 'embedded:admin',
  environment: 'embedded',
  token: 'token-of-admin-0001',
  settles: true,
};
const FOREIGN: Holder = {
  owner: 'test:li.wei',
  environment: 'test',
  token: 'token-of-li-wei-0001',
  settles: false,
};

let folder: string;
let holder: Holder | null;
let now: number;
let sent: Call[];
let updates: Events['outbox'][];
/** Results of the server's next calls; every call succeeds once the list is empty. */
let answers: (CallError['error'] | 'ok')[];

beforeEach(() => {
  folder = testFolder();
  holder = ADMIN;
  now = Date.UTC(2026, 10, 22, 8);
  sent = [];
  updates = [];
  answers = [];
});

const starts = () => {
  // Calls that one test leaves running do not affect the next one.
  const [calls, events, own] = [sent, updates, folder];
  return new Outbox({
    folder,
    holder: () => holder,
    send: async (call) => {
      calls.push(call);
      const answer = (own === folder && answers.shift()) || 'ok';
      if (answer !== 'ok') throw new CallError(answer);
      return '{"ret":true,"msg":"","data":null}';
    },
    language: () => 'en',
    announce: (event) => events.push(structuredClone(event)),
    report: (message) => {
      throw new Error(message);
    },
    now: () => now,
  });
};

let serial = 0;
/** Returns the entry of a customer whose creation failed. */
const made = (more: object = {}) => ({
  call: 'customer.create',
  input: { body: drafts.customer() },
  key: `key-of-intention-${++serial}`,
  path: '/customer/add_customer',
  title: null,
  unknown: false,
  message: 'The server cannot be reached',
  ...more,
});
/** Returns the entry of a country whose change failed. */
const changed = (id: number, more: object = {}) =>
  made({ call: 'country.remove', input: { params: { id } }, path: '/config/area', ...more });

const DOWN = { code: 'NO_CONNECTION', message: 'down' };
const LOST = { code: 'RESULT_UNKNOWN', message: 'lost', unknownResult: true };
const REFUSED = { code: 'FORMAT', message: 'The code is wrong', status: 400 };
const STALE = { code: 'STALE_DATA', message: 'changed', status: 409 };
const stands = (outbox: Outbox) => outbox.list().map(({ status }) => status);
/** Waits until all running calls have ended. */
const settled = (outbox: Outbox) => outbox.send([]);

describe('an entry of the outbox', () => {
  test('survives a power cut with its key, in a file that nobody else can read', async () => {
    const kept = await starts().keep(made({ key: 'key-before-the-cut' }));
    expect(statSync(path.join(folder, 'outbox.json')).mode & 0o077).toBe(0);
    const after = starts();
    expect(after.list()).toMatchObject([{ id: kept.id, call: 'customer.create', status: 'waiting' }]);
    await settled(after);
    expect(sent).toMatchObject([{ name: 'customer.create', key: 'key-before-the-cut' }]);
  });

  test('belongs to one person on one server', async () => {
    const outbox = starts();
    await outbox.keep(made());
    for (const other of [{ ...ADMIN, owner: 'embedded:voucher' }, FOREIGN]) {
      holder = other;
      expect(outbox.list()).toEqual([]);
      outbox.sendWaiting();
      await settled(outbox);
    }
    holder = null;
    expect(outbox.list()).toEqual([]);
    expect(sent).toEqual([]);
    holder = ADMIN;
    expect(outbox.list()).toHaveLength(1);
    await settled(outbox);
    expect(sent).toMatchObject([{ as: { environment: 'embedded', token: ADMIN.token } }]);
  });

  test('is stored once, however often it is requested', async () => {
    const outbox = starts();
    const call = made();
    expect((await outbox.keep(call)).id).toBe((await outbox.keep(call)).id);
  });

  test('is refused with a message when the outbox is full', async () => {
    const outbox = starts();
    for (let n = 0; n < MAX_UNSENT; n += 1) await outbox.keep(made());
    await expect(outbox.keep(made())).rejects.toThrow('OUTBOX_FULL');
  });

  test('is set aside when damaged, with what could be read kept', async () => {
    await starts().keep(made());
    const file = path.join(folder, 'outbox.json');
    const { entries } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ entries: [{ id: 1 }, ...entries] }));
    const after = new Outbox({
      ...{ folder, holder: () => holder, send: async () => '', language: () => 'en' },
      announce: () => undefined,
      report: () => undefined,
    });
    expect(after.damaged).toBe(true);
    expect(after.list()).toHaveLength(1);
    expect(readFileSync(path.join(folder, 'outbox.damaged.json'), 'utf8')).toContain('"id":1');
  });

  test.each([
    ['a read', 'customer.list', {}],
    ['a sign-in', 'session.login', { body: { username: 'a', password: 'b', captchaId: 'c', captcha: 'd' } }],
    ['a password', 'staff.password', { params: { id: 1 }, body: {} }],
    ['an upload', 'attachment.upload', { params: { id: 1 }, file: 'token' }],
    ['an unknown call', 'customer.nothing', {}],
  ])('is never %s', async (_what, call, input) => {
    await expect(starts().keep(made({ call, input }))).rejects.toThrow(CallError);
  });
});

describe('an unsent write when the clock is wrong', () => {
  test.each([
    ['set forward', IDEMPOTENCY_LIFE + 1000],
    ['set back', -IDEMPOTENCY_LIFE - 1000],
  ])('has an unknown outcome and is not repeated when the clock was %s by more than a day', async (_, by) => {
    const outbox = starts();
    await outbox.keep(made());
    now += by;
    answers = [LOST];
    outbox.list();
    await settled(outbox);
    expect(sent).toHaveLength(1);
    outbox.sendWaiting();
    await settled(outbox);
    expect(stands(outbox)).toEqual(['unknown']);
    expect(sent).toHaveLength(1);
  });
});

describe('the outbox with the server back', () => {
  test('sends all entries in order, and reports each', async () => {
    const outbox = starts();
    const ids = [
      (await outbox.keep(made())).id,
      (await outbox.keep(changed(4))).id,
      (await outbox.keep(made())).id,
    ];
    outbox.list();
    await settled(outbox);
    expect(sent.map(({ name }) => name)).toEqual(['customer.create', 'country.remove', 'customer.create']);
    expect(updates.flatMap(({ ended }) => (ended ? [[ended.entry.id, ended.sent]] : []))).toEqual(
      ids.map((id) => [id, true]),
    );
    expect(starts().list()).toEqual([]);
  });

  test('sends nothing for someone who has not opened it since the start', async () => {
    await starts().keep(made());
    const outbox = starts();
    outbox.sendWaiting();
    await settled(outbox);
    expect(sent).toEqual([]);
  });

  test('ends the round at a server that is still down: later entries wait', async () => {
    const outbox = starts();
    await outbox.keep(made());
    await outbox.keep(made());
    answers = [DOWN];
    outbox.list();
    await settled(outbox);
    expect(sent).toHaveLength(1);
    expect(stands(outbox)).toEqual(['waiting', 'waiting']);
  });

  test('keeps a refused entry with its reason; later entries of its record wait, others do not', async () => {
    const outbox = starts();
    await outbox.keep(changed(1));
    await outbox.keep(changed(1));
    await outbox.keep(changed(2));
    answers = [REFUSED];
    outbox.list();
    await settled(outbox);
    expect(sent.map(({ input }) => input.params?.id)).toEqual([1, 2]);
    expect(updates.flatMap(({ ended }) => (ended ? [ended.sent] : []))).toEqual([false, true]);
    const left = starts().list();
    expect(left.map(({ status, message }) => [status, message])).toEqual([
      ['refused', 'The code is wrong'],
      ['waiting', 'The server cannot be reached'],
    ]);
  });

  test('reports a record changed by someone else as a conflict', async () => {
    const outbox = starts();
    await outbox.keep(changed(1));
    answers = [STALE];
    outbox.list();
    await settled(outbox);
    expect(stands(outbox)).toEqual(['conflict']);
    expect(updates.find(({ ended }) => ended)?.ended).toMatchObject({
      sent: false,
      entry: { status: 'conflict' },
    });
  });

  test('leaves an entry unchanged when the session ends', async () => {
    const outbox = starts();
    await outbox.keep(made());
    answers = [{ code: 'SESSION_ENDED', message: 'ended', status: 401 }];
    outbox.list();
    await settled(outbox);
    expect(starts().list()).toMatchObject([{ status: 'waiting' }]);
  });

  test('does not send discarded entries', async () => {
    const outbox = starts();
    outbox.discard((await outbox.keep(made())).id);
    outbox.list();
    await settled(outbox);
    expect(sent).toEqual([]);
  });
});

describe('a write with a lost response', () => {
  test('is settled by its key when the server supports keys', async () => {
    const outbox = starts();
    await outbox.keep(made({ key: 'key-with-lost-answer', unknown: true }));
    answers = [LOST, 'ok'];
    outbox.list();
    await settled(outbox);
    expect(stands(outbox)).toEqual(['waiting']);
    await settled(outbox);
    expect(sent.map(({ key }) => key)).toEqual(['key-with-lost-answer', 'key-with-lost-answer']);
  });

  test('stays unknown on other servers, and is resent by hand only', async () => {
    holder = FOREIGN;
    const outbox = starts();
    const { id } = await outbox.keep(made({ unknown: true }));
    outbox.list();
    await settled(outbox);
    expect(sent).toEqual([]);
    expect(stands(outbox)).toEqual(['unknown']);
    await outbox.send([id]);
    expect(sent).toHaveLength(1);
    expect(outbox.list()).toEqual([]);
  });

  test('stays unknown when the app ends during sending', async () => {
    holder = FOREIGN;
    await starts().keep(made());
    const dies = new Outbox({
      ...{
        folder,
        holder: () => holder,
        language: () => 'en',
        announce: () => undefined,
        report: () => undefined,
      },
      send: () => new Promise(() => undefined),
    });
    dies.list();
    await expect.poll(() => dies.list()[0]?.status).toBe('unknown');
    const after = starts();
    expect(stands(after)).toEqual(['unknown']);
    await settled(after);
    expect(sent).toEqual([]);
  });

  test('stays unknown when the server has forgotten its key', async () => {
    const outbox = starts();
    await outbox.keep(made({ unknown: true }));
    now += IDEMPOTENCY_LIFE + 1;
    answers = [LOST];
    outbox.list();
    await settled(outbox);
    expect(stands(outbox)).toEqual(['unknown']);
  });
});

describe('the calls that the outbox stores', () => {
  const keepable = allEndpoints().filter(({ name, found }) => isKeepable(name, found));

  test('include what people type, not reads and files', () => {
    const names = new Set<string>(keepable.map(({ name }) => name));
    for (const name of [
      'bill.create',
      'bill.update',
      'bill.remove',
      'cmrMail.send',
      'contract.approval',
      'airport.update',
    ])
      expect(names, name).toContain(name);
    for (const { name, found } of keepable)
      expect(`${name} ${found.method} ${found.kind}`).toMatch(/ (POST|PUT|PATCH|DELETE) json$/);
  });

  test('never contain a secret', () => {
    for (const { name, found } of keepable) {
      const text = JSON.stringify(
        [found.body, found.answer].map(
          (schema) => schema && z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }),
        ),
      );
      for (const secret of SECRET) expect(text, name).not.toContain(`"${secret}"`);
    }
  });

  test('exclude only calls that exist', () => {
    for (const name of neverKept) expect(findEndpoint(name), name).toBeDefined();
  });
});
