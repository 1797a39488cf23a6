import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { asRecord } from '@contract/access/changes';
import { Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { assembleStore } from '../assemble';
import { migrate } from '../migrate';
import type { Store } from '../open';
import { guardsOf, type Scope, scopedViews } from '../scope';
import { storedTexts } from '../storedLists';
import type { Database } from '../tables';
import { type Address, settingsOf } from './connection';
import { PostgresDialect } from './dialect';
import { CATALOGUE, FUNCTIONS } from './functions';
import { toPostgres } from './translate';

/** Maximum reading connections for callers who see everything, and for those of the same warehouses. */
const READERS = 8;
const SCOPED = 2;

/** Thrown when the database does not meet the requirements of the store. */
export class UnfitDatabase extends Error {}

/** Opens the store in a PostgreSQL database, and updates it to the present schema; stored files stay in a folder. */
export async function openPostgres(
  folder: string,
  address: Address,
  report: (message: string, error: unknown) => void,
): Promise<Store> {
  const files = path.join(folder, 'files');
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const connected = (most: number, reads: boolean, sessionSetup?: () => Promise<string>) =>
    new Kysely<Database>({
      dialect: new PostgresDialect({
        address,
        most,
        reads,
        report,
        ...(sessionSetup ? { sessionSetup } : {}),
      }),
    });
  const known = await prepare(address);
  const writer = connected(1, false);
  try {
    const applied = await migrate(writer);
    if (applied > 0) await renewViews(writer);
    await guard(writer, known);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const read = connected(READERS, true);

  // Load the tables at the first limited reader: they do not change while the store is open.
  let tables: ReturnType<typeof tablesOf> | undefined;
  const viewsOf = async (scope: Scope) => {
    tables ??= tablesOf(read).catch((error) => {
      tables = undefined;
      throw error;
    });
    return scopedViews(await tables, scope, false)
      .map(toPostgres)
      .join(';');
  };
  return assembleStore({
    ...{ read, writer, files, folder, database: address },
    readerIn: (scope) => connected(SCOPED, true, () => viewsOf(scope)),
    settle: async () => {
      await sql`vacuum analyze`.execute(writer);
    },
    end: () => writer.destroy(),
  });
}

/** Short hash, to detect changed SQL definitions. */
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const OF_FUNCTIONS = sumOf(FUNCTIONS + CATALOGUE);

/**
 * Creates the schema, and its functions if they differ; refuses a database that sorts or compares texts other than by
 * bytes. Returns the stored hashes of its functions and guards.
 */
async function prepare(address: Address): Promise<string | null> {
  const client = new Client(settingsOf(address));
  await client.connect();
  try {
    const { rows } = await client.query(
      `select datcollate as "order", datctype as "case", pg_encoding_to_char(encoding) as encoding,
         obj_description(to_regnamespace('main')) as made
       from pg_database where datname = current_database()`,
    );
    const { order, case: letters, encoding, made } = asRecord(rows[0]);
    if (order !== 'C' || letters !== 'C' || encoding !== 'UTF8')
      throw new UnfitDatabase(
        'the database sorts by a language; make it with: createdb --template template0 --encoding UTF8 --locale C NAME',
      );
    if (typeof made !== 'string' || !made.startsWith(OF_FUNCTIONS))
      await client.query(`create schema if not exists main; ${FUNCTIONS} ${CATALOGUE}`);
    return typeof made === 'string' ? made : null;
  } finally {
    await client.end();
  }
}

/** Every table and view, with its columns. */
async function tablesOf(db: Kysely<Database>) {
  const { rows } = await sql<{ name: string; type: 'table' | 'view'; columns: string }>`
    select t.name, t.type, json_group_array(c.name) as columns from main.sqlite_master as t, pragma_table_info(t.name) as c
    where t.type in ('table', 'view') and t.name not like 'sqlite_%' group by t.name, t.type`.execute(db);
  return rows.map(({ columns, ...row }) => ({ ...row, columns: new Set(storedTexts(columns)) }));
}

/** Recreates views, with columns that their tables have gained. */
async function renewViews(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (write) => {
    const { rows } = await sql<{ name: string; sql: string }>`
      select c.relname::text as name, obj_description(c.oid) as sql from pg_class as c
      where c.relkind = 'v' and c.relnamespace = 'main'::regnamespace and obj_description(c.oid) is not null order by c.oid`.execute(
      write,
    );
    for (const { name } of [...rows].reverse()) await sql`drop view ${sql.id(name)}`.execute(write);
    for (const { sql: text } of rows) await sql.raw(text).execute(write);
  });
}

/**
 * Installs triggers that keep writes within a scope: SQLite has them only for a transaction, here they are permanent.
 * Also makes rows of the search without a key findable, as in SQLite. The installed state is stored in the database, so
 * that a start with the same triggers can skip this.
 */
async function guard(db: Kysely<Database>, known: string | null): Promise<void> {
  await db.transaction().execute(async (write) => {
    const triggers = (await guardsOf(write, '(select unnest(main.scope()))')).map(({ name, text }) => {
      const [event = '', condition = ''] = text.split(' when ');
      return `create trigger "${name}" before ${event}
        when main.scope() is not null and (${condition}) begin select raise(abort, 'beyond the scope'); end`;
    });
    const wanted = ['create index if not exists "billUldByRow" on "billUld" (rowid)', ...triggers];
    const made = `${OF_FUNCTIONS} ${sumOf(wanted.map(toPostgres).sort().join())}`;
    if (made === known) return;
    for (const one of wanted) await sql.raw(one).execute(write);
    await sql.raw(`comment on schema main is '${made}'`).execute(write);
  });
}
