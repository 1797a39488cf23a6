import { landedBill, receivedTrip } from '../../support/apiCargo';
import { hoursAgo } from '../../support/apiNodes';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

export type GateTrip = Awaited<ReturnType<typeof receivedTrip>>;

/** Sells a bill with a service that ends before delivery. */
export function leaveToCustomer(api: TestApi, billId: number): void {
  const serviceId = api.count("select min(id) from service where steps not like '%delivery%'");
  api.db.exec(`update bill set serviceId = ${serviceId} where id = ${billId}`);
}

/** Makes a received bill that the customer collects, with these parcels in its boxes. */
export async function gateTrip(
  api: TestApi,
  parcels: readonly (string | null)[] = ['free', 'free', 'free', 'free'],
): Promise<GateTrip> {
  const trip = await receivedTrip(api, { parcels });
  leaveToCustomer(api, trip.id);
  return trip;
}
/** Makes a bill whose boxes the customer has collected. */
export async function collectedTrip(api: TestApi): Promise<GateTrip> {
  const trip = await gateTrip(api);
  await api.call.collection.collect({ params: { id: trip.id }, body: { signer: 'J. Claes' } });
  return trip;
}
/** Makes a bill of which four boxes were counted in without their numbers. */
export async function countedBill(api: TestApi): Promise<GateTrip> {
  const trip = await gateTrip(api);
  api.db.exec(`delete from parcel where billId = ${trip.id}; delete from box where billId = ${trip.id};
    update bill set clearanceStatus = 'success' where id = ${trip.id}`);
  return trip;
}

const refused =
  (
    make: (api: TestApi) => Promise<{ id: number; boxes: GateTrip['boxes'] }>,
    body: (trip: { boxes: GateTrip['boxes'] }) => object = () => ({}),
    change = 'id = id',
  ) =>
  async (api: TestApi) => {
    const trip = await make(api);
    api.db.exec(`update bill set ${change} where id = ${trip.id}`);
    return api.refused('collection.collect', {
      params: { id: trip.id },
      body: { signer: 'J. Claes', ...body(trip) },
    });
  };
const REMOVED = "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'";
const first = ({ boxes }: { boxes: GateTrip['boxes'] }) => ({ boxNos: [boxes[0]?.boxNo] });

async function undo(api: TestApi, change: string) {
  const trip = await collectedTrip(api);
  const collectionId = api.count('select id from collection where billId = ?', trip.id);
  api.db.exec(`update bill set ${change} where id = ${trip.id}`);
  return api.refused('collection.undo', {
    params: { id: trip.id, collectionId },
    query: { reason: 'Wrong customer' },
  });
}

export const collectionCases = {
  'collection.list': { right: async (api) => ({ params: { id: (await collectedTrip(api)).id } }) },
  'collection.offer': { right: async (api) => ({ params: { id: (await gateTrip(api)).id } }) },
  'collection.collect': {
    right: async (api) => ({
      params: { id: (await gateTrip(api)).id },
      body: { signer: 'J. Claes', identity: '1-ABC-234', collectedAt: hoursAgo(0) },
    }),
    errors: {
      BILL_REMOVED: refused(gateTrip, undefined, REMOVED),
      BILL_ARCHIVED: refused(gateTrip, undefined, 'archived = 1'),
      COLLECT_DELIVERY: async (api) => {
        const { id } = await gateTrip(api);
        const serviceId = api.count(`select id from service where steps like '%delivery%' limit 1`);
        api.db.exec(`update bill set serviceId = ${serviceId} where id = ${id}`);
        return api.refused('collection.collect', { params: { id }, body: { signer: 'J. Claes' } });
      },
      COLLECT_NOTHING: refused(collectedTrip),
      COLLECT_NOT_RELEASED: refused(countedBill, () => ({ boxCount: 1 }), "clearanceStatus = 'in_clearance'"),
      BOX_NOT_RECEIVED: refused(async (api) => {
        const bill = await landedBill(api);
        leaveToCustomer(api, bill.id);
        return bill;
      }, first),
      BOX_GONE: refused(collectedTrip, first),
      BOX_ON_PALLET: refused(async (api) => {
        const trip = await gateTrip(api);
        const { id, version } = await api.call.pallet.create({
          body: { boxIds: trip.boxes.map(({ boxId }) => boxId) },
        });
        await api.call.pallet.act({ params: { id }, body: { action: 'close', version } });
        return trip;
      }, first),
      BOX_BLOCKED: refused((api) => gateTrip(api, ['held', 'free']), first),
      BOX_NOT_RELEASED: refused((api) => gateTrip(api, ['clearance', 'free']), first),
      REQUIRED: refused(countedBill),
      NUMBER_MAX: refused(countedBill, () => ({ boxCount: 5 })),
      NODE_FUTURE: refused(gateTrip, () => ({ collectedAt: hoursAgo(-5) })),
      NODE_ORDER: refused(gateTrip, (trip) => ({ ...first(trip), collectedAt: '2026-01-01T00:00:00Z' })),
      GOODS_UNKNOWN: refused(gateTrip, () => ({ boxNos: ['NOWHERE-1'] })),
      REFERENCE_UNKNOWN: refused(gateTrip, () => ({ attachmentId: 'no-such-file' })),
    },
  },
  'collection.undo': {
    right: async (api) => {
      const { id } = await collectedTrip(api);
      return {
        params: { id, collectionId: api.count('select id from collection where billId = ?', id) },
        query: { reason: 'Wrong customer' },
      };
    },
    errors: {
      BILL_REMOVED: (api) => undo(api, REMOVED),
      BILL_ARCHIVED: (api) => undo(api, 'archived = 1'),
    },
  },
} satisfies Record<`collection.${string}`, ContractCase>;
