import type { ErrorCode } from '@contract/errors';
import type { ApiName } from '@contract/index';
import type { LooseInput, RefusedCall } from '../../support/apiCall';
import {
  batchOf,
  boxOf,
  declaredBill,
  landedBill,
  newLrn,
  newMrn,
  transitOf,
} from '../../support/apiCustoms';
import { hoursAgo } from '../../support/apiNodes';
import { billIn } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { withdrawSent } from './customsOffice';

type Causes = Partial<Record<ErrorCode, (api: TestApi) => Promise<RefusedCall>>>;

const filing = () => ({ lrn: newLrn(), brokerName: 'Northgate Customs BV' });
const whole = (api: TestApi, batchId: number) => ({
  batchNo: String(api.row('select batchNo from batch where id = ?', batchId).batchNo),
  ...{ declarationSystem: 'DECO', declarationType: 'H7' },
  ...filing(),
});

/** Makes a bill on which no change is allowed. */
const removedBill = (api: TestApi) => billIn(api, 'removed');
const archivedBill = (api: TestApi) => billIn(api, 'delivery', { archived: 1 });

const declare = (api: TestApi, billId: number, body: object) =>
  api.refused('batch.declare', { params: { id: billId }, body });

/**
 * Returns the reasons for refusing to lodge goods, for any caller; `lodge` tries it with the declaration of that id.
 */
const unfit = (
  status: 'prepared' | 'rejected',
  lodge: (api: TestApi, billId: number, batchId: number) => Promise<RefusedCall>,
): Causes => ({
  HS_NOT_CHECKED: (api) => {
    const { billId, batchId, box } = declaredBill(api, status);
    api.db.exec(`update parcel set hsStatus = 'failed' where id = ${box.parcels[0]}`);
    return lodge(api, billId, batchId);
  },
  IOSS_LOCKED: (api) => {
    const { billId, batchId, box } = declaredBill(api, status);
    const { iossNo } = api.row('select iossNo from ioss where locked = 1 limit 1');
    api.db.prepare('update parcel set iossNo = ? where id = ?').run(String(iossNo), box.parcels[0] ?? 0);
    return lodge(api, billId, batchId);
  },
  DECLARATION_OVER_LIMIT: (api) => {
    const { billId, batchId, box } = declaredBill(api, status);
    api.db.exec(`update parcel set declarationSystem = 'AGS' where id = ${box.parcels[1]}`);
    return lodge(api, billId, batchId);
  },
  EU_CURRENCY_NONE: (api) => {
    const { billId, batchId, box } = declaredBill(api, status);
    api.db.exec(`update parcel set currency = 'THB' where id = ${box.parcels[1]}`);
    return lodge(api, billId, batchId);
  },
  PRODUCT_IDS_MISSING: (api) => {
    const { billId, batchId, box } = declaredBill(api, status);
    unidentifiedLine(api, box.parcels[1] ?? 0);
    return lodge(api, billId, batchId);
  },
});

/** Adds an item without product identifiers to a parcel. */
function unidentifiedLine(api: TestApi, parcelId: number): number {
  api.db.exec(`update parcel set unidentified = 1 where id = ${parcelId}`);
  return api.insert('itemLine', {
    ...{ parcelId, lineNo: 99, nameEn: 'Phone case', nameCn: '手机壳', hsCode: '392690', sku: 'PC-77' },
    ...{ quantity: 1, unitPrice: 650, lineValue: 650, originCountry: 'CN' },
  });
}
const setIds = (api: TestApi, billId: number) =>
  api.refused('productId.set', { params: { id: billId }, body: { lineIds: [1], ...identifiers() } });
const identifiers = () => ({ merchantProductId: 'SR-PC-77', manufacturerProductId: 'PC77' });

type BatchCall =
  | 'redeclare'
  | 'withdraw'
  | 'accept'
  | 'reject'
  | 'control'
  | 'release'
  | 'amend'
  | 'result'
  | 'invalidate';
