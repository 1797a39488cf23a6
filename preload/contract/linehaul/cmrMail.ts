import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, codes, dateTime, flag, id, ref, stateOf, text } from '../fields';
import { MAIL } from '../limits';
import { machine, type State } from '../machine';
import { mailErrors } from '../mail/mail';
import { permit } from '../permissions';
import { emailAddress } from '../rules/codes';
import { object, strictObject } from '../shape';
import { cmrConfig, cmrTriggers } from './cmrConfig';

/** Where what a note is sent with stands: before its files are drawn it waits, afterwards it stands as its mail does. */
export const cmrMailStates = {
  waiting: { rank: 10, tone: 'neutral' },
  pending: { rank: 20, tone: 'progress' },
  sent: { rank: 30, tone: 'good' },
  failed: { rank: 40, tone: 'bad' },
} as const satisfies Record<string, State>;

/** Why what is to be sent could not be drawn. */
export const cmrMailFaults = ['no_pod', 'file_gone', 'drawing', 'restored'] as const;

/** A mail about a note: what was sent, or waits to be. */
export const cmrMailRow = object(() => ({
  id: id(),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  trigger: choice('cmrTrigger', cmrTriggers),
  /** The setting that it follows; null where a person sent it. */
  configName: text(80).nullable(),
  dueAt: dateTime(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  ccEmails: codes(emailAddress, MAIL.maxAddresses),
  subject: text(200),
  /** Names of the files that went or will go with it. */
  files: z.array(z.string()),
  state: stateOf({ name: 'cmrMail', states: cmrMailStates }),
  /** Why it could not be drawn. */
  fault: choice('cmrMailFault', cmrMailFaults).nullable(),
  /** Why its mail was not sent, or not to everyone, and what was said of it. */
  error: choice('mailError', mailErrors).nullable(),
  answer: text(MAIL.maxAnswer).nullable(),
  sentAt: dateTime().nullable(),
}));
export type CmrMail = z.output<typeof cmrMailRow>;

const view = permit('bill.cmr.view');
const edit = permit('bill.cmr.edit');

/** What a person may do with a mail about a note: have it sent once more, or take it back while it waits. */
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

/** A mail about a note as a person sends it, or a setting proposes it. */
const written = {
  toEmails,
  ccEmails,
  subject: text(200),
  text: body,
  attachPdf: flag(),
  attachExcel: flag(),
  attachPod: flag(),
};

/** A setting that matches a note, its texts filled in. */
const proposal = object(() => ({
  id: id(),
  name: text(80),
  trigger: choice('cmrTrigger', cmrTriggers),
  ...written,
}));
export type CmrProposal = z.output<typeof proposal>;

/** Sending consignment notes: by a person, and what settings send by themselves. */
export const cmrMailApi = {
  list: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/mails',
    access: view,
    params: one,
    answer: z.array(cmrMailRow),
    extension: true,
  }),
  /** The settings in use that match a note, filled in, in the order of their names. */
  proposals: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/send-config',
    access: view,
    params: one,
    answer: z.array(proposal),
    extension: true,
  }),
  /** Sends a note: at once, with the files that are chosen. */
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
      /** All signed copies that the note has by then. */
      attachPod: flag().default(false),
      /** Files of the note, by their ids. */
      fileIds: z.array(z.string().max(64)).max(20).default([]),
    })),
    answer: cmrMailRow,
    errors: ['STATE_NOT_ALLOWED', 'REFERENCE_UNKNOWN'],
    creates: true,
  }),
  /** Sends once more what was sent or failed, with the files that it had; what could not be drawn is drawn anew. */
  again: endpoint({
    method: 'PUT',
    path: '/config/cmr/{id}/mails/{mailId}',
    access: edit,
    params: mail,
    answer: cmrMailRow,
    errors: ['STATE_NOT_ALLOWED'],
    extension: true,
  }),
  /** Takes back what still waits. */
  remove: endpoint({
    method: 'DELETE',
    path: '/config/cmr/{id}/mails/{mailId}',
    access: edit,
    params: mail,
    errors: ['CMR_MAIL_PUT'],
    extension: true,
  }),
  /** A mail that was put into the outbox as a file, to be sent by hand. */
  eml: endpoint({
    method: 'GET',
    path: '/config/cmr/{id}/mails/{mailId}/eml',
    access: view,
    kind: 'blob',
    params: mail,
    extension: true,
  }),
};
