import type { boxFound, cmrFound, destinationFound, palletFound, parcelFound } from '@contract/bill/found';
import type { SearchHit } from '@contract/bill/searchHit';
import { sql } from 'kysely';
import type * as z from 'zod';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';

export type ParcelFound = z.output<typeof parcelFound>;

const idsOf = (hits: readonly SearchHit[]) => listed([...new Set(hits.map(({ recordId }) => recordId))]);

/** Joins hits with details of their records; drops a hit whose record is gone. */
function joinDetails<Row extends { readonly id: number }, Added>(
  hits: readonly SearchHit[],
  rows: readonly Row[],
  add: (row: Row, hit: SearchHit) => Added,
): (SearchHit & Added)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const row = byId.get(hit.recordId);
    return row ? [{ ...hit, ...add(row, hit) }] : [];
  });
}

/** Parcels joined with their box, bill, destination of the bill, and pallet. */
export const parcelsInPlace = (db: Reader) =>
  db
    .selectFrom('parcel')
    .leftJoin('box', 'box.id', 'parcel.boxId')
    .innerJoin('bill', 'bill.id', 'parcel.billId')
    .leftJoin('destination', 'destination.id', 'bill.destinationId')
    .leftJoin('pallet', 'pallet.id', 'box.palletId');

/** Parcels with their state, box, pallet and destination. */
export async function parcelsFound(db: Reader, hits: readonly SearchHit[]): Promise<ParcelFound[]> {
  const rows = await parcelsInPlace(db)
    .select([
      'parcel.id',
      'parcel.trackingNo',
      'parcel.state',
      'parcel.destinationCode as parcelDestination',
      'box.boxNo',
      'box.destinationCode as boxDestination',
      'destination.code as billDestination',
      'pallet.palletNo',
      'bill.packageCount',
      'bill.landingAirportId',
      'bill.warehouseId',
    ])
    .select(
      sql<string | null>`(select outboundAt from parcelOfBill where parcelOfBill.id = parcel.id)`.as(
        'outboundAt',
      ),
    )
    .where('parcel.id', 'in', idsOf(hits))
    .execute();
  return joinDetails(hits, rows, (row) => ({
    trackingNo: row.trackingNo,
    state: row.state,
    boxNo: row.boxNo,
    palletNo: row.palletNo,
    destinationCode: row.parcelDestination ?? row.boxDestination ?? row.billDestination,
    prefix: /^[A-Z]+/.exec(row.trackingNo)?.[0] ?? null,
    outboundAt: row.outboundAt,
    totalParcels: row.packageCount,
    landingAirportId: row.landingAirportId,
    warehouseId: row.warehouseId,
  }));
}

/** Boxes with their state, pallet and destination. */
export async function boxesFound(
  db: Reader,
  hits: readonly SearchHit[],
): Promise<z.output<typeof boxFound>[]> {
  const rows = await db
    .selectFrom('box')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .leftJoin('destination', 'destination.id', 'bill.destinationId')
    .leftJoin('pallet', 'pallet.id', 'box.palletId')
    .select(['box.id', 'box.state', 'box.declaredParcels', 'box.weight', 'box.inboundAt', 'box.outboundAt'])
    .select(['box.destinationCode', 'destination.code as billDestination', 'pallet.palletNo'])
    .select(['bill.landingAirportId', 'bill.warehouseId'])
    .where('box.id', 'in', idsOf(hits))
    .execute();
  return joinDetails(hits, rows, ({ id: _, billDestination, ...row }) => ({
    ...row,
    weight: row.weight / 1000,
    destinationCode: row.destinationCode ?? billDestination,
  }));
}

/** Pallets with their state, contents, destination and consignment note. */
export async function palletsFound(
  db: Reader,
  hits: readonly SearchHit[],
): Promise<z.output<typeof palletFound>[]> {
  const rows = await db
    .selectFrom('pallet')
    .leftJoin('cmr', 'cmr.id', 'pallet.cmrId')
    .select(['pallet.id', 'pallet.state', 'pallet.destinationCode', 'pallet.weight', 'pallet.warehouseId'])
    .select('cmr.cmrNo')
    .select((query) =>
      query
        .selectFrom('box')
        .select(({ fn }) => fn.countAll<number>().as('boxes'))
        .whereRef('box.palletId', '=', 'pallet.id')
        .as('boxes'),
    )
    .where('pallet.id', 'in', idsOf(hits))
    .execute();
  return joinDetails(hits, rows, ({ id: _, state, ...row }) => ({
    ...row,
    state: state,
    boxes: Number(row.boxes),
    weight: row.weight / 1000,
  }));
}

/** Consignment notes with their state, truck and route. */
export async function cmrsFound(
  db: Reader,
  hits: readonly SearchHit[],
): Promise<z.output<typeof cmrFound>[]> {
  const rows = await db
    .selectFrom('cmr')
    .select(['id', 'state', 'plateNo', 'fromWarehouseId', 'toDestinationId', 'departedAt'])
    .select(['totalPallets', 'totalBoxes'])
    .where('id', 'in', idsOf(hits))
    .execute();
  return joinDetails(hits, rows, ({ id: _, ...row }) => row);
}

/** Destinations with their names, carrier and country, and with their bills. */
export async function destinationsFound(
  db: Reader,
  hits: readonly SearchHit[],
): Promise<z.output<typeof destinationFound>[]> {
  const rows = await db
    .selectFrom('destination')
    .select(['id', 'nameEn', 'nameCn', 'countryId', 'lastMileId'])
    .where('id', 'in', idsOf(hits))
    .execute();
  const bills = await db
    .selectFrom('bill')
    .select(['id', 'mode', 'boxCount', 'eta', 'landingAirportId'])
    .where('id', 'in', listed([...new Set(hits.flatMap(({ billId }) => billId ?? []))]))
    .execute();
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  return joinDetails(hits, rows, ({ id: _, ...row }, { billId }) => {
    const bill = billId === null ? undefined : byId.get(billId);
    return {
      ...row,
      mode: bill?.mode ?? null,
      boxCount: bill?.boxCount ?? null,
      eta: bill?.eta ?? null,
      landingAirportId: bill?.landingAirportId ?? null,
    };
  });
}
