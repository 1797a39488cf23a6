import * as z from 'zod';
import { endpoint } from '../endpoint';
import { fileErrors, problem } from '../errors';
import {
  choice,
  code,
  count,
  date,
  dateTime,
  id,
  money,
  note,
  ref,
  size,
  stateOf,
  text,
  weight,
} from '../fields';
import { MAX_BULK, MAX_UPLOAD } from '../limits';
import { countPer, machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { type PermissionId, permit } from '../permissions';
import { bulkAnswer, exportOf, patchOf, recordFields, selectedWith, selectionOf, warning } from '../resource';
import { mrn } from '../rules/customs';
import { type LetterKind, letterFields, letterKinds } from '../rules/letterReading';
import { fromMinor, toMinor } from '../rules/money';
import { currencyCode } from '../rules/places';
import { extended, object, strictObject } from '../shape';

/** Where a mail of a partner stands. `received`: no mail box recognised it, a person says what it is. */
export const letterStates = {
  received: { rank: 10, tone: 'info' },
  unmatched: { rank: 20, tone: 'warning' },
  matched: { rank: 30, tone: 'progress' },
  processed: { rank: 40, tone: 'good' },
  ignored: { rank: 50, tone: 'neutral' },
} as const satisfies Record<string, State>;
export type LetterState = keyof typeof letterStates;
export const letterStateNames = namesOf(letterStates);

const common = {
  ...recordFields,
  /** When it was sent; when it was taken in, where it does not say. */
  receivedAt: dateTime(),
  mailFrom: text(320),
  mailTo: text(1000).nullable(),
  subject: text(500).nullable(),
  mailboxId: ref('mailbox').nullable(),
  status: stateOf({ name: 'letter', states: letterStates }),
  billId: id().nullable(),
  billNo: text(16).nullable(),
  batchNo: text(30).nullable(),
  landingAirportId: id().nullable(),
  /** The number of the bill as the mail has it, right or wrong. */
  statedBillNo: text(60).nullable(),
  fileCount: count(),
  /** When somebody first looked at it. */
  openedAt: dateTime().nullable(),
  ignoreReason: text(500).nullable(),
  processedAt: dateTime().nullable(),
  processedBy: ref('staff').nullable(),
};

/** A notice of arrival: how much of a bill a cargo station has, and from when it can be picked up. */
export const noaMailRow = object(() => ({
  ...common,
  pieces: count(0, 5000).nullable(),
  weight: weight().nullable(),
  cargoStationId: ref('cargoStation').nullable(),
  readyAt: dateTime('landing').nullable(),
  storageFrom: dateTime('landing').nullable(),
  boxCount: count().nullable(),
  /** Pieces of the notice less the boxes of the bill. */
  difference: count(-1_000_000).nullable(),
}));
export type NoaMail = z.output<typeof noaMailRow>;

const amount = money().nullable();
/** A tax assessment: what customs wants to be paid for one declaration. */
export const utbMailRow = object(() => ({
  ...common,
  mrn: code(mrn).nullable(),
  utbNo: text(30).nullable(),
  dutyAmount: amount,
  vatAmount: amount,
  itemDutyAmount: amount,
  otherAmount: amount,
  totalAmount: amount,
  currency: code(currencyCode),
  dueDate: date().nullable(),
  paymentReference: text(60).nullable(),
}));
export type UtbMail = z.output<typeof utbMailRow>;
export type Letter = NoaMail | UtbMail;

/** The parts of an assessment of which its total is made. */
export const taxParts = ['dutyAmount', 'vatAmount', 'itemDutyAmount', 'otherAmount'] as const;

/** Why the parts of an assessment and its total cannot both be right; parts that are not known count as nothing. */
export function taxProblem(row: Pick<UtbMail, (typeof taxParts)[number] | 'totalAmount' | 'currency'>) {
  const { totalAmount: total, currency } = row;
  const parts = taxParts.flatMap((name) => row[name] ?? []);
  if (total === null || parts.length === 0) return undefined;
  const sum = parts.reduce((all, part) => all + toMinor(part, currency), 0);
  return sum === toMinor(total, currency)
    ? undefined
    : problem('UTB_SUM', { sum: fromMinor(sum, currency), total, currency });
}

const missing = (field: string) => problem('REQUIRED', { field: { field } });

/** What may happen to a mail of a kind. A bill that is set otherwise already is asked about before it is overwritten. */
const letterMachine = (kind: LetterKind) => {
  const edit = permit(`config.${kind}Mail.edit`);
  const open = ['received', 'unmatched', 'matched'] as const;
  return machine<Partial<NoaMail & UtbMail> & Pick<Letter, 'status'>>()({
    name: 'letter',
    calls: {
      process: `${kind}Mail.process`,
      match: `${kind}Mail.match`,
      assign: `${kind}Mail.assign`,
      ignore: `${kind}Mail.act`,
      restore: `${kind}Mail.act`,
      reopen: `${kind}Mail.reopen`,
    },
    states: letterStates,
    stateOf: ({ status }) => status,
    always: [],
    actions: {
      process: {
        from: ['matched'],
        to: 'processed',
        permission: edit,
        refusal: 'LETTER_NOT_MATCHED',
        guards: [
          (row) => {
            if (kind === 'noa') return (row.pieces ?? null) === null ? missing('pieces') : undefined;
            return (row.totalAmount ?? null) === null ? missing('totalAmount') : taxProblem(row as UtbMail);
          },
        ],
        inverse: 'reopen',
        tone: 'primary',
      },
      match: { from: [...open], to: 'matched', permission: edit },
      assign: { from: ['received', 'unmatched'], to: 'computed', permission: edit },
      update: { from: [...open], to: 'same', permission: edit },
      ignore: {
        from: [...open],
        to: 'ignored',
        permission: edit,
        asks: strictObject(() => ({ reason: text(500) })),
        inverse: 'restore',
      },
      restore: { from: ['ignored'], to: 'computed', permission: edit, inverse: 'ignore' },
      reopen: { from: ['processed'], to: 'matched', permission: permit(`config.${kind}Mail.reopen`) },
    },
  });
};
/** The machines of both kinds. */
export const letterMachines = { noa: letterMachine('noa'), utb: letterMachine('utb') } as const;
export type LetterAction = keyof (typeof letterMachines)['noa']['actions'];

/** What a person may put right in what was read. */
export const letterEdits = {
  noa: ['statedBillNo', 'pieces', 'weight', 'cargoStationId', 'readyAt', 'storageFrom'],
  utb: [
    'statedBillNo',
    'mrn',
    'utbNo',
    'dutyAmount',
    'vatAmount',
    'itemDutyAmount',
    'otherAmount',
    'totalAmount',
    'currency',
    'dueDate',
    'paymentReference',
  ],
} as const;

const filters = [
  'status',
  'mailboxId',
  'billId',
  'billNo',
  'statedBillNo',
  'receivedAt',
  'mailFrom',
] as const;
export const letterFilters = {
  noa: [...filters, 'cargoStationId', 'readyAt'],
  utb: [...filters, 'mrn', 'utbNo', 'dueDate'],
} as const;
export const letterSorts = ['receivedAt', 'status'] as const;

/** Where one thing was read in the mail, and why it means nothing where it does not. */
const taken = object(() => ({
  field: z.enum([...new Set(letterKinds.flatMap((kind) => [...letterFields[kind]]))]),
  text: z.string(),
  problem: z.string().nullable(),
}));
export const letterParts = {
  text: z.string(),
  taken: z.array(taken),
  /** What hangs on the mail, and can be saved. */
  files: z.array(object(() => ({ fileId: z.string(), fileName: text(255), size: size(), mime: text(120) }))),
  /** Names of what hung on it and was not kept. */
  leftOut: z.array(z.string()),
  /** Bills that the mail may mean. */
  candidates: z.array(
    object(() => ({
      id: id(),
      billNo: text(16),
      batchNo: text(30),
      boxCount: count(),
      customerId: ref('customer'),
    })),
  ),
};

/** A mail as it was taken in; `known` when it had been before, and nothing was made or changed. */
const takenIn = { known: z.boolean() };

const one = strictObject(() => ({ id: id() }));
const mailboxId = id().optional();

/** The calls of one inbox. */
function letterApi<
  S extends Readonly<Record<string, z.ZodType>>,
  const F extends readonly (keyof S & string)[],
  const D extends readonly (keyof S & string)[],
>(
  kind: LetterKind,
  path: string,
  shape: { readonly row: z.ZodObject<S>; readonly filters: F; readonly edits: D },
  permits: { readonly view: PermissionId; readonly edit: PermissionId; readonly reopen: PermissionId },
) {
  const { row } = shape;
  const { view, edit, reopen } = permits;
  const query = extended(listQuery(row, shape.filters, letterSorts as readonly (keyof S & string)[]), () => ({
    unopened: z.boolean().optional(),
  }));
  const detail = extended(row, () => letterParts);
  const errors = ['STALE_DATA', 'STATE_NOT_ALLOWED'] as const;
  return {
    list: endpoint({ method: 'GET', path, access: view, query, answer: pageOf(row) }),
    /** How many stand in each state, and how many of those nobody has looked at. */
    count: endpoint({
      method: 'GET',
      path: `${path}/count`,
      access: view,
      answer: object(() => ({ states: object(() => countPer(letterStateNames)), unopened: z.int() })),
      extension: true,
    }),
    export: exportOf(path, view, query, true),
    get: endpoint({ method: 'GET', path: `${path}/{id}`, access: view, params: one, answer: detail }),
    /** Takes in a mail from its file. */
    upload: endpoint({
      method: 'POST',
      path,
      access: edit,
      kind: 'upload',
      query: strictObject(() => ({ mailboxId })),
      file: { types: ['eml'], max: MAX_UPLOAD },
      answer: extended(row, () => takenIn),
      errors: [...fileErrors, 'FILE_BROKEN', 'REFERENCE_UNKNOWN', 'LETTER_KNOWN'],
      creates: true,
    }),
    /** Takes in a mail from its text. */
    paste: endpoint({
      method: 'POST',
      path: `${path}/text`,
      access: edit,
      body: strictObject(() => ({
        mailboxId,
        from: text(320),
        subject: text(500).nullable().default(null),
        text: note(100_000).min(1),
        receivedAt: dateTime().optional(),
      })),
      answer: extended(row, () => takenIn),
      errors: ['REFERENCE_UNKNOWN', 'NODE_FUTURE', 'LETTER_KNOWN'],
      creates: true,
      extension: true,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access: edit,
      params: one,
      body: patchOf(row, shape.edits),
      answer: row,
      errors: [...errors, ...(kind === 'noa' ? (['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const) : [])],
    }),
    /** Reads it anew by the rules of a mail box that a person names. */
    assign: endpoint({
      method: 'PUT',
      path: `${path}/{id}/mailbox`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version: count(1), mailboxId: id() })),
      answer: row,
      errors: [...errors, 'REFERENCE_UNKNOWN'],
      extension: true,
    }),
    /** Says of which bill it speaks. */
    match: endpoint({
      method: 'PUT',
      path: `${path}/{id}/match`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version: count(1), billId: id() })),
      answer: row,
      errors: [...errors, 'BILL_REMOVED', 'BILL_ARCHIVED'],
      extension: true,
    }),
    /** Writes what it says to its bill. What stands there otherwise is replaced only with `overwrite`. */
    process: endpoint({
      method: 'PUT',
      path: `${path}/{id}/process`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version: count(1), overwrite: z.boolean().default(false) })),
      answer: object(() => ({ letter: row, warnings: z.array(warning) })),
      errors: [
        'STALE_DATA',
        'LETTER_NOT_MATCHED',
        'LETTER_OVERWRITE',
        'BILL_REMOVED',
        'BILL_ARCHIVED',
        ...(kind === 'noa'
          ? (['NODE_ORDER', 'NODE_MISSING', 'NODE_FUTURE'] as const)
          : (['UTB_SUM'] as const)),
      ],
      extension: true,
    }),
    /** Sets mails aside, and takes them up again. */
    act: endpoint({
      method: 'PUT',
      path: `${path}/state`,
      access: edit,
      body: selectedWith(query, {
        action: choice('letterAction', ['ignore', 'restore']),
        reason: text(500).optional(),
      }),
      answer: bulkAnswer,
      errors: ['REASON_REQUIRED', 'COUNT_CHANGED'],
      extension: true,
    }),
    /** Takes up again what was processed; what it wrote stays. */
    reopen: endpoint({
      method: 'PUT',
      path: `${path}/reopen`,
      access: reopen,
      body: selectionOf(query),
      answer: bulkAnswer,
      errors: ['COUNT_CHANGED'],
      extension: true,
    }),
    /** Says that somebody has looked at them. */
    opened: endpoint({
      method: 'PUT',
      path: `${path}/opened`,
      access: view,
      body: strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK) })),
      answer: object(() => ({ opened: z.int() })),
      extension: true,
    }),
    file: endpoint({
      method: 'GET',
      path: `${path}/{id}/file/{fileId}`,
      access: view,
      kind: 'blob',
      params: strictObject(() => ({ id: id(), fileId: z.string().max(64) })),
      extension: true,
    }),
  };
}

/** The inbox of notices of arrival. */
export const noaMailApi = letterApi(
  'noa',
  '/mini-tools/noa-mail',
  { row: noaMailRow, filters: letterFilters.noa, edits: letterEdits.noa },
  {
    view: permit('config.noaMail.view'),
    edit: permit('config.noaMail.edit'),
    reopen: permit('config.noaMail.reopen'),
  },
);

/** The inbox of tax assessments. */
export const utbMailApi = letterApi(
  'utb',
  '/mini-tools/utb-mail',
  { row: utbMailRow, filters: letterFilters.utb, edits: letterEdits.utb },
  {
    view: permit('config.utbMail.view'),
    edit: permit('config.utbMail.edit'),
    reopen: permit('config.utbMail.reopen'),
  },
);
