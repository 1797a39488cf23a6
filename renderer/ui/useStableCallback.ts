import { useCallback, useRef } from 'react';

/** A function that is the same with every drawing, and does what the latest of them would do. */
export function useStableCallback<Given extends readonly unknown[], Answer>(
  act: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((...given: Given) => latest.current(...given), []);
}
