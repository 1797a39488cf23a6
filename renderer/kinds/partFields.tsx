import { check } from '@contract/checked';
import { partMeta } from '@contract/partFields';
import type { FieldShape } from '@contract/rowFields';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { AnyKind, Part, ShowContext } from './kind';
import { partKinds } from './partKinds';

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** True if nothing is filled in. */
export const isBlank = (part: Part): boolean => Object.values(part).every(isEmpty);

/** Returns the kind of a nested record's field, for code that handles all kinds. */
export const partKind = (field: z.ZodType) => {
  const meta = partMeta(field);
  const kind: AnyKind = partKinds[meta.kind];
  return { meta, kind };
};

/** Returns the text of a nested record's field; empty for an empty value. */
export function partText(field: z.ZodType, part: Part, value: unknown, context: ShowContext): string {
  const { meta, kind } = partKind(field);
  return isEmpty(value) ? '' : kind.toText(value, meta, { ...context, row: part });
}

/** Returns the cell content of a nested record's field. */
export function partCell(field: z.ZodType, part: Part, value: unknown, context: ShowContext): ReactNode {
  const { meta, kind } = partKind(field);
  if (isEmpty(value) || !kind.Cell) return partText(field, part, value, context);
  return kind.Cell(value, meta, { ...context, row: part });
}

/** Returns a nested record as one line: its non-empty values, in the order of its fields. */
export const lineOf = (shape: FieldShape, part: Part, context: ShowContext): string =>
  Object.entries(shape)
    .map(([name, field]) => partText(field, part, part[name], context))
    .filter((text) => text !== '')
    .join(', ');

interface Props {
  readonly id: string;
  readonly name: string;
  readonly field: z.ZodType;
  readonly part: Part;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly disabled: boolean;
  readonly required: boolean;
  /** True if an error is already shown: then an empty required field is marked as well. */
  readonly announced: boolean;
}

/** Input of a nested record's field; marked as invalid if its kind does not accept the value. */
export function PartInput({ field, part, announced, ...rest }: Props) {
  const { meta, kind } = partKind(field);
  const value = part[rest.name] ?? null;
  const invalid = (announced || !isEmpty(value)) && !check(field, value).ok;
  const Input = kind.Input;
  return <Input {...rest} meta={meta} row={part} value={value} invalid={invalid} />;
}
