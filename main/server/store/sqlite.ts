import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { Connection, Statement } from './connection';

declare module 'node:sqlite' {
  interface DatabaseSync {
    /** Missing from the types of Node 24; Electron's Node has the method. */
    enableDefensive(active: boolean): void;
  }
}

/** Oldest SQLite trusted with several connections: earlier ones can corrupt a WAL that is reset while being read. */
const OLDEST_SQLITE = [3, 51, 3];

/** Prepared statements cached per connection; the texts come from a fixed set of queries. */
const KEPT_STATEMENTS = 500;

/**
 * Opens a connection with the durability and safety settings of the product: WAL, FULL, foreign keys, no trusted
 * schema. A URL sets read-only access to its file itself, so that attached databases stay writable.
 */
export function openConnection(file: string | URL, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, {
    readOnly: readOnly && typeof file === 'string',
    enableForeignKeyConstraints: true,
  });
  try {
    database.enableDefensive(true);
    database.exec('pragma trusted_schema = off; pragma busy_timeout = 5000;');
    if (readOnly) {
      // A small cache is enough: the system's file cache is as fast, and takes no memory of this process.
      database.exec('pragma query_only = on; pragma cache_size = -4096;');
    } else {
      // FULL: in WAL, NORMAL loses acknowledged writes when the power goes.
      database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768;');
      if (process.platform === 'darwin') database.exec('pragma fullfsync = on;');
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws when this runtime has an SQLite version that is too old to be trusted. */
export function requireSafeSqlite(database: DatabaseSync): void {
  const row = database.prepare('select sqlite_version() as version').get();
  const version = String(row?.version).split('.').map(Number);
  const older = OLDEST_SQLITE.findIndex((part, index) => (version[index] ?? 0) !== part);
  if (older >= 0 && (version[older] ?? 0) < (OLDEST_SQLITE[older] ?? 0)) {
    throw new Error(`SQLite ${version.join('.')} is older than ${OLDEST_SQLITE.join('.')}`);
  }
}

/**
 * Adapts node:sqlite to Kysely's SqliteDialect, with cached prepared statements. A transaction takes the lock at its
 * start, and waits for it: one that reads first and writes later fails at once when somebody has written in between.
 */
export function forKysely(database: Connection): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const found = kept.get(text);
      if (found) return found;
      const prepared = statement(database.prepare(text === 'begin' ? 'begin immediate' : text));
      const made = text === 'rollback' ? unlessEnded(database, prepared) : prepared;
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value ?? '');
      kept.set(text, made);
      return made;
    },
  };
}

/**
 * Rolls back only an open transaction: a full disk has ended it already, and a second rollback would hide the cause.
 */
const unlessEnded = (database: Connection, rollback: SqliteStatement): SqliteStatement => ({
  ...rollback,
  run: (parameters) =>
    database.isTransaction ? rollback.run(parameters) : { changes: 0n, lastInsertRowid: 0n },
});

function statement(prepared: Statement): SqliteStatement {
  const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...bind(parameters)),
    run: (parameters) => prepared.run(...bind(parameters)),
    iterate: (parameters) => prepared.iterate(...bind(parameters)),
  };
}
