import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import {
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  flag,
  id,
  money,
  note,
  ref,
  stateOf,
  text,
} from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { mailStates } from '../mail/mail';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, patchOf, recordFields, selectedWith } from '../resource';
import { claimConventions, claimFindings } from '../rules/claimClock';
import { batchNo, billNo } from '../rules/codes';
import { emailAddress } from '../rules/contactCodes';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';
import { differenceReason } from '../warehouse/pick';

export const caseStates = {
  open: { rank: 10, tone: 'bad' },
  processing: { rank: 20, tone: 'warning' },
  resolved: { rank: 30, tone: 'good' },
  closed: { rank: 40, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type CaseState = keyof typeof caseStates;

/** Types of abnormality, with their possible levels. */
export const caseTypes = {
  shortage: ['box', 'parcel'],
  surplus: ['box', 'parcel'],
  damaged: ['box', 'parcel'],
  wet: ['box'],
  label_unreadable: ['parcel'],
  no_data: ['parcel'],
  duplicate_label: ['parcel'],
  wrong_destination: ['parcel'],
  customs_inspection: ['parcel'],
  documents_required: ['parcel', 'bill'],
  hs_mismatch: ['parcel'],
  undervalued: ['parcel'],
  counterfeit: ['parcel'],
  prohibited: ['parcel'],
  offloaded: ['bill'],
  flight_delay: ['bill'],
  storage_charge: ['bill'],
  t1_overdue: ['bill'],
} as const satisfies Record<string, readonly CaseLevel[]>;
export type CaseType = keyof typeof caseTypes;
export type CaseLevel = 'bill' | 'box' | 'parcel';

const REOPEN_WITHIN = 30 * 24 * 3_600_000;

/** Fields of the claim of a case, as stated by a person. */
const claimFields = {
  /** Convention that sets the time limits of the claim. */
  claimConvention: choice('claimConvention', claimConventions).nullable(),
  claimFinding: choice('claimFinding', claimFindings).nullable(),
  claimStartOn: date().nullable(),
  /** Claimant: a customer, or a name if the claimant is no customer. */
  claimantId: ref('customer').nullable(),
  claimantName: text(120).nullable(),
  claimAmount: money().nullable(),
  settledAmount: money().nullable(),
  currency: code(currencyCode).nullable(),
  /** Name, address and email of the liable party, for the letter. */
  liableName: text(120).nullable(),
  liableAddress: note(500).nullable(),
  liableEmail: text(120, 'email').nullable(),
  /** Text of the reservation in the letter. */
  reservation: note(2000).nullable(),
};
export const claimNames = namesOf(claimFields);

/** An abnormality of a bill, a box or a parcel, until it is closed. */
export const caseRow = object(() => ({
  ...recordFields,
  caseNo: text(20),
  billId: id(),
  billNo: code(billNo),
  batchNo: code(batchNo),
  boxNo: text(40).nullable(),
  trackingNo: text(35).nullable(),
  type: choice('caseType', namesOf(caseTypes)),
  level: choice('caseLevel', ['bill', 'box', 'parcel']),
  quantity: count(1, 50_000),
  state: stateOf({ name: 'abnormalCase', states: caseStates }),
  foundAt: dateTime('landing'),
  foundBy: ref('staff').nullable(),
  description: note(1000).nullable(),
  /** The liable party. */
  responsible: choice('responsible', [
    'customer',
    'airline',
    'handler',
    'us',
    'last_mile',
    'carrier',
    'warehouse',
    'customs',
    'sender',
  ]).nullable(),
  resolution: note(1000).nullable(),
  /** The trip whose count opened it, and the reason that was given there. */
  pickNo: text(20).nullable(),
  differenceReason: differenceReason.nullable(),
  photoCount: count(),
  ...claimFields,
  /** Last day of the notice of claim; null if there is no limit, or it is not known. */
  noticeDueOn: date().nullable(),
  /** Last day to bring an action. */
  suitDueOn: date().nullable(),
  /** When notice was given: by the email with the letter, or otherwise as a person states. */
  noticeSentAt: dateTime('landing').nullable(),
  /** State of the email with the letter. */
  noticeMailState: stateOf({ name: 'mail', states: mailStates }).nullable(),
  /** True while a notice with a last day has not been given. */
  noticeOpen: flag(),
  closedAt: dateTime('landing').nullable(),
  /** True if its parcel is still abnormal. */
  parcelAbnormal: flag(),
  landingAirportId: id(),
}));
export type AbnormalCase = z.output<typeof caseRow>;

/** A file of the bill that shows the abnormality. */
const casePhoto = object(() => ({ attachmentId: z.string(), fileName: text(255) }));
export const caseDetail = extended(caseRow, () => ({ photos: z.array(casePhoto) }));

const edit = permit('bill.cases.edit');

/** True if the letter has gone out by email, or is about to. */
const isMailed = ({ noticeMailState }: Pick<AbnormalCase, 'noticeMailState'>): boolean =>
  noticeMailState !== null && noticeMailState !== 'failed';

/** Actions on a case. The case of an abnormal parcel ends when the parcel is set back to normal. */
export const caseMachine = machine<
  Pick<AbnormalCase, 'state' | 'closedAt' | 'parcelAbnormal' | 'noticeSentAt' | 'noticeMailState'>
>()({
  name: 'abnormalCase',
  calls: {
    update: 'abnormalCase.update',
    start: 'abnormalCase.act',
    resolve: 'abnormalCase.act',
    close: 'abnormalCase.act',
    reopen: 'abnormalCase.act',
    sendNotice: 'abnormalCase.sendNotice',
    noteNotice: 'abnormalCase.noteNotice',
  },
  states: caseStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    update: { from: ['open', 'processing', 'resolved'], to: 'same', permission: edit },
    start: { from: ['open'], to: 'processing', permission: edit, inverse: 'reopen', tone: 'primary' },
    resolve: {
      from: ['open', 'processing'],
      to: 'resolved',
      permission: edit,
      asks: strictObject(() => ({ resolution: text(1000) })),
      guards: [({ parcelAbnormal }) => (parcelAbnormal ? problem('CASE_PARCEL_ABNORMAL') : undefined)],
      inverse: 'reopen',
      tone: 'primary',
    },
    close: { from: ['resolved'], to: 'closed', permission: edit, inverse: 'reopen', tone: 'primary' },
    reopen: {
      from: ['processing', 'resolved', 'closed'],
      to: 'open',
      permission: edit,
      guards: [
        ({ closedAt }) =>
          closedAt && Date.now() - Date.parse(closedAt) > REOPEN_WITHIN
            ? problem('CASE_REOPEN_LATE')
            : undefined,
      ],
    },
    sendNotice: {
      from: ['open', 'processing'],
      to: 'same',
      permission: edit,
      guards: [
        (found) => (found.noticeSentAt !== null || isMailed(found) ? problem('CLAIM_NOTICED') : undefined),
      ],
      tone: 'primary',
    },
    noteNotice: {
      from: ['open', 'processing', 'resolved'],
      to: 'same',
      permission: edit,
      guards: [(found) => (isMailed(found) ? problem('CLAIM_NOTICED') : undefined)],
    },
  },
});
export type CaseAction = keyof typeof caseMachine.actions;
/** Actions that lead from one state to another. */
export const caseSteps = ['start', 'resolve', 'close', 'reopen'] as const;
export type CaseStep = (typeof caseSteps)[number];

const changeable = [
  ...(['type', 'level', 'quantity', 'foundAt', 'description', 'responsible'] as const),
  ...claimNames,
] as const;
const numberOf = { boxNo: text(40).nullable().default(null), trackingNo: text(35).nullable().default(null) };
/** Input of a new case: for a box or parcel, its number. */
export const caseDraft = strictObject(() => ({
  billId: id(),
  type: caseRow.shape.type,
  level: caseRow.shape.level,
  ...numberOf,
  quantity: caseRow.shape.quantity.default(1),
  foundAt: caseRow.shape.foundAt.nullable().default(null),
  description: caseRow.shape.description.default(null),
  responsible: caseRow.shape.responsible.default(null),
}));

export const caseFilters = [
  'billId',
  'id',
  'state',
  'type',
  'level',
  'responsible',
  'caseNo',
  'billNo',
  'trackingNo',
  'boxNo',
  'foundAt',
  'foundBy',
  'noticeDueOn',
  'noticeOpen',
  'claimConvention',
  'claimFinding',
] as const;
export const caseSorts = ['foundAt', 'caseNo', 'state', 'noticeDueOn'] as const;
const query = listQuery(caseRow, caseFilters, caseSorts);
const one = strictObject(() => ({ id: id() }));

/** Calls on abnormal cases. */
export const abnormalCaseApi = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/cases',
    access: permit('bill.cases.view'),
    query,
    answer: pageOf(caseRow),
    extension: true,
  }),
  export: exportOf('/bill-lading/cases', permit('bill.cases.view'), query, true),
  get: endpoint({
    method: 'GET',
    path: '/bill-lading/cases/{id}',
    access: permit('bill.cases.view'),
    params: one,
    answer: caseDetail,
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading/cases',
    access: edit,
    body: caseDraft,
    answer: caseRow,
    errors: ['NOT_FOUND', 'BILL_REMOVED', 'BILL_ARCHIVED', 'REFERENCE_UNKNOWN', 'CASE_LEVEL'],
    creates: true,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/cases/{id}',
    access: edit,
    params: one,
    body: extended(patchOf(caseRow, changeable), () => ({
      photos: z.array(z.string().max(64)).max(50).optional(),
    })),
    answer: caseRow,
    errors: [
      'STALE_DATA',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      'STATE_NOT_ALLOWED',
      'REFERENCE_UNKNOWN',
      'CASE_LEVEL',
    ],
    extension: true,
  }),
  /** Changes the state of cases: processing, resolved, closed, reopened. */
  act: endpoint({
    method: 'PUT',
    path: '/bill-lading/cases/state',
    access: edit,
    body: selectedWith(query, {
      action: choice('caseAction', caseSteps),
      resolution: text(1000).optional(),
      responsible: caseRow.shape.responsible.optional(),
    }),
    answer: bulkAnswer,
    errors: ['REQUIRED', 'COUNT_CHANGED'],
    extension: true,
  }),
  /** The letter that gives notice of the claim, as PDF. */
  letter: endpoint({
    method: 'GET',
    path: '/bill-lading/cases/{id}/letter',
    access: permit('bill.cases.view'),
    kind: 'blob',
    params: one,
    errors: ['CLAIM_INCOMPLETE'],
    extension: true,
  }),
  /** Sends the letter by email, and files it with the bill. The time limit is met when the email has been sent. */
  sendNotice: endpoint({
    method: 'POST',
    path: '/bill-lading/cases/{id}/notice',
    access: edit,
    params: one,
    body: strictObject(() => ({
      toEmails: codes(emailAddress, MAIL.maxAddresses).min(1),
      ccEmails: codes(emailAddress, MAIL.maxAddresses).default([]),
      subject: text(200),
      text: note(10_000),
    })),
    answer: caseRow,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED', 'STATE_NOT_ALLOWED', 'CLAIM_INCOMPLETE', 'CLAIM_NOTICED'],
    creates: true,
    extension: true,
  }),
  /** States that notice was given in another way, or undoes that statement. */
  noteNotice: endpoint({
    method: 'PUT',
    path: '/bill-lading/cases/{id}/notice',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1), noticeSentAt: caseRow.shape.noticeSentAt })),
    answer: caseRow,
    errors: ['STALE_DATA', 'BILL_REMOVED', 'BILL_ARCHIVED', 'STATE_NOT_ALLOWED', 'CLAIM_NOTICED'],
    extension: true,
  }),
};
