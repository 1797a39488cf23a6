import * as z from 'zod';
import { batchBoxes } from '../bill/awb';
import { problem } from '../errors';
import { code, count, date, dateTime, id, money, ref, size, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { permit } from '../permissions';
import { recordFields } from '../resource';
import { mrn } from '../rules/customs';
import { type LetterKind, letterFields, letterKinds } from '../rules/letterReading';
import { fromMinor, toMinor } from '../rules/money';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';

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
  /** Pieces of the notice less the boxes of the waybill. */
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
  /** The batches of the waybill of a matched notice, over which its pieces are shared. */
  batches: z.array(batchBoxes),
};
