import * as z from 'zod';
import { billStages } from '../bill/bill';
import { endpoint } from '../endpoint';
import type { ErrorCode } from '../errors';
import { choice, count, dateTime, id, note, ref, stateOf, text, weight } from '../fields';
import type { PermissionId } from '../permissions';
import { warning } from '../resource';
import { extended, object, strictObject } from '../shape';
import { transportSteps } from './states';

/** A bill to be selected for a flight, a voyage or a forecast. */
export const plannedBill = object(() => ({
  id: id(),
  billNo: text(40),
  batchNo: text(40),
  customerId: ref('customer'),
  originAirportId: ref('airport'),
  landingAirportId: ref('airport'),
  flightNo: text(10).nullable(),
  boxCount: count(),
  packageCount: count(),
  /** The carrier's chargeable weight in kg, else the gross weight. */
  kg: weight(),
  stage: stateOf({ name: 'bill', states: billStages }),
  eta: dateTime('landing').nullable(),
  ata: dateTime('landing').nullable(),
}));
export type PlannedBill = z.output<typeof plannedBill>;

/** A linked bill, with what was booked for it and when. */
export const linkedBill = extended(plannedBill, () => ({
  bookedKg: weight(),
  positions: count(),
  bookedAt: dateTime(),
  bookedBy: ref('staff').nullable(),
}));
export type LinkedBill = z.output<typeof linkedBill>;

/** A change of the times of a voyage or a flight, with the reason. */
export const scheduleChange = object(() => ({
  id: id(),
  field: choice('scheduleField', ['etd', 'eta']),
  before: dateTime().nullable(),
  after: dateTime().nullable(),
  reason: note(500).nullable(),
  at: dateTime(),
  by: ref('staff').nullable(),
}));
export type ScheduleChange = z.output<typeof scheduleChange>;

export const one = strictObject(() => ({ id: id() }));

/** Result of a step: the number of changes, and warnings by bill. */
export const stepDone = object(() => ({ changed: z.int(), warnings: z.array(warning) }));

const stepErrors = [
  'STALE_DATA',
  'STATE_NOT_ALLOWED',
  'TRANSPORT_NO_REFERENCE',
  'TRANSPORT_NO_SPACE',
  'TRANSPORT_EMPTY',
  'TRANSPORT_BILLS_OPEN',
  'REASON_REQUIRED',
] as const satisfies readonly ErrorCode[];

/** Errors of linking a bill to a flight or a voyage. */
export const linkErrors = [
  'STATE_NOT_ALLOWED',
  'BILL_REMOVED',
  'BILL_ARCHIVED',
  'BOOKING_LANDED',
  'BOOKING_MODE',
  'BOOKING_ROUTE',
  'BOOKING_EXISTS',
] as const satisfies readonly ErrorCode[];

/** Bills of a call on one flight, voyage or forecast. */
export const billIds = z.array(id()).min(1).max(100);

/** Calls that flights and voyages share. */
export const lineCalls = (
  path: '/air-transport' | '/sea-transport',
  access: { view: PermissionId; edit: PermissionId },
) => ({
  /** Bills that can be linked: on the same route, not landed, and not linked yet. */
  candidates: endpoint({
    method: 'GET',
    path: `${path}/{id}/candidates` as const,
    access: access.view,
    params: one,
    answer: z.array(plannedBill),
    extension: true,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: `${path}/{id}/bills` as const,
    access: access.edit,
    params: one,
    query: strictObject(() => ({ billIds })),
    answer: object(() => ({ unlinked: z.int() })),
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  /** One action of its lifecycle. Times are now if left out. */
  act: endpoint({
    method: 'PATCH',
    path: `${path}/{id}` as const,
    access: access.edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      action: z.enum(transportSteps),
      /** Time of departure or arrival. */
      at: dateTime().nullable().default(null),
      /** The new times of a schedule; null leaves one unchanged. */
      etd: dateTime().nullable().default(null),
      eta: dateTime().nullable().default(null),
      reason: note(500).nullable().default(null),
    })),
    answer: stepDone,
    errors: stepErrors,
    extension: true,
  }),
});
