import { type Clock, clockText } from '@contract/rules/clock';
import { dayAt, instantOf } from '@contract/rules/zonedTime';

/** The user's own time zone, used for instants that belong to no airport. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The user's own clock. */
export const ownClock: Clock = { zone: ownZone, place: null };

/** Formats an instant as `DD/MM/YYYY HH:mm` on the user's own clock. */
export const ownTime = (instant: string): string => clockText(instant, ownClock, ownZone);

const DAY = 86_400_000;
/** Returns the calendar day on the user's clock `days` times 24 hours from now (negative: ago), as `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string => dayAt(Date.now() + days * DAY, ownZone);

/** Returns the current day on the user's clock, as `YYYY-MM-DD`. */
export const today = (): string => dayFromNow(0);

/** Returns the instant at which the current minute began. */
export const thisMinute = (): string => instantOf(Math.floor(Date.now() / 60_000) * 60_000);
