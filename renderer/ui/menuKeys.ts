import { isComposing, isTyping } from './shortcuts';

/** A list to choose from is no menu: the field that it belongs to hears its keys. */
const MENU = '.bp6-menu:not([role=listbox])';
/** An entry that can be chosen; of one that leads to more it is what stands around it that takes the focus. */
const ENTRY = '.bp6-menu-item:not([aria-disabled=true], .bp6-disabled)';

/** The entries of a menu in their order, without those of the menus that hang on them. */
const entriesOf = (menu: Element): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ENTRY)]
    .filter((entry) => entry.closest(MENU) === menu)
    .map((entry) => (entry.tabIndex < 0 ? entry.closest<HTMLElement>('.bp6-popover-target') : null) ?? entry);

/** The menu in which the focus is, or that has dropped down while nothing in it has the focus yet. */
function menuAround(target: EventTarget | null): Element | null {
  if (!(target instanceof Element) || isTyping(target)) return null;
  const within = target.closest(MENU);
  if (within) return within;
  // The popover takes the focus on an element before its content; it may hold more than the menu.
  const menu = target.closest('.bp6-overlay-open')?.querySelector(`.bp6-popover ${MENU}`);
  return menu && (target.contains(menu) || target.matches('.bp6-overlay-start-focus-trap')) ? menu : null;
}

/** The menu that a key has just opened from what still has the focus. */
const openedFrom = (target: EventTarget | null): Element | undefined =>
  target instanceof Element && !isTyping(target) && target.closest('.bp6-popover-target.bp6-popover-open')
    ? [...document.querySelectorAll(`.bp6-overlay-open .bp6-popover ${MENU}`)].at(-1)
    : undefined;

/** The entry that stands in a menu's place of the focus: the chosen one, else the first. */
const startOf = (entries: readonly HTMLElement[]) =>
  entries.find((entry) => entry.matches('.bp6-active, .bp6-selected')) ?? entries[0];

/**
 * Walks every menu of the window by the keys that menus have everywhere: arrows, Home, End, first letters; to the side into
 * what hangs on an entry and back. The library's menus are a row of links, with Tab from one to the next. A menu that was
 * opened by a key has the focus in its first entry. Answers how to end it.
 */
export function listenToMenus(): () => void {
  const ending = new AbortController();
  const capture = { signal: ending.signal, capture: true };
  let byKey = false;
  window.addEventListener('pointerdown', () => (byKey = false), capture);
  window.addEventListener(
    'keydown',
    (event) => {
      byKey = true;
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const within = menuAround(event.target);
      const menu = within ?? openedFrom(event.target);
      if (!menu) return;
      const entries = entriesOf(menu);
      // A key pressed at once continues from the entry that is about to have the focus.
      const stands = within ? document.activeElement : (startOf(entries) ?? null);
      const at = entries.findIndex((entry) => entry.contains(stands));
      if (event.key === 'Tab') {
        // One stop, however many entries: from its last one on, or back from its first.
        if (at >= 0) entries.at(event.shiftKey ? 0 : -1)?.focus();
        return;
      }
      const next = step(event.key, menu, entries, at);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      next?.focus();
    },
    capture,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!byKey || !(target instanceof Element) || target.closest(MENU)) return;
      const menu = menuAround(target);
      if (menu) startOf(entriesOf(menu))?.focus({ preventScroll: true });
    },
    { signal: ending.signal },
  );
  return () => ending.abort();
}

/** Where a key leads in a menu; null: nowhere, but it is the menu's; undefined: it is none of a menu's keys. */
function step(
  key: string,
  menu: Element,
  entries: readonly HTMLElement[],
  at: number,
): HTMLElement | null | undefined {
  const first = at < 0 ? startOf(entries) : undefined;
  if (key === 'ArrowDown') return first ?? entries[(at + 1) % entries.length] ?? null;
  if (key === 'ArrowUp') return entries.at(at < 0 ? -1 : at - 1) ?? null;
  if (key === 'Home') return entries[0] ?? null;
  if (key === 'End') return entries.at(-1) ?? null;
  if (key === 'ArrowRight') {
    if (entries[at]?.matches('.bp6-popover-target')) enter(entries[at]);
    return null;
  }
  if (key === 'ArrowLeft') return menu.parentElement?.closest(MENU) ? holderOf(menu) : null;
  // A letter is none of the screen's keys while a menu is open.
  if (/^\S$/u.test(key)) {
    const starts = (entry: HTMLElement) => entry.innerText.trim().toLowerCase().startsWith(key.toLowerCase());
    return [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))].find(starts) ?? null;
  }
  return undefined;
}

/** Goes into the menu that hangs on an entry, once it is open: it opens by itself a moment after the entry has the focus. */
function enter(entry: HTMLElement, left = 20): void {
  const hanging = entry.parentElement?.querySelector(MENU);
  const first = hanging && startOf(entriesOf(hanging));
  if (first) first.focus();
  else if (left > 0 && entry === document.activeElement) setTimeout(() => enter(entry, left - 1), 20);
}

/** The entry on which a menu hangs. */
const holderOf = (menu: Element): HTMLElement | null =>
  menu.closest('li')?.querySelector<HTMLElement>('.bp6-popover-target') ?? null;
