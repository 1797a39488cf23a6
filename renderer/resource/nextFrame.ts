import { useCallback, useEffect, useRef } from 'react';
import { useStableCallback } from '../ui/useStableCallback';

/**
 * Returns a function that runs `act` in the next frame, once for all calls until then, with the last arguments. For
 * reports that a table makes while rendering, when no state may be set.
 */
export function useNextFrame<Args extends readonly unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const steady = useStableCallback(act);
  const frame = useRef(0);
  const latest = useRef<Args | null>(null);
  const wait = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const args = latest.current;
      latest.current = null;
      if (args) steady(...args);
    });
  }, [steady]);
  useEffect(() => {
    // A call still pending when the screen went behind another runs when it is back in front.
    if (latest.current) wait();
    return () => cancelAnimationFrame(frame.current);
  }, [wait]);
  return useCallback(
    (...args: Args) => {
      latest.current = args;
      wait();
    },
    [wait],
  );
}
