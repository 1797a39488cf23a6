import { changedFields } from '@contract/access/changes';
import { loggedChanges, loggedField, loggedSchemas } from '@contract/access/logged';
import type { LogObject } from '@contract/access/operateLog';
import { type ApiName, allEndpoints } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { words } from '@contract/words';
import { expect, test } from 'vitest';
import type { LooseInput, TestDownload } from '../support/apiCall';
import { testApi } from '../support/server';
import { cases } from './cases';
import { errorsOf, expectError } from './cases/errors';

const api = testApi();
const endpoints = allEndpoints();

test('has a case for every endpoint, and an endpoint for every case', () => {
  expect(Object.keys(cases).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

/** Inputs that were right: preparing them is most of the time of a call. */
const taken = new Map<ApiName, LooseInput>();

test.each(endpoints)('$name returns what it declares', async ({ name, found }) => {
  const as = api.actor({ superAdmin: true });
  const input = await cases[name].right(api, as);
  taken.set(name, input);
  const answer = await api.send(name, input, { as });
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

const withParams = endpoints.flatMap(({ name, found }) =>
  found.params ? [{ name, params: found.params }] : [],
);

test.each(withParams)(
  '$name returns not found for a missing record, whatever is in the path',
  async ({ name, params }) => {
    const right = taken.get(name) ?? (await cases[name].right(api, api.admin));
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

/** Deletions that the database refuses, by its own keys. */
const kept = endpoints.filter(({ name, found }) => errorsOf(name, found).includes('IN_USE'));

test.each(kept)('$name returns IN_USE', ({ name }) => expectError(api, name, 'IN_USE'));
