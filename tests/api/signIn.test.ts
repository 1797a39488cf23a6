import { explain, problem } from '@contract/errors';
import { CAPTCHA_LIFE, CAPTCHA_OPEN, LOGIN_ATTEMPTS } from '@contract/limits';
import { words } from '@contract/words';
import { afterEach, describe, expect, test } from 'vitest';
import { Captchas } from '../../main/server/areas/access/captcha';
import { crookedPicture, plainPicture, SIZE } from '../../main/server/areas/access/captchaPicture';
import { CAPTCHA } from '../support/apiCall';
import { readCaptcha } from '../support/captcha';
import { testApi } from '../support/server';
import { credentials, PASSWORD, withPassword } from './cases/session';

const api = testApi();
const MINUTE = 60_000;

afterEach(() => {
  api.ahead = 0;
});

/** Signs in with a fresh captcha and returns the response. */
const signIn = async (username: string, password = PASSWORD, changes: object = {}) =>
  api.send(
    'session.login',
    { body: { ...(await credentials(api, username, password)), ...changes } },
    { as: null },
  );
const refusedSignIn = async (username: string, password?: string, changes?: object) => {
  const answer = await signIn(username, password, changes);
  if (!('refused' in answer)) throw new Error('was signed in');
  return answer.refused;
};
const wrongTimes = async (times: number, username: string) => {
  for (let n = 0; n < times; n += 1) await refusedSignIn(username, 'wrong');
};

describe('the captcha', () => {
  test('is an id and a picture without text in it', async () => {
    const [one, two] = [
      await api.call.session.captcha({}, { as: null }),
      await api.call.session.captcha({}, { as: null }),
    ];
    expect(Object.keys(one).sort()).toEqual(['id', 'image']);
    expect(one.id).toMatch(/^[\w-]{22,}$/);
    expect(one.id).not.toBe(two.id);
    expect(one.image).not.toBe(two.image);
    const bytes = Buffer.from(one.image.replace(/^data:image\/png;base64,/, ''), 'base64');
    expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([SIZE.width, SIZE.height]);
    expect(bytes.toString('latin1')).not.toContain(CAPTCHA);
    expect(bytes.length).toBeLessThan(16_384);
  });

  test('is drawn from characters that cannot be confused when it is not fixed', () => {
    const pictures = Array.from({ length: 20 }, () => new Captchas().issue(0, null)?.image);
    expect(new Set(pictures).size).toBe(20);
  });

  test('is not recognised by character shapes that recognise all plain ones', () => {
    const codes = ['2345', '6789', 'ACEF', 'HJKL', 'MNPR', 'TUVW', 'XYZ2', 'A7K9', 'R4T6', 'W3M8'];
    const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
    const read = (draw: (code: string) => Buffer) =>
      codes.filter((code) => readCaptcha(uri(draw(code)), 8) === code).length;
    expect(read(plainPicture)).toBe(codes.length);
    expect(read(crookedPicture)).toBeLessThan(3);
  });

  test('is drawn for an office of 500 behind one address, and refused to one client that floods', () => {
    const captchas = new Captchas();
    const given = (from: string, times: number) =>
      Array.from({ length: times }, () => captchas.issue(0, from)).filter((one) => one !== undefined);
    const office = given('203.0.113.7', 500);
    expect(office).toHaveLength(500);
    expect(given('2001:db8:1:2::1', 700)).toHaveLength(CAPTCHA_OPEN.max);
    // The addresses of one site count together, those of others separately.
    expect(given('2001:db8:1:2:ffff::9', 1)).toHaveLength(0);
    expect(given('2001:db8:1:3::1', 1)).toHaveLength(1);
    // A solved captcha frees its place.
    for (const { id } of office) captchas.answer(id, 'none', 0);
    expect(given('203.0.113.7', CAPTCHA_OPEN.max)).toHaveLength(CAPTCHA_OPEN.max);
  });

  test('accepts lower-case answers', async () => {
    const { username } = withPassword(api);
    expect(await signIn(username, PASSWORD, { captcha: CAPTCHA.toLowerCase() })).toHaveProperty('got.token');
  });

  test('can be answered once, correctly or not', async () => {
    const { username } = withPassword(api);
    const wrong = { ...(await credentials(api, username)), captcha: 'WRNG' };
    for (const body of [wrong, { ...wrong, captcha: CAPTCHA }]) {
      expect(await api.refused('session.login', { body }, { as: null })).toMatchObject({
        status: 400,
        code: 'CAPTCHA_WRONG',
        fields: { captcha: words.en.messages.CAPTCHA_WRONG },
      });
    }
    const used = await credentials(api, username);
    await api.call.session.login({ body: used }, { as: null });
    expect(await api.refused('session.login', { body: used }, { as: null })).toMatchObject({
      code: 'CAPTCHA_WRONG',
    });
  });

  test('can be answered by only one of many attempts at once', async () => {
    const body = { ...(await credentials(api, withPassword(api).username)), password: 'wrong' };
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => api.refused('session.login', { body }, { as: null })),
    );
    expect(tries.filter(({ code }) => code === 'LOGIN_FAILED')).toHaveLength(1);
    expect(tries.filter(({ code }) => code === 'CAPTCHA_WRONG')).toHaveLength(19);
  });

  test('is valid for two minutes', async () => {
    const body = { ...(await credentials(api, 'nobody.at.all')), captcha: CAPTCHA };
    api.ahead = CAPTCHA_LIFE + 1000;
    expect(await api.refused('session.login', { body }, { as: null })).toMatchObject({
      code: 'CAPTCHA_WRONG',
    });
  });

  test('is wrong when it is unknown, and a wrong one counts as no password attempt', async () => {
    const { username } = withPassword(api);
    for (let n = 0; n < LOGIN_ATTEMPTS.max + 1; n += 1) {
      expect(await refusedSignIn(username, PASSWORD, { captchaId: `none-${n}` })).toMatchObject({
        code: 'CAPTCHA_WRONG',
      });
    }
    expect(await signIn(username)).toHaveProperty('got.token');
  });
});

