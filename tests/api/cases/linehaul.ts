import { MAX_UPLOAD } from '@contract/limits';
import type { CmrDetail } from '@contract/linehaul/cmr';
import type { RefusedCall, TestFile } from '../../support/apiCall';
import { hoursAgo } from '../../support/apiNodes';
import { newCode } from '../../support/apiRecords';
import { actOn, cmrDraftOf, deliver, noteOf, palletised } from '../../support/apiTrucks';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { crowded, document, jpg, locked, oldAndBroken, pdfOf } from './files';
import { waitingMail } from './mail';
import { sendAlone } from './warehouse';

type NoteCase = Awaited<ReturnType<typeof noteOf>>;
type Maker = (api: TestApi) => Promise<RefusedCall>;
const FAR = '2126-01-01T00:00:00Z';
const EARLY = '2020-01-01T00:00:00Z';

const change = (api: TestApi, table: string, columns: string, id: number | undefined) =>
  api.db.exec(`update ${table} set ${columns} where id = ${id}`);
const archived = (api: TestApi, { trips }: NoteCase) => change(api, 'bill', 'archived = 1', trips[0]?.id);
const version = (api: TestApi, { id }: CmrDetail) => api.count('select version from cmr where id = ?', id);

const loaded = async (api: TestApi): Promise<NoteCase> => {
  const made = await noteOf(api);
  await actOn(api, made.cmr, 'load', { at: hoursAgo(30) });
  change(api, 'pick', `outboundStartAt = '${hoursAgo(31)}'`, made.trips[0]?.pickId);
  return made;
};
const departed = async (api: TestApi): Promise<NoteCase> => {
  const made = await loaded(api);
  await actOn(api, made.cmr, 'depart', { at: hoursAgo(29) });
  return made;
};
const arrived = async (api: TestApi): Promise<NoteCase> => {
  const made = await departed(api);
  await actOn(api, made.cmr, 'arrive', { at: hoursAgo(8) });
  return made;
};
const delivered = async (api: TestApi): Promise<NoteCase> => {
  const made = await arrived(api);
  await deliver(api, made.cmr, 4, hoursAgo(2));
  return made;
};

/** Runs an action that must be refused, on a CMR made and changed by these functions. */
const refusedAct =
  (
    make: (api: TestApi) => Promise<NoteCase>,
    body: { action: string; [name: string]: unknown },
    before?: (api: TestApi, made: NoteCase) => unknown,
  ): Maker =>
  async (api) => {
    const made = await make(api);
    await before?.(api, made);
    return api.refused('cmr.act', {
      params: { id: made.cmr.id },
      body: { version: version(api, made.cmr), ...body },
    });
  };
const refusedPod =
  (
    body: object,
    make: (api: TestApi) => Promise<NoteCase> = arrived,
    before?: (api: TestApi, made: NoteCase) => unknown,
  ): Maker =>
  async (api) => {
    const made = await make(api);
    await before?.(api, made);
    const entry = { version: version(api, made.cmr), podAt: hoursAgo(2), podBoxCount: 4, ...body };
    return api.refused('cmr.deliver', { params: { id: made.cmr.id }, body: entry as never });
  };
const refusedReopen =
  (query: object, make = delivered, before?: (api: TestApi, made: NoteCase) => unknown): Maker =>
  async (api) => {
    const made = await make(api);
    await before?.(api, made);
    const asked = { version: version(api, made.cmr), reason: 'Signed elsewhere', ...query };
    return api.refused('cmr.reopen', { params: { id: made.cmr.id }, query: asked });
  };

const refusedReturn =
  (body: object, make = arrived, before?: (api: TestApi, made: NoteCase) => unknown): Maker =>
  async (api) => {
    const made = await make(api);
    await before?.(api, made);
    const given = { version: version(api, made.cmr), reason: 'Hub closed', ...body };
    return api.refused('cmr.return', { params: { id: made.cmr.id }, body: given as never });
  };

