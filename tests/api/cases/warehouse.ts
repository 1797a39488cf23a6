import type { ErrorCode } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { MAX_UPLOAD } from '@contract/limits';
import type { LooseInput, RefusedCall } from '../../support/apiCall';
import {
  addTrip,
  countedTrip,
  finishLeg,
  landedBill,
  receivedTrip,
  scanAll,
  versionOf,
} from '../../support/apiCargo';
import { hoursAgo } from '../../support/apiNodes';
import { actOn, noteOf } from '../../support/apiTrucks';
import type { TestApi } from '../../support/server';
import { collectedTrip } from './collection';
import type { ContractCase } from './contractCase';
import { jpg, pdf } from './files';

type Maker = (api: TestApi) => Promise<RefusedCall>;
type Errors = Partial<Record<ErrorCode, Maker>>;

const FAR = '2126-01-01T00:00:00Z';
const EARLY = '2020-01-01T00:00:00Z';
const CMR = { cmrNo: 'CMR20261103-0001' };
let ulds = 10_000 + Math.floor(Math.random() * 80_000);
const newUld = () => `PMC${++ulds}CK`;

const set = (api: TestApi, billId: number, change: string) =>
  api.db.exec(`update bill set ${change} where id = ${billId}`);
const REMOVED = "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'";
const ARCHIVED = 'archived = 1';
/** Marks all parcels of a bill as refused by customs and destroyed, so that its boxes are empty. */
export const destroyed = (api: TestApi, billId: number) => {
  api.db.exec(
    `update parcel set state = 'failed', failReason = 'counterfeit', disposition = 'destroyed' where billId = ${billId}`,
  );
  set(api, billId, 'parcelsFailed = parcelsFailed + parcelsFree, parcelsFree = 0');
};

/** A trip made for a case. */
type Trip = Awaited<ReturnType<typeof countedTrip>>;
type MakeTrip = (api: TestApi) => Promise<Trip>;

/** Makes a trip on which only the pickup has begun. */
export const begunTrip: MakeTrip = async (api) => {
  const bill = await landedBill(api);
  return { ...bill, pickId: (await addTrip(api, bill.id, bill.boxes.length)).id };
};
const pickedTrip: MakeTrip = async (api) => {
  const trip = await begunTrip(api);
  await finishLeg(api, trip.pickId, 'pickup');
  return trip;
};
/** Makes a trip whose boxes are counted, with the pickup finished. */
const readyTrip: MakeTrip = async (api) => {
  const trip = await countedTrip(api);
  await finishLeg(api, trip.pickId, 'pickup');
  return trip;
};
export const outTrip: MakeTrip = async (api) => {
  const trip = await receivedTrip(api);
  await scanAll(api, trip.id, 'outbound', trip.boxes);
  return trip;
};
/** Sends the first box of a trip to the hub without its pallet. */
export async function sendAlone(api: TestApi, { id, boxes }: Pick<Trip, 'id' | 'boxes'>): Promise<void> {
  const boxNo = boxes[0]?.boxNo ?? '';
  await api.call.box.scan({ params: { id }, body: { leg: 'outbound', boxNo } });
  const { version } = api.row('select version from bill where id = ?', id);
  // The times of many writes in a row run ahead of the clock.
  const { departed } = api.row('select max(outboundStartAt) as departed from pick where billId = ?', id);
  const tatAt = [String(departed), hoursAgo(0)].sort().at(-1) ?? '';
  await api.call.timeNode.updateTATTime({ params: { id }, body: { version: Number(version), tatAt } });
}
/** Its first box was lost from the truck. */
export const lostTrip: MakeTrip = async (api) => {
  const trip = await outTrip(api);
  const boxNos = [trip.boxes[0]?.boxNo ?? ''];
  await api.call.custodyMove.report({
    params: { id: trip.id },
    body: { boxNos, to: 'lost', reason: 'Not on it' },
  });
  return trip;
};
const departedTrip: MakeTrip = async (api) => {
  const { cmr, trips } = await noteOf(api);
  await actOn(api, cmr, 'load');
  await actOn(api, cmr, 'depart');
  const [trip] = trips;
  if (!trip) throw new Error('a trip');
  return trip;
};
const goneTrip: MakeTrip = async (api) => {
  const trip = await outTrip(api);
  await finishLeg(api, trip.pickId, 'outbound', CMR);
  return trip;
};
const clearingTrip: MakeTrip = async (api) => {
  const trip = await begunTrip(api);
  await api.call.pickClearance.start({
    params: { id: trip.pickId },
    body: { version: 1, clearanceBoxes: 4 },
  });
  return trip;
};
const clearedTrip: MakeTrip = async (api) => {
  const trip = await clearingTrip(api);
  await finishLeg(api, trip.pickId, 'clearance');
  return trip;
};

/** Runs a call on a trip that must be refused. */
const onTrip =
  (
    name: ApiName,
    make: MakeTrip,
    body?: object | ((trip: Trip) => object),
    before?: (api: TestApi, trip: Trip) => unknown,
  ): Maker =>
  async (api) => {
    const trip = await make(api);
    await before?.(api, trip);
    const given = typeof body === 'function' ? body(trip) : body;
    const input: LooseInput = { params: { id: trip.pickId } };
    return api.refused(
      name,
      given ? { ...input, body: { version: versionOf(api, trip.pickId), ...given } } : input,
    );
  };

