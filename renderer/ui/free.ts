import { isTyping, onTop } from './shortcuts';

/**
 * True if focusing an element takes the focus from nothing the user works in: the focus is on an ancestor (after a click beside
 * it), on a hidden element that is about to lose it, or on the menu entry or tab that led here.
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

/** Frames within which a dialog that is about to go has gone. */
const MAX_WAIT_FRAMES = 30;

/** Does something in the next frame, or once what stands over the screen and is about to go has gone; answers how to give it up. */
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