const UNKNOWN_BOX = 'NO-SUCH-BOX';
/** Makes a truck on the road with the goods of two bills. */
const onTheRoad = async (api: TestApi): Promise<NoteCase> => {
  const made = await noteOf(api, 2);
  await actOn(api, made.cmr, 'load', { at: hoursAgo(30) });
  await actOn(api, made.cmr, 'depart', { at: hoursAgo(29) });
  return made;
};
/** Makes a truck on the road on which both bills have a box of the same number. */
async function sameNumber(api: TestApi) {
  const made = await onTheRoad(api);
  const boxNo = newCode('TWICE').toUpperCase();
  for (const { boxes } of made.trips) change(api, 'box', `boxNo = '${boxNo}'`, boxes[0]?.boxId);
  return { ...made, boxNo };
}

/** Returns the refusals of pallets that may not be put on a CMR. */
const onPallets = (call: (api: TestApi, palletIds: number[]) => Promise<RefusedCall>) => {
  const one =
    (columns: string): Maker =>
    async (api) => {
      const { palletId } = await palletised(api);
      change(api, 'pallet', columns, palletId);
      return call(api, [palletId]);
    };
  return {
    CMR_PALLET_LOADED: (async (api) => call(api, [(await noteOf(api)).trips[0]?.palletId ?? 0])) as Maker,
    CMR_PALLET_ELSEWHERE: one("destinationCode = 'DE-HUB-01'"),
    CMR_PALLET_GONE: one("state = 'delivered'"),
    CMR_BILL_ARCHIVED: (async (api) => {
      const { id, palletId } = await palletised(api);
      change(api, 'bill', 'archived = 1', id);
      return call(api, [palletId]);
    }) as Maker,
  };
};
const makeOf = (api: TestApi, changes: object) =>
  api.refused('cmr.create', { body: cmrDraftOf(api, changes) });
const changeOf = async (api: TestApi, changes: object) => {
  const { cmr } = await noteOf(api);
  return api.refused('cmr.update', { params: { id: cmr.id }, body: { version: cmr.version, ...changes } });
};
const inactiveCompany = (api: TestApi): number => {
  const id = api.count("select id from clientCompany where code = 'ARCH'");
  change(api, 'clientCompany', 'active = 0', id);
  return id;
};

const cancelled = async (api: TestApi): Promise<NoteCase> => {
  const made = await noteOf(api);
  await actOn(api, made.cmr, 'cancel', { reason: 'Another truck' });
  return made;
};

/** Returns the case of uploading a file of a CMR. */
const uploadCase = (call: 'upload' | 'uploadPod'): ContractCase => {
  const uploadTo =
    (file: TestFile | TestFile[], make: (api: TestApi) => Promise<NoteCase> = departed): Maker =>
    async (api) => {
      const { cmr } = await make(api);
      return api.refused(`cmrFile.${call}`, { params: { id: cmr.id }, file });
    };
  return {
    right: async (api) => ({ params: { id: (await departed(api)).cmr.id }, file: document() }),
    errors: {
      FILE_TYPE: uploadTo({ name: 'pod.exe', bytes: 'MZ' }),
      FILE_SIZE: uploadTo({ name: 'pod.pdf', bytes: pdfOf(MAX_UPLOAD + 1) }),
      FILE_CONTENT: uploadTo({ name: 'pod.pdf', bytes: jpg }),
      FILE_BROKEN: uploadTo({ name: 'old.xls', bytes: oldAndBroken }),
      FILE_PROTECTED: uploadTo({ name: 'list.xlsx', bytes: locked }),
      FILE_BOMB: uploadTo({ name: 'list.xlsx', bytes: crowded() }),
      FILE_ONE: uploadTo([document(), document()]),
      STATE_NOT_ALLOWED: uploadTo(document(), cancelled),
      CMR_BILL_ARCHIVED: uploadTo(document(), async (api) => {
        const made = await departed(api);
        archived(api, made);
        return made;
      }),
    },
  };
};
const withFile = async (api: TestApi, make: (api: TestApi) => Promise<NoteCase> = noteOf) => {
  const made = await make(api);
  const file = await api.call.cmrFile.upload({
    params: { id: made.cmr.id },
    file: document(),
  });
  return { ...made, params: { id: made.cmr.id, fileId: file.id } };
};

/** Makes a mail about a CMR: waiting, or with its files drawn and in the outbox. */
async function noteMail(api: TestApi, put?: 'pending' | 'sending' | 'failed') {
  const { cmr } = await noteOf(api);
  const { id: mailId } = await api.call.cmrMail.send({ params: { id: cmr.id }, body: letter() });
  if (put) {
    const outbox = waitingMail(api, { state: put });
    api.db.prepare('update cmrMail set mailId = ? where id = ?').run(outbox, mailId);
  }
  return { params: { id: cmr.id, mailId } };
}
const letter = () => ({ toEmails: ['hub@example.com'], subject: newCode('Truck'), text: 'Four boxes.' });

