import type { Place } from '@contract/custody/place';
import { problem } from '@contract/errors';
import { refuseFields } from '../../core/refusal';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import type { BoxColumns } from '../warehouse/boxViews';

function requireKnown(field: string, numbers: readonly string[], found: readonly string[]): void {
  const known = new Set(found);
  const unknown = numbers.find((no) => !known.has(no));
  if (unknown !== undefined) throw refuseFields({ [field]: problem('GOODS_UNKNOWN', { no: unknown }) });
}

/** Boxes of a bill by their numbers. Throws GOODS_UNKNOWN for a number that the bill does not have. */
export async function boxesNamed(
  read: Reader,
  billId: number,
  numbers: readonly string[],
): Promise<BoxColumns[]> {
  if (numbers.length === 0) return [];
  const boxes = await read
    .selectFrom('box')
    .selectAll()
    .where('billId', '=', billId)
    .where('boxNo', 'in', listed(numbers))
    .orderBy('id')
    .execute();
  requireKnown(
    'boxNos',
    numbers,
    boxes.map(({ boxNo }) => boxNo),
  );
  return boxes;
}

/** A parcel of a bill, with the box that it is in. */
export interface NamedParcel {
  readonly id: number;
  readonly trackingNo: string;
  readonly state: string;
  readonly disposition: string | null;
  readonly grossWeight: number;
  readonly looseFrom: string | null;
  readonly boxId: number | null;
  readonly boxNo: string | null;
  readonly boxPlace: Place | null;
  /** Its own place if it is not with its box. */
  readonly ownPlace: Place | null;
}

/** Parcels of a bill by their numbers. Throws GOODS_UNKNOWN for a number that the bill does not have. */
export async function parcelsNamed(
  read: Reader,
  billId: number,
  numbers: readonly string[],
): Promise<NamedParcel[]> {
  if (numbers.length === 0) return [];
  const parcels = await read
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
    .select(['parcel.id', 'parcel.trackingNo', 'parcel.state', 'parcel.disposition', 'parcel.grossWeight'])
    .select(['parcel.looseFrom', 'parcel.boxId', 'parcel.place as ownPlace'])
    .select(['box.boxNo', 'box.place as boxPlace'])
    .where('parcel.billId', '=', billId)
    .where('parcel.trackingNo', 'in', listed(numbers))
    .orderBy('parcel.trackingNo')
    .execute();
  requireKnown(
    'trackingNos',
    numbers,
    parcels.map(({ trackingNo }) => trackingNo),
  );
  return parcels;
}
