import * as z from 'zod';
import { type FieldKind, findMeta, fullSchema, type KindOf, metaOf, unwrap } from './fields';
import { MAX_PAGE_SIZE, PAGE_SIZE } from './limits';
import { fieldOf, fieldsOf } from './rowFields';
import { object, strictObject } from './shape';

/** A window of a list as it travels. `next` fetches the following rows, even if the list has grown since. */
export interface Page<Row> {
  list: Row[];
  /** Number of matches; with `totalCapped` at least this many. */
  total: number;
  totalCapped: boolean;
  next: string | null;
}

/** The schema of a page of rows. */
export const pageOf = <R extends z.ZodType>(row: R) =>
  object(() => ({
    list: z.array(row),
    total: z.int().min(0),
    /** False for a server that does not send it: it counts all. */
    totalCapped: z.boolean().default(false),
    next: z.string().nullable(),
  }));

/** Longest sort, in characters: more keys than a person uses, and fewer than a database takes. */
const MAX_SORT = 200;

type Shape = Readonly<Record<string, z.ZodType>>;
type RangeKind = 'count' | 'weight' | 'volume' | 'decimal' | 'money' | 'fixed' | 'size';
type TimeKind = 'date' | 'dateTime';
type ManyKind = 'choice' | 'state' | 'ref' | 'id';
type TextKind = 'text' | 'note' | 'code' | 'codes';
type KeysOf<S extends Shape, F extends keyof S, K extends FieldKind> = {
  [N in F]: KindOf<S[N]> extends K ? N : never;
}[F] &
  string;

type Many<S> = z.ZodOptional<z.ZodArray<z.ZodType<NonNullable<z.output<S>>, NonNullable<z.input<S>>>>>;

/** The query parameters that filter by fields of a row, which follow from the field's kind. */
export type FilterShape<S extends Shape, F extends keyof S & string> = {
  [N in KeysOf<S, F, ManyKind>]: Many<S[N]>;
} & { [N in KeysOf<S, F, 'flag'>]: z.ZodOptional<z.ZodBoolean> } & {
  [N in KeysOf<S, F, TextKind>]: z.ZodOptional<z.ZodString>;
} & { [N in `${KeysOf<S, F, TimeKind>}${'From' | 'To'}`]: z.ZodOptional<z.ZodString> } & {
  [N in `${KeysOf<S, F, RangeKind>}${'Min' | 'Max'}`]: z.ZodOptional<z.ZodNumber>;
};

const pageShape = {
  page: z.int().min(1).optional(),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
  after: z.string().max(500).optional(),
  sort: z.string().optional(),
  keyword: z.string().trim().max(200).optional(),
};

/** Query parameters of every list besides its filters. */
export type PageQuery = z.output<z.ZodObject<typeof pageShape>>;

/** A filter parameter: `etaFrom` is the lower end of the range filter on `eta`. */
export interface FilterPart {
  readonly field: string;
  readonly how: 'in' | 'is' | 'like' | 'from' | 'to';
}

/** Returns the query parameters of a filter on a field. */
export function filterParts(name: string, schema: z.ZodType): (FilterPart & { readonly name: string })[] {
  switch (metaOf(schema).kind) {
    case 'choice':
    case 'state':
    case 'ref':
    case 'id':
      return [{ name, field: name, how: 'in' }];
    case 'flag':
      return [{ name, field: name, how: 'is' }];
    case 'text':
    case 'note':
    case 'code':
    case 'codes':
      return [{ name, field: name, how: 'like' }];
    case 'date':
    case 'dateTime':
      return [
        { name: `${name}From`, field: name, how: 'from' },
        { name: `${name}To`, field: name, how: 'to' },
      ];
    case 'count':
    case 'weight':
    case 'volume':
    case 'decimal':
    case 'money':
    case 'fixed':
    case 'size':
      return [
        { name: `${name}Min`, field: name, how: 'from' },
        { name: `${name}Max`, field: name, how: 'to' },
      ];
    case 'refs':
    case 'approvalSteps':
    case 'chargeSteps':
    case 'lines':
    case 'totals':
    case 'table':
    case 'block':
    case 'json':
      throw new Error(`${name} cannot be filtered`);
  }
}

