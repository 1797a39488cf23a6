const HEAD = 'button.fc-area-head';
const STOPS = `${HEAD}, .fc-menu-entry`;

/** Puts the focus on the first entry of a menu. */
export const toFirstEntry = (menu: HTMLElement | null): void =>
  menu?.querySelector<HTMLElement>('.fc-menu-entry')?.focus();

/** Goes to the first entry of a menu. */
export const openFirstEntry = (menu: HTMLElement | null): void =>
  menu?.querySelector<HTMLElement>('.fc-menu-entry')?.click();

/**
 * Walks the menu by arrows: up and down through headings and entries, right into a section, left back to its heading. A
 * heading opens and folds by them.
 */
export function walkMenu(event: React.KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const at = document.activeElement;
  if (altKey || ctrlKey || metaKey || shiftKey || !(at instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const index = stops.indexOf(at);
  if (index < 0) return;
  const next = {
    ArrowDown: () => stops[index + 1]?.focus(),
    ArrowUp: () => stops[index - 1]?.focus(),
    Home: () => stops[0]?.focus(),
    End: () => stops.at(-1)?.focus(),
    ArrowRight: () =>
      at.ariaExpanded === 'false' ? at.click() : at.matches(HEAD) && stops[index + 1]?.focus(),
    ArrowLeft: () =>
      at.ariaExpanded === 'true'
        ? at.click()
        : at.closest('section')?.querySelector<HTMLElement>(HEAD)?.focus(),
  }[key];
  if (!next) return;
  event.preventDefault();
  next();
}
