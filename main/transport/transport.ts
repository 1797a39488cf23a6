import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { asRecord } from '@contract/access/changes';
import type { Endpoint } from '@contract/endpoint';
import { pathOf } from '@contract/endpoint';
import { explain, problem } from '@contract/errors';
import { asError } from '@contract/failure';
import { IDLE_TIMEOUT, type Language, MAX_EXPORT, MAX_JSON, REQUEST_TIMEOUT } from '@contract/limits';
import { encodeQuery } from '@contract/paging';
import { isUnreached } from '@contract/unsent';
import type { AxiosRequestConfig, AxiosResponse } from 'axios';
import { dataOf, type Envelope, readAnswer, textOf } from './answer';
import {
  type Call,
  type IncomingFile,
  isChange,
  isKeyed,
  lacksFields,
  type SentRequest,
  type Values,
} from './call';
import { CallClock, type Times } from './callClock';
import { CallError, callError, connectionProblem } from './callError';
import { loadClient } from './loadClient';
import { lacksCall, refusedOf } from './offered';
import { bytesOf, fileNameOf, retryAfter } from './response';
import type { Target } from './target';
import { uploadBody } from './uploadBody';

/** Time and size limits of a call. */
interface Limits extends Times {
  /** Maximum bytes of a JSON response. */
  readonly json: number;
  /** Maximum bytes of an exported file. */
  readonly blob: number;
}

const LIMITS: Limits = { request: REQUEST_TIMEOUT, idle: IDLE_TIMEOUT, json: MAX_JSON, blob: MAX_EXPORT };

/** Dependencies of the transport. */
export interface TransportOptions {
  readonly target: () => Promise<Target>;
  /** Returns the token of an environment; null unless it is the one signed in to. */
  readonly token: (environment: string) => string | null;
  readonly language: () => Language;
  /** User-Agent of the client and its machine, which distinguishes sign-ins and sessions. */
  readonly agent?: string;
  /** Called with the refused token on a 401 of any call except sign-in and sign-out. */
  readonly onUnauthorized: (token: string) => void;
  readonly report: (message: string) => void;
  /** True if a server is known to lack a call, which then fails here without a request. */
  readonly lacks?: (environment: string, name: string) => boolean;
  /** Called when a server refused a call that the server does not have. */
  readonly lacking?: (environment: string, found: Endpoint) => void;
  /** Called after each try of a call, with its name and outcome. */
  readonly ended?: (call: string, facts: Readonly<Record<string, string | number>>) => void;
  /** Overrides for tests. */
  readonly limits?: Partial<Limits>;
}

/** Returns the data of a response as the server sent them. */
function rawOf(body: Buffer): Values {
  return asRecord(dataOf(textOf(body)));
}

const TRIES = 3;
const RETRY_STATUS = new Set([429, 502, 503, 504]);
const TRANSIENT = new Set(['NO_CONNECTION', 'BACKEND_DOWN', 'RESULT_UNKNOWN']);
/** Longest `Retry-After` (s) to wait for. */
const LONGEST_WAIT = 10;
const OWN_401 = new Set(['session.login', 'session.logout']);