/** Returns the refusals for removed and archived bills. */
const readOnly = (name: ApiName, make: MakeTrip, body?: object): Errors => ({
  BILL_REMOVED: onTrip(name, make, body, (api, { id }) => set(api, id, REMOVED)),
  BILL_ARCHIVED: onTrip(name, make, body, (api, { id }) => set(api, id, ARCHIVED)),
});

const finish = { action: 'finish' };
const reopen = { action: 'reopen', reason: 'Counted again' };

/** Returns the refusals of finishing a leg and reopening it. */
const closing = (
  name: ApiName,
  leg: 'pickup' | 'inbound' | 'clearance' | 'outbound',
  open: MakeTrip,
  finished: MakeTrip,
  next: MakeTrip,
  answers: object = {},
): Errors => ({
  ...readOnly(name, open, { ...finish, ...answers }),
  STATE_NOT_ALLOWED: onTrip(name, open, reopen),
  STALE_DATA: onTrip(name, open, { ...finish, ...answers, version: 99 }),
  REASON_REQUIRED: onTrip(name, finished, { action: 'reopen' }),
  LEG_NEXT_FINISHED: onTrip(name, next, reopen),
  LEG_REOPEN_LATE: onTrip(name, finished, reopen, (api, { pickId }) =>
    api.db.exec(`update pick set ${leg}FinishAt = '${EARLY}' where id = ${pickId}`),
  ),
  NODE_FUTURE: onTrip(name, open, { ...finish, ...answers, finishAt: FAR }),
  NODE_ORDER: onTrip(name, open, { ...finish, ...answers, finishAt: EARLY }),
});

const upload = (name: ApiName, idOf: (trip: Trip) => number): Errors => {
  const send =
    (file: LooseInput['file'], change?: string): Maker =>
    async (api) => {
      const trip = await begunTrip(api);
      if (change) set(api, trip.id, change);
      return api.refused(name, { params: { id: idOf(trip) }, file });
    };
  const photo = { name: 'box.jpg', bytes: jpg };
  return {
    FILE_TYPE: send({ name: 'box.pdf', bytes: pdf }),
    FILE_SIZE: send({ name: 'box.jpg', bytes: Buffer.concat([jpg, Buffer.alloc(MAX_UPLOAD)]) }),
    FILE_CONTENT: send({ name: 'box.jpg', bytes: pdf }),
    FILE_ONE: send([photo, photo]),
    BILL_REMOVED: send(photo, REMOVED),
    BILL_ARCHIVED: send(photo, ARCHIVED),
  };
};

const draft = { kind: 'own', plateNo: '12-BXX-3', pickupBoxes: 1, pickupWeight: 9 } as const;
const create =
  (change: string, more: object = {}): Maker =>
  async (api) => {
    const { id } = await landedBill(api);
    set(api, id, change);
    return api.refused('pick.create', { params: { id }, body: { ...draft, ...more } });
  };

/** Runs a call on a trip under its bill. */
const underBill =
  (name: 'pick.update' | 'pick.remove', make: MakeTrip, body?: object, change?: string): Maker =>
  async (api) => {
    const trip = await make(api);
    if (change) set(api, trip.id, change);
    const params = { id: trip.id, pickId: trip.pickId };
    const version = versionOf(api, trip.pickId);
    return api.refused(name, name === 'pick.remove' ? { params } : { params, body: { version, ...body } });
  };

const whole =
  (make: MakeTrip, body: object, change = 'id = id'): Maker =>
  async (api) => {
    const { id } = await make(api);
    set(api, id, change);
    return api.refused('pick.whole', { params: { id }, body });
  };
/** Makes a trip that took all boxes but one, with the pickup finished. */
const shortTrip: MakeTrip = async (api) => {
  const bill = await landedBill(api);
  const { id: pickId } = await addTrip(api, bill.id, 3);
  await finishLeg(api, pickId, 'pickup');
  return { ...bill, pickId };
};
const wholeTrip: MakeTrip = async (api) => {
  const trip = await shortTrip(api);
  await api.call.pick.whole({ params: { id: trip.id }, body: { finished: true } });
  return trip;
};

/** Returns the refusals of beginning and changing a leg. */
const writing = (
  group: 'pickInbound' | 'pickOutbound' | 'pickClearance',
  leg: 'inbound' | 'outbound' | 'clearance',
  none: MakeTrip,
  open: MakeTrip,
  finished: MakeTrip,
): Record<'start' | 'update' | 'remove', Errors> => {
  const counts = leg !== 'clearance';
  const times = (name: ApiName, make: MakeTrip): Errors => ({
    NODE_FUTURE: onTrip(name, make, { [`${leg}StartAt`]: FAR }),
    ...(counts
      ? {
          NODE_ORDER: onTrip(name, make, { [`${leg}StartAt`]: EARLY }),
          COUNT_EXCEEDED: onTrip(name, make, { [`${leg}Boxes`]: 9 }),
        }
      : {}),
    STALE_DATA: onTrip(name, make, { version: 99 }),
    LEG_FINISHED: onTrip(name, finished, {}),
    ...readOnly(name, make, {}),
  });
  return {
    start: { ...times(`${group}.start`, none), LEG_STARTED: onTrip(`${group}.start`, open, {}) },
    update: { ...times(`${group}.update`, open), LEG_NOT_STARTED: onTrip(`${group}.update`, none, {}) },
    remove: {
      ...readOnly(`${group}.remove`, open),
      LEG_FINISHED: onTrip(`${group}.remove`, finished),
      LEG_NOT_STARTED: onTrip(`${group}.remove`, none),
      LEG_NOT_EMPTY: onTrip(`${group}.remove`, open),
    },
  };
};
const inbound = writing('pickInbound', 'inbound', begunTrip, countedTrip, receivedTrip);
const outbound = writing('pickOutbound', 'outbound', receivedTrip, outTrip, goneTrip);
const clearance = writing('pickClearance', 'clearance', begunTrip, clearingTrip, clearedTrip);

