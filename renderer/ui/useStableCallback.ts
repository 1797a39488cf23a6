import { useCallback, useRef } from 'react';

/** A function that is the same with every drawing, and does what the latest of them would do. */
export function useStableCallback<Args extends readonly unknown[], Answer>(
  act: (...given: Args) => Answer,
): (...given: Args) => Answer {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((...given: Args) => latest.current(...given), []);
}
