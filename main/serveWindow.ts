import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Boot } from '@contract/desktop/boot';
import { type Problem, problem } from '@contract/errors';
import { RelayedError, relayedErrorText } from '@contract/failure';
import type { Language } from '@contract/limits';
import { app, nativeTheme } from 'electron';
import { desktopProcedures, procedureFinder } from './desktop';
import { bootOf, startBackend } from './desktop/account';
import { carryOut } from './desktop/apiCall';
import { Backups } from './desktop/backups';
import type { DesktopServices } from './desktop/desk';
import { ownerOf } from './desktop/desk';
import { Diagnostics } from './desktop/diagnostics';
import { ForeignServer } from './desktop/foreign';
import type { Links } from './desktop/links';
import type { Memory } from './desktop/memory';
import { Notices } from './desktop/notices';
import { type Holder, Outbox } from './desktop/outbox';
import { ReportFolders } from './desktop/reportFolders';
import type { StartupContext } from './desktop/startupContext';
import { appUpdates } from './electron/appUpdates';
import type { Backend, BackendWatch } from './electron/backend';
import { runTask } from './electron/backupProcess';
import { announce, type Bridge } from './electron/bridge';
import { dialogsOf } from './electron/dialogs';
import { type BridgeOptions, bridgeHandlers } from './electron/ipc';
import { startKeychainHelper } from './electron/keychainHelper';
import { type ExitControl, quitInOrder } from './electron/lifecycle';
import { machineFacts, showFolder, startAnew } from './electron/machine';
import { isInFront, showNotice } from './electron/notifier';
import { printingOf } from './electron/printing';
import { ORIGIN } from './electron/protocol';
import { proxyFor } from './electron/proxy';
import { openLink } from './electron/shield';
import {
  bringToFront,
  closeOwnWindows,
  openOwnWindow,
  ownPathOf,
  type WindowOptions,
} from './electron/window';
import { Picks } from './files/picks';
import { dataKey } from './session/dataKey';
import { type Keychain, keychainOf } from './session/keychain';
import { Session } from './session/session';
import { callError } from './transport/callError';
import { Calls } from './transport/calls';
import { Offered } from './transport/offered';
import type { Target } from './transport/target';
import { Transport } from './transport/transport';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};

/** User-Agent of the client, which distinguishes its sign-ins and sessions. */
const agentOf = (version: string, platform: NodeJS.Platform): string =>
  `Freight Console ${version} (${SYSTEMS[platform] ?? platform})`;

/** Time (ms) for single-screen windows to save drafts once the session has ended. */
const PARTING = 500;

export { initialise } from './desktop/initialise';

/** Services and settings that exist once the window opens. */
interface WindowServices {
  /** Options of the main window, used for single-screen windows too. */
  readonly window: WindowOptions;
  readonly links: Links;
  /** Folder of the bundles. */
  readonly folder: string;
  readonly devServer: string | undefined;
  readonly context: StartupContext;
  /** Rendering mode of the window. */
  readonly graphics: Boot['graphics'];
  /** The embedded API, started already if there is data to start with. */
  readonly backend: Backend;
  readonly bridge: Bridge;
  readonly watch: (watch: BackendWatch) => void;
  readonly showMenu: (language: Language) => void;
}

/** Applies the settings that the log, the window's frame and the menu follow. */
function applySettings({ memory, log }: StartupContext, showMenu: (language: Language) => void): void {
  log.level = memory.settings.logLevel;
  nativeTheme.themeSource = memory.settings.theme;
  showMenu(memory.settings.language);
}

