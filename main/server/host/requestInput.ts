import { check } from '@contract/checked';
import type { Endpoint } from '@contract/endpoint';
import { MAX_CALL } from '@contract/limits';
import { decodeQuery } from '@contract/paging';
import type { Context as HonoContext } from 'hono';
import type * as z from 'zod';
import type { PartnerCall } from '../areas/partners/partnerCall';
import { refuse, refuseFields } from '../core/refusal';

/** Reads path, query and body, and checks them against their schemas. */
export async function inputOf(
  c: HonoContext,
  found: Endpoint,
  most: number,
  partner: PartnerCall | undefined,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  if (found.params)
    input.params = checkPart(found.params, decodeQuery(found.params, c.req.param()), 'NOT_FOUND');
  if (found.query) input.query = checkPart(found.query, decodeQuery(found.query, queryOf(c)));
  if (found.body) input.body = checkPart(found.body, await bodyOf(c, most, partner));
  return input;
}

function checkPart(schema: z.ZodType, value: unknown, code?: 'NOT_FOUND'): unknown {
  const result = check(schema, value);
  if (result.ok) return result.value;
  if (code) throw refuse(code);
  throw '' in result.problems ? refuse('FORMAT', { field: 'JSON' }) : refuseFields(result.problems);
}

function queryOf(c: HonoContext): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw refuse('FORMAT', { field: name });
    single[name] = values[0] ?? '';
  }
  return single;
}

export async function textOf(c: HonoContext, most: number, partner?: PartnerCall): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of c.req.raw.body ?? []) {
    size += part.byteLength;
    // An oversized body is read to its end and dropped: a connection left in the middle breaks the next call.
    if (size <= most) parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  if (partner) partner.text = text;
  if (size > most) throw refuse('FILE_SIZE', { size: most / MAX_CALL });
  return text;
}

async function bodyOf(c: HonoContext, most: number, partner?: PartnerCall): Promise<unknown> {
  const text = await textOf(c, most, partner);
  try {
    // An empty body is an empty object: PUT and POST without a body have no fields.
    return text === '' ? {} : JSON.parse(text, withoutPrototypes);
  } catch {
    throw refuse('FORMAT', { field: 'JSON' });
  }
}

function withoutPrototypes(this: unknown, key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError(key);
  return value;
}