const ofPick = (make: MakeTrip, body?: object) => async (api: TestApi) => {
  const { pickId } = await make(api);
  const input = { params: { id: pickId } };
  return body ? { ...input, body: { version: versionOf(api, pickId), ...body } } : input;
};
/** Makes a leg that has begun, with nothing counted. */
const emptyLeg =
  (group: 'pickInbound' | 'pickOutbound' | 'pickClearance', make: MakeTrip) => async (api: TestApi) => {
    const { pickId } = await make(api);
    await api.call[group].start({ params: { id: pickId }, body: { version: versionOf(api, pickId) } });
    return { params: { id: pickId } };
  };

async function collected(api: TestApi, more: { inbound?: boolean; state?: string; change?: string } = {}) {
  const trip = await (more.inbound ? countedTrip(api) : begunTrip(api));
  const pmc = await api.call.pmc.create({ params: { id: trip.pickId }, body: { uldNo: newUld() } });
  if (more.state) {
    api.db.exec(`update pmc set state = '${more.state}', unloadedAt = collectedAt, returnedAt = '${EARLY}',
      updatedAt = '${EARLY}' where id = ${pmc.id}`);
  }
  if (more.change) set(api, trip.id, more.change);
  return { params: { id: trip.pickId }, pmc, body: { pmcId: pmc.id, version: 1 } };
}
const pmcCall =
  (
    name: 'pmc.update' | 'pmc.act' | 'pmc.remove',
    body: object,
    more: Parameters<typeof collected>[1] = {},
  ): Maker =>
  async (api) => {
    const found = await collected(api, more);
    if (name === 'pmc.remove')
      return api.refused(name, { params: found.params, query: { pmcId: found.pmc.id } });
    return api.refused(name, { params: found.params, body: { ...found.body, ...body } });
  };

const scan =
  (make: MakeTrip, leg: 'inbound' | 'outbound', change = 'id = id', at = 0): Maker =>
  async (api) => {
    const { id, boxes } = await make(api);
    set(api, id, change);
    return api.refused('box.scan', { params: { id }, body: { leg, boxNo: boxes[at]?.boxNo } });
  };
const unscan =
  (make: MakeTrip, leg: 'inbound' | 'outbound', change = 'id = id'): Maker =>
  async (api) => {
    const { id, boxes } = await make(api);
    set(api, id, change);
    return api.refused('box.unscan', { params: { id }, body: { leg, boxNo: boxes[0]?.boxNo } });
  };
const trackingOf = (api: TestApi, parcelId = 0) =>
  String(api.row('select trackingNo from parcel where id = ?', parcelId).trackingNo);
/** Refusal to take the parcel of the first box out of it. */
const repack =
  (make: MakeTrip, more: object = {}, change = 'id = id'): Maker =>
  async (api) => {
    const { id, boxes } = await make(api);
    set(api, id, change);
    const trackingNos = [trackingOf(api, boxes[0]?.parcelId)];
    return api.refused('box.repack', { params: { id }, body: { trackingNos, reason: 'held', ...more } });
  };
/** Returns a maker of a trip with these parcels, all in the warehouse. */
const received =
  (parcels: readonly (string | null)[], destination = true): MakeTrip =>
  (api) =>
    receivedTrip(api, { parcels, destination });
const palletised: MakeTrip = async (api) => {
  const trip = await receivedTrip(api);
  await api.call.pallet.create({ body: { boxIds: trip.boxes.map(({ boxId }) => boxId) } });
  return trip;
};

async function palletOf(api: TestApi, make: MakeTrip = receivedTrip) {
  const trip = await make(api);
  const pallet = await api.call.pallet.create({ body: { boxIds: [trip.boxes[0]?.boxId ?? 0] } });
  return { ...trip, pallet, params: { id: pallet.id } };
}
async function closedPallet(api: TestApi, make: MakeTrip = receivedTrip) {
  const found = await palletOf(api, make);
  await api.call.pallet.act({ params: found.params, body: { version: 1, action: 'close' } });
  return found;
}
const palletAct =
  (
    action: string,
    before: (api: TestApi) => Promise<{ params: object; id: number; pickId: number; boxes: Trip['boxes'] }>,
    change?: (api: TestApi, found: { id: number; pickId: number; boxes: Trip['boxes'] }) => unknown,
  ): Maker =>
  async (api) => {
    const found = await before(api);
    await change?.(api, found);
    const version = api.count('select version from pallet where id = ?', (found.params as { id: number }).id);
    return api.refused('pallet.act', { params: { ...found.params }, body: { version, action } });
  };
