import { useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from '../ui/useStableCallback';

/**
 * Returns a function that runs `act` in the next frame, once for all calls until then, with the last arguments. For
 * reports that a table makes while rendering, when no state may be set.
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
    // A call still pending when the screen went behind another runs when it is back in front.
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
