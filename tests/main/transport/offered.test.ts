import { findEndpoint } from '@contract/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lacksCall, listedCalls, Offered, refusedOf } from '../../../main/transport/offered';
import { fetchPicture, pictureAddress } from '../../../main/transport/picture';
import { Transport } from '../../../main/transport/transport';
import { callOf, outcomeOf, TOKEN } from '../../support/client';
import { answer, FakeServer, failure, raw, type Script } from '../../support/fakeServer';

const html = raw(404, { 'content-type': 'text/html' }, '<h1>Cannot GET</h1>');
const enveloped = failure(404, 'not found');
const ours = failure(404, 'No such record', { code: 'NOT_FOUND' });
const PNG = Buffer.from('89504e470d0a1a0a00000000', 'hex');

let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

/** Returns a transport that learns the server's calls, and the events it sent. */
function learning() {
  const reported: (readonly string[])[] = [];
  const offered = new Offered({ changed: (_, missing) => reported.push(missing) });
  const target = { environment: 'test', name: 'Test', base: server.base, strict: false };
  const learned: Promise<void>[] = [];
  const transport = new Transport({
    target: async () => target,
    token: () => TOKEN,
    language: () => 'en',
    onUnauthorized: () => undefined,
    report: () => undefined,
    lacks: (environment, name) => offered.lacks(environment, name),
    lacking: (environment, found) => void learned.push(offered.learn(environment, found)),
  });
  const outcome = async (name: string, input = {}, script?: Script) => {
    if (script) server.script = script;
    const came = await outcomeOf(transport.json(callOf(name, input)));
    await Promise.all(learned);
    return came;
  };
  return { offered, target, told: reported, outcome };
}

describe('a call that a server lacks', () => {
  const record = { params: { id: 77 } };
  test.each([
    ['a page for an extension', 'parcel.list', {}, html],
    ['an envelope for an extension on a record', 'customer.usage', record, enveloped],
    ['an envelope for a list', 'customer.all', {}, enveloped],
    ['a method that is not allowed', 'customer.get', record, failure(405, 'no')],
  ])('is learned from %s, and never sent again', async (_, name, input, script) => {
    const { offered, outcome } = learning();
    expect(await outcome(name, input, script)).toBe('NOT_OFFERED');
    expect(offered.lacks('test', name)).toBe(true);
    const sent = server.heard.length;
    expect(await outcome(name, input)).toBe('NOT_OFFERED');
    expect(server.heard.length).toBe(sent);
  });

  test.each([
    ['a record that is not there', 'customer.get', record, enveloped],
    ['a record by our own code', 'customer.usage', record, ours],
    ['the captcha of a wrong address', 'session.captcha', {}, html],
    ['a failure of the server', 'parcel.list', {}, failure(500, 'down')],
    ['a refusal', 'parcel.list', {}, failure(403, 'no')],
  ])('is not inferred from %s', async (_, name, input, script) => {
    const { offered, outcome } = learning();
    expect(await outcome(name, input, script)).not.toBe('NOT_OFFERED');
    expect(offered.missing('test')).toEqual([]);
  });

  test('is known from the OpenAPI document of the server, whatever its parameter names', async () => {
    const { offered, target, told: reported, outcome } = learning();
    const methods = { get: {}, post: {} };
    server.script = answer(null);
    const paths = {
      '/admin/bill-lading': methods,
      '/admin/menu-tree': methods,
      '/admin/client/{clientId}/usage': methods,
    };
    server.script = raw(200, {}, JSON.stringify({ openapi: '3.0.0', paths }));
    await Promise.all([offered.readDocument(target, {}), offered.readDocument(target, {})]);
    expect(server.heard.map(({ url }) => url)).toEqual(['/admin/openapi.json']);
    expect(reported).toHaveLength(1);
    expect(offered.lacks('test', 'customer.usage')).toBe(false);
    expect(offered.lacks('test', 'parcel.list')).toBe(true);
    // A document that omits a call of the specification is not believed about it.
    expect(offered.lacks('test', 'customer.list')).toBe(false);
    expect(await outcome('parcel.list')).toBe('NOT_OFFERED');
    expect(server.heard).toHaveLength(1);
    offered.forget('test');
    expect(offered.missing('test')).toEqual([]);
  });

  test('is not inferred from the document of another API, nor requested twice from ours', async () => {
    expect(listedCalls({ paths: { '/pets': { get: {} } } }, 'https://x.example/admin')).toBeUndefined();
    expect(
      listedCalls({ basePath: '/v1', paths: { '/v1/login': { post: {} } } }, 'https://x.example/admin')?.has(
        'POST /login',
      ),
    ).toBe(true);
    const { offered, target } = learning();
    server.script = ours;
    await offered.readDocument(target, {});
    expect(server.heard).toHaveLength(1);
    expect(offered.missing('test')).toEqual([]);
  });

  test('is distinguished from a missing record by code, envelope and method', () => {
    const write = { method: 'POST', path: '/bill-lading/check' } as const;
    expect(lacksCall(write, refusedOf(404, Buffer.from('{"ret":false,"msg":""}')))).toBe(false);
    expect(lacksCall(write, refusedOf(404, Buffer.from('Cannot POST')))).toBe(true);
  });
});

