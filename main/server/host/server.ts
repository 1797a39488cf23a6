import { existsSync } from 'node:fs';
import path from 'node:path';
import { type FirstAdministrator as Chosen, session } from '@contract/access/session';
import { BASE_PATH } from '@contract/limits';
import { dayAt, instantOf } from '@contract/rules/zonedTime';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { Captchas } from '../areas/access/captcha';
import { hashPassword } from '../areas/access/passwords';
import { sessionHandlers } from '../areas/access/session';
import type { CustomsOptions } from '../areas/customsOffice/offices';
import type { InvoiceSenderOptions } from '../areas/finance/eInvoice/sender';
import type { RateReaderOptions } from '../areas/finance/rateFeed';
import type { MailerOptions } from '../areas/mail/mailer';
import type { WatchOptions } from '../areas/monitor/watch';
import type { NetchbOptions } from '../areas/netchb/line';
import type { PusherOptions } from '../areas/partners/pusher';
import type { SchedulerOptions } from '../areas/report/scheduler';
import type { BackgroundServices } from '../core/repeat';
import { fileKeys } from '../core/secrets/keys';
import { type SecretKeys, Secrets } from '../core/secrets/secrets';
import type { BackupTimes } from '../store/backupTimes';
import { type StoreFacts, storeFacts } from '../store/facts';
import { dataFault, isDamage, StartFault } from '../store/faults';
import { holdFolder, holdForReading } from '../store/hold';
import { openStore, type Store } from '../store/open';
import type { holdDatabase } from '../store/postgres/hold';
import { finishRestore, sweepReplaced } from '../store/restoreEnd';
import { DATABASE, noteRunning, requireReadable, requireWhole } from '../store/wholeness';
import { canBeWritten } from '../store/writable';
import { isBeyondMachine, type Listen, openDoor, StartRefused } from './door';
import type { AnyHandler } from './handlers';
import { createServer } from './http';
import { Probes } from './probes';
import type { SignedInApi } from './whole';

/** The first administrator of an empty start; `mustChangePassword` is true for a one-time password. */
export type FirstAdministrator = Chosen & { readonly mustChangePassword: boolean };

/** Options of a server start. */
export interface StartOptions {
  /** Folder of the data; created when it does not exist. */
  readonly data: string;
  /** `postgres://…` of a database that has the data instead; the folder has the stored files. */
  readonly database?: string;
  /** Called when another server has taken over the database while the connection to it was broken. */
  readonly lost?: () => void;
  /** Initial contents of a folder without data. */
  readonly seed: 'demo' | 'empty';
  /** True when there must be data: a folder without it is the wrong one, and no new data is created there. */
  readonly mustHaveData?: boolean | undefined;
  /** Folder for the backup before a schema change; default: a folder in the data folder. */
  readonly backups?: string | undefined;
  /** Schedule of automatic backups, for a server without a desktop. */
  readonly backupTimes?: BackupTimes | undefined;
  /** `YYYY-MM-DD`, the base date of the demo data; default: today; tests fix it. */
  readonly seedDay?: string;
  readonly administrator?: FirstAdministrator;
  readonly listen: Listen;
  /**
   * Milliseconds between saying that no new calls should come and closing the port, so that a proxy sends them elsewhere;
   * running calls have as long again to finish.
   */
  readonly drain?: number | undefined;
  /** The answer of every captcha, for tests. */
  readonly captcha?: string | undefined;
  readonly strict?: boolean;
  /** Path of the bundled `fileJobs/worker.ts`: the thread of file conversions. Without one they run in this thread. */
  readonly fileWorker?: string;
  /** The clock; tests move it. */
  readonly now?: () => number;
  /** Options for pushing events to customers; tests shorten the times, and push to this machine. */
  readonly push?: Pick<PusherOptions, 'loopback' | 'every' | 'deadline'> | undefined;
  /** Options for sending email; tests shorten the times. */
  readonly mail?: Pick<MailerOptions, 'every' | 'deadline'> | undefined;
  /** Options for sending consignment notes; tests shorten the times. */
  readonly notes?: Pick<BackgroundServices, 'every'> | undefined;
  /** Options for checking alert rules; tests shorten the times, and set the time zone of the office. */
  readonly monitor?: Pick<WatchOptions, 'every' | 'zone'> | undefined;
  /** Options for scheduled reports; tests shorten the times, and set the time zone of the office. */
  readonly schedules?: Pick<SchedulerOptions, 'every' | 'zone'> | undefined;
  /** Options for calling the NetCHB gateway; tests shorten the times, and call this machine. */
  readonly netchb?: Pick<NetchbOptions, 'loopback' | 'every' | 'deadline'> | undefined;
  /** Options for reaching customs offices; tests shorten the times, call this machine, and set the environment. */
  readonly customs?:
    | Pick<CustomsOptions, 'loopback' | 'every' | 'deadline' | 'settling' | 'environment'>
    | undefined;
  /** Options for reading exchange rates; tests shorten the times, and call this machine. */
  readonly rates?: Pick<RateReaderOptions, 'loopback' | 'every' | 'deadline' | 'folder'> | undefined;
  /** Options for handing invoices over; tests shorten the times, and call this machine. */
  readonly eInvoices?:
    | Pick<InvoiceSenderOptions, 'loopback' | 'every' | 'deadline' | 'settling' | 'folder'>
    | undefined;
  /** Storage of the key for secrets; default: a file beside the data. */
  readonly keys?: SecretKeys;
  /**
   * Called once people can sign in, while the rest is loaded after the first response. Without it everything is loaded
   * before any response.
   */
  readonly opened?: (seed: 'demo' | 'empty', readOnly: boolean) => void;
  readonly report: (message: string, error?: unknown) => void;
}

