import type { ScanAnswer, ScanLeg } from '@contract/warehouse/box';
import { useRef, useState } from 'react';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSteady } from '../../../ui/useSteady';
import type { Tone } from './sounds';

/** One scan and what came of it. */
export interface Scan {
  readonly id: number;
  readonly boxNo: string;
  readonly result: 'waiting' | 'done' | 'again' | 'surplus' | 'bad' | 'undone';
  /** What the API said when it refused. */
  readonly message: string;
}

/** What is sent with a number. */
interface Request {
  readonly boxNo: string;
  readonly typed: boolean;
  readonly surplus: boolean;
}

/** Scans shown. */
const SHOWN = 20;

/**
 * Scans of a bill, sent one after the other in the order in which they came, so that a scanner may be faster than the
 * answers: none is lost and none overtakes another. A scan that could not be sent may be scanned again at any time.
 */
export function useScans(options: {
  readonly billId: number;
  readonly leg: ScanLeg;
  readonly pickId: number | undefined;
  readonly onTone: (tone: Tone) => void;
}) {
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const [counts, setCounts] = useState<Pick<ScanAnswer, 'done' | 'expected'> | null>(null);
  const queue = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(false);
  const serial = useRef(0);

  const drain = async () => {
    if (running.current) return;
    running.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) await next();
    running.current = false;
    await invalidate(queryClient, 'box');
  };
  const settle = (id: number, result: Scan['result'], message = '') =>
    setScans((before) => before.map((scan) => (scan.id === id ? { ...scan, result, message } : scan)));
  const enqueue = (work: () => Promise<void>) => {
    queue.current.push(work);
    void drain();
  };
  const sound = useSteady(options.onTone);

  const send = useSteady(({ boxNo, typed, surplus }: Request) => {
    const id = ++serial.current;
    const { billId, leg, pickId } = options;
    setScans((before) => [{ id, boxNo, result: 'waiting' as const, message: '' }, ...before].slice(0, SHOWN));
    enqueue(async () => {
      try {
        const answer = await client.box.scan({
          params: { id: billId },
          body: { leg, boxNo, typed, surplus, ...(pickId ? { pickId } : {}) },
        });
        setCounts({ done: answer.done, expected: answer.expected });
        settle(id, answer.result);
        sound(answer.result === 'done' ? 'good' : answer.result === 'again' ? 'again' : 'bad');
      } catch (failed) {
        const { error, message } = failureOf(failed);
        settle(id, 'bad', Object.values(error.fields ?? {})[0] ?? message);
        sound('bad');
      }
    });
  });
  const undo = useSteady((scan: Scan) => {
    const { billId, leg } = options;
    enqueue(async () => {
      try {
        const answer = await client.box.unscan({
          params: { id: billId },
          body: { leg, boxNo: scan.boxNo },
        });
        setCounts({ done: answer.done, expected: answer.expected });
        settle(scan.id, 'undone');
      } catch (failed) {
        settle(scan.id, 'done', failureOf(failed).message);
        sound('bad');
      }
    });
  });
  return { scans, counts, send, undo };
}
