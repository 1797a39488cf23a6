import '../../smallHeap';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupSchedule, USUAL_SCHEDULE } from '@contract/backup';
import { explain, type Problem } from '@contract/errors';
import { caughtFacts, failureText } from '@contract/failure';
import { PROFILE_PASSWORD } from '@contract/limits';
import { say } from '@contract/words';
import { DesktopKeys, type KeyAnswer, type KeyQuestion } from '../core/secrets/keys';
import type { StoreFacts } from '../store/facts';
import { isDatabaseUnreachable } from '../store/failures';
import { StartFault, type StartFaultCode } from '../store/faults';
import type { BackupAnswers, BackupTask } from './backupTask';
import { addressOf } from './databaseAddress';
import { isBeyondMachine, StartRefused } from './door';
import { type FirstAdministrator, type RunningServer, type StartOptions, startServer } from './server';

/**
 * Entry point of the embedded API, in two forms: a utility process of the desktop, which communicates over its port,
 * and a program of its own with a command line. The desktop also runs work on backups in it, in a process that ends
 * with its task.
 */

/** Start message from the desktop. */
export interface StartMessage
  extends Omit<StartOptions, 'report' | 'now' | 'fileWorker' | 'keys' | 'opened'> {
  readonly kind: 'start';
}
/** Messages from the desktop to a task process: to run one task, and to cancel it. */
export type TaskMessage = { readonly kind: 'task'; readonly task: BackupTask } | { readonly kind: 'cancel' };
/** Messages from a task process. */
export type TaskAnswer =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: BackupAnswers[BackupTask['name']] }
  | { readonly kind: 'undone'; readonly problem: Problem | null; readonly detail: string };
/** Messages to the desktop. */
export type StartAnswer =
  | {
      readonly kind: 'ready';
      readonly seed: 'demo' | 'empty';
      /** The folder of the data if it is read-only, else null. */
      readonly readOnly: string | null;
    }
  | { readonly kind: 'failed'; readonly code: StartFaultCode; readonly detail: string }
  | { readonly kind: 'report'; readonly message: string; readonly places: string }
  | { readonly kind: 'facts'; readonly facts: StoreFacts }
  | KeyQuestion;

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: StartAnswer | TaskAnswer): void;
}

/** Beside this program in the build. */
const fileWorker = path.join(import.meta.dirname, 'fileWorker.cjs');

/** Most seconds between announcing an end and closing the port: service managers kill a server soon after. */
const MAX_DRAIN = 60;

/** Signals of a terminal, a service manager and the end of a session. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const USAGE = `Usage: npm run -s api -- --data DIR [--port 8787] [--host 127.0.0.1] [--seed demo|empty]
  [--tls-cert FILE --tls-key FILE | --public-url https://NAME] [--seed-day YYYY-MM-DD] [--admin-password-file FILE]
  [--drain-seconds 0] [--captcha CODE] [--backup-dir DIR [--backup-at HH:MM] [--backup-keep 7] |
  --database postgres://USER@HOST/NAME[?sslmode=verify-full] [--database-password-file FILE]]
 or, at any time: --data DIR --backup FILE
 or, while it does not run: --data DIR --restore FILE [--backup-dir DIR]
 or, while it does not run: --data DIR --move-to postgres://USER@HOST/NAME […]
 or: --check FILE`;

/** Options of the command line, as in the usage. */
const OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string', default: '8787' },
  host: { type: 'string', default: '127.0.0.1' },
  seed: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'public-url': { type: 'string' },
  'seed-day': { type: 'string' },
  'admin-password-file': { type: 'string' },
  captcha: { type: 'string' },
  backup: { type: 'string' },
  restore: { type: 'string' },
  check: { type: 'string' },
  'backup-dir': { type: 'string' },
  'backup-at': { type: 'string', default: USUAL_SCHEDULE.time },
  'backup-keep': { type: 'string', default: String(USUAL_SCHEDULE.keep) },
  database: { type: 'string' },
  'database-password-file': { type: 'string' },
  'move-to': { type: 'string' },
  'drain-seconds': { type: 'string', default: '0' },
  strict: { type: 'boolean', default: false },
} as const;

// Data, logs and backups are private to this user, whatever the system default.
process.umask(0o077);

const { parentPort }: { readonly parentPort?: ParentPort } = process;
if (parentPort) serveDesktop(parentPort);
else serveCommandLine();

