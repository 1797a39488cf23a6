import type * as z from 'zod';

/** Fields by name. */
export type FieldShape = Readonly<Record<string, z.ZodType>>;

/** Returns the fields of a record by name. */
export const fieldsOf = ({ shape }: { readonly shape: FieldShape }): FieldShape => shape;

/** Returns a field of a record; throws if it has none of this name. */
export function fieldOf(row: { readonly shape: FieldShape }, name: string): z.ZodType {
  const field = row.shape[name];
  if (!field) throw new Error(`a record without ${name}`);
  return field;
}
