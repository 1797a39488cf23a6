import { iso6346Digit } from '@contract/rules/codes';
import { hoursAgo } from './apiNodes';
import { billIn, newCode } from './apiRecords';
import type { TestApi } from './server';

type Columns = Readonly<Record<string, string | number | null>>;

let serial = 0;
/** Returns a number from 1 on, new at each call. */
const next = () => {
  serial += 1;
  return serial;
};

/** Returns an MRN used nowhere else, with its check digit; the letter is its declaration type. */
export function newMrn(letter: 'J' | 'R' = 'R'): string {
  const body = `26NL000432${String(100_000 + next())}${letter}`;
  return `${body}${iso6346Digit(body, body.length)}`;
}

/** Returns a local reference used nowhere else. */
export const newLrn = (): string => newCode('LRN').slice(0, 22);

const NOTHING = {
  ...{ atd: null, noaAt: null, noaBoxCount: null, t1At: null, t1Mrn: null, pickupAt: null },
  ...{ atWarehouseAt: null, tatAt: null, podAt: null, podBoxCount: null, declaredAt: null },
  ...{ clearanceReleasedAt: null, handoverAt: null, handoverTo: null, blockedAt: null, hsCheckedAt: null },
  ...{ pickupFinished: 0, partial: 0, clearanceStatus: 'not_released', clearanceType: 'ioss' },
  ...{ parcelsClearance: 0, parcelsFree: 0, parcelsHeld: 0, parcelsFailed: 0, parcelsAbnormal: 0 },
  parcelsCompleted: 0,
};

/** Makes a bill of two boxes that landed some hours ago, without any other node. */
export const landedBill = (api: TestApi, columns: Columns = {}, hours = 10): number =>
  billIn(api, 'arrived', { ...NOTHING, ata: hoursAgo(hours), boxCount: 2, packageCount: 4, ...columns });

/** Adds a declaration to a bill. */
export const batchOf = (api: TestApi, billId: number, columns: Columns = {}): number =>
  api.insert('batch', {
    billId,
    batchNo: `DECO-${String(next()).padStart(2, '0')}`,
    ...{ declarationSystem: 'DECO', declarationType: 'H7', lines: 2, parcels: 2, boxes: 1 },
    ...{ weight: 1000, value: 2000, currency: 'EUR', status: 'prepared', version: 1 },
    ...columns,
  });

/** Adds a box with parcels of one line each, all of one declaration. */
export function boxOf(
  api: TestApi,
  billId: number,
  batchId: number | null,
  parcels: readonly Columns[] = [{}, {}],
  line: Columns = {},
): { id: number; boxNo: string; parcels: number[]; lines: number[] } {
  const boxNo = newCode('BX');
  const id = api.insert('box', {
    ...{ billId, boxNo, batchId, declaredParcels: parcels.length, weight: 1000, state: 'received' },
  });
  const made = parcels.map((columns) =>
    api.insert('parcel', {
      ...{
        billId,
        boxId: id,
        batchId,
        trackingNo: `TST${newCode('X').replace('-', '')}`,
        state: 'clearance',
      },
      ...{ consigneeName: 'A. Person', city: 'Utrecht', postcode: '3511 AA', country: 'NL' },
      ...{ sellerName: 'Green Panda Trading Ltd', vatScheme: 'special', value: 1000, currency: 'EUR' },
      ...{ grossWeight: 400, declarationSystem: 'DECO', hsStatus: 'success' },
      createdAt: hoursAgo(40),
      ...columns,
    }),
  );
  const lines = made.map((parcelId) =>
    api.insert('itemLine', {
      ...{ merchantProductId: 'GP-TS-001-W', manufacturerProductId: 'TS001W' },
      ...{ parcelId, lineNo: 1, nameEn: 'Cotton T-shirt, knitted', nameCn: '棉制针织T恤' },
      ...{ hsCode: '610910', quantity: 1, unitPrice: 1000, lineValue: 1000, originCountry: 'CN' },
      hsStatus: 'success',
      ...line,
    }),
  );
  return { id, boxNo, parcels: made, lines };
}

/** Makes a landed bill with a declaration in a state and two parcels in it. */
export function declaredBill(api: TestApi, status: string, columns: Columns = {}, bill: Columns = {}) {
  const billId = landedBill(api, bill);
  const lodged: Columns =
    status === 'prepared' ? {} : { lrn: newLrn(), declaredAt: hoursAgo(8), brokerName: 'Northgate' };
  const accepted: Columns = ['accepted', 'control', 'refused', 'released', 'invalidated'].includes(status)
    ? { mrn: newMrn() }
    : {};
  const batchId = batchOf(api, billId, { status, ...lodged, ...accepted, ...columns });
  const box = boxOf(api, billId, batchId, [{}, {}]);
  return { billId, batchId, box };
}

/** Adds a transit to a bill: a draft, or with an MRN one that customs accepted. */
export const transitOf = (api: TestApi, billId: number, columns: Columns = {}): number =>
  api.insert('t1', {
    billId,
    mrn: columns.releasedAt === undefined ? null : newMrn('J'),
    ...{ officeDeparture: 'BE000410', officeDestination: 'NL000432', seals: '["NG-1"]', state: 'draft' },
    ...{ guaranteeRef: '26NL00043200123457', version: 1 },
    createdAt: hoursAgo(9),
    updatedAt: hoursAgo(9),
    ...columns,
  });