describe('wrong passwords', () => {
  const blocked = (minutes: number) => ({
    status: 429,
    code: 'LOGIN_BLOCKED',
    msg: explain('en', problem('LOGIN_BLOCKED', { minutes })),
  });

  test('differ in their response from a wrong captcha, but not from an unknown name', async () => {
    const { username } = withPassword(api);
    const known = await refusedSignIn(username, 'wrong');
    expect(known).toMatchObject({
      code: 'LOGIN_FAILED',
      fields: { password: words.en.messages.LOGIN_FAILED },
    });
    expect(known.status).toBe(401);
    expect(await refusedSignIn('nobody.at.all', 'wrong')).toEqual(known);
  });

  test('are written to the operation log under the typed name, never with the password', async () => {
    await refusedSignIn('nobody.here', 'Secret#12345');
    const { list } = await api.call.operateLog.list({ query: { action: ['login'], pageSize: 10 } });
    expect(list[0]).toMatchObject({ result: 'fail', objectNo: 'nobody.here', operatorId: null });
    expect(JSON.stringify(list)).not.toContain('Secret#12345');
  });

  test('block the name after five, even with the right password, for a limited time', async () => {
    const [{ username }, other] = [withPassword(api), withPassword(api)];
    await wrongTimes(LOGIN_ATTEMPTS.max, username);
    expect(await refusedSignIn(username)).toMatchObject(blocked(15));
    // The name is blocked in any spelling.
    expect(await refusedSignIn(username.toUpperCase())).toMatchObject(blocked(15));
    api.ahead = 10 * MINUTE;
    expect(await refusedSignIn(username)).toMatchObject(blocked(5));
    expect(await signIn(other.username)).toHaveProperty('got.token');
    api.ahead = LOGIN_ATTEMPTS.block + MINUTE;
    expect(await signIn(username)).toHaveProperty('got.token');
  });

  test('block an unknown name in the same way', async () => {
    const { username } = withPassword(api);
    api.db
      .prepare('delete from session where staffId = (select id from staff where username = ?)')
      .run(username);
    api.db.prepare('delete from staff where username = ?').run(username);
    for (let n = 0; n < LOGIN_ATTEMPTS.max; n += 1)
      api.insert('loginAttempt', { username: `pair 127.0.0.1 ${username}`, at: now() });
    expect(await refusedSignIn(username)).toMatchObject(blocked(15));
  });

  test('are forgotten after a correct one, and after the time window', async () => {
    const { username } = withPassword(api);
    await wrongTimes(LOGIN_ATTEMPTS.max - 1, username);
    expect(await signIn(username)).toHaveProperty('got.token');
    await wrongTimes(LOGIN_ATTEMPTS.max - 1, username);
    api.ahead = LOGIN_ATTEMPTS.window + MINUTE;
    await wrongTimes(LOGIN_ATTEMPTS.max - 1, username);
    expect(await refusedSignIn(username, 'wrong')).toMatchObject({ code: 'LOGIN_FAILED' });
  });

  test('are limited to five when tried all at once', async () => {
    const { username } = withPassword(api);
    const tries = await Promise.all(Array.from({ length: 12 }, () => refusedSignIn(username, 'wrong')));
    expect(tries.filter(({ code }) => code === 'LOGIN_FAILED')).toHaveLength(LOGIN_ATTEMPTS.max);
    expect(tries.filter(({ code }) => code === 'LOGIN_BLOCKED')).toHaveLength(12 - LOGIN_ATTEMPTS.max);
  });

  test('are reported to an account that may not sign in; the correct one names the reason', async () => {
    const { username } = withPassword(api, { loginAllowed: 0 });
    expect(await refusedSignIn(username, 'wrong')).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await refusedSignIn(username)).toMatchObject({ status: 403, code: 'LOGIN_FORBIDDEN' });
  });

  test.each([
    ['very long', 'x'.repeat(1000)],
    ['blanks', '   '],
    ['a NUL after the right one', `${PASSWORD}\0`],
    ['the right one with a blank', `${PASSWORD} `],
    ['SQL', "' or 1=1 --"],
    ['half a character', '\ud800'],
  ])('are refused: %s', async (_, password) => {
    expect(await refusedSignIn(withPassword(api).username, password)).toMatchObject({
      code: 'LOGIN_FAILED',
    });
  });
});

const now = () => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
