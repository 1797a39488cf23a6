import type * as z from 'zod';
import { findMeta } from '../fields';
import type { RowIssue } from '../importing/template';
import { farDateProblem } from './farDates';

/**
 * Returns warnings about a record's values, each field on its own: valid but odd codes, dates far from `now` (ms since
 * 1970). Imports give the same for their cells.
 */
export function oddValues(
  shape: Readonly<Record<string, z.ZodType>>,
  values: Readonly<Record<string, unknown>>,
  now: number,
): RowIssue[] {
  return Object.entries(shape).flatMap(([column, field]): RowIssue[] => {
    const value = values[column];
    if (typeof value !== 'string' || value === '') return [];
    const meta = findMeta(field);
    const found =
      meta?.kind === 'code'
        ? meta.rule.check(value)
          ? undefined
          : meta.rule.warn?.(value)
        : meta?.kind === 'date' || meta?.kind === 'dateTime'
          ? farDateProblem(column, value, now)
          : undefined;
    return found ? [{ column, level: 'warning', problem: found }] : [];
  });
}

/** Returns warnings about stored values that have no effect, with the reason. */
export const unusedValues = (
  shape: Readonly<Record<string, z.ZodType>>,
  values: Readonly<Record<string, unknown>>,
): RowIssue[] =>
  Object.entries(shape).flatMap(([column, field]): RowIssue[] => {
    const value = values[column];
    const meta = findMeta(field);
    const found = meta?.kind === 'code' && typeof value === 'string' ? meta.rule.unused?.(value) : undefined;
    return found ? [{ column, level: 'warning', problem: found }] : [];
  });
