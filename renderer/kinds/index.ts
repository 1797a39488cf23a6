import type { FieldKind, FieldMeta } from '@contract/fields';
import { unreadOf } from '@contract/lenient';
import { createElement, type ReactNode } from 'react';
import { approvalSteps } from './approvalSteps';
import { block } from './block';
import { chargeSteps } from './chargeSteps';
import { dateTime } from './dateTime';
import { id } from './id';
import { json } from './json';
import type { AnyKind, Kind, ShowContext } from './kind';
import { lines } from './lines';
import { partKinds } from './partKinds';
import { ref } from './ref';
import { refs } from './refs';
import { size } from './size';
import { state } from './state';
import { table } from './table';
import { totals } from './totals';
import { rawText, Unread } from './Unread';

/** All field kinds: a missing one does not compile, so that no value renders as nothing. */
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
export function kindOf(meta: FieldMeta): AnyKind {
  return kinds[meta.kind];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns a value as text; empty for an empty value. */
export function textOf(meta: FieldMeta, value: unknown, context: ShowContext): string {
  return isEmpty(value) ? '' : kindOf(meta).toText(value, meta, context);
}

/** True if the value of a record's field could not be parsed. */
export const isUnreadField = (name: string, row: object): boolean => Object.hasOwn(unreadOf(row), name);

/** Returns a field of the context's row as text: the raw value if it could not be parsed. */
export function fieldText(
  name: string,
  meta: FieldMeta,
  context: ShowContext,
  row: ShowContext['row'] = context.row,
): string {
  if (isUnreadField(name, row)) return rawText(unreadOf(row)[name]);
  return textOf(meta, row[name], context);
}

/** Returns the cell content for a field of the context's row: the raw value, marked, if it could not be parsed. */
export function fieldCell(
  name: string,
  meta: FieldMeta,
  context: ShowContext,
  row: ShowContext['row'] = context.row,
): ReactNode {
  return markOf(name, row) ?? cellOf(meta, row[name], context);
}

/** Mark for a field that could not be parsed; undefined for any other. */
export const markOf = (name: string, row: object): ReactNode | undefined =>
  isUnreadField(name, row) ? createElement(Unread, { value: unreadOf(row)[name] }) : undefined;

function cellOf(meta: FieldMeta, value: unknown, context: ShowContext): ReactNode {
  if (isEmpty(value)) return null;
  const { Cell, toText } = kindOf(meta);
  return Cell ? Cell(value, meta, context) : toText(value, meta, context);
}
