import type { Endpoint } from '@contract/endpoint';
import { type ApiName, allEndpoints } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { decodeQuery } from '@contract/paging';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { LooseInput } from '../support/apiCall';
import { testApi } from '../support/server';
import { cases } from './cases';

// Calls that are refused before any data is read: the same on either database.

const api = testApi();
const endpoints = allEndpoints();
const HAN = /\p{Script=Han}/u;

/**
 * Valid input for calls that are refused before they do anything: made once for each, since nothing of it is used up.
 */
const untouched = new Map<ApiName, Promise<LooseInput>>();
const rightOf = (name: ApiName) => {
  const made = untouched.get(name) ?? cases[name].right(api, api.admin);
  untouched.set(name, Promise.resolve(made));
  return made;
};

const protectedEndpoints = endpoints.filter(({ found }) => found.access !== 'public');

test.each(protectedEndpoints)('$name requires a sign-in first', async ({ name }) => {
  const input = await rightOf(name);
  const signedOut = await api.refused(name, input, { as: null });
  expect(signedOut).toMatchObject({ status: 401, code: 'LOGIN_FIRST', msg: words.en.messages.LOGIN_FIRST });
  const forged = { ...api.admin, token: 'x'.repeat(43) };
  expect(await api.refused(name, input, { as: forged, language: 'cn' })).toMatchObject({
    status: 401,
    code: 'SESSION_ENDED',
    msg: words.cn.messages.SESSION_ENDED,
  });
});

describe('an invalid input', () => {
  const withInput = endpoints.filter(({ found }) => found.body ?? found.query);

  test.each(withInput)('of $name has each wrong field named, in both languages', async ({ name, found }) => {
    const right = await rightOf(name);
    for (const { field, input } of [...wrongBodies(found, right), ...wrongQueries(found, right)]) {
      for (const language of LANGUAGES) {
        const { status, fields, msg } = await api.refused(name, input, { language });
        expect(status, field).toBe(400);
        // An error within a field is named by its path.
        const named = Object.keys(fields).find((path) => path === field || path.startsWith(`${field}.`));
        expect(named, `${field} among ${Object.keys(fields)}`).toBeDefined();
        expect(HAN.test(String(fields[named ?? field])), `${field}: ${fields[named ?? field]}`).toBe(
          language === 'cn',
        );
        expect(msg).not.toBe('');
      }
    }
  });

  test.each(withInput)('of $name is refused for unknown fields', async ({ name, found }) => {
    const right = await rightOf(name);
    const unknown = { surprise: '1' };
    const input: LooseInput = found.body
      ? { ...right, body: { ...(right.body as object), ...unknown } }
      : { ...right, query: { ...right.query, ...unknown } };
    const refused = await api.refused(name, input);
    expect(refused).toMatchObject({ status: 400, code: 'UNKNOWN_FIELD' });
    expect(refused.fields).toHaveProperty('surprise');
  });

  const withBody = endpoints.filter(({ found }) => found.body);

  test.each(withBody)('of $name is refused when its body is no object', async ({ name }) => {
    const right = await rightOf(name);
    for (const body of [null, [], 'text', 7]) {
      expect(await api.refused(name, { ...right, body })).toMatchObject({ status: 400 });
    }
  });
});

/** Returns inputs with one field left out or of another type. */
function wrongBodies({ body }: Endpoint, right: LooseInput): { field: string; input: LooseInput }[] {
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape).flatMap(([field, schema]) => {
    const { [field]: _, ...rest } = right.body as Record<string, unknown>;
    const kind = schema as z.ZodType;
    const without = kind.safeParse(undefined).success ? [] : [{ field, input: { ...right, body: rest } }];
    const value = [{}, [{}], false, -0.5].find((one) => !kind.safeParse(one).success);
    // A field that takes any value, for example stored state of a screen, has no wrong type.
    if (value === undefined) return without;
    return [...without, { field, input: { ...right, body: { ...rest, [field]: value } } }];
  });
}

/** Returns queries with one part that its schema does not accept. */
function wrongQueries({ query }: Endpoint, right: LooseInput): { field: string; input: LooseInput }[] {
  if (!query) return [];
  return Object.entries(query.shape).flatMap(([field, schema]) => {
    const value = ['?', 'x'.repeat(501)].find((text) => {
      const decoded = decodeQuery(query, { [field]: text });
      return !(schema as z.ZodType).safeParse(decoded[field]).success;
    });
    return value === undefined
      ? []
      : [{ field, input: { ...right, query: { ...right.query, [field]: value } } }];
  });
}
