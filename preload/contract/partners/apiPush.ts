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

/** Events of a bill's timeline that can be pushed to customers, in the order of the work. */
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
  'COLLECTED',
] as const;
export type PushEvent = (typeof pushEvents)[number];

/** Code rule for the {@link pushEvents} that a customer has selected. */
export const pushEventRule: CodeRule = {
  max: 20,
  normalise: (raw) => clean(raw).toUpperCase(),
  check: (value) => (pushEvents.some((event) => event === value) ? undefined : problem('FORMAT')),
  values: () => pushEvents,
  labels: 'pushEvent',
};

/** States of a push. Only the pusher determines whether one was delivered. */
export const pushStates = {
  pending: { rank: 10, tone: 'progress' },
  success: { rank: 20, tone: 'good' },
  failed: { rank: 30, tone: 'bad' },
} as const satisfies Record<string, State>;

/** One event being sent to a customer's address. */
export const apiPushRow = object(() => ({
  id: id(),
  billId: id().nullable(),
  customerId: ref('customer').nullable(),
  billNo: text(16),
  batchNo: text(30),
  event: choice('pushEvent', pushEvents),
  target: text(300),
  status: stateOf({ name: 'apiPush', states: pushStates }),
  /** Attempts since it was last started: at most five. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  /** HTTP status of the last response. */
  responseStatus: count().nullable(),
  createdAt: dateTime(),
  finishedAt: dateTime().nullable(),
}));
export type ApiPush = z.output<typeof apiPushRow>;

/** Action on a push: to start it again, unless it is still being sent. */
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

/** One attempt: the response, or why there was none. */
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

/** Pushes: the log, a push with its payload and attempts, and pushing again. */
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
  /** Starts pushes again, in any state; one being sent is left alone. */
  push: endpoint({
    method: 'POST',
    path: '/message/push',
    access: pushMachine.actions.push.permission,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
};
