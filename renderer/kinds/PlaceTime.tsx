import type { Zone } from '@contract/fields';
import { type Clock, clockName, clockText, clockTitle } from '@contract/rules/clock';
import { formatInstant, occursTwice } from '@contract/rules/zonedTime';
import { ownZone } from '../app/zone';
import { clockIn, type Lookups } from './lookups';

/** Formats a time of a row, with the short name of its clock if that is not in the user's zone. */
export const placeTime = (
  at: string,
  zone: Zone,
  row: Readonly<Record<string, unknown>>,
  lookups: Lookups,
): string => clockText(at, clockIn(zone, row, lookups), ownZone);

/** Time on a clock; a zone other than the user's is named beside it, and in full in the tooltip. */
export function ClockTime({ at, clock, className }: { at: string; clock: Clock; className?: string }) {
  if (clock.zone === ownZone && !occursTwice(at, ownZone))
    return (
      <time dateTime={at} className={className}>
        {formatInstant(at, clock.zone)}
      </time>
    );
  return (
    <time dateTime={at} className={className} title={clockTitle(at, clock)}>
      {formatInstant(at, clock.zone)} <span className="fc-zone">{clockName(at, clock)}</span>
    </time>
  );
}

/** Time of a row, on the clock of its field. */
export function PlaceTime(props: {
  at: string;
  zone: Zone;
  row: Readonly<Record<string, unknown>>;
  lookups: Lookups;
  className?: string;
}) {
  const { at, zone, row, lookups, ...rest } = props;
  return <ClockTime at={at} clock={clockIn(zone, row, lookups)} {...rest} />;
}
