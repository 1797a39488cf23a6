import { eventZone } from '@contract/bill/billClock';
import type { Zone } from '@contract/fields';
import { hasMawbForm, trackingNo } from '@contract/rules/codes';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { client, type OutputOf } from '../../../api/client';
import { queryClient } from '../../../api/queries';
import { handOver } from '../../../app/drafts';

type TrackedParcel = OutputOf<'tracking', 'parcel'>['found'][number];
type TrackedBill = OutputOf<'tracking', 'awb'>['found'][number];
type TrackedEvent = TrackedBill['events'][number];

/** A parcel or one batch of a waybill, with everything that happened to it, oldest first. */
export interface TrackedLine {
  readonly id: string;
  readonly number: string;
  readonly kind: 'parcel' | 'bill';
  readonly parcelState: TrackedParcel['state'] | null;
  readonly stage: TrackedBill['stage'];
  readonly lastEventAt: string | null;
  /** The clock of the last event. */
  readonly eventZone: Zone | undefined;
  readonly location: string | null;
  readonly boxNo: string | null;
  readonly palletNo: string | null;
  readonly destinationCode: string | null;
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string;
  readonly originAirportId: number | null;
  readonly landingAirportId: number | null;
  readonly warehouseId: number | null;
  readonly destinationId: number | null;
  readonly events: readonly TrackedEvent[];
}
interface TrackingResult {
  readonly lines: readonly TrackedLine[];
  readonly notFound: readonly string[];
}

/** Maximum length of a number that the API looks up. */
const LONGEST = 40;
/** Normalises a typed number. */
const spelt = (number: string) => trackingNo.normalise(number);

function lineOf(kind: TrackedLine['kind'], one: TrackedParcel | TrackedBill): TrackedLine {
  const last = one.events.at(-1);
  return {
    ...{ boxNo: null, palletNo: null, ...one },
    id: `${kind} ${one.billId} ${one.number}`,
    kind,
    parcelState: 'state' in one ? one.state : null,
    lastEventAt: last?.occurredAt ?? null,
    eventZone: last && eventZone(last.code),
    location: last?.location ?? null,
  };
}

/** Looks up numbers with one call; makes no request without numbers. */
async function lookUp(
  kind: TrackedLine['kind'],
  numbers: readonly string[],
  signal: AbortSignal,
): Promise<TrackedLine[]> {
  if (numbers.length === 0) return [];
  const input = { query: { numbers: [...numbers] } };
  const { found } =
    kind === 'bill'
      ? await client.tracking.awb(input, { signal })
      : await client.tracking.parcel(input, { signal });
  return found.map((one) => lineOf(kind, one));
}

/**
 * Tracks parcels and waybills, in the order of the numbers. A number is first looked up as the kind its form suggests,
 * then as the other: the bills of shipping lines and many parcels are numbered alike.
 */
async function track(numbers: readonly string[], signal: AbortSignal): Promise<TrackingResult> {
  const usable = numbers.filter((number) => number.length <= LONGEST);
  const waybills = usable.filter(hasMawbForm);
  const others = usable.filter((number) => !hasMawbForm(number));
  const first = (
    await Promise.all([lookUp('bill', waybills, signal), lookUp('parcel', others, signal)])
  ).flat();
  const isMissing = (found: readonly TrackedLine[]) => {
    const there = new Set(found.map(({ number }) => spelt(number)));
    return (number: string) => !there.has(spelt(number));
  };
  const left = isMissing(first);
  const second = await Promise.all([
    lookUp('parcel', waybills.filter(left), signal),
    lookUp('bill', others.filter(left), signal),
  ]);
  const lines = [...first, ...second.flat()];
  const place = new Map(numbers.map((number, at) => [spelt(number), at]));
  const placeOf = ({ number }: TrackedLine) => place.get(spelt(number)) ?? numbers.length;
  return {
    lines: lines.sort((a, b) => placeOf(a) - placeOf(b)),
    notFound: numbers.filter(isMissing(lines)),
  };
}

/** Options of the query that tracks numbers. */
export const trackQuery = (numbers: readonly string[]) => ({
  queryKey: ['tracking', 'track', numbers],
  queryFn: ({ signal }: { signal: AbortSignal }) => track(numbers, signal),
});

/** Returns the query options for one page of a tracking result, for the table. */
export const trackedPage = (numbers: readonly string[], page: number, pageSize: number) => ({
  queryKey: ['tracking', 'page', numbers, page, pageSize],
  queryFn: async () => {
    const { lines } = await queryClient.fetchQuery(trackQuery(numbers));
    return {
      list: lines.slice((page - 1) * pageSize, page * pageSize),
      total: lines.length,
      totalCapped: false,
    };
  },
});

const TRACKING_PATH = '/bill/tracking';

/** Opens the tracking screen with numbers. */
export function useTrack(): (numbers: readonly string[]) => void {
  const navigate = useNavigate();
  return useCallback(
    (numbers) => {
      const text = numbers.join('\n');
      handOver(TRACKING_PATH, 'typed', text);
      handOver(TRACKING_PATH, 'asked', text);
      navigate(TRACKING_PATH);
    },
    [navigate],
  );
}
