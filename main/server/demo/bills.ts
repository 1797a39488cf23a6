import { airportOf } from './airportData';
import { type BillRow, rowOf } from './billRow';
import { type Outcome, outcomeOf } from './cargo';
import { dayIn } from './clock';
import { mrnOf } from './customsNumbers';
import { type BatchRow, declarationsOf } from './declarations';
import { type Layout, layoutOf, type PickRow, picksOf } from './legs';
import { type Fates, fatesOf, type Packing, packingOf, type TrackingNumbers } from './parcels';
import type { ReferenceIds } from './reference';
import type { Shipment } from './shipments';
import { warehouseOf } from './stationData';

/** A bill with all its details, ready to be written. */
export interface BuiltBill {
  readonly shipment: Shipment;
  readonly row: BillRow;
  readonly picks: PickRow[];
  readonly batches: readonly BatchRow[];
  readonly layout: Layout;
  readonly outcome: Outcome;
  readonly stored: { readonly packing: Packing; readonly fates: Fates } | null;
}

/** Input for building bills besides the shipments. */
export interface Workshop {
  readonly ids: ReferenceIds;
  readonly now: number;
  readonly tracking: TrackingNumbers;
  /** Ids of declarations, and serials of US entries, in the order of the bills. */
  readonly nextBatch: () => number;
  readonly nextEntry: () => number;
}

/** Computes everything about a bill from its shipment: counts, trips, declarations, status and stage. */
export function buildBill(shipment: Shipment, id: number, shop: Workshop): BuiltBill {
  const { reached, cargo, journey, flight } = shipment;
  const random = shipment.random.fork('build');
  const stored = shipment.stored ? packingOf(shipment, shop.tracking, random.fork('parcels')) : null;
  const wanted = outcomeOf(cargo, reached, shipment.trouble, shipment.uploaded !== null);
  const trips = journey?.trips.length ?? 1;
  const layout = layoutOf(
    cargo.boxes,
    reached,
    trips,
    wanted,
    shipment.trouble.noticed,
    random.fork('layout'),
  );
  const fates = stored && fatesOf(stored, wanted, layout, random.fork('fates'));
  const outcome = fates?.outcome ?? wanted;
  const decided = reached.released !== null;
  const picks = picksOf(
    reached.trips,
    layout,
    {
      weight: cargo.weight,
      boxes: cargo.boxes,
      country: warehouseOf(shipment.route.warehouse).country,
      declared: reached.declared,
      decided,
      released: reached.released,
      blocked: layout.blocked,
    },
    random.fork('picks'),
  );
  const batches = declarationsOf(shipment, id, outcome, stored, shop);
  const year = dayIn(flight.created, 'Europe/Amsterdam').slice(2, 4);
  const t1Mrn = reached.t1 === null ? null : mrnOf(year, airportOf(flight.lane.landing).country, 'J', random);
  const row = rowOf({ shipment, id, shop, layout, outcome, picks, t1Mrn });
  return {
    shipment,
    row,
    picks,
    batches,
    layout,
    outcome,
    stored: stored && fates && { packing: stored, fates },
  };
}
