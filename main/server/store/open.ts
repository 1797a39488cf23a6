import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { Kysely, SqliteDialect, type Transaction } from 'kysely';
import { assembleStore } from './assemble';
import { migrate, migrations } from './migrate';
import type { Scope } from './scope';
import { forKysely, openConnection, requireSafeSqlite } from './sqlite';
import type { Database } from './tables';
import { DATABASE } from './wholeness';

export type Reader = Kysely<Database>;
export type Writer = Transaction<Database>;

/** The data of the API, in one SQLite file or a PostgreSQL database, and a folder of stored files. */
export interface Store {
  /** Reader of committed data, also while a write runs; a write through it fails. */
  readonly read: Reader;
  /** Returns the same data as a person with a limited view sees it; all of it if there is no scope. */
  within(scope: Scope): Store;
  /** Runs writes one after the other, each in a transaction that is rolled back when the work throws. */
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
  /**
   * Runs work on another connection to the same file while no write is running, and delays writes until it is over:
   * they wait in their queue, where they block nobody, and not at the lock of the file.
   */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** Moves written data from the log into the database file, for example after the seed. */
  settle(): Promise<void>;
  /** Folder of the data, and in it the folder of stored files. */
  readonly folder: string;
  readonly files: string;
  /** Address of the PostgreSQL database, if the data is not in the folder. */
  readonly database?: string;
  /** True where the folder is write-protected: only the session's own writes are accepted. */
  readonly readOnly?: boolean;
  close(): Promise<void>;
}

/** Options for data in a PostgreSQL database; `report` is called when a connection breaks. */
export interface PostgresOptions {
  readonly address: string;
  readonly report: (message: string, error: unknown) => void;
}

/** Options for the SQLite file in the folder. */
export interface SqliteOptions {
  /** Called before data of an older schema is changed. */
  readonly beforeMigration?: () => Promise<void>;
}

/**
 * Opens (or creates) the database in a folder, or the PostgreSQL database at the address, and updates it to the present
 * schema.
 */
export async function openStore(folder: string, how: SqliteOptions | PostgresOptions = {}): Promise<Store> {
  if (!('address' in how)) return openSqlite(folder, how);
  const { openPostgres } = await import('./postgres/open');
  return openPostgres(folder, how.address, how.report);
}

async function openSqlite(folder: string, { beforeMigration }: SqliteOptions): Promise<Store> {
  const files = path.join(folder, 'files');
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const file = path.join(folder, DATABASE);
  // SQLite would create it readable for everybody on the machine; its other files get the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const writable = openConnection(file, false);
  const writer = new Kysely<Database>({ dialect: new SqliteDialect({ database: forKysely(writable) }) });
  try {
    requireSafeSqlite(writable);
    await migrate(writer, migrations, beforeMigration);
  } catch (error) {
    writable.close();
    throw error;
  }
  const readable = openConnection(file, true);
  const read = new Kysely<Database>({ dialect: new SqliteDialect({ database: forKysely(readable) }) });

  return assembleStore({
    ...{ read, writer, files, folder },
    readerIn: (scope) =>
      new Kysely<Database>({
        dialect: new SqliteDialect({
          database: async () => forKysely((await import('./scope')).openScoped(file, scope)),
        }),
      }),
    settle: async () => writable.exec('pragma wal_checkpoint(truncate)'),
    end: async () => {
      // Kysely closes only what was used.
      if (readable.isOpen) readable.close();
      writable.exec('pragma optimize; pragma wal_checkpoint(truncate);');
      await writer.destroy();
    },
  });
}
