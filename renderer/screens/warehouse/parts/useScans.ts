import type { ScanAnswer, ScanBill, ScanLeg } from '@contract/warehouse/box';
import { useState } from 'react';
import { client } from '../../../api/client';
import { useStableCallback } from '../../../ui/useStableCallback';
import type { Tone } from './sounds';
import { useScanQueue } from './useScanQueue';

/** One scan and its result. */
export interface Scan {
  readonly id: number;
  readonly boxNo: string;
  readonly typed: boolean;
  readonly result: 'waiting' | 'done' | 'recovered' | 'again' | 'surplus' | 'elsewhere' | 'bad' | 'undone';
  /** Other open bills that have the box, if this one has not. */
  readonly bills: readonly ScanBill[];
  /** The other bill on which it was scanned. */
  readonly on: ScanBill | null;
  /** True if the scan was being undone when it turned out to be on another bill. */
  readonly undoing: boolean;
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

const FRESH = { bills: [], on: null, undoing: false, message: '', note: '' } as const;
const TONES = {
  done: 'good',
  recovered: 'good',
  again: 'again',
  surplus: 'bad',
  elsewhere: 'elsewhere',
} as const satisfies Record<ScanAnswer['result'], Tone>;

/** True if the bill itself has the number. */
const isOwn = ({ result }: ScanAnswer) => result === 'done' || result === 'recovered' || result === 'again';

/** Scans of a bill, sent in their order. A scan that could not be sent can be repeated at any time. */
export function useScans(options: {
  readonly billId: number;
  readonly leg: ScanLeg;
  readonly pickId: number | undefined;
  readonly onTone: (tone: Tone) => void;
}) {
  const sound = useStableCallback(options.onTone);
  const { scans, change, add, enqueue } = useScanQueue<Scan>('box', () => sound('bad'));
  const [counts, setCounts] = useState<Pick<ScanAnswer, 'done' | 'expected' | 'surplus'> | null>(null);
  /** Counts of the bill that is open; those of another bill are not shown here. */
  const count = ({ done, expected, surplus }: ScanAnswer) => setCounts({ done, expected, surplus });

  const send = useStableCallback(({ boxNo, other, note = '', typed, surplus }: Request) => {
    const { billId, leg, pickId } = options;
    const id = add((key) => ({ ...FRESH, id: key, boxNo, typed, result: 'waiting', note }));
    const ask = (number: string) =>
      client.box.scan({
        params: { id: billId },
        body: { leg, boxNo: number, typed, surplus, ...(pickId ? { pickId } : {}) },
      });
    enqueue(id, { result: 'bad' }, async () => {
      let answer = await ask(boxNo);
      if (!isOwn(answer) && other !== undefined) {
        const found = await ask(other);
        if (isOwn(found) || (answer.result === 'surplus' && found.result === 'elsewhere')) {
          answer = found;
          change(id, { boxNo: other });
        }
      }
      count(answer);
      change(id, { result: answer.result, bills: answer.bills });
      sound(TONES[answer.result]);
    });
  });
  /** Sends a scan to the other bill that has its box. */
  const sendTo = useStableCallback(({ id, boxNo, typed, undoing }: Scan, on: ScanBill) => {
    const { leg } = options;
    const params = { id: on.billId };
    change(id, { result: 'waiting', on });
    enqueue(id, { result: 'bad' }, async () => {
      const answer = undoing
        ? await client.box.unscan({ params, body: { leg, boxNo } })
        : await client.box.scan({ params, body: { leg, boxNo, typed } });
      const { result, bills } = answer;
      if (isOwn(answer)) change(id, { result: undoing ? 'undone' : result });
      else change(id, { result, bills, on: null });
      sound(TONES[result]);
    });
  });
  /** Reports a scan that is not sent. */
  const refuse = useStableCallback((boxNo: string, message: string) => {
    add((id) => ({ ...FRESH, id, boxNo, typed: false, result: 'bad', message }));
    sound('bad');
  });
  const undo = useStableCallback(({ id, boxNo, on, result }: Scan) => {
    const { billId, leg } = options;
    enqueue(id, { result }, async () => {
      const answer = await client.box.unscan({
        params: { id: on?.billId ?? billId },
        body: { leg, boxNo },
      });
      if (!on) count(answer);
      if (answer.result === 'elsewhere') {
        change(id, { result: 'elsewhere', bills: answer.bills, on: null, undoing: true });
        sound('elsewhere');
      } else change(id, { result: 'undone', message: '' });
    });
  });
  return { scans, counts, send, sendTo, refuse, undo };
}
