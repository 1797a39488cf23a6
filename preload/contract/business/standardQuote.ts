import * as z from 'zod';
import { endpoint } from '../endpoint';
import {
  choice,
  code,
  count,
  date,
  decimal,
  flag,
  id,
  money,
  note,
  ref,
  text,
  volume,
  weight,
} from '../fields';
import { quoteLines } from '../lineFields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { billNo, documentNo, laneCodes } from '../rules/codes';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { chargeBases } from '../vocabulary';
import { documentCalls, documentFields, removeRefusals, writeRefusals } from './document';

export const standardQuoteRights = {
  view: permit('business.standardQuote.view'),
  edit: permit('business.standardQuote.edit'),
  approve: permit('business.standardQuote.approve'),
  manage: permit('business.standardQuote.manage'),
};

/** A rate card: charges by lane for certain customers and a period; valid once approved. */
export const standardQuote = resource({
  name: 'standardQuote',
  path: '/standard-quote',
  module: 'business',
  view: standardQuoteRights.view,
  edit: standardQuoteRights.edit,
  scope: byNothing('a price list, whatever the warehouse'),
  row: object(() => ({
    ...recordFields,
    quoteNo: code(documentNo),
    ...documentFields,
    nameEn: text(120),
    nameCn: text(120),
    direction: choice('quoteDirection', ['sell', 'buy']),
    /** The supplier of a purchase. */
    companyId: ref('clientCompany', 'supplier').nullable(),
    /** The customers of a sale: one customer, a group, or if both are null, everybody. */
    groupId: ref('clientGroup').nullable(),
    customerId: ref('customer').nullable(),
    serviceId: ref('service'),
    currency: code(currencyCode),
    validFrom: date(),
    /** The last day of validity. */
    validTo: date(),
    /** Cubic centimetres per kilogram. */
    volumetricDivisor: count(1000, 10_000),
    /** Rounding step of weights in kg. */
    roundTo: choice('roundTo', ['0.5', '1']),
    /** Percentage on each of its charges. */
    fuelSurchargePercent: decimal('%', 100),
    /** True if its prices include VAT. */
    taxIncluded: flag(),
    lines: quoteLines(),
    remark: note(500).nullable(),
  })),
  draft: [
    'nameEn',
    'nameCn',
    'direction',
    'companyId',
    'groupId',
    'customerId',
    'serviceId',
    'currency',
    'validFrom',
    'validTo',
    'volumetricDivisor',
    'roundTo',
    'fuelSurchargePercent',
    'taxIncluded',
    'lines',
    'remark',
  ],
  lookup: ['quoteNo', 'state'],
  namesFor: 'readers',
  filters: [
    'quoteNo',
    'state',
    'direction',
    'companyId',
    'groupId',
    'customerId',
    'serviceId',
    'currency',
    'validFrom',
    'validTo',
    'createdAt',
  ],
  sorts: ['quoteNo', 'state', 'nameEn', 'nameCn', 'direction', 'validFrom', 'validTo', 'createdAt'],
  order: '-createdAt',
  keyword: ['quoteNo', 'nameEn', 'nameCn'],
  unique: ['quoteNo'],
  finding: {
    numbers: ['quoteNo'],
    names: ['nameEn', 'nameCn'],
    path: '/business/standard-quote/detail/{id}',
  },
  fresh: {
    direction: 'sell',
    currency: 'EUR',
    volumetricDivisor: 6000,
    roundTo: '0.5',
    fuelSurchargePercent: 0,
    lines: [],
  },
});
export type StandardQuote = z.output<typeof standardQuote.row>;

/** Input of a price calculation. */
export const priceQuery = strictObject(() => ({
  /** Null: the prices for everybody. */
  customerId: ref('customer').nullable().default(null),
  serviceId: ref('service'),
  /** An order quote with a bill prices only that bill. */
  billNo: code(billNo).nullable().default(null),
  originCode: code(laneCodes.originCode),
  destinationCode: code(laneCodes.destinationCode),
  zone: code(laneCodes.zone).nullable().default(null),
  day: date(),
  weight: weight(),
  volume: volume().nullable().default(null),
  boxes: count(0, 5000).default(0),
  parcels: count(0, 50_000).default(0),
  pallets: count(0, 1000).default(0),
  trucks: count(0, 100).default(1),
  containers: count(0, 100).default(0),
  declarationLines: count(0, 10_000).default(0),
  value: money().nullable().default(null),
  currency: code(currencyCode).default('EUR'),
}));

const priced = object(() => ({
  chargeItemId: ref('chargeItem'),
  basis: choice('chargeBasis', chargeBases),
  source: choice('approvalDoc', ['order_quote', 'standard_quote']),
  sourceId: id(),
  sourceNo: text(40),
  taxIncluded: flag(),
  currency: code(currencyCode),
  total: money(),
  /** The explanation, step by step, in the caller's language. */
  lines: z.array(object(() => ({ name: z.string(), says: z.string(), amount: money().nullable() }))),
}));
const priceAnswer = object(() => ({
  prices: z.array(priced),
  totals: z.array(object(() => ({ currency: code(currencyCode), amount: money() }))),
}));
export type PriceAnswer = z.output<typeof priceAnswer>;

const { active: _, setActive: __, create, update, remove, ...usual } = crud(standardQuote);
const refusals = writeRefusals(['DAYS_ORDER', 'QUOTE_PARTY', 'COMPANY_KIND']);
export const standardQuoteApi = {
  ...usual,
  create: { ...create, errors: refusals.create },
  update: { ...update, errors: refusals.update },
  remove: { ...remove, errors: removeRefusals },
  ...documentCalls('/standard-quote', standardQuote.row, standardQuoteRights, [
    'DOCUMENT_PAST',
    'QUOTE_NO_LINES',
    'QUOTE_OVERLAP',
  ]),
  /** Prices a route by the quotes valid on a day, each with its explanation. */
  calculate: endpoint({
    method: 'GET',
    path: '/standard-quote/calculate',
    access: standardQuoteRights.view,
    query: priceQuery,
    answer: priceAnswer,
    errors: ['PRICE_NONE', 'REFERENCE_UNKNOWN'],
    extension: true,
  }),
};
