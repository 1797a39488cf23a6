import type { PlaceZone, Zone } from '../fields';
import { isId } from '../lenient';
import { formatInstant, occursTwice, zoneName } from './zonedTime';

/** A clock for reading times: its IANA zone, and the code of its airport, warehouse or hub, null if it has no place. */
export interface Clock {
  readonly zone: string;
  readonly place: string | null;
}

/** Lookup of places whose clocks show times, by id; undefined if unknown. */
export interface Places {
  readonly airport: (id: number) => Clock | undefined;
  readonly warehouse: (id: number) => Clock | undefined;
  /** Hub of a last-mile carrier. */
  readonly hub: (id: number) => Clock | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const PLACE_ZONES = ['origin', 'landing', 'warehouse', 'hub', 'user'] as const satisfies readonly PlaceZone[];

/**
 * Returns the clock for a time of a record (reference 0.2): that of its airport, warehouse or hub, by the field's zone,
 * else `own`. The only place that decides this, for screens, files, mails and papers alike.
 */
export function clockOf(zone: Zone, row: Row, places: Places, own: Clock): Clock {
  if (zone === 'event') {
    const stated = PLACE_ZONES.find((one) => one === row.eventZone);
    return clockOf(stated ?? 'landing', row, places, own);
  }
  if (zone === 'user') return own;
  const hubId = zone === 'hub' ? (row.toDestinationId ?? row.destinationId) : undefined;
  const hub = isId(hubId) ? places.hub(hubId) : undefined;
  if (hub) return hub;
  // A truck uses the clock of the warehouse that it leaves from, also at a hub whose clock is not known.
  const warehouseId =
    zone === 'warehouse'
      ? (row.warehouseId ?? row.fromWarehouseId)
      : zone === 'hub'
        ? row.fromWarehouseId
        : undefined;
  const warehouse = isId(warehouseId) ? places.warehouse(warehouseId) : undefined;
  if (warehouse) return warehouse;
  const airportId = zone === 'origin' ? row.originAirportId : row.landingAirportId;
  return (isId(airportId) ? places.airport(airportId) : undefined) ?? own;
}

export const airportClock = ({ airportCode, timeZone }: Row): Clock => ({
  zone: String(timeZone),
  place: String(airportCode),
});

export const warehouseClock = ({ code, timeZone }: Row): Clock => ({
  zone: String(timeZone),
  place: String(code),
});

/** Returns the clock of a hub; undefined if it is not known. */
export const hubClock = ({ code, timeZone }: Row): Clock | undefined =>
  typeof timeZone === 'string' ? { zone: timeZone, place: String(code) } : undefined;

/**
 * Returns the short name of a clock at an instant: its place, else that of its zone; both in an hour that the clock shows
 * twice.
 */
export const clockName = (instant: string, { zone, place }: Clock): string => {
  if (place === null) return zoneName(instant, zone);
  return occursTwice(instant, zone) ? `${place} ${zoneName(instant, zone)}` : place;
};

/** Formats an instant as `DD/MM/YYYY HH:mm`, with the short name of its clock if that is not the reader's zone. */
export function clockText(instant: string, clock: Clock, reader: string): string {
  const shown = formatInstant(instant, clock.zone);
  return clock.zone === reader && !occursTwice(instant, reader)
    ? shown
    : `${shown} ${clockName(instant, clock)}`;
}

/** Formats an instant with the name of its clock, for papers and mails, whose reader's zone is unknown. */
export const namedTime = (instant: string, clock: Clock): string =>
  `${formatInstant(instant, clock.zone)} ${clockName(instant, clock)}`;

/** Returns the full name of a clock at an instant, for tooltips: `AMS · Europe/Amsterdam · CET`. */
export const clockTitle = (instant: string, { zone, place }: Clock): string =>
  [place, zone, zoneName(instant, zone)]
    .filter((part, at) => part !== null && (at < 2 || part !== zone))
    .join(' · ');
