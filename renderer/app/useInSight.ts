import { useEffect, useRef } from 'react';

/**
 * Keeps what stands for the place one is at in sight, in a row or a column that may be longer than there is room for;
 * `at` says where that is, and what it is called, which may come later and be wider.
 */
export function useInSight(selector: string, at: string) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew at each place
  useEffect(() => {
    place.current?.querySelector(selector)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selector, at]);
  return place;
}
