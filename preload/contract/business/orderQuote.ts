import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  choice,
  code,
  count,
  date,
  id,
  money,
  note,
  ref,
  share,
  stateOf,
  text,
  volume,
  weight,
} from '../fields';
import { LANGUAGES } from '../limits';
import { offerLines, totals } from '../lineFields';
import { machine, type State } from '../machine';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { billNo, documentNo, laneCodes } from '../rules/codes';
import { incoterm } from '../rules/customs';
import { MOST_PERCENT } from '../rules/offer';
import { currencyCode } from '../rules/places';
import { byBillNo } from '../scope';
import { object, strictObject } from '../shape';
import { chargeBases } from '../vocabulary';
import { type DocumentState, documentCalls, documentFields, removeRefusals, writeRefusals } from './document';

export const orderQuoteRights = {
  view: permit('business.orderQuote.view'),
  edit: permit('business.orderQuote.edit'),
  approve: permit('business.orderQuote.approve'),
  manage: permit('business.orderQuote.manage'),
};

export const quoteResults = {
  open: { rank: 10, tone: 'info' },
  won: { rank: 20, tone: 'good' },
  lost: { rank: 30, tone: 'bad' },
} as const satisfies Record<string, State>;
type QuoteResult = keyof typeof quoteResults;

/** Inputs of the outcome of an order quote. */
export interface QuoteResultFacts {
  readonly result: QuoteResult;
  readonly state: DocumentState;
  /** True for its owner, and for managers of all quotes. */
  readonly mine: boolean;
  /** True if its bill exists, or charges are based on it: the win can then not be undone. */
  readonly billed: boolean;
}

/** The customer's decision on an order quote (reference 3.4): separate from its state, only after it was offered. */
export const quoteResultMachine = machine<QuoteResultFacts>()({
  name: 'quoteResult',
  calls: { win: 'orderQuote.won', lose: 'orderQuote.lost', reopen: 'orderQuote.reopen' },
  states: quoteResults,
  stateOf: ({ result }) => result,
  always: [
    {
      exempt: [],
      guard: ({ state }) =>
        state === 'approved' || state === 'expired' ? undefined : problem('QUOTE_NOT_OFFERED'),
    },
    { exempt: [], guard: ({ mine }) => (mine ? undefined : problem('DOCUMENT_NOT_YOURS')) },
  ],
  actions: {
    win: {
      from: ['open'],
      to: 'won',
      permission: orderQuoteRights.edit,
      inverse: 'reopen',
      tone: 'primary',
    },
    lose: {
      from: ['open'],
      to: 'lost',
      permission: orderQuoteRights.edit,
      inverse: 'reopen',
      tone: 'danger',
    },
    reopen: {
      from: ['won', 'lost'],
      to: 'open',
      permission: orderQuoteRights.edit,
      guards: [({ billed }) => (billed ? problem('QUOTE_BILLED') : undefined)],
    },
  },
});
export type QuoteResultAction = keyof typeof quoteResultMachine.actions;

