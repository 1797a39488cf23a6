import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { WindowPlace } from '../desktop/memory';

/** The smallest window in which every screen works. */
const SMALLEST = { width: 1024, height: 700 };

/** Background before the first paint, so that nothing flashes. */
const BACKGROUND = { light: '#f6f7f9', dark: '#1c2127' };

/** Where the window was, if a screen there can still show it; else the middle of the main screen. */
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

/** Milliseconds after which a window whose process has died is loaded again. */
const AFTER_GONE = 100;

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

/** Which window's place it is: that of the main one, or of the last one of a single screen. */
type Kept = 'window' | 'ownWindow';

/** What every window of the app is opened with. */
export interface WindowOptions {
  readonly page: string;
  readonly preload: string;
  /** Where the window was last. */
  readonly place: (kept: Kept) => WindowPlace;
  readonly keepPlace: (kept: Kept, place: WindowPlace) => void;
  readonly title: string;
  readonly devTools: boolean;
  /** The main window was painted for the first time. */
  readonly painted: () => void;
  /** A window's process has ended by itself. */
  readonly gone: (reason: string) => void;
}

/** Opens the main window early and shows it on its first paint. Those of single screens go with it. */
export function openWindow(options: WindowOptions): void {
  main = makeWindow(options, 'window', options.place('window'));
  main.once('ready-to-show', options.painted);
  main.on('closed', closeOwnWindows);
}

/** Windows that show one screen each, with its path. */
const own = new Map<BrowserWindow, string>();
/** More of them than that are lost sight of, and each costs a process. */
const MOST_OWN = 8;
/** Pixels by which a further one stands beside the last, so that it is seen that there are two. */
const ASIDE = 28;

/** The screen that a window was opened for; null for the main one. */
export const ownPathOf = (window: BrowserWindow): string | null => own.get(window) ?? null;

/**
 * Shows one screen in a window of its own, with all that protects the main one. One that is open already comes to the front;
 * false when there are too many.
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

/** Closes the windows of single screens without a question: the session or the app has ended. What was typed is a draft. */
export function closeOwnWindows(): void {
  for (const window of own.keys()) window.destroy();
}

/** A window in its place, which is remembered. */
function makeWindow(options: WindowOptions, kept: Kept, wanted: WindowPlace): BrowserWindow {
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
    // As it is shown it is told to have moved: what stands in the file already is not written once more.
    if (!isDeepStrictEqual(place, options.place(kept))) options.keepPlace(kept, place);
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
  // A renderer that dies is loaded again; what was running in main goes on. Not from within this event: Chromium is still
  // taking the old process apart, and would end the app.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    options.gone(reason);
    setTimeout(() => window.isDestroyed() || window.webContents.reload(), AFTER_GONE);
  });
  void window.loadURL(options.page);
  return window;
}

/**
 * Alt alone leads to the menu bar, and a combination with it does not. Electron hears of no key that the page has taken, and
 * counts Alt+↓ as Alt alone where Alt is let go of first: all keys after it would go to the menu bar.
 */
function keepKeysAfterAlt(contents: WebContents): void {
  let combined = false;
  contents.on('before-input-event', (event, { type, key, alt, isAutoRepeat }) => {
    if (type === 'keyDown' && !isAutoRepeat) combined = key !== 'Alt' && (combined || alt);
    else if (type === 'keyUp' && key === 'Alt' && combined) event.preventDefault();
  });
}
