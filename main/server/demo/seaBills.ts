import { billingWeightOf } from '../areas/bill/billWrites';
import { airportOf } from './airportData';
import type { BillRow } from './billRow';
import type { Workshop } from './bills';
import { emptyOutcome } from './cargo';
import { carrierOf, channelOf, destinationOf } from './carrierData';
import { DAY, dayIn, iso, isoOrNull } from './clock';
import { conclude } from './conclude';
import { customerOf } from './customerData';
import { entryNumber, mrnOf } from './customsNumbers';
import type { BatchRow } from './declarations';
import { layoutOf, type PickRow, picksOf } from './legs';
import type { Change } from './logs';
import { customerId, staffId } from './people';
import { roles } from './peopleData';
import { seaChanges, seaEvents } from './seaHistory';
import { warehouseOf } from './stationData';
import type { EventRow } from './timeline';
import type { Voyage } from './voyages';

const VESSELS = ['POLARIS STAR', 'POLARIS DAWN', 'POLARIS REEF'];
const CUSTOMERS = ['MDH', 'GPT', 'SFG', 'OKS', 'LMG', 'RML', 'SRC'];

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
  const customer = customerOf(CUSTOMERS[index % CUSTOMERS.length] ?? 'MDH');
  const channel = made.pick(lane.channels);
  const hub = destinationOf(channelOf(channel).destination);
  const first = reached.trips[0];
  const sum = (name: 'pickupBoxes' | 'inboundBoxes' | 'outboundBoxes') =>
    picks.reduce((total, pick) => total + (pick[name] ?? 0), 0);
  const value = Math.round(weight * made.between(0.55, 1.1)) * 10;
  const row: BillRow = {
    id,
    version: 1,
    createdAt: iso(voyage.created),
    createdBy: staffId(author),
    updatedAt: iso(voyage.created),
    updatedBy: staffId(author),
    mode: 'sea',
    billNo: `PZOL63010${String(1107 + 43 * index).padStart(5, '0')}`,
    houseNo: `NGHB${String(204_118 + 17 * index)}`,
    batchNo: '01',
    customerId: customerId(customer.code),
    serviceId: ids.service(american ? 'US01' : 'WHS'),
    flightNo: voyageNo(etd, lane.bound),
    vesselName: VESSELS[index % VESSELS.length] ?? null,
    carrierCode: null,
    routeCode: null,
    originAirportId: ids.airport(lane.origin),
    landingAirportId: ids.airport(lane.landing),
    exportDate: dayIn(etd, airportOf(lane.origin).timeZone),
    etd: iso(etd),
    eta: iso(voyage.eta),
    atd: iso(etd),
    ata: isoOrNull(reached.ata),
    cargoStationId: null,
    warehouseId: ids.warehouse(lane.warehouse),
    destinationId: ids.destination(hub.code),
    lastMileId: ids.carrier(carrierOf(hub.carrier).code),
    channelCode: channel,
    totalValue: value,
    currency: american ? 'USD' : 'EUR',
    boxCount: boxes,
    packageCount: 0,
    weight,
    volume,
    billingWeight: Math.round(billingWeightOf(weight / 1000, volume / 1000) * 1000),
    uldNumbers: '[]',
    noaBoxCount: layout.noaBoxes,
    pickedBoxes: sum('pickupBoxes'),
    inboundBoxes: sum('inboundBoxes'),
    outboundBoxes: sum('outboundBoxes'),
    podBoxCount: reached.pod === null ? null : sum('outboundBoxes'),
    tapeColor: hub.tapeColor,
    markId: ids.mark(hub.code),
    clearanceType: american ? 'us01' : 'standard',
    stage: 'draft',
    clearanceStatus: null,
    partial: 0,
    checked: 0,
    checkedAt: null,
    checkedBy: null,
    archived: voyage.archived === null ? 0 : 1,
    archivedAt: isoOrNull(voyage.archived),
    removedAt: null,
    removedBy: null,
    removeReason: null,
    stageBeforeRemove: null,
    firstParcelAt: null,
    declaredAt: isoOrNull(reached.declared),
    noaAt: isoOrNull(reached.noa),
    t1At: null,
    t1Mrn: null,
    pickupAt: isoOrNull(first ? (first.pickFinish ?? first.pickStart) : null),
    atWarehouseAt: isoOrNull(first?.gateIn ?? null),
    clearanceReleasedAt: isoOrNull(reached.released),
    hsCheckedAt: null,
    handoverTo: null,
    blockedAt: null,
    handoverAt: isoOrNull(reached.handover),
    tatAt: isoOrNull(reached.tat),
    podAt: isoOrNull(reached.pod),
    pickupFinished: 0,
    ...{
      parcelsClearance: 0,
      parcelsFree: 0,
      parcelsHeld: 0,
      parcelsFailed: 0,
      parcelsAbnormal: 0,
      parcelsCompleted: 0,
    },
    shortageCount: 0,
    exceptionCount: 0,
    source: 'manual',
    importJobId: null,
    remarks: `Container ${containers.join(', ')}. Port of loading ${lane.loading}, port of discharge ${lane.discharge}`,
  };
  const batches = declarationOf(voyage, row, american, country, shop);
  conclude({ row, picks, batches }, now);
  return {
    row,
    picks,
    batches,
    events: seaEvents(voyage, id, hub.city, now),
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
      status: reached.released === null ? 'accepted' : 'released',
      declaredAt: isoOrNull(reached.declared),
      releasedAt: isoOrNull(reached.released),
    },
  ];
}
