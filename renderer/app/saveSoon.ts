/** Maximum delay in milliseconds before a change is saved. */
const AFTER = 400;

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  save: () => void;
}
const waiting = new Map<string, Waiting>();

/** Saves the latest of several changes under one key, a fixed time after the first: typing on does not postpone it. */
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

/** Cancels a pending save. */
export function forgetSave(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

/** Runs all pending saves: before the window closes, and before the end of a session changes the owner. */
export function saveAllNow(): void {
  for (const [key, { save }] of waiting) {
    forgetSave(key);
    save();
  }
}
window.addEventListener('beforeunload', saveAllNow);
