import * as z from 'zod';
import { type FieldKind, type FieldMeta, findMeta, type KindOf, kinded, metaOf, unwrap } from './fields';
import type { FieldShape } from './rowFields';
import { object, strictObject } from './shape';

/** Fields as entered by a person: nullable ones may be left out. */
export type GivenShape<S extends FieldShape> = {
  [N in keyof S]: S[N] extends z.ZodNullable<z.ZodType>
    ? z.ZodDefault<S[N]>
    : KindOf<S[N]> extends 'flag'
      ? z.ZodDefault<S[N]>
      : S[N];
};

/** Returns the {@link GivenShape} of fields. */
export function givenShape<S extends FieldShape>(shape: S): GivenShape<S> {
  const fields: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(shape)) {
    const { nullable } = unwrap(field);
    fields[name] = nullable
      ? field.default(null)
      : metaOf(field).kind === 'flag'
        ? field.default(false)
        : field;
  }
  return fields as GivenShape<S>;
}

/** Field kinds allowed in a record within a record: values of one spreadsheet cell that refer to no record. */
const PART_KINDS = [
  ...(['text', 'note', 'code', 'codes', 'choice', 'flag', 'count', 'weight', 'volume'] as const),
  ...(['decimal', 'money', 'fixed', 'date'] as const),
] satisfies FieldKind[];
export type PartKind = (typeof PART_KINDS)[number];

function partsOnly(of: string, shape: FieldShape): void {
  const kinds: readonly string[] = PART_KINDS;
  for (const [name, field] of Object.entries(shape))
    if (!kinds.includes(metaOf(field).kind)) throw new Error(`${of}.${name} is no field of a part`);
}

/** Returns the facts about a field of a part. */
export const partMeta = (field: z.ZodType): Extract<FieldMeta, { kind: PartKind }> =>
  metaOf(field) as Extract<FieldMeta, { kind: PartKind }>;

/**
 * Up to `max` records within the record, stored and changed together with it. Reading the record returns them; its list
 * does not, since every row would carry them. A list that needs one of their values has a separate field for it.
 */
export const table = <S extends FieldShape>(of: string, shape: S, max: number) => {
  partsOnly(of, shape);
  return kinded<'table', z.ZodArray<z.ZodObject<GivenShape<S>, z.core.$strict>>>(
    z.array(strictObject(() => givenShape(shape))).max(max),
    { kind: 'table', of, shape, max },
  );
};

/** One record within the record: see {@link table}. */
export const block = <S extends FieldShape>(of: string, shape: S) => {
  partsOnly(of, shape);
  return kinded<'block', z.ZodObject<GivenShape<S>, z.core.$strict>>(
    strictObject(() => givenShape(shape)),
    {
      kind: 'block',
      of,
      shape,
    },
  );
};

/** The fields of a record in its list: all but the records within it. */
export type ListedShape<S extends FieldShape> = {
  [N in keyof S as KindOf<S[N]> extends 'table' | 'block' ? never : N]: S[N];
};

const isPart = (field: z.ZodType): boolean => ['table', 'block'].includes(findMeta(field)?.kind ?? '');

/** True if a record contains records. */
export const hasParts = (row: z.ZodObject): boolean => Object.values(row.shape as FieldShape).some(isPart);

/** The row of a list of records: without the records within them. */
export const listedRow = <S extends FieldShape>(row: z.ZodObject<S>) =>
  object(() =>
    Object.fromEntries(Object.entries(row.shape).filter(([, field]) => !isPart(field))),
  ) as unknown as z.ZodObject<ListedShape<S>>;
