import { useEffect, useLayoutEffect, useMemo } from 'react';
import { isMainTable } from './free';
import { suspendShortcuts } from './shortcuts';

/**
 * While an overlay is mounted: disables letter keys of the screen below, replays keys typed before the overlay has the
 * focus into its field, and restores the focus on unmount. The library restores it only for animated closing.
 */
export function useOverlayFocus(): void {
  // Read before the content is rendered, which may take the focus and has its own shortcuts.
  const beneath = useMemo(
    (): Beneath => ({ focused: document.activeElement, before: shown.at(-1), keys: suspendShortcuts() }),
    [],
  );
  useLayoutEffect(() => {
    shown.push(beneath);
    const uncover = beneath.keys.from(beneath.focused);
    return () => {
      shown.splice(shown.indexOf(beneath), 1);
      uncover();
    };
  }, [beneath]);
  useEffect(
    () => () => {
      // The element that follows the overlay may have the focus by now.
      if (document.activeElement !== document.body) return;
      // The opener may be gone, for example the palette: return to the focus before the opener.
      let there: Beneath | undefined = beneath;
      while (there && !there.focused?.isConnected) there = there.before;
      if (there?.focused instanceof HTMLElement) there.focused.focus();
      // The overlay opened together with its screen: focus the screen's rows, or the screen itself.
      const seen = (what: string) =>
        [...document.querySelectorAll<HTMLElement>(`main ${what}`)].find((one) => one.checkVisibility());
      const rows = seen('[role=grid]');
      const on = rows && isMainTable(rows) ? rows : seen('.fc-tab-body');
      if (document.activeElement?.contains(on ?? null)) on?.focus({ preventScroll: true });
    },
    [beneath],
  );
}

/** Focus and overlays at the moment an overlay opened. */
interface Beneath {
  readonly focused: Element | null;
  readonly before: Beneath | undefined;
  readonly keys: ReturnType<typeof suspendShortcuts>;
}
const shown: Beneath[] = [];
