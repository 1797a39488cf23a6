import { changedFields } from '@contract/access/changes';
import { loggedChanges, loggedField, loggedSchemas } from '@contract/access/logged';
import type { LogObject } from '@contract/access/operateLog';
import { type Endpoint, ownErrorsOf } from '@contract/endpoint';
import { statusOf } from '@contract/errors';
import { type ApiName, allEndpoints } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { decodeQuery } from '@contract/paging';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { LooseInput, TestDownload } from '../support/apiCall';
import { testApi } from '../support/server';
import { cases } from './cases';
import { isReferredTo } from './cases/resources';

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

test('has a case for every endpoint, and an endpoint for every case', () => {
  expect(Object.keys(cases).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

test.each(endpoints)('$name returns what it declares', async ({ name, found }) => {
  const as = api.actor({ superAdmin: true });
  const answer = await api.send(name, await cases[name].right(api, as), { as });
  expect(answer).not.toHaveProperty('refused');
  const { got } = answer as { got: unknown };
  if (found.kind === 'blob') {
    const { bytes, name: fileName, mime, headers } = got as TestDownload;
    expect(bytes.length).toBeGreaterThan(0);
    expect(fileName).toMatch(/.+\.\w+$/);
    expect(mime).toMatch(/^\w+\/[\w.+-]+/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  } else {
    // Parsing removes and changes nothing: the response has no undeclared field.
    expect(found.answer.parse(got)).toEqual(got);
  }
});

test('describes every logged call in words, with the differences of a change', () => {
  const rows = api.rows('select action, objectType, objectNo, before, after from operateLog');
  const unsaid = new Set<string>();
  for (const row of rows) {
    const of = row.objectType as LogObject;
    const line = {
      objectType: of,
      before: JSON.parse(String(row.before)),
      after: JSON.parse(String(row.after)),
    };
    const changes = loggedChanges(line);
    const sides = line.before && line.after ? [line.before, line.after] : [];
    const kept = new Set(sides.flatMap((side) => Object.keys(side)));
    for (const field of changedFields(line.before, line.after)) kept.delete(field);
    for (const field of kept) unsaid.add(`${of} ${row.action}: ${field} is kept and did not change`);
    for (const { field, before, after } of changes) {
      const at = `${of} ${row.action}: ${field}`;
      for (const value of [before, after].filter((one) => one !== null && one !== undefined)) {
        const found = loggedField(loggedSchemas(of), field, value);
        if (!found?.fits)
          unsaid.add(`${at} is no ${found?.meta.kind}: ${JSON.stringify(value).slice(0, 40)}`);
      }
      for (const language of LANGUAGES) {
        const { fields } = words[language];
        if (!(`${of}_${field}` in fields) && !(field in fields))
          unsaid.add(`${at} has no label in ${language}`);
      }
    }
  }
  expect([...unsaid].sort()).toEqual([]);
});

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

const withParams = endpoints.flatMap(({ name, found }) =>
  found.params ? [{ name, params: found.params }] : [],
);

test.each(withParams)(
  '$name returns not found for a missing record, whatever is in the path',
  async ({ name, params }) => {
    const right = await rightOf(name);
    const [key = ''] = Object.keys(params.shape);
    for (const id of [
      '999999999',
      '0',
      '-1',
      '1.5',
      'abc',
      '99999999999999999999',
      "1' or '1'='1",
      '%00',
      '__proto__',
    ]) {
      const refused = await api.refused(
        name,
        { ...right, params: { ...right.params, [key]: id } },
        { language: 'cn' },
      );
      expect(refused, id).toMatchObject({ status: 404, code: 'NOT_FOUND', msg: words.cn.messages.NOT_FOUND });
    }
  },
);

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
    const asked: LooseInput = found.body
      ? { ...right, body: { ...(right.body as object), ...unknown } }
      : { ...right, query: { ...right.query, ...unknown } };
    const refused = await api.refused(name, asked);
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

/** Returns the errors that a call can cause: a record to which nothing refers can always be deleted. */
const errorsOf = (name: ApiName, found: Endpoint) =>
  ownErrorsOf(found).filter(
    (code) => code !== 'IN_USE' || cases[name].errors?.IN_USE || isReferredTo(name.split('.')[0] ?? ''),
  );
const declared = endpoints.flatMap(({ name, found }) =>
  errorsOf(name, found).map((code) => ({ name, code })),
);

test.each(endpoints)('$name can cause each error that it declares', ({ name, found }) => {
  expect(Object.keys(cases[name].errors ?? {}).sort()).toEqual([...new Set(errorsOf(name, found))].sort());
});

test.each(declared)('$name returns $code', async ({ name, code }) => {
  const refused = await cases[name].errors?.[code]?.(api);
  expect(refused).toMatchObject({ code, status: statusOf(code) });
  expect(refused?.msg).not.toMatch(/\{\w+\}|undefined/);
  // A caller who may read the record receives it for comparison.
  if (code === 'STALE_DATA') expect(refused?.current).toHaveProperty('version');
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
