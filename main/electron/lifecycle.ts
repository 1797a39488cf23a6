import type { Language } from '@contract/limits';
import { app, BrowserWindow } from 'electron';
import { askToQuit } from './dialogs';

/** A second start hands over to the first and ends; answers false for the second. */
export function isOnlyInstance(): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  return true;
}

/** Leaves in order: asks while transfers run, then lets the embedded API close its data before the process ends. */
export function quitInOrder(options: {
  readonly transfers: () => number;
  readonly cancelTransfers: () => void;
  readonly language: () => Language;
  readonly stop: () => Promise<void>;
}): void {
  let leaving: 'no' | 'asked' | 'stopping' | 'stopped' = 'no';
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (leaving === 'stopped') return;
    event.preventDefault();
    if (leaving !== 'no') return;
    leaving = 'asked';
    void leave();
  });
  const leave = async () => {
    const [window] = BrowserWindow.getAllWindows();
    const transfers = options.transfers();
    if (transfers > 0 && window && !(await askToQuit(window, options.language(), transfers))) {
      leaving = 'no';
      return;
    }
    leaving = 'stopping';
    options.cancelTransfers();
    await options.stop();
    leaving = 'stopped';
    app.quit();
  };
}
