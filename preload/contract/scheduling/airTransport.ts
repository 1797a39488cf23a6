import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { code, codes, count, dateTime, id, note, ref, stateOf, text, weight } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource, warning } from '../resource';
import { documentNo, flightNo, uldCount, weekdayPattern } from '../rules/codes';
import { airlineCode } from '../rules/places';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { lineCalls, linkErrors, linkedBill, one, scheduleChange } from './parts';
import { transportMachine, transportStates } from './states';

/** Space on a flight: booked and free. */
export const airTransport = resource({
  name: 'airTransport',
  path: '/air-transport',
  module: 'transport',
  view: permit('transport.air.view'),
  edit: permit('transport.air.edit'),
  scope: byNothing('a flight carries goods of several warehouses; its bills are shown by their own'),
  row: object(() => ({
    ...recordFields,
    /** Null in a draft; numbered by the day of creation. */
    transportNo: code(documentNo).nullable(),
    state: stateOf({ name: 'transport', states: transportStates }),
    flightNo: code(flightNo),
    /** The airline, by the flight number. */
    carrierCode: code(airlineCode),
    originAirportId: ref('airport'),
    landingAirportId: ref('airport'),
    weekdays: code(weekdayPattern).nullable(),
    cutOffAt: dateTime('origin').nullable(),
    etd: dateTime('origin'),
    eta: dateTime('landing'),
    atd: dateTime('origin').nullable(),
    ata: dateTime('landing').nullable(),
    capacityKg: weight(),
    bookedKg: weight(),
    /** Free weight outside the allotments. */
    freeKg: weight(),
    uldPlan: codes(uldCount, 20),
    positions: count(),
    bookedPositions: count(),
    billCount: count(),
    bookingNo: text(20).nullable(),
    cancelReason: note(500).nullable(),
    remark: note(500).nullable(),
  })),
  draft: [
    'transportNo',
    'flightNo',
    'originAirportId',
    'landingAirportId',
    'weekdays',
    'cutOffAt',
    'etd',
    'eta',
    'capacityKg',
    'uldPlan',
    'bookingNo',
    'remark',
  ],
  lookup: ['transportNo', 'flightNo', 'etd', 'state'],
  namesFor: 'readers',
  filters: [
    'transportNo',
    'state',
    'flightNo',
    'carrierCode',
    'originAirportId',
    'landingAirportId',
    'etd',
    'eta',
    'freeKg',
    'createdAt',
  ],
  sorts: [
    'transportNo',
    'state',
    'flightNo',
    'carrierCode',
    'cutOffAt',
    'etd',
    'eta',
    'capacityKg',
    'bookedKg',
    'freeKg',
    'bookingNo',
    'createdAt',
  ],
  order: '-etd',
  keyword: ['transportNo', 'flightNo', 'bookingNo'],
  unique: ['transportNo'],
  finding: {
    numbers: ['transportNo'],
    also: ['bookingNo'],
    names: ['flightNo'],
    path: '/transport/air/detail/{id}',
  },
  examples: {
    flightNo: ['CK205', 'CA1031', 'CV7301'],
    originAirportId: ['PVG', 'PVG', 'CGO'],
    landingAirportId: ['AMS', 'LGG', 'LUX'],
    weekdays: ['1.3.5..', '', '.2.4.6.'],
    cutOffAt: ['02/11/2026 18:00', '', ''],
    etd: ['04/11/2026 02:30', '05/11/2026 10:00', '07/11/2026 01:15'],
    eta: ['04/11/2026 09:10', '05/11/2026 15:20', '07/11/2026 08:40'],
    capacityKg: ['12000', '8000', '20000'],
    uldPlan: ['3xPMC; 1xPAG', '', '6xPMC'],
    bookingNo: ['BK-10021', '', ''],
  },
});
export type AirTransport = z.output<typeof airTransport.row>;

export const airMachine = transportMachine(airTransport.edit, 'airTransport');

/** An allotment: weight reserved for one customer. */
export const allocation = strictObject(() => ({
  customerId: ref('customer'),
  kg: weight(),
}));
export const allocated = object(() => ({
  ...allocation.shape,
  /** Booked part of the allotment. */
  bookedKg: weight(),
}));

const { active: _, setActive: __, create, update, remove, ...usual } = crud(airTransport);
export const airTransportApi = {
  ...usual,
  ...lineCalls('/air-transport', airTransport),
  create,
  update: { ...update, errors: also(update, 'STATE_NOT_ALLOWED', 'AIR_CAPACITY_BOOKED') },
  remove: { ...remove, errors: ['STATE_NOT_ALLOWED', 'TRANSPORT_HAS_BILLS'] as const },
  /** Bills on the flight, its allotments, and changes of its times. */
  parts: endpoint({
    method: 'GET',
    path: '/air-transport/{id}/parts',
    access: airTransport.view,
    params: one,
    answer: object(() => ({
      bills: z.array(linkedBill),
      allocations: z.array(allocated),
      changes: z.array(scheduleChange),
    })),
    extension: true,
  }),
  /** Books bills on the flight: all, or none. The default weight is the carrier's chargeable weight of the bill. */
  link: endpoint({
    method: 'POST',
    path: '/air-transport/{id}/bills',
    access: airTransport.edit,
    params: one,
    body: strictObject(() => ({
      bills: z
        .array(
          strictObject(() => ({
            billId: id(),
            kg: weight().nullable().default(null),
            positions: count(0, 100).default(0),
          })),
        )
        .min(1)
        .max(100),
    })),
    answer: object(() => ({ linked: z.int(), warnings: z.array(warning) })),
    errors: [...linkErrors, 'AIR_FULL', 'AIR_POSITIONS_FULL'],
    extension: true,
  }),
  /** Sets all allotments: customers left out lose theirs. */
  allocate: endpoint({
    method: 'PUT',
    path: '/air-transport/{id}/allocations',
    access: airTransport.edit,
    params: one,
    body: strictObject(() => ({ version: count(1), allocations: z.array(allocation).max(100) })),
    answer: airTransport.row,
    errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE', 'AIR_PROMISED'],
    extension: true,
  }),
};
