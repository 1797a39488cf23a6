import type { BoxView, LooseParcel } from '@contract/warehouse/box';
import type { ScanHit, ScanMode } from '@contract/warehouse/scan';
import { client } from '../../../api/client';
import { useStableCallback } from '../../../ui/useStableCallback';
import type { Tone } from './sounds';
import { useScanQueue } from './useScanQueue';

/** What a scan does; looking up changes nothing, and taking out moves a parcel from its box. */
export type FreeMode = ScanMode | 'find' | 'take';

/** Where parcels go that are taken out, and why. */
export interface Take {
  readonly reason: NonNullable<LooseParcel['looseReason']>;
  readonly to: 'loose' | 'newBox' | 'box';
  readonly boxNo: string;
}

/** A number scanned without a bill, and what became of it. */
export interface FreeScan {
  readonly id: number;
  readonly number: string;
  readonly mode: FreeMode;
  readonly typed: boolean;
  readonly result:
    | 'waiting'
    | 'done'
    | 'recovered'
    | 'again'
    | 'several'
    | 'unknown'
    | 'truck'
    | 'found'
    | 'target'
    | 'bad'
    | 'undone';
  readonly hit: ScanHit | null;
  /** The things with the number, while one of them is to be selected. */
  readonly hits: readonly ScanHit[];
  /** True if the pallet was put on the note of the truck first. */
  readonly put: boolean;
  /** Box that a parcel was taken out of; null for a loose one. */
  readonly from: string | null;
  /** Reason if refused; empty otherwise. */
  readonly message: string;
  /** Note on how the number was read, if not as the scanner typed it. */
  readonly note: string;
}

const TONES = {
  done: 'good',
  recovered: 'good',
  truck: 'good',
  found: 'good',
  target: 'good',
  again: 'again',
  several: 'elsewhere',
  unknown: 'bad',
} as const satisfies Partial<Record<FreeScan['result'], Tone>>;
const BAD = { result: 'bad' } as const;
const FRESH = {
  result: 'waiting',
  hit: null,
  hits: [],
  put: false,
  from: null,
  message: '',
  note: '',
} as const;

/** The scans, and how their calls are carried out one after the other. */
function useScanCalls(onTone: (tone: Tone) => void) {
  const sound = useStableCallback(onTone);
  const { scans, change, add, enqueue } = useScanQueue<FreeScan>('scan', () => sound('bad'));
  const answer = (id: number, changes: Partial<FreeScan> & { result: keyof typeof TONES }) => {
    change(id, changes);
    sound(TONES[changes.result]);
  };
  return { scans, change, add, answer, enqueue, sound };
}

/** Moves a parcel out of its box, or into another. */
const repack = (hit: ScanHit, body: Omit<Parameters<typeof client.box.repack>[0]['body'], 'trackingNos'>) =>
  client.box.repack(
    { params: { id: hit.billId ?? 0 }, body: { trackingNos: [hit.number], ...body } },
    { key: crypto.randomUUID() },
  );

/** Takes parcels out of their boxes, by the scans of their numbers. */
function useTaking(
  { answer, enqueue }: Pick<ReturnType<typeof useScanCalls>, 'answer' | 'enqueue'>,
  options: Pick<Options, 'take' | 'onBox'>,
) {
  const takeNow = useStableCallback(options.take);
  const setBox = useStableCallback(options.onBox);
  /** Takes a parcel out of its box; a box is the one that parcels go into. */
  const move = async (id: number, hit: ScanHit) => {
    if (hit.kind === 'box' && hit.boxNo !== null) {
      setBox(hit.boxNo, null);
      return answer(id, { result: 'target', hit, hits: [] });
    }
    const { reason, to, boxNo } = takeNow();
    const target = { newBox: to === 'newBox', boxNo: to === 'box' ? boxNo : null };
    const { changed, box } = await repack(hit, { reason, ...target });
    if (box && to === 'newBox') setBox(box.boxNo, box);
    answer(id, {
      ...{ result: changed > 0 ? 'done' : 'again', hits: [], from: hit.boxNo },
      hit: { ...hit, boxNo: box?.boxNo ?? null, boxState: box?.state ?? null },
    });
  };
  const take = (id: number, number: string) =>
    enqueue(id, BAD, async () => {
      const found = await client.scan.find({ query: { number } });
      const hits = found.filter(({ kind }) => kind === 'parcel' || kind === 'box');
      const [hit] = hits;
      if (!hit) answer(id, { result: 'unknown' });
      else if (hits.length > 1) answer(id, { result: 'several', hits });
      else await move(id, hit);
    });
  const putBack = (hit: ScanHit, boxNo: string | null) => repack(hit, { boxNo, reason: takeNow().reason });
  return { move, take, putBack };
}

