import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { choice, code, codes, count, date, decimal, flag, id, money, note, text, weight } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { documentNo } from '../rules/codes';
import { hsCode } from '../rules/customs';
import { countryCode, currencyCode } from '../rules/places';
import { namedRate, tariffCode } from '../rules/tax';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { changeRefusals, documentCalls, documentFields, removeRefusals } from './document';

export const taxationRights = {
  view: permit('business.taxation.view'),
  edit: permit('business.taxation.edit'),
  approve: permit('business.taxation.approve'),
  manage: permit('business.taxation.manage'),
};

/** A country's charges on a commodity from a day on; valid once approved. */
export const taxation = resource({
  name: 'taxation',
  path: '/taxation',
  module: 'business',
  view: taxationRights.view,
  edit: taxationRights.edit,
  scope: byNothing('rates of a country'),
  row: object(() => ({
    ...recordFields,
    /** Null in a draft; numbered by the day of creation. */
    taxNo: code(documentNo).nullable(),
    ...documentFields,
    countryCode: code(countryCode),
    hsCode: code(tariffCode),
    /** Percentage of the customs value. */
    dutyRate: decimal('%', 1000),
    /** Per kilogram or piece, in addition to the rate. */
    specificDuty: money().nullable(),
    specificUnit: choice('tariffUnit', ['kg', 'piece']).nullable(),
    vatRate: decimal('%', 100),
    reducedVat: flag(),
    additional: codes(namedRate, 10),
    currency: code(currencyCode),
    validFrom: date(),
    validTo: date().nullable(),
    source: text(100).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'taxNo',
    'countryCode',
    'hsCode',
    'dutyRate',
    'vatRate',
    'validFrom',
    'validTo',
    'currency',
    'specificDuty',
    'specificUnit',
    'reducedVat',
    'additional',
    'source',
    'remark',
  ],
  lookup: ['taxNo', 'state'],
  namesFor: 'readers',
  filters: ['taxNo', 'state', 'countryCode', 'hsCode', 'reducedVat', 'validFrom', 'validTo', 'createdAt'],
  sorts: [
    'taxNo',
    'state',
    'countryCode',
    'hsCode',
    'dutyRate',
    'vatRate',
    'validFrom',
    'validTo',
    'source',
    'createdAt',
  ],
  order: '-createdAt',
  keyword: ['taxNo', 'hsCode', 'countryCode', 'source'],
  unique: ['taxNo'],
  finding: { numbers: ['taxNo'], names: ['hsCode'], path: '/business/taxation/detail/{id}' },
  fresh: { currency: 'EUR' },
  examples: {
    countryCode: ['NL', 'DE', 'FR'],
    hsCode: ['610910', '640411', '*'],
    dutyRate: ['12', '16.9', '4.5'],
    vatRate: ['21', '19', '20'],
    validFrom: ['01/07/2026', '01/07/2026', '01/01/2026'],
    validTo: ['30/06/2028', '', ''],
    additional: ['', 'Anti-dumping: 16.5', ''],
  },
});
export type Taxation = z.output<typeof taxation.row>;

const amount = money();
/** Input of a tax calculation: the goods, and time and place of import. */
export const taxQuery = strictObject(() => ({
  countryCode: code(countryCode),
  hsCode: code(hsCode),
  /** The tax date. */
  day: date(),
  /** Currency of the amounts; the rates are in that of the tariff. */
  currency: code(currencyCode).default('EUR'),
  /** Price of the goods alone: the intrinsic value. */
  goodsValue: amount,
  /** Transport and insurance to the border, which are a part of the customs value but not of the intrinsic value. */
  freight: amount.default('0'),
  /** Number of distinct codes: of six digits in H7, of ten in H1. */
  items: count(1, 999).default(1),
  quantity: weight().default(0),
  inlandTransport: amount.default('0'),
  vatScheme: choice('vatScheme', ['ioss', 'special', 'standard']).default('standard'),
  /** True for goods sold to a business, which are no distance sale. */
  toBusiness: flag().default(false),
  /** Percentage of a preferential rate that is claimed; null without preference. */
  preferentialRate: decimal('%', 1000).nullable().default(null),
}));

const result = object(() => ({
  taxNo: text(40),
  id: id(),
  hsCode: code(tariffCode),
  currency: code(currencyCode),
  /** Intrinsic value in EUR; null outside of the EU. */
  euros: money('EUR').nullable(),
  /** Dataset of the declaration; null outside of the EU. */
  declarationType: choice('declarationType', ['H7', 'H1']).nullable(),
  /** Additional procedure codes of a low-value declaration. */
  procedures: z.array(text(10)),
  customsValue: amount,
  duty: amount,
  itemDuty: amount,
  additional: amount,
  vatBase: amount,
  vat: amount,
  total: amount,
  /** The explanation, line by line, in the caller's language. */
  lines: z.array(object(() => ({ name: z.string(), says: z.string(), amount }))),
  /** Rates and limits that the day is beyond, in the caller's language. */
  notes: z.array(z.string()),
}));
export type TaxAnswer = z.output<typeof result>;

const { active: _, setActive: __, create, update, remove, ...usual } = crud(taxation);
export const taxationApi = {
  ...usual,
  create: { ...create, errors: also(create, 'DAYS_ORDER', 'TAX_UNIT') },
  update: {
    ...update,
    errors: also(update, 'DAYS_ORDER', 'TAX_UNIT', ...changeRefusals),
  },
  remove: { ...remove, errors: removeRefusals },
  ...documentCalls('/taxation', taxation.row, taxationRights, ['DOCUMENT_PAST', 'TAXATION_OVERLAP']),
  /** Calculates duty and VAT of a consignment by the line valid on its day. */
  calculate: endpoint({
    method: 'GET',
    path: '/taxation/calculate',
    access: taxationRights.view,
    query: taxQuery,
    answer: result,
    errors: ['TAXATION_NONE', 'TAXATION_ENDED', 'EU_CURRENCY_NONE'],
    extension: true,
  }),
};
