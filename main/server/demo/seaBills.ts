import { airportOf } from './airportData';
import {
  type BillRow,
  countersOf,
  hubColumns,
  progressColumns,
  untouchedBill,
  weightColumns,
} from './billRow';
import type { Workshop } from './bills';
import { emptyOutcome } from './cargo';
import { channelOf, destinationOf } from './carrierData';
import { DAY, dayIn, iso, isoOrNull } from './clock';
import { conclude } from './conclude';
import { customerOf } from './customerData';
import { entryNumber, mrnOf } from './customsNumbers';
import { acceptedWith, type BatchRow } from './declarations';
import { layoutOf, type PickRow, picksOf } from './legs';
import type { Change } from './logs';
import { customerId, staffId } from './people';
import { roles } from './peopleData';
import { madeAt } from './reference';
import { seaChanges, seaEvents } from './seaHistory';
import { warehouseOf } from './stationData';
import type { EventRow } from './timeline';
import type { Voyage } from './voyages';

const VESSELS = ['POLARIS STAR', 'POLARIS DAWN', 'POLARIS REEF'];
const CUSTOMERS = ['MDH', 'GPT', 'SFG', 'OKS', 'LMG', 'RML', 'SRC'];

/** Columns that only bills by air fill. */
const byAir = {
  ...{
    carrierCode: null,
    routeCode: null,
    cargoStationId: null,
    firstParcelAt: null,
    t1At: null,
    t1Mrn: null,
  },
  ...{ checkedAt: null, checkedBy: null, removedAt: null, removedBy: null, removeReason: null },
  ...{ hsCheckedAt: null, handoverTo: null },
};

/** A bill by sea with its trip, declaration, events and changes. */
interface SeaBill {
  readonly row: BillRow;
  readonly picks: readonly PickRow[];
  readonly batches: readonly BatchRow[];
  readonly events: readonly EventRow[];
  readonly changes: readonly Change[];
}

/** Builds the bill of a voyage, with cartons of bulk goods and no parcels. */
export function buildSeaBill(voyage: Voyage, id: number, shop: Workshop): SeaBill {
  const { lane, reached, random, containers, etd, index } = voyage;
  const { ids, now } = shop;
  const american = lane.bound === 'E';
  const made = random.fork('bill');
  const boxes = containers.length * made.int(260, 620);
  const weight = boxes * made.int(9_000, 19_000);
  const volume = containers.length * made.int(52_000, 66_000);
  const layout = layoutOf(boxes, reached, 1, emptyOutcome(), 'station', made);
  const country = warehouseOf(lane.warehouse).country;
  const trucks = { weight, boxes, country, declared: reached.declared, decided: reached.released !== null };
  const picks = picksOf(
    reached.trips,
    layout,
    { ...trucks, released: reached.released, blocked: layout.blocked },
    made,
  );
  const author = roles.documents[index % 2] ?? roles.documents[0];
  const channel = made.pick(lane.channels);
  const destination = channelOf(channel).destination;
  const row: BillRow = {
    id,
    ...madeAt(iso(voyage.created), staffId(author)),
    ...untouchedBill,
    mode: 'sea',
    billNo: `PZOL63010${String(1107 + 43 * index).padStart(5, '0')}`,
    ...byAir,
    houseNo: `NGHB${String(204_118 + 17 * index)}`,
    batchNo: '01',
    customerId: customerId(customerOf(CUSTOMERS[index % CUSTOMERS.length] ?? 'MDH').code),
    serviceId: ids.service(american ? 'US01' : 'CLR_DLV'),
    flightNo: voyageNo(etd, lane.bound),
    vesselName: VESSELS[index % VESSELS.length] ?? null,
    originAirportId: ids.airport(lane.loading),
    landingAirportId: ids.airport(lane.discharge),
    exportDate: dayIn(etd, airportOf(lane.loading).timeZone),
    etd: iso(etd),
    eta: iso(voyage.eta),
    atd: iso(etd),
    warehouseId: ids.warehouse(lane.warehouse),
    ...hubColumns(destination, ids),
    channelCode: channel,
    totalValue: Math.round(weight * made.between(0.55, 1.1)) * 10,
    currency: american ? 'USD' : 'EUR',
    boxCount: boxes,
    packageCount: 0,
    ...weightColumns('sea', weight, volume),
    uldNumbers: '[]',
    clearanceType: american ? 'us01' : 'standard',
    checked: 0,
    archived: voyage.archived === null ? 0 : 1,
    archivedAt: isoOrNull(voyage.archived),
    ...progressColumns(reached, layout, picks),
    atWarehouseAt: isoOrNull(reached.trips[0]?.gateIn ?? null),
    ...countersOf(emptyOutcome()),
    exceptionCount: 0,
    source: 'manual',
    remarks: `Container ${containers.join(', ')}. Port of loading ${lane.loading}, port of discharge ${lane.discharge}`,
  };
  const batches = declarationOf(voyage, row, american, country, shop);
  conclude({ row, picks, batches, releasedBefore: false }, now);
  return {
    row,
    picks,
    batches,
    events: seaEvents(voyage, id, destinationOf(destination).city, now),
    changes: seaChanges(voyage, author, now),
  };
}

/** Year and week of the sailing, and the direction. */
function voyageNo(etd: number, bound: string): string {
  const day = new Date(etd);
  const week = Math.ceil((etd - Date.UTC(day.getUTCFullYear(), 0, 1)) / (7 * DAY));
  return `${String(day.getUTCFullYear()).slice(2)}${String(week).padStart(2, '0')}${bound}`;
}

function declarationOf(
  voyage: Voyage,
  row: BillRow,
  american: boolean,
  country: string,
  shop: Workshop,
): BatchRow[] {
  const { reached, random, etd } = voyage;
  if (reached.declared === null) return [];
  const day = dayIn(etd, 'UTC').replaceAll('-', '').slice(2);
  const status = reached.released === null ? 'accepted' : 'released';
  const declaredAt = isoOrNull(reached.declared);
  return [
    {
      id: shop.nextBatch(),
      billId: row.id,
      batchNo: american ? 'ABI-01' : 'AGS-01',
      declarationSystem: american ? 'ABI' : 'AGS',
      declarationType: american ? '01' : 'H1',
      lrn: american ? entryNumber(shop.nextEntry()) : `NGC${day}${String(row.id).padStart(5, '0')}A`,
      mrn: american ? null : mrnOf(day.slice(0, 2), country, 'R', random.fork('mrn')),
      lines: random.fork('lines').int(4, 22),
      parcels: 0,
      boxes: row.boxCount,
      weight: row.weight,
      value: row.totalValue,
      currency: row.currency,
      ...{ status, declaredAt, ...acceptedWith(status, declaredAt) },
      releasedAt: isoOrNull(reached.released),
    },
  ];
}
