import { isTyping, onTop } from './shortcuts';

/**
 * Whether nobody has the focus but what a thing stands in, as after a click beside it; or what led there: an entry of the menu
 * at the side, a tab of the screen, or what has just gone behind and is about to lose it.
 */
export function isFree(thing: Element): boolean {
  const at = document.activeElement;
  return (
    !at || at.contains(thing) || !at.checkVisibility() || (!isTyping(at) && !!at.closest('nav, .bp6-tab'))
  );
}

/** Whether rows are what one came to a screen for: those below other things are not. */
export const isUpFront = (rows: Element): boolean =>
  !rows.closest('[data-below]') && rows.getBoundingClientRect().top < window.innerHeight / 2;

/** Frames within which a dialog that is about to go has gone. */
const GOING = 30;

/** Does something in the next frame, or once what stands over the screen and is about to go has gone; answers how to give it up. */
export function onceUncovered(run: () => void): () => void {
  let frame = 0;
  const look = (left: number) => {
    frame = requestAnimationFrame(() => {
      if (!onTop()) run();
      else if (left > 0) look(left - 1);
    });
  };
  look(GOING);
  return () => cancelAnimationFrame(frame);
}
