import type { LogAction } from '@contract/access/operateLog';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { companyKind, currencyIn, findMeta, metaOf } from '@contract/fields';
import { parseSort } from '@contract/paging';
import { hasParts, type ListedShape, listedRow } from '@contract/partFields';
import type { RefTarget } from '@contract/refTargets';
import { draftOf, type Resource, type Use } from '@contract/resource';
import { toMinor } from '@contract/rules/money';
import { sql } from 'kysely';
import type * as z from 'zod';
import { difference } from '../areas/access/operateLog';
import { byName } from '../store/byName';
import { type Codec, codecByName } from '../store/codec';
import { isForeignKeyFailure } from '../store/failures';
import { type ListDefinition, listRows } from '../store/listRows';
import type { Context, Download, LogOwner } from './context';
import { eachOf } from './eachOf';
import { exportRows } from './exportRows';
import { requireVersion } from './record';
import { Refusal, refuse, refuseFields } from './refusal';
import { type BulkSelection, selectedIds } from './selected';
import { changeStamp, newStamp } from './stamps';
import { usesOf } from './uses';

type Shape = Readonly<Record<string, z.ZodType>>;
type Values = Record<string, unknown>;
type Names<S extends Shape> = readonly (keyof S & string)[];
/** A record as read, also by the names of its fields. */
type RowOf<S extends Shape> = z.output<z.ZodObject<S>> & Values;
/** Values of a record that a person sets. */
type DraftOf<S extends Shape, D extends Names<S>> = z.output<ReturnType<typeof draftOf<S, D>>>;

/** Additions of a resource to the standard handlers: checks across its fields, and uses other than references by id. */
interface CrudHooks<S extends Shape, D extends Names<S>> {
  /** Throws when the fields do not fit together. Runs before a record is created, or changed from `before`. */
  readonly check?: (context: Context, draft: DraftOf<S, D> & Values, before?: RowOf<S>) => Promise<void>;
  /** Returns why a record may not be activated. */
  readonly activation?: (context: Context, row: RowOf<S>) => Promise<Problem | undefined>;
  /** Derived columns. */
  readonly derive?: (
    draft: DraftOf<S, D> & Values,
    context: Context,
    before?: RowOf<S>,
  ) => Values | Promise<Values>;
  /** Throws when the record may not be deleted or deactivated for reasons other than being used. */
  readonly checkLeaving?: (context: Context, row: RowOf<S>) => Promise<void>;
  /** Owner in whose log actions on the record appear. */
  readonly belongsTo?: (row: RowOf<S>) => LogOwner;
  /** Uses that no reference shows. */
  readonly uses?: (context: Context, row: RowOf<S>) => Promise<Use[]>;
}

/** The list of a plain resource. */
export function listOf<S extends Shape>(found: Resource<S>): ListDefinition<z.ZodObject<ListedShape<S>>> {
  const listed = hasParts(found.row);
  return {
    table: found.name,
    row: listedRow(found.row),
    listed,
    filters: found.filters as never,
    keyword: found.keyword,
    order: found.order,
  };
}

/** Resources that cannot be deactivated: groups of staff have no switch, voyages and bills have states instead. */
const SWITCHLESS: ReadonlySet<RefTarget> = new Set(['adminGroup', 'seaBill', 'seaTransport']);

/** Refuses a company of the wrong type for a reference, even an unchanged one: the type may have changed. */
async function checkKind(
  { read }: Context,
  name: string,
  id: unknown,
  wanted: string | undefined,
): Promise<void> {
  if (wanted === undefined) return;
  const company = await read
    .selectFrom('clientCompany')
    .select('kind')
    .where('id', '=', Number(id))
    .executeTakeFirst();
  if (company && company.kind !== wanted)
    throw refuseFields({ [name]: problem('COMPANY_KIND', { kind: { choice: ['companyKind', wanted] } }) });
}

