import { problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { isKeyOf, namesOf } from '../names';
import { NOTICE_WARNING_DAYS } from '../rules/claimClock';
import {
  DOCUMENT_WARNING_HOURS,
  IOSS_WARNING_HOURS,
  NOA_DUE_HOURS,
  PICKUP_DUE_HOURS,
  POD_DUE_HOURS,
  RELEASE_DUE_HOURS,
  STORAGE_LIMIT_DAYS,
  STORAGE_RISK_HOURS,
  STORAGE_WARNING_DAYS,
  T1_WARNING_HOURS,
} from '../rules/lateness';
import { placeholderIssues } from '../rules/placeholders';
import { SEA_WARNING_HOURS } from '../rules/seaNodes';
import { instantOf } from '../rules/zonedTime';

/** Kinds of object of an alert. */
export const alertObjects = [
  'bill',
  't1',
  'pmc',
  'fileJob',
  'apiPush',
  'ioss',
  'abnormalCase',
  'standardQuote',
  'contract',
  'seaBill',
  'seaIsf',
  'seaEntry',
] as const;
export type AlertObject = (typeof alertObjects)[number];

interface AlertKind {
  readonly of: AlertObject;
  /** The threshold counts hours after a past time, or before a future one. */
  readonly counts: 'after' | 'before';
  /** Default threshold in hours. */
  readonly hours: number;
  /** True if it is not late by a time, but open since one. */
  readonly open?: true;
}

/**
 * Events that a rule can watch for: those whose data exists. A new event needs an evaluator in
 * main/server/areas/monitor/evaluators.ts, or nothing compiles.
 */
export const alertEvents = {
  noa_missing: { of: 'bill', counts: 'after', hours: NOA_DUE_HOURS },
  storage_risk: { of: 'bill', counts: 'before', hours: STORAGE_RISK_HOURS },
  pickup_overdue: { of: 'bill', counts: 'after', hours: PICKUP_DUE_HOURS },
  clearance_overdue: { of: 'bill', counts: 'after', hours: RELEASE_DUE_HOURS },
  box_missing: { of: 'bill', counts: 'after', hours: 0, open: true },
  stock_limit: {
    of: 'bill',
    counts: 'before',
    hours: (STORAGE_LIMIT_DAYS - STORAGE_WARNING_DAYS) * 24,
  },
  pod_overdue: { of: 'bill', counts: 'after', hours: POD_DUE_HOURS },
  t1_overdue: { of: 't1', counts: 'before', hours: T1_WARNING_HOURS },
  pmc_overdue: { of: 'pmc', counts: 'after', hours: 0 },
  file_failed: { of: 'fileJob', counts: 'after', hours: 0, open: true },
  api_push_failed: { of: 'apiPush', counts: 'after', hours: 0, open: true },
  ioss_expiring: { of: 'ioss', counts: 'before', hours: IOSS_WARNING_HOURS },
  quote_expiring: { of: 'standardQuote', counts: 'before', hours: DOCUMENT_WARNING_HOURS },
  contract_expiring: { of: 'contract', counts: 'before', hours: DOCUMENT_WARNING_HOURS },
  isf_deadline: { of: 'seaBill', counts: 'before', hours: SEA_WARNING_HOURS },
  isf_rejected: { of: 'seaIsf', counts: 'after', hours: 0, open: true },
  isf_answer_open: { of: 'seaIsf', counts: 'after', hours: 0, open: true },
  entry_answer_open: { of: 'seaEntry', counts: 'after', hours: 0, open: true },
  // Three working days before it is due, over a weekend (reference 7.3: the seventh of ten).
  entry_summary_due: { of: 'seaEntry', counts: 'before', hours: 120 },
  exception_opened: { of: 'abnormalCase', counts: 'after', hours: 0, open: true },
  claim_notice_due: { of: 'abnormalCase', counts: 'before', hours: NOTICE_WARNING_DAYS * 24 },
} as const satisfies Record<string, AlertKind>;
export type AlertEvent = keyof typeof alertEvents;
export const alertEventNames = namesOf(alertEvents);

/**
 * Returns the deadline of an event, from the time its threshold counts from or to; null for an event that has no
 * deadline and is open since that time.
 */
export function dueOf(event: AlertEvent, since: string): string | null {
  const { counts, hours, open }: AlertKind = alertEvents[event];
  if (open) return null;
  return counts === 'before' ? since : instantOf(Date.parse(since) + hours * 3_600_000);
}

/** Objects without a place: a rule about them has no place filters. */
const PLACELESS: readonly AlertObject[] = [
  'ioss',
  'standardQuote',
  'contract',
  'seaBill',
  'seaIsf',
  'seaEntry',
];

/** Placeholders in the subject and texts of a rule, in the order in which they are offered. */
export const placeholders = [
  'no',
  'billNo',
  'batchNo',
  'customer',
  'flightNo',
  'airport',
  'warehouse',
  'eta',
  'ata',
  'time',
  'hours',
  'event',
  'rule',
] as const;
export type Placeholder = (typeof placeholders)[number];

const TEXTS = ['subject', 'bodyEn', 'bodyCn'] as const;

/** Checks the fields of a rule against each other, for its form and for the API. */
export function ruleIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  const issues = placeholderIssues(values, TEXTS, placeholders);
  const wrong = (column: string, found: RowIssue['problem']) =>
    issues.push({ column, level: 'error', problem: found });
  const empty = (name: string) => [values[name] ?? []].flat().length === 0;
  if (empty('toEmails') && empty('toGroupIds')) wrong('toEmails', problem('ALERT_NO_RECIPIENT'));
  if (values.frequency === 'daily' && !values.sendTime) wrong('sendTime', problem('REQUIRED'));
  const event = String(values.event);
  const kind = isKeyOf(alertEvents, event) ? alertEvents[event] : undefined;
  if (kind && PLACELESS.includes(kind.of))
    for (const column of ['airportIds', 'warehouseIds'])
      if (!empty(column)) wrong(column, problem('ALERT_NO_PLACE'));
  return issues;
}
