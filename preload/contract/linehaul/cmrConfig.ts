import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, codes, flag, id, note, refs, text } from '../fields';
import type { RowIssue } from '../importing/template';
import { MAIL, MAX_BULK } from '../limits';
import { permit } from '../permissions';
import { crud, patchOf, recordFields, referenceFields, resource } from '../resource';
import { timeOfDay } from '../rules/codes';
import { emailAddress } from '../rules/contactCodes';
import { placeholderIssues } from '../rules/placeholders';
import { byNothing } from '../scope';
import { extended, object, strictObject } from '../shape';

/** Events on which a note is sent automatically; `manual` settings are proposed to the sender. */
export const cmrTriggers = ['on_loaded', 'on_departed', 'on_pod', 'manual'] as const;
export type CmrTrigger = (typeof cmrTriggers)[number];

/** Placeholders in subject and text, in the order in which they are offered. */
export const cmrPlaceholders = [
  'cmrNo',
  'bills',
  'plateNo',
  'trailerNo',
  'carrier',
  'from',
  'to',
  'pallets',
  'boxes',
  'parcels',
  'weight',
  'loadedAt',
  'departedAt',
  'eta',
  'podAt',
  'podBoxes',
] as const;
export type CmrPlaceholder = (typeof cmrPlaceholders)[number];

/** Recipients, trigger, text and files of mails with notes (reference 5.4); an empty list of a scope means all. */
export const cmrConfig = resource({
  name: 'cmrConfig',
  path: '/config/cmr/send-config',
  module: 'config',
  view: permit('config.cmrMail.view'),
  edit: permit('config.cmrMail.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    name: text(80),
    trigger: choice('cmrTrigger', cmrTriggers),
    destinationIds: refs('destination'),
    lastMileIds: refs('lastMile'),
    customerIds: refs('customer'),
    toEmails: codes(emailAddress, MAIL.maxAddresses),
    ccEmails: codes(emailAddress, MAIL.maxAddresses),
    subject: text(150),
    body: note(4000),
    attachPdf: flag(),
    attachExcel: flag(),
    attachPod: flag(),
    /** In the office's time zone; at once if null. */
    sendTime: code(timeOfDay).nullable(),
    ...referenceFields,
  })),
  draft: [
    'name',
    'trigger',
    'destinationIds',
    'lastMileIds',
    'customerIds',
    'toEmails',
    'ccEmails',
    'subject',
    'body',
    'attachPdf',
    'attachExcel',
    'attachPod',
    'sendTime',
    'remark',
  ],
  lookup: ['name', 'trigger', 'active'],
  namesFor: 'readers',
  filters: ['name', 'trigger', 'active'],
  sorts: ['name', 'trigger', 'subject', 'createdAt'],
  order: 'name',
  keyword: ['name', 'subject', 'toEmails', 'ccEmails'],
  unique: ['name'],
  finding: { numbers: ['name'], names: ['name'], path: '/config/cmr/send-config' },
  fresh: { trigger: 'on_departed', attachPdf: true },
});

/** Checks the fields of such a setting against each other, for its form and for the API. */
export function cmrConfigIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  const issues = placeholderIssues(values, ['subject', 'body'], cmrPlaceholders);
  if ([values.toEmails ?? []].flat().length === 0)
    issues.push({ column: 'toEmails', level: 'error', problem: problem('REQUIRED') });
  return issues;
}

const usual = crud(cmrConfig);
export const cmrConfigApi = {
  ...usual,
  /** Changes several settings together: all, or none if one is refused. */
  updateMany: endpoint({
    method: 'PUT',
    path: '/config/cmr/send-config',
    access: cmrConfig.edit,
    body: strictObject(() => ({
      list: z
        .array(extended(patchOf(cmrConfig.row, cmrConfig.draft), () => ({ id: id() })))
        .min(1)
        .max(MAX_BULK),
    })),
    answer: z.array(cmrConfig.row),
    errors: also(usual.update, 'NOT_FOUND'),
  }),
};
