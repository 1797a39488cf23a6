import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, codes, count, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf } from '../resource';
import { emailAddress } from '../rules/contactCodes';
import { object, strictObject } from '../shape';
import { logObjects } from '../vocabulary';

/** States of a mail. Only the sender determines whether one was sent. */
export const mailStates = {
  pending: { rank: 10, tone: 'progress' },
  sending: { rank: 20, tone: 'progress' },
  sent: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
} as const satisfies Record<string, State>;

/** Reasons why a mail was not sent, or not to everyone. */
export const mailErrors = [
  'unreachable',
  'address',
  'timeout',
  'tls',
  'sign_in',
  'recipient',
  'refused',
  'attachment',
  'keychain_locked',
  'password_lost',
  'restored',
] as const;
export type MailError = (typeof mailErrors)[number];

/** One mail of the outbox: everything the product sends is here, even while no server is set. */
export const mailRow = object(() => ({
  id: id(),
  createdAt: dateTime(),
  /** Null for automatic mails. */
  createdBy: ref('staff').nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  /** The object it is about. */
  objectType: choice('logObject', logObjects).nullable(),
  objectNo: text(60).nullable(),
  state: stateOf({ name: 'mail', states: mailStates }),
  /** Attempts since it was last started. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  sentAt: dateTime().nullable(),
  /** Error of the last attempt; a sent mail has one if some of its addresses were refused. */
  error: choice('mailError', mailErrors).nullable(),
  /** Last response of the server. */
  answer: text(MAIL.maxAnswer).nullable(),
  fileCount: count(),
}));
export type Mail = z.output<typeof mailRow>;

/** Actions on a mail: to send it again, or at once instead of later. */
export const mailMachine = machine<Pick<Mail, 'state'>>()({
  name: 'mail',
  calls: { resend: 'mail.resend' },
  states: mailStates,
  stateOf: (mail) => mail.state,
  always: [],
  actions: {
    resend: {
      from: ['pending', 'sent', 'failed'],
      to: 'pending',
      permission: permit('config.mail.edit'),
      refusal: 'MAIL_SENDING',
      tone: 'primary',
    },
  },
});

/** The server for outgoing mail; without a host nothing is sent, and mail waits. */
export const mailSettings = object(() => ({
  version: count(0),
  host: text(253).nullable(),
  port: count(1, 65_535),
  security: choice('mailSecurity', ['none', 'starttls', 'tls']),
  username: text(254).nullable(),
  fromAddress: text(254, 'email').nullable(),
  /** True if a password is stored; nothing else of it is revealed. */
  hasPassword: flag(),
}));
export type MailSettings = z.output<typeof mailSettings>;

/** A password left out stays unchanged, null removes it. */
export const mailSettingsDraft = strictObject(() => ({
  ...mailSettings.omit({ hasPassword: true }).shape,
  password: z.string().min(1).max(200).nullable().optional(),
}));

const view = permit('config.mail.view');
const edit = permit('config.mail.edit');
const one = strictObject(() => ({ id: id() }));

const query = listQuery(mailRow, ['state', 'subject', 'objectType', 'objectNo', 'createdAt'], ['createdAt']);

/** Mail: the server, the outbox, a mail as a file. */
export const mailApi = {
  settings: endpoint({
    method: 'GET',
    path: '/config/mail/settings',
    access: view,
    answer: mailSettings,
    extension: true,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/config/mail/settings',
    access: edit,
    body: mailSettingsDraft,
    answer: mailSettings,
    errors: ['STALE_DATA', 'SECRETS_LOCKED'],
    extension: true,
  }),
  /** Puts a test mail into the outbox, tried once and at once: its result shows whether the server works. */
  test: endpoint({
    method: 'POST',
    path: '/config/mail/test',
    access: edit,
    body: strictObject(() => ({ email: text(254, 'email') })),
    answer: object(() => ({ id: id() })),
    errors: ['MAIL_NO_SERVER'],
    creates: true,
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/config/mail',
    access: view,
    query,
    answer: pageOf(mailRow),
    extension: true,
  }),
  export: exportOf('/config/mail', view, query, true),
  get: endpoint({
    method: 'GET',
    path: '/config/mail/{id}',
    access: view,
    params: one,
    answer: object(() => ({
      ...mailRow.shape,
      text: note(100_000),
      /** Names of the attachments that still exist. */
      files: z.array(z.string()),
    })),
    extension: true,
  }),
  /** The mail as an eml file, to be sent by hand. */
  eml: endpoint({
    method: 'GET',
    path: '/config/mail/{id}/eml',
    access: view,
    kind: 'blob',
    params: one,
    extension: true,
  }),
  /** Starts mails again, in any state; one being sent is left alone. */
  resend: endpoint({
    method: 'POST',
    path: '/config/mail/resend',
    access: edit,
    body: selectionOf(query),
    answer: bulkAnswer,
    errors: ['COUNT_CHANGED'],
    extension: true,
  }),
};
