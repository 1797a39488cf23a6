import { asRecord } from '@contract/access/changes';
import type { Endpoint } from '@contract/endpoint';
import { type PlainRequest, plainGet } from './plainGet';
import type { Target } from './target';

/** Maximum bytes, and time (ms), of a server's own document of its calls. */
const MAX_DOCUMENT = 16 * 1024 * 1024;
const WITHIN = 5_000;
/** Calls of every admin API: a document that lists none of them belongs to another API. */
const CORE = ['GET /menu-tree', 'POST /login', 'GET /bill-lading'];

/** Lists a document's calls by method and path, without parameter names; undefined for another API's document. */
export function listedCalls(document: unknown, base: string): ReadonlySet<string> | undefined {
  const { paths, servers, basePath } = asRecord(document);
  if (typeof paths !== 'object' || paths === null) return undefined;
  const prefixes = [...new Set([new URL(base).pathname, ...serverPaths(servers), String(basePath ?? '')])]
    .map((one) => one.replace(/\/+$/, ''))
    .filter((one) => one !== '');
  const listed = new Set<string>();
  for (const [path, methods] of Object.entries(paths)) {
    const forms = [
      path,
      ...prefixes.flatMap((one) => (path.startsWith(`${one}/`) ? [path.slice(one.length)] : [])),
    ];
    for (const [method, call] of Object.entries(asRecord(methods)))
      for (const form of forms) {
        const signature = signatureOf({ method: method.toUpperCase(), path: form });
        listed.add(signature);
        if (takesDryRun(call)) listed.add(dryRunOf(signature));
      }
  }
  return CORE.some((one) => listed.has(one)) ? listed : undefined;
}

/** Name under which a call's dry run is listed. */
const dryRunOf = (signature: string): string => `${signature}?dryRun`;

/** True if a documented call has the `dryRun` query parameter. */
function takesDryRun(call: unknown): boolean {
  const { parameters } = asRecord(call);
  return Array.isArray(parameters) && parameters.some((one) => asRecord(one).name === 'dryRun');
}

const serverPaths = (servers: unknown): string[] =>
  (Array.isArray(servers) ? servers : []).flatMap((one: unknown) => {
    const { url } = asRecord(one);
    try {
      return typeof url === 'string' ? [new URL(url, 'http://localhost').pathname] : [];
    } catch {
      return [];
    }
  });

/** Signature of a call: method and path, without parameter names. */
export const signatureOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/+$/, '$1')}`;

/** Facts about a failed response: its status, and if it is an envelope with a code. */
export interface FailedResponse {
  readonly status: number;
  readonly enveloped: boolean;
  readonly coded: boolean;
}

/**
 * True if a server lacks a call, false if it only lacks the record. A contract code refers to a record; an extension
 * exists in this contract only, so a server that has the call uses its codes.
 */
export function lacksCall(
  { method, path, extension }: Pick<Endpoint, 'method' | 'path' | 'extension'>,
  { status, enveloped, coded }: FailedResponse,
): boolean {
  if (coded) return false;
  if (status === 405 || status === 501) return true;
  if (status !== 404) return false;
  return extension === true || (!path.includes('{') && (method === 'GET' || !enveloped));
}

/** Extracts the facts of a failed response. */
export function refusedOf(status: number, body: Buffer): FailedResponse {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const { ret, data } = asRecord(value);
    const { code } = asRecord(data);
    return {
      status,
      enveloped: typeof ret === 'boolean',
      coded: typeof code === 'string' && /^[A-Z_]+$/.test(code),
    };
  } catch {
    return { status, enveloped: false, coded: false };
  }
}

/** Dependencies of {@link Offered}. */
export interface OfferedOptions {
  /** Called when the set of calls that a server lacks has changed. */
  readonly changed: (environment: string, missing: readonly string[]) => void;
}

/** Calls that each server lacks, as far as known: from its document, else from how it refused the first request. */
export class Offered {
  readonly #missing = new Map<string, Set<string>>();
  readonly #readings = new Map<string, Promise<void>>();
  /** Calls in each server's document; null for this product's own API, which has them all. */
  readonly #listed = new Map<string, ReadonlySet<string> | null>();
  readonly #options: OfferedOptions;

  constructor(options: OfferedOptions) {
    this.#options = options;
  }

  /** Names of the calls that a server lacks. */
  missing(environment: string): readonly string[] {
    return [...(this.#missing.get(environment) ?? [])];
  }

  lacks(environment: string, name: string): boolean {
    return this.#missing.get(environment)?.has(name) ?? false;
  }

  /**
   * True if a call is known to support a dry run. A server without dry runs would import the file, so one is requested
   * only if the server's document lists it.
   */
  checksFiles({ environment, strict }: Target, found: Endpoint): boolean {
    const listed = strict ? null : this.#listed.get(environment);
    return listed === null || (listed?.has(dryRunOf(signatureOf(found))) ?? false);
  }

  /** Forgets what is known of a server; its next session may meet another version. */
  forget(environment: string): void {
    this.#readings.delete(environment);
    this.#listed.delete(environment);
    if (this.#missing.delete(environment)) this.#options.changed(environment, []);
  }

  /** Records a call that a server refused as missing, and all others with the same signature. */
  async learn(environment: string, found: Endpoint): Promise<void> {
    const { allEndpoints } = await import('@contract/index');
    const same = signatureOf(found);
    this.#add(
      environment,
      allEndpoints().flatMap(({ name, found: one }) => (signatureOf(one) === same ? [name] : [])),
    );
  }

  /** Reads a server's document of its calls, once per session; gives up soon if there is none. */
  readDocument(target: Target, headers: Readonly<Record<string, string>>): Promise<void> {
    const { environment, strict } = target;
    // The embedded API has every call.
    if (strict) return Promise.resolve();
    const reading = this.#readings.get(environment) ?? this.#read(target, headers);
    this.#readings.set(environment, reading);
    return reading;
  }

  async #read(target: Target, headers: Readonly<Record<string, string>>): Promise<void> {
    const document = await documentOf(target, headers);
    const listed =
      document === OWN ? null : document === undefined ? undefined : listedCalls(document, target.base);
    if (listed !== undefined) this.#listed.set(target.environment, listed);
    if (!listed) return;
    const { allEndpoints } = await import('@contract/index');
    const missing = allEndpoints().filter(
      ({ found }) => found.extension === true && !listed.has(signatureOf(found)),
    );
    this.#add(
      target.environment,
      missing.map(({ name }) => name),
    );
  }

  #add(environment: string, names: readonly string[]): void {
    const known = this.#missing.get(environment) ?? new Set();
    const before = known.size;
    for (const name of names) known.add(name);
    this.#missing.set(environment, known);
    if (known.size > before) this.#options.changed(environment, [...known]);
  }
}

/** Marks the document of this product's own API, which has every call. */
const OWN = Symbol('own');

/** Fetches a server's document: below its base, else at its root. */
async function documentOf(
  { base, proxy }: Target,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const places = [...new Set([`${base}/openapi.json`, `${new URL(base).origin}/openapi.json`])];
  for (const url of places) {
    const request: PlainRequest = {
      ...{ url, headers, max: MAX_DOCUMENT, within: WITHIN },
      ...(proxy ? { proxy } : {}),
    };
    const answer = await plainGet(request);
    if (!answer) return undefined;
    if (answer.status === 200) return parsed(answer.body);
    // Only this product's own API returns codes of the contract.
    if (refusedOf(answer.status, answer.body).coded) return OWN;
  }
  return undefined;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
