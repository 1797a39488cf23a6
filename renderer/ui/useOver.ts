import { useEffect, useLayoutEffect, useMemo } from 'react';
import { coverKeys } from './shortcuts';

/**
 * For what stands over a screen, as long as it is mounted: letters do nothing on the screen beneath, those typed before a field
 * of it has the focus go there, and when it goes, whoever was in a field or a list goes on there. The library gives the focus
 * back only to those whose going it draws.
 */
export function useOver(): void {
  // Before what it holds is drawn, which may take the focus and has keys of its own.
  const beneath = useMemo(() => ({ focused: document.activeElement, keys: coverKeys() }), []);
  useLayoutEffect(() => beneath.keys.from(beneath.focused), [beneath]);
  useEffect(
    () => () => {
      // What came in its place may have the focus by now.
      if (document.activeElement === document.body && beneath.focused instanceof HTMLElement)
        beneath.focused.focus();
    },
    [beneath],
  );
}