const FROM: Readonly<Record<BatchCall, string>> = {
  redeclare: 'rejected',
  withdraw: 'declared',
  accept: 'declared',
  reject: 'declared',
  control: 'accepted',
  release: 'accepted',
  amend: 'accepted',
  result: 'control',
  invalidate: 'accepted',
};
const BODY: Readonly<Record<BatchCall, () => object>> = {
  redeclare: filing,
  withdraw: () => ({}),
  accept: () => ({ mrn: newMrn() }),
  reject: () => ({ reason: 'Value not credible' }),
  control: () => ({ reason: 'fyco' }),
  release: () => ({}),
  amend: () => ({ particulars: 'Value of TST-1: EUR 12.50, not 21.50', reason: 'Digits exchanged' }),
  result: () => ({ controlResult: 'differences', remark: 'Two more items in the box' }),
  invalidate: () => ({ invalidationGround: 'special_circumstances', reason: 'Sold to another country' }),
};
/** Refusals of the calls after the acceptance, by the columns of the declaration that cause them. */
const LATER: Readonly<
  Partial<Record<BatchCall, Partial<Record<ErrorCode, Readonly<Record<string, string>>>>>>
> = {
  amend: {
    DECLARATION_US: { declarationSystem: 'ABI' },
    CONTROL_OPEN: { status: 'control' },
    AMEND_EXAMINED: { inspectionType: 'physical', controlResult: 'as_declared' },
    AMEND_INCORRECT: { inspectionType: 'documents', controlResult: 'differences' },
  },
  result: { DECLARATION_US: { declarationSystem: 'ABI' }, CONTROL_NONE: { status: 'released' } },
  invalidate: { DECLARATION_US: { declarationSystem: 'ABI' }, CONTROL_OPEN: { status: 'control' } },
};

/** A state in which no action is allowed. */
const WRONG = 'invalidated';

function batchCase(call: BatchCall): ContractCase {
  const name = `batch.${call}` as ApiName;
  const on = (batchId: number, version = 1): LooseInput => ({
    params: { batchId },
    body: { version, ...BODY[call]() },
  });
  const closed = (billId: number) => (api: TestApi) =>
    api.refused(name, on(batchOf(api, billId, { status: FROM[call] })));
  return {
    right: (api) => on(declaredBill(api, FROM[call]).batchId),
    errors: {
      STALE_DATA: (api) => api.refused(name, on(declaredBill(api, FROM[call]).batchId, 7)),
      STATE_NOT_ALLOWED: (api) => api.refused(name, on(declaredBill(api, WRONG).batchId)),
      BILL_REMOVED: (api) => closed(removedBill(api))(api),
      BILL_ARCHIVED: (api) => closed(archivedBill(api))(api),
      ...(call === 'withdraw' ? { CUSTOMS_SENT: withdrawSent } : {}),
      ...Object.fromEntries(
        Object.entries(LATER[call] ?? {}).map(([found, columns]) => [
          found,
          (api: TestApi) => api.refused(name, on(declaredBill(api, FROM[call], columns).batchId)),
        ]),
      ),
      ...(call === 'redeclare' ? unfit('rejected', (api, _, batchId) => api.refused(name, on(batchId))) : {}),
    },
  };
}

type T1Call = 'release' | 'arrive' | 'discharge' | 'clear';
const T1_FROM: Readonly<Record<T1Call, (at: string) => Record<string, string>>> = {
  release: () => ({ state: 'draft' }),
  arrive: (at) => ({ state: 'released', releasedAt: at }),
  discharge: (at) => ({ state: 'arrived', releasedAt: at, arrivedAt: at }),
  clear: (at) => ({ state: 'discharged', releasedAt: at, arrivedAt: at, dischargedAt: at }),
};
const t1In = (api: TestApi, call: T1Call, billId = landedBill(api)): number =>
  transitOf(api, billId, T1_FROM[call](hoursAgo(5)));

