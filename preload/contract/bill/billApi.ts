import * as z from 'zod';
import { endpoint } from '../endpoint';
import { id, text } from '../fields';
import { countPer } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportQuery, patchOf } from '../resource';
import { object, strictObject } from '../shape';
import {
  type BillAction,
  billDraft,
  billDraftFields,
  billMachine,
  billQuery,
  billRow,
  billSelection,
  billStages,
  billTotals,
} from './bill';
import { billLogRow, timelineEvent } from './billHistory';
import { searchAnswer, searchQuery } from './searchHit';

const one = strictObject(() => ({ id: id() }));
const bulkErrors = ['COUNT_CHANGED'] as const;
const bulk = <P extends string, M extends 'POST' | 'PUT', S extends Record<string, z.ZodType>>(
  method: M,
  path: P,
  action: BillAction,
  extra: S,
) =>
  ({
    method,
    path,
    access: billMachine.actions[action].permission,
    body: strictObject(() => ({ selection: billSelection, ...extra })),
    answer: bulkAnswer,
    errors: bulkErrors,
  }) as const;

const view = permit('bill.manage.view');

/** Calls on bills. Bulk calls return results row by row. */
export const billApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading',
    access: view,
    query: billQuery,
    answer: pageOf(billRow),
  }),
  count: endpoint({
    method: 'GET',
    path: '/bill-lading/count',
    access: view,
    query: billQuery,
    answer: object(() => ({
      all: z.int(),
      ...countPer(namesOf(billStages)),
    })),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/bill-lading/totals',
    access: view,
    query: billQuery,
    answer: billTotals,
    extension: true,
  }),
  get: endpoint({ method: 'GET', path: '/bill-lading/{id}', access: view, params: one, answer: billRow }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading',
    access: permit('bill.manage.create'),
    body: billDraft,
    answer: billRow,
    errors: ['BILL_DUPLICATE', 'BILL_DUPLICATE_REMOVED', 'REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'],
    creates: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}',
    access: billMachine.actions.update.permission,
    params: one,
    body: patchOf(billRow, billDraftFields),
    answer: billRow,
    errors: [
      'STALE_DATA',
      'BILL_DUPLICATE',
      'BILL_DUPLICATE_REMOVED',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'BILL_IDENTITY_LOCKED',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/bill-lading/{id}',
    access: billMachine.actions.delete.permission,
    params: one,
    errors: ['STATE_NOT_ALLOWED', 'BILL_ARCHIVED'],
  }),
  check: endpoint(bulk('POST', '/bill-lading/check', 'check', {})),
  uncheck: endpoint({ ...bulk('PUT', '/bill-lading/check', 'uncheck', {}), extension: true }),
  remove: endpoint(bulk('POST', '/bill-lading/remove', 'remove', { removeReason: text(500) })),
  recover: endpoint(bulk('POST', '/bill-lading/recover', 'recover', {})),
  archive: endpoint(bulk('POST', '/bill-lading/archived', 'archive', { force: z.boolean().default(false) })),
  restore: endpoint(bulk('PUT', '/bill-lading/archived', 'restore', {})),
  exportExcel: endpoint({
    method: 'POST',
    path: '/bill-lading/exportExcel',
    access: permit('bill.manage.export'),
    kind: 'blob',
    body: strictObject(() => ({ ...billQuery.shape, ...exportQuery })),
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/timeline',
    access: view,
    params: one,
    answer: z.array(timelineEvent),
  }),
  logs: endpoint({
    method: 'GET',
    path: '/bill-lading/logs',
    access: view,
    query: listQuery(billLogRow, ['billId', 'at', 'operatorId', 'action'], ['at']),
    answer: pageOf(billLogRow),
  }),
  search: endpoint({
    method: 'GET',
    path: '/bill-lading/search',
    access: permit('bill.search.view'),
    query: searchQuery,
    answer: searchAnswer,
  }),
};
