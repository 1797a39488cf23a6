import * as z from 'zod';
import { billRow } from '../bill/bill';
import { also, endpoint } from '../endpoint';
import { problem } from '../errors';
import { code, count, date, dateTime, decimal, id, note, ref, stateOf, weight } from '../fields';
import { machine, type State } from '../machine';
import { listQuery } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, crud, draftOf, recordFields, resource, selectedWith } from '../resource';
import { channelCodeRule, documentNo } from '../rules/codes';
import { countryCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { billIds, one, plannedBill } from './parts';

export const forecastStates = {
  draft: { rank: 10, tone: 'neutral' },
  submitted: { rank: 20, tone: 'info' },
  converted: { rank: 30, tone: 'good' },
  expired: { rank: 40, tone: 'bad' },
  cancelled: { rank: 50, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type ForecastState = keyof typeof forecastStates;

/** Volume a customer expects to send on a day, before there is a bill. */
export const parcelForecast = resource({
  name: 'parcelForecast',
  path: '/parcel-forecast',
  module: 'transport',
  view: permit('transport.forecast.view'),
  edit: permit('transport.forecast.edit'),
  scope: byNothing('forecast before a warehouse is known; its bills are shown by their own'),
  row: object(() => ({
    ...recordFields,
    /** Null in a draft; numbered by the day of creation. */
    forecastNo: code(documentNo).nullable(),
    state: stateOf({ name: 'parcelForecast', states: forecastStates }),
    customerId: ref('customer'),
    forecastDate: date(),
    originAirportId: ref('airport'),
    landingAirportId: ref('airport'),
    channelCode: code(channelCodeRule, 'channelCode'),
    destinationCountry: code(countryCode, 'country'),
    expectedParcels: count(0, 1_000_000),
    expectedBoxes: count(0, 100_000).nullable(),
    expectedWeight: weight(),
    expectedEta: dateTime('landing').nullable(),
    serviceId: ref('service').nullable(),
    billCount: count(),
    /** Parcels of its bills, once all have landed. */
    actualParcels: count().nullable(),
    accuracy: decimal('%').nullable(),
    cancelReason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'forecastNo',
    'customerId',
    'forecastDate',
    'originAirportId',
    'landingAirportId',
    'channelCode',
    'destinationCountry',
    'expectedParcels',
    'expectedBoxes',
    'expectedWeight',
    'expectedEta',
    'serviceId',
    'remark',
  ],
  lookup: ['forecastNo', 'customerId', 'forecastDate', 'state'],
  namesFor: 'readers',
  filters: [
    'forecastNo',
    'state',
    'customerId',
    'forecastDate',
    'originAirportId',
    'landingAirportId',
    'channelCode',
    'destinationCountry',
    'expectedEta',
    'accuracy',
    'createdAt',
  ],
  sorts: [
    'forecastNo',
    'state',
    'customerId',
    'forecastDate',
    'channelCode',
    'expectedParcels',
    'expectedWeight',
    'expectedEta',
    'accuracy',
    'remark',
    'createdAt',
  ],
  order: '-forecastDate',
  keyword: ['forecastNo', 'channelCode', 'remark'],
  unique: ['forecastNo'],
  finding: { numbers: ['forecastNo'], path: '/transport/parcel-forecast/detail/{id}' },
  examples: {
    customerId: ['GPANDA', 'HUAYU', 'SKYBOX'],
    forecastDate: ['03/11/2026', '03/11/2026', '04/11/2026'],
    originAirportId: ['PVG', 'SZX', 'HKG'],
    landingAirportId: ['AMS', 'LGG', 'AMS'],
    channelCode: ['NL-TUL-ECO', 'DE-LIN-STD', 'BE-MEU-ECO'],
    destinationCountry: ['NL', 'DE', 'BE'],
    expectedParcels: ['4500', '1200', '800'],
    expectedBoxes: ['180', '', ''],
    expectedWeight: ['1600.5', '480', '310'],
    expectedEta: ['04/11/2026 09:10', '', ''],
    serviceId: ['CLR_DLV', '', ''],
  },
});
export type ParcelForecast = z.output<typeof parcelForecast.row>;

const { edit, view } = parcelForecast;

/** Lifecycle of a forecast (reference 3.8). */
export const forecastMachine = machine<
  Pick<ParcelForecast, 'state' | 'expectedParcels' | 'expectedWeight'>
>()({
  name: 'parcelForecast',
  calls: {
    submit: 'parcelForecast.act',
    withdraw: 'parcelForecast.act',
    convert: 'parcelForecast.convert',
    unlink: 'parcelForecast.unlink',
    expire: 'parcelForecast.act',
    cancel: 'parcelForecast.act',
    copy: 'parcelForecast.copy',
  },
  states: forecastStates,
  stateOf: (row) => row.state,
  always: [],
  actions: {
    update: { from: ['draft'], to: 'same', permission: edit },
    submit: {
      from: ['draft'],
      to: 'submitted',
      permission: edit,
      guards: [
        ({ expectedParcels, expectedWeight }) =>
          expectedParcels > 0 && expectedWeight > 0 ? undefined : problem('FORECAST_EMPTY'),
      ],
      inverse: 'withdraw',
      tone: 'primary',
    },
    withdraw: { from: ['submitted'], to: 'draft', permission: edit, inverse: 'submit' },
    /** More bills can be added to a converted one: not all of it went on one flight. */
    convert: {
      from: ['submitted', 'converted'],
      to: 'converted',
      permission: edit,
      inverse: 'unlink',
      tone: 'primary',
    },
    unlink: { from: ['converted'], to: 'computed', permission: edit, inverse: 'convert' },
    expire: { from: ['submitted'], to: 'expired', permission: edit, inverse: 'copy' },
    cancel: { from: ['draft', 'submitted'], to: 'cancelled', permission: edit, tone: 'danger' },
    copy: {
      from: ['draft', 'submitted', 'converted', 'expired', 'cancelled'],
      to: 'same',
      permission: edit,
    },
    remove: { from: ['draft'], to: 'gone', permission: edit, tone: 'danger' },
  },
});
export type ForecastAction = keyof typeof forecastMachine.actions;

/** Fields still needed for a bill from a forecast; customer, route, channel, parcels and weight are the forecast's. */
export const forecastBill = draftOf(billRow, [
  'billNo',
  'batchNo',
  'flightNo',
  'etd',
  'eta',
  'serviceId',
  'clearanceType',
  'boxCount',
  'totalValue',
  'currency',
]);

/** Totals of forecasts, without cancelled ones. */
export const forecastTotals = object(() => ({
  forecasts: z.int(),
  parcels: z.int(),
  boxes: z.int(),
  weight: weight(),
  /** Expected and actual parcels of those that landed. */
  landedExpected: z.int(),
  landedActual: z.int(),
  /** In percent; null before anything has landed. */
  accuracy: decimal('%').nullable(),
}));

const query = listQuery(parcelForecast.row, parcelForecast.filters, parcelForecast.sorts);
const { active: _, setActive: __, create, update, remove, ...usual } = crud(parcelForecast);
export const parcelForecastApi = {
  ...usual,
  create: { ...create, errors: also(create, 'FORECAST_EXISTS') },
  update: { ...update, errors: also(update, 'STATE_NOT_ALLOWED', 'FORECAST_EXISTS') },
  remove: { ...remove, errors: ['STATE_NOT_ALLOWED'] as const },
  totals: endpoint({
    method: 'GET',
    path: '/parcel-forecast/totals',
    access: view,
    query,
    answer: forecastTotals,
    extension: true,
  }),
  /** Submits, withdraws or cancels forecasts; returns which were refused, and why. */
  act: endpoint({
    method: 'POST',
    path: '/parcel-forecast/act',
    access: edit,
    body: selectedWith(query, {
      action: z.enum(['submit', 'withdraw', 'cancel']),
      /** Reason of a cancellation. */
      reason: note(500).nullable().default(null),
    }),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/parcel-forecast/{id}/copy',
    access: edit,
    params: one,
    body: strictObject(() => ({ forecastDate: date() })),
    answer: parcelForecast.row,
    errors: ['FORECAST_EXISTS'],
    creates: true,
    extension: true,
  }),
  bills: endpoint({
    method: 'GET',
    path: '/parcel-forecast/{id}/bills',
    access: view,
    params: one,
    answer: z.array(plannedBill),
    extension: true,
  }),
  /** Bills of its customer to its airport without a forecast. */
  candidates: endpoint({
    method: 'GET',
    path: '/parcel-forecast/{id}/candidates',
    access: view,
    params: one,
    answer: z.array(plannedBill),
    extension: true,
  }),
  /** Creates a bill from the forecast, or links existing ones. Creating needs the permission to add bills. */
  convert: endpoint({
    method: 'POST',
    path: '/parcel-forecast/{id}/bills',
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      billIds: billIds.or(z.array(id()).length(0)).default([]),
      bill: forecastBill.nullable().default(null),
    })),
    answer: parcelForecast.row,
    errors: [
      'STALE_DATA',
      'STATE_NOT_ALLOWED',
      'FORECAST_NOTHING',
      'FORECAST_OTHER',
      'FORECAST_LINKED',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'BILL_DUPLICATE',
      'BILL_DUPLICATE_REMOVED',
      'REFERENCE_UNKNOWN',
      'REFERENCE_INACTIVE',
    ],
    creates: true,
    extension: true,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/parcel-forecast/{id}/bills',
    access: edit,
    params: one,
    query: strictObject(() => ({ billIds })),
    answer: parcelForecast.row,
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
};
