import * as z from 'zod';
import { type Access, type Call, type Endpoint, endpoint } from './endpoint';
import type { ErrorCode } from './errors';
import { choice, count, dateTime, flag, id, metaOf, note, ref } from './fields';
import { MAX_BULK } from './limits';
import { perName } from './names';
import { filterOf, listQuery, pageOf } from './paging';
import { type GivenShape, givenShape, listedRow } from './partFields';
import type { PermissionId } from './permissions';
import { fieldOf } from './rowFields';
import type { Scope } from './scope';
import { extended, object, strictObject } from './shape';
import { logObjects } from './vocabulary';
import type { ChoiceValue } from './words';

type Shape = Readonly<Record<string, z.ZodType>>;

/** The fields of every record: who created it, who changed it last, and the version that guards against overwriting. */
export const recordFields = {
  id: id(),
  version: count(1),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  updatedAt: dateTime(),
  updatedBy: ref('staff').nullable(),
};

/** Additional fields of reference data: it is deactivated rather than deleted, and has its own sort order. */
export const referenceFields = {
  active: flag(),
  sort: count(0, 100_000).nullable(),
  remark: note(500).nullable(),
};

/** Returns the initial value of a field: false for a flag, an empty list for a list, else null. */
export function emptyOf(field: z.ZodType): boolean | readonly [] | null {
  const { kind } = metaOf(field);
  if (kind === 'flag') return false;
  return kind === 'codes' || kind === 'refs' || kind === 'lines' || kind === 'table' ? [] : null;
}

/** The schema of input for a new record: required fields unchanged, nullable fields default to null. */
export function draftOf<S extends Shape, const K extends readonly (keyof S & string)[]>(
  row: z.ZodObject<S>,
  names: K,
): z.ZodObject<GivenShape<Pick<S, K[number]>>, z.core.$strict> {
  return strictObject(() =>
    givenShape(perName(names, (name) => fieldOf(row, name))),
  ) as unknown as z.ZodObject<GivenShape<Pick<S, K[number]>>, z.core.$strict>;
}

type PatchShape<S extends Shape, K extends keyof S> = { [N in K]: z.ZodOptional<S[N]> } & {
  version: ReturnType<typeof count>;
};

/** The schema of a change: any of the fields, and the version it is based on. Fields left out stay unchanged. */
export function patchOf<S extends Shape, const K extends readonly (keyof S & string)[]>(
  row: z.ZodObject<S>,
  names: K,
): z.ZodObject<PatchShape<S, K[number]>, z.core.$strict> {
  return strictObject(() => ({
    version: count(1),
    ...perName(names, (name) => fieldOf(row, name).optional()),
  })) as unknown as z.ZodObject<PatchShape<S, K[number]>, z.core.$strict>;
}

/** Fields by which the global search finds records of a kind, and the path that opens one. */
export interface Finding<Field extends string = string> {
  /** The number or code of the record: matched whole, by its beginning, and by its last six characters or more. */
  readonly numbers: readonly [Field];
  /** Numbers given by others: matched whole, and by their last six characters or more. */
  readonly also?: readonly Field[];
  /** Matched anywhere, and shown beside the number; only for tables of up to some ten thousand rows. */
  readonly names?: readonly Field[];
  /** Path of the screen with `{id}`, `{billId}` or `{number}` filled in; without one of these, that of the list. */
  readonly path: string;
}

/**
 * Fields that reveal no more of a record than its name, owner and place, the values a form copies from it, and whether
 * it may be chosen: everyone signed in may read them of every record. No price, address, person or state.
 */
export const PLAIN_NAMES = [
  ...['id', 'code', 'airportCode', 'channelCode', 'name', 'nameEn', 'nameCn', 'realName'],
  ...[
    'customerId',
    'groupId',
    'companyId',
    'parentId',
    'countryId',
    'airportId',
    'lastMileId',
    'feeCategoryId',
  ],
  ...['serviceId', 'markId', 'destinationCode', 'countryCode', 'defaultServiceId', 'defaultChannelCode'],
  ...['kind', 'type', 'level', 'mode', 'direction', 'tapeColor', 'timeZone'],
  // Facts of a country that determine how addresses are written.
  ...['currency', 'isEu', 'phoneCode', 'postcodeRegex'],
  // Eligibility: whether it may be chosen, and how many of a group may decide.
  ...['active', 'deleted', 'superAdmin', 'ableCount'],
] as const;
type PlainName = (typeof PLAIN_NAMES)[number];

/**
 * Readers of the names of all records of a kind, which others need to refer to them: everyone signed in, if these
 * reveal no more than {@link PLAIN_NAMES}; else those who may read its list, or those and holders of further
 * permissions.
 */
