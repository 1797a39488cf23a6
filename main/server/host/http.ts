import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '@contract/endpoint';
import { explain } from '@contract/errors';
import { caughtFacts } from '@contract/failure';
import {
  BASE_PATH,
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  MAX_CALL,
  MAX_PARTNER_CALL,
  MAX_STRANGER_CALL,
} from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { isKeepable } from '@contract/unsent';
import { say } from '@contract/words';
import { Hono, type Context as HonoContext } from 'hono';
import { mayCall } from '../areas/access/holds';
import { NotVisible } from '../areas/access/notVisible';
import { callerOf, tokenOf, touchSession } from '../areas/access/sessions';
import { SECRET, writeLog } from '../areas/access/writeLog';
import {
  authenticatePartner,
  keepPartnerCall,
  newPartnerCall,
  type PartnerCall,
} from '../areas/partners/partnerCall';
import type { Caller, Context, Download, LogEntry, UploadedFile } from '../core/context';
import { Refusal, refuse } from '../core/refusal';
import { isBeyondScope } from '../store/beyond';
import { isDatabaseUnreachable, isDiskFull, isReadOnly, writeProtected } from '../store/failures';
import type { Store, Writer } from '../store/open';
import type { Scope } from '../store/scope';
import type { AnyHandler } from './handlers';
import { answerOnce } from './idempotency';
import { explainerOf, failure, refusalBody, undeclared } from './refusals';
import { inputOf, textOf } from './requestInput';

/** Options of the routes. */
export interface ServerOptions {
  readonly store: Store;
  readonly endpoints: readonly { readonly name: string; readonly found: Endpoint }[];
  /** Handles all other requests; without this handler they are not found. */
  readonly beyond?: (request: Request, env: unknown) => Response | Promise<Response>;
  readonly handlerOf: (name: string) => AnyHandler;
  /** The clock; tests stop it. */
  readonly now?: () => number;
  /** Refuses a request before it is processed: by the secret of the socket, or the Host of a port. */
  readonly admit?: (request: Request) => boolean;
  /** Address of the caller, from the connection and the proxy. */
  readonly callerAt?: (connection: string | null, forwarded: string | undefined) => string | null;
  /** Called for a request with a valid session or partner's key, before its body is read. */
  readonly isKnown?: (request: IncomingMessage, holder: string) => boolean;
  /** In tests: a response or an error outside the contract, or a write without a log line, is a failure. */
  readonly strict?: boolean;
  readonly report: (message: string, error?: unknown) => void;
}

/** Calls allowed while the password is a one-time one. */
const BEFORE_PASSWORD_CHANGE = new Set([
  'session.me',
  'session.menuTree',
  'session.password',
  'session.logout',
]);

/** Serves endpoints as routes: authentication, permission, validation, transaction, envelope. */
export function createServer(options: ServerOptions): Hono {
  const app = new Hono();
  const { admit } = options;
  if (admit) {
    app.use(async (c, next) =>
      admit(c.req.raw) ? next() : c.json(failure('NO_PERMISSION', 'Forbidden'), 403),
    );
  }
  // Fixed paths before those with parameters, so that `/count` is never taken for an id.
  const ordered = options.endpoints.toSorted(
    (a, b) => a.found.path.split('{').length - b.found.path.split('{').length,
  );
  for (const { name, found } of ordered) {
    const route = BASE_PATH + found.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(found.method, route, (c) => respond(c, name, found, options));
  }
  const { beyond } = options;
  app.notFound((c) =>
    beyond
      ? beyond(c.req.raw, c.env)
      : c.json(failure('NOT_FOUND', explain(languageOf(c), { code: 'NOT_FOUND' })), 404),
  );
  return app;
}

async function respond(
  c: HonoContext,
  name: string,
  found: Endpoint,
  options: ServerOptions,
): Promise<Response> {
  if (!found.partner) return answerTo(c, name, found, options);
  const call = newPartnerCall();
  const now = instantOf((options.now ?? Date.now)());
  const response = await answerTo(c, name, found, options, call);
  if (options.store.readOnly) return response;
  const from = { now, ip: addressOf(c, options), endpoint: `${found.method} ${found.path}` };
  await keepPartnerCall(options.store, call, from, response.clone()).catch((error) =>
    options.report('the call of a partner could not be kept', error),
  );
  return response;
}

async function answerTo(
  c: HonoContext,
  name: string,
  found: Endpoint,
  options: ServerOptions,
  partner?: PartnerCall,
): Promise<Response> {
  const language = languageOf(c);
  try {
    const answer = await carryOut(c, name, found, options, language, partner);
    if (found.kind === 'blob') return download(answer as Download);
    if (options.strict) found.answer.parse(answer);
    return c.json({ ret: true, msg: '', data: answer });
  } catch (thrown) {
    const hidden = isBeyondScope(thrown) ? new NotVisible() : undefined;
    const error = hidden ?? (options.strict ? (undeclared(name, found, thrown) ?? thrown) : thrown);
    if (error instanceof Refusal) {
      const { retryAfter } = error.details;
      if (retryAfter) c.header('retry-after', String(retryAfter));
      return c.json(refusalBody(error, explainerOf(language, name, found)), error.status as 400);
    }
    const code = failureOf(error, options.store.folder);
    // No fault to report: the caller disconnected, or the data is read-only and refuses every write.
    if (!hungUp(error) && !(code === 'DATA_READ_ONLY' && options.store.readOnly))
      options.report(`${found.method} ${found.path} failed`, error);
    const params = { folder: nameOf(options.store) };
    return c.json(failure(code, explain(language, { code, params })), FAILED[code]);
  }
}

