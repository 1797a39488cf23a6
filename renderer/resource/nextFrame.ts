import { useCallback, useEffect, useRef } from 'react';
import { useSteady } from '../ui/useSteady';

/**
 * Does a thing with the next frame, once for all that asked for it until then. For what a table tells of while it
 * renders, when nothing else may change.
 */
export function useNextFrame<Said extends readonly unknown[]>(
  act: (...said: Said) => void,
): (...said: Said) => void {
  const steady = useSteady(act);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return useCallback(
    (...said: Said) => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => steady(...said));
    },
    [steady],
  );
}
