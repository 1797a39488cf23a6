import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, dateTime, id, money, note, ref, text } from '../fields';
import { MAX_BULK } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { hsCode } from '../rules/customs';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';

/** Status of the check of a line or parcel. */
export const hsStatus = choice('hsStatus', ['unprocessed', 'success', 'failed', 'exception']);

/** An item line with the result of its check; `message` is in the caller's language. */
export const hsLineRow = object(() => ({
  id: id(),
  billId: id(),
  trackingNo: text(35),
  boxNo: text(40).nullable(),
  lineNo: count(1),
  nameEn: text(200),
  nameCn: text(200).nullable(),
  hsCode: text(20),
  /** The code before its correction. */
  inputHsCode: text(20).nullable(),
  quantity: count(),
  unitPrice: money(),
  currency: code(currencyCode),
  declarationSystem: choice('declarationSystem', ['DECO', 'AGS']),
  hsStatus,
  hsProblem: text(60).nullable(),
  fixReason: note(500).nullable(),
  fixedBy: ref('staff').nullable(),
  fixedAt: dateTime().nullable(),
  message: note(500).nullable(),
}));
export type HsLineRow = z.output<typeof hsLineRow>;

/** Counts of a run. */
export const hsSummary = object(() => ({
  lines: count(),
  unprocessed: count(),
  success: count(),
  failed: count(),
  exception: count(),
  checkedAt: dateTime().nullable(),
}));
export type HsSummary = z.output<typeof hsSummary>;

const bill = strictObject(() => ({ id: id() }));
const closed = ['BILL_REMOVED', 'BILL_ARCHIVED'] as const;
const lineIds = z.array(id()).min(1).max(MAX_BULK);
const edit = permit('bill.manage.check');

export const hsLineFilters = ['hsStatus', 'hsCode', 'trackingNo', 'boxNo', 'hsProblem'] as const;

/** The check of the commodity codes of a bill. */
export const hsCheckApi = {
  run: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/hscodeValidate',
    access: edit,
    params: bill,
    answer: hsSummary,
    errors: closed,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/hscodeValidate/summary',
    access: permit('bill.customs.view'),
    params: bill,
    answer: hsSummary,
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/hscodeValidate',
    access: permit('bill.customs.view'),
    params: bill,
    query: listQuery(hsLineRow, hsLineFilters, ['id', 'hsCode', 'trackingNo']),
    answer: pageOf(hsLineRow),
  }),
  /** Corrects the code of lines; `alike` includes all lines of the bill with the same code and problem. */
  fix: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/hscodeValidate/fix',
    access: edit,
    params: bill,
    body: strictObject(() => ({ lineIds, hsCode: code(hsCode), alike: z.boolean().default(false) })),
    answer: bulkAnswer,
    errors: closed,
    extension: true,
  }),
  /** Accepts a finding, with a reason: needs the broker's permission. */
  ignore: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/hscodeValidate/ignore',
    access: permit('bill.customs.declare'),
    params: bill,
    body: strictObject(() => ({ lineIds, reason: text(500), alike: z.boolean().default(false) })),
    answer: bulkAnswer,
    errors: closed,
    extension: true,
  }),
};
