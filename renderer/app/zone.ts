import { type Clock, clockText } from '@contract/rules/clock';
import { dayAt, instantOf } from '@contract/rules/zonedTime';

/** The reader's own time zone: whose clock shows instants that belong to no airport. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's own clock. */
export const ownClock: Clock = { zone: ownZone, place: null };

/** `DD/MM/YYYY HH:mm` of an instant on the reader's own clock. */
export const ownTime = (instant: string): string => clockText(instant, ownClock, ownZone);

/** The calendar day that the reader's clock shows, `YYYY-MM-DD`. */
export const today = (): string => dayAt(Date.now(), ownZone);

/** The instant at which the present minute began. */
export const thisMinute = (): string => instantOf(Math.floor(Date.now() / 60_000) * 60_000);