const isPart = z.boolean().optional();
const likePart = z.string().trim().min(1).max(100).optional();
/** More than any field holds; in the units of a store it still fits a database integer (2^63). */
const MOST = 1e12;
const numberPart = z.number().min(-MOST).max(MOST).optional();
/** Caches by the schema of the field, which many share. */
const inParts = new WeakMap<z.ZodType, z.ZodType>();
const timeParts = new WeakMap<z.ZodType, z.ZodType>();

function partSchema(schema: z.ZodType, how: FilterPart['how']): z.ZodType {
  const { inner } = unwrap(schema);
  const { kind } = metaOf(schema);
  if (how === 'is') return isPart;
  if (how === 'like') return likePart;
  const time = kind === 'date' || kind === 'dateTime';
  if (how !== 'in' && !time) return numberPart;
  const schemas = how === 'in' ? inParts : timeParts;
  const part = schemas.get(inner) ?? (how === 'in' ? z.array(inner).min(1).max(500) : inner).optional();
  schemas.set(inner, part);
  return part;
}

/** Returns the schema of a list's query: paging, the sorts and filters allowed. */
export function listQuery<S extends Shape, const F extends readonly (keyof S & string)[]>(
  row: z.ZodObject<S>,
  filters: F,
  sorts: readonly (keyof S & string)[],
) {
  return strictObject(() => {
    const parts: Record<string, z.ZodType> = {};
    for (const name of filters) {
      const schema = fieldOf(row, name);
      for (const part of filterParts(name, schema)) parts[part.name] = partSchema(schema, part.how);
    }
    const names = sorts.join('|');
    const sort = z
      .string()
      .max(MAX_SORT)
      .regex(new RegExp(`^(-?(${names}))(,-?(${names}))*$`))
      .optional();
    return { ...pageShape, sort, ...parts };
  }) as unknown as z.ZodObject<typeof pageShape & FilterShape<S, F[number]>, z.core.$strict>;
}

/** Returns the schema of a list's filter: its query without the window and the order. */
export const filterOf = <S extends z.core.$ZodShape>(query: z.ZodObject<S>) =>
  strictObject(() => query.shape).omit({
    page: true,
    pageSize: true,
    after: true,
    sort: true,
  } as never) as unknown as z.ZodObject<Omit<S, 'page' | 'pageSize' | 'after' | 'sort'>, z.core.$strict>;

/** One key of a sort. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Parses `-eta,billNo`. */
export function parseSort(sort: string): SortKey[] {
  return sort
    .split(',')
    .filter(Boolean)
    .map((key) =>
      key.startsWith('-') ? { field: key.slice(1), descending: true } : { field: key, descending: false },
    );
}

/** Formats `-eta,billNo`. */
export function formatSort(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
}

/** Returns offset and limit of a query, with their defaults. */
export function windowOf(query: PageQuery): { offset: number; limit: number } {
  const limit = query.pageSize ?? PAGE_SIZE;
  return { offset: ((query.page ?? 1) - 1) * limit, limit };
}

/** Encodes a typed query for a URL; empty parts are left out, lists joined by commas. */
export function encodeQuery(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    // An empty list would be read as a list of one empty text.
    if (Array.isArray(value) && value.length === 0) continue;
    encoded[name] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return encoded;
}

/** Decodes a URL's query to the values of the schema; a text that does not fit is left for the schema to refuse. */
export function decodeQuery(
  schema: z.ZodObject,
  query: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const part = fieldsOf(schema)[name];
    decoded[name] = part ? decodeText(unwrap(part).inner, value) : value;
  }
  return decoded;
}

function decodeText(schema: z.ZodType, value: string): unknown {
  if (schema instanceof z.ZodArray)
    return value.split(',').map((one) => decodeText(fullSchema(schema.element), one));
  if (schema instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value;
  const numeric = schema instanceof z.ZodNumber || findMeta(schema)?.kind === 'id';
  return numeric && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
