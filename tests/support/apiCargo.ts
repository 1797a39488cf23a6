import { billDraftOf, newCode } from './apiRecords';
import type { TestApi } from './server';

/** Cargo of a bill for a test. */
interface CargoOptions {
  /** State of the one parcel in each box, in the order of the boxes; `null` is a box without data. */
  readonly parcels?: readonly (string | null)[];
  readonly photoRequired?: boolean;
  readonly noaBoxCount?: number | null;
  readonly declared?: boolean;
  readonly destination?: boolean;
}

/** Makes a landed bill, with boxes of one parcel each, all released by default. */
export async function landedBill(api: TestApi, options: CargoOptions = {}) {
  const { parcels = ['free', 'free', 'free', 'free'], photoRequired = false, declared = true } = options;
  const customerId = api.count(
    'select id from customer where photoRequired = ? and active = 1 order by id limit 1',
    photoRequired ? 1 : 0,
  );
  const bill = await api.call.bill.create({
    body: billDraftOf({
      customerId,
      boxCount: parcels.length,
      packageCount: parcels.length,
      weight: parcels.length * 9,
    }),
  });
  const noa = options.noaBoxCount === undefined ? parcels.length : options.noaBoxCount;
  api.db
    .prepare(`update bill set stage = 'arrived', ata = '2026-11-01T15:00:00Z', noaBoxCount = ?, declaredAt = ?,
      clearanceStatus = 'in_clearance', destinationId = ? where id = ?`)
    .run(
      noa,
      declared ? '2026-11-01T16:00:00Z' : null,
      options.destination === false ? null : api.count("select id from destination where code = 'NL-HUB-01'"),
      bill.id,
    );
  const boxes = parcels.map((state, index) => {
    const boxNo = newCode('BX').toUpperCase();
    const boxId = api.insert('box', {
      ...{ billId: bill.id, boxNo, declaredParcels: state === null ? 0 : 1, weight: 9000, state: 'expected' },
      destinationCode: options.destination === false ? null : 'NL-HUB-01',
    });
    const parcelId =
      state === null
        ? 0
        : api.insert('parcel', {
            ...{
              billId: bill.id,
              boxId,
              trackingNo: `TST${bill.id}N${index}X`,
              state,
              consigneeName: 'Tess Ter',
            },
            ...{
              city: 'Tilburg',
              postcode: '5015 BB',
              country: 'NL',
              sellerName: 'Seller',
              vatScheme: 'ioss',
            },
            ...{
              value: 1999,
              currency: 'EUR',
              grossWeight: 8500,
              declarationSystem: 'DECO',
              hsStatus: 'success',
            },
            createdAt: '2026-11-01T00:00:00Z',
          });
    return { boxId, boxNo, parcelId };
  });
  const count = (state: string) => parcels.filter((one) => one === state).length;
  api.db
    .prepare(
      'update bill set parcelsFree = ?, parcelsHeld = ?, parcelsClearance = ?, parcelsAbnormal = ? where id = ?',
    )
    .run(count('free'), count('held'), count('clearance'), count('abnormal'), bill.id);
  return { id: bill.id, boxes };
}

/** Adds a trip with a number of boxes. */
export const addTrip = (api: TestApi, id: number, pickupBoxes: number, more: object = {}) =>
  api.call.pick.create({
    params: { id },
    body: { kind: 'own', plateNo: '12-BXX-3', pickupBoxes, pickupWeight: pickupBoxes * 9, ...more },
  });

/** Scans boxes, one after the other. */
export async function scanAll(
  api: TestApi,
  id: number,
  leg: 'inbound' | 'outbound',
  boxes: readonly { boxNo: string }[],
) {
  for (const { boxNo } of boxes) await api.call.box.scan({ params: { id }, body: { leg, boxNo } });
}

/** Makes a trip of a new bill with all its boxes scanned in, and the inbound leg still open. */
export async function countedTrip(api: TestApi, options: CargoOptions = {}) {
  const bill = await landedBill(api, options);
  const { id: pickId } = await addTrip(api, bill.id, bill.boxes.length);
  await scanAll(api, bill.id, 'inbound', bill.boxes);
  return { ...bill, pickId };
}

/** Returns the current version of a trip. */
export const versionOf = (api: TestApi, pickId: number): number =>
  api.count('select version from pick where id = ?', pickId);

type LegGroup = 'pickInbound' | 'pickClearance' | 'pickOutbound';
const GROUPS = {
  inbound: 'pickInbound',
  clearance: 'pickClearance',
  outbound: 'pickOutbound',
} as const satisfies Record<string, LegGroup>;

/** Finishes a leg of a trip with the input it needs. */
export async function finishLeg(
  api: TestApi,
  pickId: number,
  leg: 'pickup' | keyof typeof GROUPS,
  more: object = {},
) {
  const body = { version: versionOf(api, pickId), action: 'finish' as const, ...more };
  const input = { params: { id: pickId }, body };
  if (leg === 'pickup') return api.call.pick.closePickup(input);
  return api.call[GROUPS[leg]].close(input as never);
}

/** Makes a trip that has been received: pickup and inbound finished. */
export async function receivedTrip(api: TestApi, options: CargoOptions = {}) {
  const trip = await countedTrip(api, options);
  await finishLeg(api, trip.pickId, 'pickup');
  await finishLeg(api, trip.pickId, 'inbound');
  return trip;
}
