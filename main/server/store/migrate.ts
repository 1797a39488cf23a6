import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { createTable } from './columns';

/** A step of the schema, with the name under which a database remembers it. */
export interface Migration {
  readonly name: string;
  readonly migration: { up(db: Kysely<unknown>): Promise<void> };
}

/** All migrations in the order of their numbers. One that was released is never changed; the next one mends it. */
export const migrations: readonly Migration[] = Object.entries(
  import.meta.glob<Migration['migration']>('./migrations/*.ts', { eager: true }),
)
  .map(([file, migration]) => ({ name: path.basename(file, '.ts'), migration }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The data was written by a program that knows migrations this one does not. */
export class NewerDatabase extends Error {}

interface Applied {
  migration: { id: number; name: string; at: string };
}

/**
 * Brings a database to the present schema, each migration in a transaction of its own, and answers how many it applied.
 * Throws {@link NewerDatabase} when the database is ahead, before anything is touched. `before` comes before the first step
 * of one that holds data already.
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
