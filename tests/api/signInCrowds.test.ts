import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiName } from '@contract/index';
import { LOGIN_ATTEMPTS } from '@contract/limits';
import { afterEach, describe, expect, test } from 'vitest';
import { addressKey } from '../../main/server/areas/access/address';
import { HashLine } from '../../main/server/areas/access/hashLine';
import { hashPassword, verifyPassword } from '../../main/server/areas/access/passwords';
import type { Refusal } from '../../main/server/core/refusal';
import { type Actor, answerOf, CAPTCHA, type LooseInput } from '../support/apiCall';
import { sendBy } from '../support/callFrom';
import { long } from '../support/long';
import { testApi } from '../support/server';
import { newAccount } from './cases/contacts';
import { failedBefore, PASSWORD, withPassword } from './cases/session';
import { NEW_PASSWORD, staffDraftOf } from './cases/staff';

const api = testApi({ slowHashes: true });
/** Addresses of this machine, each representing another client. */
const [OFFICE, HOME, ATTACKER] = ['127.0.0.11', '127.0.0.12', '127.0.0.13'];

afterEach(() => {
  api.ahead = 0;
});

/** Calls from an address. */
const sendFrom = (address: string, name: ApiName, input: LooseInput) =>
  sendBy(api.base, { localAddress: address }, name, input);

/** Signs in from an address, and returns the response and its body. */
async function signInFrom(address: string, username: string, password = PASSWORD) {
  const issued = (await answerOf(await sendFrom(address, 'session.captcha', {}))) as { got: { id: string } };
  const body = { username, password, captchaId: issued.got.id, captcha: CAPTCHA };
  const response = await sendFrom(address, 'session.login', { body });
  const wait = Number(response.headers.get('retry-after'));
  const answer = await answerOf(response);
  return { wait, code: 'refused' in answer ? answer.refused.code : 'in' };
}

