import type { Bill } from '@contract/bill/bill';
import { FREE_HOURS } from '@contract/rules/lateness';
import { PRICE_DIGITS } from '@contract/rules/money';
import { daysStored, type PalletStay, palletDays, stationDays } from '@contract/rules/storage';
import { officeZone } from '../../core/officeClock';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';

/** Storage of a bill beyond its free time. */
export interface Storage {
  /** Days of the goods that stayed longest; 0 if there is nothing to charge. */
  readonly days: number;
  /** Pallets in the warehouse, each by its days; null at the cargo station. */
  readonly palletDays: number | null;
  /** Kilograms at the cargo station, each by its days; null in the warehouse. */
  readonly weightDays: number | null;
  /** The station's own rate, in euro per kilogram and day. */
  readonly rate: string | null;
}

/** Returns when the last goods of a bill left the warehouse; null if no time is known. */
export async function leftAt(read: Reader, billId: number): Promise<string | null> {
  const { scanned } = await read
    .selectFrom('box')
    .select((last) => last.fn.max('outboundAt').as('scanned'))
    .where('billId', '=', billId)
    .executeTakeFirstOrThrow();
  const { counted } = await read
    .selectFrom('pick')
    .select((last) => last.fn.max('outboundFinishAt').as('counted'))
    .where('billId', '=', billId)
    .executeTakeFirstOrThrow();
  // A trip is finished some time after its last box was scanned.
  return scanned ?? counted;
}

/** Pallets of a bill with the times of its boxes on them; those of a trip that was only counted, by the trip's times. */
async function staysOf(read: Reader, billId: number): Promise<PalletStay[]> {
  const built = await read
    .selectFrom('box')
    .select((of) => [of.fn.min('inboundAt').as('came'), of.fn.max('outboundAt').as('left')])
    .where('billId', '=', billId)
    .where('palletId', 'is not', null)
    .where('inboundAt', 'is not', null)
    .groupBy('palletId')
    .execute();
  const trips = await read
    .selectFrom('pick')
    .select(['outboundPallets', 'inboundStartAt', 'inboundFinishAt', 'outboundFinishAt'])
    .where('billId', '=', billId)
    .where('outboundPallets', '>', 0)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('box')
            .select('box.id')
            .whereRef('box.pickId', '=', 'pick.id')
            .where('box.palletId', 'is not', null),
        ),
      ),
    )
    .execute();
  const counted = trips.flatMap(({ outboundPallets, inboundStartAt, inboundFinishAt, outboundFinishAt }) => {
    const came = inboundStartAt ?? inboundFinishAt;
    return came === null
      ? []
      : Array.from({ length: outboundPallets ?? 0 }, () => ({ came, left: outboundFinishAt }));
  });
  return [...built.flatMap(({ came, left }) => (came === null ? [] : [{ came, left }])), ...counted];
}

/**
 * Storage in the warehouse, from the arrival of a pallet until it left, beyond the free days of the warehouse or of the
 * charge. Customs' release does not end it: the goods are still there.
 */
async function inWarehouse(read: Reader, bill: Bill, overDays: number): Promise<Storage> {
  const warehouse = bill.warehouseId === null ? null : await rowById(read, 'warehouse', bill.warehouseId);
  const free = overDays > 0 ? overDays : (warehouse?.freeDays ?? 0);
  const zone = warehouse?.timeZone ?? officeZone();
  const until = (await leftAt(read, bill.id)) ?? bill.podAt ?? bill.updatedAt;
  const stays = await staysOf(read, bill.id);
  return {
    days: bill.atWarehouseAt === null ? 0 : Math.max(0, daysStored(bill.atWarehouseAt, until, zone) - free),
    palletDays: palletDays(stays, { free, until, zone }),
    weightDays: null,
    rate: null,
  };
}

/** Storage at the cargo station, from its notice of arrival and its free hours until each truck took its part. */
async function atStation(read: Reader, bill: Bill, overDays: number): Promise<Storage> {
  const station =
    bill.cargoStationId === null ? null : await rowById(read, 'cargoStation', bill.cargoStationId);
  const trips = await read
    .selectFrom('pick')
    .select(['pickupBoxes', 'pickupStartAt', 'pickupFinishAt'])
    .where('billId', '=', bill.id)
    .execute();
  const hours = station?.freeHours ?? FREE_HOURS;
  const { noaAt } = bill;
  const parts = trips.flatMap(({ pickupBoxes, pickupStartAt, pickupFinishAt }) => {
    const pickedUp = pickupFinishAt ?? pickupStartAt;
    if (noaAt === null || pickedUp === null) return [];
    return [{ boxes: pickupBoxes, days: Math.max(0, stationDays(noaAt, pickedUp, hours) - overDays) }];
  });
  const boxes = parts.reduce((sum, part) => sum + part.boxes, 0);
  const boxDays = parts.reduce((sum, part) => sum + part.boxes * part.days, 0);
  return {
    days: Math.max(0, ...parts.map(({ days }) => days)),
    palletDays: null,
    weightDays: boxes === 0 ? 0 : (bill.weight * boxDays) / boxes,
    rate: station?.storageRate ? (station.storageRate / 1000).toFixed(PRICE_DIGITS) : null,
  };
}

/**
 * Returns the storage that a charge is for: at pickup that of the cargo station, at any other stage that of the
 * warehouse.
 */
export const storageOf = (read: Reader, bill: Bill, trigger: string, overDays: number): Promise<Storage> =>
  trigger === 'pickup' ? atStation(read, bill, overDays) : inWarehouse(read, bill, overDays);
