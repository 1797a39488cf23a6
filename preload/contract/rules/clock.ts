import type { Zone } from '../fields';
import { isId } from '../lenient';
import { formatInstant, zoneName } from './zonedTime';

/** The clock on which a time is read: its IANA zone, and the short name of its airport or warehouse, null where it is of no place. */
export interface Clock {
  readonly zone: string;
  readonly place: string | null;
}

/** The places whose clocks show times, by id; undefined where one is not known. */
export interface Places {
  readonly airport: (id: number) => Clock | undefined;
  readonly warehouse: (id: number) => Clock | undefined;
}

type Row = Readonly<Record<string, unknown>>;

/**
 * The clock on which a time of a record is read (reference 0.2): that of its airport or warehouse where the field is of one,
 * else `own`. The one place that decides this, for screens, files, mails and papers alike.
 */
export function clockOf(zone: Zone, row: Row, places: Places, own: Clock): Clock {
  if (zone === 'user') return own;
  // A truck is on the clock of the warehouse that it leaves from.
  const warehouseId = zone === 'warehouse' ? (row.warehouseId ?? row.fromWarehouseId) : undefined;
  const warehouse = isId(warehouseId) ? places.warehouse(warehouseId) : undefined;
  if (warehouse) return warehouse;
  const airportId = zone === 'origin' ? row.originAirportId : row.landingAirportId;
  return (isId(airportId) ? places.airport(airportId) : undefined) ?? own;
}

/** The clock of an airport. */
export const airportClock = ({ airportCode, timeZone }: Row): Clock => ({
  zone: String(timeZone),
  place: String(airportCode),
});

/** The clock of a warehouse. */
export const warehouseClock = ({ code, timeZone }: Row): Clock => ({
  zone: String(timeZone),
  place: String(code),
});

/** The short name of a clock at an instant: its place, else that of its zone. */
export const clockName = (instant: string, { zone, place }: Clock): string =>
  place ?? zoneName(instant, zone);

/** `DD/MM/YYYY HH:mm` of an instant, with the short name of its clock where that is not in the reader's zone. */
export function clockText(instant: string, clock: Clock, reader: string): string {
  const shown = formatInstant(instant, clock.zone);
  return clock.zone === reader ? shown : `${shown} ${clockName(instant, clock)}`;
}

/** `DD/MM/YYYY HH:mm` of an instant with the name of its clock, for papers and mails: nobody knows where they are read. */
export const namedTime = (instant: string, clock: Clock): string =>
  `${formatInstant(instant, clock.zone)} ${clockName(instant, clock)}`;

/** The whole name of a clock at an instant, for tooltips: `AMS · Europe/Amsterdam · CET`. */
export const clockTitle = (instant: string, { zone, place }: Clock): string =>
  [place, zone, zoneName(instant, zone)]
    .filter((part, at) => part !== null && (at < 2 || part !== zone))
    .join(' · ');
