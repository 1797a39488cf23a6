import { useEffect, useRef } from 'react';

/**
 * Keeps the element of the current place in view, in a row or column that may overflow. `at` contains the place and its
 * name, which may be set later and be wider.
 */
export function useInSight(selector: string, at: string) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observe again for each element
  useEffect(() => {
    place.current?.querySelector(selector)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selector, at]);
  return place;
}