/** Serves the window: a separate bundle, loaded once the window is opening. */
export function serveWindow({
  window: options,
  links,
  folder,
  devServer,
  context,
  graphics,
  backend,
  bridge,
  watch,
  showMenu,
}: WindowServices): void {
  const { memory, log } = context;
  const report = (message: string, error?: unknown) => log.fail('main', message, error);
  const bundled = (name: string) => path.join(folder, name);
  const language = (): Language => memory.settings.language;
  const keychain = keychainOf(() => startKeychainHelper(bundled('keychain.cjs')));
  watch(watchOf(context, keychain, () => outbox.sendWaiting()));
  const session = sessionOf(context, keychain);
  const calls = new Calls((progress) => announce('progress', progress));
  const picks = new Picks(language);
  const offered = offeredOf(context);
  const transport = transportOf(context, backend, session, offered);
  const outbox = outboxOf(context, session, transport);

  if (memory.environment === 'embedded') void startBackend({ memory, backend });
  const opened = session.open(memory.environment ?? 'embedded');

  let leaving: ExitControl | undefined;
  const updates = appUpdates({
    managed: memory.managed,
    before: async () => {
      await backups.make('update');
    },
    leaveFor: async (then) => (leaving ? leaving.leaveFor(then) : false),
    report,
  });
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'fc-import-'));
  const desk: DesktopServices = {
    diagnostics: diagnosticsOf(context, backend, keychain, () => bootOf(desk)),
    graphics,
    beginsEmpty: context.beginsEmpty && memory.environment === null,
    reportWindow: (failure) => log.fail('window', 'failed', new RelayedError(relayedErrorText(failure))),
    showLogs: () => showLogs(log.folder),
    startAnew: (gpu) => {
      if (gpu) context.guard.tryAgain();
      startAnew();
    },
    version: app.getVersion(),
    electron: process.versions.electron ?? '',
    memory,
    links,
    session,
    backend,
    transport,
    offered,
    foreign: new ForeignServer({ memory, session, transport, offered, language, report }),
    proxyFor,
    calls,
    picks,
    outbox,
    updates,
    notices: noticesOf(memory),
    tabularWorker: bundled('tabularWorker.cjs'),
    scratch,
    sessionOpened: opened,
    language,
    announce,
    report,
    openLink,
    bringToFront,
    applySettings: () => applySettings(context, showMenu),
  };
  links.listen(() => announce('link', {}));
  const folders = new ReportFolders(desk);
  folders.start();
  const backups = backupsOf(desk, keychain, bundled('embedded.cjs'));
  backups.start();
  const unsaved = new Map<number, readonly string[]>();
  const procedures = desktopProcedures(desk, { folders, backups });
  bridge.setHandlers(bridgeHandlers(bridgeTo(desk, procedures, { options, devServer, unsaved })));

  leaving = quitInOrder({
    transfers: () => calls.transfers,
    unsaved: ({ id }) => unsaved.get(id) ?? [],
    kept: () => memory.draftsKept,
    cancelTransfers: () => calls.cancelAll(),
    language,
    stop: async () => {
      await folders.stop();
      await backups.stop();
      await backend.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  });
}

/** Answers the embedded API's requests and takes its reports; `ready` is called once it responds. */
const watchOf = (
  { memory, log, guard }: StartupContext,
  keychain: Keychain,
  ready: () => void,
): BackendWatch => ({
  key: (make) => dataKey(keychain, make),
  announce: (state) => {
    announce('backend', state);
    log.note(
      state.status === 'failed' ? 'warn' : 'info',
      'api',
      state.status,
      state.code ? { code: state.code } : {},
    );
    if (state.status === 'ready' && memory.environment === 'embedded') ready();
  },
  died: () => guard.crashed('api'),
  report: (message, error) => log.fail('api', message, error),
});

const sessionOf = ({ memory, log }: StartupContext, keychain: Keychain): Session =>
  new Session(keychain, memory, (state) => {
    announce('session', state);
    log.note('info', 'main', 'session', { status: state.status, reason: state.reason, kept: state.kept });
    // The windows were told above: give the single-screen ones time to save their last input.
    if (state.status !== 'signedIn') setTimeout(closeOwnWindows, PARTING);
  });

/** Creates the record of the calls that each server lacks; changes are sent to the windows of the chosen server. */
const offeredOf = ({ memory, log }: StartupContext): Offered =>
  new Offered({
    changed: (environment, missing) => {
      log.note('info', 'main', 'missing calls', { count: missing.length });
      if (environment === memory.environment) announce('offered', { environment, missing });
    },
  });

const transportOf = (
  { memory, log }: StartupContext,
  backend: Backend,
  session: Session,
  offered: Offered,
): Transport =>
  new Transport({
    target: () => targetOf(memory, backend),
    token: (environment) => session.tokenOf(environment),
    language: () => memory.settings.language,
    agent: agentOf(app.getVersion(), process.platform),
    onUnauthorized: (token) => void session.end('ended', token),
    lacks: (environment, name) => offered.lacks(environment, name),
    lacking: (environment, found) => void offered.learn(environment, found),
    ended: (call, facts) => log.note('debug', 'main', call, facts),
    report: (message) => log.fail('main', message),
  });

