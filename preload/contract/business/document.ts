import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type ErrorCode, problem } from '../errors';
import { approvalSteps, choice, count, date, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
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

/** Documents that are approved before they count (reference 3.4). */
export const documentTypes = ['contract', 'standard_quote', 'order_quote', 'taxation'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** All that somebody else approves: documents, and what is filed with US customs. */
export const approvedTypes = [...documentTypes, 'isf', 'entry'] as const;
export type ApprovedType = (typeof approvedTypes)[number];

/** Where what is approved is listed; a document stands at `detail/` and its id beneath. */
export const documentLists = {
  contract: '/business/contract',
  standard_quote: '/business/standard-quote',
  order_quote: '/business/order-quote',
  taxation: '/business/taxation',
  isf: '/sea/isf',
  entry: '/sea/entry',
} as const satisfies Record<ApprovedType, string>;

/** What every such document has besides its contents. */
export const documentFields = {
  state: stateOf({ name: 'document', states: documentStates }),
  /** 1, and one more for each copy that follows on an approved one. */
  versionNo: count(1),
  copiedFromId: id().nullable(),
  submittedAt: dateTime().nullable(),
  submittedBy: ref('staff').nullable(),
  /** Steps from the open one on: a copy, so that a change of the setting changes no approval under way. */
  waiting: approvalSteps().nullable(),
  /** Number of the open step, from 1. */
  stepNo: count(1).nullable(),
  stepDueAt: dateTime().nullable(),
  approvalConfigId: id().nullable(),
  approvedAt: dateTime().nullable(),
  /** Once approved, it ends what it overlaps with. */
  replaces: flag(),
  /** The first day on which it no longer counts. */
  terminatedOn: date().nullable(),
  terminatedReason: note(500).nullable(),
  /** When its people were told that it ends soon. */
  endToldAt: dateTime().nullable(),
};

/** What a document's life depends on besides its state: who looks at it, and what there is of it. */
export interface DocumentFacts {
  readonly state: DocumentState;
  /** True for its owner, and for who keeps all documents of the kind. */
  readonly mine: boolean;
  /** True for who submitted it. */
  readonly submitter: boolean;
  /** True as long as it was never submitted. */
  readonly fresh: boolean;
  /** Decisions in the approval that is under way. */
  readonly decided: number;
  /** True where it is under approval and nobody is left who could decide. */
  readonly stuck: boolean;
  /** Whether the caller may decide the open step. */
  readonly decides: 'yes' | 'own' | 'no';
  /** What it lacks before it can be submitted. */
  readonly lacks: ErrorCode | null;
}

/** Who may do what with documents of a kind: write them, decide over them, keep those of others. */
export interface DocumentRights {
  readonly view: PermissionId;
  readonly edit: PermissionId;
  readonly approve: PermissionId;
  readonly manage: PermissionId;
}

const ofOwner = ({ mine }: DocumentFacts) => (mine ? undefined : problem('DOCUMENT_NOT_YOURS'));
const decider = ({ decides }: DocumentFacts) => {
  if (decides === 'yes') return undefined;
  return problem(decides === 'own' ? 'APPROVAL_SELF' : 'APPROVAL_NOT_YOURS');
};

/** The life of a document with approval (reference 3.4). */
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
          // Where nobody is left to decide, it is taken back: else it would stay under approval for ever.
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
      /** Done at night, by nobody. */
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

/** One line of the history of approvals, which nothing changes. */
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
  /** True when nobody named could decide, and a super administrator did. */
  standIn: flag(),
  remark: note(500).nullable(),
}));
export type ApprovalLogRow = z.output<typeof approvalLogRow>;

/** How far the approval of a document has come, as the caller sees it. */
export const documentProgress = object(() => ({
  /** The caller's side of it: what its life depends on. */
  facts: object(() => ({
    mine: z.boolean(),
    submitter: z.boolean(),
    fresh: z.boolean(),
    decided: z.int(),
    stuck: z.boolean(),
    decides: z.enum(['yes', 'own', 'no']),
    lacks: z.string().nullable(),
  })),
  /** Who may decide the open step. */
  next: z.array(id()),
  /** True when nobody named can, and super administrators stand in. */
  standIn: z.boolean(),
  log: z.array(approvalLogRow),
}));
export type DocumentProgress = z.output<typeof documentProgress>;

/** Refusals of a change, and of a removal: only drafts, by those whose they are, and only what was never submitted. */
export const changeRefusals = ['STATE_NOT_ALLOWED', 'DOCUMENT_NOT_YOURS'] as const;
export const removeRefusals = [...changeRefusals, 'DOCUMENT_SUBMITTED'] as const;

/** Refusals of the calls that write a document whose number is given, not typed; `wrong` are those of its own fields. */
export function writeRefusals<const W extends readonly ErrorCode[]>(wrong: W) {
  const references = ['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const;
  return {
    create: [...references, ...wrong] as const,
    update: [...references, 'STALE_DATA', ...wrong, ...changeRefusals] as const,
  };
}

/** Refusals of a document that would count beside another: also the last approver meets them. */
const overlaps: ReadonlySet<ErrorCode> = new Set([
  'QUOTE_OVERLAP',
  'ORDER_QUOTE_OVERLAP',
  'TAXATION_OVERLAP',
]);

const one = strictObject(() => ({ id: id() }));
const version = count(1).optional();

/** The calls of a document with approval, besides those of every record; `lacks` are the reasons why it cannot be submitted. */
export function documentCalls<R extends z.ZodObject>(
  path: string,
  row: R,
  { view, edit, approve, manage }: DocumentRights,
  lacks: readonly ErrorCode[],
) {
  return {
    /** How far its approval has come, who is next, and what was decided. */
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
        /** Ends what it overlaps with, once it is approved itself. */
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
        /** The first day on which it no longer counts. */
        on: date(),
      })),
      answer: row,
      errors: ['STALE_DATA', 'STATE_NOT_ALLOWED', 'DOCUMENT_DAY_PAST', 'REASON_REQUIRED'],
      extension: true,
    }),
    /** A new draft with the same contents, the next version of it. */
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

/** The approval steps over all documents. */
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