/** True if the connection broke, while the body was read or before the response was ready. */
const hungUp = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof Error && error.message === 'aborted' && caughtFacts(error).code === 'ECONNRESET');

/** Status of each failure that is no refusal. */
const FAILED = { DISK_FULL: 507, DATA_READ_ONLY: 507, DATABASE_UNREACHABLE: 503, INTERNAL: 500 } as const;

/** Name of the data: its folder, or the database without server and account. */
const nameOf = ({ database, folder }: Store): string =>
  database ? new URL(database).pathname.slice(1) : folder;

function failureOf(error: unknown, folder: string): keyof typeof FAILED {
  if (isDiskFull(error, folder)) return 'DISK_FULL';
  if (isReadOnly(error)) return 'DATA_READ_ONLY';
  return isDatabaseUnreachable(error) ? 'DATABASE_UNREACHABLE' : 'INTERNAL';
}

async function carryOut(
  c: HonoContext,
  name: string,
  found: Endpoint,
  options: ServerOptions,
  language: Language,
  partner?: PartnerCall,
): Promise<unknown> {
  const { store: whole } = options;
  const time = (options.now ?? Date.now)();
  const now = instantOf(time);
  const caller = found.access === 'public' ? undefined : await authenticate(c, name, found, whole, time);
  if (caller) noteKnown(c, options, `account ${caller.id}`);
  const scope = caller && caller.warehouseIds.length > 0 ? scopeOf(caller) : undefined;
  const store = scope ? whole.within(scope) : whole;
  const from = { now, ip: addressOf(c, options), userAgent: c.req.header('user-agent') || null };

  if (partner) {
    await identifyPartner(c, store, partner, time, from.ip);
    noteKnown(c, options, holderOf(partner));
  }
  // Refuse before the file is received: where only the database is write-protected, the file would stay in its folder.
  if (whole.readOnly && found.kind === 'upload') throw writeProtected(whole.files);
  const most = partner ? MAX_PARTNER_CALL : caller ? MAX_CALL : MAX_STRANGER_CALL;
  const input = await inputOf(c, found, most, partner);
  const signal = found.kind === 'upload' ? c.req.raw.signal : undefined;
  const upload =
    found.kind === 'upload' && found.file
      ? await (await import('./upload')).receiveFile(c.req.raw, found.file, store.files)
      : undefined;
  const inWords = explainerOf(language, name, found);
  const handler = options.handlerOf(name);
  const given = upload ? { ...input, file: upload.file } : input;
  const contextOf = (
    write: Writer | undefined,
    log: Context['log'],
    unchanged: () => void,
    prepared?: unknown,
  ): Context => ({
    language,
    store,
    ...from,
    signal,
    read: write ?? store.read,
    say: (code, params) => say(language, code, params),
    explain: (one) => inWords(one),
    log,
    unchanged,
    partner,
    prepared,
    get caller() {
      if (!caller) throw new Error(`${name} has no caller`);
      return caller;
    },
    get write() {
      if (!write) throw new Error(`${name} does not write`);
      return write;
    },
  });

  try {
    if (found.method === 'GET' || !caller) {
      if (caller?.stale) keepAlive(options, caller, now);
      return await handler(
        contextOf(undefined, refuseLog(name), () => undefined),
        given,
      );
    }
    const prepared = await handler.prepare?.(
      contextOf(undefined, refuseLog(name), () => undefined),
      given,
    );
    return await store.write((write) =>
      answerOnce(write, idempotencyOf(c, found, name, caller, input, upload?.file), now, async () => {
        let logged = false;
        const log = async (entry: LogEntry) => {
          logged = true;
          await writeLog(write, entry, { ...from, caller: { id: caller.id, name: caller.realName } });
        };
        const unchanged = () => {
          logged = true;
        };
        const work = () => handler(contextOf(write, log, unchanged, prepared), given);
        const answer = await (scope ? within(scope, { store, write, name, found, input }, work) : work());
        if (!logged) throw new Error(`${name} wrote nothing to the operation log`);
        if (caller.stale) await touchSession(write, caller.tokenHash, now);
        return answer;
      }),
    );
  } catch (thrown) {
    if (!caller || !(thrown instanceof Refusal) || thrown.details.current === undefined) throw thrown;
    const { currentOf } = await import('../areas/access/currentOf');
    const current = currentOf(name, caller, thrown.details.current);
    throw new Refusal(thrown.problem, { ...thrown.details, current });
  } finally {
    await upload?.discard();
  }
}

