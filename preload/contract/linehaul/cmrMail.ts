import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, codes, dateTime, flag, id, ref, stateOf, text } from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { mailErrors } from '../mail/mail';
import { permit } from '../permissions';
import { emailAddress } from '../rules/contactCodes';
import { object, strictObject } from '../shape';
import { cmrConfig, cmrTriggers } from './cmrConfig';

/** State of a mail about a note: waiting until its files are created, then the state of the mail. */
export const cmrMailStates = {
  waiting: { rank: 10, tone: 'neutral' },
  pending: { rank: 20, tone: 'progress' },
  sent: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
} as const satisfies Record<string, State>;

/** Reasons why its files could not be created. */
export const cmrMailFaults = ['no_pod', 'file_gone', 'drawing', 'restored'] as const;

/** A mail about a note, sent or waiting. */
export const cmrMailRow = object(() => ({
  id: id(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  trigger: choice('cmrTrigger', cmrTriggers),
  /** Name of its setting; null if a person sent it. */
  configName: text(80).nullable(),
  dueAt: dateTime(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  /** Names of its attachments. */
  files: z.array(z.string()),
  state: stateOf({ name: 'cmrMail', states: cmrMailStates }),
  /** Why its files could not be created. */
  fault: choice('cmrMailFault', cmrMailFaults).nullable(),
  /** Error of the mail or of some recipients, and the server's response. */
  error: choice('mailError', mailErrors).nullable(),
  answer: text(MAIL.maxAnswer).nullable(),
  sentAt: dateTime().nullable(),
}));
export type CmrMail = z.output<typeof cmrMailRow>;

const view = permit('bill.cmr.view');
const edit = permit('bill.cmr.edit');

/** Actions on a mail about a note: to send it again, or to withdraw it while it waits. */
export const cmrMailMachine = machine<Pick<CmrMail, 'state' | 'fault'>>()({
  name: 'cmrMail',
  calls: { again: 'cmrMail.again', remove: 'cmrMail.remove' },
  states: cmrMailStates,
  stateOf: ({ state }) => state,
  always: [],
  actions: {
    again: { from: ['failed', 'sent'], to: 'pending', permission: edit, tone: 'primary' },
    remove: {
      from: ['waiting', 'failed'],
      to: 'gone',
      permission: edit,
      guards: [
        ({ state, fault }) => (state === 'failed' && fault === null ? problem('CMR_MAIL_PUT') : undefined),
      ],
      refusal: 'CMR_MAIL_PUT',
      tone: 'danger',
    },
  },
});

const one = strictObject(() => ({ id: id() }));
const mail = strictObject(() => ({ id: id(), mailId: id() }));
const { toEmails, ccEmails, body } = cmrConfig.row.shape;

/** Fields of a mail about a note, written by a person or proposed by a setting. */
const written = {
  toEmails,
  ccEmails,
  subject: text(200),
  text: body,
  attachPdf: flag(),
  attachExcel: flag(),
  attachPod: flag(),
};

/** A setting that matches a note, with its texts filled in. */
const proposal = object(() => ({
  id: id(),
  name: text(80),
  trigger: choice('cmrTrigger', cmrTriggers),
  ...written,
}));
export type CmrProposal = z.output<typeof proposal>;

/** Mails with consignment notes, sent by a person or automatically by settings. */
export const cmrMailApi = {
  list: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/mails',
    access: view,
    params: one,
    answer: z.array(cmrMailRow),
    extension: true,
  }),
  /** The active settings that match a note, filled in, ordered by name. */
  proposals: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/send-config',
    access: view,
    params: one,
    answer: z.array(proposal),
    extension: true,
  }),
  /** Sends a note at once, with the selected files. */
  send: endpoint({
    method: 'POST',
    path: '/config/cmr/{id}/sendToEmail',
    access: edit,
    params: one,
    body: strictObject(() => ({
      toEmails: toEmails.min(1),
      ccEmails: ccEmails.default([]),
      subject: written.subject,
      text: written.text,
      attachPdf: flag().default(true),
      attachExcel: flag().default(false),
      /** All signed copies that the note has at the time of sending. */
      attachPod: flag().default(false),
      /** Files of the note, by their ids. */
      fileIds: z.array(z.string().max(64)).max(20).default([]),
    })),
    answer: cmrMailRow,
    errors: ['STATE_NOT_ALLOWED', 'REFERENCE_UNKNOWN'],
    creates: true,
  }),
  /** Sends a sent or failed mail again, with its files; files that could not be created are created again. */
  again: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}/mails/{mailId}',
    access: edit,
    params: mail,
    answer: cmrMailRow,
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  /** Withdraws a waiting mail. */
  remove: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/mails/{mailId}',
    access: edit,
    params: mail,
    errors: ['CMR_MAIL_PUT'],
    extension: true,
  }),
  /** A mail in the outbox as an eml file, to be sent by hand. */
  eml: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/mails/{mailId}/eml',
    access: view,
    kind: 'blob',
    params: mail,
    extension: true,
  }),
};
