import { explain } from '@contract/errors';
import { allEndpoints } from '@contract/index';
import type { Captchas } from '../areas/access/captcha';
import { callerOf, tokenOf } from '../areas/access/sessions';
import { endOfDay, everyHour } from '../areas/customs/endOfDay';
import { CustomsOffices } from '../areas/customsOffice/offices';
import { MessageSender } from '../areas/customsOffice/sender';
import { JobQueue } from '../areas/fileJobs/queue';
import { InvoiceSender } from '../areas/finance/eInvoice/sender';
import { readRates } from '../areas/finance/rateFeed';
import { sendNotes } from '../areas/linehaul/cmrSender';
import { Mailer } from '../areas/mail/mailer';
import { watchRules } from '../areas/monitor/watch';
import { NetchbLine } from '../areas/netchb/line';
import { FilingSender } from '../areas/netchb/sender';
import { NetchbTester } from '../areas/netchb/tester';
import { Pusher } from '../areas/partners/pusher';
import { runSchedules } from '../areas/report/scheduler';
import type { Secrets } from '../core/secrets/secrets';
import { backUpInTime } from '../store/backupTimes';
import type { Store } from '../store/open';
import { sweepFiles } from '../store/storedFiles';
import { isBeyondMachine } from './door';
import { handlerFinder } from './handlers';
import { createServer, languageOf, type ServerOptions } from './http';
import { openApiDocument } from './openapi';
import { failure } from './refusals';
import { holdRestored } from './restored';
import type { StartOptions } from './server';

/** All of the API behind the sign-in. */
export interface SignedInApi {
  readonly fetch: (request: Request, env: unknown) => Response | Promise<Response>;
  /** Resolves when no file is being converted any more. */
  readonly idle: () => Promise<void>;
  /** Stops background work; awaits `closed` once nothing new is started, which ends open responses. */
  readonly stop: (closed: () => Promise<void>) => Promise<void>;
}

/**
 * Opens every call of the contract, and the background work: file conversions, mail, pushes, schedules, alerts,
 * backups.
 */
export async function openWhole({
  store,
  secrets,
  captchas,
  door,
  options,
}: {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly captchas: Captchas;
  readonly door: Pick<ServerOptions, 'callerAt' | 'isKnown'>;
  readonly options: StartOptions;
}): Promise<SignedInApi> {
  const { callerAt, isKnown } = door;
  const { report, now = Date.now, strict } = options;
  // Read-only data permits no background work: an email that cannot be marked as sent would be sent repeatedly.
  const working = store.readOnly ? AT_REST : await startBackgroundWork({ store, secrets, options });
  const app = createServer({
    store,
    endpoints: allEndpoints(),
    handlerOf: handlerFinder(captchas, secrets, { rates: ratesOf(options), eInvoices: invoicesOf(options) }),
    ...(callerAt ? { callerAt } : {}),
    ...(isKnown ? { isKnown } : {}),
    report,
    ...(strict ? { strict } : {}),
    ...(options.now ? { now } : {}),
  });
  // Generated once, because that takes as long as hundreds of calls. A server that other machines can reach serves the
  // document only to signed-in callers.
  let document: string | undefined;
  const reachable = isBeyondMachine(options.listen);
  app.get('/openapi.json', async (c) => {
    const token = tokenOf(c.req.header('authorization'));
    if (reachable && !(token && (await callerOf(store.read, token, now()))))
      return c.json(failure('LOGIN_FIRST', explain(languageOf(c), { code: 'LOGIN_FIRST' })), 401);
    document ??= JSON.stringify(openApiDocument());
    return c.body(document, 200, { 'content-type': 'application/json; charset=UTF-8' });
  });
  return {
    fetch: (request, env) => app.fetch(request, env),
    ...working,
  };
}

/** How exchange rates are read; only who runs the server may name a folder of it. */
const ratesOf = ({ rates }: StartOptions): StartOptions['rates'] & {} => ({
  folder: process.env.FREIGHT_CONSOLE_RATES_FOLDER,
  ...rates,
});

/** How invoices are handed over; only who runs the server may name a folder of it. */
const invoicesOf = ({ eInvoices }: StartOptions): StartOptions['eInvoices'] & {} => ({
  folder: process.env.FREIGHT_CONSOLE_INVOICES_FOLDER,
  ...eInvoices,
});

/** A server without background work. */
const AT_REST: Pick<SignedInApi, 'idle' | 'stop'> = {
  idle: async () => undefined,
  stop: (closed) => closed(),
};

/** Starts the background work: conversions, mail, pushes, filings, alerts, schedules, backups, the end of days. */
async function startBackgroundWork({
  store,
  secrets,
  options,
}: {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly options: StartOptions;
}): Promise<Pick<SignedInApi, 'idle' | 'stop'>> {
  const { report, now = Date.now, push, mail, notes, monitor, schedules, netchb, customs } = options;
  await sweepFiles(store);
  const jobs = new JobQueue({ store, worker: options.fileWorker, now, report });
  await jobs.start();
  await endOfDay(store, now());
  await holdRestored({ store, now: now(), report, zone: schedules?.zone });
  const endDays = everyHour(store, { now, report });
  const pusher = new Pusher({ store, now, report, ...push });
  const mailer = new Mailer({ store, secrets, now, report, ...mail });
  const endWatch = watchRules({ store, now, report, ...monitor });
  const endNotes = sendNotes({ store, now, report, ...notes });
  const endSchedules = runSchedules({ store, now, report, ...schedules });
  const atNetchb = { store, secrets, now, report, ...netchb };
  const line = new NetchbLine(atNetchb);
  const tester = new NetchbTester(line, atNetchb);
  const filings = new FilingSender(line, atNetchb);
  const atCustoms = { store, now, report, ...customs };
  const offices = new CustomsOffices(atCustoms);
  const declarations = new MessageSender(offices, atCustoms);
  const invoices = new InvoiceSender({ store, secrets, now, report, ...invoicesOf(options) });
  const endRates = readRates({ store, now, report, ...ratesOf(options) });
  const endBackups = backUpInTime({
    ...{ data: options.data, times: options.backupTimes, secrets, now, report },
  });
  return {
    idle: () => jobs.idle(),
    stop: async (closed) => {
      await endBackups();
      await endDays();
      await closed();
      await jobs.stop();
      await endWatch();
      await pusher.stop();
      await endNotes();
      await endSchedules();
      await invoices.stop();
      await endRates();
      await mailer.stop();
      await tester.stop();
      await filings.stop();
      await line.stop();
      await declarations.stop();
      await offices.stop();
    },
  };
}
