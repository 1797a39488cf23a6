import { type FieldMeta, findMeta } from '@contract/fields';
import type * as z from 'zod';
import { textOf } from '.';
import type { ShowContext } from './kind';

const NUMERIC: ReadonlySet<FieldMeta['kind']> = new Set([
  'id',
  'count',
  'weight',
  'volume',
  'decimal',
  'ref',
  'size',
]);

/**
 * A value as a log keeps it, which may be its text, in the form its field has on screens. The log of a record also tells
 * of what belongs to it: of several schemas with a field of that name, the first whose field can have the value counts.
 */
export function loggedText(
  schemas: readonly z.ZodObject[],
  field: string | null,
  value: unknown,
  context: ShowContext,
): string {
  if (value === null || value === undefined) return '';
  const candidates = schemas.flatMap(({ shape }) => {
    const found = field ? (shape[field] as z.ZodType | undefined) : undefined;
    const meta = found && findMeta(found);
    return found && meta ? [{ found, meta }] : [];
  });
  const fits = candidates.find(({ found, meta }) => found.safeParse(fromLog(meta, value)).success);
  const meta = (fits ?? candidates[0])?.meta;
  if (!meta) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return textOf(meta, fromLog(meta, value), context);
}

function fromLog(meta: FieldMeta, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMERIC.has(meta.kind)) return Number(value);
  if (meta.kind === 'flag') return value === 'true';
  if (meta.kind === 'codes' || meta.kind === 'refs') return value.startsWith('[') ? JSON.parse(value) : value;
  return value;
}
