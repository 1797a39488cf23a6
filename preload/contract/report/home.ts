import * as z from 'zod';
import { type BillStage, billStages } from '../bill/bill';
import { approvedTypes } from '../business/document';
import { endpoint } from '../endpoint';
import { choice, code, count, date, dateTime, id, ref, stateOf, text } from '../fields';
import { type AlertEvent, alertEventNames, alertEvents } from '../monitor/alert';
import { namesOf, perName } from '../names';
import { type PermissionId, permit } from '../permissions';
import { timeZone } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/**
 * What the desk counts (reference 7.2), and who may see it; null: everyone their own. What is where on its way is said by
 * the stages, which are counted beside these.
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

/** States of inspections that are not over, as the list of inspections is asked for them. */
export const openInspectionStates = ['selected', 'presented', 'inspected', 'sample_taken'] as const;

/** Who is asked to see to what: the permission for the record that an event is about. */
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
/** Who may see what meets an event. */
export const seesEvent = (event: AlertEvent): PermissionId => SEES[alertEvents[event].of];

/** A number now, and as it was a day ago; null where nobody knows that. */
const compared = object(() => ({ now: count(), before: count().nullable() }));
export type Compared = z.output<typeof compared>;

const stages = Object.keys(billStages).filter((stage) => stage !== 'removed') as Exclude<
  BillStage,
  'removed'
>[];
export const deskStages: readonly Exclude<BillStage, 'removed'>[] = stages;
const eachOf = <K extends string, V extends z.ZodType>(names: readonly K[], value: V) =>
  object(() => perName(names, () => value));

const query = strictObject(() => ({ zone: code(timeZone).optional() }));
const view = permit('home.dashboard.view');

/** Things that meet an event, or await a decision, shown of each, the oldest first. */
export const ATTENTION_SHOWN = 5;

/** One thing that is late or has failed: whose it is, where its bill is on its way, and by when it was due. */
export const metThing = object(() => ({
  objectId: id(),
  objectNo: text(300),
  billId: id().nullable(),
  customerId: ref('customer').nullable(),
  /** Of its bill. */
  stage: stateOf({ name: 'bill', states: billStages }).nullable(),
  landingAirportId: ref('airport').nullable(),
  /** The time that its threshold counts from or to. */
  since: dateTime('landing'),
  /** By when it was due; null where it is open since then. */
  dueAt: dateTime('landing').nullable(),
}));
export type MetThing = z.output<typeof metThing>;

/** What the desk begins the day with. */
export const homeReportApi = {
  /** Today, on the reader's clock: what was counted for whom may see it, null for others. */
  counts: endpoint({
    method: 'GET',
    path: '/report/home-count',
    access: view,
    query,
    answer: object(() => ({
      counts: eachOf(namesOf(deskCounts), compared.nullable()),
      stages: eachOf(stages, compared).nullable(),
    })),
  }),
  /** What is late or failed now (reference 7.3), by what of it: for whom may see the records. */
  attention: endpoint({
    method: 'GET',
    path: '/report/home-attention',
    access: view,
    answer: z.array(
      object(() => ({
        event: z.enum(alertEventNames),
        total: count(),
        first: z.array(metThing),
      })),
    ),
    extension: true,
  }),
  /** What the caller may decide now, of documents and of what is filed with US customs: what was submitted first. */
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
  /** Customs over the last days: parcels by the day that the event was on. */
  inspections: endpoint({
    method: 'GET',
    path: '/report/home-customs-inspection',
    access: permit('bill.customs.view'),
    query: extended(query, () => ({ days: z.int().min(1).max(30).default(7) })),
    answer: object(() => ({
      /** Inspected of those declared in these days, in percent with one decimal. */
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
