import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { GS, KeyBurst, typedChar } from './keyBurst';
import { useStableCallback } from './useStableCallback';

/** Key combination: `mod+k`, `alt+arrowleft`, `g b` (one after the other) or `?`. `mod` is Ctrl, on a Mac Cmd. */
export type Combo = string;

/** Key and its action, for the list of keys. */
export interface Shortcut {
  readonly combo: Combo;
  readonly label: string;
  /** Null if the focused part of the screen handles the key itself; the sheet lists the key nevertheless. */
  readonly run: (() => void) | null;
  /** True if the key also works while typing into a field. */
  readonly typing?: boolean;
}

/** Action without a key that is available now, for the palette. */
export interface OfferedAction {
  readonly label: string;
  readonly run: () => void;
  /** True for actions of the desk, which the palette lists after those of the screen. */
  readonly ofDesk?: boolean;
}

const active: Shortcut[] = [];
const offering: (() => readonly OfferedAction[])[] = [];
/** Buffered key, meant for a screen or overlay that is still loading. */
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

/** Returns the shortcuts that are active now. */
export const activeShortcuts = (): readonly Shortcut[] => active.filter((one) => !isCovered(one));

/** Returns the actions without a key that are available now; a covered screen provides none. */
export const offeredNow = (): readonly OfferedAction[] =>
  covered.length > 0 ? [] : offering.flatMap((find) => find());

/** Offers actions to the palette while the component is shown; `find` runs when the palette opens. */
export function useOffered(find: () => readonly OfferedAction[]): void {
  const mine = useStableCallback(find);
  useLayoutEffect(() => {
    offering.push(mine);
    return () => void offering.splice(offering.indexOf(mine), 1);
  }, [mine]);
}

/** Returns the enabled buttons in an element as actions, except those with an icon only. */
export const buttonsOf = (place: Element | null | undefined): readonly OfferedAction[] =>
  [...(place?.querySelectorAll('button') ?? [])]
    .filter((button) => !button.disabled && !button.closest('[inert]') && button.textContent)
    .map((button) => ({ label: button.textContent, run: () => button.click() }));

/** Registers shortcuts while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useInsertionEffect(() => {
    latest.current = shortcuts;
  });
  // Registered before the screen is painted, so that no key pressed on sight of it is lost.
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
 * Buffers keys while a screen, or the record on it, is loading, and replays them once it is there. A user who opens a
 * screen and types or scans at once must not lose the first letters, nor trigger other shortcuts with them; after a
 * second of waiting, shortcuts to other screens work again.
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
      // If the user leaves before it is loaded, drop the keys: they are not meant for the next screen.
      queueMicrotask(() => waits.current && takeEarlyKeys());
    };
  }, [waiting]);
}

/** Shortcuts of covered screens: their letter keys are disabled, wherever the focus is. */
const covered: (readonly Shortcut[])[] = [];
const LETTERS = /^([\w/]|enter|shift\+\w)( \w)?$/;
const isCovered = (one: Shortcut) => LETTERS.test(one.combo) && covered.some((keys) => keys.includes(one));
/** How long, in milliseconds, keystrokes are buffered for an overlay that is still opening. */
const KEY_BUFFER_MS = 1000;

/**
 * Suspends the shortcuts active now. `from(focused)` starts it and returns the function that ends it; keys typed before
 * the focus leaves `focused` are replayed into the newly focused field.
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

/** Buffers keys until another element gets the focus, and replays them there; returns the function that drops them. */
function holdKeys(): () => void {
  const holding = new AbortController();
  const { signal } = holding;
  held += 1;
  const giveUp = () => {
    if (signal.aborted) return;
    // Drop the keys; otherwise the next loading screen would get them.
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

/** Removes and returns the buffered keys, for a screen that handles typing itself. */
export function takeEarlyKeys(): readonly EarlyKey[] {
  const taken = early;
  early = [];
  return taken;
}

/**
 * Replays the buffered keys on the loaded screen: text after a key that leads into a field, for example `/` for the
 * search, is typed there.
 */
function doEarlyKeys(): void {
  // Waits for the pending render before each key: until then a field would revert typed text, and Enter would apply to
  // the previous state. No other task runs in between.
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
  if (OF_PARTS.test(combo)) shortcutFor(combo, isTyping(field))?.run?.();
  else if (!isTyping(field)) {
    const found = shortcutFor(combo, false);
    if (found) found.run?.();
    // A select button opens its list on typing.
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
  // A character typed with Shift, for example `?`, needs no `shift` prefix.
  if (event.shiftKey && /^[a-z]$|^\w{2,}$/.test(key)) parts.push('shift');
  return [...parts, key].join('+');
}

/** True while an input method composes a word: Enter then only selects a character. */
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

/**
 * Action of a key, alone or after the previous one. The newest wins: keys of a dialog precede those of the screen
 * below.
 */
function shortcutFor(combo: Combo, typing: boolean): Shortcut | undefined {
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

/** Returns the topmost dialog, panel or menu; tooltips and toasts do not count. */
export const onTop = () =>
  [...document.querySelectorAll('.bp6-overlay-open:not(.bp6-toast-container, :has(> * > .bp6-tooltip))')].at(
    -1,
  );

/** True if a key types or submits text. */
const isLetter = (combo: Combo): boolean => /^(.|enter|shift\+.)$/.test(combo);
/** Keys that move through the parts of a record. */
const OF_PARTS = /^alt\+page(up|down)$/;

/** Returns the key to buffer, if the event types or submits text; a Tab that ends a scan counts as Enter. */
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

/** True if the buffered keys are a scan that ends at a time in milliseconds. */
function endsScan(at: number): boolean {
  const burst = new KeyBurst();
  for (const { key, timeStamp } of early)
    if (key === 'Enter') burst.end(timeStamp);
    else burst.add(key, timeStamp);
  return burst.end(at) !== undefined;
}

/** Buffers a key that types or submits text; returns false for others. */
function keep(event: KeyboardEvent): boolean {
  const kept = earlyKey(event);
  if (kept) early.push(kept);
  return kept !== undefined;
}

/** Installs the window's only key listener; returns the function that removes it. */
export function listenToKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return;
    // The top overlay gets the focus shortly after it appears, and has none while one of its buttons waits for a
    // response.
    const top = event.key === 'Escape' && event.isTrusted ? onTop() : undefined;
    if (top && !top.contains(document.activeElement)) {
      top.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
      return;
    }
    const combo = comboOf(event);
    const typing = isTyping(event.target);
    const found = shortcutFor(combo, typing);
    if (!found) {
      // Outside of text fields, selecting all would mark the whole window.
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
  // Handled before the focused element: Space would select a row of the list that is about to be left.
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
  // The library presses a button on the release of Enter or Space, wherever the key was pressed: a key that closed a
  // dialog or submitted a form would press the button that is focused next.
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

/** Returns the display text of a combination. */
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
