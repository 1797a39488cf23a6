import * as z from 'zod';
import { also, endpoint } from '../endpoint';
import { choice, code, codes, count, id, note, refs, text } from '../fields';
import { MAIL } from '../limits';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { emailAddress, timeOfDay } from '../rules/codes';
import { byNothing } from '../scope';
import { object, strictObject } from '../shape';
import { alertEventNames, alertObjects } from './alert';

/** A rule by which the office is written to: of what, whom, with which words and how often. */
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
    /** Hours; the event's own where it is empty. */
    thresholdHours: count(0, 8784).nullable(),
    /** Whose, landing where, bound for which warehouse; an empty list: all. */
    customerIds: refs('customer'),
    airportIds: refs('airport'),
    warehouseIds: refs('warehouse'),
    toEmails: codes(emailAddress, MAIL.maxAddresses),
    ccEmails: codes(emailAddress, MAIL.maxAddresses),
    /** Everyone in these permission groups who may sign in. */
    toGroupIds: refs('adminGroup'),
    subject: text(150),
    bodyEn: note(4000),
    bodyCn: note(4000),
    frequency: choice('alertFrequency', ['immediate', 'hourly', 'daily']),
    /** On the clock of the office; of daily rules alone. */
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

/** What trying a rule answers: what it finds now, whom it would write to, and how that reads. */
const trial = object(() => ({
  /** Records that meet the event now. */
  found: z.int(),
  /** Of them, those that this rule has written of before. */
  told: z.int(),
  toEmails: z.array(z.string()),
  ccEmails: z.array(z.string()),
  /** The record the texts are filled from: the first that is found, else the newest; null where there is none at all. */
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
  // Who is limited to warehouses sets rules for those alone.
  create: { ...create, errors: also(create, 'GRANT_BEYOND') },
  update: { ...update, errors: also(update, 'GRANT_BEYOND') },
  /** Looks and fills in as the rule would, and sends nothing. */
  try: endpoint({
    method: 'POST',
    path: '/monitor-config/try',
    access: monitorConfig.view,
    body: strictObject(() => ({
      /** The rule it becomes part of, when it is there already. */
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
