import * as z from 'zod';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { choice, code, codes, count, dateTime, id, json, note, stateOf, text } from '../fields';
import type { RowIssue } from '../importing/template';
import { LANGUAGES, MAIL } from '../limits';
import type { State } from '../machine';
import { mailErrors } from '../mail/mail';
import { listQuery, pageOf } from '../paging';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { oneOf, patternRule, timeOfDay } from '../rules/codes';
import { emailAddress } from '../rules/contactCodes';
import { reportSpans } from '../rules/reportSpan';
import { byAuthor } from '../scope';
import { object, strictObject } from '../shape';
import { grains, reportDays } from './report';

/** The reports, by group in the registry. */
export const reportNames = [
  'reportTrend',
  'reportInspection',
  'reportAbnormal',
  'reportExceptionBatch',
  'reportAwbFile',
  'reportBox',
  'reportCountry',
  'reportCustomer',
  'reportPrealert',
  'reportDestination',
  'reportLastMile',
  'reportStock',
] as const;

/** Days of the week, the first one first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** State of a run. A run by mail is finished when its mail is sent. */
export const runStates = {
  due: { rank: 10, tone: 'progress' },
  sending: { rank: 20, tone: 'progress' },
  waiting: { rank: 30, tone: 'info' },
  done: { rank: 40, tone: 'good' },
  missed: { rank: 50, tone: 'neutral' },
  failed: { rank: 60, tone: 'bad' },
} as const satisfies Record<string, State>;
const runState = () => stateOf({ name: 'reportRun', states: runStates });

/** Reasons why a report cannot be made, or written into its folder. */
export const runFaults = [
  'no_permission',
  'owner_gone',
  'query',
  'making',
  'restored',
  'folder_gone',
  'folder_denied',
  'folder_full',
  'folder_other',
] as const;
/** Reasons found by the desktop. */
export const folderFaults = ['folder_gone', 'folder_denied', 'folder_full', 'folder_other'] as const;
export type FolderFault = (typeof folderFaults)[number];

/** A key for a folder of a machine, which only that machine can resolve. */
const folderRef = patternRule(40, /^[0-9a-f-]{36}$/, problem('FORMAT'), (raw) => raw.trim().toLowerCase());

/**
 * Contents of a scheduled report, besides its span: the filtered time, filters by query parameter, order and columns.
 * By default as its screen first shows it.
 */
export const scheduleContent = strictObject(() => ({
  node: z.enum(reportDays).optional(),
  grain: z.enum(grains).optional(),
  asked: z.record(z.string().max(80), z.unknown()).refine((asked) => JSON.stringify(asked).length <= 20_000),
  sort: z.string().max(200).optional(),
  columns: z.array(z.string().max(60)).max(200).optional(),
}));
export type ScheduleContent = z.output<typeof scheduleContent>;

/**
 * A report made regularly, on certain days at a time of the office's clock, and sent by mail, written into a folder, or
 * both. The API stores it, determines when it is due, creates the file once, and sends it. It writes to no path given
 * by a caller: a folder is a key here, and the desktop that issued the key, with the owner signed in, fetches the file
 * and writes it.
 */
export const reportSchedule = resource({
  name: 'reportSchedule',
  path: '/report/schedule',
  module: 'report',
  view: permit('report.schedule.view'),
  edit: permit('report.schedule.edit'),
  // Not found by the global search: the few schedules are all in one list.
  finding: null,
  /**
   * Only its maker sees a schedule, because its reports contain what the maker may see; a permission covers all
   * schedules.
   */
  scope: byAuthor(),
  row: object(() => ({
    ...recordFields,
    name: text(80),
    report: choice('reportName', reportNames),
    span: choice('reportSpan', reportSpans),
    content: json().nullable(),
    frequency: choice('scheduleFrequency', ['daily', 'weekly']),
    /** Days of a weekly schedule. */
    weekdays: codes(oneOf(weekdays, 'weekday'), 7),
    sendTime: code(timeOfDay),
    format: choice('exportFormat', ['xlsx', 'csv']),
    language: choice('language', LANGUAGES),
    toEmails: codes(emailAddress, MAIL.maxAddresses),
    folderRef: code(folderRef).nullable(),
    /** Name of the folder on its machine. */
    folderName: text(300).nullable(),
    nextAt: dateTime().nullable(),
    lastAt: dateTime().nullable(),
    lastState: runState().nullable(),
    ...referenceFields,
  })),
  draft: [
    'name',
    'report',
    'span',
    'content',
    'frequency',
    'weekdays',
    'sendTime',
    'format',
    'language',
    'toEmails',
    'folderRef',
    'folderName',
    'remark',
  ],
  lookup: ['name', 'report', 'active'],
  namesFor: 'readers',
  filters: ['name', 'report', 'frequency', 'lastState', 'createdBy', 'active'],
  sorts: ['name', 'report', 'sendTime', 'nextAt', 'lastAt', 'createdAt'],
  order: 'name',
  keyword: ['name', 'toEmails', 'folderName'],
  // Unique per person.
  unique: ['name', 'createdBy'],
  fresh: { span: 'last7', frequency: 'daily', sendTime: '07:00', format: 'xlsx', language: 'en' },
});
export type ReportSchedule = z.output<typeof reportSchedule.row>;

