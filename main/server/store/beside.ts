import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import type { Connection } from './connection';
import type { Store } from './open';
import { LineDialect, openLine } from './postgres/line';
import { forKysely, openConnection } from './sqlite';
import type { Database } from './tables';
import { DATABASE } from './wholeness';

/**
 * Opens another connection to the data of a store, which returns results synchronously, with a Kysely on it. `settle`
 * moves what it committed from SQLite's log into the file: a commit does not, because writers wait for it.
 */
export function openBeside({
  folder,
  database: address,
}: Pick<Store, 'folder'> & { readonly database?: string | undefined }): {
  database: Connection;
  db: Kysely<Database>;
  settle: () => void;
} {
  if (address) {
    const database = openLine(address);
    const db = new Kysely<Database>({ dialect: new LineDialect({ database: forKysely(database) }) });
    return { database, db, settle: () => undefined };
  }
  const database = openConnection(path.join(folder, DATABASE), false);
  database.exec('pragma wal_autocheckpoint = 0');
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
  return { database, db, settle: () => database.exec('pragma wal_checkpoint(passive)') };
}