/** Refuses references that do not exist, new ones to inactive records, and companies of the wrong type. */
export async function checkReferences(
  context: Context,
  row: z.ZodObject,
  draft: Values,
  before: Values = {},
): Promise<void> {
  for (const [name, field] of Object.entries(row.shape)) {
    const value = draft[name];
    const meta = name === 'id' || value === undefined || value === null ? undefined : metaOf(field);
    if ((meta?.kind !== 'ref' && meta?.kind !== 'refs') || meta.to === 'staff') continue;
    const kept = [before[name]].flat();
    for (const id of new Set([value].flat())) {
      if (kept.includes(id)) continue;
      const switched = SWITCHLESS.has(meta.to) ? sql`1` : sql.ref('active');
      const found = await byName(context.read)
        .selectFrom(meta.to)
        .select(switched.as('active'))
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) throw refuseFields({ [name]: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
      if (!found.active) throw refuseFields({ [name]: problem('REFERENCE_INACTIVE', { value: String(id) }) });
    }
    if (meta.kind === 'ref')
      await checkKind(context, name, value, companyKind(meta, { ...before, ...draft }));
  }
}

/** Refuses amounts whose minor units no database stores exactly. */
export function checkAmounts(row: z.ZodObject, draft: Values): void {
  for (const [name, field] of Object.entries(row.shape)) {
    const meta = findMeta(field);
    const amount = draft[name];
    if (meta?.kind !== 'money' || typeof amount !== 'string') continue;
    if (!Number.isSafeInteger(toMinor(amount, currencyIn(meta, draft))))
      throw refuseFields({ [name]: problem('FORMAT') });
  }
}

/** Reads and writes the records of a plain resource, by its hooks. */
class Records<S extends Shape, D extends Names<S>> {
  readonly #found: Resource<S> & { draft: D };
  readonly #hooks: CrudHooks<S, D>;
  readonly #codec: Codec<RowOf<S>>;
  readonly #draftSchema: ReturnType<typeof draftOf<S, D>>;

  constructor(found: Resource<S> & { draft: D }, hooks: CrudHooks<S, D>, codec: Codec<RowOf<S>>) {
    this.#found = found;
    this.#hooks = hooks;
    this.#codec = codec;
    this.#draftSchema = draftOf(found.row, found.draft);
  }

  async read(context: Context, id: number): Promise<RowOf<S>> {
    const row = await byName(context.read)
      .selectFrom(this.#found.name)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    return this.#codec.decode(row);
  }

  #numberOf(row: Values): string {
    return String(row[this.#found.unique[0] ?? 'id']);
  }

  /** Throws when a draft, to be created or to change `before`, breaks a rule. */
  async #require(context: Context, draft: DraftOf<S, D> & Values, before?: RowOf<S>): Promise<void> {
    checkAmounts(this.#found.row, draft);
    await checkReferences(context, this.#found.row, draft, before);
    await this.#hooks.check?.(context, draft, before);
    const unique: readonly string[] = this.#found.unique;
    // A number that is generated, not typed, is unique already.
    if (unique.some((name) => draft[name] === undefined)) return;
    let same = byName(context.read).selectFrom(this.#found.name).select('id');
    for (const key of unique) same = same.where(key, draft[key] === null ? 'is' : '=', draft[key]);
    const twin = await (before ? same.where('id', '!=', before.id) : same).executeTakeFirst();
    const [key] = unique;
    if (twin && key) throw refuseFields({ [key]: problem('CODE_EXISTS', { code: String(draft[key]) }) });
  }

  #log(context: Context, action: LogAction, row: RowOf<S>, change: { before?: unknown; after?: unknown }) {
    return context.log({
      module: this.#found.module,
      action,
      objectType: this.#found.name,
      objectId: Number(row.id),
      objectNo: this.#numberOf(row),
      ...this.#hooks.belongsTo?.(row),
      ...change,
    });
  }

  async uses(context: Context, row: RowOf<S>): Promise<Use[]> {
    const { name } = this.#found;
    const key = { id: Number(row.id), code: this.#numberOf(row) };
    return [
      ...(await usesOf(context.read, name as RefTarget, key)),
      ...((await this.#hooks.uses?.(context, row)) ?? []),
    ];
  }

  async create(context: Context, body: DraftOf<S, D> & Values): Promise<RowOf<S>> {
    await this.#require(context, body);
    const filled = { ...body, ...(await this.#hooks.derive?.(body, context)) };
    const made = { ...filled, active: true, sort: null, ...newStamp(context) };
    const { id } = await byName(context.write)
      .insertInto(this.#found.name)
      .values(this.#codec.encode(made))
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await this.read(context, Number(id));
    await this.#log(context, 'create', row, { after: filled });
    return row;
  }

  async update(context: Context, id: number, { version, ...patch }: Values): Promise<RowOf<S>> {
    const before = await this.read(context, id);
    requireVersion({ version: Number(before.version) }, Number(version), before);
    const merged = check(this.#draftSchema, { ...pickFields(before, this.#found.draft), ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    const draft = { ...NO_VALUES, ...merged.value };
    await this.#require(context, draft, before);
    const filled = { ...draft, ...(await this.#hooks.derive?.(draft, context, before)) };
    const changed = difference(before, filled);
    await byName(context.write)
      .updateTable(this.#found.name)
      .set({
        ...this.#codec.encode(filled),
        ...changeStamp(context),
        version: Number(version) + 1,
      })
      .where('id', '=', id)
      .execute();
    const row = await this.read(context, id);
    await this.#log(context, 'update', row, { before: changed.before, after: changed.after });
    return row;
  }

  async remove(context: Context, id: number): Promise<null> {
    const row = await this.read(context, id);
    if ((await this.uses(context, row)).length > 0) throw refuse('IN_USE');
    await this.#hooks.checkLeaving?.(context, row);
    try {
      await byName(context.write).deleteFrom(this.#found.name).where('id', '=', id).execute();
    } catch (error) {
      // Tables outside the contract may refer to the record too: only the database knows them all.
      throw isForeignKeyFailure(error) ? refuse('IN_USE') : error;
    }
    await this.#log(context, 'delete', row, { before: row });
    return null;
  }

  /** Switches a record on or off. Returns whether that changed it, or why it may not be switched on. */
  async switch(context: Context, id: number, active: boolean): Promise<boolean | [Problem]> {
    const row = await this.read(context, id);
    if (row.active === active) return false;
    const refused = active ? await this.#hooks.activation?.(context, row) : undefined;
    if (refused) return [refused];
    if (!active) await this.#hooks.checkLeaving?.(context, row);
    await byName(context.write)
      .updateTable(this.#found.name)
      .set({ active: active ? 1 : 0, version: Number(row.version) + 1, ...changeStamp(context) })
      .where('id', '=', id)
      .execute();
    const change = { before: { active: !active }, after: { active } };
    await this.#log(context, active ? 'activate' : 'deactivate', row, change);
    return true;
  }
}

/** Standard handlers of a plain resource; its own rules are passed as hooks. */
export function crudHandlers<
  S extends Shape,
  D extends readonly (keyof S & string)[],
  L extends readonly (keyof S & string)[],
>(found: Resource<S> & { draft: D; lookup: L }, hooks: CrudHooks<S, D> = {}) {
  const { name } = found;
  const definition = listOf(found);
  const codec = codecByName(found.row);
  const records = new Records(found, hooks, codec);
  type Row = z.output<z.ZodObject<S>>;
  type One = { params: { id: number } };

  return {
    list: (context: Context, { query }: { query: Values }) => listRows(context.read, definition, query),

    all: async (context: Context) => {
      let all = byName(context.read).selectFrom(name).selectAll();
      for (const { field, descending } of parseSort(found.order))
        all = all.orderBy(field, descending ? 'desc' : 'asc');
      const rows = await all.execute();
      const names = new Set<string>(['id', ...found.lookup]);
      return rows.map((row) =>
        Object.fromEntries(Object.entries(codec.decode(row)).filter(([field]) => names.has(field))),
      ) as never;
    },

    export: (context: Context, { query }: { query: Values }): Promise<Download> =>
      exportRows(context, { definition, resource: name }, query),

    get: (context: Context, { params }: One) => records.read(context, params.id),

    create: (context: Context, { body }: { body: DraftOf<S, D> }): Promise<Row> =>
      records.create(context, { ...NO_VALUES, ...body }),

    update: (context: Context, { params, body }: One & { body: Values }): Promise<Row> =>
      records.update(context, params.id, body),

    remove: (context: Context, { params }: One) => records.remove(context, params.id),

    usage: async (context: Context, { params }: One) =>
      records.uses(context, await records.read(context, params.id)),

    active: async (context: Context, { body }: { body: BulkSelection & { readonly active: boolean } }) =>
      eachOf(context, await selectedIds(context, definition, body), (id) =>
        records.switch(context, id, body.active),
      ),

    setActive: async (
      context: Context,
      { params, body }: One & { body: { active: boolean } },
    ): Promise<Row> => {
      const changed = await records.switch(context, params.id, body.active);
      if (typeof changed !== 'boolean') throw new Refusal(changed[0]);
      if (!changed) context.unchanged();
      return records.read(context, params.id);
    },
  };
}

/** No values. Spread before a draft, it lets code read the draft's fields by name as well. */
const NO_VALUES: Values = {};

const pickFields = (row: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((field) => [field, row[field] ?? null]));
