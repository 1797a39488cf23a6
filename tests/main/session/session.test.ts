import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from '@contract/access/session';
import type { Events } from '@contract/events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Memory } from '../../../main/desktop/memory';
import { type Keychain, keychainOf } from '../../../main/session/keychain';
import { isToken, Session } from '../../../main/session/session';
import { Transport } from '../../../main/transport/transport';
import { callOf, listCall, outcomeOf } from '../../support/client';
import { FakeServer, failure } from '../../support/fakeServer';
import { testFolder } from '../../support/folder';
import { type Keyring, startKeyring } from '../../support/keyring';

const TOKEN = 'tok_c2Vzc2lvbiB0ZXN0cyBvbmx5IQ';
const profile: Profile = {
  id: 7,
  username: 'li.wei',
  fullName: '李伟',
  email: 'li.wei@example.com',
  avatarUrl: null,
  companyName: 'Example Freight',
  superAdmin: false,
  language: 'en',
  mustChangePassword: false,
  lastLoginAt: null,
};

let keyring: Keyring;
let chain: Keychain;
let folder: string;
let sent: Events['session'][];

beforeAll(async () => {
  keyring = await startKeyring();
});
afterAll(() => keyring.stop());
beforeEach(() => {
  folder = testFolder();
  sent = [];
  chain = keychainOf(() => keyring.helper());
  for (const account of ['embedded', 'production']) keyring.clear(account);
});

/** Returns the session of a new start of the app, which shares only the keyring and the folder with other starts. */
async function appStarts(environment = 'embedded', over = chain): Promise<Session> {
  const session = new Session(over, new Memory(folder, () => undefined), (state) => sent.push(state));
  await session.open(environment);
  return session;
}

const keptText = () =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join();

describe('a session', () => {
  test('is resumed at the next start, with its token in the keyring alone', async () => {
    const first = await appStarts();
    expect(first.state).toMatchObject({ status: 'signedOut', profile: null, kept: true });
    await first.start('embedded', TOKEN, profile);
    expect(first.state).toMatchObject({ status: 'signedIn', profile, kept: true });
    expect(keyring.secretOf('embedded')).toBe(TOKEN);
    expect(keptText()).toContain('li.wei');
    expect(keptText()).not.toContain(TOKEN);
    expect(JSON.stringify(sent)).not.toContain(TOKEN);

    const second = await appStarts();
    expect(second.state).toMatchObject({ status: 'signedIn', profile, kept: true });
    expect(second.tokenOf('embedded')).toBe(TOKEN);
  });

  test('is not looked up when nobody is remembered: the keychain is not asked', async () => {
    let helpers = 0;
    const counted = keychainOf(() => {
      helpers += 1;
      return keyring.helper();
    });
    const first = await appStarts('embedded', counted);
    expect(first.state).toMatchObject({ status: 'signedOut', profile: null, kept: true });
    expect(helpers).toBe(0);
    await first.start('embedded', TOKEN, profile);
    expect((await appStarts('embedded', counted)).state.status).toBe('signedIn');
    expect(helpers).toBe(1);
  });

  test('belongs to its server: no other receives its token or profile', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    await session.open('production');
    expect(session.state.status).toBe('signedOut');
    expect([session.tokenOf('embedded'), session.tokenOf('production')]).toEqual([null, null]);
    await session.start('production', `${TOKEN}2`, { ...profile, username: 'other' });
    expect(session.tokenOf('production')).toBe(`${TOKEN}2`);
    await session.open('embedded');
    expect(session.tokenOf('embedded')).toBe(TOKEN);
    expect(session.state.profile?.username).toBe('li.wei');
  });

  test('is not started for a server that is no longer selected', async () => {
    const session = await appStarts();
    await session.open('production');
    await session.start('embedded', TOKEN, profile);
    expect(session.state.status).toBe('signedOut');
    expect(keyring.secretOf('embedded')).toBeUndefined();
  });

  test('ends everywhere by signing out', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    await session.end('signedOut');
    expect(session.state).toMatchObject({ status: 'signedOut', profile: null });
    expect(session.tokenOf('embedded')).toBeNull();
    expect(keyring.secretOf('embedded')).toBeUndefined();
    expect(keptText()).not.toContain('li.wei');
    expect((await appStarts()).state.status).toBe('signedOut');
  });

  test('leaves nothing when its server is removed', async () => {
    const session = await appStarts('production');
    await session.start('production', TOKEN, profile);
    await session.open('embedded');
    await session.forget('production');
    expect(keyring.secretOf('production')).toBeUndefined();
    expect(keptText()).not.toContain('li.wei');
  });

  test.each([
    ['too short', 'abc'],
    ['with a line break, as no header can carry', `${TOKEN}\r\nX-Evil: 1`],
    ['of ten thousand letters', 'x'.repeat(10_000)],
    ['of another script', '令牌令牌令牌令牌令牌令牌令牌令牌'],
  ])('is not started with an invalid token: %s', async (_, secret) => {
    const first = await appStarts();
    await first.start('embedded', TOKEN, profile);
    keyring.put('embedded', secret);
    const next = await appStarts();
    expect(next.state.status).toBe('signedOut');
    expect(next.tokenOf('embedded')).toBeNull();
    expect(isToken(secret)).toBe(false);
  });

  test('is not started with the token of an unknown person', async () => {
    keyring.put('embedded', TOKEN);
    expect((await appStarts()).state.status).toBe('signedOut');
  });
});

