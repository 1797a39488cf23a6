import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import type { Connection } from './connection';
import type { Store } from './open';
import { LineDialect, openLine } from './postgres/line';
import { forKysely, openConnection } from './sqlite';
import type { Database } from './tables';
import { DATABASE } from './wholeness';

/** Opens another connection to the data of a store, which returns results synchronously, with a Kysely on it. */
export function openBeside({
  folder,
  database: address,
}: Pick<Store, 'folder'> & { readonly database?: string | undefined }): {
  database: Connection;
  db: Kysely<Database>;
} {
  if (address) {
    const database = openLine(address);
    return { database, db: new Kysely({ dialect: new LineDialect({ database: forKysely(database) }) }) };
  }
  const database = openConnection(path.join(folder, DATABASE), false);
  return { database, db: new Kysely({ dialect: new SqliteDialect({ database: forKysely(database) }) }) };
}
