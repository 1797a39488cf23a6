import * as z from 'zod';
import { type Access, type Call, type Endpoint, endpoint } from './endpoint';
import type { ErrorCode } from './errors';
import {
  choice,
  count,
  dateTime,
  flag,
  type GivenShape,
  givenShape,
  id,
  listedRow,
  metaOf,
  note,
  ref,
} from './fields';
import { MAX_BULK } from './limits';
import { filterOf, listQuery, pageOf } from './paging';
import type { PermissionId } from './permissions';
import type { Scope } from './scope';
import { extended, object, strictObject } from './shape';
import { logObjects } from './vocabulary';
import type { ChoiceValue } from './words';

type Shape = Readonly<Record<string, z.ZodType>>;

/** The fields that every record has: who made it, who changed it last, and the version that guards against overwriting. */
export const recordFields = {
  id: id(),
  version: count(1),
  createdAt: dateTime(),
  createdBy: ref('staff').nullable(),
  updatedAt: dateTime(),
  updatedBy: ref('staff').nullable(),
};

/** What reference data has besides: it is made inactive rather than deleted, and keeps an order of its own. */
export const referenceFields = {
  active: flag(),
  sort: count(0, 100_000).nullable(),
  remark: note(500).nullable(),
};

/** What a field holds before anybody filled it in: a switch that is off and a list of nothing have been answered. */
export function emptyOf(field: z.ZodType): boolean | readonly [] | null {
  const { kind } = metaOf(field);
  if (kind === 'flag') return false;
  return kind === 'codes' || kind === 'refs' || kind === 'lines' || kind === 'table' ? [] : null;
}

/** The schema of what a person fills in: required fields as they are, fields that may be empty default to null. */
export function draftOf<S extends Shape, const K extends readonly (keyof S & string)[]>(
  row: z.ZodObject<S>,
  names: K,
): z.ZodObject<GivenShape<Pick<S, K[number]>>, z.core.$strict> {
  return strictObject(() =>
    givenShape(Object.fromEntries(names.map((name) => [name, row.shape[name] as z.ZodType]))),
  ) as unknown as z.ZodObject<GivenShape<Pick<S, K[number]>>, z.core.$strict>;
}

type PatchShape<S extends Shape, K extends keyof S> = { [N in K]: z.ZodOptional<S[N]> } & {
  version: ReturnType<typeof count>;
};

/** The schema of a change: any of the fields, and the version it was made on. What is not named stays. */
export function patchOf<S extends Shape, const K extends readonly (keyof S & string)[]>(
  row: z.ZodObject<S>,
  names: K,
): z.ZodObject<PatchShape<S, K[number]>, z.core.$strict> {
  return strictObject(() => ({
    version: count(1),
    ...Object.fromEntries(names.map((name) => [name, (row.shape[name] as z.ZodType).optional()])),
  })) as unknown as z.ZodObject<PatchShape<S, K[number]>, z.core.$strict>;
}

/** By what the records of a kind are found in the search over all kinds, and where one is opened. */
export interface Finding<Field extends string = string> {
  /** The number or code it is called by: found whole, by how it begins, and by its last six characters or more. */
  readonly numbers: readonly [Field];
  /** Numbers that others gave it: found whole, and by their last six characters or more. */
  readonly also?: readonly Field[];
  /** Found by what stands anywhere in them, and shown beside the number; of tables of some ten thousand rows at most. */
  readonly names?: readonly Field[];
  /** Path of its screen with `{id}`, `{billId}` or `{number}` filled in; without one of these, of the list it is opened in. */
  readonly path: string;
}

/**
 * Fields that say no more of a record than what it is called, whose it is and where it belongs, what of it a form fills in, and
 * whether it may be chosen: everyone who is signed in may read them of every record. No price, address, person or state.
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
  // Facts of a country, by which addresses are written.
  ...['currency', 'isEu', 'phoneCode', 'postcodeRegex'],
  // Whether it may be chosen, and who of a group may decide.
  ...['active', 'deleted', 'superAdmin', 'ableCount'],
] as const;
type PlainName = (typeof PLAIN_NAMES)[number];

/**
 * Who reads the names of all records of a kind, by which others refer to them: everyone who is signed in, where they say no more
 * than {@link PLAIN_NAMES}; else those who may read its list, or those and holders of some permission more.
 */
export type NamesFor = 'everyone' | 'readers' | readonly PermissionId[];

