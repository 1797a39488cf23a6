/** A change is on its way to the disk after this long at the latest, in milliseconds. */
const AFTER = 400;

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly save: () => void;
}
const waiting = new Map<string, Waiting>();

/** Saves a moment after the last of several changes under one key. */
export function saveSoon(key: string, save: () => void): void {
  forgetSave(key);
  const timer = setTimeout(() => {
    waiting.delete(key);
    save();
  }, AFTER);
  waiting.set(key, { timer, save });
}

/** Takes back what was about to be saved. */
export function forgetSave(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

/** Saves at once what waits: before the window closes, and before a session's end changes whose it is. */
export function saveAllNow(): void {
  for (const [key, { save }] of waiting) {
    forgetSave(key);
    save();
  }
}
window.addEventListener('beforeunload', saveAllNow);
