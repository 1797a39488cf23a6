import { timingSafeEqual } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FirstAdministrator as Chosen } from '@contract/access/session';
import { BASE_PATH } from '@contract/index';
import { instantOf } from '@contract/rules/zonedTime';
import { getRequestListener } from '@hono/node-server';
import { Captchas } from './access/captcha';
import { hashPassword } from './access/passwords';
import { endOfDay, everyHour } from './customs/endOfDay';
import { JobQueue } from './fileJobs/queue';
import { handlerFinder } from './handlers';
import { createServer } from './http';
import { type CmrSenderOptions, sendNotes } from './linehaul/cmrSender';
import { Mailer, type MailerOptions } from './mail/mailer';
import { type WatchOptions, watchRules } from './monitor/watch';
import { NetchbLine, type NetchbOptions } from './netchb/line';
import { FilingSender } from './netchb/sender';
import { NetchbTester } from './netchb/tester';
import { Pusher, type PusherOptions } from './partners/pusher';
import { runSchedules, type SchedulerOptions } from './report/scheduler';
import { fileKeys } from './secrets/keys';
import { type SecretKeys, Secrets } from './secrets/secrets';
import { seedStore } from './seed';
import { holdFolder } from './store/hold';
import { openStore, type Store } from './store/open';
import { holdDatabase } from './store/postgres/hold';
import { sweepFiles } from './store/storedFiles';

/** The first administrator of an empty start; `mustChangePassword` is true for a one-time password. */
export type FirstAdministrator = Chosen & { readonly mustChangePassword: boolean };

/** How a server is started. */
export interface StartOptions {
  /** Folder of the data; made when it does not exist. */
  readonly data: string;
  /** `postgres://…` of a database that has the data instead; the folder keeps the stored files. */
  readonly database?: string;
  /** Told when another server has taken the database over, while the connection to it was broken. */
  readonly lost?: () => void;
  /** What a folder without data begins with. */
  readonly seed: 'demo' | 'empty';
  /** `YYYY-MM-DD`, around which the demo data is made; today unless tests pin it. */
  readonly seedDay?: string;
  readonly administrator?: FirstAdministrator;
  /** A socket file or named pipe with its secret, or a port. */
  readonly listen:
    | { readonly socket: string; readonly secret: string }
    | { readonly host: string; readonly port: number };
  /** The answer of every captcha, for tests. */
  readonly captcha?: string | undefined;
  readonly strict?: boolean;
  /** The bundled `fileJobs/worker.ts`: the thread of file conversions. Without one they run in this thread. */
  readonly fileWorker?: string;
  /** The clock; tests move it. */
  readonly now?: () => number;
  /** How events are pushed to customers; tests hurry it, and push to this very machine. */
  readonly push?: Pick<PusherOptions, 'loopback' | 'every' | 'deadline'> | undefined;
  /** How mail is sent; tests hurry it. */
  readonly mail?: Pick<MailerOptions, 'every' | 'deadline'> | undefined;
  /** How consignment notes are sent; tests hurry it. */
  readonly notes?: Pick<CmrSenderOptions, 'every'> | undefined;
  /** How alert rules are looked at; tests hurry it, and say what the clock of the office shows. */
  readonly monitor?: Pick<WatchOptions, 'every' | 'zone'> | undefined;
  /** How schedules of reports are looked at; tests hurry it, and say what the clock of the office shows. */
  readonly schedules?: Pick<SchedulerOptions, 'every' | 'zone'> | undefined;
  /** How the NetCHB gateway is called; tests hurry it, and call this very machine. */
  readonly netchb?: Pick<NetchbOptions, 'loopback' | 'every' | 'deadline'> | undefined;
  /** Where the key of secrets is; without one, in a file beside the data. */
  readonly keys?: SecretKeys;
  readonly report: (message: string, error?: unknown) => void;
}

/** A running server. */
export interface RunningServer {
  /** Base of the API, where it can be said as a web address. */
  readonly url: string | null;
  /** With which data the folder began. */
  readonly seed: 'demo' | 'empty';
  /** True when this start began it. */
  readonly fresh: boolean;
  stop(): Promise<void>;
}

/** A start that is refused, with a code of the contract's words or a plain reason. */
export class StartRefused extends Error {}

