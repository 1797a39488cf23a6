import { allEndpoints } from '@contract/index';
import { SESSION_IDLE, SESSION_LIFE } from '@contract/limits';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../main/server/areas/access/passwords';
import type { Actor } from '../support/apiCall';
import { TestApi, testApi } from '../support/server';
import { openOtherSession, PASSWORD, withPassword } from './cases/session';

const api = testApi();
const HOUR = 3_600_000;
const NEW = 'Better#2026';
const ended = { status: 401, code: 'SESSION_ENDED' };

afterEach(() => {
  api.ahead = 0;
});

const again = (actor: Actor): Actor => openOtherSession(api, actor);

describe('the end of a session', () => {
  test('comes with signing out, for this session and for good', async () => {
    const here = api.actor();
    const there = again(here);
    await api.call.session.logout({}, { as: here });
    expect(await api.refused('session.me', {}, { as: here })).toMatchObject(ended);
    await api.call.session.me({}, { as: there });
  });

  test('comes after twelve hours without a call; each call starts them again', async () => {
    const [busy, idle] = [api.actor(), api.actor()];
    for (let hours = 8; hours <= 32; hours += 8) {
      api.ahead = hours * HOUR;
      await api.call.session.me({}, { as: busy });
      // The use of a session is recorded in parallel to the call that only reads.
      await expect.poll(() => lastUsed(busy)).toBeGreaterThan(Date.now() + api.ahead - HOUR);
    }
    api.ahead = SESSION_IDLE + 1000;
    expect(await api.refused('session.me', {}, { as: idle })).toMatchObject(ended);
  });

  test('comes after a week, however busy the session', async () => {
    const as = api.actor();
    api.ahead = SESSION_LIFE - HOUR;
    const lately = new Date(Date.now() + api.ahead).toISOString();
    api.db.prepare('update session set lastUsedAt = ? where staffId = ?').run(lately, as.staffId);
    await api.call.session.me({}, { as });
    api.ahead = SESSION_LIFE + 1000;
    expect(await api.refused('session.me', {}, { as })).toMatchObject(ended);
  });

  const lastUsed = ({ staffId }: Actor) =>
    Date.parse(String(api.row('select lastUsedAt from session where staffId = ?', staffId).lastUsedAt));
});

describe('a new password', () => {
  test('ends the other sessions, and replaces the old one', async () => {
    const here = withPassword(api);
    const there = again(here);
    await api.call.session.password({ body: { oldPassword: PASSWORD, newPassword: NEW } }, { as: here });
    await api.call.session.me({}, { as: here });
    expect(await api.refused('session.me', {}, { as: there })).toMatchObject(ended);
    expect(await verifyPassword(NEW, hashOf(here))).toBe(true);
    expect(await verifyPassword(PASSWORD, hashOf(here))).toBe(false);
  });

  test('changes nothing when it is refused', async () => {
    const here = withPassword(api);
    const there = again(here);
    for (const body of [
      { oldPassword: 'wrong', newPassword: NEW },
      { oldPassword: PASSWORD, newPassword: PASSWORD },
      { oldPassword: PASSWORD, newPassword: 'x'.repeat(33) },
      { oldPassword: PASSWORD, newPassword: 'short' },
    ]) {
      expect(await api.refused('session.password', { body }, { as: here })).toMatchObject({ status: 400 });
    }
    await api.call.session.me({}, { as: there });
    expect(await verifyPassword(PASSWORD, hashOf(here))).toBe(true);
  });

  test('is stored exactly, in any characters', async () => {
    const as = withPassword(api);
    const newPassword = 'Fracht 🚢 货运 café';
    await api.call.session.password({ body: { oldPassword: PASSWORD, newPassword } }, { as });
    expect(await verifyPassword(newPassword.normalize('NFD'), hashOf(as))).toBe(true);
  });

  const hashOf = ({ staffId }: Actor) =>
    String(api.row('select passwordHash from staff where id = ?', staffId).passwordHash);
});

