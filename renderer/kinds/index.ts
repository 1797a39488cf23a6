import type { FieldKind, FieldMeta } from '@contract/fields';
import type { ReactNode } from 'react';
import { approvalSteps } from './approvalSteps';
import { chargeSteps } from './chargeSteps';
import { choice } from './choice';
import { code } from './code';
import { codes } from './codes';
import { count } from './count';
import { date } from './date';
import { dateTime } from './dateTime';
import { decimal } from './decimal';
import { fixed } from './fixed';
import { flag } from './flag';
import { id } from './id';
import { json } from './json';
import type { Kind, ShowContext } from './kind';
import { lines } from './lines';
import { money } from './money';
import { note } from './note';
import { ref } from './ref';
import { refs } from './refs';
import { size } from './size';
import { state } from './state';
import { text } from './text';
import { totals } from './totals';
import { volume } from './volume';
import { weight } from './weight';

/** Every field kind: one that is missing does not compile, so that no value can render as nothing. */
export const kinds: { readonly [K in FieldKind]: Kind<K> } = {
  approvalSteps,
  chargeSteps,
  choice,
  code,
  codes,
  count,
  date,
  dateTime,
  decimal,
  fixed,
  flag,
  id,
  json,
  lines,
  money,
  note,
  ref,
  refs,
  size,
  state,
  text,
  totals,
  volume,
  weight,
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
