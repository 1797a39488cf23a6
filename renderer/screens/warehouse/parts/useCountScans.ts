import type { Place } from '@contract/custody/place';
import type { ScanHit } from '@contract/warehouse/scan';
import { useState } from 'react';
import { client } from '../../../api/client';
import { useStableCallback } from '../../../ui/useStableCallback';
import type { Tone } from './sounds';
import { useScanQueue } from './useScanQueue';

type Answer = Awaited<ReturnType<typeof client.stockCount.scan>>;

/** A number scanned in a count, and what became of it. */
export interface CountScan {
  readonly id: number;
  readonly number: string;
  readonly typed: boolean;
  readonly result: Answer['result'] | 'waiting' | 'bad' | 'undone';
  readonly hit: ScanHit | null;
  readonly hits: readonly ScanHit[];
  readonly place: Place | null;
  /** Reason if refused; empty otherwise. */
  readonly message: string;
}

type Numbers = Pick<Answer, 'expected' | 'counted' | 'missing' | 'extra' | 'unknown'>;

const TONES = {
  ...{ counted: 'good', again: 'again', extra: 'elsewhere', unknown: 'bad', several: 'elsewhere' },
  pallet: 'elsewhere',
} as const satisfies Record<Answer['result'], Tone>;
const FRESH = { result: 'waiting', hit: null, hits: [], place: null, message: '' } as const;

/** Scans of a count, sent in their order, with how far the count is. */
export function useCountScans(countId: number, onTone: (tone: Tone) => void) {
  const sound = useStableCallback(onTone);
  const { scans, change, add, enqueue } = useScanQueue<CountScan>('stockCount', () => sound('bad'));
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  const params = { id: countId };
  const send = (id: number, body: Parameters<typeof client.stockCount.scan>[0]['body']) =>
    enqueue(id, { result: 'bad' }, async () => {
      const { result, hit, hits, place, ...found } = await client.stockCount.scan({ params, body });
      change(id, { result, hit, hits, place });
      setNumbers(found);
      sound(TONES[result]);
    });
  return {
    scans,
    numbers,
    scan: useStableCallback((number: string, typed: boolean) => {
      const id = add((key) => ({ ...FRESH, id: key, number, typed }));
      send(id, { number, typed });
    }),
    /** Counts the one that a person selected among several. */
    choose: useStableCallback(({ id, number, typed }: CountScan, { kind, recordId }: ScanHit) => {
      change(id, { result: 'waiting', hits: [] });
      send(id, { number, typed, chosen: { kind, recordId } });
    }),
    /** Counts all boxes on a pallet. */
    whole: useStableCallback(({ id, number, typed, hit }: CountScan) => {
      if (!hit) return;
      change(id, { result: 'waiting' });
      send(id, { number, typed, whole: true, chosen: { kind: hit.kind, recordId: hit.recordId } });
    }),
    /** Reports a scan that is not sent. */
    refuse: useStableCallback((number: string, message: string) => {
      add((id) => ({ ...FRESH, id, number, typed: false, result: 'bad', message }));
      sound('bad');
    }),
    undo: useStableCallback(({ id, number, hit }: CountScan) =>
      enqueue(id, {}, async () => {
        const body = { number: hit?.kind === 'parcel' ? (hit.boxNo ?? number) : (hit?.number ?? number) };
        const { changed: _, ...found } = await client.stockCount.unscan({ params, body });
        change(id, { result: 'undone' });
        setNumbers(found);
      }),
    ),
  };
}