/** Runs a call of a limited caller, provided that it refers to and changes nothing outside their view. */
async function within<T>(
  scope: Scope,
  call: { store: Store; write: Writer; name: string; found: Endpoint; input: Record<string, unknown> },
  work: () => Promise<T>,
): Promise<T> {
  // The scopes of records are loaded when the first limited caller appears, not at the start.
  const [{ requireVisible }, { writeWithin }] = await Promise.all([
    import('../areas/access/visible'),
    import('../store/scope'),
  ]);
  await requireVisible(call.store.read, call.name, call.found, call.input);
  return writeWithin(call.write, scope, work);
}

/** The part of the data that a caller sees. */
const scopeOf = ({ id, warehouseIds }: Caller): Scope => ({ staffId: id, warehouseIds });

/** Stores that a session was used, for reading calls, which need not wait for the write lock. */
function keepAlive({ store, report }: ServerOptions, { tokenHash }: Caller, now: string): void {
  store
    .write((write) => touchSession(write, tokenHash, now))
    .catch((error) => report('the use of a session could not be noted', error));
}

const refuseLog = (name: string) => () =>
  Promise.reject(new Error(`${name} cannot log without a transaction`));

async function authenticate(
  c: HonoContext,
  name: string,
  found: Endpoint,
  store: Store,
  time: number,
): Promise<Caller & { stale: boolean }> {
  const token = tokenOf(c.req.header('authorization'));
  if (!token) throw refuse('LOGIN_FIRST');
  const caller = await callerOf(store.read, token, time);
  if (!caller) throw refuse('SESSION_ENDED');
  if (caller.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(name)) throw refuse('PWD_CHANGE_FIRST');
  if (!mayCall(caller, found)) throw refuse('NO_PERMISSION');
  return caller;
}

/**
 * Authenticates a partner and refuses anybody else; a refused request is logged too, within the limits of the log.
 */
async function identifyPartner(
  c: HonoContext,
  store: Store,
  partner: PartnerCall,
  time: number,
  ip: string | null,
): Promise<void> {
  try {
    partner.who = await authenticatePartner(store, (name) => c.req.header(name), { time, ip });
  } catch (refused) {
    await textOf(c, MAX_STRANGER_CALL, partner).catch(() => undefined);
    throw refused;
  }
}

/** Identifies a repeated request: by key, sender, endpoint and contents. */
function idempotencyOf(
  c: HonoContext,
  found: Endpoint,
  name: string,
  caller: Caller,
  input: Record<string, unknown>,
  file: UploadedFile | undefined,
): { key: string; staffId: number; endpoint: string; requestHash: string } | undefined {
  const keyed = found.creates || isKeepable(name, found);
  const key = keyed ? c.req.header('idempotency-key') : undefined;
  if (!key) return undefined;
  if (!/^[\w-]{8,64}$/.test(key)) throw refuse('FORMAT', { field: 'Idempotency-Key' });
  // A fast hash of a password would be as good as the password to whoever finds it.
  const contents = JSON.stringify([input, file?.name, file?.hash], (name, value) =>
    SECRET.has(name) ? undefined : value,
  );
  const requestHash = createHash('sha256').update(contents).digest('hex');
  return { key, staffId: caller.id, endpoint: name, requestHash };
}

function download({ name, mime, size, stream }: Download): Response {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const headers: Record<string, string> = {
    'content-type': mime,
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${extendedValue(name)}`,
    'x-content-type-options': 'nosniff',
  };
  if (size !== undefined) headers['content-length'] = String(size);
  return new Response(Readable.toWeb(Readable.from(stream)) as ReadableStream, { headers });
}

/** Encodes a file name for a header (RFC 8187). */
const extendedValue = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export function languageOf(c: HonoContext): Language {
  const requested = c.req.header('language');
  return LANGUAGES.find((language) => language === requested) ?? DEFAULT_LANGUAGE;
}

const incomingOf = (c: HonoContext) => ((c.env ?? {}) as { incoming?: IncomingMessage }).incoming;

function addressOf(c: HonoContext, { callerAt = (connection) => connection }: ServerOptions): string | null {
  return callerAt(incomingOf(c)?.socket.remoteAddress ?? null, c.req.header('x-forwarded-for'));
}

/** Seconds after which a caller with too many connections may try again. */
const HOLD_FEWER = 5;

/** Account or partner that holds the connection of a partner's call. */
const holderOf = ({ who }: PartnerCall): string =>
  who && 'caller' in who ? `account ${who.caller.id}` : `partner ${who?.partner.id}`;

/** Refuses with SLOW_DOWN a caller who holds the maximum number of connections. */
function noteKnown(c: HonoContext, { isKnown }: ServerOptions, holder: string): void {
  const incoming = incomingOf(c);
  if (!incoming || !isKnown || isKnown(incoming, holder)) return;
  c.header('connection', 'close');
  throw refuse('SLOW_DOWN', {}, { retryAfter: HOLD_FEWER });
}