/** Returns the refusals of boxes that may not be put on a pallet. */
const placing = (call: (api: TestApi, body: object) => Promise<RefusedCall>): Errors => {
  const one =
    (make: MakeTrip, change = 'id = id'): Maker =>
    async (api) => {
      const { id, boxes } = await make(api);
      set(api, id, change);
      return call(api, { boxIds: [boxes[0]?.boxId] });
    };
  return {
    BILL_REMOVED: one(receivedTrip, REMOVED),
    BILL_ARCHIVED: one(receivedTrip, ARCHIVED),
    BOX_BLOCKED: one(received(['held'])),
    BOX_NOT_RECEIVED: one(begunTrip),
    BOX_GONE: one(outTrip),
    BOX_ON_PALLET: one(palletised),
    LEG_NO_DESTINATION: one(received(['free'], false)),
    PALLET_BOX_UNKNOWN: (api) => call(api, { boxNos: ['NOWHERE-1'] }),
    PALLET_DESTINATION: async (api) => {
      const { boxes } = await receivedTrip(api);
      api.db.exec(`update box set destinationCode = 'DE-HUB-01' where id = ${boxes[1]?.boxId}`);
      return call(api, { boxIds: [boxes[0]?.boxId, boxes[1]?.boxId] });
    },
  };
};
const emptied = async (api: TestApi) => {
  const found = await palletOf(api);
  await api.call.pallet.take({ params: found.params, query: { boxIds: [found.boxes[0]?.boxId ?? 0] } });
  return found;
};

const legRight = {
  pickInbound: { none: begunTrip, open: readyTrip },
  pickClearance: { none: begunTrip, open: clearingTrip },
  pickOutbound: { none: receivedTrip, open: outTrip },
} as const;

