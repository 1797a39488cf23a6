import i18next from 'i18next';
import { desktop } from '../api/bridge';
import { notify, notifyFailed } from '../ui/toaster';
import { saveAllNow } from './saveSoon';

/** Maximum milliseconds between Shift+Enter and the opening of its screen. */
const SOON = 1000;
let wished = Number.NEGATIVE_INFINITY;

/** Requests that the next screen be opened in its own window. */
export function wishOwnWindow(): void {
  wished = performance.now();
}

/** Returns true once if the next screen was requested in its own window. */
export function takeOwnWish(): boolean {
  const soon = performance.now() - wished < SOON;
  wished = Number.NEGATIVE_INFINITY;
  return soon;
}

/** Opens a screen in its own window, with its unsaved input as a draft; returns true on success. */
export async function openOwnWindow(path: string): Promise<boolean> {
  saveAllNow();
  try {
    const there = await desktop.windows.open({ path });
    if (!there) notify({ text: i18next.t('app.ownTooMany'), intent: 'warning' });
    return there;
  } catch (error) {
    notifyFailed(error);
    return false;
  }
}
