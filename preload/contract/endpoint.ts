import * as z from 'zod';
import { COMMON_ERRORS, type ErrorCode } from './errors';
import type { PermissionId } from './permissions';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permitted callers: anyone, anyone signed in, a holder of the permission, or of one of several. */
export type Access = 'public' | 'session' | PermissionId | readonly PermissionId[];

/** File types and size an upload accepts; checked by extension, contents and size before sending, then by the API. */
export interface FileRule {
  readonly types: readonly FileType[];
  /** Bytes. */
  readonly max: number;
}

export type FileType =
  | 'xlsx'
  | 'xls'
  | 'ods'
  | 'csv'
  | 'pdf'
  | 'jpg'
  | 'jpeg'
  | 'png'
  | 'doc'
  | 'docx'
  | 'eml'
  | 'xml';

/** One call of the contract: everything that client, server, documents and tests need to know about it. */
export interface Endpoint {
  readonly method: Method;
  /** Below the base, with `{name}` for each path parameter. */
  readonly path: string;
  readonly access: Access;
  /** A JSON response, a file streamed back, or a file sent (with a JSON response). */
  readonly kind: 'json' | 'blob' | 'upload';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly file?: FileRule;
  /** The `data` of the response; a blob has none. */
  readonly answer: z.ZodType;
  /** Error codes besides the common ones; a function if they depend on the fields of a schema, made late. */
  readonly errors: readonly ErrorCode[] | (() => readonly ErrorCode[]);
  /** True for calls that an admin API of another make may lack: then only the feature is missing. */
  readonly extension?: boolean;
  /** True if it creates a record, so that the same Idempotency-Key must never create a second one. */
  readonly creates?: boolean;
  /** True if partners' systems call it: it takes their key in place of a session, and every call of it is logged. */
  readonly partner?: boolean;
}

/** The part of a schema type that identifies it: comparing the full type for a thousand endpoints is slow. */
type Schema<Kind extends string = string> = { readonly _zod: { readonly def: { readonly type: Kind } } };

/** An endpoint with the types that the contract's own pages must satisfy; {@link Endpoint} is one looked up by name. */
export interface Call extends Omit<Endpoint, 'params' | 'query' | 'body' | 'answer'> {
  readonly params?: Schema<'object'> | undefined;
  readonly query?: Schema<'object'>;
  readonly body?: Schema;
  readonly answer: Schema;
}

type PathKeys<P extends string> = P extends `${string}{${infer K}}${infer R}` ? K | PathKeys<R> : never;

/** Schemas of exactly the parameters that the path names. */
type ParamsOf<P extends string> = [PathKeys<P>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: z.ZodObject<{ readonly [K in PathKeys<P>]: z.ZodType }, z.core.$strict> };

type CallDeclaration = Omit<Call, 'kind' | 'errors' | 'answer' | 'params'> & {
  readonly kind?: Endpoint['kind'];
  readonly errors?: Endpoint['errors'];
  readonly answer?: Schema;
};

type FilledCall<D extends CallDeclaration> = Omit<D, 'kind' | 'errors' | 'answer'> & {
  readonly kind: D extends { kind: infer K extends Endpoint['kind'] } ? K : 'json';
  readonly answer: D extends { answer: infer A extends Schema } ? A : z.ZodNull;
  readonly errors: Endpoint['errors'];
};

const NOTHING = z.null();

/** Declares an endpoint; path parameters without a schema, or schemas without a place in the path, do not compile. */
export function endpoint<const D extends CallDeclaration>(declared: D & ParamsOf<D['path']>): FilledCall<D> {
  const filled = { kind: 'json', errors: [], answer: NOTHING, ...declared };
  return filled as unknown as FilledCall<D>;
}

/** A group of endpoints, as one page of the contract exports it. */
export type Group = Readonly<Record<string, Call>>;
export type Registry = Readonly<Record<string, Group>>;

type QueryPart<E> = E extends { query: infer Q }
  ? Record<string, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

/** An opaque token for a file the user picked; only main knows its path. */
export type FileToken = string;

/** Input of a call by its caller. */
export type Input<E> = Simplify<
  (E extends { params: infer P } ? { params: z.input<P> } : unknown) &
    QueryPart<E> &
    (E extends { body: infer B } ? { body: z.input<B> } : unknown) &
    (E extends { kind: 'upload' } ? { file: FileToken } : unknown)
>;

/** The input of a handler, after the schemas have filled in defaults and normal forms. */
export type HandlerInput<E, File> = Simplify<
  (E extends { params: infer P } ? { params: z.output<P> } : unknown) &
    (E extends { query: infer Q } ? { query: z.output<Q> } : unknown) &
    (E extends { body: infer B } ? { body: z.output<B> } : unknown) &
    (E extends { kind: 'upload' } ? { file: File } : unknown)
>;

/** Data that a call returns. */
export type Output<E> = E extends { answer: infer A } ? z.output<A> : never;

/** Types supplied by a server: the context of a call, a file it receives, a file it sends. */
export interface ServerTypes {
  context: unknown;
  upload: unknown;
  download: unknown;
}
/** One handler for each endpoint of a group; a missing one does not compile. */
export type Handlers<G extends Group, T extends ServerTypes> = {
  readonly [K in keyof G]: (
    context: T['context'],
    input: HandlerInput<G[K], T['upload']>,
  ) => Promise<G[K] extends { kind: 'blob' } ? T['download'] : Output<G[K]>>;
};

type Caller<E, Options> =
  Record<string, never> extends Input<E>
    ? (input?: Input<E>, options?: Options) => Promise<Output<E>>
    : (input: Input<E>, options?: Options) => Promise<Output<E>>;
/** The typed client of a registry. */
export type Client<R extends Registry, Options> = {
  readonly [G in keyof R]: { readonly [K in keyof R[G]]: Caller<R[G][K], Options> };
};

type Simplify<T> = { [K in keyof T]: T[K] } & {};
/** `group.endpoint`, the name by which a call crosses the bridge. */
export type EndpointName<R extends Registry> = {
  [G in keyof R & string]: `${G}.${keyof R[G] & string}`;
}[keyof R & string];

/** Error codes of a call besides the common ones. */
export const ownErrorsOf = ({ errors }: Pick<Endpoint, 'errors'>): readonly ErrorCode[] =>
  typeof errors === 'function' ? errors() : errors;

/** Returns the error codes of a call together with others. */
export const also =
  (call: Pick<Endpoint, 'errors'>, ...codes: readonly ErrorCode[]) =>
  (): readonly ErrorCode[] => [...ownErrorsOf(call), ...codes];

/** Every error code an endpoint may return. */
export function errorsOf(found: Endpoint): readonly ErrorCode[] {
  return [...ownErrorsOf(found), ...(found.params ? (['NOT_FOUND'] as const) : []), ...COMMON_ERRORS];
}

/** Returns the path with its parameters filled in and escaped. Refuses dot segments: they would climb out of it. */
export function pathOf(found: Endpoint, params: Readonly<Record<string, unknown>> = {}): string {
  return found.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '' || value === '.' || value === '..' || /[\\/\p{Cc}]/u.test(value)) {
      throw new RangeError(`path parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}
