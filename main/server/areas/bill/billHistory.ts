import type { LogAction } from '@contract/access/operateLog';
import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { type EventCode, words } from '@contract/words';
import type { Context } from '../../core/context';
import { difference } from '../access/operateLog';
import { pushEvent } from '../partners/pushes';

type EventContext = Pick<Context, 'write' | 'now' | 'caller' | 'log'>;

/** Details of an event. */
interface EventDetails {
  readonly occurredAt?: string;
  readonly location?: string | null;
  readonly source?: 'system' | 'user' | 'api' | 'mail';
  /** Number and share of the part of the bill that the event is about. Customers are notified of whole bills only. */
  readonly part?: string;
}

/** Adds an event to a bill's timeline, in both languages, and pushes it to the customer if configured. */
export async function addEvent(
  { write, now }: Pick<Context, 'write' | 'now'>,
  billId: number,
  code: EventCode,
  event: EventDetails = {},
): Promise<void> {
  const { part } = event;
  const textIn = (language: 'en' | 'cn') =>
    [words[language].events[code], ...(part ? [part] : [])].join(' · ');
  await write
    .insertInto('timelineEvent')
    .values({
      billId,
      code,
      textEn: textIn('en'),
      textCn: textIn('cn'),
      location: event.location ?? null,
      occurredAt: event.occurredAt ?? now,
      recordedAt: now,
      source: event.source ?? 'user',
    })
    .execute();
  if (part) return;
  await pushEvent({ write, now }, billId, {
    code,
    occurredAt: event.occurredAt ?? now,
    location: event.location ?? null,
  });
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined || value === ''
    ? null
    : (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 1000);

/** Logs an action on a bill: in its own log, one line for each changed field, and in the operation log. */
export async function logBill(
  from: EventContext,
  action: LogAction,
  bill: Pick<Bill, 'id' | 'billNo' | 'batchNo'>,
  change: { before?: object; after?: object; remark?: string | null } = {},
): Promise<void> {
  const { write, now, caller, log } = from;
  const { before, after, changed } = difference(change.before ?? {}, change.after ?? {});
  const line = { billId: bill.id, at: now, operatorId: caller.id, operatorName: caller.realName, action };
  const fields = action === 'create' || action === 'import' ? [] : changed;
  const lines = fields.map((field) => ({
    ...line,
    field,
    oldValue: shown(before[field]),
    newValue: shown(after[field]),
    remark: change.remark ?? null,
  }));
  await write
    .insertInto('billLog')
    .values(
      lines.length > 0
        ? lines
        : [{ ...line, field: null, oldValue: null, newValue: null, remark: change.remark ?? null }],
    )
    .execute();
  await log({
    module: 'bill',
    action,
    objectType: 'bill',
    objectId: bill.id,
    objectNo: billName(bill),
    // For a deletion the log keeps the whole record.
    before: change.after ? change.before && before : change.before,
    after: change.after && after,
  });
}
