import type { Api } from '@contract/index';
import { useEffect, useRef } from 'react';
import { invalidate, queryClient } from '../../../api/queries';

/** Interval in milliseconds for polling customs responses of an open filing. */
export const ASK_EVERY = 3000;

/** Refetches records when new customs responses have arrived, which change the records as well. */
export function useHeard(answers: number | undefined, groups: readonly (keyof Api)[]): void {
  const heard = useRef(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups are the same in every render
  useEffect(() => {
    if (heard.current !== undefined && answers !== heard.current)
      for (const group of groups) void invalidate(queryClient, group);
    heard.current = answers;
  }, [answers]);
}