function serveDesktop(port: ParentPort): void {
  let opened = false;
  let starting: Promise<RunningServer> | undefined;
  /** Returns the running server if it was opened, once it is complete; else undefined. */
  const running = () => (opened ? starting?.catch(() => undefined) : undefined);
  const cancel = new AbortController();
  let task: Promise<void> | undefined;
  const report = (text: string, error?: unknown) =>
    port.postMessage({
      kind: 'report',
      message: text,
      places: error === undefined ? '' : failureText(error),
    });
  const end = endOnce(report, async () => {
    cancel.abort();
    await task;
    await (await running())?.stop();
  });
  // At the end of a session the system signals all processes at once: do not wait for the desktop to send it as well.
  for (const signal of ENDING) process.on(signal, end);
  const keys = new DesktopKeys((question) => port.postMessage(question));
  port.on('message', async ({ data }) => {
    const message = data as StartMessage | TaskMessage | KeyAnswer | { kind: 'stop' } | { kind: 'facts' };
    if (message.kind === 'key') return keys.receive(message);
    if (message.kind === 'task') {
      task = doTask(port, message.task, cancel.signal);
      return task;
    }
    if (message.kind === 'cancel') return cancel.abort();
    if (message.kind === 'stop') return end();
    if (message.kind === 'facts') {
      const facts = await (await running())
        ?.facts()
        .catch((error: unknown) => report('the data could not be counted', error));
      if (facts) port.postMessage({ kind: 'facts', facts });
      return;
    }
    try {
      const reportReady = (seed: 'demo' | 'empty', readOnly: boolean) => {
        opened = true;
        port.postMessage({ kind: 'ready', seed, readOnly: readOnly ? message.data : null });
      };
      starting = startServer({ ...message, fileWorker, keys, report, opened: reportReady });
      await starting;
    } catch (error) {
      report('the embedded API could not start', error);
      port.postMessage({ kind: 'failed', ...causeOf(error) });
    }
  });
}

/**
 * Ends this process in order. Ctrl+C arrives twice, from the terminal and from the program in between: the second must
 * not cut the first short.
 */
function endOnce(report: (message: string, error?: unknown) => void, stop: () => Promise<void>): () => void {
  let ending = false;
  return () => {
    if (ending) return;
    ending = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        report('the API could not stop in order', error);
        process.exit(1);
      },
    );
  };
}

/** Runs a task for the desktop, which ends this process once it has the result. */
async function doTask(port: ParentPort, task: BackupTask, signal: AbortSignal): Promise<void> {
  const { carryOutTask, problemOfTask } = await import('./backupTask');
  let reportedAt = 0;
  try {
    const answer = await carryOutTask(task, {
      signal,
      onProgress: (done, total) => {
        // No more often than people can see.
        if (done < total && performance.now() - reportedAt < 100) return;
        reportedAt = performance.now();
        port.postMessage({ kind: 'progress', done, total });
      },
    });
    port.postMessage({ kind: 'done', answer });
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ kind: 'undone', problem: problemOfTask(error), detail });
  }
}

/** Reason of a failed start, as a message the user understands. */
function causeOf(error: unknown): { code: StartFaultCode; detail: string } {
  if (error instanceof StartFault) return { code: error.code, detail: error.detail };
  return { code: 'BACKEND_FAILED', detail: caughtFacts(error).message || String(error) };
}

