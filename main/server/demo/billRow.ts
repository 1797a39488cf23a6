import type { Insertable } from 'kysely';
import { billingWeightOf } from '../areas/bill/billWrites';
import type { Database } from '../store/tables';
import type { JourneyTimes } from './aims';
import { airportOf } from './airportData';
import type { Workshop } from './bills';
import type { Outcome } from './cargo';
import { carrierOf, destinationOf } from './carrierData';
import { dayIn, iso, isoOrNull, MINUTE } from './clock';
import { isAmerican } from './lanes';
import type { Layout, PickRow } from './legs';
import { customerId, staffId } from './people';
import { roles } from './peopleData';
import { madeAt, type ReferenceIds } from './reference';
import type { Shipment } from './shipments';
import { warehouseOf } from './stationData';

export type BillRow = Insertable<Database['bill']> & { id: number };

/** Input for the row of a bill. */
interface RowParts {
  readonly shipment: Shipment;
  readonly id: number;
  readonly shop: Workshop;
  readonly layout: Layout;
  readonly outcome: Outcome;
  readonly picks: readonly PickRow[];
  readonly t1Mrn: string | null;
}

/** Columns of a bill whose work has not begun. */
export const untouchedBill = {
  stage: 'draft',
  ...{ nextDueAt: null, dueOrder: null, clearanceStatus: null, stageBeforeRemove: null },
  ...{ partial: 0, blockedAt: null, pickupFinished: 0, shortageCount: 0, importJobId: null },
} satisfies Partial<BillRow>;

/** Columns of the weight (grams) and the volume (litres). */
export const weightColumns = (mode: BillRow['mode'], weight: number, volume: number) => ({
  weight,
  volume,
  billingWeight: Math.round(billingWeightOf(mode, weight / 1000, volume / 1000) * 1000),
});

/** Columns of the hub that a bill goes to. */
export function hubColumns(code: string, { destination, carrier, mark }: ReferenceIds) {
  const hub = destinationOf(code);
  return {
    destinationId: destination(hub.code),
    lastMileId: carrier(carrierOf(hub.carrier).code),
    tapeColor: hub.tapeColor,
    markId: mark(hub.code),
  };
}

/** Columns of the steps that a bill has reached, and of the boxes that were counted there. */
export function progressColumns(reached: JourneyTimes, layout: Layout, picks: readonly PickRow[]) {
  const [first] = reached.trips;
  const sum = (name: 'pickupBoxes' | 'inboundBoxes' | 'outboundBoxes') =>
    picks.reduce((total, pick) => total + (pick[name] ?? 0), 0);
  return {
    noaBoxCount: layout.noaBoxes,
    pickedBoxes: sum('pickupBoxes'),
    inboundBoxes: sum('inboundBoxes'),
    outboundBoxes: sum('outboundBoxes'),
    podBoxCount: reached.pod === null ? null : sum('outboundBoxes') || layout.cameUpTo - layout.blocked.size,
    ata: isoOrNull(reached.ata),
    declaredAt: isoOrNull(reached.declared),
    noaAt: isoOrNull(reached.noa),
    pickupAt: isoOrNull(first ? (first.pickFinish ?? first.pickStart) : null),
    clearanceReleasedAt: isoOrNull(reached.released),
    handoverAt: isoOrNull(reached.handover),
    tatAt: isoOrNull(reached.tat),
    podAt: isoOrNull(reached.pod),
  };
}

