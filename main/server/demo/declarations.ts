import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import type { Workshop } from './bills';
import type { Outcome } from './cargo';
import { dayIn, isoOrNull } from './clock';
import { entryNumber, mrnOf } from './customsNumbers';
import { isAmerican } from './lanes';
import type { Packing } from './parcels';
import { realNameOf } from './people';
import { roles } from './peopleData';
import type { Shipment } from './shipments';
import { warehouseOf } from './stationData';

export type BatchRow = Insertable<Database['batch']> & { id: number };

/** For bills stored as counts: share of parcels above EUR 150, and their lines, weight and value relative to others. */
const DEAR = { share: 0.0155, lines: 1.5, weight: 1.7, value: 9 };
const LINES_A_PARCEL = 1.38;

interface Amounts {
  readonly parcels: number;
  readonly lines: number;
  readonly weight: number;
  readonly value: number;
}

/** Builds the declarations of a bill: one for low values, one for standard declarations. Empty without parcel data. */
export function declarationsOf(
  shipment: Shipment,
  billId: number,
  outcome: Outcome,
  packing: Packing | null,
  shop: Workshop,
): BatchRow[] {
  const { cargo, reached, flight, route } = shipment;
  if (shipment.uploaded === null) return [];
  const random = shipment.random.fork('batches');
  const american = isAmerican(flight.lane.landing);
  const country = american ? 'US' : warehouseOf(route.warehouse).country;
  const day = dayIn(flight.created, 'Europe/Amsterdam').replaceAll('-', '').slice(2);
  const { all, full } = amountsOf(shipment, packing);
  const split = !american && full.parcels > 0;
  const local = (suffix: string) =>
    american ? entryNumber(shop.nextEntry()) : `NGC${day}${String(billId).padStart(5, '0')}${suffix}`;
  const reference = () =>
    american || reached.declared === null ? null : mrnOf(day.slice(0, 2), country, 'R', random);
  const status = statusOf(shipment, outcome);
  const declaredAt = isoOrNull(reached.declared);
  const common = {
    billId,
    currency: american ? 'USD' : 'EUR',
    ...{ status, declaredAt, ...acceptedWith(status, declaredAt) },
    releasedAt: isoOrNull(reached.released),
  };
  const low: BatchRow = {
    id: shop.nextBatch(),
    ...common,
    batchNo: american ? 'ABI-01' : 'DECO-01',
    declarationSystem: american ? 'ABI' : 'DECO',
    declarationType: american ? (shipment.clearanceType === 'us01' ? '01' : '11') : 'H7',
    lrn: local('D'),
    mrn: reference(),
    boxes: cargo.boxes,
    ...(split ? less(all, full) : all),
  };
  if (!split) return [low];
  const standard: BatchRow = {
    ...low,
    id: shop.nextBatch(),
    batchNo: 'AGS-01',
    declarationSystem: country === 'BE' ? 'H1_BE' : 'AGS',
    declarationType: 'H1',
    lrn: local('A'),
    mrn: reference(),
    boxes: Math.min(cargo.boxes, full.parcels),
    ...full,
  };
  return [low, standard];
}

type StepRow = Omit<Insertable<Database['declarationStep']>, 'id'>;

/** Steps in the history of a declaration, as the broker has recorded them: as far as its status tells. */
export function historyOf({ id: batchId, billId, ...batch }: BatchRow): StepRow[] {
  const { declaredAt, acceptedAt, releasedAt, declarationSystem, lrn = null } = batch;
  const operatorName = realNameOf(declarationSystem === 'ABI' ? roles.brokerUs : roles.broker);
  const taken = (step: StepRow['step'], at: string | null | undefined, mrn: string | null = null) =>
    at ? [{ billId, batchId, step, at, lrn, mrn, recordedAt: at, operatorName }] : [];
  return [
    ...taken('declare', declaredAt),
    ...taken('accept', acceptedAt, batch.mrn),
    ...(batch.status === 'released' ? taken('release', releasedAt, batch.mrn) : []),
  ];
}

/** Declarations of the demo are accepted in the minute in which they are lodged. */
export const acceptedWith = (
  status: BatchRow['status'],
  declaredAt: string | null,
): Pick<BatchRow, 'acceptedAt'> => ({
  acceptedAt: ['accepted', 'control', 'released'].includes(status) ? declaredAt : null,
});

const less = (all: Amounts, part: Amounts): Amounts => ({
  parcels: all.parcels - part.parcels,
  lines: all.lines - part.lines,
  weight: all.weight - part.weight,
  value: all.value - part.value,
});

function amountsOf({ cargo }: Shipment, packing: Packing | null): { all: Amounts; full: Amounts } {
  const { parcels, weight, value } = cargo;
  if (!packing) {
    const dear = parcels * DEAR.share;
    const full = {
      parcels: Math.round(dear),
      lines: Math.round(dear * DEAR.lines),
      weight: Math.round(weight * DEAR.share * DEAR.weight),
      value: Math.round(value * DEAR.share * DEAR.value),
    };
    return { all: { parcels, lines: Math.round(parcels * LINES_A_PARCEL), weight, value }, full };
  }
  const full = { parcels: 0, lines: 0, weight: 0, value: 0 };
  for (const { contents } of packing.parcels) {
    if (!contents.dear) continue;
    full.parcels += 1;
    full.lines += contents.lines.length;
    full.weight += contents.grams;
    full.value += contents.value;
  }
  return { all: { parcels, lines: packing.lines, weight, value }, full };
}

function statusOf({ reached }: Shipment, outcome: Outcome): BatchRow['status'] {
  if (reached.declared === null) return 'prepared';
  if (reached.released !== null) return outcome.free + outcome.completed === 0 ? 'rejected' : 'released';
  if (outcome.held > 0) return 'control';
  return reached.firstRelease === null ? 'declared' : 'accepted';
}