/** What a resource is: its row, which fields people fill in, and how it is listed and recognised. */
export interface Resource<S extends Shape = Shape> {
  /** Name in the registry, of the table, and in the words. */
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
  /** Order when none is asked for, as `-eta,billNo`. */
  readonly order: string;
  /** Fields that the keyword box looks in. */
  readonly keyword: readonly (keyof S & string)[];
  /** Fields that together may stand only once. */
  readonly unique: readonly (keyof S & string)[];
  /** Null for what is deliberately not found by the search over all kinds; why stands beside it. */
  readonly finding: Finding<keyof S & string> | null;
  /** What a new record has where nothing else is said: in its form, and in a file that leaves it empty. */
  readonly fresh?: { readonly [K in keyof S]?: z.output<S[K]> };
  /** Three records as a file has them, where the resource is read from files: references by their codes. */
  readonly examples?: { readonly [K in keyof S]?: readonly [string, string, string] };
  readonly view: PermissionId;
  readonly edit: PermissionId;
  readonly module: ChoiceValue<'logModule'>;
  /** Which accounts see its records that are limited to warehouses. */
  readonly scope: Scope;
}

/** What a new record holds before anybody filled it in, by the fields that a person may set. */
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
 * Declares a resource; keeps the literal names so that the endpoints are typed by them. Names for everyone that say more than
 * {@link PLAIN_NAMES} do not compile.
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
/** Files an export comes in, and which columns, in the order of the screen. */
export const exportQuery = {
  format: choice('exportFormat', ['xlsx', 'csv']).default('xlsx'),
  columns: z.array(z.string().max(60)).max(200).optional(),
};

/**
 * Saves a list as a file: the filter and the order of the query, every row, the columns asked for. `path` is the list's; an
 * `extension` is a call that an admin API of another make may lack.
 */
export const exportOf = <S extends Shape, C extends z.core.$ZodObjectConfig>(
  path: string,
  access: Access,
  query: z.ZodObject<S, C>,
  extension = false,
) =>
  endpoint({
    method: 'GET',
    path: `${path}/export` as string,
    access,
    kind: 'blob',
    query: extended(query, () => exportQuery),
    extension,
  }) as unknown as ExportCall<S, C>;

/** The call of {@link exportOf}, which keeps the types of the query. */
interface ExportCall<S extends Shape, C extends z.core.$ZodObjectConfig> extends Omit<Call, 'params'> {
  readonly kind: 'blob';
  readonly query: z.ZodObject<z.core.util.Extend<S, z.core.util.Writeable<typeof exportQuery>>, C>;
  readonly answer: z.ZodNull;
  readonly errors: Endpoint['errors'];
}

/** Up to here uses are counted: whoever asks wants to know whether, and roughly how much. */
export const USE_CAP = 1000;

/** Where a record is used: in records of which kind, how many (with `capped`, at least so many), and the numbers of a few. */
export const use = object(() => ({
  object: z.enum(logObjects),
  count: z.int(),
  capped: z.boolean(),
  examples: z.array(z.string()),
}));
export type Use = z.output<typeof use>;

/** The usual calls of a plain resource: list, lookup, read, create, change, delete, where it is used, on and off, export. */
export function crud<
  S extends Shape,
  D extends readonly (keyof S & string)[],
  L extends readonly (keyof S & string)[],
  F extends readonly (keyof S & string)[],
>(found: Resource<S> & { draft: D; lookup: L; filters: F }) {
  const { path, row, view, edit } = found;
  const query = listQuery(row, found.filters, found.sorts);
  // What refers to nothing cannot refer to something that is not there.
  const references = (): readonly ErrorCode[] => {
    const metas = found.draft.map((name) => metaOf(row.shape[name] as z.ZodType));
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

/** Who may call for the names of a resource. */
export const namesAccess = ({ view, namesFor }: Pick<Resource, 'view' | 'namesFor'>): Access =>
  namesFor === 'everyone' ? 'session' : namesFor === 'readers' ? view : [view, ...namesFor];

/** The short row of a resource. */
export function lookupOf<S extends Shape, L extends readonly (keyof S & string)[]>(
  found: Resource<S> & { lookup: L },
): z.ZodObject<Pick<S, L[number] | 'id'>> {
  return object(() => {
    const { shape } = found.row as z.ZodObject;
    return Object.fromEntries(['id', ...found.lookup].map((name) => [name, shape[name] as z.ZodType]));
  }) as unknown as z.ZodObject<Pick<S, L[number] | 'id'>>;
}

/** Something odd about what was saved, in the words of the caller. */
export const warning = object(() => ({ code: z.string(), msg: z.string() }));
export type Warning = z.output<typeof warning>;

/** Which records a bulk call means, and what else it says: these, or all that match, of which the user saw so many. */
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

/** Which records a bulk call means, where it says so in a part of its own. */
export const selectionOf = <S extends z.core.$ZodShape>(query: z.ZodObject<S>) => selectedWith(query, {});

/** A bulk call answers row by row: how many were done, and why each other was not. */
export const bulkAnswer = object(() => ({
  ok: z.int(),
  failed: z.array(object(() => ({ key: z.union([z.string(), z.int()]), code: z.string(), msg: z.string() }))),
}));
export type BulkAnswer = z.output<typeof bulkAnswer>;
