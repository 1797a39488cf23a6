import { findMeta } from '@contract/fields';
import { type ApiName, allEndpoints, findEndpoint } from '@contract/index';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { testApi } from '../support/server';

const api = testApi();

type Row = Record<string, unknown> & { id: number; version: number };
type Answer = Record<string, unknown> & { list?: Row[] };
const call = (name: string, input: object): Promise<Answer> => {
  const [group = '', one = ''] = name.split('.');
  const calls = api.call as unknown as Record<string, Record<string, (input: object) => Promise<Answer>>>;
  return calls[group]?.[one]?.(input) ?? Promise.reject(new Error(name));
};

/**
 * Calls that change one record of a resource that also has a list and a single read, each with the text fields that may
 * be changed.
 */
const UPDATES = allEndpoints().flatMap(({ name, found }) => {
  const [group, one] = name.split('.');
  const list = findEndpoint(`${group}.list`);
  const get = findEndpoint(`${group}.get`);
  const { body } = found;
  if (one !== 'update' || !list || !get || !(body instanceof z.ZodObject) || get.path !== found.path)
    return [];
  if (list.params || !('version' in body.shape)) return [];
  const texts = Object.entries(body.shape).flatMap(([field, schema]) => {
    const kind = findMeta(schema as z.ZodType)?.kind;
    return kind === 'note' || kind === 'text' ? [field] : [];
  });
  return [{ group: group ?? '', name: name as ApiName, fields: texts }];
});
/**
 * Fields that the server sets itself when a record is changed or read; an entry that was rejected is a draft again.
 */
const OWN: readonly string[] = ['version', 'updatedAt', 'updatedBy', 'asOf'];
const OWN_OF: Readonly<Record<string, readonly string[]>> = { seaEntry: ['state'] };
const rest = (group: string, row: object, field: string) => {
  const own = [field, ...OWN, ...(OWN_OF[group] ?? [])];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)));
};

describe('changing one field leaves all others unchanged', () => {
  for (const { group, name, fields } of UPDATES)
    test(name, async () => {
      const { list = [] } = await call(`${group}.list`, { query: { pageSize: 50 } });
      const refusals: string[] = [];
      for (const { id } of list)
        for (const field of fields) {
          const before = (await call(`${group}.get`, { params: { id } })) as Row;
          const body = { version: before.version, [field]: 'Changed alone' };
          const refused = await call(name, { params: { id }, body }).then(
            () => undefined,
            (error: Error) => error.message,
          );
          if (refused) {
            refusals.push(`${id} ${field}: ${refused}`);
            continue;
          }
          const after = await call(`${group}.get`, { params: { id } });
          expect(after[field]).toBe('Changed alone');
          expect(rest(group, after, field)).toEqual(rest(group, before, field));
          return;
        }
      throw new Error(`nothing could be changed: ${refusals.slice(0, 5).join('; ')}`);
    });

  test('is tested for every resource that can be changed', () => {
    expect(UPDATES.length).toBeGreaterThan(30);
  });
});