interface Options {
  readonly onTone: (tone: Tone) => void;
  readonly onTruck: (cmrId: number) => void;
  /** Reads where parcels go: asked when a scan is carried out, because the one before may have made the box. */
  readonly take: () => Take;
  /** Called with the box that parcels go into from now on: one that was scanned, or a new one. */
  readonly onBox: (boxNo: string, made: BoxView | null) => void;
}

/** Scans of anything the person may see, sent in their order. */
export function useFreeScans(options: Options) {
  const calls = useScanCalls(options.onTone);
  const { scans, change, add, answer, enqueue, sound } = calls;
  const { move, take, putBack } = useTaking(calls, options);
  const truck = useStableCallback(options.onTruck);
  const find = (id: number, number: string) =>
    enqueue(id, BAD, async () => {
      const hits = await client.scan.find({ query: { number } });
      const [hit = null] = hits;
      if (hits.length > 1) answer(id, { result: 'several', hits });
      else answer(id, { result: hit ? 'found' : 'unknown', hit });
    });
  const send = (
    id: number,
    mode: ScanMode,
    body: Omit<Parameters<typeof client.scan.scan>[0]['body'], 'mode'>,
  ) =>
    enqueue(id, BAD, async () => {
      const { result, hit, hits, put } = await client.scan.scan({ body: { ...body, mode } });
      answer(id, { result, hit, hits, put });
      if (result === 'truck' && hit) truck(hit.recordId);
    });

  return {
    scans,
    scan: useStableCallback(
      (
        { number, typed, note }: { number: string; typed: boolean; note: string },
        mode: FreeMode,
        cmrId: number | undefined,
      ) => {
        const id = add((key) => ({ ...FRESH, id: key, number, mode, typed, note }));
        if (mode === 'find') find(id, number);
        else if (mode === 'take') take(id, number);
        else send(id, mode, { number, typed, ...(mode === 'truck' && cmrId ? { cmrId } : {}) });
      },
    ),
    /** Does a scan again for the one that a person selected among several. */
    choose: useStableCallback(
      ({ id, number, mode, typed }: FreeScan, hit: ScanHit, cmrId: number | undefined) => {
        if (mode === 'find') return answer(id, { result: 'found', hit, hits: [] });
        change(id, { result: 'waiting', hits: [] });
        if (mode === 'take') return enqueue(id, BAD, () => move(id, hit));
        const { kind, recordId } = hit;
        send(id, mode, {
          ...{ number, typed, chosen: { kind, recordId } },
          ...(mode === 'truck' && cmrId ? { cmrId } : {}),
        });
      },
    ),
    /** Reports a scan that is not sent. */
    refuse: useStableCallback((number: string, message: string) => {
      add((id) => ({ ...FRESH, id, number, mode: 'find', typed: false, result: 'bad', message }));
      sound('bad');
    }),
    undo: useStableCallback(({ id, number, mode, hit, put, from }: FreeScan) => {
      if (!hit) return;
      const { kind, recordId } = hit;
      const call = async () => {
        if (mode === 'take') await putBack(hit, from);
        else
          await client.scan.scan({ body: { mode: 'undo', number, chosen: { kind, recordId }, take: put } });
        change(id, { result: 'undone', message: '' });
        sound('good');
      };
      // What cannot be undone stays done.
      enqueue(id, {}, call);
    }),
  };
}
