import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, count, dateTime, id, ref, stateOf, text } from '../fields';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf } from '../resource';
import { clean } from '../rules/codes';
import type { CodeRule } from '../rules/rule';
import { object, strictObject } from '../shape';

/** Events of a bill's timeline that customers can be told of, in the order of the work. */
export const pushEvents = [
  'BILL_CREATED',
  'DATA_RECEIVED',
  'DEPARTED',
  'ARRIVED',
  'NOA',
  'PICKED_UP',
  'AT_WAREHOUSE',
  'CUSTOMS_START',
  'CUSTOMS_HOLD',
  'CUSTOMS_RELEASE',
  'CUSTOMS_FAIL',
  'OUTBOUND',
  'HUB_ARRIVED',
  'DELIVERED_HUB',
] as const;
export type PushEvent = (typeof pushEvents)[number];

/** One of {@link pushEvents}, where a customer's record lists those it wants. */
export const pushEventRule: CodeRule = {
  max: 20,
  normalise: (raw) => clean(raw).toUpperCase(),
  check: (value) => (pushEvents.some((event) => event === value) ? undefined : problem('FORMAT')),
  values: () => pushEvents,
  labels: 'pushEvent',
};

/** Where a push stands. The pusher alone says whether one was delivered. */
export const pushStates = {
  pending: { rank: 10, tone: 'progress' },
  success: { rank: 20, tone: 'good' },
  failed: { rank: 30, tone: 'bad' },
} as const satisfies Record<string, State>;

/** One event on its way to a customer's own address. */
export const apiPushRow = object(() => ({
  id: id(),
  billId: id().nullable(),
  customerId: ref('customer').nullable(),
  billNo: text(16),
  batchNo: text(30),
  event: choice('pushEvent', pushEvents),
  /** The address it is sent to. */
  target: text(300),
  status: stateOf({ name: 'apiPush', states: pushStates }),
  /** Since it was last begun: at most five. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  /** HTTP status of the last answer. */
  responseStatus: count().nullable(),
  createdAt: dateTime(),
  finishedAt: dateTime().nullable(),
}));
export type ApiPush = z.output<typeof apiPushRow>;

/** What a person may do with a push: begin it anew, unless it is still on its way. */
export const pushMachine = machine<Pick<ApiPush, 'status'>>()({
  name: 'apiPush',
  states: pushStates,
  stateOf: (push) => push.status,
  always: [],
  actions: {
    push: {
      from: ['success', 'failed'],
      to: 'pending',
      permission: permit('bill.push.push'),
      refusal: 'PUSH_PENDING',
      tone: 'primary',
    },
  },
});

/** One attempt: what came back, or why nothing did. */
export const pushAttempt = object(() => ({
  id: id(),
  at: dateTime(),
  /** Milliseconds. */
  durationMs: count(),
  responseStatus: count().nullable(),
  response: z.string().nullable(),
  error: choice('pushError', [
    'no_key',
    'address',
    'private_address',
    'unreachable',
    'timeout',
    'tls',
    'redirect',
    'answer',
    'refused',
    'restored',
  ]).nullable(),
}));

const query = listQuery(
  apiPushRow,
  ['billId', 'customerId', 'billNo', 'batchNo', 'event', 'status', 'createdAt'],
  ['createdAt'],
);

/** Pushes: the log, one with its payload and attempts, and pushing again. */
export const apiPushApi = {
  list: endpoint({
    method: 'GET',
    path: '/message/api-push',
    access: permit('bill.push.view'),
    query,
    answer: pageOf(apiPushRow),
    extension: true,
  }),
  export: exportOf('/message/api-push', permit('bill.push.view'), query, true),
  get: endpoint({
    method: 'GET',
    path: '/message/api-push/{id}',
    access: permit('bill.push.view'),
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({
      ...apiPushRow.shape,
      /** The JSON that is sent, as it is signed. */
      payload: z.string(),
      tries: z.array(pushAttempt),
    })),
    extension: true,
  }),
  /** Begins pushes anew, whatever became of them; one that is still on its way is left to it. */
  push: endpoint({
    method: 'POST',
    path: '/message/push',
    access: pushMachine.actions.push.permission,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
};
