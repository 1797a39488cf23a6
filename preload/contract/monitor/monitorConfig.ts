import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { choice, code, codes, count, id, note, refs, text } from '../fields';
import { MAIL } from '../limits';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { timeOfDay } from '../rules/codes';
import { emailAddress } from '../rules/contactCodes';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { alertEventNames, alertObjects } from './alert';

/** A rule for alert mails: event, recipients, texts and frequency. */
export const monitorConfig = resource({
  name: 'monitorConfig',
  path: '/monitor-config',
  module: 'config',
  view: permit('config.monitor.view'),
  edit: permit('config.monitor.edit'),
  scope: byNothing('a rule names warehouses; who is limited sets rules for their own alone'),
  row: object(() => ({
    ...recordFields,
    name: text(80),
    event: choice('alertEvent', alertEventNames),
    /** Hours; null: the event's default. */
    thresholdHours: count(0, 8784).nullable(),
    /** Filters by customer, airport of landing and destination warehouse; an empty list: all. */
    customerIds: refs('customer'),
    airportIds: refs('airport'),
    warehouseIds: refs('warehouse'),
    toEmails: codes(emailAddress, MAIL.maxAddresses),
    ccEmails: codes(emailAddress, MAIL.maxAddresses),
    /** Permission groups whose members receive it, if they may sign in. */
    toGroupIds: refs('adminGroup'),
    subject: text(150),
    bodyEn: note(4000),
    bodyCn: note(4000),
    frequency: choice('alertFrequency', ['immediate', 'hourly', 'daily']),
    /** In the office's time zone; for daily rules only. */
    sendTime: code(timeOfDay).nullable(),
    ...referenceFields,
  })),
  draft: [
    'name',
    'event',
    'thresholdHours',
    'customerIds',
    'airportIds',
    'warehouseIds',
    'toEmails',
    'ccEmails',
    'toGroupIds',
    'subject',
    'bodyEn',
    'bodyCn',
    'frequency',
    'sendTime',
    'remark',
  ],
  lookup: ['name', 'active'],
  namesFor: 'everyone',
  filters: ['name', 'event', 'frequency', 'active'],
  sorts: ['name', 'event', 'subject', 'createdAt'],
  order: 'name',
  keyword: ['name', 'subject', 'toEmails', 'ccEmails'],
  unique: ['name'],
  finding: { numbers: ['name'], names: ['name'], path: '/monitor/config' },
  fresh: { frequency: 'immediate' },
});

const { shape } = monitorConfig.row;

/** Result of trying a rule: its current matches, recipients, and a sample. */
const trial = object(() => ({
  /** Number of records that match the event now. */
  found: z.int(),
  /** Number of these that this rule has already reported. */
  told: z.int(),
  toEmails: z.array(z.string()),
  ccEmails: z.array(z.string()),
  /** The record used for the sample texts: the first match, else the newest; null if there is none at all. */
  sample: object(() => ({
    objectType: choice('alertObject', alertObjects),
    objectNo: z.string(),
    found: z.boolean(),
    subject: z.string(),
    bodyEn: z.string(),
    bodyCn: z.string(),
  })).nullable(),
}));

const { create, update, ...usual } = crud(monitorConfig);

/** Alert rules, and trying one before it is saved. */
export const monitorConfigApi = {
  ...usual,
  // An account limited to warehouses can only set rules for those.
  create: { ...create, errors: also(create, 'GRANT_BEYOND') },
  update: { ...update, errors: also(update, 'GRANT_BEYOND') },
  /** Runs the rule and fills in its texts, but sends nothing. */
  try: endpoint({
    method: 'POST',
    path: '/monitor-config/try',
    access: monitorConfig.view,
    body: strictObject(() => ({
      /** Id of an existing rule. */
      id: id().nullable().default(null),
      name: shape.name.nullable().default(null),
      event: shape.event,
      thresholdHours: shape.thresholdHours.default(null),
      customerIds: shape.customerIds.default([]),
      airportIds: shape.airportIds.default([]),
      warehouseIds: shape.warehouseIds.default([]),
      toEmails: shape.toEmails.default([]),
      ccEmails: shape.ccEmails.default([]),
      toGroupIds: shape.toGroupIds.default([]),
      subject: shape.subject.nullable().default(null),
      bodyEn: shape.bodyEn.nullable().default(null),
      bodyCn: shape.bodyCn.nullable().default(null),
    })),
    answer: trial,
    extension: true,
  }),
};
