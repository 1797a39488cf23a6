import type { Api } from '@contract/index';
import { useRef, useState } from 'react';
import { failureOf } from '../../../api/bridge';
import { invalidate, queryClient } from '../../../api/queries';

/** Number of scans shown. */
const SHOWN = 20;

/** Message of a failed call, for the scan itself where its field is refused. */
const scanMessage = (failed: unknown): string => {
  const { error, message } = failureOf(failed);
  return Object.values(error.fields ?? {})[0] ?? message;
};

/**
 * A list of scans, sent one after the other in their order, so that a scanner may be faster than the responses: none is
 * lost and none overtakes another. Data of the group is refetched once the queue is empty. `onFailed` is called when the
 * work of a scan fails.
 */
export function useScanQueue<S extends { readonly id: number; readonly message: string }>(
  group: keyof Api,
  onFailed: () => void,
) {
  const [scans, setScans] = useState<readonly S[]>([]);
  const queue = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(false);
  const serial = useRef(0);
  const drain = async () => {
    if (running.current) return;
    running.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await next();
    running.current = false;
    await invalidate(queryClient, group);
  };
  const change = (id: number, changes: Partial<S>) =>
    setScans((before) => before.map((scan) => (scan.id === id ? { ...scan, ...changes } : scan)));
  return {
    scans,
    change,
    /** Adds a scan to the top of the list, and returns its id. */
    add: (make: (id: number) => S): number => {
      const id = ++serial.current;
      setScans((before) => [make(id), ...before].slice(0, SHOWN));
      return id;
    },
    /** Does the work of a scan in its turn. If it fails, the scan gets `failure` and the message. */
    enqueue: (id: number, failure: Partial<S>, work: () => Promise<void>) => {
      queue.current.push(async () => {
        try {
          await work();
        } catch (failed) {
          change(id, { ...failure, message: scanMessage(failed) });
          onFailed();
        }
      });
      void drain();
    },
  };
}
