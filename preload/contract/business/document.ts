import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type ErrorCode, problem } from '../errors';
import { choice, count, date, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { approvalSteps } from '../lineFields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { type PermissionId, permit } from '../permissions';
import { exportOf } from '../resource';
import { object, strictObject } from '../shape';

export const documentStates = {
  draft: { rank: 10, tone: 'neutral' },
  pending: { rank: 20, tone: 'progress' },
  rejected: { rank: 30, tone: 'bad' },
  approved: { rank: 40, tone: 'good' },
  expired: { rank: 50, tone: 'warning' },
  terminated: { rank: 60, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type DocumentState = keyof typeof documentStates;

/** Documents that take effect only after approval (reference 3.4). */
export const documentTypes = ['contract', 'standard_quote', 'order_quote', 'taxation'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Records subject to approval: documents, filings with US customs, and payments above an amount. */
export const approvedTypes = [...documentTypes, 'isf', 'entry', 'payment'] as const;
export type ApprovedType = (typeof approvedTypes)[number];

/** List screens of approved records. */
export const documentLists = {
  contract: '/business/contract',
  standard_quote: '/business/standard-quote',
  order_quote: '/business/order-quote',
  taxation: '/business/taxation',
  isf: '/sea/isf',
  entry: '/sea/entry',
  payment: '/bil-fee/payment',
} as const satisfies Record<ApprovedType, string>;

/** Path of the screen that shows an approved record. */
export const documentPath = (type: ApprovedType, docId: number): string =>
  `${documentLists[type]}${type === 'payment' ? '?id=' : '/detail/'}${docId}`;

/** Fields of every such document besides its contents. */
export const documentFields = {
  state: stateOf({ name: 'document', states: documentStates }),
  /** 1, plus one for each copy made of an approved version. */
  versionNo: count(1),
  copiedFromId: id().nullable(),
  submittedAt: dateTime().nullable(),
  submittedBy: ref('staff').nullable(),
  /**
   * Remaining steps, the open one first. A copy, so that a change of the setting does not affect a running approval.
   */
  waiting: approvalSteps().nullable(),
  /** Number of the open step, from 1. */
  stepNo: count(1).nullable(),
  stepDueAt: dateTime().nullable(),
  approvalConfigId: id().nullable(),
  approvedAt: dateTime().nullable(),
  /** If true, its approval ends overlapping documents. */
  replaces: flag(),
  /** The first day on which it is no longer valid. */
  terminatedOn: date().nullable(),
  terminatedReason: note(500).nullable(),
  /** When its people were notified that it ends soon. */
  endToldAt: dateTime().nullable(),
};

/** Permission of the caller to decide the open step of an approval; `own`: not on their own submission. */
export const decides = z.enum(['yes', 'own', 'no']);

/** Inputs of a document's lifecycle besides its state: the caller's role, and facts about it. */
export interface DocumentFacts {
  readonly state: DocumentState;
  /** True for its owner, and for managers of all documents of the kind. */
  readonly mine: boolean;
  /** True if the caller submitted it. */
  readonly submitter: boolean;
  /** True if it was never submitted. */
  readonly fresh: boolean;
  /** Number of decisions in the running approval. */
  readonly decided: number;
  /** True if it is under approval and nobody is left who could decide. */
  readonly stuck: boolean;
  readonly decides: z.output<typeof decides>;
  /** Problem that prevents its submission. */
  readonly lacks: ErrorCode | null;
}

/** Permissions on documents of a kind: to edit, to decide, to manage those of others. */
export interface DocumentRights {
  readonly view: PermissionId;
  readonly edit: PermissionId;
  readonly approve: PermissionId;
  readonly manage: PermissionId;
}

const ofOwner = ({ mine }: DocumentFacts) => (mine ? undefined : problem('DOCUMENT_NOT_YOURS'));
/** Guard of decisions: refuses those that are not for the caller to make. */
export const decider = (facts: { readonly decides?: z.output<typeof decides> }) => {
  if (facts.decides === 'yes') return undefined;
  return problem(facts.decides === 'own' ? 'APPROVAL_SELF' : 'APPROVAL_NOT_YOURS');
};

/** Lifecycle of a document with approval (reference 3.4). */
export const documentMachine = ({ edit, approve, manage }: DocumentRights, group: string) =>
  machine<DocumentFacts>()({
    name: 'document',
    calls: {
      withdraw: `${group}.withdraw`,
      terminate: `${group}.terminate`,
      copy: `${group}.copy`,
    },
    states: documentStates,
    stateOf: (row) => row.state,
    always: [],
    actions: {
      update: { from: ['draft', 'rejected'], to: 'draft', permission: edit, guards: [ofOwner] },
      submit: {
        from: ['draft', 'rejected'],
        to: 'computed',
        permission: edit,
        guards: [ofOwner, ({ lacks }) => (lacks ? problem(lacks) : undefined)],
        inverse: 'withdraw',
        tone: 'primary',
      },
      withdraw: {
        from: ['pending'],
        to: 'draft',
        permission: edit,
        guards: [
          // If nobody is left to decide, it can be withdrawn: otherwise it would be under approval for ever.
          ({ submitter, mine, stuck }) =>
            submitter || (stuck && mine) ? undefined : problem('DOCUMENT_NOT_SUBMITTER'),
          ({ decided, stuck }) => (decided > 0 && !stuck ? problem('DOCUMENT_DECIDED') : undefined),
        ],
        inverse: 'submit',
      },
      approve: {
        from: ['pending'],
        to: 'computed',
        permission: approve,
        guards: [decider],
        tone: 'primary',
      },
      reject: { from: ['pending'], to: 'rejected', permission: approve, guards: [decider], tone: 'danger' },
      terminate: { from: ['approved'], to: 'computed', permission: manage, tone: 'danger' },
      /** Done automatically at night. */
      expire: { from: ['approved'], to: 'expired', permission: manage },
      copy: { from: ['approved', 'expired', 'terminated', 'rejected'], to: 'same', permission: edit },
      delete: {
        from: ['draft'],
        to: 'gone',
        permission: edit,
        guards: [ofOwner, ({ fresh }) => (fresh ? undefined : problem('DOCUMENT_SUBMITTED'))],
        tone: 'danger',
      },
    },
  });
export type DocumentAction = keyof ReturnType<typeof documentMachine>['actions'];

export const approvalActions = [
  'submit',
  'withdraw',
  'approve',
  'reject',
  'auto',
  'terminate',
  'expire',
  'replace',
  'renew',
] as const;

/** One line of the approval history, which is never changed. */
export const approvalLogRow = object(() => ({
  id: id(),
  at: dateTime(),
  docType: choice('approvalDoc', approvedTypes),
  docId: id(),
  docNo: text(40),
  stepNo: count(1).nullable(),
  stepName: text(60).nullable(),
  action: choice('approvalAction', approvalActions),
  staffId: ref('staff').nullable(),
  /** True if nobody named could decide, and a super administrator did. */
  standIn: flag(),
  remark: note(500).nullable(),
}));
export type ApprovalLogRow = z.output<typeof approvalLogRow>;

/** Progress of a document's approval, as seen by the caller. */
export const documentProgress = object(() => ({
  /** The caller's role: inputs of the lifecycle. */
  facts: object(() => ({
    mine: z.boolean(),
    submitter: z.boolean(),
    fresh: z.boolean(),
    decided: z.int(),
    stuck: z.boolean(),
    decides,
    lacks: z.string().nullable(),
  })),
  /** People who may decide the open step. */
  next: z.array(id()),
  /** True when nobody named can, and super administrators stand in. */
  standIn: z.boolean(),
  log: z.array(approvalLogRow),
}));
export type DocumentProgress = z.output<typeof documentProgress>;

/** Errors of changing and deleting: only own drafts, and only those never submitted. */
export const changeRefusals = ['STATE_NOT_ALLOWED', 'DOCUMENT_NOT_YOURS'] as const;
export const removeRefusals = [...changeRefusals, 'DOCUMENT_SUBMITTED'] as const;

/** Errors of the calls that write a document with an assigned number; `wrong` are those of its own fields. */
export function writeRefusals<const W extends readonly ErrorCode[]>(wrong: W) {
  const references = ['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const;
  return {
    create: [...references, ...wrong] as const,
    update: [...references, 'STALE_DATA', ...wrong, ...changeRefusals] as const,
  };
}

/** Errors of a document that overlaps another; the last approver gets them too. */
const overlaps: ReadonlySet<ErrorCode> = new Set([
  'QUOTE_OVERLAP',
  'ORDER_QUOTE_OVERLAP',
  'TAXATION_OVERLAP',
]);

const one = strictObject(() => ({ id: id() }));
const version = count(1).optional();

/** Calls of a document with approval, besides the usual ones; `lacks` are the errors that prevent submission. */
export function documentCalls<R extends z.ZodObject>(
  path: string,
  row: R,
  { view, edit, approve, manage }: DocumentRights,
  lacks: readonly ErrorCode[],
) {
  return {
    /** Progress of its approval: next deciders and past decisions. */
    progress: endpoint({
      method: 'GET',
      path: `${path}/{id}/progress`,
      access: view,
      params: one,
      answer: documentProgress,
      extension: true,
    }),
    submit: endpoint({
      method: 'PUT',
      path: `${path}/{id}/submit`,
      access: edit,
      params: one,
      body: strictObject(() => ({
        version,
        /** True to end overlapping documents once it is approved. */
        replace: z.boolean().default(false),
      })),
      answer: row,
      errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'DOCUMENT_NOT_YOURS', ...lacks],
    }),
    withdraw: endpoint({
      method: 'PUT',
      path: `${path}/{id}/withdraw`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version })),
      answer: row,
      errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'DOCUMENT_NOT_SUBMITTER', 'DOCUMENT_DECIDED'],
      extension: true,
    }),
    approval: endpoint({
      method: 'PUT',
      path: `${path}/{id}/approval`,
      access: approve,
      params: one,
      body: strictObject(() => ({
        version,
        result: z.enum(['approve', 'reject']),
        remark: note(500).nullable().default(null),
      })),
      answer: row,
      errors: [
        'STALE_DATA',
        'STATE_NOT_ALLOWED',
        'APPROVAL_NOT_YOURS',
        'APPROVAL_SELF',
        'REASON_REQUIRED',
        ...lacks.filter((code) => overlaps.has(code)),
      ],
    }),
    terminate: endpoint({
      method: 'PUT',
      path: `${path}/{id}/terminate`,
      access: manage,
      params: one,
      body: strictObject(() => ({
        version,
        reason: note(500),
        /** The first day on which it is no longer valid. */
        on: date(),
      })),
      answer: row,
      errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'DOCUMENT_DAY_PAST', 'REASON_REQUIRED'],
      extension: true,
    }),
    /** Creates a draft with the same contents as the next version. */
    copy: endpoint({
      method: 'POST',
      path: `${path}/{id}/copy`,
      access: edit,
      params: one,
      answer: row,
      errors: ['STATE_NOT_ALLOWED'],
      creates: true,
      extension: true,
    }),
  };
}

const logFilters = ['docType', 'docNo', 'action', 'staffId', 'at'] as const;
const logQuery = listQuery(approvalLogRow, logFilters, ['at', 'docNo']);

export { logFilters as approvalLogFilters };

/** The approval history of all documents. */
export const approvalLogApi = {
  list: endpoint({
    method: 'GET',
    path: '/approval-log',
    access: permit('business.log.view'),
    query: logQuery,
    answer: pageOf(approvalLogRow),
    extension: true,
  }),
  export: exportOf('/approval-log', permit('business.log.view'), logQuery, true),
};