/** Checks the fields of a schedule against each other, for its form and for the API. */
export function scheduleIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  const issues: RowIssue[] = [];
  const empty = (name: string) => [values[name] ?? []].flat().length === 0;
  const wrong = (column: string, found: RowIssue['problem']) =>
    issues.push({ column, level: 'error', problem: found });
  if (values.frequency === 'weekly' && empty('weekdays')) wrong('weekdays', problem('REQUIRED'));
  if (empty('toEmails') && !values.folderRef) wrong('toEmails', problem('SCHEDULE_NO_RECIPIENT'));
  return issues;
}

/** One run of a schedule, by mail or into a folder, with its result. */
export const reportRunRow = object(() => ({
  id: id(),
  scheduleId: id(),
  /** Scheduled time: a missed run is made up for once. */
  slot: dateTime(),
  how: choice('runHow', ['planned', 'now']),
  target: choice('runTarget', ['mail', 'folder']),
  state: runState(),
  /** Time its file was made, and its number of rows. */
  madeAt: dateTime().nullable(),
  rows: count().nullable(),
  fileName: text(200).nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  folderName: text(300).nullable(),
  doneAt: dateTime().nullable(),
  fault: choice('runFault', runFaults).nullable(),
  /** Error of the mail, and the server's response. */
  error: choice('mailError', mailErrors).nullable(),
  answer: note(MAIL.maxAnswer).nullable(),
  mailId: id().nullable(),
}));
export type ReportRun = z.output<typeof reportRunRow>;

const one = strictObject(() => ({ id: id() }));

const { remove, ...usual } = crud(reportSchedule);

/** Schedules of reports: the caller's own, or everyone's with the permission. */
export const reportScheduleApi = {
  ...usual,
  // Nothing refers to a schedule: its runs are deleted with it.
  remove: { ...remove, errors: [] as const },
  /** Runs it now, in addition to its schedule. */
  run: endpoint({
    method: 'POST',
    path: '/report/schedule/{id}/run',
    access: reportSchedule.edit,
    params: one,
    errors: ['SCHEDULE_RUNNING'],
    extension: true,
  }),
};

/** Runs of schedules: their log, and those waiting for a folder of the caller's desktop. */
export const reportRunApi = {
  list: endpoint({
    method: 'GET',
    path: '/report/run',
    access: reportSchedule.view,
    query: listQuery(reportRunRow, ['scheduleId', 'target', 'state', 'slot'], ['slot']),
    answer: pageOf(reportRunRow),
    extension: true,
  }),
  /** Files of the caller's own schedules that wait to be written, the oldest first. */
  waiting: endpoint({
    method: 'GET',
    path: '/report/run/waiting',
    access: 'session',
    answer: z.array(object(() => ({ id: id(), folderRef: code(folderRef), fileName: text(200) }))),
    extension: true,
  }),
  file: endpoint({
    method: 'GET',
    path: '/report/run/{id}/file',
    access: 'session',
    kind: 'blob',
    params: one,
    extension: true,
  }),
  /** Reports that the file was written under a name, or why not; called by the desktop with the folder. */
  written: endpoint({
    method: 'PUT',
    path: '/report/run/{id}/written',
    access: 'session',
    params: one,
    body: z.union([
      strictObject(() => ({ fileName: text(200) })),
      strictObject(() => ({ fault: z.enum(folderFaults), detail: text(200).nullable() })),
    ]),
    extension: true,
  }),
};
