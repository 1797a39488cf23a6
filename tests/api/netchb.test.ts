import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { NetchbAccount, NetchbResult } from '@contract/config/netchbAccount';
import { SIMULATOR_PASSWORD } from '@contract/config/netchbAccount';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { responseText } from '../../main/server/areas/netchb/message';
import { drafts } from '../support/apiRecords';
import { certificates } from '../support/certificates';
import { PushServer } from '../support/pushServer';
import { testApi } from '../support/server';

const DEADLINE = 700;
const api = testApi({ netchb: { loopback: true, every: 20, deadline: DEADLINE } });
const gateway = new PushServer();
const PASSWORD = 'S3cret: ünder <way> & "out"';

beforeAll(async () => {
  await gateway.start();
});
afterAll(() => gateway.stop());

async function account(changes: object = {}, password: string | null = PASSWORD): Promise<NetchbAccount> {
  const body = { ...drafts.netchbAccount(), address: gateway.url, ...changes };
  const { id } = await api.call.netchbAccount.create({ body });
  if (password !== null) await api.call.netchbAccount.password({ params: { id }, body: { password } });
  return api.call.netchbAccount.get({ params: { id } });
}

/** Tests the connection and waits for the result. */
async function tested({ id }: { id: number }): Promise<NetchbAccount> {
  const { testDueAt } = await api.call.netchbAccount.test({ params: { id } });
  expect(testDueAt).not.toBeNull();
  return vi.waitFor(
    async () => {
      const row = await api.call.netchbAccount.get({ params: { id } });
      expect(row.testDueAt).toBeNull();
      return row;
    },
    { timeout: 5000 },
  );
}
const good = (filerCode = 'QZX') => responseText({ status: 'ok', filerCode, message: 'Welcome' });

test('signs in once at a gateway that accepts the login, and stores its response', async () => {
  gateway.behave = (response) => response.end(good());
  const before = gateway.received.length;
  expect(await tested(await account())).toMatchObject({
    lastTestResult: 'ok',
    lastTestAnswer: 'Welcome',
    lastTestAt: expect.any(String),
  });
  expect(gateway.received).toHaveLength(before + 1);
  const { headers, body } = gateway.received.at(-1) ?? { headers: {}, body: '' };
  const [, credentials = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(Buffer.from(credentials, 'base64').toString()).toBe(`northgate:${PASSWORD}`);
  expect(body).toContain('operation="signOn" filerCode="QZX"');
});

describe('the test of a gateway', () => {
  const answers: Record<string, [PushServer['behave'], NetchbResult, string | null]> = {
    'a wrong password': [
      (response) =>
        response
          .writeHead(401)
          .end(responseText({ status: 'error', filerCode: '', message: 'Login <failed>' })),
      'sign_in',
      'Login <failed>',
    ],
    'a login that may not': [(response) => response.writeHead(403).end('<html>'), 'sign_in', 'HTTP 403'],
    'a login of another filer': [(response) => response.end(good('ABC')), 'filer', 'Welcome'],
    'a refusal': [
      (response) => response.end(responseText({ status: 'error', filerCode: 'QZX', message: 'Closed' })),
      'refused',
      'Closed',
    ],
    'an error of the server': [(response) => response.writeHead(503).end('busy'), 'status', 'HTTP 503'],
    'another place': [
      (response) => response.writeHead(302, { location: 'https://example.com' }).end(),
      'redirect',
      'HTTP 302',
    ],
    'a web page': [(response) => response.end('<!doctype html><html>Login</html>'), 'answer', null],
    'a document type with entities': [
      (response) => response.end(`<!DOCTYPE a [<!ENTITY x "y">]>${good()}`),
      'answer',
      null,
    ],
    'half an answer': [(response) => response.end(good().slice(0, 80)), 'answer', null],
    'an answer without its end': [(response) => response.end('x'.repeat(400_000)), 'answer', null],
    'what is no HTTP': [(_, socket) => void socket.end('garbage\r\n\r\n'), 'answer', null],
    'a server that hangs up': [(_, socket) => void socket.destroy(), 'unreachable', null],
    'a server that hangs': [() => undefined, 'timeout', null],
    'a server that drips': [(response) => void response.writeHead(200).write('<'), 'timeout', null],
  };
  test.each(Object.entries(answers))(
    'reports an unusable response: %s',
    async (_, [behave, result, message]) => {
      gateway.behave = behave;
      expect(await tested(await account())).toMatchObject({
        lastTestResult: result,
        lastTestAnswer: message,
      });
    },
  );

  test.each([
    ['a name that nobody has', 'https://gateway.invalid/x', ['unknown_host']],
    ['a port at which nobody listens', 'http://127.0.0.1:9/x', ['closed']],
    ['the own network', 'https://10.0.0.1/x', ['private_address']],
  ])('reports a failing connection: %s', async (_, address, results) => {
    const { lastTestResult } = await tested(await account({ address }));
    expect(results).toContain(lastTestResult);
  });

  test('reports an untrusted certificate before the password is sent', async () => {
    const onRequest = vi.fn();
    const secure = createSecureServer(certificates.inOrder, onRequest);
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening));
    const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    expect(await tested(await account({ address }))).toMatchObject({ lastTestResult: 'tls' });
    expect(onRequest).not.toHaveBeenCalled();
    secure.close();
  });

  test('reports a missing password', async () => {
    expect(await tested(await account({}, null))).toMatchObject({ lastTestResult: 'no_password' });
  });

  test('reports a password encrypted with a missing key', async () => {
    const made = await account();
    api.db.exec(`update secret set sealed = 'AAAA' where name = 'netchb:${made.id}'`);
    expect(await tested(made)).toMatchObject({ lastTestResult: 'password_lost' });
  });
});

