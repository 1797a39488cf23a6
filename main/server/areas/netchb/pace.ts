import { FILING } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isDue } from '../../core/outgoing';

/** Condition for a message to customs to be sent, or asked about, now. */
export const isMessageDue = (table: 'filing' | 'customsMessage', now: number): RawBuilder<SqlBool> =>
  isDue(`${table}.nextAt`, {
    now,
    longest: Math.max(...FILING.backOff, FILING.askLast),
    untried: sql<SqlBool>`${sql.ref(`${table}.state`)} = 'queued' and ${sql.ref(`${table}.attempts`)} = 0`,
  });

/**
 * Returns the milliseconds until the next question about a message of a given age. A negative age means that the clock
 * was set back since; such a message is asked about slowly, since customs must not be asked every few seconds until then.
 */
export function questionDelay(age: number): number {
  if (age < 0) return FILING.ask[2].every;
  return FILING.ask.find(({ until }) => age < until)?.every ?? FILING.askLast;
}

/** True if a person must act before a message is sent again: by its result, or a status that stays the same. */
export const needsPerson = <R extends string>(
  results: ReadonlySet<R>,
  { result, httpStatus }: { readonly result: R; readonly httpStatus: number | null },
): boolean => results.has(result) || (result === 'status' && httpStatus !== 429 && (httpStatus ?? 500) < 500);

/** Returns until when a response to a message that customs has is awaited, and whether it is overdue now. */
export function awaitedUntil(
  { dueAt, sentAt }: { readonly dueAt: string | null; readonly sentAt: string | null },
  isAnswered: boolean,
  now: number,
): { dueAt: string | null; isOverdue: boolean } {
  const isOverdue = !isAnswered && dueAt !== null && Date.parse(dueAt) <= now;
  if (isAnswered || isOverdue) return { dueAt: null, isOverdue };
  return { dueAt: dueAt ?? (sentAt ? null : instantOf(now + FILING.answerDue)), isOverdue };
}
