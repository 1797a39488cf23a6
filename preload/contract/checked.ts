import type * as z from 'zod';
import { type Problem, problem } from './errors';

function problemOf(issue: z.core.$ZodIssue): Problem {
  switch (issue.code) {
    case 'invalid_type':
    // A missing value of a fixed list.
    case 'invalid_value':
    case 'invalid_union':
      return problem(issue.input === undefined || issue.input === null ? 'REQUIRED' : 'FORMAT');
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1
          ? problem('REQUIRED')
          : problem('TOO_SHORT', { min: Number(issue.minimum) });
      if (issue.origin === 'array' && Number(issue.minimum) === 1) return problem('REQUIRED');
      return problem('NUMBER_MIN', { min: Number(issue.minimum) });
    case 'too_big':
      return issue.origin === 'string'
        ? problem('TOO_LONG', { max: Number(issue.maximum) })
        : problem('NUMBER_MAX', { max: Number(issue.maximum) });
    case 'custom':
      return (issue.params?.problem as Problem | undefined) ?? problem('FORMAT');
    case 'unrecognized_keys':
      return problem('UNKNOWN_FIELD', { field: { list: issue.keys.slice(0, NAMED).map(cut) } });
    default:
      return problem('FORMAT');
  }
}

/** Maximum number of unknown fields named in a message, and of characters of each: a caller can send thousands. */
const NAMED = 5;
const LONGEST = 60;
const cut = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);

/** A checked value, or the problems by field name; the first one of each field. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: Readonly<Record<string, Problem>> };

/** Parses a value and returns its problems as message codes of the product. */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  // A Map, not a plain object, which would already hold something for a field called "constructor".
  const problems = new Map<string, Problem>();
  for (const issue of parsed.error.issues) {
    // Drops the index of a single value, which does not help the person; keeps the row of a table.
    const path = issue.path.filter((part, at) => typeof part !== 'number' || at < issue.path.length - 1);
    const name = issue.code === 'unrecognized_keys' ? cut(issue.keys[0] ?? '') : path.join('.');
    if (!problems.has(name)) problems.set(name, problemOf(issue));
  }
  return { ok: false, problems: Object.fromEntries(problems) };
}
