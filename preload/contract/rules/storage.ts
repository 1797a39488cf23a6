import { dayAt } from './zonedTime';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Calendar days from one instant to another in a time zone, the first and the last included; 0 if none passed. */
export function daysStored(from: string, to: string, zone: string): number {
  const [first, last] = [Date.parse(dayAt(from, zone)), Date.parse(dayAt(to, zone))];
  return last < first ? 0 : (last - first) / DAY + 1;
}

/** A pallet of a bill, from its first box in the warehouse to its last box out; `left` is null while it is there. */
export interface PalletStay {
  readonly came: string;
  readonly left: string | null;
}

/**
 * Days that pallets were stored beyond the free ones, added up: a pallet in on 13 November and out on the 26th has
 * 14 days, of which 11 are charged after 3 free ones. Pallets that have not left are counted until `until`.
 */
export const palletDays = (
  stays: readonly PalletStay[],
  { free, until, zone }: { readonly free: number; readonly until: string; readonly zone: string },
): number =>
  stays.reduce((sum, { came, left }) => sum + Math.max(0, daysStored(came, left ?? until, zone) - free), 0);

/**
 * Days of storage at the cargo station that its handler charges: from the notice of arrival and the free hours after
 * it to the pickup; a day that has begun counts in full (reference 7.1, storage days).
 */
export const stationDays = (noaAt: string, pickedUp: string, freeHours: number): number =>
  Math.max(0, Math.ceil((Date.parse(pickedUp) - Date.parse(noaAt) - freeHours * HOUR) / DAY));
