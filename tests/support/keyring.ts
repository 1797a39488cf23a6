import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HelperProcess, KeychainReply } from '../../main/session/keychain';
import { ensureBuilt } from '../../scripts/build.mjs';
import { startDesktop } from '../../scripts/desktopSession.mjs';

const SERVICE = 'freight-console';
/** Replaces the port that Electron gives a utility process, over node's own channel. */
const PARENT_PORT = `process.parentPort = {
  on: (_event, listener) => process.on('message', (data) => listener({ data })),
  postMessage: (reply) => process.send(reply),
};`;

/** A helper process, and the id by which a test can stop or kill it. */
export type Helper = HelperProcess & { readonly pid: number };

/** A session with a real keyring, and the helper of the build that talks to it. */
export interface Keyring {
  /** Starts the helper as the app does; with another environment if one is given. */
  readonly helper: (env?: Readonly<Record<string, string | undefined>>) => Helper;
  /** The process id of the keyring. */
  readonly pid: number;
  /** Returns the secret that a person would see in the keyring; undefined if there is no such item. */
  readonly secretOf: (account: string) => string | undefined;
  readonly put: (account: string, secret: string, service?: string) => void;
  readonly clear: (account: string) => void;
  readonly lock: () => void;
  /** Unlocks the keyring, starting it again if it was killed. */
  readonly unlock: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Returns the environment of a second session bus, without a secret service. */
  readonly emptyBus: () => Promise<Record<string, string>>;
  readonly stop: () => void;
}

/** Starts a separate keyring. The helper is the one of the build, run by Electron's Node as an ordinary user. */
export async function startKeyring(): Promise<Keyring> {
  ensureBuilt();
  const desktop = await startDesktop();
  const shim = path.join(desktop.stage, 'parentPort.cjs');
  writeFileSync(shim, PARENT_PORT);
  const run = (program: string, args: string[], input?: string) => {
    const { status, stdout } = desktop.run(program, args, input);
    return { ok: status === 0, text: stdout };
  };
  const attributes = (account: string, service = SERVICE) => ['service', service, 'account', account];
  return {
    get pid() {
      const { pid } = desktop.keyring;
      // Id 0 would make a signal go to all processes of the tests.
      if (!pid) throw new Error('the keyring does not run');
      return pid;
    },
    helper: (env = {}) => {
      const child = fork(path.join(desktop.app, 'dist/main/keychain.cjs'), [], {
        execPath: desktop.executable,
        execArgv: ['-r', shim],
        env: { ...desktop.env, ELECTRON_RUN_AS_NODE: '1', ...env },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      child.on('error', () => undefined);
      return {
        pid: child.pid ?? 0,
        postMessage: (message) => child.send(message, () => undefined),
        onMessage: (listener) => child.on('message', (reply) => listener(reply as KeychainReply)),
        onExit: (listener) => child.once('exit', () => listener()),
        kill: () => child.kill('SIGKILL'),
      };
    },
    secretOf: (account) => {
      const found = run('secret-tool', ['lookup', ...attributes(account)]);
      return found.ok ? found.text : undefined;
    },
    put: (account, secret, service) => {
      const args = ['store', '--label=test', ...attributes(account, service)];
      if (!run('secret-tool', args, secret).ok) throw new Error('the keyring took no item');
    },
    clear: (account) => void run('secret-tool', ['clear', ...attributes(account)]),
    lock: desktop.keyring.lock,
    unlock: async () => {
      await desktop.keyring.kill();
      await desktop.keyring.open();
    },
    kill: desktop.keyring.kill,
    emptyBus: async () => ({ DBUS_SESSION_BUS_ADDRESS: await desktop.startBus() }),
    stop: desktop.stop,
  };
}
