import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width in pixels of the last table: most have the same, and so are drawn only once. */
let usual: number | undefined;

/** Returns the inner width of an element in pixels, once it exists; unchanged while its screen is behind another. */
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
    // The very first table is measured before painting; otherwise its columns would visibly grow.
    if (usual === undefined) measured(element.clientWidth);
    const changes = new ResizeObserver(() => measured(element.clientWidth));
    changes.observe(element);
    return () => changes.disconnect();
  }, [place, there]);
  return room;
}