test('permits nothing but its change with a one-time password', async () => {
  const as = api.actor({ superAdmin: true });
  withPassword(api, { mustChangePassword: 1 }, as);
  const open = new Set(['session.me', 'session.menuTree', 'session.logout', 'session.password']);
  for (const { name, found } of allEndpoints()) {
    if (found.access === 'public' || open.has(name)) continue;
    // The demand for a new password precedes every other refusal.
    const params = Object.fromEntries(
      Object.keys(found.params?.shape ?? {}).map((key) => [key, 999_999_999]),
    );
    expect(await api.refused(name, { params }, { as }), name).toMatchObject({
      status: 403,
      code: 'PWD_CHANGE_FIRST',
    });
  }
  expect(await api.call.session.me({}, { as })).toMatchObject({ mustChangePassword: true });
  expect((await api.call.session.menuTree({}, { as })).length).toBeGreaterThan(0);
  await api.call.session.password({ body: { oldPassword: PASSWORD, newPassword: NEW } }, { as });
  expect(await api.call.session.me({}, { as })).toMatchObject({ mustChangePassword: false });
  await api.call.bill.list({}, { as });
});

test('contains token and password in no response, log or file', async () => {
  const { username } = withPassword(api);
  const first = await api.signIn(username, PASSWORD);
  const answers: unknown[] = [await api.call.session.me({}, { as: first })];
  await api.call.session.password({ body: { oldPassword: PASSWORD, newPassword: NEW } }, { as: first });
  await api.refused('session.password', { body: { oldPassword: NEW, newPassword: NEW } }, { as: first });
  answers.push(await api.call.operateLog.list({ query: { operatorId: [first.staffId], pageSize: 500 } }));
  answers.push(await api.call.staff.all({}, { as: first }));
  const responses = JSON.stringify(answers);
  for (const secret of [first.token, PASSWORD, NEW, 'scrypt$']) {
    expect(responses).not.toContain(secret);
    if (secret !== 'scrypt$') expect(api.dataHolds(secret), secret).toBe(false);
  }
  // The search does find a text that is stored.
  expect(responses).toContain(username);
  expect(api.dataHolds(username)).toBe(true);
});

describe('the start of an empty installation', () => {
  const administrator = {
    username: 'boss',
    realName: 'The Boss',
    email: 'boss@example.com',
    password: 'OneTime#2026',
    mustChangePassword: true,
  };
  const empty = testApi({ seed: 'empty', administrator });

  test('creates the given administrator, who must choose a password first', async () => {
    expect(empty.rows('select username from staff where username not like ?', 'test.%')).toEqual([
      { username: 'boss' },
    ]);
    const boss = await empty.signIn('boss', administrator.password);
    expect(await empty.refused('bill.list', {}, { as: boss })).toMatchObject({ code: 'PWD_CHANGE_FIRST' });
    const body = { oldPassword: administrator.password, newPassword: NEW };
    await empty.call.session.password({ body }, { as: boss });
    expect((await empty.call.bill.list({}, { as: boss })).total).toBe(0);
  });

  test('creates no second administrator at the next start', async () => {
    await empty.close();
    const other = new TestApi({ seed: 'empty', administrator: { ...administrator, username: 'intruder' } });
    Object.assign(other, { folder: empty.folder, database: empty.database });
    await other.open();
    expect(other.count("select count(*) from staff where username = 'intruder'")).toBe(0);
    const refused = other.signIn('intruder', administrator.password);
    await expect(refused).rejects.toMatchObject({ refused: { code: 'LOGIN_FAILED' } });
    // The data stays as it began: no demo accounts are added either.
    await other.close();
    const demo = new TestApi({ seed: 'demo' });
    Object.assign(demo, { folder: empty.folder, database: empty.database });
    await demo.open();
    expect(demo.count("select count(*) from staff where username = 'warehouse'")).toBe(0);
    await demo.close();
    await empty.open();
    expect(await empty.signIn('boss', NEW)).toMatchObject({ username: 'boss' });
  });
});
