import type { FieldMeta } from '@contract/fields';
import type { ComponentType, ReactNode } from 'react';
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

export interface InputProps<M extends FieldMeta> {
  readonly id: string;
  readonly name: string;
  readonly meta: M;
  readonly value: unknown;
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

/** Everything that screens do with values of one kind. */
export interface Kind<K extends FieldMeta['kind']> {
  readonly align: 'start' | 'end';
  /** Default column width in pixels. */
  readonly width: number;
  /** The value as text: in cells, on the clipboard, in chips. Never called for an empty value. */
  readonly toText: (value: never, meta: MetaOf<K>, context: ShowContext) => string;
  /** Draws a cell, if the kind shows more than text. */
  readonly Cell?: (value: never, meta: MetaOf<K>, context: ShowContext) => ReactNode;
  readonly Input: ComponentType<InputProps<MetaOf<K>>>;
  /** Null if the kind cannot be filtered by. */
  readonly Filter: ComponentType<FilterProps<MetaOf<K>>> | null;
}
