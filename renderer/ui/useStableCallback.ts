import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * A function that is the same with every drawing, and does what the latest of them would do. Until a drawing is
 * committed that is the one before it, so it must not be called while drawing, other than by a table that draws its
 * cells again once it has changed.
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
