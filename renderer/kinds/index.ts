import type { FieldKind, FieldMeta } from '@contract/fields';
import type { ReactNode } from 'react';
import { approvalSteps } from './approvalSteps';
import { block } from './block';
import { chargeSteps } from './chargeSteps';
import { dateTime } from './dateTime';
import { id } from './id';
import { json } from './json';
import type { Kind, ShowContext } from './kind';
import { lines } from './lines';
import { partKinds } from './partKinds';
import { ref } from './ref';
import { refs } from './refs';
import { size } from './size';
import { state } from './state';
import { table } from './table';
import { totals } from './totals';

/** Every field kind: one that is missing does not compile, so that no value can render as nothing. */
export const kinds: { readonly [K in FieldKind]: Kind<K> } = {
  ...partKinds,
  approvalSteps,
  block,
  chargeSteps,
  dateTime,
  id,
  json,
  lines,
  ref,
  refs,
  size,
  state,
  table,
  totals,
};

/** The kind of a field, for code that serves every field alike. */
export function kindOf(meta: FieldMeta): Kind<FieldKind> {
  return kinds[meta.kind] as unknown as Kind<FieldKind>;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as text; nothing for an empty one. */
export function textOf(meta: FieldMeta, value: unknown, context: ShowContext): string {
  return isEmpty(value) ? '' : kindOf(meta).toText(value as never, meta as never, context);
}

/** A value as a cell shows it. */
export function cellOf(meta: FieldMeta, value: unknown, context: ShowContext): ReactNode {
  if (isEmpty(value)) return null;
  const { Cell, toText } = kindOf(meta);
  return Cell ? Cell(value as never, meta as never, context) : toText(value as never, meta as never, context);
}