async function serveCommandLine(): Promise<void> {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    const { data, backup, restore, check, 'backup-dir': folder } = values;
    const tasks = [backup, restore, check].filter((one) => one !== undefined).length;
    if (tasks > 0) {
      if (tasks > 1 || (check === undefined && !data)) throw new StartRefused(USAGE);
      const { commandTask } = await import('./commandTask');
      const done = await commandTask({ data: data ?? '', backup, restore, check, folder });
      process.stdout.write(`${JSON.stringify(done)}\n`);
      return;
    }
    const listen = {
      ...{ host: values.host, port: portOf(values.port), publicUrl: values['public-url'] },
      tls: pairOf(values['tls-cert'], values['tls-key']),
    };
    const seed = values.seed ?? (isBeyondMachine(listen) && !values['move-to'] ? undefined : 'demo');
    if (!seed)
      throw new StartRefused(`a server that others can reach needs its data named: --seed empty\n${USAGE}`);
    if (!data || (seed !== 'demo' && seed !== 'empty')) throw new StartRefused(USAGE);
    // A log on a full disk, or without a reader, must not end the server.
    process.stderr.on('error', () => undefined);
    const report = (message: string, error?: unknown) => {
      try {
        process.stderr.write(`${message}${error === undefined ? '' : `\n${failureText(error)}`}\n`);
      } catch {
        // The next failure reports this one again, if there is space then.
      }
    };
    const at = (text: string | undefined) =>
      text === undefined ? undefined : addressOf(text, values['database-password-file']);
    const [database, target] = [at(values.database), at(values['move-to'])];
    if (database && folder)
      throw new StartRefused(
        'a PostgreSQL database is backed up by its own pg_dump, with the files of --data beside it: leave out --backup-dir',
      );
    if (target) return await move(data, target, report);
    const administrator = firstAdministrator(values['admin-password-file']);
    const running: RunningServer = await startServer({
      data,
      ...(database ? { database } : {}),
      lost: () => {
        report('another server has taken over the database: this one stops');
        void running.stop().then(() => process.exit(1));
      },
      seed,
      ...(values['seed-day'] ? { seedDay: values['seed-day'] } : {}),
      administrator,
      listen,
      drain: drainOf(values['drain-seconds']),
      captcha: values.captcha,
      backups: folder,
      backupTimes: folder
        ? { folder, schedule: timesOf(values['backup-at'], values['backup-keep']) }
        : undefined,
      strict: values.strict,
      fileWorker,
      report,
    });
    // A one-time password is printed once, by the start that created the administrator.
    const oneTime =
      administrator.mustChangePassword && running.seed === 'empty' && running.fresh
        ? { username: administrator.username, oneTimePassword: administrator.password }
        : {};
    process.stdout.write(
      `${JSON.stringify({ url: running.url, pid: process.pid, data, seed: running.seed, ...oneTime })}\n`,
    );
    const end = endOnce(report, () => running.stop());
    for (const signal of ENDING) process.on(signal, end);
  } catch (error) {
    process.stderr.write(`${await reasonOf(error)}\n`);
    process.exit(2);
  }
}

async function move(
  data: string,
  target: string,
  report: (message: string, error?: unknown) => void,
): Promise<void> {
  const { moveToPostgres } = await import('../store/postgres/move');
  const moved = await moveToPostgres(data, target, report);
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${JSON.stringify({ moved: rows, tables: moved.length, data })}\n`);
}

/** Reason of a failed start, for the person who typed the command. */
async function reasonOf(error: unknown): Promise<string> {
  const { code: kind, message } = caughtFacts(error);
  if (kind?.startsWith('ERR_PARSE_ARGS')) return `${message}\n${USAGE}`;
  const { problemOfTask } = await import('./backupTask');
  const found = problemOfTask(error);
  if (isDatabaseUnreachable(error)) return `the database cannot be reached: ${kind ?? message}`;
  return found ? explain('en', found) : causeOf(error).detail;
}

/** Makes a daily schedule from the command line's values. */
function timesOf(time: string, keep: string) {
  const read = backupSchedule.safeParse({ ...USUAL_SCHEDULE, time, keep: Number(keep) });
  if (!read.success)
    throw new StartRefused(
      `--backup-at must be a time such as 02:30, and --backup-keep a number from 1 to 99\n${USAGE}`,
    );
  return read.data;
}

function pairOf(
  cert: string | undefined,
  key: string | undefined,
): { cert: string; key: string } | undefined {
  if (!cert && !key) return undefined;
  if (!cert || !key) throw new StartRefused('--tls-cert and --tls-key must be given together');
  return { cert, key };
}

/** Milliseconds of a number of seconds on the command line. */
function drainOf(text: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MAX_DRAIN))
    throw new StartRefused(`--drain-seconds must be a number up to ${MAX_DRAIN}, not ${text}`);
  return seconds * 1000;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port < 65_536)) throw new StartRefused(`the port must be a number up to 65535, not ${text}`);
  return port;
}

function firstAdministrator(passwordFile: string | undefined): FirstAdministrator {
  const password = passwordFile
    ? readFileSync(passwordFile, 'utf8').trim()
    : randomBytes(9).toString('base64url');
  const { min, max } = PROFILE_PASSWORD;
  if (password.length < min || password.length > max)
    throw new StartRefused(say('en', 'PWD_LENGTH', { min, max }));
  return {
    username: 'admin',
    realName: 'Administrator',
    email: 'admin@example.com',
    password,
    mustChangePassword: !passwordFile,
  };
}
