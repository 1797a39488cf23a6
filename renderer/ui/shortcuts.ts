import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { GS, KeyBurst, typedChar } from './keyBurst';

/** A key combination, as `mod+k`, `alt+arrowleft`, `g b` (one after the other) or `?`. `mod` is Ctrl, on a Mac Cmd. */
export type Combo = string;

/** Key and its action, for the list of keys. */
export interface Shortcut {
  readonly combo: Combo;
  readonly label: string;
  /** Null: the part of the screen that has the focus hears it itself, and the sheet lists it. */
  readonly run: (() => void) | null;
  /** Also while typing into a field. */
  readonly typing?: boolean;
}

/** Action without a key that is available now, for the palette. */
export interface Offered {
  readonly label: string;
  readonly run: () => void;
  /** Of the desk rather than of what the screen shows: it stands after that. */
  readonly ofDesk?: boolean;
}

const active: Shortcut[] = [];
const offering: (() => readonly Offered[])[] = [];
/** A key that was not for what stood there when it was pressed, but for what is on its way. */
interface EarlyKey {
  readonly key: string;
  readonly timeStamp: number;
  readonly combo: Combo;
  readonly target: EventTarget | null;
}
let early: EarlyKey[] = [];
let awaited = 0;
let awaitedSince = 0;
let held = 0;
let first = '';
let firstAt = 0;
const SEQUENCE = 1200;

/** The keys that do something just now. */
export const activeShortcuts = (): readonly Shortcut[] => active.filter((one) => !isCovered(one));

/** Actions without a key that are available now, by their providers; a covered screen provides none. */
export const offeredNow = (): readonly Offered[] =>
  covered.length > 0 ? [] : offering.flatMap((find) => find());

/** Offers what is found when somebody asks, while the component is shown. */
export function useOffered(find: () => readonly Offered[]): void {
  const latest = useRef(find);
  latest.current = find;
  useLayoutEffect(() => {
    const mine = () => latest.current();
    offering.push(mine);
    return () => void offering.splice(offering.indexOf(mine), 1);
  }, []);
}

/** Labels of the enabled buttons in an element; a button with an icon alone has none. */
export const buttonsOf = (place: Element | null | undefined): readonly Offered[] =>
  [...(place?.querySelectorAll('button') ?? [])]
    .filter((button) => !button.disabled && !button.closest('[inert]') && button.textContent)
    .map((button) => ({ label: button.textContent, run: () => button.click() }));

/** Makes keys do something while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the screen is painted: a key pressed at the very sight of it must be heard.
  useLayoutEffect(() => {
    const mine: Shortcut[] = latest.current.map((shortcut, index) => ({
      ...shortcut,
      // Read the label now: the language may have changed.
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
 * Keeps keys that nobody hears while the screen they are meant for, or the record on it, is still being loaded, and does
 * them once it stands there. Whoever opens a screen and types or scans at once must not lose the first letters, nor be led
 * away by them: who still waits after a second may go elsewhere by a key.
 */
export function useEarlyKeys(waiting: boolean): void {
  const waits = useRef(false);
  useLayoutEffect(() => {
    if (!waiting) {
      // Nested waiting elements are counted already: their effects run first.
      if (waits.current && awaited === 0) doEarlyKeys();
      waits.current = false;
      return undefined;
    }
    waits.current = true;
    if (awaited === 0) awaitedSince = performance.now();
    awaited += 1;
    return () => {
      awaited -= 1;
      // Whoever leaves before it has come does not mean what comes to the front instead.
      queueMicrotask(() => waits.current && takeEarlyKeys());
    };
  }, [waiting]);
}

/** Keys of a screen that something stands over: letters among them do nothing meanwhile, wherever the focus is. */
const covered: (readonly Shortcut[])[] = [];
const LETTERS = /^([\w/]|enter|shift\+\w)( \w)?$/;
const isCovered = (one: Shortcut) => LETTERS.test(one.combo) && covered.some((keys) => keys.includes(one));
/** Milliseconds after which nobody who opened something types into it as it comes. */
const KEY_BUFFER_MS = 1000;

/**
 * Covers the keys that do something just now, from a moment on: answers how to begin, told what has the focus before, and that
 * answers how to end. What is typed until something else has the focus goes there, if it is a field, and nowhere else.
 */
export function suspendShortcuts(): { readonly from: (focused: Element | null) => () => void } {
  const keys = [...active];
  return {
    from: (focused) => {
      covered.push(keys);
      const giveUp = document.activeElement === focused ? holdKeys() : undefined;
      return () => {
        giveUp?.();
        covered.splice(covered.indexOf(keys), 1);
      };
    },
  };
}

/** Holds what is typed until something gets the focus, and with it what was typed; answers how to give that up. */
function holdKeys(): () => void {
  const holding = new AbortController();
  const { signal } = holding;
  held += 1;
  const giveUp = () => {
    if (signal.aborted) return;
    // Else the next screen that is waited for would get it.
    takeEarlyKeys();
    holding.abort();
  };
  const late = setTimeout(giveUp, KEY_BUFFER_MS);
  signal.addEventListener('abort', () => {
    held -= 1;
    clearTimeout(late);
  });
  const given = () => {
    doEarlyKeys();
    holding.abort();
  };
  document.addEventListener('focusin', given, { signal });
  return giveUp;
}

/** The keys that came early, for a screen that takes what is typed; nobody else gets them then. */
export function takeEarlyKeys(): readonly EarlyKey[] {
  const taken = early;
  early = [];
  return taken;
}

