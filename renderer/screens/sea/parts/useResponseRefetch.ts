import type { Api } from '@contract/index';
import { useEffect, useRef } from 'react';
import { invalidate, queryClient } from '../../../api/queries';

/** Interval in milliseconds for polling customs responses of an open filing. */
export const POLL_INTERVAL = 3000;

/** Refetches records when new customs responses have arrived, which change the records as well. */
export function useResponseRefetch(answers: number | undefined, groups: readonly (keyof Api)[]): void {
  const known = useRef(answers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups are the same in every render
  useEffect(() => {
    if (known.current !== undefined && answers !== known.current)
      for (const group of groups) void invalidate(queryClient, group);
    known.current = answers;
  }, [answers]);
}
