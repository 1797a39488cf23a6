import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { problem } from '@contract/errors';
import type { Language } from '@contract/limits';
import { app, session as electronSession, nativeTheme } from 'electron';
import { desktopProcedures, procedureFinder } from './desktop';
import type { Desk } from './desktop/desk';
import type { Memory } from './desktop/memory';
import { Notices } from './desktop/notices';
import { Backend } from './electron/backend';
import { dialogsOf } from './electron/dialogs';
import { announce, openBridge } from './electron/ipc';
import { startKeychainHelper } from './electron/keychainHelper';
import { quitInOrder } from './electron/lifecycle';
import { setMenu } from './electron/menu';
import { comeToFront, isInFront, showNotice } from './electron/notifier';
import { printingOf } from './electron/printing';
import { ORIGIN } from './electron/protocol';
import { proxyFor } from './electron/proxy';
import { openLink } from './electron/shield';
import { Picks } from './files/picks';
import { dataKey } from './session/dataKey';
import { keychainOf } from './session/keychain';
import { Session } from './session/session';
import { callError } from './transport/callError';
import { Calls } from './transport/calls';
import type { Target } from './transport/target';
import { Transport } from './transport/transport';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};
/** What the client calls itself where it signs in. */
const agentOf = (version: string, platform: NodeJS.Platform): string =>
  `Freight Console ${version} (${SYSTEMS[platform] ?? platform})`;

/**
 * Only in a build for development and tests: a fixed captcha and seed day, pushes to this very machine, mail and alerts that
 * wait for nothing. A release has no such door.
 */
const hooks = __TEST_HOOKS__
  ? {
      captcha: process.env.FREIGHT_CONSOLE_CAPTCHA,
      seedDay: process.env.FREIGHT_CONSOLE_SEED_DAY,
      push: process.env.FREIGHT_CONSOLE_PUSH_LOOPBACK ? { loopback: true, every: 200 } : undefined,
      mail: process.env.FREIGHT_CONSOLE_MAIL_SOON ? { every: 200 } : undefined,
      monitor: process.env.FREIGHT_CONSOLE_ALERTS_SOON ? { every: 200 } : undefined,
    }
  : {};

/** All that stands behind the window: a bundle of its own, loaded once the window is on its way. */
export function serveWindow({
  memory,
  folder,
  devServer,
  report,
}: {
  readonly memory: Memory;
  /** Where the bundles are. */
  readonly folder: string;
  readonly devServer: string | undefined;
  readonly report: Desk['report'];
}): void {
  const bundled = (name: string) => path.join(folder, name);
  const language = (): Language => memory.settings.language;
  const keychain = keychainOf(() => startKeychainHelper(bundled('keychain.cjs')));
  const backend = new Backend({
    entry: bundled('embedded.cjs'),
    data: path.join(app.getPath('userData'), 'data'),
    ...hooks,
    key: (make) => dataKey(keychain, make),
    announce: (state) => announce('backend', state),
    report,
  });
  const session = new Session(keychain, memory, (state) => announce('session', state));
  const calls = new Calls((progress) => announce('progress', progress));
  const picks = new Picks(language);
  const transport = new Transport({
    target: () => targetOf(memory, backend),
    token: (environment) => session.tokenOf(environment),
    language,
    agent: agentOf(app.getVersion(), process.platform),
    onUnauthorized: (token) => void session.end('ended', token),
    report,
  });
  const applySettings = () => {
    nativeTheme.themeSource = memory.settings.theme;
    setMenu(language(), { devTools: __TEST_HOOKS__, command: (command) => announce('command', command) });
  };
  applySettings();

  const seed = memory.get('seed');
  if (seed && memory.environment === 'embedded') void backend.start(seed);
  const opened = session.open(memory.environment ?? 'embedded');

  const scratch = mkdtempSync(path.join(os.tmpdir(), 'fc-import-'));
  const desk: Desk = {
    version: app.getVersion(),
    electron: process.versions.electron ?? '',
    memory,
    session,
    backend,
    transport,
    calls,
    picks,
    notices: new Notices({
      wanted: () => memory.settings.notifications,
      inFront: isInFront,
      language,
      show: showNotice,
      open: (path) => {
        comeToFront();
        announce('open', { path });
      },
    }),
    tabularWorker: bundled('tabularWorker.cjs'),
    scratch,
    sessionOpened: opened,
    language,
    announce,
    report,
    openLink,
    applySettings,
  };
  const procedure = procedureFinder(desktopProcedures(desk));
  openBridge({
    origin: (url) =>
      url === `${ORIGIN}/` ||
      url.startsWith(`${ORIGIN}/#`) ||
      (devServer !== undefined && url.startsWith(devServer)),
    language,
    report,
    api: (call, { id, file }) => carryOut(desk, call, id, file),
    desktop: (group, name) => (input, window) =>
      procedure(group, name)(input, {
        dialogs: dialogsOf(window, language()),
        printing: printingOf(window.webContents),
      }),
    take: (place) => picks.add(place),
  });

  quitInOrder({
    transfers: () => calls.transfers,
    cancelTransfers: () => calls.cancelAll(),
    language,
    stop: async () => {
      await backend.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  });
}

/** The server of the chosen environment; the embedded one once its start has come to an end. */
async function targetOf(memory: Memory, backend: Backend): Promise<Target> {
  const id = memory.environment ?? 'embedded';
  const found = memory.environments.find((one) => one.id === id);
  if (!found?.base) {
    const { status } = await backend.settled;
    if (status !== 'ready') throw callError(memory.settings.language, problem('BACKEND_DOWN'));
    return backend.target;
  }
  const proxy = await proxyFor(electronSession.defaultSession, found.base);
  return { environment: id, name: found.name, base: found.base, strict: false, ...(proxy ? { proxy } : {}) };
}

/** A call of the API: with a file it is checked first, and its bytes are counted as they go. */
async function carryOut(
  { transport, calls, picks, session }: Desk,
  call: Parameters<Parameters<typeof openBridge>[0]['api']>[0],
  id: string,
  token: string | undefined,
): Promise<string> {
  const rule = call.found.file;
  const file = rule ? await picks.checked(token ?? '', rule) : undefined;
  const send: Parameters<typeof calls.run<string>>[2] = (signal, onProgress) =>
    transport.json({ ...call, file, signal, onProgress });
  const json = await (file ? calls.transfer(id, 'bytes', send) : calls.run(id, 'bytes', send));
  if (call.name === 'session.me' || call.name === 'session.avatar') session.update(JSON.parse(json).data);
  return json;
}
