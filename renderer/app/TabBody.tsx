import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { canTakeFocus } from '../ui/free';
import { onTop } from '../ui/shortcuts';
import { draftOf, keepDraft } from './drafts';

/** Milliseconds after the last movement until the place is noted, and in which a place of before is looked for. */
const STILL = 150;
const LOOKING = 5_000;

/** Where a screen stands in its tab. How far it was scrolled is kept, and found again once there is as much to scroll. */
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
      // Known from now on: once the screen is hidden, it has no place that could be asked for.
      top = element.scrollTop;
      clearTimeout(timer);
      timer = setTimeout(note, STILL);
    };
    const grows = new MutationObserver(look);
    if (wanted > 0) grows.observe(element, { childList: true, subtree: true });
    look();
    const late = setTimeout(() => grows.disconnect(), LOOKING);
    element.addEventListener('scroll', moved, { passive: true });
    // Whoever moves by themselves wants to be where they are.
    element.addEventListener('wheel', give, { passive: true });
    element.addEventListener('pointerdown', give);
    return () => {
      clearTimeout(timer);
      // Hidden behind another screen; what is gone for good is noted no more.
      if (timer !== undefined && element.isConnected) note();
      clearTimeout(late);
      grows.disconnect();
      element.removeEventListener('scroll', moved);
      element.removeEventListener('wheel', give);
      element.removeEventListener('pointerdown', give);
    };
  }, [path]);
  // Who comes to a screen scrolls it by keys, and Tab leads to the first thing in it, where nothing of it has taken the focus.
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
