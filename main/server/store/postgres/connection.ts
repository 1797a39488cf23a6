import type { Client, ClientConfig, CustomTypesConfig } from 'pg';
import { toPostgres, typed } from './translate';
import { valueTypes } from './values';

/** Where a database is: a `postgres://` address, which may carry a password, and what the environment adds to it. */
export type Address = string;

/** One lock of a transaction that writes: writers stand in one line, whatever process they are of. */
export const WRITING = 1_836_411_136;

/** How every connection to a database begins: queries are many and short, and would be compiled for longer than they run. */
export const settingsOf = (address: Address): ClientConfig => ({
  connectionString: address,
  types: valueTypes as CustomTypesConfig,
  application_name: 'freight-console',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  options: '-c search_path=main,pg_catalog -c timezone=UTC -c client_min_messages=warning -c jit=off',
});

/** What a statement came to. */
export interface Outcome {
  readonly rows: Record<string, unknown>[];
  /** Rows that it wrote or read. */
  readonly count: number;
  readonly command: string;
}

/** Names of prepared statements: one for each text, as long as there are not too many. */
const names = new Map<string, string>();
const MOST_NAMES = 500;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_NAMES) return known;
  const made = `s${names.size}`;
  names.set(text, made);
  return made;
}

/** A value as PostgreSQL takes it: a NUL, which only what is looked for may have in it, is in no text there either. */
export const given = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u{fffd}') : value;

/** Runs a statement of the store on a connection. */
export async function run(client: Client, text: string, values: readonly unknown[]): Promise<Outcome> {
  const said = typed(toPostgres(text), values);
  const name = values.length > 0 ? nameOf(said) : undefined;
  const answer = await client.query({ text: said, values: values.map(given), ...(name ? { name } : {}) });
  // Of several statements, the last one answers.
  const last = Array.isArray(answer) ? answer.at(-1) : answer;
  return { rows: last.rows, count: last.rowCount ?? 0, command: last.command };
}
