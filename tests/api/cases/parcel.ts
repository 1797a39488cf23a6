import type { AbnormalCase } from '@contract/customs/abnormalCase';
import type { ParcelAction, ParcelState } from '@contract/customs/parcel';
import { addParcel, type ParcelBill, parcelBill } from '../../support/apiParcels';
import { billIn } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { document } from './files';

/** For each action a state in which it is allowed, and its input. */
export const moves = {
  free: { from: 'clearance', given: { remark: 'Released by mail' } },
  setBack: { from: 'free', given: { reason: 'Released by mistake' } },
  hold: { from: 'clearance', given: { reason: 'fyco' } },
  fail: { from: 'held', given: { reason: 'counterfeit' } },
  redeclare: { from: 'failed', given: { clearanceBatch: 'D2' } },
  dispose: { from: 'failed', given: { disposition: 'destroyed' } },
  abnormal: { from: 'free', given: { type: 'damaged' } },
  removeAbnormal: { from: 'abnormal', given: { resolution: 'Repacked' } },
  deliver: { from: 'abnormal', given: { proof: 'CMR20261103-0007' } },
  complete: { from: 'free', given: {} },
  undoComplete: { from: 'completed', given: { reason: 'Scanned by mistake' } },
} as const satisfies Record<ParcelAction, { from: ParcelState; given: object }>;

/** Makes a bill with a parcel on which nothing prevents an action. */
export function readyBill(
  api: TestApi,
  action: ParcelAction,
  state: ParcelState = moves[action].from,
): ParcelBill {
  const left = { outboundAt: action === 'complete' ? '2026-11-02T08:00:00Z' : null };
  const made = parcelBill(api, [state], { box: left });
  if (action === 'redeclare') {
    api.insert('batch', {
      ...{
        billId: made.billId,
        batchNo: 'D2',
        declarationSystem: 'AGS',
        declarationType: 'H1',
        lines: 1,
        parcels: 1,
      },
      ...{ boxes: 1, weight: 1, value: 1, currency: 'EUR', status: 'prepared' },
    });
  }
  return made;
}

const inputOf = (action: ParcelAction, { billId, trackingNos }: ParcelBill) => ({
  body: { billId, trackingNos: [...trackingNos], ...moves[action].given },
});

const onBill = (name: 'parcel' | 'fyco', call: string, given: object) => {
  const refused = (api: TestApi, billId: number) =>
    api.refused(`${name}.${call}` as 'parcel.free', { body: { billId, trackingNos: ['TST1'], ...given } });
  return {
    NOT_FOUND: (api: TestApi) => refused(api, 999_999_999),
    BILL_REMOVED: (api: TestApi) => refused(api, billIn(api, 'removed')),
    BILL_ARCHIVED: (api: TestApi) => refused(api, billIn(api, 'delivery', { archived: 1 })),
    COUNT_CHANGED: (api: TestApi) => {
      const { billId } = parcelBill(api, ['clearance']);
      const body = { billId, matching: { filter: {}, expected: 2 }, ...given };
      return api.refused(`${name}.${call}` as 'parcel.free', { body });
    },
  };
};

const move = (action: ParcelAction): ContractCase => ({
  right: (api) => inputOf(action, readyBill(api, action)),
  errors: onBill('parcel', action, moves[action].given),
});

const parcelId = (api: TestApi, { billId }: ParcelBill) =>
  api.count('select min(id) from parcel where billId = ?', billId);

function redeclared(api: TestApi, clearanceBatch: string, status = 'prepared') {
  const made = readyBill(api, 'redeclare');
  api.db.exec(`update batch set status = '${status}' where billId = ${made.billId}`);
  const { body } = inputOf('redeclare', made);
  return api.refused('parcel.redeclare', { body: { ...body, clearanceBatch } });
}

export const parcelCases = {
  'parcel.list': {
    right: (api) => ({ query: { billId: [parcelBill(api, ['free', 'held']).billId], state: ['held'] } }),
  },
  'parcel.count': { right: (api) => ({ query: { billId: [parcelBill(api, ['free']).billId] } }) },
  'parcel.export': {
    right: (api) => ({ query: { billId: [parcelBill(api, ['free']).billId], columns: ['trackingNo'] } }),
  },
  'parcel.get': { right: (api) => ({ params: { id: parcelId(api, parcelBill(api, ['held'])) } }) },
  'parcel.boxes': { right: (api) => ({ query: { billId: [parcelBill(api, ['free']).billId] } }) },
  'parcel.declarations': {
    right: (api) => ({ query: { billId: parcelBill(api, ['free', 'held']).billId } }),
  },
  'parcel.free': move('free'),
  'parcel.setBack': move('setBack'),
  'parcel.hold': move('hold'),
  'parcel.fail': move('fail'),
  'parcel.redeclare': {
    ...move('redeclare'),
    errors: {
      ...move('redeclare').errors,
      REFERENCE_UNKNOWN: (api) => redeclared(api, 'D9'),
      BATCH_CLOSED: (api) => redeclared(api, 'D2', 'rejected'),
    },
  },
  'parcel.dispose': move('dispose'),
  'parcel.abnormal': move('abnormal'),
  'parcel.removeAbnormal': move('removeAbnormal'),
  'parcel.deliver': move('deliver'),
  'parcel.complete': move('complete'),
  'parcel.undoComplete': move('undoComplete'),
} satisfies Record<`parcel.${string}`, ContractCase>;

