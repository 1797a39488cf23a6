/** Selector of overlays that keep Tab within them. */
const DIALOG = '.bp6-drawer, .bp6-dialog-container';
const STOPS = 'a[href], button, input, select, textarea, [tabindex]';

const stopsIn = (dialog: Element): HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
  );

/**
 * Wraps Tab from the end of a dialog or panel to its start, and back. The library's own way passes two invisible stops,
 * each one more key press. Returns the function that removes the listener.
 */
export function listenToDialogEnds(): () => void {
  const ending = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key !== 'Tab' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const focused = document.activeElement;
      const dialog = focused?.closest(DIALOG);
      const stops = dialog ? stopsIn(dialog) : [];
      const [first, last] = [stops[0], stops.at(-1)];
      if (!first || !last || focused !== (shiftKey ? first : last)) return;
      event.preventDefault();
      (shiftKey ? last : first).focus();
    },
    { signal: ending.signal },
  );
  return () => ending.abort();
}