const outboxOf = ({ memory, log }: StartupContext, session: Session, transport: Transport): Outbox =>
  new Outbox({
    folder: app.getPath('userData'),
    holder: () => holderOf(memory, session),
    send: (call) => transport.json(call),
    language: () => memory.settings.language,
    announce: (event) => announce('outbox', event),
    report: (message, error) => log.fail('main', message, error),
  });

async function showLogs(folder: string): Promise<Problem | null> {
  const failed = await showFolder(folder);
  return failed ? problem('FOLDER_NOT_SHOWN', { folder, detail: failed }) : null;
}

const diagnosticsOf = (
  { memory, log, guard }: StartupContext,
  backend: Backend,
  keychain: Keychain,
  boot: () => Promise<Boot>,
): Diagnostics =>
  new Diagnostics({
    folder: app.getPath('userData'),
    log,
    boot,
    target: () => targetOf(memory, backend),
    keychain: async () => {
      const { kind } = await keychain.read('diagnostics');
      return kind === 'missing' ? 'none' : kind === 'locked' ? 'locked' : 'available';
    },
    store: () => backend.facts(),
    crashes: () => guard.crashes,
    machine: machineFacts,
  });

const noticesOf = (memory: Memory): Notices =>
  new Notices({
    isWanted: () => memory.settings.notifications,
    inFront: isInFront,
    language: () => memory.settings.language,
    show: showNotice,
    open: (path) => {
      bringToFront();
      announce('open', { path });
    },
  });

/** Backups, made in a process of their own from the bundle `entry`. */
const backupsOf = (desk: DesktopServices, keychain: Keychain, entry: string): Backups =>
  new Backups(desk, {
    ...{ folder: app.getPath('userData'), scratch: desk.scratch },
    run: (task, course) => runTask(entry, task, course),
    key: async (make) => (await dataKey(keychain, make)).key,
  });

/** The calls that windows make; titles of their unsaved forms are put into `unsaved`. */
function bridgeTo(
  desk: DesktopServices,
  procedures: ReturnType<typeof desktopProcedures>,
  {
    options,
    devServer,
    unsaved,
  }: {
    readonly options: WindowOptions;
    readonly devServer: string | undefined;
    readonly unsaved: Map<number, readonly string[]>;
  },
): BridgeOptions {
  const { language, report, picks } = desk;
  const procedure = procedureFinder(procedures);
  return {
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
        alone: ownPathOf(window),
        openOwn: (path) => openOwnWindow(options, path),
        closeOwn: () => void (ownPathOf(window) !== null && setImmediate(() => window.close())),
        announceToOthers: (name, payload) => announce(name, payload, window),
        printing: printingOf(window.webContents),
        holdsUnsaved: (titles) => void unsaved.set(window.id, titles),
      }),
    take: (place) => picks.add(place),
  };
}

/** Returns the target of the chosen environment; waits until the embedded API's start has succeeded or failed. */
async function targetOf(memory: Memory, backend: Backend): Promise<Target> {
  const id = memory.environment ?? 'embedded';
  const found = memory.environments.find((one) => one.id === id);
  if (!found?.base) {
    const { status } = await backend.settled;
    if (status !== 'ready') throw callError(memory.settings.language, problem('BACKEND_DOWN'));
    return backend.target;
  }
  const proxy = await proxyFor(found.base);
  const { name, base, wholeRecords } = found;
  return {
    ...{ environment: id, name, base, strict: false },
    ...(wholeRecords ? { wholeRecords } : {}),
    ...(proxy ? { proxy } : {}),
  };
}

/** Returns the signed-in user and server; null while nobody is signed in. */
function holderOf(memory: Memory, session: Session): Holder | null {
  const environment = memory.environment ?? 'embedded';
  const token = session.tokenOf(environment);
  if (token === null || session.state.status !== 'signedIn') return null;
  return { owner: ownerOf({ memory, session }), environment, token, settles: environment === 'embedded' };
}
