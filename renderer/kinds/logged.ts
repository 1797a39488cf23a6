import { loggedField } from '@contract/access/logged';
import type * as z from 'zod';
import { textOf } from '.';
import type { ShowContext } from './kind';

/** Returns a logged value in the form its field has on screens. */
export function loggedText(
  schemas: readonly z.ZodObject[],
  field: string | null,
  value: unknown,
  context: ShowContext,
): string {
  if (value === null || value === undefined) return '';
  const found = loggedField(schemas, field, value);
  if (!found) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const values = found.several ? (found.value as unknown[]) : [found.value];
  return context.speech.list(values.map((one) => textOf(found.meta, one, context)));
}
