import path from 'node:path';
import { words } from '@contract/words';
import { app, session as electronSession, nativeTheme } from 'electron';
import log from 'electron-log/main';
import { Links } from './desktop/links';
import { Memory } from './desktop/memory';
import { redact } from './desktop/redact';
import { isOnlyInstance } from './electron/lifecycle';
import { ORIGIN, registerScheme, serveRenderer } from './electron/protocol';
import { shieldContents, shieldSession } from './electron/shield';
import { openWindow, type WindowOptions } from './electron/window';

const folder = import.meta.dirname;
/** Only in a development build: the address of vite's server. */
const devServer = __TEST_HOOKS__ ? process.env.VITE_DEV_SERVER_URL : undefined;

const links = new Links();

if (isOnlyInstance((link) => links.hand(link))) begin();
else app.quit();

function begin(): void {
  log.initialize({ preload: false, spyRendererConsole: false });
  log.transports.console.level = false;
  log.hooks.push((message) => ({
    ...message,
    data: message.data.map((part) => redact(String(part), app.getAppPath())),
  }));
  const report = (message: string, error?: unknown) =>
    log.warn(message, error instanceof Error ? (error.stack ?? error.message) : (error ?? ''));
  process.on('uncaughtException', (error) => report('uncaught', error));
  process.on('unhandledRejection', (error) => report('unhandled', error));
  registerScheme();
  shieldContents(devServer);
  app.enableSandbox();
  void app.whenReady().then(() => open(report));
}

type Report = (message: string, error?: unknown) => void;

async function open(report: Report): Promise<void> {
  const memory = new Memory(app.getPath('userData'), report);
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
    report,
  };
  openWindow(window);
  const { serveWindow } = await import('./serveWindow');
  serveWindow({ window, links, folder, devServer });
}
