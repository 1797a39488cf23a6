import type { ResourceName } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import type * as z from 'zod';
import { codecOf } from './codec';

/** What a person may set of a stored record, as an undo compares it and puts it back. */
export function settable(name: ResourceName, columns: object): Record<string, unknown> {
  const { row, draft }: { row: z.ZodObject; draft: readonly string[] } = resources[name];
  const decoded = codecOf(row).decode(columns) as Record<string, unknown>;
  const names = [...draft, ...('active' in row.shape ? ['active'] : [])];
  return Object.fromEntries(names.map((field) => [field, decoded[field] ?? null]));
}
