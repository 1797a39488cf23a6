import { isTyping, onTop } from './shortcuts';

/**
 * True if focusing an element does not interrupt the user: the focus is on an ancestor (after a click beside it), on a
 * hidden element that is about to lose it, or on the menu entry or tab that led here.
 */
export function canTakeFocus(thing: Element): boolean {
  const at = document.activeElement;
  return (
    !at || at.contains(thing) || !at.checkVisibility() || (!isTyping(at) && !!at.closest('nav, .bp6-tab'))
  );
}

/** True if rows are the main content of a screen, and not below other content. */
export const isMainTable = (rows: Element): boolean =>
  !rows.closest('[data-below]') && rows.getBoundingClientRect().top < window.innerHeight / 2;

/** Maximum time (ms) to wait for a closing dialog to unmount: on a busy computer longer than its animation. */
const MAX_WAIT = 3000;

/** Runs `run` in the next frame, or after a closing overlay has unmounted. Returns a function that cancels it. */
export function afterOverlayClosed(run: () => void): () => void {
  let frame = 0;
  const end = performance.now() + MAX_WAIT;
  const look = () => {
    frame = requestAnimationFrame(() => {
      if (!onTop()) run();
      else if (performance.now() < end) look();
    });
  };
  look();
  return () => cancelAnimationFrame(frame);
}
