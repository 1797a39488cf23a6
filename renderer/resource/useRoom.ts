import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels that the last table had: most have as many, and are drawn but once. */
let usual: number | undefined;

/** Pixels from side to side within a place, once it is there; what stands behind another screen keeps what it had. */
export function useRoom(place: RefObject<HTMLElement | null>, there: boolean): number | undefined {
  const [room, setRoom] = useState(usual);
  useLayoutEffect(() => {
    const element = place.current;
    if (!there || !element) return undefined;
    const measured = (width: number) => {
      if (width === 0) return;
      usual = width;
      setRoom(width);
    };
    // Before it is painted, for the first of all: its columns would be seen to grow.
    if (usual === undefined) measured(element.clientWidth);
    const changes = new ResizeObserver(() => measured(element.clientWidth));
    changes.observe(element);
    return () => changes.disconnect();
  }, [place, there]);
  return room;
}
