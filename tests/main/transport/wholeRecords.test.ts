import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, clientOf, editCall, errorOf } from '../../support/client';
import { answer, FakeServer, failure, type Script } from '../../support/fakeServer';

/** The record of the server: with fields that the contract does not know, and shapes that it does not have. */
const RECORD = {
  id: 7,
  version: 1,
  nameEn: 'Old',
  airportCode: 'AMS',
  sort: 'first',
  internalNote: 'theirs',
};

let server: FakeServer;
let client: Client;
let record: Record<string, unknown>;

/** Accepts whole records only, as a server does whose PUT replaces the record. */
const demanding: Script = (heard, response, nth) => {
  if (heard.method === 'GET') return answer(record)(heard, response, nth);
  const sent = JSON.parse(heard.body.toString()) as Record<string, unknown>;
  const missing = Object.keys(record).filter((name) => !(name in sent));
  if (missing.length === 0) return answer(sent)(heard, response, nth);
  const fields = Object.fromEntries(missing.map((name) => [name, 'Required']));
  return failure(400, 'Fields are missing', { fields })(heard, response, nth);
};
const updateCall = () =>
  server.heard.map(({ method, body }) => [method, body.length > 0 ? JSON.parse(String(body)) : null]);

beforeEach(async () => {
  record = RECORD;
  server = await FakeServer.start(demanding);
  client = clientOf(server.base);
});
afterEach(() => server.stop());

const CHANGE = { version: 1, nameEn: 'Schiphol' };
const WHOLE = { ...RECORD, nameEn: 'Schiphol' };

describe('a server that requires whole records', () => {
  test('receives its record with the changes, and is remembered as such', async () => {
    const saved = JSON.parse(await client.transport.json(editCall())) as { data: { nameEn: string } };
    expect(saved.data.nameEn).toBe('Schiphol');
    expect(updateCall()).toEqual([
      ['PUT', CHANGE],
      ['GET', null],
      ['PUT', WHOLE],
    ]);
    await client.transport.json(editCall());
    expect(updateCall().slice(3)).toEqual([
      ['GET', null],
      ['PUT', WHOLE],
    ]);
  });

  test('receives it at once when its environment says so', async () => {
    client.target = { ...client.target, wholeRecords: true };
    await client.transport.json(editCall());
    expect(updateCall().map(([method]) => method)).toEqual(['GET', 'PUT']);
  });

  test('receives nothing that overwrites the change of someone else', async () => {
    record = { ...RECORD, version: 2, nameEn: 'Theirs' };
    const error = await errorOf(client.transport.json(editCall()));
    expect(error.code).toBe('STALE_DATA');
    expect(error.current).toMatchObject({ version: 2, nameEn: 'Theirs' });
    expect(updateCall().map(([method]) => method)).toEqual(['PUT', 'GET']);
  });
});

test('sends changes alone to a server that accepts them, also after a refusal', async () => {
  server.script = failure(400, 'Too long', { fields: { nameEn: 'Too long' } });
  expect((await errorOf(client.transport.json(editCall()))).fields).toEqual({ nameEn: 'Too long' });
  expect(updateCall()).toEqual([['PUT', CHANGE]]);
});
