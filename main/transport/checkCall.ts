import { session } from '@contract/access/session';
import { check } from '@contract/checked';
import type { Endpoint } from '@contract/endpoint';
import { explain, type Problem, problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { asSent } from '@contract/opaque';
import * as z from 'zod';
import type { Call } from './call';
import { CallError, callError } from './callError';

/** Calls hidden from the bridge: the login's response contains the token. Sign-in and sign-out are own procedures. */
const PRIVATE = new Set(['session.login', 'session.logout']);

/**
 * Finds an endpoint by its name on the bridge. Those of the session are known from the start; the first other one loads
 * the whole contract, which takes as long as opening a window.
 */
export async function endpointNamed(name: string): Promise<Endpoint | undefined> {
  const [group, call = '', ...rest] = name.split('.');
  if (group !== 'session') return (await import('@contract/index')).findEndpoint(name);
  const calls: Readonly<Record<string, Endpoint>> = session;
  return rest.length === 0 && Object.hasOwn(calls, call) ? calls[call] : undefined;
}

/** Checks a call of the renderer by the contract. Rejects with {@link CallError}. */
export async function checkCall(
  name: string,
  input: unknown,
  kinds: readonly Endpoint['kind'][],
  language: Language,
): Promise<Pick<Call, 'name' | 'found' | 'input'> & { readonly file: string | undefined }> {
  const found = PRIVATE.has(name) ? undefined : await endpointNamed(name);
  if (!found) throw callError(language, problem('CALL_UNKNOWN', { call: name }));
  if (!kinds.includes(found.kind))
    throw callError(language, problem('CALL_INVALID', { call: name, detail: found.kind }));
  const { file, ...checked } = checkInput(partsOf(found), input, language);
  return { name, found, input: checked, file: typeof file === 'string' ? file : undefined };
}

/** Input schemas by endpoint, cached: a schema's first use takes several times as long as the next ones. */
const parts = new WeakMap<Endpoint, z.ZodObject>();
function partsOf(found: Endpoint): z.ZodObject {
  const known = parts.get(found);
  if (known) return known;
  const made = z.strictObject({
    ...(found.params ? { params: asSent(found.params) } : {}),
    ...(found.query ? { query: asSent(found.query).optional() } : {}),
    ...(found.body ? { body: asSent(found.body) } : {}),
    ...(found.kind === 'upload' ? { file: z.string().max(64) } : {}),
  });
  parts.set(found, made);
  return made;
}

/** Validates an input. Problems are returned by field, so that a form can show them. */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown, language: Language): z.output<S> {
  const checked = check(schema, input ?? {});
  if (checked.ok) return checked.value;
  const fields = Object.fromEntries(
    Object.entries<Problem>(checked.problems).map(([path, wrong]) => {
      const field = path.replace(/^(body|query|params)\./, '');
      return [field, explain(language, wrong, { field })];
    }),
  );
  throw new CallError({ code: 'CALL_INVALID', message: Object.values(fields)[0] ?? '', fields });
}
