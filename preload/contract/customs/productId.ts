import * as z from 'zod';
import { endpoint } from '../endpoint';
import { code, count, dateTime, flag, id, text } from '../fields';
import { MAX_BULK } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf } from '../resource';
import { batchNo, billNo } from '../rules/codes';
import { productId, standardProductId } from '../rules/productIds';
import { object, strictObject } from '../shape';

/** An item of a low-value parcel that is not declared yet and lacks a product identifier. */
export const unidentifiedRow = object(() => ({
  id: id(),
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  trackingNo: text(35),
  lineNo: count(1),
  sku: text(60).nullable(),
  nameEn: text(200),
  nameCn: text(200).nullable(),
  hsCode: text(20),
  sellerName: text(120),
  merchantProductId: code(productId).nullable(),
  manufacturerProductId: code(productId).nullable(),
  standardProductId: code(standardProductId).nullable(),
  eta: dateTime('landing').nullable(),
  /** Landing airport of the bill, whose clock its times use. */
  landingAirportId: id(),
}));
export type UnidentifiedItem = z.output<typeof unidentifiedRow>;

export const unidentifiedFilters = [
  'billId',
  'billNo',
  'batchNo',
  'trackingNo',
  'sku',
  'sellerName',
] as const;
export const unidentifiedSorts = ['billNo', 'sku', 'sellerName', 'eta'] as const;
const query = listQuery(unidentifiedRow, unidentifiedFilters, unidentifiedSorts);
const view = permit('bill.customs.view');

/** The identifiers that a person gives to items. */
export const givenIds = {
  merchantProductId: code(productId),
  manufacturerProductId: code(productId),
  standardProductId: code(standardProductId).nullable().default(null),
  /** True for all such items of the bill with the same seller, SKU and name. */
  alike: flag().default(false),
};

/** The work list of items without product identifiers. */
export const productIdApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/product-ids',
    access: view,
    query,
    answer: pageOf(unidentifiedRow),
    extension: true,
  }),
  export: exportOf('/bill-lading/product-ids', view, query, true),
  set: endpoint({
    method: 'PUT',
    path: '/bill-lading/{id}/product-ids',
    access: permit('bill.manage.check'),
    params: strictObject(() => ({ id: id() })),
    body: strictObject(() => ({ lineIds: z.array(id()).min(1).max(MAX_BULK), ...givenIds })),
    answer: bulkAnswer,
    errors: ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED'],
    extension: true,
  }),
};
