import './smallHeap';
import { existsSync, mkdtempSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { desktopWords } from '@contract/words/desktop';
import { app, session as electronSession, nativeTheme } from 'electron';
import { appliesSettings, type CommandLine, readCommandLine, USAGE } from './desktop/commandLine';
import {
  type EarlySettings,
  readEarlySettings,
  recordLaunch,
  softwareRenderingReason,
} from './desktop/earlySettings';
import type { StartupOptions } from './desktop/initialise';
import { Links } from './desktop/links';
import { backupsIn, managedPlace } from './desktop/places';
import type { StartupContext } from './desktop/startupContext';
import { refusedSwitch } from './desktop/switches';
import { Backend, type BackendWatch } from './electron/backend';
import { announce, listenToPages } from './electron/bridge';
import { KEYCHAIN_HELPER } from './electron/keychainHelper';
import { isOnlyInstance } from './electron/lifecycle';
import { offerTextMenus, setMenu } from './electron/menu';
import { ORIGIN, registerScheme, serveRenderer } from './electron/protocol';
import { shieldContents, shieldSession, silenceChromium } from './electron/shield';
import { openWindow, type WindowOptions } from './electron/window';
import { canBeWritten } from './server/store/writable';

/**
 * Opens the window, and no more: this bundle is read and run before anything is visible. The code that serves the
 * window is loaded while its page starts.
 */

const folder = import.meta.dirname;
/** Address of Vite's server; only in a development build. */
const devServer = __TEST_HOOKS__ ? process.env.VITE_DEV_SERVER_URL : undefined;
/** Path of the administrator's file; a build for development and tests can set another. */
const managedFile =
  (__TEST_HOOKS__ ? process.env.FREIGHT_CONSOLE_CONFIG : undefined) ??
  managedPlace(process.platform, process.env);
/**
 * Fixed captcha and seed day, pushes to this machine, and mail and alerts without delay: only in a build for
 * development and tests. A release ignores these variables.
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

/** File of all licences: created by the build, and packaged beside the app, where other programs can read it. */
const LICENCES = 'THIRD-PARTY-LICENSES.txt';
/** V8 flag for pages: limits the space for new objects (MB), which would otherwise grow to 16 during the start. */
const PAGE_HEAP = '--max-semi-space-size=2';
/** Maximum time (ms) to wait for the page's first request. */
const MOST_SILENT = 15_000;

const links = new Links();
const parsed = readCommandLine(process.argv.slice(1));
/** No installed shortcut sets this: whoever can already runs programs as this user. Package tests use it. */
const anySwitch = __TEST_HOOKS__ || process.env.FREIGHT_CONSOLE_SWITCHES === 'any';
const refused = anySwitch
  ? undefined
  : refusedSwitch(process.argv.slice(1), {
      platform: process.platform,
      appImage: process.env.APPIMAGE !== undefined,
    });

const protectedProfile = !canBeWritten(app.getPath('userData'));
if (protectedProfile) keepSessionElsewhere();

if (refused) leave(2, `${refused.split('=')[0]}: not taken, see --help\n`);
else if ('wrong' in parsed) leave(2, `${parsed.wrong}\n`);
else if (parsed.print) leave(0, parsed.print === 'help' ? USAGE : `${app.getVersion()}\n`);
// Without write access there is no lock either: each instance only reads.
else if (isOnlyInstance((link) => links.accept(link)) || protectedProfile) void start(parsed);
// Ending as if done would hide that nothing was applied.
else if (appliesSettings(parsed)) leave(3, 'Freight Console is running: close it first\n');
else app.quit();

/** Prints a text to the terminal and exits without a window. */
function leave(code: number, text: string): void {
  try {
    writeSync(code === 0 ? 1 : 2, text);
  } catch {
    // No terminal is attached.
  }
  app.exit(code);
}

/** Gives Chromium a temporary folder for its profile. Tokens are in the keychain and need none. */
function keepSessionElsewhere(): void {
  const place = mkdtempSync(path.join(os.tmpdir(), 'fc-profile-'));
  app.setPath('sessionData', place);
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
}

/** Settings read before the window opens; all services too if a switch needed them. */
interface EarlyStart {
  readonly look: EarlySettings;
  readonly early?: StartupContext;
}

/** Reads all settings before the window opens; undefined if a switch or the administrator's file prevents it. */
async function startEarly(options: StartupOptions): Promise<EarlyStart | undefined> {
  const { initialise, earlySettingsOf } = await import('./desktop/initialise');
  const early = initialise(options);
  if (!('code' in early)) return { look: earlySettingsOf(early), early };
  leave(early.code, early.text);
  return undefined;
}

/** Sets what Chromium reads once, before the app is ready. */
function prepareChromium(software: boolean): void {
  // Has no effect once the app is ready.
  if (software) app.disableHardwareAcceleration();
  registerScheme();
  app.commandLine.appendSwitch('js-flags', PAGE_HEAP);
  silenceChromium();
  shieldContents(devServer);
  // Chromium refuses its sandbox to root, and requesting it would remove the switch without which nothing starts there.
  const rootWithout = process.getuid?.() === 0 && app.commandLine.hasSwitch('no-sandbox');
  if (!rootWithout) app.enableSandbox();
}

/** Records processes of Chromium that crash. */
function watchHelpers(known: Promise<StartupContext>): void {
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    // Main ends the idle keychain helper itself: that is no crash.
    if (reason === 'clean-exit' || (name === KEYCHAIN_HELPER && reason === 'killed')) return;
    void known.then(({ guard, log }) => {
      guard.crashed(type === 'GPU' ? 'gpu' : 'helper');
      log.note('warn', 'main', 'a process is gone', { type, reason });
    });
  });
}

