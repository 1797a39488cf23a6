import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { endpoint } from '../endpoint';
import { count, dateTime, id, note } from '../fields';
import { listQuery, pageOf } from '../paging';
import { exportOf, patchOf, selectionOf, warning } from '../resource';
import { extended, object, strictObject } from '../shape';
import { palletView } from '../warehouse/pallet';
import {
  cmrDetail,
  cmrDraft,
  cmrDraftFields,
  cmrFilters,
  cmrRow,
  cmrSorts,
  cmrTotals,
  cmrView,
  edit,
  reopen,
  view,
} from './cmr';
import { cmrCopies, cmrSheet } from './cmrSheet';
import { NO_GOODS, namedGoods, noteBox } from './noteGoods';

const one = strictObject(() => ({ id: id() }));
const query = extended(listQuery(cmrRow, cmrFilters, cmrSorts), () => ({ billId: id().optional() }));
const palletIds = z.array(id()).min(1).max(66);
const onPallets = [
  'CMR_BILL_ARCHIVED',
  'CMR_PALLET_LOADED',
  'CMR_PALLET_ELSEWHERE',
  'CMR_PALLET_GONE',
] as const;
const references = ['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const;
const done = object(() => ({ changed: z.int(), cmr: cmrDetail, warnings: z.array(warning) }));
const late = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'CMR_BILL_ARCHIVED'] as const;
const times = ['NODE_FUTURE', 'NODE_ORDER'] as const;
const named = ['CMR_BOX_UNKNOWN', 'CMR_BOX_TWICE'] as const;

/** Consignment notes of the line-haul. */
export const cmrApi = {
  list: endpoint({
    method: 'GET',
    path: '/config/cmr',
    access: view,
    query,
    answer: pageOf(cmrView),
  }),
  export: exportOf('/config/cmr', view, query),
  totals: endpoint({
    method: 'GET',
    path: '/config/cmr/totals',
    access: view,
    query,
    answer: cmrTotals,
    extension: true,
  }),
  get: endpoint({ method: 'GET', path: '/config/cmr/{id}', access: view, params: one, answer: cmrDetail }),
  create: endpoint({
    method: 'POST',
    path: '/config/cmr',
    access: edit,
    body: extended(cmrDraft, () => ({ palletIds: palletIds.or(z.array(id()).length(0)).default([]) })),
    answer: cmrDetail,
    errors: [...references, ...onPallets],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    body: patchOf(cmrRow, cmrDraftFields),
    answer: cmrDetail,
    errors: [...references, 'STALE_DATA', 'STATE_NOT_ALLOWED', 'CMR_PLACES_FIXED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    errors: ['STATE_NOT_ALLOWED', 'CMR_NOT_EMPTY'],
  }),
  /** Pallets that can be added to a note: closed or still being built, on no truck, for the note's destination. */
  free: endpoint({
    method: 'GET',
    path: '/config/cmr/pallets',
    access: view,
    query: strictObject(() => ({ fromWarehouseId: id(), toDestinationId: id() })),
    answer: z.array(palletView),
    extension: true,
  }),
  put: endpoint({
    method: 'POST',
    path: '/config/cmr/{id}/pallet',
    access: edit,
    params: one,
    body: strictObject(() => ({ palletIds })),
    answer: cmrDetail,
    errors: [...onPallets, 'STATE_NOT_ALLOWED'],
    extension: true,
  }),
  take: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/pallet',
    access: edit,
    params: one,
    query: strictObject(() => ({ palletIds })),
    answer: cmrDetail,
    errors: ['STATE_NOT_ALLOWED', 'CMR_BILL_ARCHIVED'],
    extension: true,
  }),
  act: endpoint({
    method: 'PATCH',
    path: '/config/cmr/{id}',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      action: z.enum(['load', 'unload', 'depart', 'undoDepart', 'arrive', 'clearArrival', 'cancel']),
      /** Time of departure or arrival; now if null. */
      at: dateTime('warehouse').nullable().default(null),
      reason: note(500).nullable().default(null),
    })),
    answer: done,
    errors: [
      ...late,
      ...times,
      'CMR_EMPTY',
      'CMR_PALLET_OPEN',
      'BILL_REMOVED',
      'BOX_BLOCKED',
      'BOX_NOT_RELEASED',
      'BOX_GONE',
      'BOX_NOT_LOADED',
      'LEG_FINISHED',
      'LEG_NO_DESTINATION',
      'NODE_NOT_LAST',
      'REASON_REQUIRED',
    ],
    extension: true,
  }),
  /** Records the time and counts of a delivery, without a file. */
  deliver: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}/pod',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      podAt: dateTime('hub'),
      podBoxCount: count(0, 1_000_000),
      podPalletCount: count(0, 66).nullable().default(null),
      reservations: note(500).nullable().default(null),
      /** Goods on the note that the consignee did not receive. */
      missing: namedGoods.default(NO_GOODS),
    })),
    answer: done,
    errors: [...late, ...times, ...named, 'POD_WHICH'],
  }),
  /** Boxes on the pallets of a note. */
  boxes: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/box',
    access: view,
    params: one,
    answer: z.array(noteBox),
    extension: true,
  }),
  /** Returns goods of a truck that came back to the warehouse. A note without any goods left is cancelled. */
  return: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}/return',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      /** Now if null. */
      returnedAt: dateTime('warehouse').nullable().default(null),
      reason: note(500),
      /** All goods of the note if null. */
      returned: namedGoods.nullable().default(null),
    })),
    answer: done,
    errors: [...late, ...times, ...named, 'REQUIRED', 'BILL_REMOVED'],
    extension: true,
  }),
  /** Contents of each box of the printed form. */
  sheet: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/sheet',
    access: view,
    params: one,
    answer: cmrSheet,
    extension: true,
  }),
  /** The printed form, one page per copy. */
  pdf: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/pdf',
    access: view,
    params: one,
    query: strictObject(() => ({
      copies: z
        .array(z.enum(cmrCopies))
        .min(1)
        .default([...cmrCopies]),
    })),
    kind: 'blob',
  }),
  /** The printed forms of several notes, one file each in a zip. */
  zip: endpoint({
    method: 'POST',
    path: '/config/cmr/zip',
    access: view,
    body: selectionOf(query),
    errors: ['COUNT_CHANGED'],
    kind: 'blob',
  }),
  /** The outbound pre-alert: the truck's load, parcel by parcel. */
  prealert: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/excel',
    access: view,
    params: one,
    kind: 'blob',
  }),
  /** Operation log of one note. */
  logs: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/logs',
    access: view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  /** Undoes a delivery, including that of the bills. */
  reopen: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/pod',
    access: reopen,
    params: one,
    query: strictObject(() => ({ version: count(1), reason: note(500) })),
    answer: done,
    errors: late,
    extension: true,
  }),
};