describe('wrong passwords', () => {
  test('do not block anyone at another address than their own', async () => {
    const { username } = withPassword(api);
    for (let n = 0; n < LOGIN_ATTEMPTS.max; n += 1)
      expect(await signInFrom(ATTACKER, username, 'wrong')).toMatchObject({ code: 'LOGIN_FAILED' });
    const refused = await signInFrom(ATTACKER, username);
    expect(refused.code).toBe('LOGIN_BLOCKED');
    expect(refused.wait).toBeGreaterThan(0);
    expect(refused.wait).toBeLessThanOrEqual(LOGIN_ATTEMPTS.block / 1000);
    expect(await signInFrom(OFFICE, username)).toMatchObject({ code: 'in' });
    expect(await signInFrom(ATTACKER, username)).toMatchObject({ code: 'LOGIN_BLOCKED' });
  });

  test('do not block anyone where they have signed in before, even from everywhere', async () => {
    const { username } = withPassword(api);
    expect(await signInFrom(OFFICE, username)).toMatchObject({ code: 'in' });
    failedBefore(api, `name ${username}`, LOGIN_ATTEMPTS.unknown.name);
    const refused = await signInFrom(HOME, username);
    expect(refused.code).toBe('LOGIN_SLOWED');
    expect(refused.wait).toBeGreaterThan(0);
    expect(await signInFrom(OFFICE, username)).toMatchObject({ code: 'in' });
    api.ahead = LOGIN_ATTEMPTS.window + 60_000;
    expect(await signInFrom(HOME, username)).toMatchObject({ code: 'in' });
  });

  test('slow an address down under ever new names, but nobody known there', async () => {
    const [known, strange] = [withPassword(api), withPassword(api)];
    expect(await signInFrom(OFFICE, known.username)).toMatchObject({ code: 'in' });
    failedBefore(api, `address ${OFFICE}`, LOGIN_ATTEMPTS.unknown.address - 1);
    expect(await signInFrom(OFFICE, strange.username, 'wrong')).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await signInFrom(OFFICE, strange.username)).toMatchObject({ code: 'LOGIN_SLOWED' });
    expect(await signInFrom(OFFICE, known.username)).toMatchObject({ code: 'in' });
    expect(await signInFrom(HOME, strange.username)).toMatchObject({ code: 'in' });
  });

  test('block no partner key under a name that looks like its counter', async () => {
    for (let n = 0; n <= LOGIN_ATTEMPTS.max; n += 1) await signInFrom(OFFICE, `api key ${HOME}`, 'wrong');
    const response = await sendFrom(HOME, 'thirdParty.store', { body: {} });
    expect(await answerOf(response)).toMatchObject({ refused: { code: 'API_KEY_WRONG' } });
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:9::7', '2001:db8:0:0::/64'],
  ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [null, ''],
])('counts the address %s as %s', (address, counted) => {
  expect(addressKey(address)).toBe(counted);
});

describe('the queue of password hashes', () => {
  const bounds = { atOnce: 1, perAddress: 50, inAll: 80, each: 0.5 };

  /** Returns a queue whose hashes end on command, and the order of service. */
  function slowLine() {
    const line = new HashLine(bounds);
    const served: string[] = [];
    const ends: (() => void)[] = [];
    const refused: Refusal[] = [];
    const come = (from: string, known = false) =>
      line
        .run({ from, isKnown: known }, () => {
          served.push(from);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .catch((error) => refused.push(error));
    const serve = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        ends.shift()?.();
        // Lets the next one start.
        await new Promise(setImmediate);
      }
    };
    return { served, refused, come, serve };
  }

  test('serves a newcomer from another address next, however many wait from one', async () => {
    const { served, come, serve } = slowLine();
    for (let n = 0; n < 40; n += 1) void come(ATTACKER);
    void come(OFFICE);
    await serve(2);
    // The running one, one more of the earlier ones, and the newcomer.
    expect(served).toEqual([ATTACKER, ATTACKER, OFFICE]);
  });

  test('serves people known at the address first', async () => {
    const { served, come, serve } = slowLine();
    for (let n = 0; n < 40; n += 1) void come(`${n}`);
    void come(OFFICE, true);
    await serve(1);
    expect(served).toEqual(['0', OFFICE]);
  });

  test('is limited for each address and in total, and says when to try again', async () => {
    const { refused, come } = slowLine();
    for (let n = 0; n <= bounds.perAddress; n += 1) void come(ATTACKER);
    await come(ATTACKER);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.problem.code).toBe('SLOW_DOWN');
    expect(refused[0]?.details.retryAfter).toBe(bounds.perAddress * bounds.each);
    for (let n = bounds.perAddress; n < bounds.inAll; n += 1) void come(OFFICE);
    await come(HOME);
    expect(refused).toHaveLength(2);
  });

  test('serves everyone once, and is then empty', async () => {
    const { served, come, serve } = slowLine();
    for (let n = 0; n < 30; n += 1) void come(n % 3 === 0 ? ATTACKER : OFFICE, n % 2 === 0);
    await serve(40);
    expect(served).toHaveLength(30);
    void come(HOME);
    expect(served.at(-1)).toBe(HOME);
  });
});

test('keeps answering calls while a hash is computed in its own thread', async () => {
  const hash = await hashPassword(PASSWORD);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = performance.now();
  delay.enable();
  const right = await verifyPassword(PASSWORD, hash);
  delay.disable();
  const took = performance.now() - before;
  expect(right).toBe(true);
  // If computed in this thread, the hash or half of it would be a single long delay.
  expect(delay.max / 1e6).toBeLessThan(took / 4);
});

