import * as z from 'zod';
import { netchbResults } from '../config/netchbAccount';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, id, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { object, strictObject } from '../shape';

/** What is filed with US customs. */
export const filingKinds = ['isf', 'entry', 'entrySummary'] as const;
export type FilingKind = (typeof filingKinds)[number];
/** Records that are filed. */
export const filingObjects = ['seaIsf', 'seaEntry'] as const;
export type FilingObject = (typeof filingObjects)[number];
/** What a filing does at customs: it adds what was not there, replaces what was, or deletes it. */
export const filingOperations = ['add', 'replace', 'delete'] as const;
export type FilingOperation = (typeof filingOperations)[number];
/** The same in the letters of customs. */
export const filingActions = { add: 'A', replace: 'R', delete: 'D' } as const satisfies Record<
  FilingOperation,
  string
>;
export type FilingAction = (typeof filingActions)[FilingOperation];

/** What customs says of a filing. */
export const filingEvents = [
  'received',
  'accepted',
  'accepted_warning',
  'rejected',
  'matched',
  'docs_required',
  'exam',
  'hold',
  'released',
  'liquidated',
] as const;
export type FilingEventName = (typeof filingEvents)[number];

/** Something that customs said of a filing, as its record hears it. */
export interface FilingEvent {
  readonly event: FilingEventName;
  /** The number that customs gave it. */
  readonly reference: string | null;
  /** When customs said it. */
  readonly at: string;
  readonly codes: readonly { readonly code: string; readonly text: string }[];
  readonly kind: FilingKind;
  readonly operation: FilingOperation;
}

/** Where a filing stands on its way: on it, taken by the gateway, answered by customs, in need of a person. */
export const filingStates = {
  queued: { rank: 10, tone: 'progress' },
  sent: { rank: 20, tone: 'info' },
  answered: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
  given_up: { rank: 50, tone: 'bad' },
} as const satisfies Record<string, State>;
export type FilingState = keyof typeof filingStates;

/** One message to the gateway and what became of it. */
export const filingRow = object(() => ({
  id: id(),
  accountId: ref('netchbAccount'),
  kind: choice('filingKind', filingKinds),
  operation: choice('filingOperation', filingOperations),
  objectType: choice('filingObject', filingObjects),
  objectId: id(),
  objectNo: text(40),
  /** The same however often it is sent: the gateway takes it once. */
  messageId: text(40),
  state: stateOf({ name: 'filing', states: filingStates }),
  /** What came of the last call. */
  result: choice('netchbResult', netchbResults).nullable(),
  /** The number that customs gave it. */
  reference: text(40).nullable(),
  /** Failed calls in a row. */
  attempts: count(),
  /** When the gateway is called next; empty when it is not. */
  nextAt: dateTime().nullable(),
  /** Until when an answer is expected. */
  dueAt: dateTime().nullable(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  /** When the gateway took it. */
  sentAt: dateTime().nullable(),
  /** When customs accepted or rejected it. */
  answeredAt: dateTime().nullable(),
}));
export type Filing = z.output<typeof filingRow>;

/** Who looks at filings, and who sends them. */
const viewers = [permit('sea.isf.view'), permit('sea.entry.view'), permit('config.netchb.view')] as const;
const filers = [permit('sea.isf.file'), permit('sea.entry.file')] as const;

/** What a person may do with a filing: send what was given up once more, and ask anew what became of what was taken. */
export const filingMachine = machine<Pick<Filing, 'state'>>()({
  name: 'filing',
  calls: { send: 'filing.send', ask: 'filing.ask' },
  states: filingStates,
  stateOf: (filing) => filing.state,
  always: [],
  actions: {
    send: {
      from: ['failed', 'given_up'],
      to: 'queued',
      permission: permit('sea.isf.file'),
      refusal: 'FILING_ON_WAY',
      tone: 'primary',
    },
    ask: {
      from: ['sent', 'answered'],
      to: 'same',
      permission: permit('sea.isf.file'),
      refusal: 'FILING_NOT_TAKEN',
    },
  },
});

/** One call of the gateway, or several that came to the same: what was sent and what came back, without the login. */
export const filingExchange = object(() => ({
  id: id(),
  at: dateTime(),
  /** When the last of them was. */
  lastAt: dateTime(),
  times: count(1),
  operation: choice('filingCall', ['file', 'status']),
  /** Milliseconds of the last. */
  durationMs: count(),
  httpStatus: count().nullable(),
  result: choice('netchbResult', netchbResults),
  request: z.string(),
  answer: z.string().nullable(),
}));

const ids = strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK) }));

/** Filings: the log, one with all that went over the line, sending again, asking again. */
export const filingApi = {
  list: endpoint({
    method: 'GET',
    path: '/netchb/filing',
    access: viewers,
    query: listQuery(
      filingRow,
      [
        'accountId',
        'kind',
        'operation',
        'objectType',
        'objectId',
        'objectNo',
        'state',
        'result',
        'createdAt',
      ],
      ['createdAt'],
    ),
    answer: pageOf(filingRow),
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/netchb/filing/{id}',
    access: viewers,
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({ ...filingRow.shape, exchanges: z.array(filingExchange) })),
    extension: true,
  }),
  /** Sends once more what could not be sent. */
  send: endpoint({
    method: 'POST',
    path: '/netchb/filing-send',
    access: filers,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
  /** Asks customs now what became of what was sent. */
  ask: endpoint({
    method: 'POST',
    path: '/netchb/filing-ask',
    access: filers,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
};
