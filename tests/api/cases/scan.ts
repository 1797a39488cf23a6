import { countedTrip, landedBill, receivedTrip } from '../../support/apiCargo';
import { cmrDraftOf, noteOf, palletised } from '../../support/apiTrucks';
import type { TestApi } from '../../support/server';
import { collectedTrip } from './collection';
import type { ContractCase } from './contractCase';
import { begunTrip, destroyed, lostTrip, outTrip } from './warehouse';

type Trip = {
  readonly id: number;
  readonly boxes: readonly { readonly boxNo: string; readonly boxId: number }[];
};
type Make = (api: TestApi) => Promise<Trip>;

/** Refusal of a scan of the first box of a bill, after a change of the data. */
const box =
  (
    make: Make,
    mode: 'receive' | 'truck' | 'undo',
    more: object = {},
    change?: (api: TestApi, trip: Trip) => unknown,
  ) =>
  async (api: TestApi) => {
    const trip = await make(api);
    await change?.(api, trip);
    return api.refused('scan.scan', { body: { mode, number: trip.boxes[0]?.boxNo, ...more } });
  };
/** Refusal of a scan of a pallet. */
const pallet =
  (
    mode: 'truck' | 'undo',
    change: (api: TestApi, palletId: number, billId: number) => unknown,
    more: object = {},
  ) =>
  async (api: TestApi) => {
    const { id, palletId } = await palletised(api);
    await change(api, palletId, id);
    const [row] = api.rows('select palletNo from pallet where id = ?', palletId);
    return api.refused('scan.scan', { body: { mode, number: row?.palletNo, ...more } });
  };
/** Refusal of a scan of a pallet onto the truck of an empty note. */
const onNote =
  (change: (api: TestApi, palletId: number) => unknown, state = 'draft') =>
  async (api: TestApi) => {
    const cmr = await api.call.cmr.create({ body: cmrDraftOf(api) as never });
    api.db.exec(`update cmr set state = '${state}' where id = ${cmr.id}`);
    return pallet('truck', change, { cmrId: cmr.id })(api);
  };
const received =
  (parcels: readonly string[], destination = true): Make =>
  (api) =>
    receivedTrip(api, { parcels, destination });

export const scanCases = {
  'scan.find': {
    right: async (api) => ({ query: { number: (await countedTrip(api)).boxes[0]?.boxNo } }),
  },
  'scan.scan': {
    right: async (api) => ({ body: { mode: 'receive', number: (await begunTrip(api)).boxes[0]?.boxNo } }),
    errors: {
      PDA_TYPING: box(begunTrip, 'receive', { typed: true }),
      BILL_REMOVED: pallet('truck', (api, _, id) =>
        api.db.exec(`update bill set stage = 'removed', removedAt = '2026-11-02T10:00:00Z' where id = ${id}`),
      ),
      BILL_ARCHIVED: box(begunTrip, 'receive', {}, (api, { id }) =>
        api.db.exec(`update bill set archived = 1 where id = ${id}`),
      ),
      BOX_BLOCKED: box(received(['held', 'free']), 'truck'),
      BOX_NOT_RELEASED: box(received(['clearance', 'free']), 'truck'),
      BOX_NOT_RECEIVED: box(begunTrip, 'truck'),
      BOX_GONE: box(lostTrip, 'truck'),
      BOX_ELSEWHERE: box(outTrip, 'receive'),
      BOX_COLLECTED: box(collectedTrip, 'undo'),
      BOX_ON_PALLET: box(palletised, 'undo'),
      LEG_FINISHED: box(receivedTrip, 'undo'),
      LEG_PREVIOUS_OPEN: box(begunTrip, 'receive', {}, (api, { id }) =>
        api.db.exec(`update pick set pickupStartAt = null where billId = ${id}`),
      ),
      LEG_NOTHING_FREE: box(
        (api) => receivedTrip(api, { parcels: ['failed'] }),
        'truck',
        {},
        (api, { id }) => destroyed(api, id),
      ),
      LEG_NO_DESTINATION: box(received(['free'], false), 'truck'),
      PICK_MISSING: box(landedBill, 'receive'),
      STATE_NOT_ALLOWED: onNote(() => undefined, 'loaded'),
      PALLET_ON_TRUCK: pallet('undo', async (api, palletId) => {
        const cmr = await api.call.cmr.create({ body: cmrDraftOf(api, { palletIds: [palletId] }) as never });
        await api.call.cmr.act({ params: { id: cmr.id }, body: { version: cmr.version, action: 'load' } });
      }),
      CMR_BILL_ARCHIVED: onNote((api, palletId) =>
        api.db.exec(
          `update bill set archived = 1 where id = (select min(billId) from box where palletId = ${palletId})`,
        ),
      ),
      CMR_PALLET_LOADED: onNote(async (api, palletId) => {
        await api.call.cmr.create({ body: cmrDraftOf(api, { palletIds: [palletId] }) as never });
      }),
      CMR_PALLET_ELSEWHERE: onNote((api, palletId) =>
        api.db.exec(`update pallet set destinationCode = 'NOWHERE' where id = ${palletId}`),
      ),
      CMR_PALLET_GONE: onNote((api, palletId) =>
        api.db.exec(`update pallet set state = 'delivered' where id = ${palletId}`),
      ),
      SCAN_PARCEL_IN_BOX: async (api) => {
        const { id, boxes } = await begunTrip(api);
        api.db.exec(`update parcel set boxId = ${boxes[0]?.boxId} where billId = ${id}`);
        const [row] = api.rows('select trackingNo from parcel where billId = ? limit 1', id);
        return api.refused('scan.scan', { body: { mode: 'receive', number: row?.trackingNo } });
      },
      SCAN_NO_PALLET: async (api) => {
        const cmr = await api.call.cmr.create({ body: cmrDraftOf(api) as never });
        return box(receivedTrip, 'truck', { cmrId: cmr.id })(api);
      },
    },
  },
  'scan.load': {
    right: async (api) => ({ query: { cmrId: (await noteOf(api)).cmr.id } }),
    errors: { NOT_FOUND: (api) => api.refused('scan.load', { query: { cmrId: 999_999 } }) },
  },
} as const satisfies Record<string, ContractCase>;
