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

/** A value as a log keeps it, which may be its text, in the form its field has on screens. */
export function loggedText(
  schema: z.ZodObject | undefined,
  field: string | null,
  value: unknown,
  context: ShowContext,
): string {
  if (value === null || value === undefined) return '';
  const found = field ? schema?.shape[field] : undefined;
  const meta = found && findMeta(found as z.ZodType);
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
