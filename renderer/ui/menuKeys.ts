import { isComposing, isTyping } from './shortcuts';

/** Selector of menus; a select's list is none, since its field handles the keys. */
const MENU = '.bp6-menu:not([role=listbox])';
/** Selector of selectable entries; for an entry with a submenu, the element around it takes the focus. */
const ENTRY = '.bp6-menu-item:not([aria-disabled=true], .bp6-disabled)';

/** Returns the entries of a menu in order, without those of its submenus. */
const entriesOf = (menu: Element): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>(ENTRY)]
    .filter((entry) => entry.closest(MENU) === menu)
    .map((entry) => (entry.tabIndex < 0 ? entry.closest<HTMLElement>('.bp6-popover-target') : null) ?? entry);

/** Returns the menu that contains the focus, or one that has just opened and has no focus yet. */
function menuAround(target: EventTarget | null): Element | null {
  if (!(target instanceof Element) || isTyping(target)) return null;
  const within = target.closest(MENU);
  if (within) return within;
  // The popover takes the focus on an element before its content; it may hold more than the menu.
  const menu = target.closest('.bp6-overlay-open')?.querySelector(`.bp6-popover ${MENU}`);
  return menu && (target.contains(menu) || target.matches('.bp6-overlay-start-focus-trap')) ? menu : null;
}

/** Returns the menu that a key has just opened from the focused element. */
const openedFrom = (target: EventTarget | null): Element | undefined =>
  target instanceof Element && !isTyping(target) && target.closest('.bp6-popover-target.bp6-popover-open')
    ? [...document.querySelectorAll(`.bp6-overlay-open .bp6-popover ${MENU}`)].at(-1)
    : undefined;

/** Returns the entry to focus in a menu: the selected one, or else the first. */
const startOf = (entries: readonly HTMLElement[]) =>
  entries.find((entry) => entry.matches('.bp6-active, .bp6-selected')) ?? entries[0];

/**
 * Adds the usual keys to every menu of the window: arrows, Home, End, first letters; left and right for submenus. The
 * library's menus are a row of links with Tab from one to the next. A menu opened by a key gets the focus on its first
 * entry. Returns the function that removes the listener.
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
      const focused = within ? document.activeElement : (startOf(entries) ?? null);
      const at = entries.findIndex((entry) => entry.contains(focused));
      if (event.key === 'Tab') {
        // A menu is one tab stop, however many entries it has.
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

/** Returns the target of a key in a menu; null if a menu key has no target, undefined if it is no menu key. */
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
  // Letters do not trigger shortcuts of the screen while a menu is open.
  if (/^\S$/u.test(key)) {
    const starts = (entry: HTMLElement) => entry.innerText.trim().toLowerCase().startsWith(key.toLowerCase());
    return [...entries.slice(at + 1), ...entries.slice(0, Math.max(at, 0))].find(starts) ?? null;
  }
  return undefined;
}

/** Enters the submenu of an entry once it is open; it opens shortly after the entry has the focus. */
function enter(entry: HTMLElement, left = 20): void {
  const hanging = entry.parentElement?.querySelector(MENU);
  const first = hanging && startOf(entriesOf(hanging));
  if (first) first.focus();
  else if (left > 0 && entry === document.activeElement) setTimeout(() => enter(entry, left - 1), 20);
}

/** Returns the entry that a submenu belongs to. */
const holderOf = (menu: Element): HTMLElement | null =>
  menu.closest('li')?.querySelector<HTMLElement>('.bp6-popover-target') ?? null;