/** Builds the row of a bill by air; computed columns are filled in later. */
export function rowOf({ shipment, id, shop, layout, outcome, picks, t1Mrn }: RowParts): BillRow {
  const { flight, cargo, reached, customer, removed, archived } = shipment;
  const { ids, now } = shop;
  const { lane } = flight;
  const american = isAmerican(lane.landing);
  const author = authorOf(shipment);
  return {
    id,
    ...madeAt(iso(flight.created), author === null ? null : staffId(author)),
    ...untouchedBill,
    mode: 'air',
    billNo: shipment.billNo,
    houseNo: shipment.houseNo,
    batchNo: shipment.batchNo,
    customerId: customerId(customer.code),
    serviceId: ids.service(shipment.service),
    flightNo: flight.flightNo,
    vesselName: null,
    carrierCode: lane.carrier,
    routeCode: shipment.billNo.slice(0, 3),
    originAirportId: ids.airport(lane.origin),
    landingAirportId: ids.airport(lane.landing),
    exportDate: dayIn(flight.etd, airportOf(lane.origin).timeZone),
    etd: iso(flight.etd),
    eta: iso(flight.eta),
    atd: flight.atd <= now && removed === null ? iso(Math.min(flight.atd, reached.ata ?? flight.atd)) : null,
    cargoStationId: ids.station(shipment.route.station),
    warehouseId: ids.warehouse(shipment.route.warehouse),
    ...hubColumns(shipment.destination, ids),
    channelCode: shipment.channel,
    totalValue: cargo.value,
    currency: american ? 'USD' : 'EUR',
    boxCount: cargo.boxes,
    packageCount: cargo.parcels,
    ...weightColumns('air', cargo.weight, cargo.volume),
    uldNumbers: JSON.stringify(cargo.ulds),
    clearanceType: shipment.clearanceType,
    checked: shipment.checked === null ? 0 : 1,
    checkedAt: isoOrNull(shipment.checked),
    checkedBy: shipment.checked === null ? null : staffId(american ? roles.brokerUs : roles.broker),
    archived: archived === null ? 0 : 1,
    archivedAt: isoOrNull(archived),
    removedAt: isoOrNull(removed?.at ?? null),
    removedBy: removed === null ? null : staffId(author ?? roles.documents[0]),
    removeReason: removed?.reason ?? null,
    firstParcelAt: isoOrNull(shipment.uploaded),
    t1At: isoOrNull(reached.t1),
    t1Mrn,
    ...progressColumns(reached, layout, picks),
    atWarehouseAt: isoOrNull(atWarehouse(shipment)),
    hsCheckedAt: isoOrNull(hsCheckedOf(shipment, now)),
    handoverTo: reached.handover === null ? null : handedTo(shipment),
    ...countersOf(outcome),
    exceptionCount: (outcome.held > 0 ? 1 : 0) + (outcome.damaged > 0 ? 1 : 0) + outcome.missingBoxes,
    source: shipment.source,
    remarks: shipment.remark,
  };
}

/** Time at which the last trip has brought the bill to the warehouse. */
function atWarehouse({ reached, journey }: Shipment): number | null {
  if (reached.trips.length === 0 || reached.trips.length !== journey?.trips.length) return null;
  const gates = reached.trips.flatMap(({ gateIn }) => gateIn ?? []);
  return gates.length === reached.trips.length ? Math.max(...gates) : null;
}

/** HS codes are checked two minutes after the upload. */
const hsCheckedOf = ({ uploaded }: Shipment, now: number): number | null =>
  uploaded === null ? null : Math.min(now, uploaded + 2 * MINUTE);

/** Receiver of the released goods: our warehouse. */
const handedTo = ({ route }: Shipment): string => warehouseOf(route.warehouse).nameEn;

/** Parcel counts of a bill. */
export const countersOf = (outcome: Outcome) => ({
  parcelsClearance: outcome.clearance,
  parcelsFree: outcome.free,
  parcelsHeld: outcome.held,
  parcelsFailed: outcome.failed,
  parcelsAbnormal: outcome.damaged + outcome.missing,
  parcelsCompleted: outcome.completed,
});

/** User name of the bill's author; null for bills sent by a partner's system. */
export function authorOf({ source, billNo }: Pick<Shipment, 'source' | 'billNo'>): string | null {
  // All batches of a flight are in one file by one person.
  return source === 'api' ? null : (roles.documents[Number(billNo.slice(4, 11)) % 2] ?? null);
}

/** User name of the person who handles a bill after landing. */
export function handOf({ route, flight }: Shipment): string {
  if (isAmerican(flight.lane.landing)) return roles.brokerUs;
  return warehouseOf(route.warehouse).country === 'BE' ? roles.warehouseBe : roles.warehouse;
}