/** The only client of the admin API: headers, deadlines, retries of reads, envelope. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #limits: Limits;
  /** Servers that refused a change without all fields of the record. */
  readonly #wholeRecords = new Set<string>();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** Carries out a JSON call or an upload; returns the envelope as text. Rejects with {@link CallError}. */
  async json(call: Call): Promise<string> {
    return textOf(await this.envelope(call));
  }

  /** Carries out a call like {@link json}, but returns a large envelope as bytes, for callers that only pass it on. */
  async envelope(call: Call): Promise<Envelope> {
    if (!isChange(call)) return this.#envelope(call);
    const target = await this.#options.target();
    if (target.strict) return this.#envelope(call);
    if (target.wholeRecords || this.#wholeRecords.has(target.environment))
      return this.#envelope(await this.#whole(call));
    try {
      return await this.#envelope(call);
    } catch (error) {
      if (!(error instanceof CallError) || !lacksFields(error.error, call)) throw error;
      const whole = await this.#whole(call);
      if (whole === call) throw error;
      this.#wholeRecords.add(target.environment);
      return this.#envelope(whole);
    }
  }

  /** Fills a change with all fields of its record, read from the server; unchanged if the contract cannot read it. */
  async #whole(call: Call): Promise<Call> {
    const { findEndpoint } = await import('@contract/index');
    const name = `${call.name.split('.')[0]}.get`;
    const found = findEndpoint(name);
    if (found?.method !== 'GET' || found.path !== call.found.path) return call;
    const { params = {}, body } = call.input;
    const { key: _, onProgress: __, ...as } = call;
    const { json, raw: readRaw } = await this.#read({ ...as, name, found, input: { params } });
    const raw = readRaw();
    const change = asRecord(body);
    const { version } = change;
    // Prevents overwriting someone else's changes.
    if (version !== undefined && raw.version !== version)
      throw new CallError({
        code: 'STALE_DATA',
        message: explain(this.#options.language(), problem('STALE_DATA')),
        status: 409,
        current: dataOf(textOf(json)),
      });
    return { ...call, input: { ...call.input, body: { ...raw, ...change } } };
  }

  async #envelope(call: Call): Promise<Envelope> {
    return (await this.#read(call)).json;
  }

  /** Returns the validated response, and the record as the server sent it. */
  async #read(call: Call): Promise<{ readonly json: Envelope; readonly raw: () => Values }> {
    const { response, target, token, clock } = await this.#send<Buffer>(call, {
      responseType: 'arraybuffer',
      maxContentLength: this.#limits.json,
    });
    clock.stop();
    this.#refuseRedirect(response);
    const read = readAnswer(call.found, response.status, response.data, {
      language: this.#options.language(),
      strict: target.strict,
      report: this.#options.report,
    });
    if ('json' in read) return { json: read.json, raw: () => rawOf(response.data) };
    this.#noteRefusal(call, response.status, token);
    throw this.#refused(call, target, response.status, response.data) ?? new CallError(read.error);
  }

  /** Returns the target of the chosen environment. */
  target(): Promise<Target> {
    return this.#options.target();
  }

  /** Headers of a request to the server that is no call of the contract. */
  plainHeaders(target: Target, token: string | null): Record<string, string> {
    return {
      Language: this.#options.language(),
      ...(this.#options.agent ? { 'User-Agent': this.#options.agent } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...target.headers,
    };
  }

  /** Returns the error of a call that the server does not have; undefined for any other refusal. */
  #refused({ name, found }: Call, target: Target, status: number, body: Buffer): CallError | undefined {
    const lacking =
      this.#options.lacking !== undefined &&
      !target.strict &&
      (found.extension === true || !name.startsWith('session.')) &&
      lacksCall(found, refusedOf(status, body));
    if (!lacking) return undefined;
    this.#options.lacking?.(target.environment, found);
    return this.#error('NOT_OFFERED');
  }

  /** Starts a blob call; the caller must read all bytes or destroy the stream. */
  async blob(call: Call): Promise<IncomingFile> {
    const { response, target, token, clock } = await this.#send<Readable>(call, {
      responseType: 'stream',
      maxContentLength: this.#limits.blob,
      // Leave the body undecoded, so that its bytes can be compared with the announced length.
      decompress: false,
    });
    const stream = clock.follow(response.data);
    const failure = (error: unknown) => this.#failureOf(call, target, clock, asError(error));
    try {
      this.#refuseRedirect(response);
      const mime = String(response.headers['content-type'] ?? '');
      if (!/^(identity)?$/i.test(String(response.headers['content-encoding'] ?? '')))
        throw this.#error('ANSWER_INVALID');
      if (response.status !== 200 || mime.startsWith('application/json')) {
        const body = await bytesOf(stream, this.#limits.json).catch((error) =>
          Promise.reject(failure(error)),
        );
        const read = readAnswer(call.found, response.status, body, {
          language: this.#options.language(),
          strict: false,
          report: this.#options.report,
        });
        this.#noteRefusal(call, response.status, token);
        throw 'error' in read
          ? (this.#refused(call, target, response.status, body) ?? new CallError(read.error))
          : this.#error('ANSWER_INVALID');
      }
      const length = response.headers['content-length'];
      return {
        name: fileNameOf(String(response.headers['content-disposition'] ?? '')),
        mime,
        size: length === undefined ? null : Number(length),
        stream,
        failure,
      };
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  #refuseRedirect({ status }: AxiosResponse): void {
    if (status >= 300 && status < 400) throw this.#error('REDIRECT_REFUSED');
  }

  #noteRefusal({ name }: Call, status: number, token: string | null): void {
    if (status === 401 && token && !OWN_401.has(name)) this.#options.onUnauthorized(token);
  }

  #error(code: Parameters<typeof problem>[0], params?: Parameters<typeof problem>[1]): CallError {
    return callError(this.#options.language(), problem(code, params));
  }

  async #send<D>(call: Call, how: AxiosRequestConfig): Promise<SentRequest<D>> {
    const { found, signal } = call;
    // Use one key for all tries of this call, so that a create that was tried twice happens once.
    const key = this.#keyOf(call);
    const clock = new CallClock(this.#limits, signal, found.kind !== 'json');
    // Load the client while the embedded API may still be starting.
    void loadClient();
    let environment: string | undefined;
    let unknownResult = false;
    try {
      for (let attempt = 1; ; attempt += 1) {
        // Resolve the target for each try: a restarted embedded API listens on another socket.
        const target = await this.#targetFor(call, clock);
        environment ??= call.as?.environment ?? target.environment;
        if (target.environment !== environment) throw this.#error('CANCELLED');
        if (this.#options.lacks?.(environment, call.name)) throw this.#error('NOT_OFFERED');
        // Other servers may not honour the key: repeat only reads there.
        const repeats = found.method === 'GET' || (target.strict && isKeyed(call, target) && !call.file);
        const last = !repeats || attempt >= TRIES;
        let wait = jitter(attempt);
        try {
          const startedAt = performance.now();
          const sent = await this.#sendOnce<D>(call, target, key, how, clock);
          const ms = Math.round(performance.now() - startedAt);
          this.#options.ended?.(call.name, { status: sent.response.status, ms, attempt });
          if (last || !RETRY_STATUS.has(sent.response.status)) return sent;
          const seconds = retryAfter(sent.response);
          if (seconds > LONGEST_WAIT) return sent;
          if (seconds > 0) wait = seconds * 1000;
          // Destroy the request too: destroying an unread body does not release the connection.
          if (how.responseType === 'stream') sent.response.request.destroy();
        } catch (error) {
          this.#options.ended?.(call.name, {
            failed: error instanceof CallError ? error.error.code : '?',
            attempt,
          });
          if (error instanceof CallError && error.error.unknownResult) unknownResult = true;
          if (last || !(error instanceof CallError) || !TRANSIENT.has(error.error.code)) throw error;
        }
        // A call that ends during the wait fails at its next try, with the reason.
        await sleep(wait, undefined, { signal: clock.signal }).catch(() => undefined);
      }
    } catch (error) {
      clock.stop();
      // An earlier try may have succeeded even if a later one did not reach the server.
      if (unknownResult && error instanceof CallError && isUnreached(error.error))
        throw new CallError({ ...error.error, unknownResult });
      throw error;
    }
  }

  async #targetFor(call: Call, clock: CallClock): Promise<Target> {
    try {
      return await clock.within(this.#options.target());
    } catch (error) {
      throw clock.endedBy ? this.#failureOf(call, null, clock, asError(error)) : error;
    }
  }

  async #sendOnce<D>(
    call: Call,
    target: Target,
    key: string,
    how: AxiosRequestConfig,
    clock: CallClock,
  ): Promise<SentRequest<D>> {
    const url = this.#urlOf(call, target);
    const token = call.as?.token ?? this.#options.token(target.environment);
    const { file, input } = call;
    let upload: Awaited<ReturnType<typeof uploadBody>> | undefined;
    try {
      if (file) upload = await uploadBody(file);
      const { client } = await loadClient();
      const response = await client.request<D>({
        ...how,
        method: call.found.method,
        url,
        signal: clock.signal,
        headers: { ...this.#headersOf(call, target, key, token), ...upload?.headers },
        ...(target.socketPath ? { socketPath: target.socketPath } : {}),
        ...(target.proxy ? { proxy: target.proxy } : {}),
        data: upload?.data ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
        maxBodyLength: Number.POSITIVE_INFINITY,
        onUploadProgress: ({ loaded, total }) => {
          clock.recordSent(loaded, total ?? 0);
          call.onProgress?.(loaded, total ?? 0);
        },
      });
      return { response, target, token, clock };
    } catch (error) {
      throw this.#failureOf(call, target, clock, asError(error));
    } finally {
      upload?.data.destroy();
    }
  }

  #failureOf({ found, file }: Call, target: Target | null, clock: CallClock, failure: Error): CallError {
    const { problem: why, unknownResult } = connectionProblem(failure, target, {
      endedBy: clock.endedBy,
      writes: found.method !== 'GET',
      file: file?.name,
    });
    return callError(this.#options.language(), why, unknownResult ? { unknownResult } : {});
  }

  /** Builds the URL of a call. A path that differs from the contract's is refused. */
  #urlOf({ name, found, input }: Call, target: Target): string {
    try {
      const path = pathOf(found, input.params);
      const url = new URL(target.base + path);
      if (url.pathname !== new URL(target.base).pathname.replace(/\/$/, '') + path)
        throw new RangeError('path');
      url.search = new URLSearchParams(encodeQuery(input.query ?? {})).toString();
      return url.href;
    } catch {
      throw this.#error('CALL_INVALID', { call: name, detail: 'path' });
    }
  }

  #keyOf({ name, key }: Call): string {
    if (key !== undefined && !/^[\w-]{8,64}$/.test(key))
      throw this.#error('CALL_INVALID', { call: name, detail: 'key' });
    return key ?? randomUUID();
  }

  #headersOf(call: Call, target: Target, key: string, token: string | null): Record<string, string> {
    const { found, input } = call;
    return {
      ...this.plainHeaders(target, token),
      ...(isKeyed(call, target) ? { 'Idempotency-Key': key } : {}),
      ...(found.kind === 'blob' ? { 'Accept-Encoding': 'identity' } : {}),
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
  }
}

/** Returns a random wait (ms, full jitter): up to half a second, doubling with each attempt. */
const jitter = (attempt: number) => Math.random() * 500 * 2 ** (attempt - 1);
