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

/** States of a partner's mail. `received`: no mailbox recognised it, and a person must say what it is. */
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
  /** Time it was sent; time it was taken in, if it has none. */
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
  /** The bill number in the mail, valid or not. */
  statedBillNo: text(60).nullable(),
  fileCount: count(),
  /** When somebody first opened it. */
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
/** A tax assessment: the amount customs demands for one declaration. */
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

/** The parts that add up to an assessment's total. */
export const taxParts = ['dutyAmount', 'vatAmount', 'itemDutyAmount', 'otherAmount'] as const;

/** Returns why the parts of an assessment contradict its total; unknown parts count as zero. */
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

/** Actions on a mail of a kind. Before values of the bill are overwritten, the user is asked. */
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

/** Extracted fields that a person may correct. */
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

/** A text extracted from the mail, with its problem if it has no meaning. */
const extractedField = object(() => ({
  field: z.enum([...new Set(letterKinds.flatMap((kind) => [...letterFields[kind]]))]),
  text: z.string(),
  problem: z.string().nullable(),
}));
export const letterParts = {
  text: z.string(),
  taken: z.array(extractedField),
  /** Attachments that can be saved. */
  files: z.array(object(() => ({ fileId: z.string(), fileName: text(255), size: size(), mime: text(120) }))),
  /** Names of attachments that were not kept. */
  leftOut: z.array(z.string()),
  /** Bills that the mail may be about. */
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

/** Result of taking in a mail; `known` if it had been taken in before, and nothing was changed. */
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
    /** Number of mails per state, and how many of these are unopened. */
    count: endpoint({
      method: 'GET',
      path: `${path}/count`,
      access: view,
      answer: object(() => ({ states: object(() => countPer(letterStateNames)), unopened: z.int() })),
      extension: true,
    }),
    export: exportOf(path, view, query, true),
    get: endpoint({ method: 'GET', path: `${path}/{id}`, access: view, params: one, answer: detail }),
    /** Takes in a mail from a file. */
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
    /** Takes in a mail from pasted text. */
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
    /** Reads it again by the rules of a mailbox selected by a person. */
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
    /** Sets its bill. */
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
    /** Writes its values to the bill. Different existing values are replaced only with `overwrite`. */
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
    /** Sets mails aside, or reopens them. */
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
    /** Reopens a processed mail; the values it wrote remain. */
    reopen: endpoint({
      method: 'PUT',
      path: `${path}/reopen`,
      access: reopen,
      body: selectionOf(query),
      answer: bulkAnswer,
      errors: ['COUNT_CHANGED'],
      extension: true,
    }),
    /** Marks mails as opened. */
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
