import { problem } from '@contract/errors';
import { findMeta } from '@contract/fields';
import type { SortKey } from '@contract/paging';
import { type Expression, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { refuseFields } from '../core/refusal';
import type { ConditionBuilder, ListDefinition } from './listRows';

export const cursorOf = (keys: readonly SortKey[], row: Readonly<Record<string, unknown>>): unknown[] =>
  keys.map(({ field }) => row[field] ?? null);

export function writeCursor(keys: readonly SortKey[], row: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(cursorOf(keys, row))).toString('base64url');
}

/** Kinds of field whose column holds a whole number in every store. */
const WHOLE: ReadonlySet<string> = new Set(['id', 'ref', 'count', 'size', 'flag']);
/** Kinds whose column holds an integer in small units; calculated values may be fractions. */
const SCALED: ReadonlySet<string> = new Set(['weight', 'volume', 'decimal', 'money', 'fixed']);

/** True if the column that a list is sorted by can have a value. */
function canHold<S extends z.ZodObject>(
  { row, rows }: ListDefinition<S>,
  field: string,
  value: unknown,
): boolean {
  if (value === null) return true;
  const kind = row.shape[field] && findMeta(row.shape[field])?.kind;
  const number =
    kind === undefined ? field === 'id' && typeof value === 'number' : WHOLE.has(kind) || SCALED.has(kind);
  if (!number) return typeof value === 'string' && !value.includes('\0');
  const whole = !rows || WHOLE.has(kind ?? 'id');
  return (
    typeof value === 'number' &&
    Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
    (!whole || Number.isInteger(value))
  );
}

/**
 * Parses a cursor.
 * @throws Refusal VALIDATION for one that no list of this order has written.
 */
export function readCursor<S extends z.ZodObject>(
  definition: ListDefinition<S>,
  cursor: string,
  keys: readonly SortKey[],
): unknown[] {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    values = undefined;
  }
  if (
    !Array.isArray(values) ||
    values.length !== keys.length ||
    !keys.every(({ field }, at) => canHold(definition, field, (values as unknown[])[at]))
  )
    throw refuseFields({ after: problem('FORMAT') });
  return values;
}

/** Condition for rows after a given one; the limit on the first key lets the index start there. */
export function beyond(keys: readonly SortKey[], after: readonly unknown[]) {
  return (where: ConditionBuilder): Expression<SqlBool> => {
    const [first] = keys;
    const later = where.or(
      keys.map((key, index) =>
        where.and([
          ...keys.slice(0, index).map(({ field }, earlier) => same(where, field, after[earlier])),
          past(where, key, after[index]),
        ]),
      ),
    );
    if (!first || after[0] === null) return later;
    return where.and([where(first.field, first.descending ? '<=' : '>=', after[0]), later]);
  };
}
const same = (where: ConditionBuilder, field: string, value: unknown): Expression<SqlBool> =>
  value === null ? where(field, 'is', null) : where(field, '=', value);
/** Null values come first when ascending and last when descending. */
function past(where: ConditionBuilder, { field, descending }: SortKey, value: unknown): Expression<SqlBool> {
  if (!descending) return value === null ? where(field, 'is not', null) : where(field, '>', value);
  return value === null
    ? sql<boolean>`false`
    : where.or([where(field, '<', value), where(field, 'is', null)]);
}