describe('a server that rejects the token', () => {
  test('ends the session once, however many calls it refuses', async () => {
    const session = await appStarts('test');
    await session.start('test', TOKEN, profile);
    const server = await FakeServer.start(failure(401, 'gone', { code: 'SESSION_ENDED' }));
    const transport = transportTo(server, session);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(transport.json(listCall()))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['SESSION_ENDED']));
    await expect.poll(() => keyring.secretOf('test')).toBeUndefined();
    expect(sent.map(({ reason }) => reason)).toEqual(['signedIn', 'ended']);
    expect(session.state.status).toBe('signedOut');
    await server.stop();
  });

  test('ends no session by refusing a password or a sign-out', async () => {
    const session = await appStarts('test');
    await session.start('test', TOKEN, profile);
    const server = await FakeServer.start(failure(401, 'no', { code: 'LOGIN_FAILED' }));
    const transport = transportTo(server, session);
    for (const name of ['session.login', 'session.logout'])
      expect(await outcomeOf(transport.json(callOf(name, { body: {} })))).toBe('LOGIN_FAILED');
    expect(session.tokenOf('test')).toBe(TOKEN);
    expect(keyring.secretOf('test')).toBe(TOKEN);
    await server.stop();
    await session.end('signedOut');
  });

  test('ends no newer session by a late refusal', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    await session.end('signedOut');
    await session.start('embedded', `${TOKEN}new`, profile);
    await session.end('ended', TOKEN);
    expect(session.tokenOf('embedded')).toBe(`${TOKEN}new`);
  });
});

function transportTo(server: FakeServer, session: Session): Transport {
  return new Transport({
    target: async () => ({ environment: 'test', name: 'Test', base: server.base, strict: false }),
    token: (environment) => session.tokenOf(environment),
    language: () => 'en',
    onUnauthorized: (token) => void session.end('ended', token),
    report: () => undefined,
  });
}

describe('a locked keyring', () => {
  test('does not sign out: the session is there once it is unlocked', async () => {
    await (await appStarts()).start('embedded', TOKEN, profile);
    keyring.lock();
    const session = await appStarts();
    expect(session.state).toMatchObject({ status: 'locked', profile: null });
    expect((await session.retry()).status).toBe('locked');
    await keyring.unlock();
    sent = [];
    expect((await session.retry()).status).toBe('signedIn');
    expect(sent.map(({ reason, status }) => ({ reason, status }))).toEqual([
      { reason: 'unlocked', status: 'signedIn' },
    ]);
  });

  test('allows a sign-in that lasts as long as the app', async () => {
    keyring.lock();
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    expect(session.state).toMatchObject({ status: 'signedIn', profile, kept: false });
    await keyring.unlock();
    expect((await appStarts()).state.status).toBe('signedOut');
  });

  test('cannot restore a session that was signed out meanwhile', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    keyring.lock();
    await session.end('signedOut');
    expect(keptText()).not.toContain(TOKEN);
    await keyring.unlock();
    expect(keyring.secretOf('embedded')).toBe(TOKEN);
    const next = await appStarts();
    expect(next.state.status).toBe('signedOut');
    expect(next.tokenOf('embedded')).toBeNull();
    await next.start('embedded', `${TOKEN}new`, profile);
    expect((await appStarts()).tokenOf('embedded')).toBe(`${TOKEN}new`);
  });

  test('does not lend its token to the next person', async () => {
    const first = await appStarts();
    await first.start('embedded', TOKEN, profile);
    keyring.lock();
    const second = await appStarts();
    await second.start('embedded', `${TOKEN}2`, { ...profile, id: 8, username: 'other' });
    second.update({ ...profile, id: 8, username: 'other' });
    await keyring.unlock();
    const third = await appStarts();
    expect(third.state).toMatchObject({ status: 'signedOut', profile: null });
    expect(third.tokenOf('embedded')).toBeNull();
  });

  test('does not restore a token signed out before the next person came', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    keyring.lock();
    await session.end('signedOut');
    await session.start('embedded', `${TOKEN}2`, { ...profile, username: 'other' });
    await keyring.unlock();
    expect((await appStarts()).state.status).toBe('signedOut');
  });

  test('keeps a token out even when the same person is remembered again', async () => {
    const session = await appStarts();
    await session.start('embedded', TOKEN, profile);
    keyring.lock();
    await session.end('signedOut');
    await keyring.unlock();
    new Memory(folder, () => undefined).remember('embedded', profile);
    expect((await appStarts()).state.status).toBe('signedOut');
  });
});

test('keeps a session as long as the app runs, and says so, without a keyring', async () => {
  const bus = await keyring.emptyBus();
  const none = keychainOf(() => keyring.helper(bus));
  const session = await appStarts('embedded', none);
  expect(session.state).toMatchObject({ status: 'signedOut', profile: null });
  await session.start('embedded', TOKEN, profile);
  expect(session.state).toMatchObject({ status: 'signedIn', profile, kept: false });
  expect(session.tokenOf('embedded')).toBe(TOKEN);
  expect((await appStarts('embedded', none)).state.status).toBe('signedOut');
});
