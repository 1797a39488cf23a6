import type { ApiName } from '@contract/index';
import { type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import type { LooseInput } from '../../support/apiCall';
import { finished, hoursAgo, nodeBill, T1_MRN, trip, versionOf } from '../../support/apiNodes';
import { newBillNo } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

/** Columns of a bill on which a node can be set, and the input besides the time. */
const READY: Readonly<
  Record<TimeNodeName, { bill: (api: TestApi) => number; body?: (api: TestApi) => object }>
> = {
  eta: { bill: (api) => nodeBill(api) },
  atd: { bill: (api) => nodeBill(api) },
  ata: { bill: (api) => nodeBill(api) },
  noa: { bill: (api) => nodeBill(api, landed()), body: () => ({ noaBoxCount: 10 }) },
  t1: { bill: (api) => nodeBill(api, landed()), body: () => ({ t1Mrn: T1_MRN }) },
  pickup: { bill: (api) => nodeBill(api, landed()) },
  atWarehouse: {
    bill: (api) => nodeBill(api, { ...landed(), pickupAt: hoursAgo(40) }),
    body: (api) => ({ warehouseId: api.count('select id from warehouse where active = 1 limit 1') }),
  },
  tat: { bill: (api) => underWay(api, {}) },
  pod: { bill: (api) => underWay(api, {}), body: () => ({ podBoxCount: 10 }) },
};
const landed = () => ({ ata: hoursAgo(48) });

/** Makes a bill whose one trip has left the warehouse. */
function underWay(api: TestApi, columns: Readonly<Record<string, string | number | null>>): number {
  const id = nodeBill(api, { ...landed(), pickupAt: hoursAgo(40), ...columns });
  trip(api, id, { ...finished('inbound', 36, 35), ...finished('outbound', 30, 29) });
  return id;
}

const send = (api: TestApi, node: TimeNodeName, id: number, body: object, version?: number): LooseInput => ({
  params: { id },
  body: { version: version ?? versionOf(api, id), ...READY[node].body?.(api), ...body },
});
const right = (api: TestApi, node: TimeNodeName, id = READY[node].bill(api)) =>
  send(api, node, id, { [timeNode(node).field]: hoursAgo(20) });

/** Returns the case of the call of a node. Errors that its rules cannot cause are left out by the caller. */
function caseOf(node: TimeNodeName, without: readonly string[] = []): ContractCase {
  const { field, call } = timeNode(node);
  const name = `timeNode.${call}` as ApiName;
  const refused = (api: TestApi, id: number, body: object, version?: number) =>
    api.refused(name, send(api, node, id, body, version));
  const change = (api: TestApi, columns: string) => {
    const id = READY[node].bill(api);
    api.db.exec(`update bill set ${columns} where id = ${id}`);
    return id;
  };
  const at = { [field]: hoursAgo(20) };
  const errors: ContractCase['errors'] = {
    STALE_DATA: (api) => refused(api, READY[node].bill(api), at, 999),
    BILL_REMOVED: (api) => refused(api, change(api, "stage = 'removed'"), at),
    BILL_ARCHIVED: (api) => refused(api, change(api, 'archived = 1'), at),
    NODE_ORDER: (api) =>
      node === 'atd'
        ? refused(api, nodeBill(api, { ata: hoursAgo(40) }), at)
        : refused(api, READY[node].bill(api), { [field]: hoursAgo(1000) }),
    NODE_FUTURE: (api) => refused(api, READY[node].bill(api), { [field]: hoursAgo(-1) }),
    NODE_MISSING: (api) => refused(api, nodeBill(api), at),
    NODE_NOT_LAST: (api) =>
      refused(api, change(api, `${field} = '${hoursAgo(29)}', podAt = '${hoursAgo(5)}'`), { [field]: null }),
  };
  return {
    right: (api) => right(api, node),
    errors: Object.fromEntries(Object.entries(errors).filter(([code]) => !without.includes(code))),
  };
}

/** Returns the case of a call that sets something without a time. */
function plainCase(name: 'timeNode.updateULD' | 'timeNode.updateRemarks', body: object): ContractCase {
  const input = (api: TestApi, id: number, version = versionOf(api, id)) => ({
    params: { id },
    body: { version, ...body },
  });
  return {
    right: (api) => input(api, nodeBill(api)),
    errors: {
      STALE_DATA: (api) => api.refused(name, input(api, nodeBill(api), 999)),
      BILL_REMOVED: (api) => api.refused(name, input(api, nodeBill(api, { stage: 'removed' }))),
      BILL_ARCHIVED: (api) => api.refused(name, input(api, nodeBill(api, { archived: 1 }))),
    },
  };
}

const warehouse = (api: TestApi, active: 0 | 1) =>
  api.insert('warehouse', {
    ...{ code: `W${Math.random()}`, nameEn: 'Shed', nameCn: '仓', active, version: 1, type: 'bonded' },
    ...{ city: 'Schiphol', countryId: 1, timeZone: 'Europe/Amsterdam' },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  });
const atWarehouse = caseOf('atWarehouse');
const toWarehouse = (api: TestApi, warehouseId: number) =>
  api.refused(
    'timeNode.updateAtWarehouseTime',
    send(api, 'atWarehouse', READY.atWarehouse.bill(api), { atWarehouseAt: hoursAgo(20), warehouseId }),
  );

const flight = (api: TestApi, id: number, body: object = {}) =>
  ({
    params: { id },
    body: { version: versionOf(api, id), flightNo: 'CX84', reason: 'Offloaded', ...body },
  }) satisfies LooseInput;
const noFlight = (api: TestApi, id: number, body: object = {}) =>
  api.refused('timeNode.flightNumber', flight(api, id, body));
const arrive = (api: TestApi, id: number, ata = hoursAgo(20)) =>
  api.refused('timeNode.arrive', { params: { id }, body: { ata } });

export const timeNodeCases = {
  'timeNode.updateETATime': caseOf('eta', ['NODE_FUTURE', 'NODE_MISSING']),
  'timeNode.updateATDTime': caseOf('atd', ['NODE_MISSING']),
  'timeNode.updateATATime': caseOf('ata', ['NODE_MISSING']),
  'timeNode.updateNoaTime': caseOf('noa'),
  'timeNode.updateT1Time': caseOf('t1'),
  'timeNode.updatePickupTime': caseOf('pickup'),
  'timeNode.updateAtWarehouseTime': {
    ...atWarehouse,
    errors: {
      ...atWarehouse.errors,
      REFERENCE_UNKNOWN: (api) => toWarehouse(api, 999_999),
      REFERENCE_INACTIVE: (api) => toWarehouse(api, warehouse(api, 0)),
    },
  },
  'timeNode.updateTATTime': caseOf('tat'),
  'timeNode.updatePodTime': caseOf('pod', ['NODE_NOT_LAST']),
  'timeNode.updateULD': plainCase('timeNode.updateULD', { uldNumbers: ['PMC12345CK'] }),
  'timeNode.updateRemarks': plainCase('timeNode.updateRemarks', { remarks: 'Gate 4' }),
  'timeNode.many': {
    right: (api) => ({
      body: {
        selection: { ids: [nodeBill(api, landed())] },
        node: 'pickup',
        entry: { time: hoursAgo(20) },
      },
    }),
    errors: {
      COUNT_CHANGED: (api) =>
        api.refused('timeNode.many', {
          body: {
            selection: { filter: { stage: ['draft'] }, expected: 1 },
            node: 'ata',
            entry: { time: hoursAgo(20) },
          },
        }),
    },
  },
  'timeNode.arrive': {
    right: (api) => ({ params: { id: nodeBill(api) }, body: { ata: hoursAgo(20) } }),
    errors: {
      STATE_NOT_ALLOWED: (api) => arrive(api, nodeBill(api, { ...landed(), stage: 'arrived' })),
      NODE_ORDER: (api) => arrive(api, nodeBill(api), hoursAgo(61)),
      NODE_FUTURE: (api) => arrive(api, nodeBill(api), hoursAgo(-1)),
      BILL_REMOVED: (api) => arrive(api, nodeBill(api, { stage: 'removed' })),
      BILL_ARCHIVED: (api) => arrive(api, nodeBill(api, { archived: 1 })),
    },
  },
  'timeNode.flightNumber': {
    right: (api) => flight(api, nodeBill(api), { etd: hoursAgo(-10), eta: hoursAgo(-22) }),
    errors: {
      STATE_NOT_ALLOWED: (api) => noFlight(api, nodeBill(api, { stage: 'inbound' })),
      REASON_REQUIRED: (api) => noFlight(api, nodeBill(api), { reason: null }),
      NODE_ORDER: (api) => noFlight(api, nodeBill(api), { eta: hoursAgo(100) }),
      STALE_DATA: (api) => noFlight(api, nodeBill(api), { version: 999 }),
      BILL_REMOVED: (api) => noFlight(api, nodeBill(api, { stage: 'removed' })),
      BILL_ARCHIVED: (api) => noFlight(api, nodeBill(api, { archived: 1 })),
    },
  },
  'awb.list': { right: () => ({ query: { pageSize: 5, sort: '-eta', mode: ['air'] } }) },
  'awb.get': { right: (api) => ({ params: { awb: numberOf(api, nodeBill(api)) } }) },
  'awb.times': { right: (api) => ({ params: { awb: numberOf(api, nodeBill(api)) } }) },
  'awb.setTime': {
    right: (api) => ({
      params: { awb: numberOf(api, nodeBill(api)) },
      body: { node: 'ata', time: hoursAgo(20) },
    }),
    errors: {
      AWB_SHARE: (api) => shared(api, { noaBoxCount: 9 }),
      AWB_SHARE_SUM: (api) =>
        shared(api, { noaBoxCount: 9 }, (ids) => ({ shares: ids.map((billId) => ({ billId, boxes: 4 })) })),
    },
  },
  'awb.arrival': { right: (api) => ({ params: { awb: numberOf(api, nodeBill(api)) } }) },
  'awb.arrived': {
    right: (api) => ({ params: { awb: numberOf(api, nodeBill(api)) }, body: { ata: hoursAgo(20) } }),
  },
} satisfies Record<`timeNode.${string}` | `awb.${string}`, ContractCase>;

/** Sets the notice on a waybill of two batches. */
function shared(api: TestApi, body: object, more: (ids: readonly number[]) => object = () => ({})) {
  const billNo = newBillNo();
  const ids = ['B1', 'B2'].map((batchNo) => nodeBill(api, { ...landed(), billNo, batchNo }));
  return api.refused('awb.setTime', {
    params: { awb: billNo },
    body: { node: 'noa', time: hoursAgo(20), ...body, ...more(ids) },
  });
}

const numberOf = (api: TestApi, id: number) =>
  String(api.row('select billNo from bill where id = ?', id).billNo);
