import type { Client, ClientConfig } from 'pg';
import { toPostgres, typed } from './translate';
import { valueTypes } from './values';

/** Address of a database: `postgres://…`, possibly with a password; the environment may add to it. */
export type Address = string;

/** Lock of a writing transaction: writers of all processes wait in one line. */
export const WRITING = 1_836_411_136;

/**
 * Settings of every connection: queries are many and short, and compiling them (JIT) would take longer than running
 * them.
 */
export const settingsOf = (address: Address): ClientConfig => ({
  connectionString: address,
  types: valueTypes,
  application_name: 'freight-console',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  options: '-c search_path=main,pg_catalog -c timezone=UTC -c client_min_messages=warning -c jit=off',
});

/**
 * Makes commits of a connection durable where the server's default is `synchronous_commit = off`, with which a killed
 * server may lose acknowledged ones. Stronger settings stay.
 */
export const DURABLE = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/** Result of a statement. */
export interface Outcome {
  readonly rows: Record<string, unknown>[];
  /** Number of rows written or read. */
  readonly count: number;
  readonly command: string;
}

/** Names of prepared statements, one for each text, up to a maximum. */
const names = new Map<string, string>();
const MOST_NAMES = 500;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_NAMES) return known;
  const made = `s${names.size}`;
  names.set(text, made);
  return made;
}

/**
 * Converts a value for PostgreSQL: a NUL, which only search texts may contain, occurs in no stored text there either.
 */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;

/** Runs a statement of the store on a connection. */
export async function run(client: Client, text: string, values: readonly unknown[]): Promise<Outcome> {
  const statement = typed(toPostgres(text), values);
  const name = values.length > 0 ? nameOf(statement) : undefined;
  const answer = await client.query({
    text: statement,
    values: values.map(withoutNul),
    ...(name ? { name } : {}),
  });
  // Several statements return the result of the last one.
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: last.rows, count: last.rowCount ?? 0, command: last.command };
}
