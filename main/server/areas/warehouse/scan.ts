import { cmrApi } from '@contract/linehaul/cmrApi';
import { mayStart } from '@contract/rules/custody';
import type { ScanHit, ScanKind, ScanMode } from '@contract/warehouse/scan';
import type { Context, GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import { rowById } from '../../store/rowById';
import { mayCall } from '../access/holds';
import { cmrHandlers } from '../linehaul/cmr';
import { truckLoadOf } from '../linehaul/truckLoad';
import { boxHandlers, requireScanned } from './box';
import { palletHandlers } from './pallets';
import { type ScannedNumber, scanHitOf, scanHits, scannedNumber } from './scanHits';

type Answer = Awaited<ReturnType<GroupHandlers<'scan'>['scan']>>;
type Result = Answer['result'];
/** A scan that is carried out: the thing, the truck, and how it was entered. */
interface Scan {
  readonly hit: ScanHit;
  readonly cmrId?: number | undefined;
  readonly typed: boolean;
  readonly take: boolean;
}
interface ScanResult {
  readonly result: 'done' | 'recovered' | 'again';
  readonly put?: boolean;
}

/** Kinds that a number may name in each mode; a note is selected by its number while trucks are loaded. */
const KINDS: { readonly [M in ScanMode]: readonly ScanKind[] } = {
  receive: ['box', 'parcel', 'pallet'],
  truck: ['pallet', 'box', 'parcel', 'cmr'],
  undo: ['pallet', 'box', 'parcel'],
};

/** True for a thing that a mode may be about, in contrast to one of the same number that stands elsewhere. */
const suits: { readonly [M in ScanMode]: (hit: ScanHit) => boolean } = {
  receive: ({ place }) => place === null || place === 'warehouse' || mayStart('receive', place),
  truck: ({ place }) => place === null || mayStart('load', place),
  undo: ({ place }) => place === null || place === 'warehouse' || mayStart('unload', place),
};

/** A parcel stands for its box only while it is the one parcel in it: a box is received and loaded whole. */
const boxOf = ({ kind, number, boxNo, parcels, billId }: ScanHit): { id: number; boxNo: string } => {
  if (boxNo === null || billId === null) throw refuse('NOT_FOUND');
  if (kind === 'parcel' && parcels > 1)
    throw refuse('SCAN_PARCEL_IN_BOX', { no: number, box: boxNo, count: parcels });
  return { id: billId, boxNo };
};

const result = ({ result: found }: { result: string }): ScanResult => ({
  result: found === 'done' || found === 'recovered' ? found : 'again',
});

async function scanBox(
  context: Context,
  leg: 'inbound' | 'outbound',
  { hit, typed }: Scan,
): Promise<ScanResult> {
  const { id, boxNo } = boxOf(hit);
  return result(
    await boxHandlers.scan(context, { params: { id }, body: { leg, boxNo, typed, surplus: false } }),
  );
}

/** Id and version of a pallet, for a call about it. */
async function palletOf({ write }: Context, palletNo: string | null) {
  const row = await write
    .selectFrom('pallet')
    .select(['id', 'version', 'cmrId', 'state'])
    .where('palletNo', '=', palletNo ?? '')
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** Loads a pallet; puts it on the note of the truck first if it is on none. */
async function loadPallet(context: Context, { hit, cmrId, typed }: Scan): Promise<ScanResult> {
  await requireScanned(context, typed);
  const { id, cmrId: planned, state } = await palletOf(context, hit.palletNo);
  const isOn = cmrId === undefined || planned === cmrId;
  if (isOn && state !== 'open' && state !== 'closed') return { result: 'again' };
  if (!isOn) {
    if (!mayCall(context.caller, cmrApi.put)) throw refuse('NO_PERMISSION');
    await cmrHandlers.put(context, { params: { id: cmrId }, body: { palletIds: [id] } });
  }
  const { version } = await palletOf(context, hit.palletNo);
  if (state !== 'loaded')
    await palletHandlers.act(context, { params: { id }, body: { version, action: 'load' } });
  return { result: 'done', put: !isOn };
}

async function unloadPallet(context: Context, { hit, take }: Scan): Promise<ScanResult> {
  const { id, version, cmrId, state } = await palletOf(context, hit.palletNo);
  if (state !== 'loaded') return { result: 'again' };
  await palletHandlers.act(context, { params: { id }, body: { version, action: 'unload' } });
  if (take && cmrId !== null) {
    if (!mayCall(context.caller, cmrApi.take)) throw refuse('NO_PERMISSION');
    await cmrHandlers.take(context, { params: { id: cmrId }, query: { palletIds: [id] } });
  }
  return { result: 'done' };
}

/** The steps of each mode; every one is a call on the bill, pallet or note of the thing. */
const steps: { readonly [M in ScanMode]: (context: Context, scan: Scan) => Promise<ScanResult> } = {
  // The boxes of a pallet were received before it was built.
  receive: async (context, scan) =>
    scan.hit.kind === 'pallet' ? { result: 'again' } : scanBox(context, 'inbound', scan),
  truck: async (context, scan) => {
    if (scan.hit.kind === 'pallet') return loadPallet(context, scan);
    if (scan.cmrId === undefined) return scanBox(context, 'outbound', scan);
    const { boxNo } = boxOf(scan.hit);
    // A note names the boxes on its truck by their pallets.
    if (scan.hit.palletNo === null) throw refuse('SCAN_NO_PALLET', { no: boxNo });
    return loadPallet(context, scan);
  },
  undo: async (context, scan) => {
    const { hit } = scan;
    if (hit.kind === 'pallet' || hit.palletState === 'loaded') return unloadPallet(context, scan);
    const { id, boxNo } = boxOf(hit);
    const leg = hit.place === 'truck' ? 'outbound' : 'inbound';
    return result(await boxHandlers.unscan(context, { params: { id }, body: { leg, boxNo } }));
  },
};

/** Selects what a scan is about: the one selected, the one that suits the mode, or none yet. */
function chosenOf(
  hits: readonly ScanHit[],
  mode: ScanMode,
  chosen: { readonly kind: ScanKind; readonly recordId: number } | undefined,
): ScanHit[] {
  if (chosen)
    return hits.filter(({ kind, recordId }) => kind === chosen.kind && recordId === chosen.recordId);
  const suiting = hits.filter(suits[mode]);
  return suiting.length > 0 ? suiting : [...hits];
}

const kindsFor = (mode: ScanMode, caller: Context['caller']): readonly ScanKind[] =>
  mayCall(caller, cmrApi.get) ? KINDS[mode] : KINDS[mode].filter((kind) => kind !== 'cmr');

/** Scanning without a bill. */
export const scanHandlers: GroupHandlers<'scan'> = {
  find: ({ read, caller }, { query }) => {
    const kinds: ScanKind[] = ['box', 'parcel', 'pallet'];
    return scanHits(
      read,
      scannedNumber(query.number),
      mayCall(caller, cmrApi.get) ? [...kinds, 'cmr'] : kinds,
    );
  },

  scan: async (context, { body }) => {
    const { mode, number, chosen, ...how } = body;
    const scanned: ScannedNumber = scannedNumber(number);
    const read = choiceOf(context);
    const hits = chosenOf(await scanHits(read, scanned, kindsFor(mode, context.caller)), mode, chosen);
    const [hit] = hits;
    const none = (found: Result): Answer => {
      context.unchanged();
      return { result: found, hit: found === 'truck' ? (hit ?? null) : null, hits: [], put: false };
    };
    if (!hit) return none('unknown');
    if (hits.length > 1) return { ...none('several'), hits };
    if (hit.kind === 'cmr') return none('truck');
    const done = await steps[mode](context, { hit, ...how });
    if (done.result === 'again') context.unchanged();
    return {
      result: done.result,
      hit: await scanHitOf(context.write, scanned, hit),
      hits: [],
      put: done.put ?? false,
    };
  },

  load: async ({ read }, { query }) => truckLoadOf(read, await rowById(read, 'cmr', query.cmrId)),
};