/** A running server. */
export interface RunningServer {
  /** Base URL of the API; null for a socket. */
  readonly url: string | null;
  /** Contents that the folder was created with. */
  readonly seed: 'demo' | 'empty';
  /** True when this start created the data. */
  readonly fresh: boolean;
  /** Resolves when no file is being converted any more. */
  idle(): Promise<void>;
  /** Counts the data. */
  facts(): Promise<StoreFacts>;
  stop(): Promise<void>;
}

/**
 * Milliseconds to wait for the first request before the rest is loaded, and then for the window to draw the response.
 */
const UNASKED = 1000;
const DRAWING = 250;

/** Path of the captcha picture for sign-in. */
const PICTURE = BASE_PATH + session.captcha.path;

/** Backups from before schema changes that are kept. */
const KEPT_OF_MIGRATIONS = 7;

/** Opens the data, seeds it when new, and serves the contract. */
export async function startServer(startOptions: StartOptions): Promise<RunningServer> {
  let damage = false;
  const options: StartOptions = {
    ...startOptions,
    report: (message, error) => {
      if (error && isDamage(error)) damage = true;
      startOptions.report(message, error);
    },
  };
  const { listen, captcha } = options;
  if (captcha && isBeyondMachine(listen))
    throw new StartRefused('a fixed captcha is served on loopback only');
  // Refuse before a new folder gets demo data that it may not serve.
  if (options.seed === 'demo') requireOwnData(listen);

  // Open the port first: if it is in use, no data is created whose one-time password nobody would see.
  const probes = new Probes();
  const door = await openDoor(listen, options.report, probes);
  const { data, drain = 0 } = options;
  let hold: Hold | undefined;
  try {
    hold = await holdData(options);
    const { readOnly, noteOrderlyEnd, release } = hold;
    const secrets = new Secrets(options.keys ?? fileKeys(data));
    const store = await openData(options, secrets, readOnly);
    try {
      if (options.database) {
        const { noteHome } = await import('../store/postgres/home');
        await noteHome(store);
      }
      const { made, ...prepared } = await prepareData(store, options);
      const captchas = new Captchas({ fixed: captcha, plain: 'socket' in listen });
      let loading: Promise<SignedInApi> | undefined;
      const whole = () => {
        loading ??= import('./whole').then(({ openWhole }) =>
          openWhole({ store, secrets, captchas, door, options }),
        );
        return loading;
      };
      const answered = Promise.withResolvers<void>();
      const gate = gateOf(store, captchas, options, door, async (request, env) =>
        (await whole()).fetch(request, env),
      );
      door.serve(
        getRequestListener(async (request, env) => {
          // The captcha picture needs no data; all other requests wait for the data.
          if (new URL(request.url).pathname !== PICTURE) await made;
          const response = await gate(request, env);
          answered.resolve();
          return response;
        }),
      );
      if (options.opened) {
        options.opened(prepared.seed, readOnly);
        // Let the sign-in screen get its captcha first: loading the rest keeps this thread busy.
        const unasked = setTimeout(answered.resolve, UNASKED);
        await answered.promise;
        clearTimeout(unasked);
        await new Promise((resolve) => setTimeout(resolve, DRAWING));
      }
      await made;
      const { idle, stop } = await whole();
      probes.open(() => sql`select 1`.execute(store.read));
      if (!readOnly) sweepReplaced(data);
      return {
        url: door.url && door.url + BASE_PATH,
        ...prepared,
        facts: () => storeFacts(store),
        idle,
        stop: async () => {
          probes.stop();
          await new Promise((resolve) => setTimeout(resolve, drain));
          await stop(() => door.close(drain));
          await store.close();
          // The next start checks damaged data completely.
          if (!damage) noteOrderlyEnd();
          await release();
        },
      };
    } catch (error) {
      await store.close();
      noteOrderlyEnd();
      throw error;
    }
  } catch (error) {
    await hold?.release();
    await door.close();
    throw dataFault(error, data);
  }
}

