import { t1StateOf } from '@contract/customs/t1';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { airportOf } from './airportData';
import type { BuiltBill } from './bills';
import { DAY, HOUR, iso, isoOrNull, toMinute } from './clock';
import { officeOf } from './customsNumbers';
import { isAmerican } from './lanes';
import { staffId } from './people';
import { roles } from './peopleData';
import { warehouseOf } from './stationData';

type T1Row = Insertable<Database['t1']>;

/** Milliseconds within which a transit must reach its office of destination. */
const TIME_LIMIT = 7 * DAY;

/** Builds the transit of each bill that left the airport uncleared, in its present state. */
export function transitsOf(bills: readonly BuiltBill[], now: number): T1Row[] {
  return bills.flatMap(({ shipment, row, picks }, index): T1Row[] => {
    const { reached, route, flight } = shipment;
    const { t1: released } = reached;
    if (released === null || !row.t1Mrn) return [];
    const random = shipment.random.fork('transit');
    const from = isAmerican(flight.lane.landing) ? 'US' : airportOf(flight.lane.landing).country;
    const to = warehouseOf(route.warehouse).country;
    const gates = reached.trips.map(({ gateIn }) => gateIn);
    const arrived = row.atWarehouseAt && !gates.includes(null) ? Date.parse(row.atWarehouseAt) : null;
    const ended = arrived === null ? null : toMinute(arrived + random.triangular(1, 6, 30) * HOUR);
    const discharged = ended !== null && ended <= now ? ended : null;
    const dates = {
      releasedAt: iso(released),
      arrivedAt: isoOrNull(arrived),
      dischargedAt: isoOrNull(discharged),
      timeLimit: iso(released + TIME_LIMIT).slice(0, 10),
    };
    const by = staffId(roles.broker);
    const steps = [released, arrived, discharged].filter((at) => at !== null);
    return [
      {
        billId: row.id,
        mrn: row.t1Mrn,
        lrn: `NGT${dates.releasedAt.slice(2, 10).replaceAll('-', '')}${String(index + 1).padStart(5, '0')}`,
        officeDeparture: officeOf(from),
        officeDestination: officeOf(to),
        guaranteeRef: `26${to}0004320018${random.digits(2)}7`,
        boxes: row.noaBoxCount ?? row.boxCount,
        weight: row.weight,
        seals: JSON.stringify([`NG-${random.digits(6)}`]),
        plateNo: picks[0]?.plateNo ?? null,
        ...dates,
        state: t1StateOf(dates, iso(now).slice(0, 10)),
        remark: null,
        version: steps.length,
        createdAt: iso(released),
        createdBy: by,
        updatedAt: iso(steps.at(-1) ?? released),
        updatedBy: by,
      },
    ];
  });
}
