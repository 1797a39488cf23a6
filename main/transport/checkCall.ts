import type { Endpoint } from '@contract/endpoint';
import { explain, type Problem, problem } from '@contract/errors';
import { check } from '@contract/fields';
import { findEndpoint } from '@contract/index';
import type { Language } from '@contract/limits';
import * as z from 'zod';
import { CallError, callError } from './callError';
import type { Call } from './transport';

/** The login's answer carries the token, which never crosses the bridge: signing in and out have procedures of their own. */
const PRIVATE = new Set(['session.login', 'session.logout']);

/** A call of the API as the renderer asked for it, checked by the contract. Throws {@link CallError}. */
export function checkCall(
  name: string,
  input: unknown,
  kinds: readonly Endpoint['kind'][],
  language: Language,
): Pick<Call, 'name' | 'found' | 'input'> & { readonly file: string | undefined } {
  const found = PRIVATE.has(name) ? undefined : findEndpoint(name);
  if (!found) throw callError(language, problem('CALL_UNKNOWN', { call: name }));
  if (!kinds.includes(found.kind))
    throw callError(language, problem('CALL_INVALID', { call: name, detail: found.kind }));
  const parts = z.strictObject({
    ...(found.params ? { params: found.params } : {}),
    ...(found.query ? { query: found.query.optional() } : {}),
    ...(found.body ? { body: found.body } : {}),
    ...(found.kind === 'upload' ? { file: z.string().max(64) } : {}),
  });
  const { file, ...checked } = checkInput(parts, input, language) as Call['input'] & { file?: string };
  return { name, found, input: checked, file };
}

/** An input as its schema has it. Problems come back by field, so that a form can show them. */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown, language: Language): z.output<S> {
  const checked = check(schema, input ?? {});
  if (checked.ok) return checked.value;
  const fields: Record<string, string> = {};
  for (const [path, wrong] of Object.entries<Problem>(checked.problems)) {
    const field = path.replace(/^(body|query|params)\./, '');
    fields[field] = explain(language, wrong, { field });
  }
  throw new CallError({ code: 'CALL_INVALID', message: Object.values(fields)[0] ?? '', fields });
}
