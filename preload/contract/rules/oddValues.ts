import type * as z from 'zod';
import { findMeta } from '../fields';
import type { RowIssue } from '../importing/template';
import { farDateProblem } from './farDates';

/**
 * Warnings about the values of a record, each field by itself: codes that are right and odd, dates far from `now` (ms since
 * 1970). Imports say the same of their cells.
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

/** Warnings about stored values that have no effect, with the reason. */
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
