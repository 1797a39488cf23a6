import i18next from 'i18next';
import { desktop } from '../api/bridge';
import { notify, notifyFailed } from '../ui/toaster';
import { saveAllNow } from './saveSoon';

/** Milliseconds in which what was opened by Shift+Enter comes. */
const SOON = 1000;
let wished = Number.NEGATIVE_INFINITY;

/** Says that the screen which is opened next is meant for a window of its own. */
export function wishOwnWindow(): void {
  wished = performance.now();
}

/** Returns true once if the next screen was requested in its own window. */
export function takeOwnWish(): boolean {
  const soon = performance.now() - wished < SOON;
  wished = Number.NEGATIVE_INFINITY;
  return soon;
}

/** Shows a screen in a window of its own; what was typed into it here goes with it as its draft. Answers whether it is there. */
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
