import type { Zone } from '@contract/fields';
import {
  airportClock,
  type Clock,
  clockOf,
  hubClock,
  type Places,
  warehouseClock,
} from '@contract/rules/clock';
import type { Reader } from '../store/open';

/** Time zone in files for times without a place: the reader's zone is unknown. */
export const WORLD: Clock = { zone: 'UTC', place: null };

/** Loads the time zones of all airports, warehouses and hubs. */
export async function placesIn(db: Reader): Promise<Places> {
  const airports = await db.selectFrom('airport').select(['id', 'airportCode', 'timeZone']).execute();
  const warehouses = await db.selectFrom('warehouse').select(['id', 'code', 'timeZone']).execute();
  const hubs = await db.selectFrom('destination').select(['id', 'code', 'timeZone']).execute();
  const byId = <R extends { readonly id: number }>(rows: readonly R[], of: (row: R) => Clock | undefined) => {
    const clocks = new Map(rows.map((row) => [row.id, of(row)]));
    return (id: number) => clocks.get(id);
  };
  return {
    airport: byId(airports, airportClock),
    warehouse: byId(warehouses, warehouseClock),
    hub: byId(hubs, hubClock),
  };
}

/** Time zone of a record's time in a file: see {@link clockOf}. */
export const fileClock = (zone: Zone, row: Readonly<Record<string, unknown>>, places: Places): Clock =>
  clockOf(zone, row, places, WORLD);
