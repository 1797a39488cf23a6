import type { Readable } from 'node:stream';
import { isRecord } from '@contract/access/changes';
import type { Endpoint } from '@contract/endpoint';
import type { AppError } from '@contract/errors';
import { isKeepable } from '@contract/unsent';
import type { AxiosResponse } from 'axios';
import type { CallClock } from './callClock';
import type { CallError } from './callError';
import type { Target } from './target';
import type { FileToSend } from './uploadBody';

/** A call checked at the bridge. */
export interface Call {
  readonly name: string;
  readonly found: Endpoint;
  readonly input: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  /** Repeats of one user action share a key. */
  readonly key?: string | undefined;
  /** Token to send, and the only server to send the call to; default: those of the session. */
  readonly as?: { readonly environment: string; readonly token: string } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** File of an upload, already checked, with the name to send. */
  readonly file?: FileToSend | undefined;
}

/** A file being received: its size if the server gave one, and its bytes. */
export interface IncomingFile {
  readonly name: string | null;
  readonly mime: string;
  readonly size: number | null;
  readonly stream: Readable;
  /** Converts a failure of the stream to an error for the user. */
  failure(error: unknown): CallError;
}

export type Values = Readonly<Record<string, unknown>>;

/** True if a call changes a record. */
export const isChange = ({ name, found, input }: Call): boolean =>
  found.method === 'PUT' && name.endsWith('.update') && isRecord(input.body);

/** True if a server refused a change because fields missing from it are required: it wants the whole record. */
export const lacksFields = ({ status, fields }: AppError, { input }: Call): boolean =>
  status === 400 &&
  Object.keys(fields ?? {}).some((name) => !((name.split('.')[0] ?? name) in (input.body as Values)));

export interface SentRequest<D> {
  readonly response: AxiosResponse<D>;
  readonly target: Target;
  /** The token in the request. */
  readonly token: string | null;
  readonly clock: CallClock;
}

/** True if a call sends its key. The embedded API honours keys for all calls that may be stored and resent. */
export const isKeyed = ({ name, found }: Call, { strict }: Target): boolean =>
  found.creates === true || (strict && isKeepable(name, found));
