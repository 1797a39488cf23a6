import * as z from 'zod';
import { billDraft } from '../bill/bill';
import { endpoint } from '../endpoint';
import { choice, code, count, dateTime, id, ref, text, weight } from '../fields';
import { MAX_ROWS } from '../limits';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { exportOf } from '../resource';
import { boxNo, customerCode, referenceCode, trackingNo } from '../rules/codes';
import { hsCode, iossNo } from '../rules/customs';
import { airportCode, countryCode } from '../rules/places';
import { preferenceCode, productId, standardProductId } from '../rules/productIds';
import { object, strictObject } from '../shape';

/** An item line of a parcel. */
const item = strictObject(() => ({
  nameEn: text(200),
  nameCn: text(200).nullable().default(null),
  sku: text(60).nullable().default(null),
  hsCode: code(hsCode),
  quantity: count(1, 100_000),
  /** Price of one piece, in the currency of the bill. */
  unitPrice: z.string().regex(/^\d{1,8}(\.\d{1,2})?$/),
  netWeight: weight().nullable().default(null),
  originCountry: code(countryCode),
  /** Identifiers of the product, which customs demands of low-value items. */
  merchantProductId: code(productId).nullable().default(null),
  manufacturerProductId: code(productId).nullable().default(null),
  standardProductId: code(standardProductId).nullable().default(null),
  preference: code(preferenceCode).nullable().default(null),
}));

const parcel = strictObject(() => ({
  trackingNo: code(trackingNo),
  orderNo: text(40).nullable().default(null),
  consigneeName: text(100),
  address: text(200),
  city: text(60),
  postcode: text(12),
  country: code(countryCode),
  phone: text(30).nullable().default(null),
  email: text(254, 'email').nullable().default(null),
  sellerName: text(120),
  iossNo: code(iossNo).nullable().default(null),
  grossWeight: weight(),
  items: z.array(item).min(1).max(200),
}));

const box = strictObject(() => ({
  boxNo: code(boxNo),
  weight: weight(),
  parcels: z.array(parcel).min(1).max(2000),
}));

/** A bill as sent by a partner's system: records are given by code, the customer by its key. */
export const partnerBill = strictObject(() => ({
  ...billDraft.omit({
    customerId: true,
    serviceId: true,
    originAirportId: true,
    landingAirportId: true,
    cargoStationId: true,
    warehouseId: true,
    destinationId: true,
    markId: true,
  }).shape,
  /** Customer of the bill: required from staff; a partner may only give its own. */
  customerCode: code(customerCode).optional(),
  service: code(referenceCode),
  originAirport: code(airportCode),
  landingAirport: code(airportCode),
  uldNumbers: billDraft.shape.uldNumbers.default([]),
  boxes: z.array(box).max(MAX_ROWS.box).default([]),
}));
export type PartnerBill = z.output<typeof partnerBill>;

/** One call of a partner: request and response. */
export const thirdPartyRow = object(() => ({
  id: id(),
  at: dateTime(),
  partner: text(120),
  customerId: ref('customer').nullable(),
  endpoint: text(120),
  responseStatus: count(),
  billId: id().nullable(),
  billNo: text(16).nullable(),
  batchNo: text(30).nullable(),
  result: choice('partnerResult', ['created', 'duplicate', 'refused', 'failed']),
  ip: text(45).nullable(),
  /** Milliseconds. */
  durationMs: count().nullable(),
}));
export type ThirdPartyLine = z.output<typeof thirdPartyRow>;

const logQuery = listQuery(
  thirdPartyRow,
  ['customerId', 'partner', 'billId', 'billNo', 'batchNo', 'result', 'at'],
  ['at'],
);

/** Calls for partners, and their log. */
export const thirdPartyApi = {
  /** Authorised by a customer's key in the header `X-Api-Key`, or by staff who may create bills for a partner. */
  store: endpoint({
    method: 'POST',
    path: '/bill-lading/store-by-api',
    access: 'public',
    partner: true,
    body: partnerBill,
    answer: object(() => ({
      id: id(),
      billNo: z.string(),
      batchNo: z.string(),
      /** True if the bill existed already: nothing was created or changed. */
      duplicate: z.boolean(),
      boxes: z.int(),
      parcels: z.int(),
    })),
    errors: [
      'API_KEY_WRONG',
      'API_KEY_BLOCKED',
      'BILL_DUPLICATE',
      'BILL_DUPLICATE_REMOVED',
      'CODE_EXISTS',
      'IOSS_LOCKED',
      'EU_CURRENCY_NONE',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
  }),
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/third-part-log',
    access: permit('bill.thirdPart.view'),
    query: logQuery,
    answer: pageOf(thirdPartyRow),
    extension: true,
  }),
  export: exportOf('/bill-lading/third-part-log', permit('bill.thirdPart.view'), logQuery, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/third-part-log/{id}',
    access: permit('bill.thirdPart.view'),
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({ ...thirdPartyRow.shape, requestBody: z.string(), responseBody: z.string() })),
    extension: true,
  }),
};
