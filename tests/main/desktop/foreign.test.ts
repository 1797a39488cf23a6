import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ForeignServer } from '../../../main/desktop/foreign';
import type { Memory } from '../../../main/desktop/memory';
import { Session, type SessionMemory } from '../../../main/session/session';
import { Offered } from '../../../main/transport/offered';
import { Transport } from '../../../main/transport/transport';
import { callOf, errorOf } from '../../support/client';
import { answer, failure } from '../../support/fakeServer';
import { PROFILE, SpecServer } from '../../support/specServer';

const HERE = 'own-1';
let server: SpecServer;
beforeEach(async () => {
  server = await SpecServer.start();
});
afterEach(() => server.stop());

/** Returns the parts of a sign-in, with a keychain that stores nothing. */
function desk() {
  const reported: { reason: string; message?: string | undefined }[] = [];
  const kept: Partial<Record<string, unknown>> = {};
  const memory = {
    environment: HERE,
    environments: [{ id: HERE, name: 'Theirs', base: server.base, fixed: false }],
    change: (patch: object) => Object.assign(kept, patch),
  } as unknown as Memory;
  const remembered: SessionMemory = {
    profile: () => null,
    remember: () => undefined,
    revoked: () => null,
    revoke: () => undefined,
  };
  const keychain = {
    read: async () => ({ kind: 'missing' as const }),
    write: async () => 'missing' as const,
    remove: async () => 'missing' as const,
  };
  const session = new Session(keychain as never, remembered, ({ reason, message }) =>
    reported.push({ reason, message }),
  );
  const offered = new Offered({ changed: () => undefined });
  const transport = new Transport({
    target: async () => ({ environment: HERE, name: 'Theirs', base: server.base, strict: false }),
    token: (environment) => session.tokenOf(environment),
    language: () => 'en',
    onUnauthorized: () => undefined,
    report: () => undefined,
    lacks: (environment, name) => offered.lacks(environment, name),
    lacking: (environment, found) => void offered.learn(environment, found),
  });
  const foreign = new ForeignServer({
    ...{ memory, session, transport, offered },
    language: () => 'en',
    report: () => undefined,
  });
  return { foreign, session, reported, kept };
}

const BODY = { username: 'anna', password: 'x', captchaId: 'c1', captcha: '1234' };
const times = (call: string) => server.calls.filter((one) => one === call).length;

describe('the sign-in to a server of another vendor', () => {
  test('requests profile and permissions once, and starts with both', async () => {
    const { foreign, session, reported, kept } = desk();
    await session.open(HERE);
    expect(await foreign.signIn(BODY)).toMatchObject({
      status: 'signedIn',
      profile: { fullName: PROFILE.fullName, username: 'anna' },
    });
    const nodes = await foreign.readerOf('session.menuTree')?.(callOf('session.menuTree'));
    expect(nodes).toContainEqual(expect.objectContaining({ tag: '9010101', enabled: true, level: 3 }));
    expect([times('GET /menu-tree'), times('GET /profile/me')]).toEqual([1, 1]);
    // Once below the base, and once at the root.
    expect(times('GET /openapi.json')).toBe(2);
    expect(reported).toEqual([{ reason: 'signedIn' }]);
    expect(kept).toEqual({ lastUsername: 'anna' });
    // A later read calls the server.
    await foreign.readerOf('session.menuTree')?.(callOf('session.menuTree'));
    expect(times('GET /menu-tree')).toBe(2);
  });

  test('is refused when the permissions cannot be understood, and the server is signed out', async () => {
    const { foreign, session, reported, kept } = desk();
    await session.open(HERE);
    server.shapes = { menuTree: { rights: 'all' } };
    expect(await errorOf(foreign.signIn(BODY))).toMatchObject({
      code: 'TREE_NO_LIST',
      message: expect.stringContaining('{ rights }'),
    });
    expect(session.state.status).toBe('signedOut');
    expect(reported).toEqual([]);
    expect(kept).toEqual({});
    await expect.poll(() => times('POST /logout')).toBe(1);
  });

  test.each([
    ['the permissions fail', 'menu-tree', 'REQUEST_ERROR'],
    ['the login fails', 'login', 'REQUEST_ERROR'],
  ])('leaves nobody half signed in when %s', async (_, path, code) => {
    const { foreign, session } = desk();
    await session.open(HERE);
    server.fail = (_method, requested) => (requested === path ? failure(500, '') : undefined);
    expect(await errorOf(foreign.signIn(BODY))).toMatchObject({ code });
    expect(session.state).toMatchObject({ status: 'signedOut', profile: null });
  });

  test('continues without a profile that the server does not return', async () => {
    const { foreign, session } = desk();
    await session.open(HERE);
    server.shapes = { profile: null };
    expect(await foreign.signIn(BODY)).toMatchObject({ status: 'signedIn', profile: { fullName: 'anna' } });
  });

  test('ends later with the reason when its permissions are no longer understood', async () => {
    const { foreign, session, reported } = desk();
    await session.open(HERE);
    await foreign.signIn(BODY);
    await foreign.readerOf('session.menuTree')?.(callOf('session.menuTree'));
    server.shapes = { menuTree: [] };
    const reading = foreign.readerOf('session.menuTree')?.(callOf('session.menuTree')) ?? Promise.resolve();
    expect(await errorOf(reading as Promise<unknown>)).toMatchObject({ code: 'TREE_EMPTY' });
    expect(reported.at(-1)).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('empty list'),
    });
    expect(session.state.status).toBe('signedOut');
  });

  test('keeps the rest of the profile when the picture changes', async () => {
    const { foreign, session } = desk();
    await session.open(HERE);
    await foreign.signIn(BODY);
    server.fail = (method, path) =>
      method === 'PUT' && path === 'profile/me/avatar' ? answer({ avatar: '/a.png' }) : undefined;
    const call = callOf('session.avatar', { body: { fileId: 'a' } });
    expect(await foreign.readerOf('session.avatar')?.(call)).toMatchObject({
      avatarUrl: '/a.png',
      fullName: PROFILE.fullName,
    });
  });
});
