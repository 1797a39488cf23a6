import path from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Memory, WindowPlace } from '../desktop/memory';

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

/** Opens the window early and shows it on its first paint; remembers its place. */
export function openWindow(options: {
  readonly page: string;
  readonly preload: string;
  readonly memory: Memory;
  readonly title: string;
  readonly devTools: boolean;
  readonly report: (message: string) => void;
}): BrowserWindow {
  const { memory, report } = options;
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximized, ...place } = visiblePlace(memory.get('window'), areas);
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
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  const remember = () => {
    if (window.isDestroyed() || window.isMinimized()) return;
    memory.set({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
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
  // A renderer that dies is loaded again at once; what was running in main goes on.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    report(`the window's process is gone: ${reason}`);
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  void window.loadURL(options.page);
  return window;
}
