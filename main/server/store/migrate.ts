import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { createTable } from './columns';

/** A step of the schema, with the name that the database stores for it. */
export interface Migration {
  readonly name: string;
  readonly migration: { up(db: Kysely<unknown>): Promise<void> };
}

/** All migrations in the order of their numbers. A released one is never changed; the next one corrects it. */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<Migration['migration']>('./migrations/*.ts', { eager: true }),
)
  .map(([file, migration]) => ({ name: path.basename(file, '.ts'), migration }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Thrown when the data was written by a program with migrations that this one does not know. */
export class NewerDatabase extends Error {}

interface Applied {
  migration: { id: number; name: string; at: string };
}

/**
 * Updates a database to the present schema, each migration in its own transaction, and returns how many it applied.
 * Throws {@link NewerDatabase} when the database is ahead, before anything is changed. `before` is called before the
 * first step on a database that has data.
 */
export async function migrate(
  db: Kysely<unknown>,
  known: readonly Migration[] = migrations,
  before?: () => Promise<void>,
): Promise<number> {
  const typed = db as unknown as Kysely<Applied>;
  const kept = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name = 'migration'`.execute(db);
  if (kept.rows.length === 0) await createTable(db, 'migration', { id: 'id', name: 'text!', at: 'text!' });
  const applied = await typed.selectFrom('migration').select('name').orderBy('id').execute();
  const unknown = applied.find(({ name }, index) => known[index]?.name !== name);
  if (unknown) throw new NewerDatabase(unknown.name);

  const waiting = known.slice(applied.length);
  if (applied.length > 0 && waiting.length > 0) await before?.();
  for (const { name, migration } of waiting) {
    await db.transaction().execute(async (transaction) => {
      await migration.up(transaction);
      await (transaction as unknown as Kysely<Applied>)
        .insertInto('migration')
        .values({ name, at: new Date().toISOString() } as Applied['migration'])
        .execute();
    });
  }
  return waiting.length;
}
