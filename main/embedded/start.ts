import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { failureText } from '@contract/failure';
import { PROFILE_PASSWORD } from '@contract/limits';
import { say } from '@contract/words';
import { StartRefused } from './door';
import { DesktopKeys, type KeyAnswer, type KeyQuestion } from './secrets/keys';
import { type FirstAdministrator, type RunningServer, type StartOptions, startServer } from './server';
import type { StoreFacts } from './store/facts';
import { FolderInUse } from './store/hold';
import { NewerDatabase } from './store/migrate';

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
  | { readonly kind: 'report'; readonly message: string; readonly places: string }
  | { readonly kind: 'facts'; readonly facts: StoreFacts }
  | KeyQuestion;

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: StartAnswer): void;
}

/** Beside this program, as the build puts it. */
const fileWorker = path.join(import.meta.dirname, 'fileWorker.cjs');

const USAGE = `Usage: npm run -s api -- --data DIR [--port 8787] [--host 127.0.0.1] [--seed demo|empty]
  [--tls-cert FILE --tls-key FILE | --public-url https://NAME] [--seed-day YYYY-MM-DD] [--admin-password-file FILE]
  [--captcha CODE]`;

const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
if (parentPort) serveDesktop(parentPort);
else serveCommandLine();

function serveDesktop(port: ParentPort): void {
  let running: RunningServer | undefined;
  const keys = new DesktopKeys((question) => port.postMessage(question));
  port.on('message', async ({ data }) => {
    const message = data as StartMessage | KeyAnswer | { kind: 'stop' } | { kind: 'facts' };
    if (message.kind === 'key') return keys.hear(message);
    if (message.kind === 'stop') {
      await running?.stop();
      process.exit(0);
    }
    const report = (text: string, error?: unknown) =>
      port.postMessage({
        kind: 'report',
        message: text,
        places: error === undefined ? '' : failureText(error),
      });
    if (message.kind === 'facts') {
      const facts = await running
        ?.facts()
        .catch((error: unknown) => report('the data could not be counted', error));
      if (facts) port.postMessage({ kind: 'facts', facts });
      return;
    }
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
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'public-url': { type: 'string' },
        'seed-day': { type: 'string' },
        'admin-password-file': { type: 'string' },
        captcha: { type: 'string' },
        strict: { type: 'boolean', default: false },
      },
    });
    const { data, seed } = values;
    if (!data || (seed !== 'demo' && seed !== 'empty')) throw new StartRefused(USAGE);
    const administrator = firstAdministrator(values['admin-password-file']);
    const running = await startServer({
      data,
      seed,
      ...(values['seed-day'] ? { seedDay: values['seed-day'] } : {}),
      administrator,
      listen: {
        ...{ host: values.host, port: portOf(values.port), publicUrl: values['public-url'] },
        tls: pairOf(values['tls-cert'], values['tls-key']),
      },
      captcha: values.captcha,
      strict: values.strict,
      fileWorker,
      report: (message, error) =>
        process.stderr.write(`${message}${error === undefined ? '' : `\n${failureText(error)}`}\n`),
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

/** Why it could not start, for the one who typed the command. */
function reasonOf(error: unknown): string {
  const { code: kind, message } = error as { code?: string; message?: string };
  if (kind?.startsWith('ERR_PARSE_ARGS')) return `${message}\n${USAGE}`;
  const { code, detail } = causeOf(error);
  return code === 'BACKEND_FAILED' ? detail : say('en', code, { version: detail });
}

function pairOf(
  cert: string | undefined,
  key: string | undefined,
): { cert: string; key: string } | undefined {
  if (!cert && !key) return undefined;
  if (!cert || !key) throw new StartRefused('--tls-cert and --tls-key are given together');
  return { cert, key };
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
