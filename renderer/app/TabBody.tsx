import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { canTakeFocus } from '../ui/free';
import { onTop } from '../ui/shortcuts';
import { draftOf, keepDraft } from './drafts';

/** Milliseconds of rest before the scroll position is stored, and during which a stored one is restored. */
const STILL = 150;
const LOOKING = 5_000;

/**
 * Scroll container of a screen in its tab. Stores the scroll position, and restores it once the content is high
 * enough.
 */
export function TabBody({ path, children }: { path: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const key = `${path}#scroll`;
    const before = draftOf(key)?.value;
    let wanted = typeof before === 'number' && element.scrollTop === 0 ? before : 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (wanted > 0 && element.scrollHeight - element.clientHeight >= wanted) {
        element.scrollTop = wanted;
        wanted = 0;
      }
    };
    const give = () => {
      wanted = 0;
    };
    let top = element.scrollTop;
    const note = () => {
      timer = undefined;
      if (wanted === 0 && top !== (draftOf(key)?.value ?? 0)) keepDraft(key, top || undefined);
    };
    const moved = () => {
      // Read now, because a hidden screen has no scroll position.
      top = element.scrollTop;
      clearTimeout(timer);
      timer = setTimeout(note, STILL);
    };
    const grows = new MutationObserver(look);
    if (wanted > 0) grows.observe(element, { childList: true, subtree: true });
    look();
    const late = setTimeout(() => grows.disconnect(), LOOKING);
    element.addEventListener('scroll', moved, { passive: true });
    // Scrolling by the user ends the restoring.
    element.addEventListener('wheel', give, { passive: true });
    element.addEventListener('pointerdown', give);
    return () => {
      clearTimeout(timer);
      // Store the position of a screen that is hidden, not of one that is removed.
      if (timer !== undefined && element.isConnected) note();
      clearTimeout(late);
      grows.disconnect();
      element.removeEventListener('scroll', moved);
      element.removeEventListener('wheel', give);
      element.removeEventListener('pointerdown', give);
    };
  }, [path]);
  // Focuses the container if nothing in the screen took the focus: keys scroll it, and Tab leads to its first control.
  useLayoutEffect(() => {
    const element = body.current;
    const frame = requestAnimationFrame(() => {
      if (element && !onTop() && canTakeFocus(element)) element.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="fc-tab-body" data-path={path} ref={body} tabIndex={-1}>
      {children}
    </div>
  );
}