describe('the customs simulator', () => {
  const simulated = (password: string) =>
    account({ environment: 'simulator', address: null, name: `Simulated ${password}` }, password);

  test('accepts its password and refuses another, over the same messages', async () => {
    const right = await simulated(SIMULATOR_PASSWORD);
    expect(await tested(right)).toMatchObject({
      lastTestResult: 'ok',
      lastTestAnswer: 'Signed on as filer QZX',
    });
    expect(await tested(await simulated('wrong'))).toMatchObject({
      lastTestResult: 'sign_in',
      lastTestAnswer: 'Login failed',
    });
  });

  test('makes a requested test after a restart', async () => {
    const made = await account({ environment: 'simulator', address: null }, SIMULATOR_PASSWORD);
    gateway.behave = () => undefined;
    const slow = await account();
    await api.call.netchbAccount.test({ params: { id: slow.id } });
    await api.close();
    await api.open();
    expect(await tested(made)).toMatchObject({ lastTestResult: 'ok' });
    await vi.waitFor(async () => {
      const row = await api.call.netchbAccount.get({ params: { id: slow.id } });
      expect(row).toMatchObject({ testDueAt: null, lastTestResult: 'timeout' });
    });
  });
});

describe('the gateway password', () => {
  test('is in no response, log, export or data', async () => {
    gateway.behave = (response) => response.end(good());
    const made = await account({}, 'Ver7-Distinct-Passw0rd');
    await tested(made);
    const { id } = made;
    const shown = JSON.stringify([
      await api.call.netchbAccount.list({ query: { pageSize: 500 } }),
      await api.call.netchbAccount.all(),
      api.rows('select * from operateLog'),
      api.rows('select * from netchbAccount'),
      api.rows('select * from secret'),
    ]);
    expect(shown).not.toContain('Ver7-Distinct');
    const exported = await api.call.netchbAccount.export({ query: { format: 'csv' } });
    expect(JSON.stringify(exported)).not.toContain('Ver7-Distinct');
    expect(api.dataHolds('Ver7-Distinct')).toBe(false);
    expect(await api.call.netchbAccount.get({ params: { id } })).toMatchObject({ hasPassword: true });
  });

  test.each([
    ['loginName', { loginName: 'other' }],
    ['address', { address: 'https://elsewhere.example.com/' }],
    ['environment', { environment: 'simulator' as const, address: null }],
  ])('is sent to nobody else: it is deleted when the %s changes', async (_, changes) => {
    gateway.behave = (response) => response.end(good());
    const row = await tested(await account());
    const changed = await api.call.netchbAccount.update({
      params: { id: row.id },
      body: { version: row.version, ...changes },
    });
    expect(changed).toMatchObject({ hasPassword: false, lastTestResult: null, lastTestAt: null });
    expect(api.count('select count(*) from secret where name = ?', `netchb:${row.id}`)).toBe(0);
  });

  test('stays when other fields change; another filer code resets the connection state', async () => {
    gateway.behave = (response) => response.end(good());
    const row = await tested(await account());
    const { id } = row;
    const remarked = await api.call.netchbAccount.update({
      params: { id },
      body: { version: row.version, remark: 'Main' },
    });
    expect(remarked).toMatchObject({ hasPassword: true, lastTestResult: 'ok' });
    const refiled = await api.call.netchbAccount.update({
      params: { id },
      body: { version: remarked.version, filerCode: 'ABC' },
    });
    expect(refiled).toMatchObject({ hasPassword: true, lastTestResult: null });
  });

  test('is deleted when it is removed, and with its account', async () => {
    const { id } = await account();
    const kept = () => api.count('select count(*) from secret where name = ?', `netchb:${id}`);
    expect(kept()).toBe(1);
    const without = await api.call.netchbAccount.password({ params: { id }, body: { password: null } });
    expect(without.hasPassword).toBe(false);
    expect(kept()).toBe(0);
    await api.call.netchbAccount.password({ params: { id }, body: { password: PASSWORD } });
    await api.call.netchbAccount.remove({ params: { id } });
    expect(kept()).toBe(0);
  });
});

test.each([
  ['no address for the real gateway', { address: null }, 'address', 'REQUIRED'],
  ['an address without TLS', { address: 'http://gateway.example.com/' }, 'address', 'ADDRESS_INSECURE'],
  ['a password in the address', { address: 'https://a:b@example.com/' }, 'address', 'ADDRESS_INVALID'],
  ['a bond without its surety', { bondType: '8' }, 'suretyCode', 'NETCHB_BOND'],
  ['a surety without its bond', { suretyCode: '036' }, 'bondType', 'NETCHB_BOND'],
  ['a filer code of two', { filerCode: 'QZ' }, 'filerCode', 'FILER_CODE_FORMAT'],
  ['a port by its letters', { portCode: 'LAX1' }, 'portCode', 'US_PORT_FORMAT'],
  ['an importer number', { importerTaxId: '98-76543' }, 'importerTaxId', 'IMPORTER_ID_FORMAT'],
])('refuses %s beside the field of the account', async (_, changes, field, code) => {
  const body = { ...drafts.netchbAccount(), ...changes };
  const refused = await api.refused('netchbAccount.create', { body: body as never });
  expect(refused).toMatchObject({ status: 400, code });
  expect(Object.keys(refused.fields)).toEqual([field]);
});
