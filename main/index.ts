import './smallHeap';
import { existsSync, mkdtempSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { desktopWords } from '@contract/words/desktop';
import { app, session as electronSession, nativeTheme } from 'electron';
import type { StartupContext } from './desktop/begun';
import { type CommandLine, readCommandLine, USAGE } from './desktop/commandLine';
import {
  type EarlySettings,
  readEarlySettings,
  recordLaunch,
  softwareRenderingReason,
} from './desktop/earlySettings';
import { Links } from './desktop/links';
import { backupsIn, managedPlace } from './desktop/places';
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
 * What opens the window, and no more: this bundle is read and run before anything is seen. All that answers the window is
 * loaded while its page comes up.
 */

const folder = import.meta.dirname;
/** Only in a development build: the address of vite's server. */
const devServer = __TEST_HOOKS__ ? process.env.VITE_DEV_SERVER_URL : undefined;
/** Only in a build for development and tests: another place for the administrator's file. */
const managedFile =
  (__TEST_HOOKS__ ? process.env.FREIGHT_CONSOLE_CONFIG : undefined) ??
  managedPlace(process.platform, process.env);
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

/** Made by the build, and packaged beside the app, where other programs can read it. */
const LICENCES = 'THIRD-PARTY-LICENSES.txt';
/** What V8 is told in pages: to keep the space for new objects small, in MB, which it would let grow to 16 with the start. */
const PAGE_HEAP = '--max-semi-space-size=2';
/** Milliseconds that a page may have until it says that it was seen. */
const MOST_SILENT = 15_000;

const links = new Links();
const asked = readCommandLine(process.argv.slice(1));
/** Set by no installed shortcut: who sets it runs programs as this user already. Tests of the packages reach them so. */
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
else if ('wrong' in asked) leave(2, `${asked.wrong}\n`);
else if (asked.say) leave(0, asked.say === 'help' ? USAGE : `${app.getVersion()}\n`);
// Where nothing can be written there is no lock either: each instance only reads.
else if (isOnlyInstance((link) => links.hand(link)) || protectedProfile) void start(asked);
else if (asked.quit) leave(3, 'Freight Console is running: close it first\n');
else app.quit();

/** Says something where the start was typed, and ends without a window. */
function leave(code: number, text: string): void {
  try {
    writeSync(code === 0 ? 1 : 2, text);
  } catch {
    // Nobody listens there.
  }
  app.exit(code);
}

/** Gives Chromium a temporary folder for its profile. Tokens are in the keychain and need none. */
function keepSessionElsewhere(): void {
  const place = mkdtempSync(path.join(os.tmpdir(), 'fc-profile-'));
  app.setPath('sessionData', place);
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
}

async function start(told: CommandLine): Promise<void> {
  const { server, language, theme, quit, safeStart } = told;
  const userData = app.getPath('userData');
  const version = app.getVersion();
  const ground = { told, managedFile, userData, logs: app.getPath('logs'), version, noted: false };
  // A switch or the administrator may change how the window looks, or that there is one: then all is read before it.
  const plain = !(server || language || theme || quit || safeStart) && !existsSync(managedFile);
  let look: EarlySettings;
  let early: StartupContext | undefined;
  if (plain) look = readEarlySettings(userData);
  else {
    const { begin, earlySettingsOf } = await import('./desktop/begin');
    const begun = begin(ground);
    if ('code' in begun) {
      leave(begun.code, begun.text);
      return;
    }
    early = begun;
    look = earlySettingsOf(begun);
  }
  ground.noted = plain && recordLaunch(userData, look);
  const why = softwareRenderingReason(safeStart, look);
  // Before the app is ready, or it has no effect.
  if (why) app.disableHardwareAcceleration();
  registerScheme();
  app.commandLine.appendSwitch('js-flags', PAGE_HEAP);
  silenceChromium();
  shieldContents(devServer);
  // Chromium refuses its sandbox to root, and asking for it would take the switch away without which nothing starts there.
  const rootWithout = process.getuid?.() === 0 && app.commandLine.hasSwitch('no-sandbox');
  if (!rootWithout) app.enableSandbox();

  const known = Promise.withResolvers<StartupContext>();
  const watch = Promise.withResolvers<BackendWatch>();
  let memory = early?.memory;
  app.on('child-process-gone', (_event, { type, reason, name }) => {
    // Whom nobody asks is ended by us, which is no crash.
    if (reason === 'clean-exit' || (name === KEYCHAIN_HELPER && reason === 'killed')) return;
    void known.promise.then(({ guard, log }) => {
      guard.crashed(type === 'GPU' ? 'gpu' : 'helper');
      log.note('warn', 'main', 'a process is gone', { type, reason });
    });
  });

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
    keepPlace: (kept, place) => void known.promise.then((begun) => begun.memory.set({ [kept]: place })),
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

  // Now, while this process has nothing to do: a process begins only as long as the one that began it is not busy.
  if (look.embedded) void backend.resume(look.embedded.seed);
  // The page comes first: while this process is busy it gets nothing, and no frame of it is shown. That one is ready to be
  // shown does not do: the page says when it was, and that it has its files.
  await Promise.race([bridge.asked, sleep(MOST_SILENT)]);
  const { serveWindow, begin } = await import('./serveWindow');
  const begun = early ?? begin(ground);
  // It leaves early only where it was told something.
  if ('code' in begun) return;
  memory = begun.memory;
  known.resolve(begun);
  const graphics = { software: why !== null, why };
  serveWindow({
    window,
    links,
    folder,
    devServer,
    begun,
    graphics,
    backend,
    bridge,
    watch: watch.resolve,
    showMenu,
  });
}