/** A data folder or database held by this process. */
interface Hold {
  readonly readOnly: boolean;
  /** Records that this process has closed the data in order. */
  readonly noteOrderlyEnd: () => void;
  readonly release: () => Promise<void>;
}

/** Takes the data for this process, and checks that the data is intact. */
async function holdData(options: StartOptions): Promise<Hold> {
  const { data, database: address, mustHaveData = false, report, lost = () => undefined } = options;
  if (mustHaveData && !existsSync(data)) throw new StartFault('DATA_MISSING', data);
  const readOnly = !address && existsSync(path.join(data, DATABASE)) && !canBeWritten(data);
  const folder = readOnly ? holdForReading(data) : holdFolder(data);
  let database: Awaited<ReturnType<typeof holdDatabase>> | undefined;
  const release = async () => {
    await database?.release();
    folder.release();
  };
  try {
    if (readOnly) requireReadable(data);
    else if (address) {
      const { holdDatabase: hold } = await import('../store/postgres/hold');
      database = await hold(address, report, lost);
    } else {
      finishRestore(data);
      requireWhole(data, mustHaveData);
    }
    return { readOnly, noteOrderlyEnd: address || readOnly ? () => undefined : noteRunning(data), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens the data; before its schema is changed, it is backed up. */
async function openData(options: StartOptions, secrets: Secrets, readOnly: boolean): Promise<Store> {
  const { data, database: address, report, backups = path.join(data, 'backups') } = options;
  if (readOnly) return (await import('../store/readOnly')).openReadOnly(data);
  if (address) return openStore(data, { address, report });
  const beforeMigration = async () => {
    const { backUpInto } = await import('../store/backup');
    const key = await secrets.sealingKey();
    await backUpInto(backups, { data, reason: 'migration', keep: KEPT_OF_MIGRATIONS, key });
  };
  return openStore(data, { beforeMigration });
}

/** Refuses demo data, whose passwords are public, where other machines can reach it. */
function requireOwnData(listen: Listen): void {
  if ('host' in listen && isBeyondMachine(listen))
    throw new StartFault('DEMO_BEYOND_LOOPBACK', listen.publicUrl ?? listen.host);
}

/**
 * Prepares the data of a new store. Demo data may still be created while people already see the sign-in: `made`
 * resolves at the end.
 */
async function prepareData(
  store: Store,
  options: StartOptions,
): Promise<Pick<RunningServer, 'seed' | 'fresh'> & { readonly made: Promise<void> }> {
  const known = await store.read
    .selectFrom('fact')
    .select('value')
    .where('name', '=', 'seed')
    .executeTakeFirst();
  const { administrator } = options;
  const seed = (known?.value ?? options.seed) === 'demo' ? 'demo' : 'empty';
  if (seed === 'demo') requireOwnData(options.listen);
  const done = Promise.resolve();
  if (known) return { seed, fresh: false, made: done };
  // A start interrupted at its beginning left nothing to read.
  if (store.readOnly) throw new StartFault('DATA_UNFINISHED', store.folder);
  const { seedStore } = await import('../demo');
  const now = instantOf(Date.now());
  if (seed === 'demo') {
    // A start that is killed here leaves an intact database without data; the next start creates the data.
    const made = seedStore(store, { kind: 'demo', day: options.seedDay ?? dayAt(now, 'UTC') }).then(() =>
      store.settle(),
    );
    if (!options.opened) await made;
    // A failure is reported by the start itself, which awaits the same promise.
    made.catch(() => undefined);
    return { seed, fresh: true, made };
  }
  if (!administrator) throw new StartRefused('an empty start needs its administrator');
  const { password, ...person } = administrator;
  await seedStore(store, {
    kind: 'empty',
    at: now,
    admin: { ...person, passwordHash: await hashPassword(password) },
  });
  return { seed, fresh: true, made: done };
}

/** The handlers available from the beginning: sign-in, and all that depends on the session. */
function gateOf(
  store: Store,
  captchas: Captchas,
  options: StartOptions,
  door: Awaited<ReturnType<typeof openDoor>>,
  beyond: (request: Request, env: unknown) => Promise<Response>,
): (request: Request, env: object) => Response | Promise<Response> {
  const { strict, now, report } = options;
  const handlers: Readonly<Record<string, AnyHandler>> = sessionHandlers(captchas);
  const app = createServer({
    store,
    endpoints: Object.entries(session).map(([call, found]) => ({ name: `session.${call}`, found })),
    handlerOf: (name) => {
      const handler = handlers[name.slice('session.'.length)];
      if (!handler) throw new Error(`no handler ${name}`);
      return handler;
    },
    admit: door.admit,
    callerAt: door.callerAt,
    isKnown: door.isKnown,
    beyond,
    report,
    ...(strict ? { strict } : {}),
    ...(now ? { now } : {}),
  });
  return (request, env) => app.fetch(request, env);
}
