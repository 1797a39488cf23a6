import { writeSync } from 'node:fs';
import path from 'node:path';
import type { Boot } from '@contract/desktop';
import { words } from '@contract/words';
import { app, session as electronSession, nativeTheme } from 'electron';
import type { Begun } from './desktop/begun';
import { type CommandLine, readCommandLine, USAGE } from './desktop/commandLine';
import { Links } from './desktop/links';
import { Log } from './desktop/log';
import { managedPlace, readManaged } from './desktop/managed';
import { Memory } from './desktop/memory';
import { setUp } from './desktop/setUp';
import { StartGuard } from './desktop/startGuard';
import { isOnlyInstance } from './electron/lifecycle';
import { ORIGIN, registerScheme, serveRenderer } from './electron/protocol';
import { shieldContents, shieldSession } from './electron/shield';
import { openWindow, type WindowOptions } from './electron/window';

const folder = import.meta.dirname;
/** Only in a development build: the address of vite's server. */
const devServer = __TEST_HOOKS__ ? process.env.VITE_DEV_SERVER_URL : undefined;
/** Only in a build for development and tests: another place for the administrator's file. */
const managedFile =
  (__TEST_HOOKS__ ? process.env.FREIGHT_CONSOLE_CONFIG : undefined) ??
  managedPlace(process.platform, process.env);

const links = new Links();
const asked = readCommandLine(process.argv.slice(1));

if ('wrong' in asked) leave(2, `${asked.wrong}\n`);
else if (asked.say) leave(0, asked.say === 'help' ? USAGE : `${app.getVersion()}\n`);
else if (isOnlyInstance((link) => links.hand(link))) begin(asked);
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

function begin(told: CommandLine): void {
  const managed = readManaged(managedFile);
  const log = new Log(app.getPath('logs'), 'info');
  const report = (message: string, error?: unknown) => log.fail('main', message, error);
  process.on('uncaughtException', (error) => report('uncaught', error));
  process.on('unhandledRejection', (error) => report('unhandled', error));

  const memory = new Memory(app.getPath('userData'), report, { managed, safeStart: told.safeStart });
  const wrong = setUp(memory, told);
  if (wrong || told.quit) {
    leave(wrong ? 2 : 0, `${wrong ?? 'set up'}\n`);
    return;
  }
  log.level = memory.settings.logLevel;
  log.note('info', 'main', 'start', {
    ...{ version: app.getVersion(), electron: process.versions.electron ?? '', platform: process.platform },
    ...{ managed: managed.place !== null, mistakes: managed.problems.length, safe: told.safeStart },
  });

  const guard = new StartGuard(app.getPath('userData'), report);
  const failed = guard.begin();
  const { gpu } = memory.settings;
  const why: Boot['graphics']['why'] = told.safeStart
    ? 'safeStart'
    : gpu === 'off'
      ? 'setting'
      : gpu === 'auto'
        ? failed
        : null;
  // Before the app is ready, or it has no effect.
  if (why) app.disableHardwareAcceleration();
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (reason === 'clean-exit') return;
    guard.crashed(type === 'GPU' ? 'gpu' : 'helper');
    log.note('warn', 'main', 'a process is gone', { type, reason });
  });

  registerScheme();
  shieldContents(devServer);
  app.enableSandbox();
  const graphics = { software: why !== null, why };
  const beginsEmpty = told.server !== undefined && 'seed' in told.server && told.server.seed === 'empty';
  void app.whenReady().then(() => open({ memory, log, guard, graphics, beginsEmpty }));
}

async function open(begun: Begun): Promise<void> {
  const { memory, log, guard } = begun;
  nativeTheme.themeSource = memory.settings.theme;
  // The window first: its processes start while the rest is loaded, and its page asks for nothing before that.
  shieldSession(electronSession.defaultSession);
  serveRenderer(path.join(folder, '../renderer'));
  const window: WindowOptions = {
    page: devServer ?? `${ORIGIN}/`,
    preload: path.join(folder, '../preload/index.cjs'),
    memory,
    title: words[memory.settings.language].desktop.appName,
    devTools: __TEST_HOOKS__,
    painted: () => guard.painted(),
    gone: (reason) => {
      guard.crashed('window');
      log.note('warn', 'window', 'its process is gone', { reason });
    },
  };
  openWindow(window);
  const { serveWindow } = await import('./serveWindow');
  serveWindow({ window, links, folder, devServer, begun });
}
