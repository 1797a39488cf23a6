import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorsOf } from '@contract/endpoint';
import { allEndpoints } from '@contract/index';
import { BASE_PATH } from '@contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../main/server/host/openapi';
import { testApi } from '../support/server';

type Json = Record<string, unknown>;
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Json;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly security: readonly Record<string, unknown>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema?: Json }> };
  readonly responses: Record<
    string,
    { description?: string; $ref?: string; content?: Record<string, { schema?: Json }> }
  >;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly components: { readonly securitySchemes: Json; readonly responses: Json };
  readonly paths: Record<string, Record<string, Operation>>;
}

const api = testApi();
let served: Document;

beforeAll(async () => {
  const answer = await fetch(new URL('/openapi.json', api.base));
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  served = (await answer.json()) as Document;
});

const file = path.resolve(import.meta.dirname, '../../resources/openapi.json');
const operations = () =>
  Object.entries(served.paths).flatMap(([place, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ place, method, operation })),
  );

test('matches the shipped document with the contract: else run `npm run openapi`', () => {
  const text = readFileSync(file, 'utf8');
  // Compared as a whole: a diff of thousands of lines would not help.
  expect(text === `${JSON.stringify(openApiDocument(), null, 2)}\n`).toBe(true);
  expect(JSON.parse(text)).toEqual(served);
});

test('makes the document once: ten more take less time than the first', async () => {
  const timed = async (work: () => unknown) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const made = await timed(openApiDocument);
  const readTimes: number[] = [];
  // The quickest of three rounds: other processes may slow one down.
  for (let round = 0; round < 3; round += 1)
    readTimes.push(
      await timed(async () => {
        for (let n = 0; n < 10; n += 1) await (await fetch(new URL('/openapi.json', api.base))).arrayBuffer();
      }),
    );
  expect(Math.min(...readTimes)).toBeLessThan(5 * made);
});

test('makes the document identically each time', () => {
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(openApiDocument()));
});

describe('the OpenAPI document', () => {
  test('names its title and version', () => {
    expect(served.openapi).toMatch(/^3\.1\.\d+$/);
    expect(served.info).toEqual({ title: expect.stringMatching(/.+/), version: expect.stringMatching(/.+/) });
    expect(Object.keys(served).sort()).toEqual(['components', 'info', 'openapi', 'paths']);
  });

  test('has each call of the contract once, and no other', () => {
    const wanted = allEndpoints().map(
      ({ name, found }) => `${found.method} ${BASE_PATH}${found.path} ${name}`,
    );
    const there = operations().map(
      ({ place, method, operation }) => `${method.toUpperCase()} ${place} ${operation.operationId}`,
    );
    expect(there.sort()).toEqual(wanted.sort());
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(there.length);
  });

  test('has no two paths that differ only in parameter names', () => {
    const shapes = Object.keys(served.paths).map((place) => place.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('names each path parameter and query parameter once', () => {
    for (const { place, operation } of operations()) {
      const inPath = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).sort(), place).toEqual(inPath.sort());
      for (const { required } of declared) expect(required).toBe(true);
      const keys = operation.parameters.map(({ name, in: where }) => `${where} ${name.toLowerCase()}`);
      expect(new Set(keys).size, place).toBe(keys.length);
    }
  });

  test('declares the permission and all responses of each call', () => {
    for (const { name, found } of allEndpoints()) {
      const operation = operations().find((one) => one.operation.operationId === name)
        ?.operation as Operation & Json;
      const doors = found.access === 'public' ? [] : [{ token: [] }];
      expect(operation.security, name).toEqual(found.partner ? [{ partner: [] }, { token: [] }] : doors);
      expect(operation['x-permission']).toEqual(found.access);
      expect(operation['x-errors']).toEqual([...new Set(errorsOf(found))]);
      expect(Object.keys(operation.responses)).toEqual(['200', 'default']);
      expect(operation.responses['200']?.description).toMatch(/.+/);
      const types = Object.keys(operation.requestBody?.content ?? {});
      expect(types).toEqual(found.file ? ['multipart/form-data'] : found.body ? ['application/json'] : []);
      if (['get', 'delete'].includes(found.method.toLowerCase()))
        expect(operation.requestBody).toBeUndefined();
      const answer = operation.responses['200']?.content ?? {};
      expect(Object.keys(answer)).toEqual([
        found.kind === 'blob' ? 'application/octet-stream' : 'application/json',
      ]);
      if (found.kind !== 'blob') {
        expect(answer['application/json']?.schema).toMatchObject({ required: ['ret', 'msg', 'data'] });
      }
    }
    expect(Object.keys(served.components.securitySchemes)).toEqual(['token', 'partner']);
  });

  test('contains no broken reference', () => {
    const refs = [...JSON.stringify(served).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => String(ref));
    for (const ref of new Set(refs)) {
      const target = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((node, part) => (node as Json | undefined)?.[part], served);
      expect(target, ref).toBeDefined();
    }
  });
});

describe('the schemas of the OpenAPI document', () => {
  const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
  const KNOWN = new Set([
    ...[
      'type',
      'enum',
      'const',
      'properties',
      'required',
      'additionalProperties',
      'propertyNames',
      'items',
      'anyOf',
    ],
    ...[
      'oneOf',
      'allOf',
      'minLength',
      'maxLength',
      'pattern',
      'format',
      'minimum',
      'maximum',
      'exclusiveMinimum',
    ],
    ...['minItems', 'maxItems', 'default', 'description', 'contentMediaType', 'x-types', '$ref'],
  ]);

  /** Yields a schema and all schemas within it. */
  function* each(schema: Json, place: string): Generator<{ schema: Json; place: string }> {
    yield { schema, place };
    const {
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
      allOf = [],
      additionalProperties,
    } = schema as Record<string, never>;
    for (const [name, inner] of Object.entries(properties)) yield* each(inner as Json, `${place}.${name}`);
    for (const inner of [
      items,
      additionalProperties,
      ...(anyOf as Json[]),
      ...(oneOf as Json[]),
      ...(allOf as Json[]),
    ]) {
      if (inner && typeof inner === 'object') yield* each(inner, place);
    }
  }
  const all = () =>
    operations().flatMap(({ operation }) => {
      const contents = [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map(({ content }) => content),
      ];
      const schemas = [
        ...operation.parameters.map(({ schema }) => schema),
        ...contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema)),
      ];
      return schemas.flatMap((schema) => (schema ? [...each(schema, operation.operationId)] : []));
    });

  test('use only words of JSON Schema', () => {
    expect(all().length).toBeGreaterThan(1000);
    for (const { schema, place } of all()) {
      for (const word of Object.keys(schema)) expect(KNOWN.has(word), `${place}: ${word}`).toBe(true);
      for (const type of [schema.type ?? []].flat()) expect(TYPES.has(String(type)), place).toBe(true);
      if (schema.pattern) expect(() => new RegExp(String(schema.pattern), 'u'), place).not.toThrow();
      const { required = [], properties } = schema as { required?: string[]; properties?: Json };
      for (const name of required) expect(properties, place).toHaveProperty([name]);
    }
  });

  test('declare which bodies refuse unknown fields', () => {
    for (const { operation } of operations()) {
      const body = operation.requestBody?.content['application/json']?.schema;
      // Each of several shapes, for example by ids or by a filter, is equally strict.
      const shapes = (body?.anyOf ?? (body ? [body] : [])) as readonly { additionalProperties?: unknown }[];
      for (const { additionalProperties } of shapes)
        expect(additionalProperties, operation.operationId).toBe(false);
    }
  });
});
