import { useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from '../ui/useStableCallback';

/**
 * Does a thing with the next frame, once for all that asked for it until then. For what a table tells of while it
 * renders, when nothing else may change.
 */
export function useNextFrame<Said extends readonly unknown[]>(
  act: (...said: Said) => void,
): (...said: Said) => void {
  const steady = useStableCallback(act);
  const frame = useRef(0);
  const told = useRef<Said | null>(null);
  const wait = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const said = told.current;
      told.current = null;
      if (said) steady(...said);
    });
  }, [steady]);
  useEffect(() => {
    // What a screen that went behind another was told of last is done when it comes to the front again.
    if (told.current) wait();
    return () => cancelAnimationFrame(frame.current);
  }, [wait]);
  return useCallback(
    (...said: Said) => {
      told.current = said;
      wait();
    },
    [wait],
  );
}
