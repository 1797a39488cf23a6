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
  offerLines,
  ref,
  share,
  stateOf,
  text,
  totals,
  volume,
  weight,
} from '../fields';
import { LANGUAGES } from '../limits';
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

/** What the outcome of an order quote depends on. */
export interface QuoteResultFacts {
  readonly result: QuoteResult;
  readonly state: DocumentState;
  /** True for its owner, and for who keeps all quotes. */
  readonly mine: boolean;
  /** True when the bill that it names is there, or something was charged by it: what was won stays won. */
  readonly billed: boolean;
}

/** What the customer said to an order quote (reference 3.4): no state, and only of one that was offered. */
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

/** A price for one shipment or project of a customer, which comes before every rate card once it is approved. */
export const orderQuote = resource({
  name: 'orderQuote',
  path: '/order-quote',
  module: 'business',
  view: orderQuoteRights.view,
  edit: orderQuoteRights.edit,
  /** A quote without a bill is the customer's: sales sees it before any warehouse has goods of it. */
  scope: byBillNo({ unowned: 'everyone' }),
  row: object(() => ({
    ...recordFields,
    quoteNo: code(documentNo),
    ...documentFields,
    customerId: ref('customer'),
    /** The bill that it is for, and no other one; without it, those of the customer on its lane. */
    billNo: code(billNo).nullable(),
    /** What the customer calls the request. */
    reference: text(60).nullable(),
    mode: choice('mode', ['air', 'sea']),
    serviceId: ref('service'),
    originCode: code(laneCodes.originCode),
    destinationCode: code(laneCodes.destinationCode),
    expectedDate: date().nullable(),
    packages: count(0, 100_000),
    weight: weight(),
    volume: volume().nullable(),
    /** Cubic centimetres that count as a kilogram. */
    volumetricDivisor: count(1000, 10_000),
    /** Kilograms that are charged for. */
    chargeableWeight: weight(),
    goods: text(200).nullable(),
    incoterm: code(incoterm).nullable(),
    /** That of new lines, and the one by whose total it is decided who approves. */
    currency: code(currencyCode),
    lines: offerLines(),
    /** What the lines come to, currency by currency. */
    totals: totals(),
    /** Those of its own currency. */
    total: money(),
    margin: money().nullable(),
    marginPercent: share(MOST_PERCENT).nullable(),
    /** The last day on which it counts; the first is that of its approval. */
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

/** What prices are looked for by: as much of a quote as is needed. */
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
  /** What is to be priced, and how much of it where that is known; with nothing named, all that the rate cards price. */
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
  /** Each step of it in the words of the caller. */
  says: z.array(z.string()),
}));
const offerAnswer = object(() => ({
  offers: z.array(
    object(() => ({
      ...source.shape,
      /** Whom the rate card is for. */
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
      /** The purchase that its cost is from. */
      cost: source.nullable(),
    })),
  ),
  /** What has no price, and why. */
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
  /** Lines at the prices of the rate cards that count on the expected day, else today, each with how it comes about. */
  prices: endpoint({
    method: 'POST',
    path: '/order-quote/prices',
    access: orderQuoteRights.edit,
    body: offerQuery,
    answer: offerAnswer,
    errors: ['REFERENCE_UNKNOWN'],
    extension: true,
  }),
  /** The customer took it; where it names no bill yet, it may now. */
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
  /** The customer did not take it: it prices nothing any more. */
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
  /** What the customer said is taken back, as long as no bill hangs on it. */
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
  /** The offer as the customer gets it: what it charges, never what it costs. */
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
