import { useEffect, useState } from 'react';

/**
 * For what is shown over a screen as long as it is mounted: when it goes, whoever was in a field or a list goes on there. The
 * library gives the focus back only to those whose going it draws.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What came in its place may have the focus by now.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
