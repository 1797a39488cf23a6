import type { ScanAnswer, ScanLeg } from '@contract/warehouse/box';
import { useRef, useState } from 'react';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useStableCallback } from '../../../ui/useStableCallback';
import type { Tone } from './sounds';

/** One scan and its result. */
export interface Scan {
  readonly id: number;
  readonly boxNo: string;
  readonly result: 'waiting' | 'done' | 'again' | 'surplus' | 'bad' | 'undone';
  /** Reason if refused; empty otherwise. */
  readonly message: string;
  /** Note on how the number was read, if not as the scanner typed it. */
  readonly note: string;
}

/** A number to send, with its options. */
interface Request {
  readonly boxNo: string;
  /** Alternative number of the same box. */
  readonly other?: string;
  readonly note?: string;
  readonly typed: boolean;
  readonly surplus: boolean;
}

/** Number of scans shown. */
const SHOWN = 20;

/**
 * Scans of a bill, sent one after the other in their order, so that a scanner may be faster than the responses: none is
 * lost and none overtakes another. A scan that could not be sent can be repeated at any time.
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
  const change = (id: number, changes: Partial<Scan>) =>
    setScans((before) => before.map((scan) => (scan.id === id ? { ...scan, ...changes } : scan)));
  const settle = (id: number, result: Scan['result'], message = '') => change(id, { result, message });
  const add = (scan: Omit<Scan, 'id'>): number => {
    const id = ++serial.current;
    setScans((before) => [{ id, ...scan }, ...before].slice(0, SHOWN));
    return id;
  };
  const enqueue = (work: () => Promise<void>) => {
    queue.current.push(work);
    void drain();
  };
  const sound = useStableCallback(options.onTone);

  const send = useStableCallback(({ boxNo, other, note = '', typed, surplus }: Request) => {
    const { billId, leg, pickId } = options;
    const id = add({ boxNo, result: 'waiting', message: '', note });
    const ask = (number: string) =>
      client.box.scan({
        params: { id: billId },
        body: { leg, boxNo: number, typed, surplus, ...(pickId ? { pickId } : {}) },
      });
    enqueue(async () => {
      try {
        let answer = await ask(boxNo);
        if (answer.result === 'surplus' && other !== undefined) {
          const found = await ask(other);
          if (found.result !== 'surplus') {
            answer = found;
            change(id, { boxNo: other });
          }
        }
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
  /** Reports a scan that is not sent. */
  const refuse = useStableCallback((boxNo: string, message: string) => {
    add({ boxNo, result: 'bad', message, note: '' });
    sound('bad');
  });
  const undo = useStableCallback((scan: Scan) => {
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
  return { scans, counts, send, refuse, undo };
}
