import type { Endpoint } from '@contract/endpoint';
import { type ApiName, allEndpoints } from '@contract/index';
import { LANGUAGES } from '@contract/limits';
import { labelledBy } from '@contract/resourceLabels';
import { labelOf, words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testApi } from '../support/server';
import { cases } from './cases';

const api = testApi();
const endpoints = allEndpoints();
const withBody = endpoints.filter(({ found }) => found.body && !found.partner);

/** Names of fields in the contract: none of them is a word of a language. */
const RAW = /\b[a-z]+(?:[A-Z][a-z]*)+\b/;

test.each(withBody)(
  '$name names missing fields of an empty body as its form does',
  async ({ name, found }) => {
    const { params, query } = await cases[name].right(api, api.admin);
    for (const language of LANGUAGES) {
      const answer = await api.send(name, { params, query, body: {} }, { language });
      if (!('refused' in answer)) continue;
      const { fields, msg } = answer.refused;
      for (const [path, message] of Object.entries({ ...fields })) {
        const label = labelOf(language, path, labelledBy(name, found.body, path));
        expect(message, path).toContain(label);
        expect(label === label.trim() && label !== '', path).toBe(true);
        expect(words[language].fields, path).toHaveProperty(
          Object.entries(words[language].fields).find(([, one]) => one === label)?.[0] ??
            `no label of ${path}`,
        );
      }
      expect(Object.values(fields).filter((message) => RAW.test(message))).toEqual([]);
      expect(msg).not.toMatch(RAW);
    }
  },
);

describe('each field of each call', () => {
  /** Yields the fields of a schema by the resource that labels them, at any depth. */
  function* partsOf(
    name: ApiName,
    schema: z.ZodType | undefined,
    body = schema,
    path = '',
  ): Generator<string> {
    const { def } = (schema as unknown as { _zod: { def: z.core.$ZodTypeDef & Record<string, unknown> } })
      ._zod;
    if (schema instanceof z.ZodObject)
      for (const [part, field] of Object.entries(schema.shape)) {
        const at = path ? `${path}.${part}` : part;
        yield at;
        yield* partsOf(name, field as z.ZodType, body, at);
      }
    for (const inner of [def.innerType, def.element, def.options].flat())
      if (inner) yield* partsOf(name, inner as z.ZodType, body, path);
  }
  const isNamed = (language: 'en' | 'cn', name: ApiName, found: Endpoint, path: string) => {
    const last = path.slice(path.lastIndexOf('.') + 1);
    return labelOf(language, path, labelledBy(name, found.body, path)) !== last;
  };

  test.each(LANGUAGES)('has a name of its own in %s', (language) => {
    const raw = endpoints.flatMap(({ name, found }) =>
      [found.body, found.query].flatMap((schema) =>
        schema
          ? [...partsOf(name, schema)]
              .filter((path) => !isNamed(language, name, found, path))
              .map((path) => `${name} ${path}`)
          : [],
      ),
    );
    expect(raw).toEqual([]);
  });
});

test('names a field in a message as the form of its record does, not as another record does', async () => {
  const messageOf = async (name: ApiName, body: object, language: 'en' | 'cn') =>
    (await api.refused(name, { body }, { language })).fields;
  expect(await messageOf('contract.create', {}, 'cn')).toMatchObject({
    title: expect.stringContaining(labelOf('cn', 'title', 'contract')),
    companyId: expect.stringContaining(labelOf('cn', 'companyId', 'contract')),
  });
  expect((await messageOf('contract.create', {}, 'en')).companyId).toMatch(/^Party/);
  expect((await messageOf('seaTransport.create', { etd: 'bad' }, 'cn')).etd).toContain(
    labelOf('cn', 'etd', 'seaTransport'),
  );
  expect(labelOf('cn', 'etd', 'seaTransport')).not.toBe(labelOf('cn', 'etd'));
  const manufacturerName = 5;
  const lines = await messageOf('seaIsf.create', { lines: [{ manufacturerName }] }, 'en');
  const path = 'lines.0.manufacturerName';
  expect(lines[path]).toContain(labelOf('en', path, 'isfLine'));
});
