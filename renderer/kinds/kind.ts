import type { FieldMeta } from '@contract/fields';
import type { ApprovalStep } from '@contract/rules/approval';
import type { ChargeStep } from '@contract/rules/charge';
import type { OfferTotal } from '@contract/rules/offer';
import type { ReactNode } from 'react';
import type { Speech } from '../app/language';
import type { Lookups } from './lookups';

/** Context for showing a value: the language, the records it may refer to, and the rest of its row. */
export interface ShowContext {
  readonly speech: Speech;
  readonly lookups: Lookups;
  readonly row: Readonly<Record<string, unknown>>;
  /** True if there is room for the name of a record beside its code. */
  readonly long?: boolean;
}

export type MetaOf<K extends FieldMeta['kind']> = Extract<FieldMeta, { kind: K }>;

/** A nested record. */
export type Part = Readonly<Record<string, unknown>>;

/** Values of the kinds that hold more than a number or a text that is being typed. */
interface Values {
  readonly approvalSteps: readonly ApprovalStep[];
  readonly block: Part;
  readonly chargeSteps: readonly ChargeStep[];
  readonly choice: string;
  readonly codes: readonly string[];
  readonly refs: readonly number[];
  readonly state: string;
  readonly table: readonly Part[];
  readonly totals: readonly OfferTotal[];
}

type ValueOf<K extends FieldMeta['kind']> = K extends keyof Values ? Values[K] : unknown;

/** A component that a kind has for its own values, used through {@link Kind} for those of any. */
type KindComponent<Props> = { draw(props: Props): ReactNode }['draw'];

export interface InputProps<M extends FieldMeta, Value = ValueOf<M['kind']>> {
  readonly id: string;
  readonly name: string;
  readonly meta: M;
  readonly value: Value | null | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onBlur: () => void;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly required: boolean;
  /** Other values of the form: a currency, the airport whose clock shows a time. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Parts of a query set by one filter, by name; undefined clears a part. */
export type FilterParts = Readonly<Record<string, unknown>>;

export interface FilterProps<M extends FieldMeta> {
  readonly id: string;
  readonly name: string;
  readonly meta: M;
  readonly parts: FilterParts;
  readonly onChange: (parts: FilterParts) => void;
}

/**
 * Everything that screens do with values of a field. Functions of a value are methods, so that a kind looked up by a
 * field's metadata takes the value of that field.
 */
interface KindWith<Value, Meta extends FieldMeta> {
  readonly align: 'start' | 'end';
  /** Default column width in pixels. */
  readonly width: number;
  /** The value as text: in cells, on the clipboard, in chips. Never called for an empty value. */
  toText(value: Value, meta: Meta, context: ShowContext): string;
  /** Draws a cell, if the kind shows more than text. */
  Cell?(value: Value, meta: Meta, context: ShowContext): ReactNode;
  readonly Input: KindComponent<InputProps<Meta, Value>>;
  /** Null if the kind cannot be filtered by. */
  readonly Filter: KindComponent<FilterProps<Meta>> | null;
}

export type Kind<K extends FieldMeta['kind']> = KindWith<ValueOf<K>, MetaOf<K>>;
/** A kind looked up by metadata. */
export type AnyKind = KindWith<unknown, FieldMeta>;