export type NamesFor = 'everyone' | 'readers' | readonly PermissionId[];

/** Definition of a resource: its row, the fields people fill in, and how it is listed and recognised. */
export interface Resource<S extends Shape = Shape> {
  /** Name in the registry, of the table, and in the catalogues. */
  readonly name: ChoiceValue<'logObject'>;
  readonly path: string;
  readonly row: z.ZodObject<S>;
  /** Fields a person may set, in the order of the form. */
  readonly draft: readonly (keyof S & string)[];
  /** Fields of the short row that selects and references show. */
  readonly lookup: readonly (keyof S & string)[];
  readonly namesFor: NamesFor;
  readonly filters: readonly (keyof S & string)[];
  readonly sorts: readonly (keyof S & string)[];
  /** Default order, for example `-eta,billNo`. */
  readonly order: string;
  /** Fields searched by the keyword box. */
  readonly keyword: readonly (keyof S & string)[];
  /** Fields whose combined values must be unique. */
  readonly unique: readonly (keyof S & string)[];
  /** Null for records deliberately left out of the global search; the reason is beside it. */
  readonly finding: Finding<keyof S & string> | null;
  /** Defaults of a new record, in forms and for empty import cells. */
  readonly fresh?: { readonly [K in keyof S]?: z.output<S[K]> };
  /** Three example records for import files, if the resource is read from files: references by their codes. */
  readonly examples?: { readonly [K in keyof S]?: readonly [string, string, string] };
  readonly view: PermissionId;
  readonly edit: PermissionId;
  readonly module: ChoiceValue<'logModule'>;
  /** Scope of its records for accounts that are limited to warehouses. */
  readonly scope: Scope;
}

/** Returns the initial values of a new record, by the fields that a person may set. */
export const freshOf = ({
  row,
  draft,
  fresh,
}: {
  readonly row: z.ZodObject;
  readonly draft: readonly string[];
  readonly fresh?: Readonly<Record<string, unknown>>;
}): Record<string, unknown> =>
  Object.fromEntries(draft.map((name) => [name, fresh?.[name] ?? emptyOf(row.shape[name])]));

/**
 * Declares a resource; keeps the literal names so that the endpoints are typed by them. Names for everyone that reveal
 * more than {@link PLAIN_NAMES} do not compile.
 */
export function resource<
  S extends Shape,
  const D extends readonly (keyof S & string)[],
  const L extends readonly (keyof S & string)[],
  const F extends readonly (keyof S & string)[],
  const N extends NamesFor,
>(
  declared: Resource<S> & {
    draft: D;
    lookup: L & (N extends 'everyone' ? readonly PlainName[] : unknown);
    filters: F;
    namesFor: N;
  },
) {
  return declared;
}

const one = strictObject(() => ({ id: id() }));
/** Export file format, and the columns in the order of the screen. */
export const exportQuery = {
  format: choice('exportFormat', ['xlsx', 'csv']).default('xlsx'),
  columns: z.array(z.string().max(60)).max(200).optional(),
};

/**
 * Exports a list as a file: the filter and order of the query, every row, the columns asked for. `path` is the list's;
 * an `extension` is a call that an admin API of another make may lack.
 */
export const exportOf = <S extends Shape, C extends z.core.$ZodObjectConfig>(
  path: string,
  access: Access,
  query: z.ZodObject<S, C>,
  extension = false,
) =>
  endpoint({
    method: 'GET',
    path: `${path}/export`,
    access,
    kind: 'blob',
    query: extended(query, () => exportQuery),
    extension,
  }) as unknown as ExportCall<S, C>;

/** The type of a call by {@link exportOf}, which keeps the types of the query. */
interface ExportCall<S extends Shape, C extends z.core.$ZodObjectConfig> extends Omit<Call, 'params'> {
  readonly kind: 'blob';
  readonly query: z.ZodObject<z.core.util.Extend<S, z.core.util.Writeable<typeof exportQuery>>, C>;
  readonly answer: z.ZodNull;
  readonly errors: Endpoint['errors'];
}

/** Uses are counted up to here: callers need to know whether there are any, and roughly how many. */
export const USE_CAP = 1000;

/** Uses of a record by one kind of record: the number (with `capped`, at least that), and numbers of a few. */
export const use = object(() => ({
  object: z.enum(logObjects),
  count: z.int(),
  capped: z.boolean(),
  examples: z.array(z.string()),
}));
export type Use = z.output<typeof use>;

