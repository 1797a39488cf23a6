import { asRecord } from '@contract/access/changes';
import { currencyIn, type FieldMeta, type KindOf, metaOf } from '@contract/fields';
import { fromMinor, fromScaled, toMinor, toScaled } from '@contract/rules/money';
import type * as z from 'zod';

/** SQL type of a contract field: amounts, weights and volumes are scaled integers, lists are JSON. */
export type Sql<S> =
  S extends z.ZodNullable<infer I>
    ? Sql<I> | null
    : [KindOf<S>] extends [never]
      ? z.output<S & z.ZodType>
      : KindOf<S> extends 'money' | 'fixed' | 'weight' | 'volume' | 'decimal' | 'flag'
        ? number
        : KindOf<S> extends
              | 'codes'
              | 'refs'
              | 'approvalSteps'
              | 'chargeSteps'
              | 'lines'
              | 'totals'
              | 'table'
              | 'block'
              | 'json'
          ? string
          : z.output<S & z.ZodType>;

/** Columns that encoding the values of a row gives. */
type EncodedColumns<S extends z.ZodObject, V> = {
  -readonly [K in keyof V as K extends keyof S['shape'] ? K : never]:
    | Sql<S['shape'][K & keyof S['shape']]>
    | (undefined extends V[K] ? undefined : never);
};

/** Converts between a contract row and a table row: scaled integers, 0 and 1, JSON lists. */
export interface Codec<Row> {
  /** Column values of the fields present in `values`; amounts need their currency field beside them. */
  encode(values: Readonly<Record<string, unknown>>): Record<string, string | number | null>;
  /** Converts a table row to a contract row; columns outside the contract are left out. */
  decode(columns: object): Row;
}

/** A {@link Codec} for a row known at compile time: its columns are typed. */
export interface RowCodec<S extends z.ZodObject> extends Omit<Codec<z.output<S>>, 'encode'> {
  encode<V extends Partial<z.output<S>>>(values: V): EncodedColumns<S, V>;
}

interface Converter {
  toColumn(value: unknown, row: Readonly<Record<string, unknown>>): string | number;
  toField(value: unknown, row: Readonly<Record<string, unknown>>): unknown;
}

const scaled = (factor: number): Converter => ({
  toColumn: (value) => Math.round(Number(value) * factor),
  toField: (value) => Number(value) / factor,
});
const asJson: Converter = {
  toColumn: (value) => JSON.stringify(value),
  toField: (value) => JSON.parse(String(value)),
};

function converterOf(meta: FieldMeta): Converter | undefined {
  switch (meta.kind) {
    case 'flag':
      return { toColumn: (value) => (value ? 1 : 0), toField: (value) => value === 1 };
    case 'weight':
    case 'volume':
    case 'decimal':
      return scaled(1000);
    case 'money':
      return {
        toColumn: (value, row) => toMinor(String(value), currencyIn(meta, row)),
        toField: (value, row) => fromMinor(Number(value), currencyIn(meta, row)),
      };
    case 'fixed':
      return {
        toColumn: (value) => toScaled(String(value), meta.digits),
        toField: (value) => fromScaled(Number(value), meta.digits),
      };
    case 'codes':
    case 'refs':
    case 'approvalSteps':
    case 'chargeSteps':
    case 'lines':
    case 'totals':
    case 'table':
    case 'block':
    case 'json':
      return asJson;
    default:
      return undefined;
  }
}

/**
 * Codec of a row schema, for code that handles several kinds of rows alike; every field must have a kind, except ids of
 * stored files.
 */
export function codecByName<S extends z.ZodObject>(schema: S): Codec<z.output<S> & Record<string, unknown>> {
  const names = Object.keys(schema.shape);
  const converters = new Map<string, Converter>();
  for (const name of names) {
    if (name === 'id') continue;
    const converter = converterOf(metaOf(schema.shape[name]));
    if (converter) converters.set(name, converter);
  }
  return {
    encode: (given) => {
      const columns: Record<string, string | number | null> = {};
      for (const name of names) {
        const value = given[name];
        if (value === undefined) continue;
        const converter = converters.get(name);
        columns[name] =
          value === null ? null : converter ? converter.toColumn(value, given) : (value as string | number);
      }
      return columns;
    },
    decode: (columns) => {
      const stored = asRecord(columns);
      const row: Record<string, unknown> = {};
      for (const name of names) {
        const value = stored[name] ?? null;
        const converter = value === null ? undefined : converters.get(name);
        row[name] = converter ? converter.toField(value, stored) : value;
      }
      return row as z.output<S> & Record<string, unknown>;
    },
  };
}

/** Codec of a row that is known at compile time, so that its columns are typed. */
export function codecOf<S extends z.ZodObject>(schema: S): RowCodec<S> {
  const { encode, decode } = codecByName(schema);
  return {
    encode: <V extends Partial<z.output<S>>>(values: V) => encode(values) as EncodedColumns<S, V>,
    decode,
  };
}
