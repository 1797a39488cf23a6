import * as z from 'zod';
import { netchbResults } from '../config/netchbAccount';
import { exchangeOf } from '../customs/exchange';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, id, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { object, strictObject } from '../shape';

/** Kinds of filings with US customs. */
export const filingKinds = ['isf', 'entry', 'entrySummary'] as const;
export type FilingKind = (typeof filingKinds)[number];
/** Records that are filed. */
export const filingObjects = ['seaIsf', 'seaEntry'] as const;
export type FilingObject = (typeof filingObjects)[number];
/** Operations of a filing at customs: adds a new record, replaces it, or deletes it. */
export const filingOperations = ['add', 'replace', 'delete'] as const;
export type FilingOperation = (typeof filingOperations)[number];
/** The codes of these operations at customs. */
export const filingActions = { add: 'A', replace: 'R', delete: 'D' } as const satisfies Record<
  FilingOperation,
  string
>;
export type FilingAction = (typeof filingActions)[FilingOperation];

/** Responses of customs to a filing. */
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

/** A response of customs to a filing, as passed to its record. */
export interface FilingEvent {
  readonly event: FilingEventName;
  /** Reference number assigned by customs. */
  readonly reference: string | null;
  /** Time of the response. */
  readonly at: string;
  readonly codes: readonly { readonly code: string; readonly text: string }[];
  readonly kind: FilingKind;
  readonly operation: FilingOperation;
}

/** States of a filing: on its way, accepted by the gateway, answered by customs, in need of a person. */
export const filingStates = {
  queued: { rank: 10, tone: 'progress' },
  sent: { rank: 20, tone: 'info' },
  answered: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
  given_up: { rank: 50, tone: 'bad' },
} as const satisfies Record<string, State>;
export type FilingState = keyof typeof filingStates;

/** One message to the gateway, with its result. */
export const filingRow = object(() => ({
  id: id(),
  accountId: ref('netchbAccount'),
  kind: choice('filingKind', filingKinds),
  operation: choice('filingOperation', filingOperations),
  objectType: choice('filingObject', filingObjects),
  objectId: id(),
  objectNo: text(40),
  /** Identical for each attempt: the gateway accepts it once. */
  messageId: text(40),
  state: stateOf({ name: 'filing', states: filingStates }),
  /** Result of the last call. */
  result: choice('netchbResult', netchbResults).nullable(),
  /** Reference number assigned by customs. */
  reference: text(40).nullable(),
  /** Failed calls in a row. */
  attempts: count(),
  /** Time of the next call of the gateway; null if there is none. */
  nextAt: dateTime().nullable(),
  /** Time by which a response is expected. */
  dueAt: dateTime().nullable(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  /** When the gateway accepted it. */
  sentAt: dateTime().nullable(),
  /** When customs accepted or rejected it. */
  answeredAt: dateTime().nullable(),
}));
export type Filing = z.output<typeof filingRow>;

/** Permissions to see filings, and to send them. */
const viewers = [permit('sea.isf.view'), permit('sea.entry.view'), permit('config.netchb.view')] as const;
const filers = [permit('sea.isf.file'), permit('sea.entry.file')] as const;

/** Actions on a filing: send a failed one again, and ask customs again about a sent one. */
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
      refusal: 'FILING_NOT_AT_CUSTOMS',
    },
  },
});

/** Calls of the gateway. */
export const filingExchange = exchangeOf(choice('netchbResult', netchbResults));

const ids = strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK) }));

/** Filings: the log, a filing with its exchanges, sending again, asking again. */
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
  /** Sends a filing that failed again. */
  send: endpoint({
    method: 'POST',
    path: '/netchb/filing-send',
    access: filers,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
  /** Asks customs now for the result of a sent filing. */
  ask: endpoint({
    method: 'POST',
    path: '/netchb/filing-ask',
    access: filers,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
};