/** The usual calls of a plain resource: list, lookup, read, create, change, delete, uses, activate, export. */
export function crud<
  S extends Shape,
  D extends readonly (keyof S & string)[],
  L extends readonly (keyof S & string)[],
  F extends readonly (keyof S & string)[],
>(found: Resource<S> & { draft: D; lookup: L; filters: F }) {
  const { path, row, view, edit } = found;
  const query = listQuery(row, found.filters, found.sorts);
  // Only resources with reference fields can return REFERENCE_* errors.
  const references = (): readonly ErrorCode[] => {
    const metas = found.draft.map((name) => metaOf(row.shape[name]));
    return [
      ...(metas.some(({ kind }) => kind === 'ref' || kind === 'refs')
        ? (['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const)
        : []),
      ...(metas.some((meta) => meta.kind === 'ref' && meta.of) ? (['COMPANY_KIND'] as const) : []),
    ];
  };
  return {
    list: endpoint({ method: 'GET', path, access: view, query, answer: pageOf(listedRow(row)) }),
    all: endpoint({
      method: 'GET',
      path: `${path}/all`,
      access: namesAccess(found),
      answer: z.array(lookupOf(found)),
    }),
    export: exportOf(path, view, query),
    get: endpoint({ method: 'GET', path: `${path}/{id}`, access: view, params: one, answer: row }),
    create: endpoint({
      method: 'POST',
      path,
      access: edit,
      body: draftOf(row, found.draft),
      answer: row,
      creates: true,
      errors: () => ['CODE_EXISTS', ...references()],
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access: edit,
      params: one,
      body: patchOf(row, found.draft),
      answer: row,
      errors: () => ['CODE_EXISTS', 'STALE_DATA', ...references()],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      access: edit,
      params: one,
      errors: ['IN_USE'],
    }),
    usage: endpoint({
      method: 'GET',
      path: `${path}/{id}/usage`,
      access: view,
      params: one,
      answer: z.array(use),
      extension: true,
    }),
    active: endpoint({
      method: 'PUT',
      path: `${path}/active`,
      access: edit,
      body: selectedWith(query, { active: z.boolean() }),
      answer: bulkAnswer,
      errors: ['COUNT_CHANGED'],
    }),
    setActive: endpoint({
      method: 'PUT',
      path: `${path}/{id}/active`,
      access: edit,
      params: one,
      body: strictObject(() => ({ active: z.boolean() })),
      answer: row,
    }),
  };
}

/** The calls that {@link crud} gives a resource. */
export type CrudOf<R> = R extends { readonly row: z.ZodObject<infer S extends Shape> }
  ? R extends {
      readonly draft: infer D extends readonly (keyof S & string)[];
      readonly lookup: infer L extends readonly (keyof S & string)[];
      readonly filters: infer F extends readonly (keyof S & string)[];
    }
    ? ReturnType<typeof crud<S, D, L, F>>
    : never
  : never;

/** Returns the access of the call that lists the names of a resource. */
export const namesAccess = ({ view, namesFor }: Pick<Resource, 'view' | 'namesFor'>): Access =>
  namesFor === 'everyone' ? 'session' : namesFor === 'readers' ? view : [view, ...namesFor];

/** Returns the schema of the short row of a resource. */
export function lookupOf<S extends Shape, L extends readonly (keyof S & string)[]>(
  found: Resource<S> & { lookup: L },
): z.ZodObject<Pick<S, L[number] | 'id'>> {
  return object(() =>
    perName(['id', ...found.lookup], (name) => fieldOf(found.row, name)),
  ) as unknown as z.ZodObject<Pick<S, L[number] | 'id'>>;
}

/** A warning about saved values, in the caller's language. */
export const warning = object(() => ({ code: z.string(), msg: z.string() }));
export type Warning = z.output<typeof warning>;

/** Input of a bulk call: the ids, or all matches with the number the user saw, and further fields. */
export const selectedWith = <S extends z.core.$ZodShape, E extends z.core.$ZodShape>(
  query: z.ZodObject<S>,
  extra: E,
) =>
  z.union([
    strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK), ...extra })),
    strictObject(() => ({
      filter: filterOf(query),
      expected: z.int().min(1),
      ...extra,
    })),
  ]);

/** The selection of a bulk call, if it is a part of its own. */
export const selectionOf = <S extends z.core.$ZodShape>(query: z.ZodObject<S>) => selectedWith(query, {});

/** Response of a bulk call: the number done, and the reason for each row that was not. */
export const bulkAnswer = object(() => ({
  ok: z.int(),
  failed: z.array(object(() => ({ key: z.union([z.string(), z.int()]), code: z.string(), msg: z.string() }))),
}));
export type BulkAnswer = z.output<typeof bulkAnswer>;