describe('a picture loaded by its address', () => {
  const here = () => ({ base: server.base });
  const how = { headers: { Authorization: `Bearer ${TOKEN}` }, proxyFor: async () => undefined };

  test('comes from the same server with credentials', async () => {
    server.script = raw(200, { 'content-type': 'text/plain' }, PNG);
    expect(await fetchPicture('/files/7', here(), how)).toBe(
      `data:image/png;base64,${PNG.toString('base64')}`,
    );
    expect(server.heard[0]).toMatchObject({ url: '/files/7', headers: { authorization: `Bearer ${TOKEN}` } });
  });

  test('is missing when it is no picture, too large, or redirected', async () => {
    for (const script of [
      raw(200, { 'content-type': 'image/png' }, '<svg onload="x"/>'),
      raw(200, {}, Buffer.concat([PNG, Buffer.alloc(3_000_000)])),
      raw(302, { location: '/files/8' }, PNG),
      raw(404, {}, PNG),
    ]) {
      server.heard.length = 0;
      server.script = script;
      expect(await fetchPicture(`${server.base}/files/7`, here(), how)).toBeNull();
      expect(server.heard).toHaveLength(1);
    }
  });

  test('comes from other servers by https alone, and never with credentials', async () => {
    const base = 'https://admin.example.com/admin';
    expect(pictureAddress('https://cdn.example.com/7.png', base)).toMatchObject({ own: false });
    for (const refused of [
      'http://cdn.example.com/7.png',
      'https://a:b@cdn.example.com/7',
      'file:///etc/passwd',
      '8f3a',
      'javascript:1',
    ])
      expect(pictureAddress(refused, base)).toBeUndefined();
    const other = await FakeServer.start(raw(200, {}, PNG));
    expect(await fetchPicture(`http://127.0.0.1:${other.port}/7`, here(), how)).toBeNull();
    expect(other.heard).toEqual([]);
    await other.stop();
  });
});

describe('a dry run of a file', () => {
  const found = findEndpoint('listImport.airport');
  const dryRun = { parameters: [{ name: 'dryRun', in: 'query' }] };
  const learn = async (script: Script) => {
    const { offered } = learning();
    server.script = script;
    const target = { environment: 'test', name: 'Test', base: server.base, strict: false };
    await offered.readDocument(target, {});
    return found && offered.checksFiles(target, found);
  };
  const documented = (call: object) =>
    raw(
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({ paths: { '/menu-tree': { get: {} }, '/config/airport/import': { post: call } } }),
    );

  test('is requested from a server whose document lists it, and from our own API', async () => {
    expect(await learn(documented(dryRun))).toBe(true);
    expect(await learn(ours)).toBe(true);
  });

  test('is never requested from a server that may import the file instead', async () => {
    expect(await learn(documented({}))).toBe(false);
    expect(await learn(documented({ parameters: [{ name: 'mode' }, null, 7] }))).toBe(false);
    expect(await learn(html)).toBe(false);
    expect(await learn(enveloped)).toBe(false);
  });
});
