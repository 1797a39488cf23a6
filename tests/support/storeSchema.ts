import type { DatabaseSync } from 'node:sqlite';

/** A table and its constraints, in words for both databases. */
interface TableSchema {
  /** `name type` with its other attributes, sorted: a column that was changed stands last in one store. */
  readonly columns: readonly string[];
  readonly key: string;
  /** `columns -> table columns`, and the action on deletion. */
  readonly references: readonly string[];
  /** Sets of columns that must be unique. */
  readonly unique: readonly string[];
  /** Columns of an index, by its name; an expression is a `?`. */
  readonly indexes: Readonly<Record<string, string>>;
}
type StoreSchema = Readonly<Record<string, TableSchema>>;

type Row = Record<string, unknown>;

/** Returns a default as it is typed, without its type. */
const plain = (text: unknown) => String(text).replace(/::\w+/g, '').replace(/^'|'$/g, '');
const column = (name: unknown, type: string, filled: boolean, first: unknown) =>
  [name, type, filled ? 'filled' : '', first === null ? '' : `= ${plain(first)}`].filter(Boolean).join(' ');
const index = (on: readonly unknown[], unique: boolean, partial: boolean) =>
  `${unique ? 'unique ' : ''}${on.map((name) => name ?? '?').join(', ')}${partial ? ' in part' : ''}`;

/** Reads the tables of a SQLite file. */
export function schemaOfFile(database: DatabaseSync): StoreSchema {
  const all = (text: string, ...values: string[]) => database.prepare(text).all(...values) as Row[];
  const tables = all(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  );
  return Object.fromEntries(
    tables.map(({ name }) => {
      const table = String(name);
      const columns = all('select * from pragma_table_info(?)', table);
      const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
      const references = all('select * from pragma_foreign_key_list(?)', table);
      const indexes = all('select * from pragma_index_list(?)', table).map((one) => ({
        ...one,
        on: all('select * from pragma_index_xinfo(?) where key = 1 order by seqno', String(one.name)).map(
          (part) => part.name,
        ),
      })) as (Row & { on: unknown[] })[];
      return [
        table,
        {
          columns: columns
            .map((one) =>
              column(
                one.name,
                String(one.type).toLowerCase(),
                one.notnull === 1 || one.pk !== 0,
                one.dflt_value,
              ),
            )
            .sort(),
          key: key.map((one) => one.name).join(', '),
          references: references
            .map((one) => `${one.from} -> ${one.table} ${one.to}, ${String(one.on_delete).toLowerCase()}`)
            .sort(),
          unique: indexes
            .filter(({ origin }) => origin === 'u')
            .map(({ on }) => on.join(', '))
            .sort(),
          indexes: Object.fromEntries(
            indexes
              .filter(({ origin }) => origin === 'c')
              .map((one) => [one.name, index(one.on, one.unique === 1, one.partial === 1)]),
          ),
        },
      ];
    }),
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  a: 'no action',
  c: 'cascade',
  n: 'set null',
  r: 'restrict',
};

/** Reads the tables of a PostgreSQL database, by a function that queries it. */
export async function schemaOfPostgres(query: (text: string) => Promise<Row[]>): Promise<StoreSchema> {
  const tables = await query(
    "select oid, relname::text as name from pg_class where relkind = 'r' and relnamespace = 'main'::regnamespace order by relname",
  );
  const columns = await query(
    `select attrelid as "table", attnum as at, attname::text as name, format_type(atttypid, null) as type, attnotnull as filled,
       case when attidentity = '' then pg_get_expr(adbin, adrelid) end as first
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped and attname <> 'rowid' order by attrelid, attnum`,
  );
  const constraints = await query(
    `select conrelid as "table", contype::text as kind, conkey as on, confkey as to, confrelid as target, confdeltype::text as deed
     from pg_constraint where connamespace = 'main'::regnamespace`,
  );
  const indexes = await query(
    `select indrelid as "table", relname::text as name, indkey::int2[] as on, indisunique as single, indpred is not null as part
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'main'::regnamespace and relname not like '%ByRow' and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  const of = (rows: Row[], { oid }: Row) => rows.filter(({ table }) => table === oid);
  const named = (oid: unknown, numbers: unknown) =>
    (numbers as number[]).map(
      (number) => columns.find(({ table, at }) => table === oid && at === number)?.name ?? null,
    );
  const nameOf = (oid: unknown) => tables.find((table) => table.oid === oid)?.name;
  return Object.fromEntries(
    tables.map((table) => {
      const held = of(constraints, table).map((one) => ({ ...one, on: named(table.oid, one.on) })) as (Row & {
        on: unknown[];
      })[];
      return [
        String(table.name),
        {
          columns: of(columns, table)
            .map((one) =>
              column(
                one.name,
                one.type === 'bigint' ? 'integer' : String(one.type),
                one.filled === true,
                one.first,
              ),
            )
            .sort(),
          key: (held.find(({ kind }) => kind === 'p')?.on ?? []).join(', '),
          references: held
            .filter(({ kind }) => kind === 'f')
            .map(
              (one) =>
                `${one.on} -> ${nameOf(one.target)} ${named(one.target, one.to)}, ${ACTIONS[String(one.deed)]}`,
            )
            .sort(),
          unique: held
            .filter(({ kind }) => kind === 'u')
            .map(({ on }) => on.join(', '))
            .sort(),
          indexes: Object.fromEntries(
            of(indexes, table).map((one) => [
              one.name,
              index(named(table.oid, one.on), one.single === true, one.part === true),
            ]),
          ),
        },
      ];
    }),
  );
}
