import * as z from 'zod';
import { COMMON_ERRORS, type ErrorCode } from './errors';
import type { PermissionId } from './permissions';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, anyone signed in, a holder of the permission, or of one of several. */
export type Access = 'public' | 'session' | PermissionId | readonly PermissionId[];

/** Which files an upload takes; checked by extension, contents and size before a byte is sent, and again by the API. */
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
  | 'eml';

/** One call of the contract: everything that client, server, documents and tests need to know about it. */
export interface Endpoint {
  readonly method: Method;
  /** Below the base, with `{name}` for each path parameter. */
  readonly path: string;
  readonly access: Access;
  /** A JSON answer, a file streamed back, or a file sent (answered in JSON). */
  readonly kind: 'json' | 'blob' | 'upload';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly file?: FileRule;
  /** The `data` of the answer; a blob has none. */
  readonly answer: z.ZodType;
  /** Codes it may answer besides the common ones; a function where the fields of a schema say so, which are made late. */
  readonly errors: readonly ErrorCode[] | (() => readonly ErrorCode[]);
  /** True for what an admin API of another make may lack: the feature goes with it, not the product. */
  readonly extension?: boolean;
  /** True when it makes a record, so that the same Idempotency-Key must never make a second one. */
  readonly creates?: boolean;
  /** True when partners' systems call it: it takes their key in place of a session, and every call of it is kept. */
  readonly partner?: boolean;
}

/** A schema, known by what only schemas have: what else one can do is long, and was compared for each of a thousand. */
type Schema<Kind extends string = string> = { readonly _zod: { readonly def: { readonly type: Kind } } };

/** An endpoint as the contract's own pages are held to it; {@link Endpoint} is how one that was looked up is used. */
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

type Declared = Omit<Call, 'kind' | 'errors' | 'answer' | 'params'> & {
  readonly kind?: Endpoint['kind'];
  readonly errors?: Endpoint['errors'];
  readonly answer?: Schema;
};

type Filled<D extends Declared> = Omit<D, 'kind' | 'errors' | 'answer'> & {
  readonly kind: D extends { kind: infer K extends Endpoint['kind'] } ? K : 'json';
  readonly answer: D extends { answer: infer A extends Schema } ? A : z.ZodNull;
  readonly errors: Endpoint['errors'];
};

const NOTHING = z.null();

/** Declares an endpoint; path parameters without a schema, or schemas without a place in the path, do not compile. */
export function endpoint<const D extends Declared>(declared: D & ParamsOf<D['path']>): Filled<D> {
  const filled = { kind: 'json', errors: [], answer: NOTHING, ...declared };
  return filled as unknown as Filled<D>;
}

/** A group of endpoints, as one page of the contract exports it. */
export type Group = Readonly<Record<string, Call>>;
/** All groups. */
export type Registry = Readonly<Record<string, Group>>;

type QueryPart<E> = E extends { query: infer Q }
  ? Record<string, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

/** An opaque token for a file the user picked; only main knows where it lies. */
export type FileToken = string;

/** What a caller gives. */
export type Input<E> = Simplify<
  (E extends { params: infer P } ? { params: z.input<P> } : unknown) &
    QueryPart<E> &
    (E extends { body: infer B } ? { body: z.input<B> } : unknown) &
    (E extends { kind: 'upload' } ? { file: FileToken } : unknown)
>;

/** What a handler receives: the input after the schemas have filled in defaults and normal forms. */
export type Received<E, File> = Simplify<
  (E extends { params: infer P } ? { params: z.output<P> } : unknown) &
    (E extends { query: infer Q } ? { query: z.output<Q> } : unknown) &
    (E extends { body: infer B } ? { body: z.output<B> } : unknown) &
    (E extends { kind: 'upload' } ? { file: File } : unknown)
>;

/** What comes back. */
export type Output<E> = E extends { answer: infer A } ? z.output<A> : never;

/** What a server brings: the context of a call, a file it received, a file it sends. */
export interface ServerTypes {
  context: unknown;
  upload: unknown;
  download: unknown;
}
/** One handler for each endpoint of a group; a missing one does not compile. */
export type Handlers<G extends Group, T extends ServerTypes> = {
  readonly [K in keyof G]: (
    context: T['context'],
    input: Received<G[K], T['upload']>,
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

/** Codes a call may answer besides the common ones. */
export const ownErrorsOf = ({ errors }: Pick<Endpoint, 'errors'>): readonly ErrorCode[] =>
  typeof errors === 'function' ? errors() : errors;

/** The codes of a call, and others. */
export const also =
  (call: Pick<Endpoint, 'errors'>, ...codes: readonly ErrorCode[]) =>
  (): readonly ErrorCode[] => [...ownErrorsOf(call), ...codes];

/** Every code an endpoint may answer. */
export function errorsOf(found: Endpoint): readonly ErrorCode[] {
  return [...ownErrorsOf(found), ...(found.params ? (['NOT_FOUND'] as const) : []), ...COMMON_ERRORS];
}

/** The path with its parameters filled in and escaped. Dot segments are refused: they would climb out of the path. */
export function pathOf(found: Endpoint, params: Readonly<Record<string, unknown>> = {}): string {
  return found.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '' || value === '.' || value === '..' || /[\\/\p{Cc}]/u.test(value)) {
      throw new RangeError(`path parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}