export const warehouseCases = {
  'pick.list': { right: async (api) => ({ params: { id: (await begunTrip(api)).id } }) },
  'pick.create': {
    right: async (api) => ({ params: { id: (await landedBill(api)).id }, body: draft }),
    errors: {
      BILL_REMOVED: create(REMOVED),
      BILL_ARCHIVED: create(ARCHIVED),
      STATE_NOT_ALLOWED: create("stage = 'draft'"),
      COUNT_EXCEEDED: create('id = id', { pickupBoxes: 5 }),
      NODE_FUTURE: create('id = id', { pickupStartAt: FAR }),
    },
  },
  'pick.update': {
    right: async (api) => {
      const { id, pickId } = await begunTrip(api);
      return { params: { id, pickId }, body: { version: 1, driverName: 'Dirk' } };
    },
    errors: {
      STALE_DATA: underBill('pick.update', begunTrip, { version: 99 }),
      BILL_REMOVED: underBill('pick.update', begunTrip, {}, REMOVED),
      BILL_ARCHIVED: underBill('pick.update', begunTrip, {}, ARCHIVED),
      LEG_FINISHED: underBill('pick.update', pickedTrip, {}),
      COUNT_EXCEEDED: underBill('pick.update', begunTrip, { pickupBoxes: 5 }),
      NODE_FUTURE: underBill('pick.update', begunTrip, { pickupStartAt: FAR }),
    },
  },
  'pick.remove': {
    right: async (api) => {
      const { id, pickId } = await begunTrip(api);
      return { params: { id, pickId } };
    },
    errors: {
      BILL_REMOVED: underBill('pick.remove', begunTrip, {}, REMOVED),
      BILL_ARCHIVED: underBill('pick.remove', begunTrip, {}, ARCHIVED),
      LEG_FINISHED: underBill('pick.remove', pickedTrip),
      PICK_IN_USE: underBill('pick.remove', countedTrip),
      PICK_HAS_PMC: underBill('pick.remove', async (api) => {
        const trip = await begunTrip(api);
        await api.call.pmc.create({ params: { id: trip.pickId }, body: { uldNo: newUld() } });
        return trip;
      }),
    },
  },
  'pick.whole': {
    right: async (api) => ({ params: { id: (await shortTrip(api)).id }, body: { finished: true } }),
    errors: {
      BILL_REMOVED: whole(shortTrip, { finished: true }, REMOVED),
      BILL_ARCHIVED: whole(shortTrip, { finished: true }, ARCHIVED),
      STATE_NOT_ALLOWED: whole(shortTrip, { finished: true }, "stage = 'arrived'"),
      PICK_MISSING: async (api) => {
        const { id } = await landedBill(api);
        set(api, id, "stage = 'clearing'");
        return api.refused('pick.whole', { params: { id }, body: { finished: true } });
      },
      LEG_PREVIOUS_OPEN: whole(begunTrip, { finished: true }),
      LEG_NEXT_FINISHED: whole(
        async (api) => {
          const trip = await wholeTrip(api);
          await scanAll(api, trip.id, 'inbound', trip.boxes.slice(0, 3));
          await finishLeg(api, trip.pickId, 'inbound', { differenceReason: 'shortage' });
          return trip;
        },
        { finished: false, reason: 'x' },
      ),
      PICKUP_COMPLETE: whole(pickedTrip, { finished: false, reason: 'x' }),
      REASON_REQUIRED: whole(wholeTrip, { finished: false }),
    },
  },
  'pick.closePickup': {
    right: ofPick(begunTrip, finish),
    errors: closing('pick.closePickup', 'pickup', begunTrip, pickedTrip, receivedTrip),
  },
  'pick.photo': {
    right: async (api) => ({
      params: { id: (await begunTrip(api)).pickId },
      file: { name: 'box.jpg', bytes: jpg },
    }),
    errors: upload('pick.photo', ({ pickId }) => pickId),
  },

  'pickInbound.get': { right: ofPick(begunTrip) },
  'pickInbound.difference': { right: ofPick(begunTrip) },
  'pickInbound.start': {
    right: ofPick(legRight.pickInbound.none, { inboundBoxes: 3 }),
    errors: {
      ...inbound.start,
      LEG_PREVIOUS_OPEN: onTrip('pickInbound.start', begunTrip, {}, (api, { pickId }) =>
        api.db.exec(`update pick set pickupStartAt = null where id = ${pickId}`),
      ),
    },
  },
  'pickInbound.update': { right: ofPick(countedTrip, { inboundWeight: 35.5 }), errors: inbound.update },
  'pickInbound.remove': { right: emptyLeg('pickInbound', begunTrip), errors: inbound.remove },
  'pickInbound.close': {
    right: ofPick(legRight.pickInbound.open, finish),
    errors: {
      ...closing('pickInbound.close', 'inbound', readyTrip, receivedTrip, goneTrip),
      LEG_NOT_STARTED: onTrip('pickInbound.close', pickedTrip, finish),
      LEG_PREVIOUS_OPEN: onTrip('pickInbound.close', countedTrip, finish),
      LEG_COUNT_MISSING: onTrip('pickInbound.close', pickedTrip, finish, (api, { pickId }) =>
        api.call.pickInbound.start({ params: { id: pickId }, body: { version: versionOf(api, pickId) } }),
      ),
      PHOTO_REQUIRED: onTrip(
        'pickInbound.close',
        async (api) => {
          const trip = await countedTrip(api, { photoRequired: true });
          await finishLeg(api, trip.pickId, 'pickup');
          return trip;
        },
        finish,
      ),
      COUNT_EXCEEDED: onTrip('pickInbound.close', readyTrip, finish, (api, { id }) =>
        api.call.box.scan({ params: { id }, body: { leg: 'inbound', boxNo: `STRAY-${id}`, surplus: true } }),
      ),
      REASON_REQUIRED: onTrip('pickInbound.close', receivedTrip, { action: 'reopen' }),
    },
  },

  'pickClearance.get': { right: ofPick(begunTrip) },
  'pickClearance.start': {
    right: ofPick(begunTrip, { clearanceBoxes: 4 }),
    errors: {
      ...clearance.start,
      LEG_NOT_DECLARED: onTrip('pickClearance.start', begunTrip, {}, (api, { id }) =>
        set(api, id, 'declaredAt = null'),
      ),
    },
  },
  'pickClearance.update': { right: ofPick(clearingTrip, { clearanceParcels: 4 }), errors: clearance.update },
  'pickClearance.remove': { right: emptyLeg('pickClearance', begunTrip), errors: clearance.remove },
  'pickClearance.close': {
    right: ofPick(clearingTrip, finish),
    errors: {
      ...closing('pickClearance.close', 'clearance', clearingTrip, clearedTrip, async (api) => {
        const trip = await goneTrip(api);
        await api.call.pickClearance.start({
          params: { id: trip.pickId },
          body: { version: versionOf(api, trip.pickId) },
        });
        await finishLeg(api, trip.pickId, 'clearance');
        return trip;
      }),
      LEG_NOT_STARTED: onTrip('pickClearance.close', begunTrip, finish),
      LEG_PARCELS_OPEN: onTrip('pickClearance.close', clearingTrip, finish, (api, { id }) =>
        api.db.exec(`update parcel set state = 'held' where billId = ${id}`),
      ),
    },
  },

  'pickOutbound.get': { right: ofPick(begunTrip) },
  'pickOutbound.start': {
    right: ofPick(receivedTrip, { outboundBoxes: 4 }),
    errors: {
      ...outbound.start,
      LEG_NOTHING_FREE: onTrip('pickOutbound.start', received(['clearance']), {}),
      LEG_NO_DESTINATION: onTrip('pickOutbound.start', received(['free'], false), {}),
    },
  },
  'pickOutbound.update': { right: ofPick(outTrip, { outboundPallets: 1 }), errors: outbound.update },
  'pickOutbound.remove': { right: emptyLeg('pickOutbound', receivedTrip), errors: outbound.remove },
  'pickOutbound.close': {
    right: ofPick(outTrip, { ...finish, ...CMR }),
    errors: {
      ...closing(
        'pickOutbound.close',
        'outbound',
        outTrip,
        goneTrip,
        async (api) => {
          const trip = await goneTrip(api);
          set(api, trip.id, "podAt = '2026-11-20T00:00:00Z'");
          return trip;
        },
        CMR,
      ),
      LEG_NOT_STARTED: onTrip('pickOutbound.close', receivedTrip, finish),
      LEG_PREVIOUS_OPEN: onTrip('pickOutbound.close', outTrip, { ...finish, ...CMR }, (api, { pickId }) =>
        api.db.exec(`update pick set inboundFinished = 0 where id = ${pickId}`),
      ),
      LEG_COUNT_MISSING: onTrip(
        'pickOutbound.close',
        receivedTrip,
        { ...finish, ...CMR },
        (api, { pickId }) =>
          api.call.pickOutbound.start({ params: { id: pickId }, body: { version: versionOf(api, pickId) } }),
      ),
      COUNT_EXCEEDED: onTrip('pickOutbound.close', outTrip, { ...finish, ...CMR }, (api, { pickId }) =>
        api.db.exec(`update pick set outboundBoxes = 5 where id = ${pickId}`),
      ),
      BOX_BLOCKED: onTrip('pickOutbound.close', outTrip, { ...finish, ...CMR }, (api, { id }) =>
        api.db.exec(`update parcel set state = 'held' where billId = ${id}`),
      ),
      LEG_NO_CMR: onTrip('pickOutbound.close', outTrip, finish),
    },
  },

  'pmc.records': {
    right: async (api) => {
      const { pmc } = await collected(api);
      return { query: { uldNo: pmc.uldNo, state: ['collected' as const], sort: '-dueAt' } };
    },
  },
  'pmc.export': { right: () => ({ query: { format: 'csv', state: ['returned' as const] } }) },
  'pmc.list': { right: async (api) => ({ params: (await collected(api)).params }) },
  'pmc.create': {
    right: async (api) => ({
      params: { id: (await begunTrip(api)).pickId },
      body: { uldNo: newUld(), boxes: 4 },
    }),
    errors: {
      BILL_REMOVED: async (api) => {
        const { id, pickId } = await begunTrip(api);
        set(api, id, REMOVED);
        return api.refused('pmc.create', { params: { id: pickId }, body: { uldNo: newUld() } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, pickId } = await begunTrip(api);
        set(api, id, ARCHIVED);
        return api.refused('pmc.create', { params: { id: pickId }, body: { uldNo: newUld() } });
      },
      CODE_EXISTS: async (api) => {
        const { params, pmc } = await collected(api);
        return api.refused('pmc.create', { params, body: { uldNo: pmc.uldNo } });
      },
      NODE_FUTURE: async (api) =>
        api.refused('pmc.create', {
          params: { id: (await begunTrip(api)).pickId },
          body: { uldNo: newUld(), collectedAt: FAR },
        }),
      REFERENCE_UNKNOWN: async (api) =>
        api.refused('pmc.create', {
          params: { id: (await begunTrip(api)).pickId },
          body: { uldNo: newUld(), collectedFrom: 999_999 },
        }),
    },
  },
  'pmc.update': {
    right: async (api) => {
      const { params, body } = await collected(api);
      return { params, body: { ...body, strapCount: 4 } };
    },
    errors: {
      STALE_DATA: pmcCall('pmc.update', { version: 9 }),
      BILL_REMOVED: pmcCall('pmc.update', {}, { change: REMOVED }),
      BILL_ARCHIVED: pmcCall('pmc.update', {}, { change: ARCHIVED }),
      STATE_NOT_ALLOWED: pmcCall('pmc.update', {}, { state: 'returned' }),
      CODE_EXISTS: async (api) => {
        const { pmc } = await collected(api);
        return pmcCall('pmc.update', { uldNo: pmc.uldNo })(api);
      },
      NODE_FUTURE: pmcCall('pmc.update', { collectedAt: FAR }),
      REFERENCE_UNKNOWN: pmcCall('pmc.update', { collectedFrom: 999_999 }),
    },
  },
  'pmc.remove': {
    right: async (api) => {
      const { params, pmc } = await collected(api);
      return { params, query: { pmcId: pmc.id } };
    },
    errors: {
      BILL_REMOVED: pmcCall('pmc.remove', {}, { change: REMOVED }),
      BILL_ARCHIVED: pmcCall('pmc.remove', {}, { change: ARCHIVED }),
      STATE_NOT_ALLOWED: pmcCall('pmc.remove', {}, { state: 'unloaded' }),
    },
  },
  'pmc.act': {
    right: async (api) => {
      const { params, body } = await collected(api, { inbound: true });
      return { params, body: { ...body, action: 'unload' } };
    },
    errors: {
      STALE_DATA: pmcCall('pmc.act', { action: 'lose', reason: 'x', version: 9 }),
      BILL_REMOVED: pmcCall('pmc.act', { action: 'lose', reason: 'x' }, { change: REMOVED }),
      BILL_ARCHIVED: pmcCall('pmc.act', { action: 'lose', reason: 'x' }, { change: ARCHIVED }),
      STATE_NOT_ALLOWED: pmcCall('pmc.act', { action: 'giveBack', returnedTo: 'Shed 3' }),
      PMC_NOT_INBOUND: pmcCall('pmc.act', { action: 'unload' }),
      PMC_UNDO_LATE: pmcCall('pmc.act', { action: 'undoReturn' }, { state: 'returned' }),
      REASON_REQUIRED: pmcCall('pmc.act', { action: 'lose' }),
      NODE_FUTURE: pmcCall('pmc.act', { action: 'unload', at: FAR }, { inbound: true }),
      NODE_ORDER: pmcCall('pmc.act', { action: 'unload', at: EARLY }, { inbound: true }),
    },
  },

  'inboundBatch.list': {
    right: () => ({ query: { pageSize: 5, legState: ['open'], sort: '-pickupFinishAt' } }),
  },

  'box.list': {
    right: async (api) => ({
      params: { id: (await countedTrip(api)).id },
      query: { state: ['ready'], sort: 'boxNo' },
    }),
  },
  'box.counts': { right: async (api) => ({ params: { id: (await countedTrip(api)).id } }) },
  'box.progress': {
    right: async (api) => ({ params: { id: (await countedTrip(api)).id }, query: { leg: 'inbound' } }),
  },
  'box.scan': {
    right: async (api) => {
      const { id, boxes } = await begunTrip(api);
      return { params: { id }, body: { leg: 'inbound', boxNo: boxes[0]?.boxNo } };
    },
    errors: {
      BILL_REMOVED: scan(begunTrip, 'inbound', REMOVED),
      BILL_ARCHIVED: scan(begunTrip, 'inbound', ARCHIVED),
      PDA_TYPING: async (api) => {
        const { id, boxes } = await begunTrip(api);
        return api.refused('box.scan', {
          params: { id },
          body: { leg: 'inbound', boxNo: boxes[0]?.boxNo, typed: true },
        });
      },
      BOX_BLOCKED: scan(received(['held', 'free']), 'outbound'),
      BOX_NOT_RELEASED: scan(received(['clearance', 'free']), 'outbound'),
      BOX_NOT_RECEIVED: scan(begunTrip, 'outbound'),
      BOX_GONE: scan(lostTrip, 'outbound'),
      BOX_ELSEWHERE: scan(outTrip, 'inbound'),
      LEG_FINISHED: async (api) => {
        const trip = await receivedTrip(api);
        const boxId = trip.boxes[0]?.boxId;
        api.db.exec(`update box set inboundAt = null where id = ${boxId}`);
        api.place(`id = ${boxId}`);
        return api.refused('box.scan', {
          params: { id: trip.id },
          body: { leg: 'inbound', boxNo: trip.boxes[0]?.boxNo },
        });
      },
      LEG_PREVIOUS_OPEN: async (api) => {
        const { id, boxes, pickId } = await begunTrip(api);
        api.db.exec(`update pick set pickupStartAt = null where id = ${pickId}`);
        return api.refused('box.scan', { params: { id }, body: { leg: 'inbound', boxNo: boxes[0]?.boxNo } });
      },
      LEG_NOTHING_FREE: async (api) => {
        // Its only box contained nothing but parcels that customs has refused.
        const { id, boxes } = await receivedTrip(api, { parcels: ['failed'] });
        destroyed(api, id);
        return api.refused('box.scan', { params: { id }, body: { leg: 'outbound', boxNo: boxes[0]?.boxNo } });
      },
      LEG_NO_DESTINATION: scan(received(['free'], false), 'outbound'),
      PICK_MISSING: scan(async (api) => ({ ...(await landedBill(api)), pickId: 0 }), 'inbound'),
    },
  },
  'box.unscan': {
    right: async (api) => {
      const { id, boxes } = await countedTrip(api);
      return { params: { id }, body: { leg: 'inbound', boxNo: boxes[0]?.boxNo } };
    },
    errors: {
      BILL_REMOVED: unscan(countedTrip, 'inbound', REMOVED),
      BILL_ARCHIVED: unscan(countedTrip, 'inbound', ARCHIVED),
      LEG_FINISHED: unscan(receivedTrip, 'inbound'),
      BOX_GONE: unscan(outTrip, 'inbound'),
      BOX_NOT_CARRIED: unscan(lostTrip, 'outbound'),
      BOX_DEPARTED: unscan(departedTrip, 'outbound'),
      BOX_ON_PALLET: unscan(palletised, 'inbound'),
      BOX_COLLECTED: unscan(collectedTrip, 'outbound'),
    },
  },
  'box.loose': { right: async (api) => ({ params: { id: (await countedTrip(api)).id } }) },
  'box.repack': {
    right: async (api) => {
      const { id, boxes } = await countedTrip(api);
      return { params: { id }, body: { trackingNos: [trackingOf(api, boxes[0]?.parcelId)], reason: 'held' } };
    },
    errors: {
      BILL_REMOVED: repack(countedTrip, {}, REMOVED),
      BILL_ARCHIVED: repack(countedTrip, {}, ARCHIVED),
      GOODS_UNKNOWN: repack(countedTrip, { trackingNos: ['NOWHERE00001'] }),
      PARCEL_COMPLETED: async (api) => {
        const trip = await countedTrip(api);
        api.db.exec(`update parcel set state = 'completed' where billId = ${trip.id}`);
        const refused = await repack(async () => trip)(api);
        api.db.exec(`update parcel set state = 'free' where billId = ${trip.id}`);
        return refused;
      },
      PARCEL_DISPOSED: async (api) => {
        const trip = await countedTrip(api);
        destroyed(api, trip.id);
        return repack(async () => trip)(api);
      },
      BOX_NOT_RECEIVED: repack(begunTrip),
      BOX_GONE: repack(outTrip),
      PALLET_BOX_UNKNOWN: repack(countedTrip, { boxNo: 'NOWHERE-1' }),
    },
  },
  'box.weigh': {
    right: async (api) => ({
      params: { id: (await begunTrip(api)).boxes[0]?.boxId },
      body: { weight: 8.5, length: 60 },
    }),
    errors: {
      BILL_REMOVED: async (api) => {
        const { id, boxes } = await begunTrip(api);
        set(api, id, REMOVED);
        return api.refused('box.weigh', { params: { id: boxes[0]?.boxId }, body: { weight: 8 } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, boxes } = await begunTrip(api);
        set(api, id, ARCHIVED);
        return api.refused('box.weigh', { params: { id: boxes[0]?.boxId }, body: { weight: 8 } });
      },
    },
  },
  'box.photo': {
    right: async (api) => ({
      params: { id: (await begunTrip(api)).boxes[0]?.boxId },
      file: { name: 'box.jpg', bytes: jpg },
    }),
    errors: upload('box.photo', ({ boxes }) => boxes[0]?.boxId ?? 0),
  },

  'pallet.list': {
    right: async (api) => ({ query: { billId: (await palletOf(api)).id, state: ['open'], pageSize: 5 } }),
  },
  'pallet.create': {
    right: async (api) => ({ body: { boxNos: (await receivedTrip(api)).boxes.map(({ boxNo }) => boxNo) } }),
    errors: placing((api, body) => api.refused('pallet.create', { body })),
  },
  'pallet.update': {
    right: async (api) => ({ params: (await palletOf(api)).params, body: { version: 1, height: 180 } }),
    errors: {
      STALE_DATA: async (api) =>
        api.refused('pallet.update', { params: (await palletOf(api)).params, body: { version: 9 } }),
      STATE_NOT_ALLOWED: async (api) => {
        const { pallet, params } = await closedPallet(api);
        await api.call.pallet.act({ params, body: { version: 2, action: 'load' } });
        return api.refused('pallet.update', { params: { id: pallet.id }, body: { version: 3 } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, params } = await palletOf(api);
        set(api, id, ARCHIVED);
        return api.refused('pallet.update', { params, body: { version: 1 } });
      },
    },
  },
  'pallet.add': {
    right: async (api) => {
      const { params, boxes } = await palletOf(api);
      return { params, body: { boxIds: [boxes[1]?.boxId] } };
    },
    errors: {
      ...placing(async (api, body) =>
        api.refused('pallet.add', { params: (await palletOf(api)).params, body }),
      ),
      STATE_NOT_ALLOWED: async (api) => {
        const { params, boxes } = await closedPallet(api);
        return api.refused('pallet.add', { params, body: { boxIds: [boxes[1]?.boxId] } });
      },
    },
  },
  'pallet.take': {
    right: async (api) => {
      const { params, boxes } = await palletOf(api);
      return { params, query: { boxIds: [boxes[0]?.boxId] } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { params, boxes } = await closedPallet(api);
        return api.refused('pallet.take', { params, query: { boxIds: [boxes[0]?.boxId] } });
      },
      BILL_ARCHIVED: async (api) => {
        const { id, params, boxes } = await palletOf(api);
        set(api, id, ARCHIVED);
        return api.refused('pallet.take', { params, query: { boxIds: [boxes[0]?.boxId] } });
      },
    },
  },
  'pallet.act': {
    right: async (api) => ({ params: (await palletOf(api)).params, body: { version: 1, action: 'close' } }),
    errors: {
      STALE_DATA: async (api) =>
        api.refused('pallet.act', {
          params: (await palletOf(api)).params,
          body: { version: 9, action: 'close' },
        }),
      STATE_NOT_ALLOWED: palletAct('load', palletOf),
      BILL_REMOVED: palletAct('load', closedPallet, (api, { id }) => set(api, id, REMOVED)),
      BILL_ARCHIVED: palletAct('load', closedPallet, (api, { id }) => set(api, id, ARCHIVED)),
      PALLET_EMPTY: palletAct('close', emptied),
      BOX_GONE: palletAct('load', closedPallet, sendAlone),
      PALLET_ON_TRUCK: async (api) => {
        const { cmr, trips } = await noteOf(api);
        await actOn(api, cmr, 'load');
        return api.refused('pallet.act', {
          params: { id: trips[0]?.palletId },
          body: { version: 3, action: 'unload' },
        });
      },
      BOX_BLOCKED: palletAct('load', closedPallet, (api, { id }) =>
        api.db.exec(`update parcel set state = 'held' where billId = ${id}`),
      ),
      BOX_NOT_RELEASED: palletAct('load', (api) => closedPallet(api, received(['clearance', 'free']))),
      LEG_FINISHED: palletAct('load', closedPallet, (api, { pickId }) =>
        api.db.exec(
          `update pick set outboundFinished = 1, outboundStartAt = '${EARLY}' where id = ${pickId}`,
        ),
      ),
      LEG_NOTHING_FREE: palletAct('load', closedPallet, (api, { id }) => destroyed(api, id)),
      LEG_NO_DESTINATION: palletAct('load', closedPallet, (api, { id }) => {
        set(api, id, 'destinationId = null');
        api.db.exec(`update box set destinationCode = null where billId = ${id}`);
      }),
    },
  },
  'pallet.remove': {
    right: async (api) => ({ params: (await emptied(api)).params }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('pallet.remove', { params: (await closedPallet(api)).params }),
      PALLET_NOT_EMPTY: async (api) => api.refused('pallet.remove', { params: (await palletOf(api)).params }),
    },
  },
} satisfies Record<
  | `pick.${string}`
  | `pickInbound.${string}`
  | `pickClearance.${string}`
  | `pickOutbound.${string}`
  | `pmc.${string}`
  | `box.${string}`
  | `pallet.${string}`
  | 'inboundBatch.list',
  ContractCase
>;