/**
 * Does what the keys that came early do, now that their screen stands there: what follows a key that leads into a field, as
 * `/` into the search, is typed there.
 */
function doEarlyKeys(): void {
  // Each once what is being drawn is done: until then a field takes back what is typed into it, and Enter means what stood
  // there before. Nothing else comes in between.
  const inTurn = async () => {
    await null;
    const waited = held + awaited;
    // Stop replaying once a key has opened something; the remaining keys go to that.
    while (early.length > 0 && held + awaited <= waited) {
      flushSync(() => doEarlyKey(early.shift() as EarlyKey));
      await null;
    }
  };
  void inTurn();
}

function doEarlyKey({ key, combo, target }: EarlyKey): void {
  const field = document.activeElement;
  if (OF_PARTS.test(combo)) meant(combo, isTyping(field))?.run?.();
  else if (!isTyping(field)) {
    const found = meant(combo, false);
    if (found) found.run?.();
    // A list to choose from opens by typing.
    else if (field instanceof HTMLButtonElement && field !== target)
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
  // Dispatch an input event, so that listeners of the field run.
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

/** True if the target accepts text input. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** True if the target has text that keys can select. */
const isText = (target: EventTarget | null): boolean =>
  isTyping(target) && !(target instanceof HTMLSelectElement) && !(target as HTMLInputElement).matches(TICKED);
const TICKED = '[type=checkbox],[type=radio]';

/** Action of a key, alone or after the previous one. The newest wins: keys of a dialog precede those of the screen below. */
function meant(combo: Combo, typing: boolean): Shortcut | undefined {
  const sequence = performance.now() - firstAt < SEQUENCE ? `${first} ${combo}` : '';
  first = combo;
  firstAt = performance.now();
  return active.findLast(
    (one) =>
      one.run &&
      (one.combo === combo || one.combo === sequence) &&
      (!typing || one.typing) &&
      !isCovered(one),
  );
}

/** The dialog, panel or menu that stands above all else; hints and messages are none. */
export const onTop = () =>
  [...document.querySelectorAll('.bp6-overlay-open:not(.bp6-toast-container, :has(> * > .bp6-tooltip))')].at(
    -1,
  );

/** True if a key types or submits text. */
const isLetter = (combo: Combo): boolean => /^(.|enter|shift\+.)$/.test(combo);
/** Leads through the parts of a record. */
const OF_PARTS = /^alt\+page(up|down)$/;

/** The early key of an event that writes, or sends what was written; a Tab counts as Enter where it ends a scan. */
function earlyKey(event: KeyboardEvent): EarlyKey | undefined {
  const { key, timeStamp, target } = event;
  const combo = comboOf(event);
  if (isLetter(combo)) return { key, timeStamp, combo, target };
  const char = typedChar(event);
  if (char === GS) return { key: char, timeStamp, combo: char, target };
  return combo === 'tab' && endsScan(timeStamp)
    ? { key: 'Enter', timeStamp, combo: 'enter', target }
    : undefined;
}

/** True where the keys that came early are a scan until a time in milliseconds. */
function endsScan(at: number): boolean {
  const burst = new KeyBurst();
  for (const { key, timeStamp } of early)
    if (key === 'Enter') burst.end(timeStamp);
    else burst.add(key, timeStamp);
  return burst.end(at) !== undefined;
}

/** Keeps a key that writes, or sends what was written; false for others. */
function keep(event: KeyboardEvent): boolean {
  const kept = earlyKey(event);
  if (kept) early.push(kept);
  return kept !== undefined;
}

/** The one listener of the window. */
export function listenToKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return;
    // The top overlay gets the focus shortly after it appears, and has none while one of its buttons waits for a response.
    const top = event.key === 'Escape' && event.isTrusted ? onTop() : undefined;
    if (top && !top.contains(document.activeElement)) {
      top.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
      return;
    }
    const combo = comboOf(event);
    const typing = isTyping(event.target);
    const found = meant(combo, typing);
    if (!found) {
      // There is no text to choose where nothing is written: the whole window would turn blue.
      if (combo === 'mod+a' && !isText(event.target)) event.preventDefault();
      if (awaited === 0) return;
      const { key, timeStamp, target } = event;
      if (OF_PARTS.test(combo)) early.push({ key, timeStamp, combo, target });
      else if (!typing) keep(event);
      return;
    }
    event.preventDefault();
    found.run?.();
  };
  let pressedOn: EventTarget | null = null;
  // Before whatever has the focus hears of it: Space would choose a row of the list that one is about to leave.
  const keepEarly = (event: KeyboardEvent) => {
    if (isComposing(event) || !event.isTrusted) return;
    const waits = awaited > 0 && !isTyping(event.target) && performance.now() - awaitedSince < KEY_BUFFER_MS;
    if (!(held > 0 || waits) || !keep(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressedOn = null;
  };
  const ending = new AbortController();
  const { signal } = ending;
  const capture = { signal, capture: true };
  window.addEventListener('keydown', keepEarly, capture);
  window.addEventListener('keydown', heard, { signal });
  // The library presses a button when Enter or Space is let go of above it, wherever it was pressed: a key that closed a
  // dialog, or sent a form, would press what gets the focus after it.
  window.addEventListener('keydown', ({ target }) => (pressedOn = target), capture);
  window.addEventListener(
    'keyup',
    (event) => {
      if (/^(Enter| )$/.test(event.key) && event.target !== pressedOn) event.stopImmediatePropagation();
    },
    capture,
  );
  return () => ending.abort();
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
    pageup: 'PgUp',
    pagedown: 'PgDn',
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
