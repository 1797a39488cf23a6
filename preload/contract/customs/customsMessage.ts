import * as z from 'zod';
import { customsResults } from '../config/customsAccount';
import { endpoint } from '../endpoint';
import { choice, count, dateTime, id, note, ref, stateOf, text } from '../fields';
import { MAX_BULK } from '../limits';
import { machine, type State } from '../machine';
import { namesOf } from '../names';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer } from '../resource';
import { customsEvents, customsStandings } from '../rules/customsAnswers';
import { object, strictObject } from '../shape';
import { batchChanges, batchRow, oneBatch } from './batch';
import { exchangeOf } from './exchange';

/**
 * States of a message to a customs office. `sending` is stored before anything leaves: such a message may have arrived,
 * and the office is asked before it is sent again.
 */
export const customsMessageStates = {
  queued: { rank: 10, tone: 'progress' },
  sending: { rank: 15, tone: 'progress' },
  sent: { rank: 20, tone: 'info' },
  answered: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
  given_up: { rank: 50, tone: 'bad' },
} as const satisfies Record<string, State>;
export type CustomsMessageState = keyof typeof customsMessageStates;

/** One low-value declaration (H7) as a message: the consignment of one consignee, or a part of it. */
export const customsMessageRow = object(() => ({
  id: id(),
  billId: id(),
  batchId: id(),
  accountId: ref('customsAccount'),
  /** Identical for each attempt; no other message has it. */
  lrn: text(22),
  mrn: text(18).nullable(),
  trackingNo: text(40),
  items: count(1),
  state: stateOf({ name: 'customsMessage', states: customsMessageStates }),
  standing: choice('customsStanding', namesOf(customsStandings)),
  result: choice('customsResult', customsResults).nullable(),
  /** Failed calls in a row. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  /** Time by which a response is expected. */
  dueAt: dateTime().nullable(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  sentAt: dateTime().nullable(),
  answeredAt: dateTime().nullable(),
}));
export type CustomsMessage = z.output<typeof customsMessageRow>;

const view = permit('bill.customs.view');
const declare = permit('bill.customs.declare');

export const customsMessageMachine = machine<Pick<CustomsMessage, 'state'>>()({
  name: 'customsMessage',
  calls: { send: 'customsMessage.send', ask: 'customsMessage.ask' },
  states: customsMessageStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    /** Asks the office first: it may have the message. */
    send: {
      from: ['failed', 'given_up'],
      to: 'sending',
      permission: declare,
      refusal: 'FILING_ON_WAY',
      tone: 'primary',
    },
    ask: { from: ['sent', 'answered'], to: 'same', permission: declare, refusal: 'FILING_NOT_AT_CUSTOMS' },
  },
});

/** Calls of a customs office. */
export const customsExchange = exchangeOf(choice('customsResult', customsResults));

/** States of a response: received, carried out, in need of a person, settled by one. */
export const customsAnswerStates = {
  received: { rank: 10, tone: 'progress' },
  applied: { rank: 20, tone: 'good' },
  open: { rank: 30, tone: 'bad' },
  settled: { rank: 40, tone: 'neutral' },
} as const satisfies Record<string, State>;

/** A response of a customs office. */
export const customsAnswerRow = object(() => ({
  id: id(),
  accountId: ref('customsAccount'),
  /** Null while it belongs to no message of this office. */
  messageId: id().nullable(),
  billId: id().nullable(),
  batchId: id().nullable(),
  lrn: text(22).nullable(),
  mrn: text(18).nullable(),
  /** Null for one that could not be read. */
  event: choice('customsEvent', customsEvents).nullable(),
  /** Time of the decision. */
  at: dateTime(),
  receivedAt: dateTime(),
  /** Reasons or remarks of the office. */
  said: note(500).nullable(),
  state: stateOf({ name: 'customsAnswer', states: customsAnswerStates }),
  /** Why it could not be carried out. */
  reason: note(500).nullable(),
}));
export type CustomsAnswer = z.output<typeof customsAnswerRow>;

export const customsAnswerMachine = machine<Pick<CustomsAnswer, 'state'>>()({
  name: 'customsAnswer',
  calls: { retry: 'customsAnswer.retry', settle: 'customsAnswer.settle' },
  states: customsAnswerStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    retry: { from: ['open'], to: 'received', permission: declare, tone: 'primary' },
    settle: { from: ['open'], to: 'settled', permission: declare },
  },
});

const ids = strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK) }));

/** Messages to customs offices of the EU: sending a declaration, its messages with their exchanges and responses. */
export const customsMessageApi = {
  list: endpoint({
    method: 'GET',
    path: '/customs-message',
    access: view,
    query: listQuery(
      customsMessageRow,
      ['billId', 'batchId', 'accountId', 'lrn', 'mrn', 'trackingNo', 'state', 'standing', 'createdAt'],
      ['createdAt', 'lrn'],
    ),
    answer: pageOf(customsMessageRow),
    extension: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/customs-message/{id}',
    access: view,
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({
      ...customsMessageRow.shape,
      exchanges: z.array(customsExchange),
      answers: z.array(customsAnswerRow),
    })),
    extension: true,
  }),
  /** Makes the H7 messages of a lodged declaration, and sends them. */
  transmit: endpoint({
    method: 'PUT',
    path: '/bill-lading/batch/{batchId}/transmit',
    access: declare,
    params: oneBatch,
    body: strictObject(() => ({ version: count(1), accountId: ref('customsAccount') })),
    answer: batchRow,
    errors: [
      ...batchChanges,
      'CUSTOMS_NOT_H7',
      'CUSTOMS_ACCOUNT_INACTIVE',
      'CUSTOMS_TRANSMITTED',
      'CUSTOMS_LRN_LONG',
      'DECLARATION_EMPTY',
      'H7_INCOMPLETE',
    ],
    extension: true,
  }),
  /** Sends messages that failed again, unless the office has them. */
  send: endpoint({
    method: 'POST',
    path: '/customs-message/send',
    access: declare,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
  /** Asks the office now. */
  ask: endpoint({
    method: 'POST',
    path: '/customs-message/ask',
    access: declare,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
};

/** Responses of customs offices. */
export const customsAnswerApi = {
  list: endpoint({
    method: 'GET',
    path: '/customs-answer',
    access: view,
    query: listQuery(
      customsAnswerRow,
      ['accountId', 'billId', 'batchId', 'messageId', 'lrn', 'event', 'state', 'receivedAt'],
      ['receivedAt'],
    ),
    answer: pageOf(customsAnswerRow),
    extension: true,
  }),
  /** Carries open responses out, now that it may be possible. */
  retry: endpoint({
    method: 'POST',
    path: '/customs-answer/retry',
    access: declare,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
  /** Marks open responses as settled by a person. */
  settle: endpoint({
    method: 'POST',
    path: '/customs-answer/settle',
    access: declare,
    body: ids,
    answer: bulkAnswer,
    extension: true,
  }),
};