function t1Case(call: T1Call): ContractCase {
  const name = `t1.${call}` as ApiName;
  const on = (t1Id: number, version = 1): LooseInput => ({
    params: { t1Id },
    body: call === 'release' ? { version, mrn: newMrn('J') } : { version },
  });
  const wrong: Record<string, string> =
    call === 'clear' ? { state: 'draft' } : { state: 'discharged', releasedAt: hoursAgo(5) };
  return {
    right: (api) => on(t1In(api, call)),
    errors: {
      STALE_DATA: (api) => api.refused(name, on(t1In(api, call), 7)),
      STATE_NOT_ALLOWED: (api) => api.refused(name, on(transitOf(api, landedBill(api), wrong))),
      BILL_REMOVED: (api) => api.refused(name, on(t1In(api, call, removedBill(api)))),
      BILL_ARCHIVED: (api) => api.refused(name, on(t1In(api, call, archivedBill(api)))),
    },
  };
}

const t1Draft = () => ({
  officeDeparture: 'BE000410',
  officeDestination: 'NL000432',
  seals: ['NG-204417'],
});

const version = (api: TestApi, billId: number) => api.count('select version from bill where id = ?', billId);
const cleared = (api: TestApi) =>
  landedBill(api, {
    ...{ clearanceStatus: 'success', parcelsFree: 4, declaredAt: hoursAgo(8) },
    clearanceReleasedAt: hoursAgo(3),
  });
const handedOver = (api: TestApi) =>
  landedBill(api, {
    ...{ clearanceStatus: 'handover', parcelsFree: 4, declaredAt: hoursAgo(8), handoverTo: 'AMS-W1' },
    ...{ clearanceReleasedAt: hoursAgo(3), handoverAt: hoursAgo(2) },
  });
const step = (api: TestApi, call: 'handOver' | 'undoHandOver', billId: number, wrong = 0) =>
  api.refused(`clearance.${call}`, {
    params: { id: billId },
    body: {
      version: version(api, billId) + wrong,
      ...(call === 'handOver' ? { handoverTo: 'AMS-W1' } : {}),
    },
  });
const stepErrors = (call: 'handOver' | 'undoHandOver', from: (api: TestApi) => number): Causes => ({
  STALE_DATA: (api) => step(api, call, from(api), 3),
  STATE_NOT_ALLOWED: (api) => step(api, call, landedBill(api)),
  BILL_REMOVED: (api) => step(api, call, removedBill(api)),
  BILL_ARCHIVED: (api) => step(api, call, archivedBill(api)),
});

const failing = (api: TestApi) => {
  const billId = landedBill(api);
  const { lines } = boxOf(api, billId, null, [{ hsStatus: 'failed' }, {}], {
    ...{ hsCode: '610999', hsStatus: 'failed', hsProblem: 'HS_INVALID', hsMessage: '{"code":"610999"}' },
  });
  return { billId, lines };
};
const closedErrors = (call: 'run' | 'fix' | 'ignore', body?: () => object): Causes => {
  const on = (api: TestApi, id: number) =>
    api.refused(`hsCheck.${call}`, { params: { id }, ...(body ? { body: body() } : {}) });
  return {
    BILL_REMOVED: (api) => on(api, removedBill(api)),
    BILL_ARCHIVED: (api) => on(api, archivedBill(api)),
  };
};

