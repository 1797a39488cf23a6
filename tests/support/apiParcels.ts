import type { ParcelState } from '@contract/customs/parcel';
import { billIn } from './apiRecords';
import type { TestApi } from './server';

type Columns = Readonly<Record<string, string | number | null>>;

let serial = 7_700_000_000 + Math.floor(Math.random() * 200_000_000);

/** Returns a tracking number used nowhere else. */
export function newTrackingNo(): string {
  serial += 1;
  return `TST${serial}NL`;
}

/** A bill with one box and one declaration, and the numbers of its parcels. */
export interface ParcelBill {
  readonly billId: number;
  readonly boxId: number;
  readonly boxNo: string;
  readonly batchId: number;
  readonly batchNo: string;
  readonly trackingNos: readonly string[];
}

/** Makes a landed bill with parcels in the given states; `mrn` is that of its declaration. */
export function parcelBill(
  api: TestApi,
  states: readonly ParcelState[],
  {
    mrn = null,
    bill = {},
    box = {},
    parcel = {},
  }: { mrn?: string | null; bill?: Columns; box?: Columns; parcel?: Columns } = {},
): ParcelBill {
  const billId = billIn(api, 'arrived', { clearanceStatus: 'in_clearance', exceptionCount: 0, ...bill });
  const batchNo = 'D1';
  const batchId = api.insert('batch', {
    ...{
      billId,
      batchNo,
      declarationSystem: 'DECO',
      declarationType: 'H7',
      mrn,
      lines: 1,
      parcels: states.length,
    },
    ...{ boxes: 1, weight: 1000, value: 1999, currency: 'EUR', status: 'accepted' },
  });
  const boxNo = `BX${billId}-1`;
  const boxId = api.insert('box', {
    ...{ billId, boxNo, batchId, declaredParcels: states.length, weight: 9000, state: 'received' },
    ...{ inboundAt: '2026-11-02T00:00:00Z', ...box },
  });
  const trackingNos = states.map((state) => addParcel(api, { billId, boxId, batchId }, state, parcel));
  return { billId, boxId, boxNo, batchId, batchNo, trackingNos };
}

/**
 * Makes an air bill to the United States with a parcel of toys for each of `consignees` persons, of 20 dollars each.
 * Returns its id.
 */
export function americanBill(api: TestApi, consignees: number, { value = 2000 } = {}): number {
  const airport = api.count("select id from airport where twoLetterCode = 'US' order by id limit 1");
  const made = parcelBill(
    api,
    Array.from({ length: consignees }, () => 'clearance' as const),
    { bill: { landingAirportId: airport } },
  );
  for (const [at, trackingNo] of made.trackingNos.entries()) {
    api.db.exec(`update parcel set consigneeName = 'Person ${at + 1}', address = '${at + 1} Main Street',
      city = 'Austin', postcode = '78704', currency = 'USD' where trackingNo = '${trackingNo}'`);
    api.db.exec(
      `delete from itemLine where parcelId = (select id from parcel where trackingNo = '${trackingNo}')`,
    );
    api.db.exec(`insert into itemLine (parcelId, lineNo, nameEn, quantity, unitPrice, lineValue, hsCode, netWeight, originCountry)
      select id, 1, 'TOY', 1, ${value}, ${value}, '9503000073', 200, 'VN' from parcel where trackingNo = '${trackingNo}'`);
  }
  return made.billId;
}

/** Adds a parcel in a state to a bill, and returns its number. */
export function addParcel(
  api: TestApi,
  { billId, boxId, batchId }: Pick<ParcelBill, 'billId' | 'boxId' | 'batchId'>,
  state: ParcelState,
  changes: Columns = {},
): string {
  const trackingNo = newTrackingNo();
  api.insert('parcel', {
    ...{ billId, boxId, batchId, trackingNo, state, consigneeName: 'Tess Ter', address: 'Spoorlaan 12' },
    ...{ phone: '+31 6 12345678', email: 'tess@example.com', orderNo: '70255512' },
    ...{ city: 'Tilburg', postcode: '5015 BB', country: 'NL', sellerName: 'Seller', vatScheme: 'ioss' },
    ...{ value: 1999, currency: 'EUR', grossWeight: 420, declarationSystem: 'DECO', hsStatus: 'success' },
    createdAt: '2026-11-01T00:00:00Z',
    previousState: state === 'abnormal' ? 'clearance' : null,
    ...changes,
  });
  return trackingNo;
}

/** Returns a parcel as stored in the database. */
export const parcelOf = (api: TestApi, trackingNo: string) =>
  api.row('select * from parcel where trackingNo = ?', trackingNo);
