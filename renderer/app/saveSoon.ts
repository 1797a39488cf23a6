/** A change is on its way to the disk after this long at the latest, in milliseconds. */
const AFTER = 400;

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  save: () => void;
}
const waiting = new Map<string, Waiting>();

/** Saves a moment after the first of several changes under one key, what the last of them said: who types on and on waits no longer. */
export function saveSoon(key: string, save: () => void): void {
  const before = waiting.get(key);
  if (before) {
    before.save = save;
    return;
  }
  const timer = setTimeout(() => {
    const { save: last } = waiting.get(key) ?? { save };
    waiting.delete(key);
    last();
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