async function start(commandLine: CommandLine): Promise<void> {
  const { server, language, theme, quit, safeStart } = commandLine;
  const userData = app.getPath('userData');
  const version = app.getVersion();
  const options = { commandLine, managedFile, userData, logs: app.getPath('logs'), version, noted: false };
  // A switch or the administrator's file may change the window's look, or prevent it: read everything first.
  const plain = !(server || language || theme || quit || safeStart) && !existsSync(managedFile);
  const found: EarlyStart | undefined = plain
    ? { look: readEarlySettings(userData) }
    : await startEarly(options);
  if (!found) return;
  const { look, early } = found;
  options.noted = plain && recordLaunch(userData, look);
  const why = softwareRenderingReason(safeStart, look);
  prepareChromium(why !== null);

  const known = Promise.withResolvers<StartupContext>();
  const watch = Promise.withResolvers<BackendWatch>();
  let memory = early?.memory;
  watchHelpers(known.promise);

  await app.whenReady();
  nativeTheme.themeSource = look.theme;
  shieldSession(electronSession.defaultSession, devServer !== undefined);
  serveRenderer(path.join(folder, '../renderer'));
  const bridge = listenToPages();
  const showMenu = (spoken: EarlySettings['language']) =>
    setMenu(spoken, {
      devTools: __TEST_HOOKS__,
      licences: path.join(app.isPackaged ? process.resourcesPath : path.dirname(folder), LICENCES),
      command: (command) => announce('command', command),
    });
  showMenu(look.language);
  offerTextMenus();
  const window: WindowOptions = {
    page: devServer ?? `${ORIGIN}/`,
    preload: path.join(folder, '../preload/index.cjs'),
    place: (kept) => memory?.get(kept) ?? look.window,
    keepPlace: (kept, place) => void known.promise.then((loaded) => loaded.memory.set({ [kept]: place })),
    title: desktopWords[look.language].appName,
    devTools: __TEST_HOOKS__,
    painted: () => void known.promise.then(({ guard }) => guard.painted()),
    gone: (reason) =>
      void known.promise.then(({ guard, log }) => {
        guard.crashed('window');
        log.note('warn', 'window', 'its process is gone', { reason });
      }),
  };
  openWindow(window);
  const backend = new Backend({
    entry: path.join(folder, 'embedded.cjs'),
    data: () => path.join(userData, memory?.get('data') ?? look.embedded?.data ?? 'data'),
    backups: backupsIn(userData),
    ...hooks,
    watch: watch.promise,
  });

  // Start the API now, while main is idle: a child process starts only as long as its parent is not busy.
  if (look.embedded) void backend.resume(look.embedded.seed);
  // Wait for the page: while main is busy, the page receives no files and shows no frame. The ready-to-show event is
  // not enough: only the page's first request means that the page has its files and was painted.
  await Promise.race([bridge.firstRequest, sleep(MOST_SILENT)]);
  const { serveWindow, initialise } = await import('./serveWindow');
  const context = early ?? initialise(options);
  // `initialise` returns an exit code only for switches such as --quit.
  if ('code' in context) return;
  memory = context.memory;
  known.resolve(context);
  const graphics = { software: why !== null, why };
  serveWindow({
    window,
    links,
    folder,
    devServer,
    context,
    graphics,
    backend,
    bridge,
    watch: watch.resolve,
    showMenu,
  });
}
