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
import { emailAddress, oneOf, patternRule, timeOfDay } from '../rules/codes';
import { reportSpans } from '../rules/reportSpan';
import { byAuthor } from '../scope';
import { object, strictObject } from '../shape';
import { grains, reportDays } from './report';

/** The reports, by their groups in the registry. */
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

/** Where a run of a schedule stands. What goes out by mail is sent when the mail is. */
export const runStates = {
  due: { rank: 10, tone: 'progress' },
  sending: { rank: 20, tone: 'progress' },
  waiting: { rank: 30, tone: 'info' },
  done: { rank: 40, tone: 'good' },
  missed: { rank: 50, tone: 'neutral' },
  failed: { rank: 60, tone: 'bad' },
} as const satisfies Record<string, State>;
const runState = () => stateOf({ name: 'reportRun', states: runStates });

/** What keeps a report from being made, or from being written into its folder. */
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
/** Those that the desktop finds. */
export const folderFaults = ['folder_gone', 'folder_denied', 'folder_full', 'folder_other'] as const;
export type FolderFault = (typeof folderFaults)[number];

/** A key that stands for a folder of a machine, which that machine alone can read. */
const folderRef = patternRule(40, /^[0-9a-f-]{36}$/, problem('FORMAT'), (raw) => raw.trim().toLowerCase());

/**
 * What of a report is made, besides its span: the time whose days are meant, what it is narrowed to by the names of the
 * query, its order and its columns. Without them it is made as its screen first shows it.
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
 * A report that is made again and again, on certain days at a time of the office's clock, and sent by mail, written into a
 * folder, or both. The API keeps it, says when it is due, makes the file once, and sends it. It writes nowhere that a caller
 * names: a folder is a key here, and the desktop that gave the key away, and whose owner is signed in, fetches the file
 * and writes it.
 */
export const reportSchedule = resource({
  name: 'reportSchedule',
  path: '/report/schedule',
  module: 'report',
  view: permit('report.schedule.view'),
  edit: permit('report.schedule.edit'),
  // A handful in one list.
  finding: null,
  /** What it sends is what its maker sees; who sees everything looks after all of them by a permission. */
  scope: byAuthor(),
  row: object(() => ({
    ...recordFields,
    name: text(80),
    report: choice('reportName', reportNames),
    span: choice('reportSpan', reportSpans),
    content: json().nullable(),
    frequency: choice('scheduleFrequency', ['daily', 'weekly']),
    /** Of weekly ones. */
    weekdays: codes(oneOf(weekdays, 'weekday'), 7),
    sendTime: code(timeOfDay),
    format: choice('exportFormat', ['xlsx', 'csv']),
    language: choice('language', LANGUAGES),
    toEmails: codes(emailAddress, MAIL.maxAddresses),
    folderRef: code(folderRef).nullable(),
    /** How its machine calls the folder. */
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
  // A person has a name once.
  unique: ['name', 'createdBy'],
  fresh: { span: 'last7', frequency: 'daily', sendTime: '07:00', format: 'xlsx', language: 'en' },
});
export type ReportSchedule = z.output<typeof reportSchedule.row>;

/** What must hold between the fields of a schedule, for its form and for the API. */
export function scheduleIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  const issues: RowIssue[] = [];
  const empty = (name: string) => ((values[name] as readonly unknown[] | null) ?? []).length === 0;
  const wrong = (column: string, found: RowIssue['problem']) =>
    issues.push({ column, level: 'error', problem: found });
  if (values.frequency === 'weekly' && empty('weekdays')) wrong('weekdays', problem('REQUIRED'));
  if (empty('toEmails') && !values.folderRef) wrong('toEmails', problem('SCHEDULE_NOWHERE'));
  return issues;
}

/** One turn of a schedule, by mail or into a folder, and what came of it. */
export const reportRunRow = object(() => ({
  id: id(),
  scheduleId: id(),
  /** When it was to be made: a missed one is made later, and once. */
  slot: dateTime(),
  how: choice('runHow', ['planned', 'now']),
  target: choice('runTarget', ['mail', 'folder']),
  state: runState(),
  /** When its file was made, and the rows in it. */
  madeAt: dateTime().nullable(),
  rows: count().nullable(),
  fileName: text(200).nullable(),
  toEmails: codes(emailAddress, MAIL.maxAddresses),
  folderName: text(300).nullable(),
  doneAt: dateTime().nullable(),
  fault: choice('runFault', runFaults).nullable(),
  /** What the mail met, and what was said of it. */
  error: choice('mailError', mailErrors).nullable(),
  answer: note(MAIL.maxAnswer).nullable(),
  mailId: id().nullable(),
}));
export type ReportRun = z.output<typeof reportRunRow>;

const one = strictObject(() => ({ id: id() }));

const { remove, ...usual } = crud(reportSchedule);

/** Schedules of reports, the caller's own; everyone's for who may see all. */
export const reportScheduleApi = {
  ...usual,
  // Nothing refers to a schedule: its runs go with it.
  remove: { ...remove, errors: [] as const },
  /** Makes it now, besides its turns. */
  run: endpoint({
    method: 'POST',
    path: '/report/schedule/{id}/run',
    access: reportSchedule.edit,
    params: one,
    errors: ['SCHEDULE_RUNNING'],
    extension: true,
  }),
};

/** The runs of schedules: the log of them, and what waits for a folder of the caller's desktop. */
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
  /** That the file was written under a name, or why not: by the desktop that has the folder. */
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
