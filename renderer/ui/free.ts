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

/** Maximum number of frames to wait for a closing dialog to unmount. */
const MAX_WAIT_FRAMES = 30;

/** Runs `run` in the next frame, or after a closing overlay has unmounted. Returns a function that cancels it. */
export function afterOverlayClosed(run: () => void): () => void {
  let frame = 0;
  const look = (left: number) => {
    frame = requestAnimationFrame(() => {
      if (!onTop()) run();
      else if (left > 0) look(left - 1);
    });
  };
  look(MAX_WAIT_FRAMES);
  return () => cancelAnimationFrame(frame);
}
