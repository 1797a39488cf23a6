import type { Endpoint } from '@contract/endpoint';
import { errorsOf } from '@contract/endpoint';
import { allEndpoints } from '@contract/index';
import { BASE_PATH } from '@contract/limits';
import { fieldsOf } from '@contract/rowFields';
import { isKeepable } from '@contract/unsent';
import * as z from 'zod';

type Json = Record<string, unknown>;

/** Sorts by path, so that the order of the registry does not change the document. */
const byPath = (one: { found: Endpoint }, other: { found: Endpoint }) =>
  one.found.path < other.found.path ? -1 : one.found.path > other.found.path ? 1 : 0;

/** The contract as an OpenAPI 3.1 document, generated from the schemas that check every call. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const { name, found } of allEndpoints().toSorted(byPath)) {
    const path = BASE_PATH + found.path;
    paths[path] = { ...paths[path], [found.method.toLowerCase()]: operation(name, found) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Freight Console admin API', version: '1' },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        partner: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
      responses: { Refused: REFUSED },
    },
    paths,
  };
}

/** Response of every failure, whatever its HTTP status; `x-errors` of a call lists the codes. */
const REFUSED: Json = {
  description: 'The envelope of a failure',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['ret', 'msg', 'data'],
        properties: {
          ret: { const: false },
          msg: { type: 'string', description: "What happened, in the caller's Language" },
          data: {
            type: 'object',
            required: ['code'],
            properties: {
              code: { type: 'string' },
              fields: { type: 'object', additionalProperties: { type: 'string' } },
              current: { description: 'With STALE_DATA: the record as it is now' },
            },
          },
        },
      },
    },
  },
};

function operation(name: string, found: Endpoint): Json {
  const parameters = [
    { name: 'Language', in: 'header', schema: { enum: ['en', 'cn'] } },
    ...(found.creates || isKeepable(name, found)
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]
      : []),
    ...parametersOf(found.params, 'path'),
    ...parametersOf(found.query, 'query'),
  ];
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    security: found.partner
      ? [{ partner: [] }, { token: [] }]
      : found.access === 'public'
        ? []
        : [{ token: [] }],
    'x-permission': found.access,
    'x-extension': found.extension ?? false,
    'x-errors': [...new Set(errorsOf(found))],
    parameters,
    ...bodyOf(found),
    responses: { '200': answerOf(found), default: { $ref: '#/components/responses/Refused' } },
  };
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema ? fieldsOf(schema) : {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input'),
    ...(place === 'query' ? { style: 'form', explode: false } : {}),
  }));
}

function bodyOf({ body, file }: Endpoint): Json {
  if (file) {
    const content = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: file.max };
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: content },
      'x-types': file.types,
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
  };
}

function answerOf({ kind, answer }: Endpoint): Json {
  if (kind === 'blob') return { description: 'The file', content: { 'application/octet-stream': {} } };
  const schema = {
    type: 'object',
    required: ['ret', 'msg', 'data'],
    properties: { ret: { type: 'boolean' }, msg: { type: 'string' }, data: jsonSchema(answer, 'output') },
  };
  return { description: 'The envelope', content: { 'application/json': { schema } } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
