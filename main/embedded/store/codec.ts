import { currencyIn, type FieldMeta, metaOf } from '@contract/fields';
import { fromMinor, fromScaled, toMinor, toScaled } from '@contract/rules/money';
import type * as z from 'zod';

/** Between a row of the contract and a row of its table: scaled integers, 0 and 1, JSON lists. */
export interface Codec<Row> {
  /** Column values of the fields present in `values`; amounts need their currency field beside them. */
  encode(values: Partial<Row>): Record<string, string | number | null>;
  /** The contract's row of a table's row; columns that the contract does not name are left out. */
  decode(columns: object): Row;
}

interface Converter {
  toColumn(value: unknown, row: Readonly<Record<string, unknown>>): string | number;
  toField(value: unknown, row: Readonly<Record<string, unknown>>): unknown;
}

const scaled = (factor: number): Converter => ({
  toColumn: (value) => Math.round((value as number) * factor),
  toField: (value) => (value as number) / factor,
});
const asJson: Converter = {
  toColumn: (value) => JSON.stringify(value),
  toField: (value) => JSON.parse(value as string),
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
        toColumn: (value, row) => toMinor(value as string, currencyIn(meta, row)),
        toField: (value, row) => fromMinor(value as number, currencyIn(meta, row)),
      };
    case 'fixed':
      return {
        toColumn: (value) => toScaled(value as string, meta.digits),
        toField: (value) => fromScaled(value as number, meta.digits),
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

/** The codec of a row schema; every field must name its kind, ids of stored files excepted. */
export function codecOf<S extends z.ZodObject>(schema: S): Codec<z.output<S>> {
  const names = Object.keys(schema.shape);
  const converters = new Map<string, Converter>();
  for (const name of names) {
    if (name === 'id') continue;
    const converter = converterOf(metaOf(schema.shape[name] as z.ZodType));
    if (converter) converters.set(name, converter);
  }
  return {
    encode: (values) => {
      const given = values as Readonly<Record<string, unknown>>;
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
      const stored = columns as Readonly<Record<string, unknown>>;
      const row: Record<string, unknown> = {};
      for (const name of names) {
        const value = stored[name] ?? null;
        const converter = value === null ? undefined : converters.get(name);
        row[name] = converter ? converter.toField(value, stored) : value;
      }
      return row as z.output<S>;
    },
  };
}
