import { type Clock, clockText } from '@contract/rules/clock';
import { dayAt, instantOf } from '@contract/rules/zonedTime';

/** The reader's own time zone: whose clock shows instants that belong to no airport. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's own clock. */
export const ownClock: Clock = { zone: ownZone, place: null };

/** `DD/MM/YYYY HH:mm` of an instant on the reader's own clock. */
export const ownTime = (instant: string): string => clockText(instant, ownClock, ownZone);

const DAY = 86_400_000;
/** The calendar day that the reader's clock shows so many times 24 hours from now, or ago where negative, `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string => dayAt(Date.now() + days * DAY, ownZone);

/** The calendar day that the reader's clock shows, `YYYY-MM-DD`. */
export const today = (): string => dayFromNow(0);

/** The instant at which the present minute began. */
export const thisMinute = (): string => instantOf(Math.floor(Date.now() / 60_000) * 60_000);