/** Bytes of a request's head: the search of 500 pasted numbers travels in its first line. */
const MAX_HEADER = 64 * 1024;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Opens the data, seeds it when new, and serves the contract. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { listen, captcha } = options;
  const beyondLoopback = 'host' in listen && !LOOPBACK.has(listen.host);
  if (captcha && beyondLoopback) throw new StartRefused('a fixed captcha is served on loopback only');

  // First the port: where it is taken, no data is begun whose one-time password nobody would be told.
  const { server, serve } = await listenOn(listen);
  let held: ReturnType<typeof holdFolder> | undefined;
  let served: Awaited<ReturnType<typeof holdDatabase>> | undefined;
  try {
    held = holdFolder(options.data);
    const { database: address, lost = () => undefined } = options;
    if (address) served = await holdDatabase(address, options.report, lost);
    const store = await openStore(options.data, address ? { address, report: options.report } : undefined);
    try {
      const begun = await prepareData(store, options, beyondLoopback);
      await sweepFiles(store);
      const jobs = new JobQueue({
        store,
        worker: options.fileWorker,
        now: options.now ?? Date.now,
        report: options.report,
      });
      await jobs.begin();
      const { report, now = Date.now, push, mail, notes, monitor, schedules, netchb } = options;
      const secrets = new Secrets(options.keys ?? fileKeys(options.data));
      await endOfDay(store, now());
      const endDays = everyHour(store, { now, report });
      serve(listenerOf(store, server, secrets, options));
      const pusher = new Pusher({ store, now, report, ...push });
      const mailer = new Mailer({ store, secrets, now, report, ...mail });
      const endWatch = watchRules({ store, now, report, ...monitor });
      const endNotes = sendNotes({ store, now, report, ...notes });
      const endSchedules = runSchedules({ store, now, report, ...schedules });
      const atNetchb = { store, secrets, now, report, ...netchb };
      const line = new NetchbLine(atNetchb);
      const tester = new NetchbTester(line, atNetchb);
      const filings = new FilingSender(line, atNetchb);
      return {
        url:
          'host' in listen
            ? `http://${hostOf(listen.host)}:${(server.address() as AddressInfo).port}${BASE_PATH}`
            : null,
        ...begun,
        stop: async () => {
          await endDays();
          await closed(server);
          await jobs.stop();
          await endWatch();
          await pusher.stop();
          await endNotes();
          await endSchedules();
          await mailer.stop();
          await tester.stop();
          await filings.stop();
          await line.stop();
          await store.close();
          await served?.release();
          held?.release();
        },
      };
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    await served?.release();
    held?.release();
    await closed(server);
    throw error;
  }
}

async function prepareData(
  store: Store,
  options: StartOptions,
  beyondLoopback: boolean,
): Promise<Pick<RunningServer, 'seed' | 'fresh'>> {
  const known = await store.read
    .selectFrom('fact')
    .select('value')
    .where('name', '=', 'seed')
    .executeTakeFirst();
  const { administrator } = options;
  const seed = (known?.value ?? options.seed) as 'demo' | 'empty';
  // Before a new folder is given the very data that it may not serve.
  if (seed === 'demo' && beyondLoopback) throw new StartRefused('demo accounts are served on loopback only');
  if (known) return { seed, fresh: false };
  const day = options.seedDay ?? instantOf(Date.now()).slice(0, 10);
  if (seed === 'demo') {
    await seedStore(store, { kind: 'demo', day });
    await store.settle();
    return { seed, fresh: true };
  }
  if (!administrator) throw new StartRefused('an empty start needs its administrator');
  const { password, ...person } = administrator;
  await seedStore(store, {
    kind: 'empty',
    day,
    admin: { ...person, passwordHash: await hashPassword(password) },
  });
  return { seed, fresh: true };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Opens the port or socket. Requests that come at once wait until `serve` says who answers them. */
async function listenOn(
  listen: StartOptions['listen'],
): Promise<{ server: Server; serve: (listener: Listener) => void }> {
  let serve: (listener: Listener) => void = () => undefined;
  const ready = new Promise<Listener>((resolve) => {
    serve = resolve;
  });
  const server = createHttpServer(
    { keepAliveTimeout: 65_000, maxHeaderSize: MAX_HEADER },
    async (request, response) => (await ready)(request, response),
  );
  // Slow senders must not hold connections: ten seconds for the headers, five minutes for all of a request.
  server.headersTimeout = 10_000;
  server.requestTimeout = 300_000;
  server.maxConnections = 256;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if ('socket' in listen) server.listen(listen.socket, resolve);
    else server.listen(listen.port, listen.host, resolve);
  });
  return { server, serve };
}

/** Ends a server; calls that run have two seconds to come to their end. */
async function closed(server: Server): Promise<void> {
  const gone = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), 2000).unref();
  await gone;
}

function listenerOf(store: Store, server: Server, secrets: Secrets, options: StartOptions): Listener {
  const { listen, captcha, strict, now, report } = options;
  const admit =
    'socket' in listen
      ? withSecret(listen.secret)
      : fromOwnHost(() => server.address() as AddressInfo, listen.host);
  const app = createServer({
    store,
    handlerOf: handlerFinder(new Captchas(captcha), secrets),
    admit,
    report,
    ...(strict ? { strict } : {}),
    ...(now ? { now } : {}),
  });
  return getRequestListener(app.fetch);
}

/** Only who knows the secret of this start may talk through the socket. */
function withSecret(secret: string): (request: Request) => boolean {
  const expected = Buffer.from(secret);
  return (request) => {
    const given = Buffer.from(request.headers.get('x-freight-secret') ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}

/** A browser page must not reach the port under a name of its own: the Host is ours, and there is no Origin. */
function fromOwnHost(address: () => AddressInfo, host: string): (request: Request) => boolean {
  return (request) => {
    if (request.headers.has('origin') || request.headers.has('sec-fetch-site')) return false;
    if (!LOOPBACK.has(host)) return true;
    const { port } = address();
    const own = [...LOOPBACK].map((name) => addressIn(`http://${hostOf(name)}:${port}`));
    // The first line of a request may name another address than its Host, and counts before it (RFC 9112, 3.2.2).
    return [request.url, `http://${request.headers.get('host')}`].every((asked) =>
      own.includes(addressIn(asked)),
    );
  };
}

const addressIn = (url: string) => (URL.canParse(url) ? new URL(url).host : '');
const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host);
