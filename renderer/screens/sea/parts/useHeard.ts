import type { Api } from '@contract/index';
import { useEffect, useRef } from 'react';
import { invalidate, queryClient } from '../../../api/queries';

/** How often a filing that is looked at asks for what customs said, in milliseconds. */
export const ASK_EVERY = 3000;

/** Reads records again when customs said more than before: its answers change them as well. */
export function useHeard(answers: number | undefined, groups: readonly (keyof Api)[]): void {
  const heard = useRef(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: which groups is the same at each drawing
  useEffect(() => {
    if (heard.current !== undefined && answers !== heard.current)
      for (const group of groups) void invalidate(queryClient, group);
    heard.current = answers;
  }, [answers]);
}
