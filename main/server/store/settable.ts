import type { ResourceName } from '@contract/resourceNames';
import { resources } from '@contract/resources';
import type * as z from 'zod';
import { codecOf } from './codec';

/** Fields of a stored record that a person may set, for comparing and restoring them on undo. */
export function settable(name: ResourceName, columns: object): Record<string, unknown> {
  const { row, draft }: { row: z.ZodObject; draft: readonly string[] } = resources[name];
  const decoded = codecOf(row).decode(columns);
  const names = [...draft, ...('active' in row.shape ? ['active'] : [])];
  return Object.fromEntries(names.map((field) => [field, decoded[field] ?? null]));
}
