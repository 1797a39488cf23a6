import * as z from 'zod';
import { billStages } from '../bill/bill';
import { approvedTypes } from '../business/document';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, id, ref, stateOf, text } from '../fields';
import { type AlertEvent, alertEventNames, alertEvents } from '../monitor/alert';
import { namesOf, perName } from '../names';
import { type PermissionId, permit } from '../permissions';
import { timeZone } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/**
 * Counts on the home screen (reference 7.2), with the permission to see each; null: everyone sees their own. Bills by
 * stage are counted separately.
 */
export const deskCounts = {
  arrivingToday: permit('bill.manage.view'),
  inClearance: permit('bill.manage.view'),
  openInspections: permit('bill.customs.view'),
  trucksToday: permit('bill.cmr.view'),
  openCases: permit('bill.cases.view'),
  unread: null,
  costsDue: permit('finance.cost.view'),
} as const satisfies Record<string, PermissionId | null>;
export type DeskCount = keyof typeof deskCounts;

/** States of unfinished inspections, as in the query of their list. */
export const openInspectionStates = ['selected', 'presented', 'inspected', 'sample_taken'] as const;

/** Permission needed for the record of an event. */
const SEES: Readonly<Record<(typeof alertEvents)[AlertEvent]['of'], PermissionId>> = {
  bill: permit('bill.manage.view'),
  t1: permit('bill.customs.view'),
  pmc: permit('bill.warehouse.view'),
  fileJob: permit('bill.files.view'),
  apiPush: permit('bill.push.view'),
  ioss: permit('config.ioss.view'),
  abnormalCase: permit('bill.cases.view'),
  standardQuote: permit('business.standardQuote.view'),
  contract: permit('business.contract.view'),
  seaBill: permit('sea.bill.view'),
  seaIsf: permit('sea.isf.view'),
  seaEntry: permit('sea.entry.view'),
};
/** Returns the permission to see the records of an event. */
export const seesEvent = (event: AlertEvent): PermissionId => SEES[alertEvents[event].of];

/** A number now, and a day ago; null if that is unknown. */
const compared = object(() => ({ now: count(), before: count().nullable() }));
export type Compared = z.output<typeof compared>;

export const deskStages = namesOf(billStages).filter((stage) => stage !== 'removed');
const eachOf = <K extends string, V extends z.ZodType>(names: readonly K[], value: V) =>
  object(() => perName(names, () => value));

const query = strictObject(() => ({ zone: code(timeZone).optional() }));
const view = permit('home.dashboard.view');

/** Number of records shown per event or decision, the oldest first. */
export const ATTENTION_SHOWN = 5;

/** A record that is late or has failed: its customer, its bill's stage, and its deadline. */
export const lateRecord = object(() => ({
  objectId: id(),
  objectNo: text(300),
  billId: id().nullable(),
  customerId: ref('customer').nullable(),
  /** Stage of its bill. */
  stage: stateOf({ name: 'bill', states: billStages }).nullable(),
  landingAirportId: ref('airport').nullable(),
  /** The time from or to which its threshold counts. */
  since: dateTime('landing'),
  /** Its deadline; null if it is open since `since`. */
  dueAt: dateTime('landing').nullable(),
}));
export type LateRecord = z.output<typeof lateRecord>;

/** Data of the home screen. */
export const homeReportApi = {
  /** Counts of today, in the reader's time zone; null without permission. */
  counts: endpoint({
    method: 'GET',
    path: '/report/home-count',
    access: view,
    query,
    answer: object(() => ({
      counts: eachOf(namesOf(deskCounts), compared.nullable()),
      stages: eachOf(deskStages, compared).nullable(),
    })),
  }),
  /** Late and failed records (reference 7.3), by event, as far as the caller may see them. */
  attention: endpoint({
    method: 'GET',
    path: '/report/home-attention',
    access: view,
    answer: z.array(
      object(() => ({
        event: z.enum(alertEventNames),
        total: count(),
        first: z.array(lateRecord),
      })),
    ),
    extension: true,
  }),
  /** Documents and US customs filings that the caller may decide on now, the first submitted first. */
  approvals: endpoint({
    method: 'GET',
    path: '/report/home-approvals',
    access: view,
    answer: object(() => ({
      total: count(),
      first: z.array(
        object(() => ({
          docType: choice('approvalDoc', approvedTypes),
          docId: id(),
          docNo: text(40),
          submittedAt: dateTime(),
        })),
      ),
    })),
    extension: true,
  }),
  /** Inspections of the last days: parcels by the day of the event. */
  inspections: endpoint({
    method: 'GET',
    path: '/report/home-customs-inspection',
    access: permit('bill.customs.view'),
    query: extended(query, () => ({ days: z.int().min(1).max(30).default(7) })),
    answer: object(() => ({
      /** Inspected parcels in percent of those declared in these days, one decimal. */
      inspectionRate: z.number().nullable(),
      heldNow: count(),
      days: z.array(
        object(() => ({
          day: date(),
          declared: count(),
          released: count(),
          held: count(),
          failed: count(),
          rate: z.number().nullable(),
        })),
      ),
    })),
  }),
};
