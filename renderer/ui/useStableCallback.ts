import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that stays the same across renders and calls the `act` of the latest committed render. Must not be
 * called during a render, when it still calls the previous `act`; only a table may, because it redraws its cells
 * after a change.
 */
export function useStableCallback<Args extends readonly unknown[], Answer>(
  act: (...given: Args) => Answer,
): (...given: Args) => Answer {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Args) => latest.current(...given), []);
}
