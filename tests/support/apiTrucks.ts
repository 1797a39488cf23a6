import type { CmrDetail } from '@contract/linehaul/cmr';
import { receivedTrip } from './apiCargo';
import type { TestApi } from './server';

/** Returns the input for a truck to the hub of the tests' cargo. */
export const cmrDraftOf = (api: TestApi, changes: object = {}) => ({
  carrierCompanyId: api.count("select id from clientCompany where code = 'WINDMILL'"),
  plateNo: '12-BXX-3',
  vehicleType: 'trailer_13_6m' as const,
  fromWarehouseId: api.count('select id from warehouse order by id limit 1'),
  toDestinationId: api.count("select id from destination where code = 'NL-HUB-01'"),
  ...changes,
});

/** Makes a bill that has been received, with all its boxes on one closed pallet. */
export async function palletised(api: TestApi, options: Parameters<typeof receivedTrip>[1] = {}) {
  const trip = await receivedTrip(api, options);
  const pallet = await api.call.pallet.create({ body: { boxIds: trip.boxes.map(({ boxId }) => boxId) } });
  await api.call.pallet.act({
    params: { id: pallet.id },
    body: { version: pallet.version, action: 'close' },
  });
  return { ...trip, palletId: pallet.id };
}

/** Makes a CMR with a pallet of each of some new bills. */
export async function noteOf(api: TestApi, bills = 1) {
  const trips = [];
  for (let left = bills; left > 0; left -= 1) trips.push(await palletised(api));
  const cmr = await api.call.cmr.create({
    body: cmrDraftOf(api, { palletIds: trips.map(({ palletId }) => palletId) }) as never,
  });
  return { cmr, trips };
}

const versionOf = (api: TestApi, id: number) => api.count('select version from cmr where id = ?', id);

/** Runs an action on a CMR, with its current version. */
export const actOn = (api: TestApi, { id }: Pick<CmrDetail, 'id'>, action: string, more: object = {}) =>
  api.call.cmr.act({
    params: { id },
    body: { version: versionOf(api, id), action, ...more } as never,
  });

export const deliver = (api: TestApi, { id }: Pick<CmrDetail, 'id'>, podBoxCount: number, podAt: string) =>
  api.call.cmr.deliver({ params: { id }, body: { version: versionOf(api, id), podAt, podBoxCount } });