/** Makes a bill with one parcel that is selected for inspection. */
export async function selectedBill(api: TestApi): Promise<ParcelBill> {
  const made = parcelBill(api, ['clearance']);
  await api.call.fyco.select({ body: { billId: made.billId, trackingNos: [...made.trackingNos] } });
  return made;
}

export const fycoCases = {
  'fyco.list': { right: async (api) => ({ query: { billId: [(await selectedBill(api)).billId] } }) },
  'fyco.export': { right: async (api) => ({ query: { billId: [(await selectedBill(api)).billId] } }) },
  'fyco.select': {
    right: (api) => {
      const { billId, trackingNos } = parcelBill(api, ['clearance']);
      return { body: { billId, trackingNos: [...trackingNos], noticeRef: 'NL-4711' } };
    },
    errors: onBill('fyco', 'select', {}),
  },
  'fyco.results': {
    right: async (api) => {
      const { billId, trackingNos } = await selectedBill(api);
      return { body: { billId, trackingNos: [...trackingNos], step: 'release', officer: 'J. de Wit' } };
    },
    errors: onBill('fyco', 'results', { step: 'release' }),
  },
} satisfies Record<`fyco.${string}`, ContractCase>;

/** Returns a valid draft of a case on a bill. */
export const caseOn = (billId: number) => ({
  billId,
  type: 'storage_charge' as const,
  level: 'bill' as const,
});

export const newCase = async (api: TestApi) =>
  api.call.abnormalCase.create({ body: caseOn(parcelBill(api, ['free']).billId) });

async function changed(api: TestApi, change: object, prepare?: (billId: number, id: number) => void) {
  const { id, billId, version } = await newCase(api);
  prepare?.(billId, id);
  return api.refused('abnormalCase.update', { params: { id }, body: { version, ...change } });
}

/** A case whose claim has all that its letter needs. */
export async function claimed(api: TestApi): Promise<AbnormalCase> {
  const { id, version } = await newCase(api);
  return api.call.abnormalCase.update({
    params: { id },
    body: {
      version,
      claimConvention: 'cmr',
      claimFinding: 'damage_hidden',
      claimStartOn: '2026-11-13',
      liableName: 'Nord Trucking',
    },
  });
}
const noticeMail = { toEmails: ['claims@example.com'], subject: 'Notice', text: 'See the letter.' };
const noted = ({ version }: AbnormalCase) => ({ version, noticeSentAt: null });
type NoticeCall = 'abnormalCase.sendNotice' | 'abnormalCase.noteNotice';

/** Calls for the notice of a case, after a statement about the case (or, with `bill`, about its bill). */
async function noticed(
  api: TestApi,
  name: NoticeCall,
  body: (row: AbnormalCase) => object,
  statement?: string,
  of: 'id' | 'billId' = 'id',
) {
  const row = await claimed(api);
  if (statement) api.db.exec(`${statement} where id = ${row[of]}`);
  return api.refused(name, { params: { id: row.id }, body: body(row) });
}
const ofClosedBill = (name: NoticeCall, body: (row: AbnormalCase) => object) => ({
  BILL_REMOVED: (api: TestApi) =>
    noticed(
      api,
      name,
      body,
      "update bill set stage = 'removed', removedAt = '2026-11-01T00:00:00Z'",
      'billId',
    ),
  BILL_ARCHIVED: (api: TestApi) => noticed(api, name, body, 'update bill set archived = 1', 'billId'),
});

