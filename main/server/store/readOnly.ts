import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  IdentifierNode,
  type InsertQueryNode,
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
  type SchemableIdentifierNode,
  SqliteDialect,
  TableNode,
  type UnknownRow,
} from 'kysely';
import { assembleStore } from './assemble';
import { StartFault } from './faults';
import { progressOf } from './migrate';
import type { Store } from './open';
import { openScoped } from './scope';
import { forKysely, openConnection, requireSafeSqlite } from './sqlite';
import type { Database } from './tables';
import { DATABASE, readingAddress } from './wholeness';

/** Name under which each connection attaches the database for the session's own writes. */
const OWN = 'own';
/** Tables that a session reads and writes in its own database. */
const OWN_TABLES: ReadonlySet<string> = new Set(['session', 'loginAttempt']);
/** Table of the operation log: new lines are written to the session's own database, old ones are read from the data. */
const LOG = 'operateLog';

/** Adds the schema to the names of a session's tables. */
class OwnTables extends OperationNodeTransformer implements KyselyPlugin {
  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformNode(node, queryId);
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
  protected override transformInsertQuery(original: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const node = super.transformInsertQuery(original, queryId);
    return node.into?.table.identifier.name === LOG
      ? { ...node, into: TableNode.createWithSchema(OWN, LOG) }
      : node;
  }
  protected override transformSchemableIdentifier(
    original: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const node = super.transformSchemableIdentifier(original, queryId);
    return OWN_TABLES.has(node.identifier.name) ? { ...node, schema: IdentifierNode.create(OWN) } : node;
  }
}

/**
 * Opens data whose folder is write-protected. The session's own writes (token, sign-in attempts, log lines) go to a
 * temporary database that ends with the store; SQLite refuses every other write with SQLITE_READONLY. Throws {@link
 * StartFault} where the data would have to be written before it can be read: a log without its index, an older schema.
 */
export async function openReadOnly(folder: string): Promise<Store> {
  const file = path.join(folder, DATABASE);
  const address = readingAddress(file);
  const writable = openConnection(address, true);
  try {
    requireSafeSqlite(writable);
    requirePresentSchema(writable, folder);
  } catch (error) {
    writable.close();
    throw error;
  }
  const own = mkdtempSync(path.join(os.tmpdir(), 'fc-session-'));
  const attach = (database: DatabaseSync) => {
    database.prepare(`attach ? as ${OWN}`).run(path.join(own, 'session.db'));
    return database;
  };
  attach(writable).exec(`pragma query_only = off; pragma ${OWN}.journal_mode = wal;`);
  for (const table of OWN_TABLES)
    writable.exec(`create table ${OWN}.${table} as select * from main.${table}`);
  writable.exec(`create table ${OWN}.${LOG} as select * from main.${LOG} where false`);
  const over = (database: DatabaseSync) =>
    new Kysely<Database>({
      dialect: new SqliteDialect({ database: forKysely(database) }),
      plugins: [new OwnTables()],
    });
  const readable = attach(openConnection(address, true));
  return assembleStore({
    ...{ read: over(readable), writer: over(writable), folder, files: path.join(folder, 'files') },
    readOnly: true,
    readerIn: (scope) => over(attach(openScoped(address, scope))),
    settle: async () => undefined,
    end: async () => {
      // Kysely closes only what was used.
      for (const database of [readable, writable]) if (database.isOpen) database.close();
      rmSync(own, { recursive: true, force: true });
    },
  });
}

/** Throws for a newer schema, and for an older one: that is updated where it can be written. */
function requirePresentSchema(database: DatabaseSync, folder: string): void {
  const applied = database.prepare('select name from migration order by id').all();
  if (progressOf(applied.map(({ name }) => String(name))) !== 'present')
    throw new StartFault('DATABASE_OLDER', folder);
}