export const cmrMailCases = {
  'cmrFile.list': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmrFile.upload': uploadCase('upload'),
  'cmrFile.uploadPod': uploadCase('uploadPod'),
  'cmrFile.download': { right: async (api) => ({ params: (await withFile(api)).params }) },
  'cmrFile.remove': {
    right: async (api) => ({ params: (await withFile(api)).params }),
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { cmr, params } = await withFile(api);
        await actOn(api, cmr, 'cancel', { reason: 'Another truck' });
        return api.refused('cmrFile.remove', { params });
      },
      CMR_BILL_ARCHIVED: async (api) => {
        const made = await withFile(api);
        archived(api, made);
        return api.refused('cmrFile.remove', { params: made.params });
      },
    },
  },
  'cmrMail.list': { right: async (api) => ({ params: { id: (await noteMail(api)).params.id } }) },
  'cmrMail.proposals': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmrMail.send': {
    right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id }, body: letter() }),
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('cmrMail.send', { params: { id: (await cancelled(api)).cmr.id }, body: letter() }),
      REFERENCE_UNKNOWN: async (api) =>
        api.refused('cmrMail.send', {
          params: { id: (await noteOf(api)).cmr.id },
          body: { ...letter(), fileIds: ['of-another-note'] },
        }),
    },
  },
  'cmrMail.again': {
    right: async (api) => ({ params: (await noteMail(api, 'failed')).params }),
    errors: {
      STATE_NOT_ALLOWED: async (api) => api.refused('cmrMail.again', await noteMail(api)),
    },
  },
  'cmrMail.remove': {
    right: (api) => noteMail(api),
    errors: { CMR_MAIL_PUT: async (api) => api.refused('cmrMail.remove', await noteMail(api, 'pending')) },
  },
  'cmrMail.eml': { right: (api) => noteMail(api, 'pending') },
} satisfies Record<string, ContractCase>;