/** A price for one shipment or project of a customer; once approved, it takes precedence over every rate card. */
export const orderQuote = resource({
  name: 'orderQuote',
  path: '/order-quote',
  module: 'business',
  view: orderQuoteRights.view,
  edit: orderQuoteRights.edit,
  /** Everyone may see a quote without a bill, because no warehouse has its goods yet. */
  scope: byBillNo({ unowned: 'everyone' }),
  row: object(() => ({
    ...recordFields,
    quoteNo: code(documentNo),
    ...documentFields,
    customerId: ref('customer'),
    /** The only bill it applies to; null: all of the customer's on its lane. */
    billNo: code(billNo).nullable(),
    /** The customer's reference for the request. */
    reference: text(60).nullable(),
    mode: choice('mode', ['air', 'sea']),
    serviceId: ref('service'),
    originCode: code(laneCodes.originCode),
    destinationCode: code(laneCodes.destinationCode),
    expectedDate: date().nullable(),
    packages: count(0, 100_000),
    weight: weight(),
    volume: volume().nullable(),
    /** Cubic centimetres per kilogram. */
    volumetricDivisor: count(1000, 10_000),
    /** Chargeable weight in kg. */
    chargeableWeight: weight(),
    goods: text(200).nullable(),
    incoterm: code(incoterm).nullable(),
    /** Default currency of new lines; the total in it determines the approvers. */
    currency: code(currencyCode),
    lines: offerLines(),
    /** Totals of the lines by currency. */
    totals: totals(),
    /** Total in the quote's own currency. */
    total: money(),
    margin: money().nullable(),
    marginPercent: share(MOST_PERCENT).nullable(),
    /** The last day of validity; the first is that of its approval. */
    validTo: date(),
    result: stateOf({ name: 'quoteResult', states: quoteResults }),
    lostReason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'customerId',
    'reference',
    'billNo',
    'mode',
    'serviceId',
    'originCode',
    'destinationCode',
    'expectedDate',
    'packages',
    'weight',
    'volume',
    'volumetricDivisor',
    'goods',
    'incoterm',
    'currency',
    'validTo',
    'lines',
    'remark',
  ],
  lookup: ['quoteNo', 'state'],
  namesFor: 'readers',
  filters: [
    'quoteNo',
    'state',
    'result',
    'customerId',
    'billNo',
    'reference',
    'mode',
    'serviceId',
    'originCode',
    'destinationCode',
    'validTo',
    'expectedDate',
    'marginPercent',
    'createdAt',
  ],
  sorts: [
    'quoteNo',
    'state',
    'result',
    'reference',
    'billNo',
    'expectedDate',
    'marginPercent',
    'validTo',
    'approvedAt',
    'createdAt',
  ],
  order: '-createdAt',
  keyword: ['quoteNo', 'billNo', 'reference', 'goods'],
  unique: ['quoteNo'],
  finding: { numbers: ['quoteNo'], names: ['reference', 'goods'], path: '/business/order-quote/detail/{id}' },
  fresh: { mode: 'air', packages: 0, volumetricDivisor: 6000, currency: 'EUR', lines: [] },
});
export type OrderQuote = z.output<typeof orderQuote.row>;

const { shape } = orderQuote.row;
const one = strictObject(() => ({ id: id() }));
const version = count(1).optional();

/** Input of a price search: as much of a quote as needed. */
export const offerQuery = strictObject(() => ({
  customerId: shape.customerId,
  serviceId: shape.serviceId,
  originCode: shape.originCode,
  destinationCode: shape.destinationCode,
  expectedDate: shape.expectedDate.default(null),
  packages: shape.packages.default(0),
  weight: shape.weight,
  volume: shape.volume.default(null),
  currency: shape.currency,
  /** Items to price, with quantities if known; empty: everything the rate cards price. */
  wanted: z
    .array(
      strictObject(() => ({
        chargeItemId: id(),
        quantity: z.number().min(0).max(1_000_000).nullable().default(null),
      })),
    )
    .max(100)
    .default([]),
}));

const source = object(() => ({
  sourceId: id(),
  sourceNo: text(40),
  /** The explanation, step by step, in the caller's language. */
  says: z.array(z.string()),
}));
const offerAnswer = object(() => ({
  offers: z.array(
    object(() => ({
      ...source.shape,
      /** Customers that the rate card is for. */
      tier: choice('priceTier', ['customer', 'group', 'everybody']),
      line: object(() => ({
        chargeItemId: ref('chargeItem'),
        basis: choice('chargeBasis', chargeBases),
        quantity: z.number(),
        unitPrice: z.string(),
        amount: z.string(),
        currency: code(currencyCode),
        costPrice: z.string().nullable(),
      })),
      /** Purchase price from which its cost was calculated. */
      cost: source.nullable(),
    })),
  ),
  /** Items without a price, and why. */
  without: z.array(object(() => ({ chargeItemId: ref('chargeItem'), says: z.string() }))),
}));
export type OfferAnswer = z.output<typeof offerAnswer>;

const { active: _, setActive: __, create, update, remove, ...usual } = crud(orderQuote);
const wrong = ['BILL_NO_AIR', 'QUOTE_BILL_OTHER'] as const;
const refusals = writeRefusals(wrong);
const decided = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'QUOTE_NOT_OFFERED', 'DOCUMENT_NOT_YOURS'] as const;

export const orderQuoteApi = {
  ...usual,
  create: { ...create, errors: refusals.create },
  update: { ...update, errors: refusals.update },
  remove: { ...remove, errors: removeRefusals },
  ...documentCalls('/order-quote', orderQuote.row, orderQuoteRights, [
    'DOCUMENT_PAST',
    'QUOTE_NO_LINES',
    'ORDER_QUOTE_OVERLAP',
  ]),
  /** Prices lines by the rate cards valid on the expected day, else today, each with its explanation. */
  prices: endpoint({
    method: 'POST',
    path: '/order-quote/prices',
    access: orderQuoteRights.edit,
    body: offerQuery,
    answer: offerAnswer,
    errors: ['REFERENCE_UNKNOWN'],
    extension: true,
  }),
  /** Marks it as won; if it has no bill yet, one may be given. */
  won: endpoint({
    method: 'PUT',
    path: '/order-quote/{id}/won',
    access: orderQuoteRights.edit,
    params: one,
    body: strictObject(() => ({ version, billNo: shape.billNo.default(null) })),
    answer: orderQuote.row,
    errors: [...decided, ...wrong],
    extension: true,
  }),
  /** Marks it as lost: it prices nothing any more. */
  lost: endpoint({
    method: 'PUT',
    path: '/order-quote/{id}/lost',
    access: orderQuoteRights.edit,
    params: one,
    body: strictObject(() => ({ version, lostReason: note(500) })),
    answer: orderQuote.row,
    errors: [...decided, 'REASON_REQUIRED'],
    extension: true,
  }),
  /** Undoes the customer's decision, while no bill depends on it. */
  reopen: endpoint({
    method: 'PUT',
    path: '/order-quote/{id}/reopen',
    access: orderQuoteRights.edit,
    params: one,
    body: strictObject(() => ({ version })),
    answer: orderQuote.row,
    errors: [...decided, 'QUOTE_BILLED'],
    extension: true,
  }),
  /** The offer for the customer: prices only, never costs. */
  pdf: endpoint({
    method: 'GET',
    path: '/order-quote/{id}/pdf',
    access: orderQuoteRights.view,
    params: one,
    query: strictObject(() => ({ language: z.enum(LANGUAGES).default('en') })),
    kind: 'blob',
    extension: true,
  }),
};
