import type * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, codes, count, dateTime, id, note, ref, stateOf, text } from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { mailErrors } from '../mail/mail';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf } from '../resource';
import { emailAddress } from '../rules/contactCodes';
import { object, strictObject } from '../shape';
import { alertEventNames, alertObjects } from './alert';

/** States of an alert, which follow its mail. */
export const alertStates = {
  pending: { rank: 10, tone: 'progress' },
  sent: { rank: 20, tone: 'good' },
  failed: { rank: 30, tone: 'bad' },
} as const satisfies Record<string, State>;

/** One occurrence of a rule's event, with the state of its mail. */
export const monitorRecordRow = object(() => ({
  id: id(),
  triggeredAt: dateTime(),
  configId: ref('monitorConfig'),
  event: choice('alertEvent', alertEventNames),
  objectType: choice('alertObject', alertObjects),
  objectId: id(),
  objectNo: text(60),
  /** Id of its bill. */
  billId: id().nullable(),
  status: stateOf({ name: 'monitorRecord', states: alertStates }),
  /** When it no longer matched. */
  endedAt: dateTime().nullable(),
  /** Null while it waits to be sent together with others. */
  mailId: id().nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200).nullable(),
  attempts: count(),
  sentAt: dateTime().nullable(),
  error: choice('mailError', mailErrors).nullable(),
}));
export type MonitorRecord = z.output<typeof monitorRecordRow>;

/** Action on an alert: to send its mail again. */
export const alertMachine = machine<Pick<MonitorRecord, 'status' | 'mailId'>>()({
  name: 'monitorRecord',
  states: alertStates,
  stateOf: ({ status }) => status,
  always: [],
  actions: {
    resend: {
      from: ['pending', 'sent', 'failed'],
      to: 'pending',
      permission: permit('config.monitor.edit'),
      guards: [({ mailId }) => (mailId === null ? problem('ALERT_WAITS') : undefined)],
      tone: 'primary',
    },
  },
});

const view = permit('config.monitor.view');
const query = listQuery(
  monitorRecordRow,
  ['configId', 'event', 'objectType', 'objectNo', 'status', 'triggeredAt'],
  ['triggeredAt'],
);

/** Sent alerts with recipients and delivery. */
export const monitorRecordApi = {
  list: endpoint({
    method: 'GET',
    path: '/monitor-record',
    access: view,
    query,
    answer: pageOf(monitorRecordRow),
  }),
  export: exportOf('/monitor-record', view, query),
  get: endpoint({
    method: 'GET',
    path: '/monitor-record/{id}',
    access: view,
    params: strictObject(() => ({ id: id() })),
    answer: object(() => ({
      ...monitorRecordRow.shape,
      text: note(100_000).nullable(),
      /** Last response of the mail server. */
      answer: text(MAIL.maxAnswer).nullable(),
    })),
  }),
  /** Starts the mails of alerts again; a mail shared by several is sent once. */
  resend: endpoint({
    method: 'POST',
    path: '/monitor-record/resend',
    access: alertMachine.actions.resend.permission,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
  }),
};
