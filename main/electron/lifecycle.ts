import type { Language } from '@contract/limits';
import { LINK_SCHEME, linkAmong } from '@contract/link';
import { app, BrowserWindow } from 'electron';
import { confirmQuit } from './dialogs';
import { bringToFront, closeOwnWindows, mainWindow } from './window';

/**
 * Returns true for the first instance; a second start passes its arguments to the first and gets false. `link` receives
 * every link from this start, a later one or the system.
 */
export function isOnlyInstance(link: (link: string) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  const among = (args: readonly string[]) => {
    const found = linkAmong(args);
    if (found !== undefined) link(found);
  };
  among(process.argv);
  app.on('second-instance', (_event, args) => {
    bringToFront();
    among(args);
  });
  // macOS delivers links this way, possibly before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    bringToFront();
    link(url);
  });
  // The macOS and Linux packages register the scheme themselves. On Windows the app does, for this user only.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME);
  return true;
}

/** Ends the app so that another step, such as an installation, can follow. */
export interface ExitControl {
  /**
   * Asks as at any exit, runs `prepare` while everything still works, stops the embedded API, and runs `last`. Returns
   * false if the user stays; rejects if `prepare` does, and the app continues.
   */
  readonly leaveFor: (then: {
    readonly prepare: () => Promise<void>;
    readonly last: () => void;
  }) => Promise<boolean>;
}

/**
 * Quits in order: asks once about transfers and unsaved input, then lets the embedded API close its data before the
 * process ends. A closing window asks while it is still open; closing the main one ends the app. When the system ends
 * the session nobody is asked; the order is the same.
 */
export function quitInOrder(options: {
  readonly transfers: () => number;
  /** Returns the titles of a window's screens with unsaved input. */
  readonly unsaved: (window: BrowserWindow) => readonly string[];
  /** True if unsaved input is on the disk as drafts. */
  readonly kept: () => boolean;
  readonly cancelTransfers: () => void;
  readonly language: () => Language;
  readonly stop: () => Promise<void>;
}): ExitControl {
  let leaving: 'no' | 'asked' | 'stopping' | 'stopped' = 'no';
  let systemEnds = false;
  // The system ends the session and waits for no reply: unsaved input is in the drafts. A permanent listener also keeps
  // others (electron-store's file writer has one) from ending the process in the middle of this.
  const quitAtOnce = () => {
    systemEnds = true;
    if (leaving === 'asked') leaving = 'no';
    app.quit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitAtOnce);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (leaving === 'stopped') return;
    event.preventDefault();
    if (leaving !== 'no') return;
    leaving = 'asked';
    void leave();
  });
  const mayLeave = async (windows: readonly BrowserWindow[], transfers: number) => {
    const window = windows.find((one) => one === mainWindow()) ?? windows[0];
    const unsaved = [...new Set(windows.flatMap(options.unsaved))];
    if (systemEnds || !window || (transfers === 0 && unsaved.length === 0)) return true;
    return confirmQuit(window, options.language(), { transfers, unsaved, kept: options.kept() });
  };
  const leave = async () => {
    const may = await mayLeave(BrowserWindow.getAllWindows(), options.transfers());
    // Quitting is already under way, because the system ended the session.
    if (leaving !== 'asked') return;
    if (!may) {
      leaving = 'no';
      return;
    }
    await stop();
    app.quit();
  };
  const stop = async () => {
    leaving = 'stopping';
    options.cancelTransfers();
    await options.stop();
    leaving = 'stopped';
    closeOwnWindows();
  };
  const guard = (window: BrowserWindow) => {
    window.on('session-end', quitAtOnce);
    window.on('close', (event) => {
      if (leaving === 'stopping' || leaving === 'stopped') return;
      const main = window === mainWindow();
      if (!main && options.unsaved(window).length === 0) return;
      event.preventDefault();
      if (main) app.quit();
      else void mayLeave([window], 0).then((yes) => yes && window.destroy());
    });
  };
  for (const window of BrowserWindow.getAllWindows()) guard(window);
  app.on('browser-window-created', (_event, window) => guard(window));
  return {
    leaveFor: async ({ prepare, last }) => {
      if (leaving !== 'no') return false;
      leaving = 'asked';
      try {
        const stays = !(await mayLeave(BrowserWindow.getAllWindows(), options.transfers()));
        if (!stays) await prepare();
        if (systemEnds) return false;
        leaving = 'no';
        if (stays) return false;
      } catch (error) {
        if (!systemEnds) leaving = 'no';
        throw error;
      }
      await stop();
      last();
      return true;
    },
  };
}
