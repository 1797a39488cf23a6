import type { Zone } from '@contract/fields';
import { type Clock, clockName, clockText, clockTitle } from '@contract/rules/clock';
import { formatInstant } from '@contract/rules/zonedTime';
import { ownZone } from '../app/zone';
import { clockIn, type Lookups } from './lookups';

/** A time of a row as text, with the short name of its clock where that is not in the reader's zone. */
export const placeTime = (
  at: string,
  zone: Zone,
  row: Readonly<Record<string, unknown>>,
  lookups: Lookups,
): string => clockText(at, clockIn(zone, row, lookups), ownZone);

/** A time on a clock; its zone is named beside it where it is not the reader's, and in full in the tooltip. */
export function ClockTime({ at, clock, className }: { at: string; clock: Clock; className?: string }) {
  if (clock.zone === ownZone)
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

/** A time of a row, on the clock that its field names. */
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