describe('writes of others', () => {
  /** Returns the number of calls that have ended when a small write of another person has. */
  async function whileOthersWrite(calls: readonly Promise<unknown>[]): Promise<number> {
    let ended = 0;
    for (const call of calls) void call.then(() => (ended += 1));
    await api.call.session.logout({}, { as: api.actor() });
    const sofar = ended;
    await Promise.all(calls);
    return sofar;
  }

  test('do not wait for sixteen wrong own passwords at once, of which five are checked', async () => {
    const as = withPassword(api);
    const body = { oldPassword: 'wrong', newPassword: 'Better#2026' };
    const codes: string[] = [];
    const calls = Array.from({ length: 16 }, async () => {
      const { code } = await api.refused('session.password', { body }, { as });
      codes.push(code);
    });
    const blocked = () => codes.filter((code) => code === 'LOGIN_BLOCKED').length;
    const others = await whileOthersWrite(calls);
    expect(others).toBeLessThan(16);
    expect(codes.filter((code) => code === 'PWD_OLD_WRONG')).toHaveLength(LOGIN_ATTEMPTS.max);
    expect(blocked()).toBe(16 - LOGIN_ATTEMPTS.max);
    // The person's session continues, and the right password works again after a while.
    api.ahead = LOGIN_ATTEMPTS.block + 60_000;
    await api.call.session.password({ body: { ...body, oldPassword: PASSWORD } }, { as });
  });

  const other = (actor: Actor) => ({ params: { id: actor.staffId } });
  test.each<[ApiName, () => LooseInput | Promise<LooseInput>]>([
    ['staff.create', () => ({ body: staffDraftOf(api) })],
    ['staff.password', () => ({ ...other(api.actor()), body: { password: NEW_PASSWORD } })],
    ['clientAccount.password', async () => ({ params: { id: (await newAccount(api)).id } })],
  ])('do not wait for the password hash of %s', async (name, input) => {
    const given = await input();
    const calls = [api.send(name, given)];
    expect(await whileOthersWrite(calls)).toBe(0);
    expect(await calls[0]).toHaveProperty('got');
  });
});

/** Number of people who sign in one after the other, and the milliseconds within which they arrive. */
const [PEOPLE, WITHIN] = long ? [500, 60_000] : [16, 1_600];

test(`signs in ${PEOPLE} people at one address at once, those known there first`, async () => {
  const { username: known } = withPassword(api);
  expect(await signInFrom(OFFICE, known)).toMatchObject({ code: 'in' });
  const before = performance.now();
  expect(await signInFrom(OFFICE, known)).toMatchObject({ code: 'in' });
  const alone = performance.now() - before;

  const people = Array.from({ length: PEOPLE }, () => withPassword(api).username);
  const refused = { times: 0 };
  const from = performance.now();
  const waits = people.map(async (username, at) => {
    await sleep((at / PEOPLE) * WITHIN);
    const came = performance.now();
    for (;;) {
      const { code, wait } = await signInFrom(OFFICE, username);
      if (code === 'in') return performance.now() - came;
      expect(['SLOW_DOWN', 'LOGIN_SLOWED']).toContain(code);
      expect(wait, 'Retry-After').toBeGreaterThan(0);
      refused.times += 1;
      await sleep(wait * 1000);
    }
  });
  const mine: number[] = [];
  let isOver = false;
  const all = Promise.all(waits).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const start = performance.now();
    expect(await signInFrom(OFFICE, known)).toMatchObject({ code: 'in' });
    mine.push(performance.now() - start);
    await sleep(WITHIN / 10);
  }
  const taken = (await all).sort((a, b) => a - b);
  const took = performance.now() - from;
  const figures = {
    people: PEOPLE,
    'all in, of the time in which they came': took / WITHIN,
    'told to wait, of all': refused.times / PEOPLE,
    'middle wait, of a sign-in alone': (taken[PEOPLE >> 1] ?? 0) / alone,
    'longest wait, of a sign-in alone': (taken.at(-1) ?? 0) / alone,
    'longest wait of a known person, of a sign-in alone': Math.max(...mine) / alone,
  };
  if (long) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
  // Known people come first: they wait only for the hashes in progress.
  expect(Math.max(...mine)).toBeLessThan(Math.max(taken.at(-1) ?? 0, 8 * alone));
}, 600_000);
