import path from 'node:path';
import { type Generated, type Kysely, sql } from 'kysely';
import { BEFORE_BASELINE, LAST_OF_BASELINE } from './beforeBaseline';
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

/** Thrown when the data has only some migrations before the baseline; only the previous version can complete them. */
export class UnfinishedDatabase extends Error {}

/** State of a database: `before` has the schema of the baseline under the names of the migrations before it. */
type Progress = 'present' | 'behind' | 'before';

/**
 * Compares the migrations recorded in a database with those of this program. Throws {@link NewerDatabase} for an
 * unknown one, {@link UnfinishedDatabase} for only some of those before the baseline.
 */
export function progressOf(applied: readonly string[], known: readonly Migration[] = migrations): Progress {
  const before = applied[0] === BEFORE_BASELINE[0];
  const names = before ? BEFORE_BASELINE : known.map(({ name }) => name);
  const unknown = applied.find((name, index) => names[index] !== name);
  if (unknown !== undefined) throw new NewerDatabase(unknown);
  const whole = applied.length === names.length;
  if (before && !whole) throw new UnfinishedDatabase(applied.at(-1));
  if (before) return 'before';
  return whole ? 'present' : 'behind';
}

interface MigrationTable {
  migration: { id: Generated<number>; name: string; at: string };
}

/**
 * Updates a database to the present schema, each migration in its own transaction, and returns how many it applied.
 * Throws like {@link progressOf}, before anything is changed. `before` runs before the first change to a database with
 * data.
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  known: readonly Migration[] = migrations,
  before?: () => Promise<void>,
): Promise<number> {
  const typed = db as unknown as Kysely<MigrationTable>;
  const kept = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name = 'migration'`.execute(db);
  if (kept.rows.length === 0) await createTable(db, 'migration', { id: 'id', name: 'text!', at: 'text!' });
  const applied = await typed.selectFrom('migration').select('name').orderBy('id').execute();
  const progress = progressOf(
    applied.map(({ name }) => name),
    known,
  );
  if (progress === 'present') return 0;
  if (applied.length > 0) await before?.();
  const waiting = known.slice(progress === 'before' ? await carryOver(typed, known) : applied.length);
  for (const { name, migration } of waiting) {
    await typed.transaction().execute(async (transaction) => {
      await migration.up(transaction as unknown as Kysely<unknown>);
      await remember(transaction, [name]);
    });
  }
  return waiting.length;
}

/** Replaces the names of the migrations before the baseline with those of the baseline; returns how many those are. */
async function carryOver(db: Kysely<MigrationTable>, known: readonly Migration[]): Promise<number> {
  const names = known.map(({ name }) => name).filter((name) => name <= LAST_OF_BASELINE);
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('migration').execute();
    await remember(transaction, names);
  });
  return names.length;
}

const remember = (db: Kysely<MigrationTable>, names: readonly string[]) => {
  const at = new Date().toISOString();
  return db
    .insertInto('migration')
    .values(names.map((name) => ({ name, at })))
    .execute();
};
