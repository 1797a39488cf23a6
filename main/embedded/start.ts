import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PROFILE_PASSWORD } from '@contract/limits';
import { say } from '@contract/words';
import { DesktopKeys, type KeyAnswer, type KeyQuestion } from './secrets/keys';
import {
  type FirstAdministrator,
  type RunningServer,
  type StartOptions,
  StartRefused,
  startServer,
} from './server';
import { isDatabaseAway } from './store/failures';
import { FolderInUse } from './store/hold';
import { NewerDatabase } from './store/migrate';
import { moveToPostgres } from './store/postgres/move';

/**
 * The entry of the embedded API, in two guises: a utility process of the desktop, which talks to it over its port, and
 * a program of its own, told by its command line.
 */

/** What the desktop says to start it. */
export interface StartMessage extends Omit<StartOptions, 'report' | 'now' | 'fileWorker' | 'keys'> {
  readonly kind: 'start';
}
/** What it says to the desktop. */
export type StartAnswer =
  | { readonly kind: 'ready'; readonly seed: 'demo' | 'empty' }
  | {
      readonly kind: 'failed';
      readonly code:
        | 'BACKEND_FAILED'
        | 'DATABASE_NEWER'
        | 'DATABASE_DAMAGED'
        | 'DATABASE_IN_USE'
        | 'DISK_FULL';
      readonly detail: string;
    }
  | { readonly kind: 'report'; readonly message: string }
  | KeyQuestion;

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: StartAnswer): void;
}

/** Beside this program, as the build puts it. */
const fileWorker = path.join(import.meta.dirname, 'fileWorker.cjs');

const USAGE = `Usage: npm run -s api -- --data DIR [--port 8787] [--host 127.0.0.1] [--seed demo|empty]
  [--seed-day YYYY-MM-DD] [--admin-password-file FILE] [--captcha CODE]
  [--database postgres://USER@HOST/NAME] [--move-to postgres://USER@HOST/NAME]`;

const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
if (parentPort) serveDesktop(parentPort);
else serveCommandLine();

function serveDesktop(port: ParentPort): void {
  let running: RunningServer | undefined;
  const keys = new DesktopKeys((question) => port.postMessage(question));
  port.on('message', async ({ data }) => {
    const message = data as StartMessage | KeyAnswer | { kind: 'stop' };
    if (message.kind === 'key') return keys.hear(message);
    if (message.kind === 'stop') {
      await running?.stop();
      process.exit(0);
    }
    const report = (text: string, error?: unknown) =>
      port.postMessage({
        kind: 'report',
        message: `${text}${error instanceof Error ? `: ${error.stack}` : ''}`,
      });
    try {
      running = await startServer({ ...message, fileWorker, keys, report });
      port.postMessage({ kind: 'ready', seed: running.seed });
    } catch (error) {
      report('the embedded API could not start', error);
      port.postMessage({ kind: 'failed', ...causeOf(error) });
    }
  });
}

/** Why the data could not be opened, as a message the user understands. */
function causeOf(error: unknown): { code: Extract<StartAnswer, { kind: 'failed' }>['code']; detail: string } {
  const { errcode, message } = error as { errcode?: number; message?: string };
  const detail = message ?? String(error);
  if (error instanceof FolderInUse) return { code: 'DATABASE_IN_USE', detail };
  if (error instanceof NewerDatabase) return { code: 'DATABASE_NEWER', detail };
  // SQLite: 11 is a malformed file, 26 no database at all, 13 a full disk.
  if (errcode !== undefined && [11, 26].includes(errcode & 0xff)) return { code: 'DATABASE_DAMAGED', detail };
  if (errcode === 13) return { code: 'DISK_FULL', detail };
  return { code: 'BACKEND_FAILED', detail };
}

async function serveCommandLine(): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '8787' },
        host: { type: 'string', default: '127.0.0.1' },
        seed: { type: 'string', default: 'demo' },
        'seed-day': { type: 'string' },
        'admin-password-file': { type: 'string' },
        captcha: { type: 'string' },
        database: { type: 'string' },
        'move-to': { type: 'string' },
        strict: { type: 'boolean', default: false },
      },
    });
    const { data, seed } = values;
    if (!data || (seed !== 'demo' && seed !== 'empty')) throw new StartRefused(USAGE);
    const report = (message: string, error?: unknown) =>
      process.stderr.write(`${message} ${error instanceof Error ? error.stack : ''}\n`);
    const database = addressIn(values.database);
    const target = addressIn(values['move-to']);
    if (target) return await move(data, target, report);
    const administrator = firstAdministrator(values['admin-password-file']);
    const running: RunningServer = await startServer({
      data,
      ...(database ? { database } : {}),
      lost: () => {
        report('another server has taken the database over: this one ends');
        void running.stop().then(() => process.exit(1));
      },
      seed,
      ...(values['seed-day'] ? { seedDay: values['seed-day'] } : {}),
      administrator,
      listen: { host: values.host, port: portOf(values.port) },
      captcha: values.captcha,
      strict: values.strict,
      fileWorker,
      report,
    });
    // A one-time password is said once, by the start that made it the administrator's.
    const oneTime =
      administrator.mustChangePassword && running.seed === 'empty' && running.fresh
        ? { username: administrator.username, oneTimePassword: administrator.password }
        : {};
    process.stdout.write(
      `${JSON.stringify({ url: running.url, pid: process.pid, data, seed: running.seed, ...oneTime })}\n`,
    );
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      // Ctrl+C comes twice: from the terminal, and from the program in between. The second must not cut the first short.
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        running.stop().then(() => process.exit(0));
      });
    }
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(2);
  }
}

/** The address of a PostgreSQL database as it was typed. It may hold a password, and is repeated nowhere. */
function addressIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const known = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
  if (!known) throw new StartRefused('the database is an address like postgres://user@host/name');
  return text;
}

async function move(
  data: string,
  target: string,
  report: (message: string, error?: unknown) => void,
): Promise<void> {
  const moved = await moveToPostgres(data, target, report);
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${JSON.stringify({ moved: rows, tables: moved.length, data })}\n`);
}

/** Why it could not start, for the one who typed the command. */
function reasonOf(error: unknown): string {
  const { code: kind, message } = error as { code?: string; message?: string };
  if (kind?.startsWith('ERR_PARSE_ARGS')) return `${message}\n${USAGE}`;
  const { code, detail } = causeOf(error);
  if (isDatabaseAway(error)) return `the database cannot be reached: ${kind ?? message}`;
  return code === 'BACKEND_FAILED' ? detail : say('en', code, { version: detail });
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port < 65_536)) throw new StartRefused(`the port is a number up to 65535, not ${text}`);
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
