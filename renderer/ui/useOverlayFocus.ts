import { useEffect, useLayoutEffect, useMemo } from 'react';
import { isMainTable } from './free';
import { suspendShortcuts } from './shortcuts';

/**
 * For what stands over a screen, as long as it is mounted: letters do nothing on the screen beneath, those typed before a field
 * of it has the focus go there, and when it goes, whoever was in a field or a list goes on there. The library gives the focus
 * back only to those whose going it draws.
 */
export function useOverlayFocus(): void {
  // Before what it holds is drawn, which may take the focus and has keys of its own.
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
      // Its successor may have the focus by now.
      if (document.activeElement !== document.body) return;
      // Its opener may be gone, for example the palette: return to the focus before that.
      let there: Beneath | undefined = beneath;
      while (there && !there.focused?.isConnected) there = there.before;
      if (there?.focused instanceof HTMLElement) there.focused.focus();
      // It came with its screen, before anything of that had the focus: its rows go on, or the screen itself.
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
