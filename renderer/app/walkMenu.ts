const HEAD = 'button.fc-area-head';
const STOPS = `${HEAD}, .fc-menu-entry`;

/** Puts the focus on the first entry of a menu. */
export const toFirstEntry = (menu: HTMLElement | null): void =>
  menu?.querySelector<HTMLElement>('.fc-menu-entry')?.focus();

/** Opens the first entry of a menu. */
export const openFirstEntry = (menu: HTMLElement | null): void =>
  menu?.querySelector<HTMLElement>('.fc-menu-entry')?.click();

/**
 * Moves through the menu by arrow keys: up and down through headings and entries, right into a section, left back to
 * its heading. On a heading, right opens and left folds the section.
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
