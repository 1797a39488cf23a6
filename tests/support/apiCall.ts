import { type Input, type Output, pathOf } from '@contract/endpoint';
import { type Api, type ApiName, findEndpoint } from '@contract/index';
import type { Language } from '@contract/limits';
import { encodeQuery } from '@contract/paging';

/** The solution of every captcha. */
export const CAPTCHA = 'ABCD';

/** A file that a test sends. */
export interface TestFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly field?: string;
}

/** A file that the API returned. */
export interface TestDownload {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly headers: Headers;
}

/** Input that a test passes to a call: the contract's input, with files in place of tokens. */
type CallInput<E> = E extends { kind: 'upload' }
  ? Omit<Input<E>, 'file'> & { file: TestFile | readonly TestFile[] }
  : Input<E>;

/** Result that the test receives. */
type CallResult<E> = E extends { kind: 'blob' } ? TestDownload : Output<E>;

type Caller<E> =
  Record<string, never> extends CallInput<E>
    ? (input?: CallInput<E>, options?: CallOptions) => Promise<CallResult<E>>
    : (input: CallInput<E>, options?: CallOptions) => Promise<CallResult<E>>;

/** Every call of the contract by group and name, typed. */
export type TestClient = {
  readonly [G in keyof Api]: { readonly [K in keyof Api[G]]: Caller<Api[G][K]> };
};

/** The account and token of a call. */
export interface Actor {
  readonly token: string;
  readonly staffId: number;
  readonly groupId: number;
  readonly username: string;
}

/** Caller and headers of a call. Without `as` it is a super administrator; null is signed out. */
export interface CallOptions {
  readonly as?: Actor | null;
  readonly language?: Language;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refused call as the caller sees it. */
export interface RefusedCall {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly current: unknown;
}

/** Thrown for a call that was refused unexpectedly. */
export class CallRefused extends Error {
  readonly refused: RefusedCall;
  constructor(name: string, refused: RefusedCall) {
    const fields = Object.keys(refused.fields).length > 0 ? ` ${JSON.stringify(refused.fields)}` : '';
    super(`${name}: ${refused.status} ${refused.code} ${refused.msg}${fields}`);
    this.refused = refused;
  }
}

/** An input without compile-time checks, for calls that the API must refuse. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly file?: TestFile | readonly TestFile[] | undefined;
}

/** Returns the HTTP request of a typed call. */
export function requestOf(
  base: string,
  name: ApiName,
  input: LooseInput,
  { as, language = 'en', key, headers = {} }: CallOptions,
): Request {
  const found = findEndpoint(name);
  if (!found) throw new Error(`no endpoint ${name}`);
  const url = new URL(base + pathOf(found, input.params ?? {}));
  for (const [part, value] of Object.entries(encodeQuery(input.query ?? {})))
    url.searchParams.set(part, value);
  const init: RequestInit = {
    method: found.method,
    headers: {
      language,
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  if (input.file) init.body = formOf(input.file);
  return new Request(url, init);
}

function formOf(file: TestFile | readonly TestFile[]): FormData {
  const form = new FormData();
  for (const { name, bytes, field = 'file' } of [file].flat() as TestFile[]) {
    form.append(field, new Blob([bytes as BlobPart]), name);
  }
  return form;
}

/** Reads the response of a call: a file, data or a refusal. */
export async function answerOf(response: Response): Promise<{ got: unknown } | { refused: RefusedCall }> {
  const mime = response.headers.get('content-type') ?? '';
  if (response.ok && !mime.startsWith('application/json')) {
    const bytes = Buffer.from(await response.arrayBuffer());
    return { got: { name: fileNameOf(response), mime, bytes, headers: response.headers } };
  }
  const text = await response.text();
  let answer: { ret: boolean; msg: string; data: unknown };
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`no envelope: ${response.status} ${text.slice(0, 200)}`);
  }
  if (answer.ret) return { got: answer.data };
  const { code = '', fields = {}, current } = (answer.data ?? {}) as Partial<RefusedCall>;
  return { refused: { status: response.status, code, msg: answer.msg, fields, current } };
}

function fileNameOf(response: Response): string {
  const header = response.headers.get('content-disposition') ?? '';
  return decodeURIComponent(/filename\*=UTF-8''([^;]*)/.exec(header)?.[1] ?? '');
}