/** Cases of the calls on declarations, transits, commodity codes and clearance. */
export const customsCases = {
  'batch.list': { right: (api) => ({ params: { id: declaredBill(api, 'control').billId } }) },
  'batch.boxes': { right: (api) => ({ params: { id: declaredBill(api, 'prepared').billId } }) },
  'batch.declare': {
    right: (api) => {
      const { billId, batchId } = declaredBill(api, 'prepared');
      return { params: { id: billId }, body: whole(api, batchId) };
    },
    errors: {
      STATE_NOT_ALLOWED: (api) => {
        const { billId, batchId } = declaredBill(api, 'accepted');
        return declare(api, billId, whole(api, batchId));
      },
      BILL_REMOVED: (api) => {
        const billId = removedBill(api);
        return declare(api, billId, whole(api, batchOf(api, billId)));
      },
      BILL_ARCHIVED: (api) => {
        const billId = archivedBill(api);
        return declare(api, billId, whole(api, batchOf(api, billId)));
      },
      GOODS_UNKNOWN: (api) => {
        const { billId } = declaredBill(api, 'prepared');
        const { batchNo: _, ...body } = { ...whole(api, batchOf(api, billId)), boxNos: ['NOWHERE-1'] };
        return declare(api, billId, body);
      },
      DECLARATION_EMPTY: (api) => {
        const { billId, box } = declaredBill(api, 'accepted');
        const { batchNo: _, ...body } = { ...whole(api, batchOf(api, billId)), boxNos: [box.boxNo] };
        return declare(api, billId, body);
      },
      ...unfit('prepared', (api, billId, batchId) => declare(api, billId, whole(api, batchId))),
    },
  },
  'batch.redeclare': batchCase('redeclare'),
  'batch.withdraw': batchCase('withdraw'),
  'batch.accept': batchCase('accept'),
  'batch.reject': batchCase('reject'),
  'batch.control': batchCase('control'),
  'batch.release': batchCase('release'),
  'batch.amend': batchCase('amend'),
  'batch.result': batchCase('result'),
  'batch.invalidate': batchCase('invalidate'),
  'batch.history': {
    right: (api) => ({ params: { batchId: declaredBill(api, 'accepted').batchId } }),
    errors: { NOT_FOUND: (api) => api.refused('batch.history', { params: { batchId: 999_999 } }) },
  },
  'batch.dateUpdate': {
    right: (api) => {
      const { billId, batchId } = declaredBill(api, 'declared');
      const { batchNo } = whole(api, batchId);
      return { body: { billId, batchNos: [batchNo], declaredAt: hoursAgo(6) } };
    },
    errors: {
      NOT_FOUND: (api) => dateUpdate(api, 999_999),
      BILL_REMOVED: (api) => dateUpdate(api, removedBill(api)),
      BILL_ARCHIVED: (api) => dateUpdate(api, archivedBill(api)),
    },
  },
  't1.list': { right: (api) => ({ params: { id: api.count('select billId from t1 limit 1') } }) },
  't1.create': {
    right: (api) => ({ params: { id: landedBill(api) }, body: t1Draft() }),
    errors: {
      BILL_REMOVED: (api) => api.refused('t1.create', { params: { id: removedBill(api) }, body: t1Draft() }),
      BILL_ARCHIVED: (api) =>
        api.refused('t1.create', { params: { id: archivedBill(api) }, body: t1Draft() }),
    },
  },
  't1.update': {
    right: (api) => ({ params: { t1Id: t1In(api, 'release') }, body: { version: 1, boxes: 12 } }),
    errors: {
      STALE_DATA: (api) => t1Update(api, t1In(api, 'release'), 4),
      STATE_NOT_ALLOWED: (api) => t1Update(api, t1In(api, 'clear')),
      BILL_REMOVED: (api) => t1Update(api, t1In(api, 'release', removedBill(api))),
      BILL_ARCHIVED: (api) => t1Update(api, t1In(api, 'release', archivedBill(api))),
    },
  },
  't1.release': t1Case('release'),
  't1.arrive': t1Case('arrive'),
  't1.discharge': t1Case('discharge'),
  't1.clear': t1Case('clear'),
  't1.remove': {
    right: (api) => ({ params: { t1Id: t1In(api, 'release') } }),
    errors: {
      STATE_NOT_ALLOWED: (api) => api.refused('t1.remove', { params: { t1Id: t1In(api, 'clear') } }),
      REASON_REQUIRED: (api) => api.refused('t1.remove', { params: { t1Id: t1In(api, 'arrive') } }),
      BILL_REMOVED: (api) =>
        api.refused('t1.remove', { params: { t1Id: t1In(api, 'release', removedBill(api)) } }),
      BILL_ARCHIVED: (api) =>
        api.refused('t1.remove', { params: { t1Id: t1In(api, 'release', archivedBill(api)) } }),
    },
  },
  'clearance.list': {
    right: () => ({ query: { pageSize: 5, clearanceStatus: ['in_clearance', 'exception'], sort: 'ata' } }),
  },
  'clearance.count': { right: () => ({ query: { mode: ['air'] } }) },
  'clearance.get': { right: (api) => ({ params: { id: handedOver(api) } }) },
  'clearance.handOver': {
    right: (api) => {
      const id = cleared(api);
      return { params: { id }, body: { version: version(api, id), handoverTo: 'AMS-W1' } };
    },
    errors: stepErrors('handOver', cleared),
  },
  'clearance.undoHandOver': {
    right: (api) => {
      const id = handedOver(api);
      return { params: { id }, body: { version: version(api, id) } };
    },
    errors: {
      ...stepErrors('undoHandOver', handedOver),
      LEG_FINISHED: (api) => {
        const id = handedOver(api);
        const trip = {
          kind: 'own',
          plateNo: '12-BXX-3',
          pickupBoxes: 2,
          pickupWeight: 900,
          outboundFinished: 1,
        };
        api.insert('pick', { billId: id, pickNo: `PK-H${id}`, ...trip });
        return step(api, 'undoHandOver', id);
      },
    },
  },
  'hsCheck.run': {
    right: (api) => ({ params: { id: failing(api).billId } }),
    errors: closedErrors('run'),
  },
  'hsCheck.summary': { right: (api) => ({ params: { id: failing(api).billId } }) },
  'hsCheck.list': {
    right: (api) => ({ params: { id: failing(api).billId }, query: { hsStatus: ['failed'], pageSize: 5 } }),
  },
  'hsCheck.fix': {
    right: (api) => {
      const { billId, lines } = failing(api);
      return { params: { id: billId }, body: { lineIds: lines, hsCode: '610910' } };
    },
    errors: closedErrors('fix', () => ({ lineIds: [1], hsCode: '610910' })),
  },
  'hsCheck.ignore': {
    right: (api) => {
      const { billId, lines } = failing(api);
      return { params: { id: billId }, body: { lineIds: lines, reason: 'Confirmed by customs' } };
    },
    errors: closedErrors('ignore', () => ({ lineIds: [1], reason: 'x' })),
  },
  'productId.list': {
    right: async (api) => {
      const { billId, box } = declaredBill(api, 'prepared');
      unidentifiedLine(api, box.parcels[0] ?? 0);
      return { query: { billId: [billId], pageSize: 5 } };
    },
  },
  'productId.export': { right: async () => ({ query: { format: 'csv' as const } }) },
  'productId.set': {
    right: (api) => {
      const { billId, box } = declaredBill(api, 'prepared');
      const line = unidentifiedLine(api, box.parcels[0] ?? 0);
      return { params: { id: billId }, body: { lineIds: [line], ...identifiers() } };
    },
    errors: {
      NOT_FOUND: (api) => setIds(api, 999_999),
      BILL_REMOVED: (api) => setIds(api, removedBill(api)),
      BILL_ARCHIVED: (api) => setIds(api, archivedBill(api)),
    },
  },
} satisfies Record<`${'batch' | 't1' | 'clearance' | 'hsCheck' | 'productId'}.${string}`, ContractCase>;

const dateUpdate = (api: TestApi, billId: number) =>
  api.refused('batch.dateUpdate', { body: { billId, batchNos: ['DECO-01'], declaredAt: hoursAgo(6) } });
const t1Update = (api: TestApi, t1Id: number, targetVersion = 1) =>
  api.refused('t1.update', { params: { t1Id }, body: { version: targetVersion, boxes: 12 } });
