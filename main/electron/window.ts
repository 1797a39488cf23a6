import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { WindowPlace } from '../desktop/memory';

/** The smallest window in which every screen works. */
const SMALLEST = { width: 1024, height: 700 };

/** Background before the first paint, so that nothing flashes. */
const BACKGROUND = { light: '#f6f7f9', dark: '#1c2127' };

/** Returns the stored place if a screen can still show it; else its size alone, centred on the main screen. */
export function visiblePlace(
  place: WindowPlace,
  screens: readonly { x: number; y: number; width: number; height: number }[],
): WindowPlace {
  const { x, y, width, height } = place;
  const fits = screens.some(
    (area) =>
      x !== undefined &&
      y !== undefined &&
      x < area.x + area.width - 100 &&
      x + width > area.x + 100 &&
      y >= area.y - 10 &&
      y < area.y + area.height - 50,
  );
  return fits ? place : { width, height, maximized: place.maximized };
}

/** Delay (ms) before a window whose process has died is reloaded. */
const RELOAD_DELAY = 100;

let main: BrowserWindow | undefined;

/** The window with the menu and the tabs; undefined once it is gone. */
export const mainWindow = (): BrowserWindow | undefined => (main?.isDestroyed() ? undefined : main);

/** Brings the main window before the user. */
export function bringToFront(): void {
  const window = mainWindow();
  if (window?.isMinimized()) window.restore();
  window?.show();
  window?.focus();
}

/** Key of a stored place: the main window's, or that of the last single-screen window. */
type PlaceName = 'window' | 'ownWindow';

/** Options of every window. */
export interface WindowOptions {
  readonly page: string;
  readonly preload: string;
  /** Returns the stored place of a window. */
  readonly place: (name: PlaceName) => WindowPlace;
  readonly keepPlace: (name: PlaceName, place: WindowPlace) => void;
  readonly title: string;
  readonly devTools: boolean;
  /** Called when the main window is first painted. */
  readonly painted: () => void;
  /** Called when a window's process has crashed or was killed. */
  readonly gone: (reason: string) => void;
}

/** Opens the main window early and shows it on its first paint. Single-screen windows close with it. */
export function openWindow(options: WindowOptions): void {
  main = makeWindow(options, 'window', options.place('window'));
  main.once('ready-to-show', options.painted);
  main.on('closed', closeOwnWindows);
}

/** Single-screen windows with their paths. */
const own = new Map<BrowserWindow, string>();
/** Maximum number of single-screen windows: more would be hard to find, and each costs a process. */
const MOST_OWN = 8;
/** Offset (px) of each further single-screen window, so that none covers another completely. */
const ASIDE = 28;

/** Path that a window was opened for; null for the main one. */
export const ownPathOf = (window: BrowserWindow): string | null => own.get(window) ?? null;

/**
 * Opens a single-screen window with the main window's protections. One already open for the path comes to the front;
 * returns false when too many are open.
 */
export function openOwnWindow(options: WindowOptions, path: string): boolean {
  const [there] = [...own].find(([, shown]) => shown === path) ?? [];
  if (there) {
    if (there.isMinimized()) there.restore();
    there.focus();
    return true;
  }
  if (own.size >= MOST_OWN) return false;
  const { x, y, ...size } = options.place('ownWindow');
  const by = own.size * ASIDE;
  const place = x === undefined || y === undefined ? {} : { x: x + by, y: y + by };
  const window = makeWindow(options, 'ownWindow', { ...size, ...place });
  own.set(window, path);
  window.on('closed', () => own.delete(window));
  return true;
}

/** Closes the single-screen windows without asking: the session or the app has ended. Unsaved input is in drafts. */
export function closeOwnWindows(): void {
  for (const window of own.keys()) window.destroy();
}

/** Creates a window at its place, and stores the place when it changes. */
function makeWindow(options: WindowOptions, name: PlaceName, wanted: WindowPlace): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximized, ...place } = visiblePlace(wanted, areas);
  const window = new BrowserWindow({
    ...place,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: options.title,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: path.resolve(options.preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: options.devTools,
    },
  });
  keepKeysAfterAlt(window.webContents);
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  const remember = () => {
    if (window.isDestroyed() || window.isMinimized()) return;
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    // Showing a window also fires `move`: an unchanged place is not written again.
    if (!isDeepStrictEqual(place, options.place(name))) options.keepPlace(name, place);
  };
  let settled: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(settled);
    settled = setTimeout(remember, 400);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', () => {
    clearTimeout(settled);
    remember();
  });
  // Reload a renderer that died; work in main continues. Not from within this event: Chromium is still tearing down the
  // old process, and would end the app.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    options.gone(reason);
    setTimeout(() => window.isDestroyed() || window.webContents.reload(), RELOAD_DELAY);
  });
  void window.loadURL(options.page);
  return window;
}

/**
 * Alt alone opens the menu bar; a combination with it must not. Electron does not see keys that the page has handled,
 * and takes Alt+↓ for Alt alone if Alt is released first: all later keys would go to the menu bar.
 */
function keepKeysAfterAlt(contents: WebContents): void {
  let combined = false;
  contents.on('before-input-event', (event, { type, key, alt, isAutoRepeat }) => {
    if (type === 'keyDown' && !isAutoRepeat) combined = key !== 'Alt' && (combined || alt);
    else if (type === 'keyUp' && key === 'Alt' && combined) event.preventDefault();
  });
}
