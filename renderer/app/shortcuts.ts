import { useLayoutEffect, useRef } from 'react';

/** A key combination, as `mod+k`, `alt+arrowleft`, `g b` (one after the other) or `?`. `mod` is Ctrl, on a Mac Cmd. */
export type Combo = string;

/** What a key does, for the sheet that lists them. */
export interface Shortcut {
  readonly combo: Combo;
  readonly label: string;
  /** Null: the part of the screen that has the focus hears it itself, and the sheet lists it. */
  readonly run: (() => void) | null;
  /** Also while typing into a field. */
  readonly typing?: boolean;
}

const active: Shortcut[] = [];
/** Keys that nobody heard while a screen was on its way, with the time of each. */
let early: { readonly key: string; readonly timeStamp: number; readonly combo: Combo }[] = [];
let awaited = 0;
let held = 0;
let first = '';
let firstAt = 0;
const SEQUENCE = 1200;

/** The keys that do something just now. */
export const activeShortcuts = (): readonly Shortcut[] => active;

/** Makes keys do something while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the screen is painted: a key pressed at the very sight of it must be heard.
  useLayoutEffect(() => {
    const mine: Shortcut[] = latest.current.map((shortcut, index) => ({
      ...shortcut,
      // As it is called by now: the language may have been switched.
      get label() {
        return latest.current[index]?.label ?? shortcut.label;
      },
      run: shortcut.run && (() => latest.current[index]?.run?.()),
    }));
    active.push(...mine);
    return () => {
      for (const one of mine) active.splice(active.indexOf(one), 1);
    };
  }, []);
}

/**
 * Keeps keys that nobody hears from now on, since the screen they are meant for is still being loaded; answers how to
 * end that. Whoever opens a screen and types or scans at once must not lose the first letters.
 */
export function keepEarlyKeys(): () => void {
  awaited += 1;
  return () => {
    awaited -= 1;
  };
}

/**
 * Holds all that is typed back for a field that is on its way, whatever else these keys would do; answers how to end that.
 * The field that has the focus gives it up: what is being composed, which no listener can hold, would go into it.
 */
export function holdKeys(): () => void {
  held += 1;
  (document.activeElement as HTMLElement | null)?.blur();
  return () => {
    held -= 1;
  };
}

/** The keys that came early, for a screen that takes what is typed; nobody else gets them then. */
export function takeEarlyKeys(): typeof early {
  const taken = early;
  early = [];
  return taken;
}

/**
 * Does what the keys that came early do, now that their screen stands there: what follows a key that leads into a field, as
 * `/` into the search, is typed there.
 */
export function doEarlyKeys(): void {
  // Each once what is being drawn is done: until then a field takes back what is typed into it, and Enter means what stood
  // there before. Nothing else comes in between.
  const inTurn = async () => {
    await null;
    for (const key of takeEarlyKeys()) {
      doEarlyKey(key);
      await null;
    }
  };
  void inTurn();
}

function doEarlyKey({ key, combo }: (typeof early)[number]): void {
  const field = document.activeElement;
  if (!isTyping(field)) active.findLast((one) => one.run && one.combo === combo)?.run?.();
  // As if it had been typed: whoever watches the field hears of it.
  else if (combo !== 'enter') document.execCommand('insertText', false, key);
  else {
    const { form } = field as HTMLInputElement;
    if (form) form.requestSubmit();
    else
      for (const type of ['keydown', 'keyup'])
        field?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }));
  }
}

const isMac = navigator.platform.startsWith('Mac');

function comboOf(event: KeyboardEvent): Combo {
  const key = event.key.toLowerCase();
  const parts = [];
  if (isMac ? event.metaKey : event.ctrlKey) parts.push('mod');
  if (event.altKey) parts.push('alt');
  // A sign that needs Shift to be typed, as `?`, carries it already.
  if (event.shiftKey && /^[a-z]$|^\w{2,}$/.test(key)) parts.push('shift');
  return [...parts, key].join('+');
}

/** True while a word is being composed: Enter then chooses a character and nothing else. */
export const isComposing = (event: {
  isComposing?: boolean;
  keyCode?: number;
  nativeEvent?: { isComposing?: boolean };
}): boolean => event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === 229;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The one listener of the window. */
export function listenToKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return;
    const combo = comboOf(event);
    const sequence = performance.now() - firstAt < SEQUENCE ? `${first} ${combo}` : '';
    const typing = isTyping(event.target);
    const typed = !typing && /^(.|enter|shift\+.)$/.test(combo);
    if (typed && held > 0) {
      event.preventDefault();
      early.push({ key: event.key, timeStamp: event.timeStamp, combo });
      return;
    }
    // The newest wins: a dialog's keys come before those of the screen beneath it.
    const found = active.findLast(
      (one) => one.run && (one.combo === combo || one.combo === sequence) && (!typing || one.typing),
    );
    first = combo;
    firstAt = performance.now();
    if (!found) {
      if (typed && awaited > 0) early.push({ key: event.key, timeStamp: event.timeStamp, combo });
      return;
    }
    event.preventDefault();
    found.run?.();
  };
  window.addEventListener('keydown', heard);
  return () => window.removeEventListener('keydown', heard);
}

/** A combination as people read it. */
export function comboText(combo: Combo): string {
  const names: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    alt: isMac ? '⌥' : 'Alt',
    shift: 'Shift',
    arrowleft: '←',
    arrowup: '↑',
    arrowdown: '↓',
    escape: 'Esc',
  };
  return combo
    .split(' ')
    .map((step) =>
      step
        .split('+')
        .map(
          (part) =>
            names[part] ?? (part.length === 1 ? part.toUpperCase() : part[0]?.toUpperCase() + part.slice(1)),
        )
        .join(isMac ? '' : '+'),
    )
    .join(' ');
}
