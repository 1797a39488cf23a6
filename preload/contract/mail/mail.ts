import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, codes, count, dateTime, flag, id, note, ref, stateOf, text } from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { bulkAnswer, exportOf, selectionOf } from '../resource';
import { emailAddress } from '../rules/codes';
import { object, strictObject } from '../shape';
import { logObjects } from '../vocabulary';

/** Where a mail stands. The sender alone says whether one was sent. */
export const mailStates = {
  pending: { rank: 10, tone: 'progress' },
  sending: { rank: 20, tone: 'progress' },
  sent: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
} as const satisfies Record<string, State>;

/** Why a mail was not sent, or not to everyone. */
export const mailErrors = [
  'unreachable',
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

/** One mail of the outbox: all that the product sends stands here, also while no server is set. */
export const mailRow = object(() => ({
  id: id(),
  createdAt: dateTime(),
  /** Null for what nobody wrote. */
  createdBy: ref('staff').nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  /** What it speaks of. */
  objectType: choice('logObject', logObjects).nullable(),
  objectNo: text(60).nullable(),
  state: stateOf({ name: 'mail', states: mailStates }),
  /** Since it was last begun. */
  attempts: count(),
  nextAt: dateTime().nullable(),
  sentAt: dateTime().nullable(),
  /** Of the last attempt; a mail that was sent has one when some of its addresses were refused. */
  error: choice('mailError', mailErrors).nullable(),
  /** What the server said last. */
  answer: text(MAIL.maxAnswer).nullable(),
  fileCount: count(),
}));
export type Mail = z.output<typeof mailRow>;

/** What a person may do with a mail: send it once more, or at once rather than later. */
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

/** The server that mail is sent through; without a host nothing is sent, and mail waits. */
export const mailSettings = object(() => ({
  version: count(0),
  host: text(253).nullable(),
  port: count(1, 65_535),
  security: choice('mailSecurity', ['none', 'starttls', 'tls']),
  username: text(254).nullable(),
  fromAddress: text(254, 'email').nullable(),
  /** All that is ever said of the password. */
  hasPassword: flag(),
}));
export type MailSettings = z.output<typeof mailSettings>;

/** A password left out stays as it is, null takes it away. */
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
  /** Puts a mail into the outbox that is tried once and at once: how it ends says whether the server works. */
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
  /** The mail as a file that mail programs open, to be sent by hand. */
  eml: endpoint({
    method: 'GET',
    path: '/config/mail/{id}/eml',
    access: view,
    kind: 'blob',
    params: one,
    extension: true,
  }),
  /** Begins mails anew, whatever became of them; one that is being sent is left to it. */
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