export const linehaulCases = {
  'cmr.list': { right: () => ({ query: { pageSize: 5, state: ['delivered'], sort: '-departedAt' } }) },
  'cmr.export': { right: () => ({ query: { state: ['delivered'] } }) },
  'cmr.get': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmr.sheet': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmr.logs': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id }, query: {} }) },
  'cmr.pdf': {
    right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id }, query: { copies: ['carrier'] } }),
  },
  'cmr.totals': { right: () => ({ query: { state: ['delivered'] } }) },
  'cmr.zip': {
    right: async (api) => ({ body: { ids: [(await noteOf(api)).cmr.id] } }),
    errors: { COUNT_CHANGED: countChanged('cmr.zip') },
  },
  'cmr.prealert': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmr.free': {
    right: (api) => {
      const { fromWarehouseId, toDestinationId } = cmrDraftOf(api);
      return { query: { fromWarehouseId, toDestinationId } };
    },
  },
  'cmr.create': {
    right: async (api) => ({ body: cmrDraftOf(api, { palletIds: [(await palletised(api)).palletId] }) }),
    errors: {
      ...onPallets((api, palletIds) => makeOf(api, { palletIds })),
      REFERENCE_UNKNOWN: (api) => makeOf(api, { toDestinationId: 999_999 }),
      REFERENCE_INACTIVE: (api) => makeOf(api, { carrierCompanyId: inactiveCompany(api) }),
    },
  },
  'cmr.update': {
    right: async (api) => ({
      params: { id: (await noteOf(api)).cmr.id },
      body: { version: 1, plateNo: '34-CXX-5', reservations: '1 box damaged' },
    }),
    errors: {
      REFERENCE_UNKNOWN: (api) => changeOf(api, { carrierCompanyId: 999_999 }),
      REFERENCE_INACTIVE: (api) => changeOf(api, { carrierCompanyId: inactiveCompany(api) }),
      STALE_DATA: (api) => changeOf(api, { version: 9, plateNo: '34-CXX-5' }),
      CMR_PLACES_FIXED: (api) =>
        changeOf(api, {
          toDestinationId: api.count("select id from destination where code <> 'NL-HUB-01' limit 1"),
        }),
      STATE_NOT_ALLOWED: async (api) => {
        const { cmr } = await delivered(api);
        const body = { version: version(api, cmr), plateNo: '34-CXX-5' };
        return api.refused('cmr.update', { params: { id: cmr.id }, body });
      },
    },
  },
  'cmr.remove': {
    right: async (api) => ({ params: { id: (await api.call.cmr.create({ body: cmrDraftOf(api) })).id } }),
    errors: {
      CMR_NOT_EMPTY: async (api) => api.refused('cmr.remove', { params: { id: (await noteOf(api)).cmr.id } }),
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('cmr.remove', { params: { id: (await loaded(api)).cmr.id } }),
    },
  },
  'cmr.put': {
    right: async (api) => ({
      params: { id: (await noteOf(api)).cmr.id },
      body: { palletIds: [(await palletised(api)).palletId] },
    }),
    errors: {
      ...onPallets(async (api, ids) => {
        const { id } = await api.call.cmr.create({ body: cmrDraftOf(api) });
        return api.refused('cmr.put', { params: { id }, body: { palletIds: ids } });
      }),
      STATE_NOT_ALLOWED: async (api) => {
        const { cmr } = await loaded(api);
        return api.refused('cmr.put', { params: { id: cmr.id }, body: { palletIds: [1] } });
      },
    },
  },
  'cmr.take': {
    right: async (api) => {
      const { cmr, trips } = await noteOf(api);
      return { params: { id: cmr.id }, query: { palletIds: [trips[0]?.palletId ?? 0] } };
    },
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const { cmr } = await loaded(api);
        return api.refused('cmr.take', { params: { id: cmr.id }, query: { palletIds: [1] } });
      },
      CMR_BILL_ARCHIVED: async (api) => {
        const made = await noteOf(api);
        archived(api, made);
        return api.refused('cmr.take', { params: { id: made.cmr.id }, query: { palletIds: [1] } });
      },
    },
  },
  'cmr.act': {
    right: async (api) => ({
      params: { id: (await noteOf(api)).cmr.id },
      body: { version: 1, action: 'load' },
    }),
    errors: {
      STALE_DATA: refusedAct(noteOf, { action: 'load', version: 9 }),
      STATE_NOT_ALLOWED: refusedAct(noteOf, { action: 'depart' }),
      CMR_BILL_ARCHIVED: refusedAct(noteOf, { action: 'load' }, archived),
      CMR_EMPTY: async (api) => {
        const { id } = await api.call.cmr.create({ body: cmrDraftOf(api) });
        return api.refused('cmr.act', { params: { id }, body: { version: 1, action: 'load' } });
      },
      CMR_PALLET_OPEN: refusedAct(noteOf, { action: 'load' }, (api, { trips }) =>
        change(api, 'pallet', "state = 'open'", trips[0]?.palletId),
      ),
      BILL_REMOVED: refusedAct(noteOf, { action: 'load' }, (api, { trips }) =>
        change(api, 'bill', "stage = 'removed', removedAt = '2026-11-01T00:00:00Z'", trips[0]?.id),
      ),
      BOX_BLOCKED: refusedAct(noteOf, { action: 'load' }, (api, { trips }) =>
        change(api, 'parcel', "state = 'held'", trips[0]?.boxes[0]?.parcelId),
      ),
      BOX_NOT_RELEASED: refusedAct(noteOf, { action: 'load' }, (api, { trips }) =>
        change(api, 'parcel', "state = 'clearance'", trips[0]?.boxes[0]?.parcelId),
      ),
      BOX_GONE: refusedAct(
        async (api) => {
          const trip = await palletised(api);
          await sendAlone(api, trip);
          const body = cmrDraftOf(api, { palletIds: [trip.palletId] }) as never;
          return { cmr: await api.call.cmr.create({ body }), trips: [trip] };
        },
        { action: 'load' },
      ),
      BOX_NOT_LOADED: refusedAct(noteOf, { action: 'depart' }, async (api, { cmr, trips }) => {
        await actOn(api, cmr, 'load');
        const [{ id, boxes } = { id: 0, boxes: [] }] = trips;
        const body = { leg: 'outbound' as const, boxNo: boxes[0]?.boxNo ?? '' };
        await api.call.box.unscan({ params: { id }, body });
      }),
      LEG_FINISHED: refusedAct(noteOf, { action: 'load' }, (api, { trips }) =>
        change(api, 'pick', `outboundFinished = 1, outboundStartAt = '${EARLY}'`, trips[0]?.pickId),
      ),
      LEG_NO_DESTINATION: refusedAct(noteOf, { action: 'load' }, (api, { trips }) => {
        change(api, 'bill', 'destinationId = null', trips[0]?.id);
        api.db.exec(`update box set destinationCode = null where billId = ${trips[0]?.id}`);
      }),
      NODE_FUTURE: refusedAct(loaded, { action: 'depart', at: FAR }),
      NODE_ORDER: refusedAct(loaded, { action: 'depart', at: EARLY }),
      NODE_NOT_LAST: refusedAct(arrived, { action: 'clearArrival' }, (api, { trips }) =>
        change(api, 'bill', `podAt = '${hoursAgo(1)}'`, trips[0]?.id),
      ),
      REASON_REQUIRED: refusedAct(noteOf, { action: 'cancel' }),
    },
  },
  'cmr.deliver': {
    right: async (api) => {
      const { cmr } = await arrived(api);
      return {
        params: { id: cmr.id },
        body: { version: version(api, cmr), podAt: hoursAgo(2), podBoxCount: 4, podPalletCount: 1 },
      };
    },
    errors: {
      STALE_DATA: refusedPod({ version: 99 }),
      STATE_NOT_ALLOWED: refusedPod({}, loaded),
      CMR_BILL_ARCHIVED: refusedPod({}, arrived, archived),
      NODE_FUTURE: refusedPod({ podAt: FAR }),
      NODE_ORDER: refusedPod({ podAt: EARLY }),
      CMR_BOX_UNKNOWN: refusedPod({ missing: { boxNos: [UNKNOWN_BOX] } }),
      CMR_BOX_TWICE: async (api) => {
        const { cmr, boxNo } = await sameNumber(api);
        const missing = { boxNos: [boxNo] };
        const body = { version: version(api, cmr), podAt: hoursAgo(2), podBoxCount: 7, missing };
        return api.refused('cmr.deliver', { params: { id: cmr.id }, body });
      },
      POD_WHICH: async (api) => {
        const { cmr } = await onTheRoad(api);
        const body = { version: version(api, cmr), podAt: hoursAgo(2), podBoxCount: 7 };
        return api.refused('cmr.deliver', { params: { id: cmr.id }, body });
      },
    },
  },
  'cmr.boxes': { right: async (api) => ({ params: { id: (await noteOf(api)).cmr.id } }) },
  'cmr.return': {
    right: async (api) => {
      const { cmr } = await arrived(api);
      return { params: { id: cmr.id }, body: { version: version(api, cmr), reason: 'Hub closed' } };
    },
    errors: {
      STALE_DATA: refusedReturn({ version: 99 }),
      STATE_NOT_ALLOWED: refusedReturn({}, loaded),
      CMR_BILL_ARCHIVED: refusedReturn({}, arrived, archived),
      BILL_REMOVED: refusedReturn({}, departed, (api, { trips }) =>
        change(api, 'bill', "stage = 'removed'", trips[0]?.id),
      ),
      NODE_FUTURE: refusedReturn({ returnedAt: FAR }),
      NODE_ORDER: refusedReturn({ returnedAt: EARLY }),
      REQUIRED: refusedReturn({ returned: {} }),
      CMR_BOX_UNKNOWN: refusedReturn({ returned: { boxNos: [UNKNOWN_BOX] } }),
      CMR_BOX_TWICE: async (api) => {
        const { cmr, boxNo } = await sameNumber(api);
        const body = { version: version(api, cmr), reason: 'Hub closed', returned: { boxNos: [boxNo] } };
        return api.refused('cmr.return', { params: { id: cmr.id }, body });
      },
    },
  },
  'cmr.reopen': {
    right: async (api) => {
      const { cmr } = await delivered(api);
      return { params: { id: cmr.id }, query: { version: version(api, cmr), reason: 'Signed elsewhere' } };
    },
    errors: {
      STALE_DATA: refusedReopen({ version: 99 }),
      STATE_NOT_ALLOWED: refusedReopen({}, arrived),
      CMR_BILL_ARCHIVED: refusedReopen({}, delivered, archived),
    },
  },
} satisfies Record<string, ContractCase>;
