import * as z from 'zod';
import { billRow } from '../bill/bill';
import { endpoint } from '../endpoint';
import { count, stateOf } from '../fields';
import { namesOf } from '../names';
import { filterOf, listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { extended, object } from '../shape';
import { stop } from './custody';
import { type Place, places } from './place';

export const placeNames = namesOf(places);

/** What a balance takes from the bill itself. */
export const balanceStored = object(() => ({
  ...billRow.pick({ id: true, billNo: true, batchNo: true, customerId: true, stage: true }).shape,
  ...billRow.pick({ warehouseId: true, landingAirportId: true, destinationId: true }).shape,
  ...billRow.pick({ eta: true, ata: true, podAt: true }).shape,
  /** Boxes announced. */
  boxCount: billRow.shape.boxCount,
}));

/** Boxes at each place. */
export const boxesAt = {
  announcedBoxes: count(),
  warehouseBoxes: count(),
  truckBoxes: count(),
  hubBoxes: count(),
  deliveredBoxes: count(),
  collectedBoxes: count(),
  customsBoxes: count(),
  returnedBoxes: count(),
  destroyedBoxes: count(),
  lostBoxes: count(),
  neverBoxes: count(),
} satisfies Record<`${Place}Boxes`, unknown>;

/** Parcels at each place. */
export const parcelsAt = {
  announcedParcels: count(),
  warehouseParcels: count(),
  truckParcels: count(),
  hubParcels: count(),
  deliveredParcels: count(),
  collectedParcels: count(),
  customsParcels: count(),
  returnedParcels: count(),
  destroyedParcels: count(),
  lostParcels: count(),
  neverParcels: count(),
} satisfies Record<`${Place}Parcels`, unknown>;

/**
 * Where the goods of a bill are: the boxes at all places are those announced, the surplus and those packed in the
 * warehouse, and the parcels at all places are all its parcels.
 */
export const balanceRow = extended(balanceStored, () => ({
  /** Boxes beyond the announced number. */
  surplusBoxes: count(),
  /** Boxes that the warehouse packed from loose parcels. */
  repackedBoxes: count(),
  /** Boxes that came in, whatever became of them. */
  receivedBoxes: count(),
  ...boxesAt,
  /** Parcels known by number. */
  parcels: count(),
  /** Parcels that customs holds, wherever they are. */
  heldParcels: count(),
  ...parcelsAt,
}));
export type BalanceRow = z.output<typeof balanceRow>;

/** The balance of several bills. */
const balanceTotal = object(() => ({
  bills: count(),
  boxCount: count(),
  surplusBoxes: count(),
  repackedBoxes: count(),
  receivedBoxes: count(),
  parcels: count(),
  heldParcels: count(),
  /** Warehouses each, the other places together. */
  stops: z.array(stop),
}));
export type BalanceTotal = z.output<typeof balanceTotal>;

export const balanceFilters = ['id', 'billNo', 'customerId', 'stage', 'eta', 'ata', 'podAt'] as const;

const view = permit('bill.manage.view');
const query = extended(listQuery(balanceStored, balanceFilters, ['eta', 'billNo']), () => ({
  /** Bills with goods at this place. */
  place: stateOf({ name: 'place', states: places }).optional(),
}));

/** Where the goods of bills are: of the batches of a waybill, or the bills of a customer. */
export const balanceApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/custody/balance',
    access: view,
    query,
    answer: pageOf(balanceRow),
    extension: true,
  }),
  export: exportOf('/bill-lading/custody/balance', view, query, true),
  /** The sums of all bills that match. At least the bills or a customer must be given. */
  total: endpoint({
    method: 'GET',
    path: '/bill-lading/custody/balance/total',
    access: view,
    query: filterOf(query),
    answer: balanceTotal,
    extension: true,
  }),
};