export const caseCases = {
  'abnormalCase.list': { right: async (api) => ({ query: { billId: [(await newCase(api)).billId] } }) },
  'abnormalCase.export': { right: async (api) => ({ query: { billId: [(await newCase(api)).billId] } }) },
  'abnormalCase.get': { right: async (api) => ({ params: { id: (await newCase(api)).id } }) },
  'abnormalCase.create': {
    right: (api) => {
      const made = parcelBill(api, ['free']);
      const trackingNo = addParcel(api, made, 'free');
      return { body: { billId: made.billId, type: 'damaged', level: 'parcel', trackingNo } };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('abnormalCase.create', { body: caseOn(999_999_999) }),
      BILL_REMOVED: (api) => api.refused('abnormalCase.create', { body: caseOn(billIn(api, 'removed')) }),
      BILL_ARCHIVED: (api) =>
        api.refused('abnormalCase.create', { body: caseOn(billIn(api, 'delivery', { archived: 1 })) }),
      REFERENCE_UNKNOWN: (api) =>
        api.refused('abnormalCase.create', {
          body: { billId: billIn(api, 'arrived'), type: 'wet', level: 'box', boxNo: 'NOWHERE-1' },
        }),
      CASE_LEVEL: (api) =>
        api.refused('abnormalCase.create', { body: { ...caseOn(billIn(api, 'arrived')), type: 'wet' } }),
    },
  },
  'abnormalCase.update': {
    right: async (api) => {
      const { id, version, billId } = await newCase(api);
      const photo = await api.call.attachment.upload({
        params: { id: billId },
        query: { category: 'photo' },
        file: document(),
      });
      return { params: { id }, body: { version, responsible: 'handler', photos: [photo.id] } };
    },
    errors: {
      STALE_DATA: (api) => changed(api, { version: 9, description: 'late' }),
      BILL_REMOVED: (api) =>
        changed(api, { quantity: 2 }, (billId) =>
          api.db.exec(
            `update bill set stage = 'removed', removedAt = '2026-11-01T00:00:00Z' where id = ${billId}`,
          ),
        ),
      BILL_ARCHIVED: (api) =>
        changed(api, { quantity: 2 }, (billId) =>
          api.db.exec(`update bill set archived = 1 where id = ${billId}`),
        ),
      STATE_NOT_ALLOWED: (api) =>
        changed(api, { quantity: 2 }, (_, id) =>
          api.db.exec(`update abnormalCase set state = 'closed' where id = ${id}`),
        ),
      REFERENCE_UNKNOWN: (api) => changed(api, { photos: ['none-such'] }),
      CASE_LEVEL: (api) => changed(api, { level: 'parcel' }),
    },
  },
  'abnormalCase.act': {
    right: async (api) => ({
      body: { ids: [(await newCase(api)).id], action: 'resolve', resolution: 'Paid', responsible: 'airline' },
    }),
    errors: {
      REQUIRED: async (api) =>
        api.refused('abnormalCase.act', { body: { ids: [(await newCase(api)).id], action: 'resolve' } }),
      COUNT_CHANGED: countChanged('abnormalCase.act', { action: 'start' }),
    },
  },
  'abnormalCase.letter': {
    right: async (api) => ({ params: { id: (await claimed(api)).id } }),
    errors: {
      CLAIM_INCOMPLETE: async (api) =>
        api.refused('abnormalCase.letter', { params: { id: (await newCase(api)).id } }),
    },
  },
  'abnormalCase.sendNotice': {
    right: async (api) => ({ params: { id: (await claimed(api)).id }, body: noticeMail }),
    errors: {
      ...ofClosedBill('abnormalCase.sendNotice', () => noticeMail),
      STATE_NOT_ALLOWED: (api) =>
        noticed(
          api,
          'abnormalCase.sendNotice',
          () => noticeMail,
          "update abnormalCase set state = 'resolved'",
        ),
      CLAIM_INCOMPLETE: (api) =>
        noticed(
          api,
          'abnormalCase.sendNotice',
          () => noticeMail,
          'update abnormalCase set liableName = null',
        ),
      CLAIM_NOTICED: (api) =>
        noticed(
          api,
          'abnormalCase.sendNotice',
          () => noticeMail,
          "update abnormalCase set noticeGivenAt = '2026-11-02T00:00:00Z'",
        ),
    },
  },
  'abnormalCase.noteNotice': {
    right: async (api) => {
      const { id, version } = await claimed(api);
      return { params: { id }, body: { version, noticeSentAt: '2026-11-02T08:00:00Z' } };
    },
    errors: {
      STALE_DATA: (api) =>
        noticed(api, 'abnormalCase.noteNotice', () => ({ version: 99, noticeSentAt: null })),
      ...ofClosedBill('abnormalCase.noteNotice', noted),
      STATE_NOT_ALLOWED: (api) =>
        noticed(api, 'abnormalCase.noteNotice', noted, "update abnormalCase set state = 'closed'"),
      CLAIM_NOTICED: async (api) => {
        const { id, version } = await claimed(api);
        await api.call.abnormalCase.sendNotice({ params: { id }, body: noticeMail });
        return api.refused('abnormalCase.noteNotice', {
          params: { id },
          body: { version: version + 1, noticeSentAt: null },
        });
      },
    },
  },
} satisfies Record<`abnormalCase.${string}`, ContractCase>;
