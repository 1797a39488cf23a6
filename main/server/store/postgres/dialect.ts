import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Pool, type PoolClient } from 'pg';
import { PostgresAdapter } from './adapter';
import { type Address, DURABLE, run, settingsOf, WRITING } from './connection';

/** Adapter for many connections: otherwise Kysely would run one statement at a time, and none after a failed one. */
class PooledAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface Connections {
  readonly address: Address;
  /** Maximum number of connections. */
  readonly most: number;
  /** True if the connections only read. */
  readonly reads: boolean;
  /** Returns the statements to run on each new connection. */
  readonly sessionSetup?: () => Promise<string>;
  readonly report: (message: string, error: unknown) => void;
}

/** PostgreSQL dialect for Kysely: statements are composed for SQLite, and translated as they are sent. */
export class PostgresDialect implements Dialect {
  readonly #connections: Connections;
  constructor(connections: Connections) {
    this.#connections = connections;
  }
  createAdapter = () => new PooledAdapter();
  createQueryCompiler = () => new SqliteQueryCompiler();
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db);
  createDriver = (): Driver => new PostgresDriver(this.#connections);
}

class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #known = new WeakMap<PoolClient, Connection>();
  #ended = false;
  constructor({ address, most, reads, sessionSetup, report }: Connections) {
    this.#pool = new Pool({
      ...settingsOf(address),
      max: most,
      onConnect: async (client) => {
        const first = [await sessionSetup?.(), reads ? 'set default_transaction_read_only = on' : DURABLE];
        await client.query(first.filter(Boolean).join(';'));
      },
    });
    // A connection that breaks while idle is dropped, and another one is opened when needed.
    this.#pool.on('error', (error) => {
      if (!this.#ended) report('a connection to the database broke', error);
    });
  }
  init = () => Promise.resolve();
  acquireConnection = async () => {
    const client = await this.#pool.connect();
    // Kysely remembers every connection it was given.
    const connection = this.#known.get(client) ?? new Connection(client);
    this.#known.set(client, connection);
    connection.take();
    return connection;
  };
  async beginTransaction(connection: Connection): Promise<void> {
    try {
      // In one round trip: the database may be on another machine.
      await connection.runText(`begin; select pg_advisory_xact_lock(${WRITING})`);
    } catch (error) {
      await connection.runText('rollback').catch(() => undefined);
      throw error;
    }
  }
  commitTransaction = (connection: Connection) => connection.runText('commit');
  rollbackTransaction = (connection: Connection) => connection.runText('rollback');
  releaseConnection = async (connection: Connection) => connection.release();
  destroy = () => {
    this.#ended = true;
    return this.#pool.end();
  };
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  #broken: Error | undefined;
  readonly #onError = (error: Error) => {
    this.#broken = error;
  };

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count, command } = await run(this.#client, sql, parameters);
    const wrote = ['INSERT', 'UPDATE', 'DELETE'].includes(command);
    return { rows: rows as R[], ...(wrote ? { numAffectedRows: BigInt(count) } : {}) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async runText(text: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(text));
  }

  take(): void {
    this.#client.on('error', this.#onError);
  }

  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#broken);
  }
}
